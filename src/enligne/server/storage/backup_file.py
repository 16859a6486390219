"""The file of a backup: JSON lines, compressed by gzip. The first tells what it is, then there is
one for each room, one for each machine, and the last has a checksum of all before it."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import msgspec

from enligne.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FORMAT = "enligne backup"
_VERSION = 1
_LEVEL = 6  # of compression


class Header(msgspec.Struct):
    """What a backup is of.

    Args:
        revision: of the database's tables.
        made: when, in seconds since 1970.
        rooms: how many there are.
        brains: how many machines of visitors there are.
    """

    revision: str
    made: float
    rooms: Annotated[int, msgspec.Meta(ge=0)]
    brains: Annotated[int, msgspec.Meta(ge=0)]
    format: str = _FORMAT
    version: int = _VERSION

    @property
    def total(self) -> int:
        """Rooms and machines together."""
        return self.rooms + self.brains


_Visitor = Annotated[str, msgspec.Meta(max_length=64)]


class SavedRoom(msgspec.Struct):
    """A room with its visitors. The document is a text, so that a damaged one is kept as it is."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    version: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    updated: float
    document: str
    visitors: list[_Visitor]


class SavedBrain(msgspec.Struct):
    """A machine of a visitor, whose text is kept as it is too."""

    visitor: _Visitor
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    rules: Annotated[str, msgspec.Meta(max_length=40)]
    used: float
    brain: str


Saved = SavedRoom | SavedBrain


class _End(msgspec.Struct):
    sha256: str


class BackupWriter:
    """Writes rooms, then machines, to a file; without :meth:`finish` the file counts as cut off."""

    def __init__(self, file: BinaryIO, header: Header) -> None:
        self._zipped = gzip.GzipFile("", "wb", _LEVEL, file, mtime=0)
        self._checksum = hashlib.sha256()
        self._write(header)

    def add(self, saved: Saved) -> None:
        self._write(saved)

    def finish(self) -> None:
        self._write(_End(self._checksum.hexdigest()))
        self._zipped.close()

    def _write(self, what: msgspec.Struct) -> None:
        # The standard library writes any text, also one that was no UTF-8.
        line = json.dumps(msgspec.to_builtins(what), separators=(",", ":")).encode() + b"\n"
        self._checksum.update(line)
        self._zipped.write(line)


@contextmanager
def reading(path: Path) -> Iterator[tuple[Header, Iterator[Saved]]]:
    """The header of a backup, and its rooms and machines, which are read bit by bit.

    Raises:
        StorageError: it is no backup, of a newer version, or damaged; that it is cut off, or has
            changed, is known when the last of them has been read.
        OSError: it cannot be read.
    """
    with path.open("rb") as file, gzip.GzipFile(fileobj=file) as zipped:
        lines = _lines(path, zipped)
        checksum = hashlib.sha256()
        first = next(lines, b"")
        data = _object(first)
        if data is None or data.get("format") != _FORMAT:
            raise StorageError(f"{path} is not a backup of Enligne")
        if data.get("version") != _VERSION:
            raise StorageError(f"{path} was made by a newer version of Enligne")
        checksum.update(first)
        try:
            header = msgspec.convert(data, Header)
        except msgspec.ValidationError as error:
            raise StorageError(f"{path} is damaged: {error}") from None
        yield header, _saved(path, lines, header, checksum)


def _saved(path: Path, lines: Iterator[bytes], header: Header, checksum: Any) -> Iterator[Saved]:
    for number in range(header.total):
        line = next(lines, b"")
        kind: type[Saved] = SavedRoom if number < header.rooms else SavedBrain
        try:
            saved: Saved = msgspec.convert(_object(line), kind)
        except msgspec.ValidationError as error:
            raise _damaged(path, line, str(error)) from None
        checksum.update(line)
        yield saved
    line = next(lines, b"")
    end = _object(line)
    if end != {"sha256": checksum.hexdigest()} or next(lines, b""):
        raise _damaged(path, line, "its checksum is wrong")


def _damaged(path: Path, line: bytes, reason: str) -> StorageError:
    return StorageError(f"{path} is damaged: {reason if line else 'it is cut off'}")


def _lines(path: Path, zipped: gzip.GzipFile) -> Iterator[bytes]:
    try:
        yield from zipped
    except gzip.BadGzipFile as error:
        reason = "is not a backup of Enligne" if not zipped.tell() else f"is damaged: {error}"
        raise StorageError(f"{path} {reason}") from None
    except EOFError:
        raise StorageError(f"{path} is damaged: it is cut off") from None
    except zlib.error as error:
        raise StorageError(f"{path} is damaged: {error}") from None


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None

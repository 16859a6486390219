"""The journal of a mine: a line for each game that was looked through, on the disk before the next.

The first line has the seed. A last line that is not whole was being written when the program
ended, and is dropped.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec

from enligne.errors import JournalError
from enligne.files import naming
from enligne.locks import FileLock
from enligne.puzzles.mining import Mined

if TYPE_CHECKING:
    from pathlib import Path


class Journal:
    """The journal in a file, which only one program has at a time.

    Args:
        path: made if it is not there, and gone on with if it is.
        seed: of the games.

    Raises:
        JournalError: it cannot be read, is of another seed, or someone else is at work on it.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.mined: list[Mined] = []
        self._lock = FileLock(path.with_name(f".{path.name}.lock"))
        with naming(path):
            path.open("ab").close()  # a lock would make folders that are not there
            try:
                self._lock.acquire()
            except TimeoutError:
                raise JournalError(f"{path}: someone is at work on it already") from None
            try:
                self._open(seed)
            except BaseException:
                self._lock.release()
                raise

    def _open(self, seed: int) -> None:
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        try:
            if lines and msgspec.json.decode(lines[0], type=int) != seed:
                raise JournalError(f"{self.path} was begun with another seed: {lines[0].decode()}")
            self.mined += [msgspec.json.decode(line, type=Mined) for line in lines[1:]]
        except msgspec.MsgspecError as error:
            raise JournalError(f"{self.path}: this is not a journal of puzzles: {error}") from None
        if data:
            os.truncate(self.path, len(whole))
        self._file = self.path.open("ab")
        if not lines:
            self._write(seed)

    def add(self, mined: Mined) -> None:
        """Writes a game down, and returns when it is safe."""
        self._write(mined)

    def _write(self, value: Mined | int) -> None:
        with naming(self.path):
            self._file.write(msgspec.json.encode(value) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def remove(self) -> None:
        """Ends the work: what was found is in its own file by now."""
        self.path.unlink()
        self._lock.path.unlink(missing_ok=True)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._lock.release()

"""Files that are written whole, or not at all, and where those of a user are."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_NAME = 200


def replace_file(path: str | Path, content: bytes | str) -> None:
    """Writes a file so that at any moment there is the old one or the new one, whole, even when
    the power fails. What a link points to is replaced, not the link; the new file is as readable
    as the old one was.

    Raises:
        OSError: it cannot be written, and the error names it; the old one is as it was, unless
            all that failed was to make the new one's name safe from a power failure.
    """
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def replacing(path: str | Path) -> Iterator[BinaryIO]:
    """As :func:`replace_file`, for what is written bit by bit: when that fails, or is given up by
    an error, the old file is as it was.

    Raises:
        OSError: as there, or as inside.
    """
    path = Path(path)
    with naming(path):
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file  # a device or a pipe cannot be replaced
        else:
            with _replacing(path.resolve()) as file:
                yield file


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Makes errors of the system name this file, whichever they name, if any.

    Raises:
        OSError: as inside.
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    new = path.with_name(f".{path.name[:_LONGEST_NAME]}.{secrets.token_hex(4)}.new")
    try:
        with new.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            new.chmod(path.stat().st_mode & 0o777)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    make_name_safe(path)


def user_data_folder() -> Path:
    """Where programs of this system keep what is a user's own; it may not be there yet."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData/Local") / "enligne" / "enligne"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/enligne"
    told = os.environ.get("XDG_DATA_HOME", "").strip()
    return (Path(told) if told else Path.home() / ".local/share") / "enligne"


def make_name_safe(path: Path) -> None:
    """Makes sure that a new file is still in its folder after a power failure."""
    if os.name == "posix":
        # The name is part of the folder, which is on the disk when that is.
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

"""Files of saved games."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from enligne import record
from enligne.errors import RecordError

if TYPE_CHECKING:
    from enligne.record import Record


def load(path: str, number: int | None = None) -> Record:
    """The game of a file of records.

    Args:
        number: which one, from 1, where there are several.

    Raises:
        RecordError: it cannot be read.
        ValueError: there is none, or it is not said which.
        OSError: the file cannot be read.
    """
    # The place of a broken record among the others is kept.
    text = Path(path).read_bytes().decode("utf-8", errors="surrogateescape")
    found = list(record.scan(text, file=path))
    if not found:
        raise ValueError(f"{path}: there is no game in it")
    if number is None and len(found) > 1:
        raise ValueError(f"{path}: it holds {len(found)} games; --game N says which")
    if number is not None and not 1 <= number <= len(found):
        raise ValueError(f"{path}: there is no game {number}: it holds {len(found)}")
    wanted = found[(number or 1) - 1]
    if isinstance(wanted, RecordError):
        raise wanted
    return wanted


def is_same(path: Path, other: Path) -> bool:
    """Whether two names are those of one file."""
    with suppress(OSError):
        return path.samefile(other)
    return False


def write_whole(path: Path, kept: Record) -> None:
    """Writes a record to a file, over what it held, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    if path.exists() and not path.is_file():
        # A device or a pipe cannot be replaced; a folder says what it is.
        record.write(path, [kept])
        return
    target = path.resolve()  # what a link points to is replaced, not the link
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    os.close(handle)
    beside = Path(name)
    try:
        record.write(beside, [kept])
        # Such a file is private at first; a game is as readable as other files of the person's.
        mask = os.umask(0)
        os.umask(mask)
        beside.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise

"""Game records: text that a person can read and that reads back as the same game.

    [Event "Club evening"]
    [Date "2026-11-15"]
    [First "Ada"]
    [Second "alphabeta:depth=6"]
    [Rules "connect4"]
    [Result "1-0"]
    [Termination "run"]

    1. d1 e1 2. d2 e2 (2... d3 {holds longer} 3. e2) 3. d3 {[%eval loss in 2] the threat} e3 4. d4
    1-0

A file holds any number of them, one after the other. ``Start`` tells the start position where it
is not the empty board, and any other tag may be added. Other people's files:
:mod:`enligne.formats`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from enligne.errors import RecordError
from enligne.files import replace_file
from enligne.record.model import DEEPEST_NESTING, Record, Variation
from enligne.record.parser import scan
from enligne.record.writer import record_text

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "DEEPEST_NESTING",
    "Record",
    "RecordError",
    "Records",
    "Variation",
    "read",
    "read_text",
    "record_text",
    "scan",
    "write",
]


class Records(NamedTuple):
    """What a file of records holds: the games that could be read, and why others, or parts of
    these, could not."""

    records: list[Record]
    errors: list[RecordError]

    @classmethod
    def of(cls, found: Iterable[Record | RecordError]) -> Records:
        both = list(found)
        return cls(
            [each for each in both if isinstance(each, Record)],
            [each for each in both if isinstance(each, RecordError)],
        )


def read(path: str | Path) -> Records:
    """Reads a file of many games. Broken ones are reported and the others kept.

    Raises:
        OSError: the file cannot be read.
    """
    path = Path(path)
    # Bytes that are not UTF-8 spoil the game they stand in, not the whole file.
    text = path.read_bytes().decode("utf-8", errors="surrogateescape")
    return read_text(text, file=str(path))


def read_text(text: str, *, file: str = "<text>") -> Records:
    """Reads a text of many games, as :func:`read` does a file."""
    return Records.of(scan(text, file=file))


def write(path: str | Path, records: Iterable[Record]) -> None:
    """Writes a file of records, over what it held, whole or not at all.

    Raises:
        OSError: the file cannot be written.
        ValueError: a variation does not begin where it is said to.
    """
    replace_file(path, "\n".join(record.text for record in records))

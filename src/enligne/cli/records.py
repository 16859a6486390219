"""Files of game records, as commands read them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enligne.record import Record, Records


def read_records(path: str, number: int | None = None) -> Records:
    """The games of a file, ``-`` is stdin, or only the one of a number from 1.

    Raises:
        OSError: the file cannot be read.
        ValueError: there is no game of this number.
    """
    from enligne.record import Records, read, read_text

    found = read_text(sys.stdin.read(), file="<stdin>") if path == "-" else read(path)
    if number is None:
        return found
    if not 1 <= number <= len(found.records):
        raise ValueError(f"there is no game {number}: {len(found.records)} could be read")
    return Records([found.records[number - 1]], found.errors)


def title(record: Record) -> str:
    """Who played, and where and when if that is known."""
    players = f"{record.first or '?'} - {record.second or '?'}"
    return ", ".join(part for part in (players, record.event, record.date) if part)


def complain_about(records: Records) -> int:
    """Says of each game that could not be read what was wrong, and returns the exit code."""
    for error in records.errors:
        print(f"enligne: error: {error}", file=sys.stderr)
    return 2 if records.errors else 0

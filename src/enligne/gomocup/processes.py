"""The processes that a program started: who they are, what they hold, and their end."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROCESSES = Path("/proc")


class _Process(NamedTuple):
    number: int
    parent: int
    session: int
    has_mark: bool


def family(leader: int, mark: str = "") -> set[int]:
    """A process that leads its own session and all it started, by their numbers: whatever
    descends from it, is still in its session, or has the mark in its environment, which also
    finds orphans that left the session. Where the system has no ``/proc``, the leader alone."""
    everyone = list(_running(mark.encode()))
    found = {leader} | {each.number for each in everyone if each.session == leader or each.has_mark}
    while True:
        more = {each.number for each in everyone if each.parent in found} - found
        if not more:
            return found
        found |= more


def end_family(leader: int, mark: str = "") -> None:
    """Ends a family of processes at once. The leader must not have been waited for yet: until
    then nobody else can have its number."""
    for _ in range(3):  # whoever is born meanwhile is found the next time
        others = family(leader, mark) - {leader}
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
        for number in others:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
        if not others:
            return


def resident_mb(numbers: set[int]) -> float | None:
    """The memory that processes hold together, in MB; None where the system does not tell."""
    pages = 0
    if not (_PROCESSES / "self" / "statm").exists():
        return None
    for number in numbers:
        with suppress(OSError):
            pages += int((_PROCESSES / str(number) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _running(mark: bytes) -> Iterator[_Process]:
    for folder in _PROCESSES.glob("[0-9]*"):
        try:
            # The name, in brackets, may hold anything; what follows it is in a fixed order.
            state, parent, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue  # it has just ended
        if state != "Z":
            has_mark = bool(mark) and mark in _environment(folder)
            yield _Process(int(folder.name), int(parent), int(session), has_mark)


def _environment(folder: Path) -> bytes:
    try:
        return (folder / "environ").read_bytes()
    except OSError:
        return b""  # someone else's

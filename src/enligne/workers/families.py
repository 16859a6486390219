"""Processes and all that they started: found, and ended."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Makes this process the parent of whoever among its descendants loses theirs, so that nobody
    leaves the family. Only Linux knows this."""
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children() -> dict[int, list[int]]:
    """The numbers of the children of every process; of none where the system has no ``/proc``."""
    found = defaultdict(list)
    for folder in _PROCESSES.glob("[0-9]*"):
        try:
            # The name, in brackets, may hold anything; the state and the parent follow it.
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue  # it has just ended
        if state != "Z":
            found[int(parent)].append(int(folder.name))
    return found


def descendants(*roots: int) -> list[int]:
    """The numbers of all processes that some processes started, that those started, and so on."""
    known = children()
    found = [child for root in roots for child in known.get(root, ())]
    for number in found:
        found += known.get(number, ())
    return found


def environment(number: int) -> bytes:
    """The environment that a process was started with, as far as it can be seen."""
    try:
        return (_PROCESSES / str(number) / "environ").read_bytes()
    except OSError:
        return b""


def end(number: int) -> None:
    """Ends a process and its process group, if it leads one, at once."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(number, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(number, signal.SIGKILL)


def end_family(root: int, mark: str, *, seconds: float = 5.0) -> None:
    """Ends all that a process started, and what else has a mark in its environment, with all that
    started: orphans may have left the family. Whoever is born meanwhile is found the next time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        marked = _marked(mark)
        found = {*marked, *descendants(root, *marked)} - {root}
        if not found:
            return
        for number in found:
            end(number)
        time.sleep(0.001)


def _marked(mark: str) -> list[int]:
    return [
        number
        for siblings in children().values()
        for number in siblings
        if mark.encode() in environment(number)
    ]

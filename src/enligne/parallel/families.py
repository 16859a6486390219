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


def end_family(
    root: int,
    mark: str,
    *,
    folder: str | None = None,
    spared: int | None = None,
    seconds: float = 5.0,
) -> None:
    """Ends all that a process started, and whoever else belongs to it, with all that they started:
    orphans may have left the family. Whoever is born meanwhile is found the next time.

    Args:
        mark: who has this in its environment belongs to it.
        folder: who has a file open in it does so, too.
        spared: does not belong to it in any case.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        others = [
            number
            for siblings in children().values()
            for number in siblings
            if number != spared
            and (
                mark.encode() in environment(number)
                or (folder is not None and _has_open_file_in(folder, number))
            )
        ]
        found = {*others, *descendants(root, *others)} - {root, spared}
        if not found:
            return
        for number in found:
            end(number)
        time.sleep(0.001)


def _has_open_file_in(folder: str, number: int) -> bool:
    with suppress(OSError):
        for file in (_PROCESSES / str(number) / "fd").iterdir():
            with suppress(OSError):
                if str(file.readlink()).startswith(f"{folder}/"):
                    return True
    return False

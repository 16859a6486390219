"""A program and every process that it started: found, measured and ended together."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import time
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: The variable with the names of the families that a process belongs to, the outermost first.
_VARIABLE = "ENLIGNE_FAMILY"
_OWN_NAMES = os.environ.get(_VARIABLE, "").split()  # read now: a task may change its environment
_SECONDS_TO_END = 5.0


class Family:
    """A program that runs, with all that it started, and all that those started.

    They are its descendants, and those that have its name in a variable of their environment, which
    children inherit: that also finds processes whose parent has ended. The program has a session of
    its own, so that Ctrl-C in a terminal does not reach it.

    Args:
        words: its command.
        group: the name of families that can be ended together by :func:`end_group`.
        options: as of :class:`subprocess.Popen`.

    Raises:
        OSError, ValueError: the program cannot be started.
    """

    def __init__(self, words: Sequence[str], *, group: str = "", **options: Any) -> None:
        self._name = secrets.token_hex(8)
        environment = os.environ | {_VARIABLE: " ".join([*_OWN_NAMES, group, self._name])}
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            words, env=environment, start_new_session=True, **options
        )
        # It knows when the program was started: another one may get its number later.
        self._leader: psutil.Process | None = None
        with suppress(psutil.Error):
            self._leader = psutil.Process(self.process.pid)

    def end(self) -> None:
        """Ends all of them at once, also those that are started meanwhile."""
        end_families([self])

    def resident_mb(self) -> float:
        """The memory that the program and its descendants hold together, in MB."""
        held = 0
        with suppress(psutil.Error):
            leader = psutil.Process(self.process.pid)
            for process in (leader, *leader.children(recursive=True)):
                with suppress(psutil.Error):
                    held += process.memory_info().rss
        return held / 2**20


def end_families(families: Iterable[Family]) -> None:
    """Ends many at once, in one go through the processes of the system."""
    families = list(families)
    _end({each._leader for each in families}, {each._name for each in families})


def end_group(group: str) -> None:
    """Ends all families of a group, also those that other processes have started."""
    _end(set(), {group})


def end_own_family() -> None:
    """Ends all that this process has started, where it is the program of a family; not itself."""
    _end({psutil.Process()}, set(_OWN_NAMES[-1:]))


def _end(leaders: set[psutil.Process | None], names: set[str]) -> None:
    deadline = time.monotonic() + _SECONDS_TO_END
    while time.monotonic() < deadline:
        found = [each for each in _members(leaders, names) if each.pid != os.getpid()]
        for process in found:
            if process in leaders and hasattr(os, "killpg"):
                # Where the environment cannot be read, this finds some whose parent has ended.
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
            with suppress(psutil.Error):
                process.kill()
        if not found:
            return
        time.sleep(0.001)


def _members(leaders: set[psutil.Process | None], names: set[str]) -> list[psutil.Process]:
    """The processes of families that have not ended."""
    found, children = [], defaultdict(list)
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # it has just ended
            if process.status() == psutil.STATUS_ZOMBIE:
                continue
            children[process.ppid()].append(process)
            if process in leaders or not names.isdisjoint(_names(process)):
                found.append(process)
    known = set(found)
    for process in found:  # which grows on the way
        more = [child for child in children[process.pid] if child not in known]
        known.update(more)
        found += more
    return found


def _names(process: psutil.Process) -> list[str]:
    try:
        return process.environ().get(_VARIABLE, "").split()
    except (psutil.AccessDenied, OSError):
        return []  # someone else's

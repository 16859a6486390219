"""Analyses on threads of their own, which are ended before Python ends."""

from __future__ import annotations

import atexit
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines.engine import Stop

#: How long Python waits at its end for an engine that does not heed its stop.
_PATIENCE = 5.0

_running: set[Background] = set()
_is_leaving = False


class Background:
    """Work on a thread of its own, begun at once.

    Args:
        work: raises nothing.
        stop: ends it early.
    """

    # Daemons: Python would wait for other threads before anyone could tell them to stop.

    def __init__(self, work: Callable[[], None], stop: Stop) -> None:
        self._work = work
        self.stop = stop
        self._thread = threading.Thread(target=self._run, name="enligne-analysis", daemon=True)
        _running.add(self)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._work()
        finally:
            _running.discard(self)

    def end(self) -> None:
        """Stops it, and waits for that."""
        self.stop.set()
        self.wait()

    def wait(self) -> None:
        """Waits for its end."""
        # Once Python is leaving, what is left of the thread never moves again.
        if not _is_leaving and self._thread is not threading.current_thread():
            self._thread.join()


@atexit.register
def _leave() -> None:
    """Called before the core's own last call, which was registered earlier."""
    global _is_leaving
    left = list(_running)
    for each in left:
        each.stop.set()
    for each in left:
        each._thread.join(_PATIENCE)
    _is_leaving = True

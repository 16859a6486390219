"""The commands of a manager, read by a thread so that END is obeyed while the engine thinks."""

from __future__ import annotations

import os
import queue
import threading
import time
import weakref
from typing import TYPE_CHECKING, NamedTuple

from enligne.gomocup.notation import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from enligne.engines import Stop

# Commands that wait while the engine thinks. A manager that sends more has to wait, too.
_MOST_WAITING = 10_000


class Command(NamedTuple):
    """A line, and when it came by ``time.monotonic()``: the clock of a move runs from then."""

    text: str
    arrival: float


def read_commands(stop: Stop, file: int = 0) -> Iterator[Command]:
    """Yields the lines of an open file up to END or its end, which set the stop as soon as they
    are read: the search is of no more use then."""
    waiting: queue.Queue[Command | None] = queue.Queue(_MOST_WAITING)
    # A thread that still waits for input when Python ends must not keep the stop alive.
    arguments = (file, waiting, weakref.ref(stop))
    threading.Thread(target=_read, args=arguments, daemon=True).start()
    while (command := waiting.get()) is not None:
        yield command


def _read(
    file: int, waiting: queue.Queue[Command | None], stop_if_any: Callable[[], Stop | None]
) -> None:
    # Not sys.stdin: its lock, held by a thread that waits for input, would break the exit.
    lines = Lines()
    try:
        while data := os.read(file, 65536):
            if not _put(lines.feed(data), waiting):
                return
        _put(lines.end(), waiting)
    except OSError:
        pass  # the input is gone
    finally:
        if (stop := stop_if_any()) is not None:
            stop.set()
        waiting.put(None)


def _put(lines: list[str], waiting: queue.Queue[Command | None]) -> bool:
    """Queues lines; false when one of them was END."""
    now = time.monotonic()
    for line in lines:
        if line.upper() == "END":
            return False
        waiting.put(Command(line, now))
    return True

"""Work of the core that Ctrl-C can end: the core does not look at Python's signals."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne import _core

Found = TypeVar("Found")


def interruptible(work: Callable[[], Found], stop: _core.Stop) -> Found:
    """Does work beside the main thread, which alone hears Ctrl-C and can then set its stop. On any
    other thread it is just done."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    with ThreadPoolExecutor(1) as worker:
        found = worker.submit(work)
        try:
            wait([found])
        except BaseException:
            stop.set()
            raise
        return found.result()

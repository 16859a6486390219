"""Work of the core that Ctrl-C can end: the core does not look at Python's signals."""

from __future__ import annotations

import threading
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
    result: list[Found] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        # A join that Ctrl-C interrupts takes the thread for ended while it still runs.
        done.wait()
    except BaseException:
        stop.set()
        done.wait()
        raise
    finally:
        worker.join()
    if errors:
        raise errors[0]
    return result[0]

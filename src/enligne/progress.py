"""Long work: a bar on a terminal that shows how far it has come, a line now and then elsewhere, and
Ctrl-C that ends it."""

from __future__ import annotations

import signal
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self, TextIO, TypeVar

from enligne import extras

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console
    from rich.progress import Progress

    from enligne import _core

_BETWEEN = 0.1
_TURN = 0.2
#: Between two lines, and the share of the time so far that there is at least: hours of work do not
#: fill a file.
_BETWEEN_LINES = 2.0
_SHARE_BETWEEN_LINES = 0.1

Found = TypeVar("Found")


def bar(console: Console) -> Progress:
    """A bar of rich, for one task at a time, that goes away when it is stopped."""
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        BarColumn(30, complete_style="green", finished_style="green"),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )


class Bar:
    """Is told how far work has come, and shows it where someone can see it.

    Args:
        stream: where to.
        unit: what is counted, as in ``12/40 games``.
        seconds_before: work that takes less has no bar.
        is_quiet: whether a pipe or a file gets nothing: for what writes lines of its own all along.
    """

    def __init__(
        self, stream: TextIO, unit: str, *, seconds_before: float = 0.0, is_quiet: bool = False
    ) -> None:
        self._stream = stream
        self._unit = unit
        self._is_terminal = stream.isatty() and extras.has("terminal")
        self._is_seen = self._is_terminal or not is_quiet
        self._start = time.monotonic()
        self._next = self._start + (seconds_before if self._is_terminal else _BETWEEN_LINES)
        self._progress: Progress | None = None
        self._is_drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: int, total: int | None = None, note: str = "") -> None:
        """Draws the bar, ten times a second at most; ``total`` is None where it is not known."""
        now = time.monotonic()
        if not self._is_seen or now < self._next:
            return
        count = f"{done:,}" if total is None else f"{done:,}/{total:,}"
        words = f"{count} {self._unit}{', ' if note else ''}{note}"
        if self._is_terminal:
            self._next = now + _BETWEEN
            self._draw(done, total, words)
        else:
            spent = now - self._start
            self._next = now + max(_BETWEEN_LINES, _SHARE_BETWEEN_LINES * spent)
            print(f"{words}, {spent:,.0f} s", file=self._stream, flush=True)

    def _draw(self, done: int, total: int | None, words: str) -> None:
        if self._progress is None:
            from rich.console import Console

            self._progress = bar(Console(file=self._stream, highlight=False))
            self._progress.add_task("")
        (task,) = self._progress.task_ids
        self._progress.update(task, completed=done, total=total, description=words)
        if not self._is_drawn:
            self._progress.start()
            # Who is killed could not bring the cursor back.
            self._progress.console.show_cursor(True)
            self._is_drawn = True
        self._progress.refresh()

    def clear(self) -> None:
        """Makes room for a line of output."""
        if self._is_drawn and self._progress is not None:
            self._progress.stop()
            self._is_drawn = False


class InterruptibleThreads:
    """Threads for work of the core, which does not look at Python's signals. While the main thread
    deals with them Ctrl-C only sets their stop, and is raised a moment later: raised at once, it
    could leave a lock taken that they need. At any other time it is raised at once."""

    def __init__(self, count: int, stop: _core.Stop) -> None:
        self._threads = ThreadPoolExecutor(count)
        self._stop = stop
        self._hears = self._holds = self._is_interrupted = False

    def __enter__(self) -> Self:
        in_main = threading.current_thread() is threading.main_thread()
        # Who has another handler, or ignores the signal, keeps that.
        if in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._interrupt)
            self._hears = True
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._stop.set()
        try:
            with self._uninterrupted(raises=kind is None):
                self._threads.shutdown()
        finally:
            if self._hears:
                signal.signal(signal.SIGINT, signal.default_int_handler)

    def submit(self, work: Callable[[], Found]) -> Future[Found]:
        with self._uninterrupted():
            return self._threads.submit(work)

    def result(self, found: Future[Found], each_turn: Callable[[], None] | None = None) -> Found:
        """Waits in turns: a signal that comes just before a wait begins does not end it.

        Args:
            each_turn: called a few times a second while it waits.
        """
        with self._uninterrupted():
            while not wait([found], timeout=_TURN).done:
                if each_turn:
                    each_turn()
        return found.result()

    @contextmanager
    def _uninterrupted(self, *, raises: bool = True) -> Iterator[None]:
        self._holds = True
        try:
            yield
        finally:
            self._holds = False
        if self._is_interrupted and raises:
            raise KeyboardInterrupt

    def _interrupt(self, *_: object) -> None:
        self._is_interrupted = True
        self._stop.set()
        if not self._holds:
            raise KeyboardInterrupt


def interruptible(work: Callable[[], Found], stop: _core.Stop) -> Found:
    """Does work that Ctrl-C ends by its stop. On any thread but the main one it is just done."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    with InterruptibleThreads(1, stop) as threads:
        try:
            found = threads.submit(work)
        except RuntimeError:  # Python is ending, and begins no threads any more
            return work()
        return threads.result(found)

"""The pool: takes tasks as there are workers for them, and gives results as they finish."""

from __future__ import annotations

import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from enligne.errors import ParallelError
from enligne.parallel.local import DeathError
from enligne.parallel.worker import pack, result_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future

    Task = TypeVar("Task")
    Result = TypeVar("Result")

#: How many workers may die of a task before it is given up.
MOST_DEATHS = 3
# How long to wait for answers before asking again for a task that was not there yet.
_GLANCE = 0.02
# A signal that comes just before a wait does not end it: look up from time to time.
_HEED = 1.0
# Of a task in a message.
_MOST_LETTERS = 200


class Later(Enum):
    """The type of :data:`LATER`."""

    LATER = "later"


#: What an iterable of tasks may yield to say: no task yet, ask again when results were looked at.
LATER: Final = Later.LATER


class Workers(Protocol):
    """The workers of one place: of this machine, or of a cluster. Many threads use them at once."""

    #: How many work at the same time.
    size: int

    def run(self, function: bytes, task: bytes) -> bytes:
        """The packed answer to a task.

        Raises:
            DeathError: the worker died instead, or was stopped; how.
            ParallelError: workers cannot be started.
        """

    def stop(self) -> None:
        """Ends the tasks that are under way, with all that they started."""

    def close(self) -> None:
        """Ends all workers, and gives back what else is held."""


class Pool:
    """Workers that run a function on many tasks, each worker a process of its own.

    They are started when they are first needed, kept from one run to the next, and ended with all
    that they started when the ``with`` statement is left. Made by :func:`enligne.parallel.create`.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        # Each thread waits for the answer of one worker.
        self._threads = ThreadPoolExecutor(workers.size, thread_name_prefix="enligne-pool")
        self._running: dict[Future[bytes], tuple[int, Any]] = {}  # the index and the task of each
        self._stopped = threading.Event()
        self._is_busy = False

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def size(self) -> int:
        """How many tasks are worked on at the same time."""
        return self._workers.size

    def close(self) -> None:
        """Ends the workers; the results of a run that has not finished are lost."""
        self._stop()
        self._workers.close()
        self._threads.shutdown()

    def run(
        self, function: Callable[[Task], Result], tasks: Iterable[Task | Later]
    ) -> Generator[tuple[int, Result], None, None]:
        """Gives the index and the result of each task as they finish, in any order.

        A task is taken only when there is a worker for it, so that tasks may have no end. A task
        whose worker died is given to another. A run that stops early, by an error or because this
        generator is closed, ends the workers and what they were doing.

        Args:
            function: of one task.
            tasks: anything that can be pickled, or :data:`LATER`; named in errors by its ``str``.

        Raises:
            ParallelError: three workers died of a task, or workers cannot be started.
            Exception: what the function raised, of its own type.
        """
        if self._is_busy:
            raise ParallelError("this pool is busy with another run")
        self._is_busy = True
        try:
            yield from self._run(pack(function), iter(tasks))
        finally:
            self._is_busy = False
            self._stop()

    def _run(self, function: bytes, tasks: Iterator[Any]) -> Iterator[tuple[int, Any]]:
        count = 0
        has_more = True
        done: list[tuple[int, Any]] = []
        while has_more or self._running:
            has_to_wait = False
            while has_more and not has_to_wait and len(self._running) < self.size:
                try:
                    task = next(tasks)
                except StopIteration:
                    has_more = False
                    break
                if task is LATER:
                    has_to_wait = True
                else:
                    packed = (function, pack(task))
                    future = self._threads.submit(self._answer, *packed, self._stopped)
                    self._running[future] = (count, task)
                    count += 1
            # Only now, so that workers are busy while the caller is.
            yield from done
            done.clear()
            if self._running:
                seconds = _GLANCE if has_to_wait else _HEED
                finished, _ = wait(self._running, seconds, FIRST_COMPLETED)
                done += [self._finish(future) for future in finished]
        yield from done

    def _answer(self, function: bytes, task: bytes, stopped: threading.Event) -> bytes:
        """The answer to a task, by one worker after the other if they die of it."""
        deaths = 0
        while True:
            try:
                return self._workers.run(function, task)
            except DeathError:
                deaths += 1
                if deaths == MOST_DEATHS or stopped.is_set():
                    raise

    def _stop(self) -> None:
        """Ends the tasks that are under way, if there are any."""
        left = set(self._running)
        self._running.clear()
        self._stopped.set()
        while left:
            self._workers.stop()  # again: one may just have been started
            _, left = wait(left, _GLANCE)
        self._stopped = threading.Event()

    def _finish(self, future: Future[bytes]) -> tuple[int, Any]:
        index, task = self._running.pop(future)
        try:
            return index, result_of(future.result())
        except DeathError as death:
            raise ParallelError(
                f"{str(task)[:_MOST_LETTERS]}: {MOST_DEATHS} workers died of it, the last {death}"
            ) from None

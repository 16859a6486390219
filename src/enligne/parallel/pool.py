"""The pool: hands tasks to workers one at a time, and again to others where a worker died."""

from __future__ import annotations

import pickle
import reprlib
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from enligne.errors import WorkersError
from enligne.parallel.loading import unpack_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from types import TracebackType

    Task = TypeVar("Task")
    Result = TypeVar("Result")

#: How many workers may die of a task before it is given up.
MOST_DEATHS = 3
# How long to wait for answers before asking again for a task that was not there yet.
_GLANCE = 0.02


class Later(Enum):
    LATER = "later"


#: What an iterable of tasks may yield to say: no task yet, ask again when results were looked at.
LATER: Final = Later.LATER


class EventKind(Enum):
    READY = "ready"  # a worker waits for its first task
    ANSWER = "answer"
    DEATH = "death"


class Event(NamedTuple):
    """What became of a worker: its answer, or in words how it died."""

    kind: EventKind
    worker: int
    answer: bytes = b""
    reason: str = ""


class Crew(Protocol):
    """The workers of one place, each known by a number that is never used again."""

    size: int
    #: Whether they can load the script that this process runs.
    is_at_home: bool

    def start(self, module: str) -> int:
        """Starts a worker, which tells when it is ready; its tasks will likely need this module."""

    def send(self, worker: int, task: bytes) -> None:
        """Gives a task to a worker that has none. That it died is told by the next events."""

    def events(self, seconds: float | None) -> list[Event]:
        """What happened; waits so long for something to happen."""

    def end(self) -> None:
        """Ends all workers, and all that they started. New ones can be started then."""

    def close(self) -> None:
        """Ends all workers, and gives back what else is held."""


@dataclass(slots=True)
class _Job:
    index: int
    task: object
    packed: bytes
    deaths: int = 0


class Pool:
    """Workers that run a function on many tasks, each task in a process of its own.

    They are started when they are first needed, kept from one run to the next, and ended with all
    that they started when the ``with`` statement is left. Made by :func:`enligne.parallel.create`.
    """

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._starting: set[int] = set()
        self._idle: list[int] = []
        self._busy: dict[int, _Job] = {}
        self._waiting: deque[_Job] = deque()  # taken from the tasks, and not with a worker
        self._failures = 0  # to start a worker, in a row
        self._is_running = False

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def size(self) -> int:
        """How many tasks are worked on at the same time."""
        return self._crew.size

    def close(self) -> None:
        """Ends the workers; what a run has not given yet is lost."""
        self._forget()
        self._crew.close()

    def run(
        self, function: Callable[[Task], Result], tasks: Iterable[Task | Later]
    ) -> Generator[tuple[int, Result], None, None]:
        """Gives the index and the result of each task as they finish, in any order.

        A task is taken only when there is a worker for it, so that tasks may have no end. A task
        whose worker died is given to another. Whoever stops early, by an error or by closing this
        generator, ends the workers and what they were doing.

        Args:
            function: of one task, found by workers under its name in its module.
            tasks: anything that can be pickled, or :data:`LATER`.

        Raises:
            WorkersError: three workers died of a task, or there is no way to have workers.
            Exception: whatever the function raised, of its own type.
        """
        if self._is_running:
            raise WorkersError("this pool is busy with another run")
        if getattr(function, "__module__", None) == "__main__" and not self._crew.is_at_home:
            raise WorkersError(
                "other machines do not have this script: put the function in a module that is"
                " installed there"
            )
        self._is_running, is_done = True, False
        try:
            yield from self._run(function, tasks)
            is_done = True
        finally:
            self._is_running = False
            if not is_done:
                self._forget()
                self._crew.end()

    def _run(
        self, function: Callable[[Any], Any], tasks: Iterable[Any]
    ) -> Iterator[tuple[int, Any]]:
        left: Iterator[Any] | None = iter(tasks)
        module = getattr(function, "__module__", None) or ""
        count = 0
        done: list[tuple[int, Any]] = []
        while True:
            has_to_wait = False
            while left is not None and len(self._busy) + len(self._waiting) < self._crew.size:
                try:
                    task = next(left)
                except StopIteration:
                    left = None
                    break
                if task is LATER:
                    has_to_wait = True
                    break
                packed = pickle.dumps((function, task), pickle.HIGHEST_PROTOCOL)
                self._waiting.append(_Job(count, task, packed))
                count += 1
                self._hand_out(module)  # before the next is asked for, which may take its time
            self._hand_out(module)
            # Only now, so that workers are busy while the caller is.
            yield from done
            done.clear()
            if self._busy or self._waiting:
                for event in self._crew.events(_GLANCE if has_to_wait else None):
                    done += self._heed(event)
            elif left is None:
                return

    def _hand_out(self, module: str) -> None:
        while self._waiting and self._idle:
            job, worker = self._waiting.popleft(), self._idle.pop()
            self._busy[worker] = job
            self._crew.send(worker, job.packed)
        while len(self._starting) < len(self._waiting):
            self._starting.add(self._crew.start(module))

    def _heed(self, event: Event) -> Iterator[tuple[int, Any]]:
        worker = event.worker
        if event.kind is EventKind.READY:
            self._starting.discard(worker)
            self._idle.append(worker)
            self._failures = 0
        elif event.kind is EventKind.ANSWER:
            job = self._busy.pop(worker)
            self._idle.append(worker)
            yield job.index, unpack_answer(event.answer)
        elif worker in self._starting:
            self._starting.discard(worker)
            self._failures += 1
            if self._failures == MOST_DEATHS:
                raise WorkersError(f"workers cannot be started: {event.reason}")
        elif worker in self._idle:
            self._idle.remove(worker)
        elif worker in self._busy:
            self._mourn(self._busy.pop(worker), event.reason)

    def _mourn(self, job: _Job, reason: str) -> None:
        job.deaths += 1
        if job.deaths == MOST_DEATHS:
            raise WorkersError(
                f"task {job.index}, {_shortened.repr(job.task)}: {MOST_DEATHS} workers died of it,"
                f" the last {reason}"
            )
        self._waiting.appendleft(job)

    def _forget(self) -> None:
        self._starting.clear()
        self._idle.clear()
        self._busy.clear()
        self._waiting.clear()


_shortened = reprlib.Repr()
_shortened.maxother = _shortened.maxstring = 120

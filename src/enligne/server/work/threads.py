"""What takes time: jobs for a bounded number of threads beside the event loop, first come first
served, and tasks of the loop, which wait for them. The core computes without the GIL, so the loop
goes on meanwhile."""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
from collections import OrderedDict, deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from enligne import players
from enligne.engines import Stop
from enligne.players.matchbox import Matchbox
from enligne.server.contract.refusals import RefusalError, failure, refusal_of
from enligne.server.contract.words import TaskFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from enligne.players import Player, PlayerSpec
    from enligne.server.views import Tell

    Work = Coroutine[Any, Any, None]

_log = logging.getLogger("enligne.work")

_PLAYERS_KEPT = 6


class KeptPlayers:
    """The players of one thread, kept for the next time: their tables are large."""

    def __init__(self) -> None:
        self._kept: OrderedDict[PlayerSpec, Player] = OrderedDict()

    def player(self, spec: PlayerSpec) -> Player:
        found = self._kept.pop(spec, None)
        if found is None or isinstance(found, Matchbox):  # which may have learnt meanwhile
            found = players.create(spec)
        self._kept[spec] = found
        while len(self._kept) > _PLAYERS_KEPT:
            self._kept.popitem(last=False)
        return found


@dataclass(eq=False, slots=True)
class Job:
    """Something that takes time, for a room or a visitor."""

    key: str
    work: Callable[[KeptPlayers, Stop], Any]
    future: asyncio.Future[Any]
    is_patient: bool
    stop: Stop = field(default_factory=Stop)
    has_begun: bool = False


class Workers:
    """Runs jobs, one at a time for each key.

    Args:
        threads: how many jobs are done at the same time.
        longest: how many may wait.
        on_loop: run them on the event loop itself, as a measure of what this class is worth.
    """

    def __init__(self, threads: int, longest: int, *, on_loop: bool = False) -> None:
        self._longest = longest
        self._on_loop = on_loop
        # Patient jobs never have all workers: a game does not wait behind analyses alone.
        self._most_patient = max(1, threads - 1)
        self._waiting: deque[Job] = deque()
        self._running: dict[str, Job] = {}
        self._is_closed = False
        self._changed = threading.Condition()
        self._players = KeptPlayers()
        self._threads = [
            threading.Thread(target=self._serve, name=f"worker-{number}", daemon=True)
            for number in range(0 if on_loop else threads)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def running(self) -> int:
        return len(self._running)

    def submit(
        self, key: str, work: Callable[[KeptPlayers, Stop], Any], *, is_patient: bool = False
    ) -> Job:
        """Puts a job at the end of the queue. Its future has the result.

        Args:
            key: jobs of the same key are done one after the other.
            work: called in a thread with that thread's players and a stop to heed.
            is_patient: may wait while others of its kind are being done.

        Raises:
            RefusalError: the queue is full, or the server stops.
        """
        loop = asyncio.get_running_loop()
        job = Job(key, work, loop.create_future(), is_patient)
        if self._on_loop:
            job.has_begun = True
            loop.call_soon(self._do, job, self._players)
            return job
        with self._changed:
            if self._is_closed or len(self._waiting) >= self._longest:
                raise RefusalError(
                    "busy", "too many players are thinking at the moment: try again soon"
                )
            self._waiting.append(job)
            self._changed.notify()
        return job

    async def run(
        self, key: str, work: Callable[[KeptPlayers, Stop], Any], *, is_patient: bool = True
    ) -> Any:
        """The result of such a job, which ends with the caller."""
        job = self.submit(key, work, is_patient=is_patient)
        try:
            return await job.future
        finally:
            self.cancel(job)

    def place(self, job: Job) -> int:
        """How many jobs come before, counted from 1; 0 when it has begun."""
        with self._changed:
            if job.has_begun:
                return 0
            ahead = itertools.takewhile(lambda other: other is not job, self._waiting)
            return 1 + sum(1 for _ in ahead)

    def cancel(self, job: Job) -> None:
        """Ends a job early; what it found until then is its result, if it had begun."""
        job.stop.set()
        with self._changed:
            if not job.has_begun and job in self._waiting:
                self._waiting.remove(job)
                job.future.cancel()

    async def close(self) -> None:
        """Ends all jobs."""
        with self._changed:
            self._is_closed = True
            for job in self._running.values():
                job.stop.set()
            while self._waiting:
                self._waiting.popleft().future.cancel()
            self._changed.notify_all()
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def _next(self) -> Job | None:
        """The first job that may be done now; the lock is held."""
        patient = sum(job.is_patient for job in self._running.values())
        for job in self._waiting:
            if job.key in self._running or (job.is_patient and patient >= self._most_patient):
                continue
            self._waiting.remove(job)
            return job
        return None

    def _serve(self) -> None:
        own = KeptPlayers()
        while True:
            with self._changed:
                while (job := self._next()) is None:
                    if self._is_closed:
                        return
                    self._changed.wait()
                self._running[job.key] = job
                job.has_begun = True
            try:
                self._do(job, own)
            finally:
                with self._changed:
                    del self._running[job.key]
                    self._changed.notify_all()

    @staticmethod
    def _do(job: Job, own: KeptPlayers) -> None:
        result: Any = None
        failure: BaseException | None = None
        try:
            result = job.work(own, job.stop)
        except Exception as error:
            failure = error

        def answer() -> None:
            if job.future.done():
                return
            if failure is not None:
                job.future.set_exception(failure)
            else:
                job.future.set_result(result)

        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            job.future.get_loop().call_soon_threadsafe(answer)


class Tasks:
    """Tasks that go on by themselves."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Work) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        # The loop itself would let it be collected while it runs.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Waits for all of them, whichever way they end."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


class PageTasks:
    """What pages wait for: every owner has one at a time, and a new one takes the place of the one
    before. A page is told if it fails."""

    def __init__(self) -> None:
        self._running: dict[str, tuple[str, asyncio.Task[None]]] = {}

    def start(self, owner: str, event: str, identifier: str, work: Work, tell: Tell) -> None:
        """Begins a task of this identifier, of which the page hears by this event."""
        self.stop(owner)
        task = asyncio.create_task(_told(event, identifier, work, tell))
        self._running[owner] = (identifier, task)

        def done(finished: asyncio.Task[None]) -> None:
            work.close()  # where it never began
            if self._running.get(owner, ("", None))[1] is finished:
                del self._running[owner]

        task.add_done_callback(done)

    def stop(self, owner: str, identifier: str | None = None) -> None:
        """Ends what an owner has running, or only that of this identifier."""
        running = self._running.get(owner)
        if running is not None and identifier in (None, running[0]):
            del self._running[owner]
            running[1].cancel()

    def close(self) -> None:
        for owner in list(self._running):
            self.stop(owner)


async def _told(event: str, identifier: str, work: Work, tell: Tell) -> None:
    try:
        await work
    except RefusalError as error:
        refusal = error
    except ValueError as error:
        refusal = refusal_of(error)
    except Exception:
        _log.exception("a task failed", extra={"event": event})
        refusal = failure()
    else:
        return
    await tell(event, TaskFailure(identifier, refusal.code, refusal.text, refusal.values))

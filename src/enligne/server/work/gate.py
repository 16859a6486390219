"""The gate: whatever costs more than a look-up passes here, has a price, and ends when nobody waits
for it any more."""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from enligne.server.contract.prices import AT_ONCE
from enligne.server.contract.refusals import RefusalError, try_again
from enligne.server.work.fair_queue import Asker, FairQueue, Lane, Share, Waiting
from enligne.server.work.process import Done, Limits, SearchFailedError, SearchProcess, Task

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_log = logging.getLogger("enligne.work")

#: What costs no more has a process that nothing longer takes: replies of players who look only a
#: little ahead.
QUICK = 0.2
#: The same for what costs no more than a usual reply, hint or position.
SHORT = 1.5
#: What a process that had to be started again costs whoever made it end.
_RESTART_SECONDS = 1.0
_SECONDS_TO_SETTLE = 30.0
#: Something is wrong when nothing ends for so long though something waits.
_JAMMED_SECONDS = 60.0


class Runner(Protocol):
    """What runs one task at a time: see :class:`SearchProcess`."""

    restarts: int

    @property
    def is_ready(self) -> bool: ...
    @property
    def is_able(self) -> bool: ...
    def start(self, on_ready: Callable[[], None]) -> None: ...
    async def settle(self) -> None: ...
    async def close(self) -> None: ...
    def run(
        self, task: Task, *, seconds: float, listener: Callable[[Any], None] | None = None
    ) -> asyncio.Future[Done]: ...
    def stop(self) -> None: ...


@dataclass(eq=False, slots=True)
class Job(Waiting):
    """A task on its way through the gate. ``future`` has its result."""

    task: Task = field(kw_only=True)
    listener: Callable[[Any], None] | None = field(kw_only=True)
    future: asyncio.Future[Any] = field(kw_only=True)
    runner: Runner | None = field(default=None, init=False)
    begun: float = field(default=0.0, init=False)


class Gate:
    """Runs tasks, in the order that :class:`FairQueue` says.

    Args:
        runners: each with what it is for.
        most: how many tasks may wait.
        most_of_address: how many of those for one address.
    """

    def __init__(
        self,
        runners: Sequence[tuple[Lane, Runner]],
        *,
        most: int = 256,
        most_of_address: int = 32,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # The narrowest first: the wide ones stay free for what nobody else may do.
        self._runners = sorted(runners, key=lambda each: each[0].longest)
        self._busy: set[Runner] = set()
        self._clock = clock
        self._queue: FairQueue[Job] = FairQueue(
            [lane for lane, _ in runners], most=most, most_of_address=most_of_address, clock=clock
        )
        self._last_end = dict.fromkeys(Share, clock())
        self._is_closed = False
        #: How many were refused, by the code of the refusal.
        self.refused: Counter[str] = Counter()

    # For those who run a server.

    def start(self) -> None:
        """Starts the processes. Tasks may be asked for at once."""
        for _, runner in self._runners:
            runner.start(self._dispatch)

    async def settle(self) -> None:
        """Waits until the processes for people's games are there, or are known to be unable to
        start; on a busy machine not for long: people can play each other meanwhile."""
        settling = [asyncio.ensure_future(runner.settle()) for runner in self._for_people()]
        _, late = await asyncio.wait(settling, timeout=_SECONDS_TO_SETTLE)
        for each in late:
            each.cancel()

    async def close(self) -> None:
        """Ends all tasks and processes."""
        self._is_closed = True
        for job in (*self._queue, *self._queue.running):
            self.cancel(job)
        await asyncio.gather(*(runner.close() for _, runner in self._runners))

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def running(self) -> int:
        return len(self._queue.running)

    @property
    def restarts(self) -> int:
        return sum(runner.restarts for _, runner in self._runners)

    @property
    def serves_people(self) -> bool:
        """Whether a process for people's games can be started."""
        return any(runner.is_able for runner in self._for_people())

    @property
    def is_jammed(self) -> bool:
        """Whether something waits and nothing has ended for long."""
        now = self._clock()
        return any(
            now - max(job.since, self._last_end[job.share]) > _JAMMED_SECONDS for job in self._queue
        )

    # For those who ask.

    async def run(
        self,
        asker: Asker,
        task: Task,
        *,
        price: float,
        share: Share = Share.OTHERS,
        is_look: bool = False,
        listener: Callable[[Any], None] | None = None,
    ) -> Any:
        """The result of a task, which ends with the caller. Arguments and errors as for
        :meth:`ask`."""
        job = self.ask(asker, task, price=price, share=share, is_look=is_look, listener=listener)
        try:
            return await job.future
        finally:
            self.cancel(job)

    async def look(self, asker: Asker, task: Task, *, price: float) -> Any:
        """The result of a task that changes nothing and uses nothing of a process: at once where
        that costs less than to ask for it. Where this connection has such a one waiting, it takes
        its place. Errors as for :meth:`ask`."""
        if price <= AT_ONCE:
            return task.function(None, *task.arguments)
        return await self.run(asker, task, price=price, is_look=True)

    def ask(
        self,
        asker: Asker,
        task: Task,
        *,
        price: float,
        share: Share = Share.OTHERS,
        is_look: bool = False,
        listener: Callable[[Any], None] | None = None,
    ) -> Job:
        """Lets a task through, or lets it wait. Its future has the result, or as error that of the
        task, a :class:`SearchFailedError`, or a refusal where others needed its place.

        Args:
            price: what it will cost, in seconds of a processor.
            is_look: it changes nothing: the next such one of this connection takes its place
                while it waits.
            listener: hears of what the task tells meanwhile.

        Raises:
            RefusalError: too much waits: for this connection, its address, or all.
        """
        if self._is_closed:
            raise self._refused(try_again("busy", "the server is stopping", 5))
        future = asyncio.get_running_loop().create_future()
        job = Job(asker, price, share, is_look, task=task, listener=listener, future=future)
        try:
            dropped = self._queue.add(job)
        except RefusalError as refusal:
            raise self._refused(refusal) from None
        if dropped is not None and not dropped.future.done():
            dropped.future.set_exception(self._refused(self._queue.refusal_of_dropped(dropped)))
        self._dispatch()
        return job

    def place(self, job: Job) -> int:
        """How many tasks come before, counted from 1; 0 when it has begun."""
        return self._queue.place(job)

    def cancel(self, job: Job) -> None:
        """Ends a task whose result nobody wants."""
        job.future.cancel()
        if not self._queue.remove(job) and job.runner is not None:
            job.runner.stop()

    def forget(self, connection: str) -> None:
        """Ends all that a connection has waiting or running; it is gone."""
        for job in (*self._queue, *self._queue.running):
            if job.asker.connection == connection:
                self.cancel(job)

    def replace(self, connection: str) -> None:
        """Ends all that a connection has waiting or running: something newer takes its place."""
        for job in (*self._queue, *self._queue.running):
            if job.asker.connection == connection and not job.future.done():
                job.future.set_exception(
                    RefusalError("replaced", "something newer took the place of this")
                )
                self.cancel(job)

    # How it is done.

    def _for_people(self) -> list[Runner]:
        return [runner for lane, runner in self._runners if lane.share is Share.PEOPLE]

    def _dispatch(self) -> None:
        """Gives work to all who are idle, if there is some that they may do."""
        if self._is_closed:
            return
        for lane, runner in self._runners:
            if runner not in self._busy and runner.is_ready:
                job = self._queue.next(lane)
                if job is not None:
                    self._begin(job, runner)

    def _begin(self, job: Job, runner: Runner) -> None:
        job.runner = runner
        job.begun = self._clock()
        self._busy.add(runner)
        try:
            done = runner.run(job.task, seconds=job.price, listener=job.listener)
        except Exception as error:  # it cannot be sent
            done = asyncio.get_running_loop().create_future()
            done.set_exception(error)
        done.add_done_callback(functools.partial(self._end, job, runner))

    def _end(self, job: Job, runner: Runner, done: asyncio.Future[Done]) -> None:
        self._busy.discard(runner)
        job.runner = None
        now = self._last_end[job.share] = self._clock()
        cost = now - job.begun
        error = done.exception()
        if error is None:
            cost = done.result().seconds
        elif isinstance(error, SearchFailedError):
            if not self._is_closed:
                about = {"task": job.task.function.__name__, "reason": error.text}
                _log.warning("a search failed", extra=about)
            cost += _RESTART_SECONDS
        self._queue.finish(job, cost)
        if not job.future.done():
            if error is None:
                job.future.set_result(done.result().result)
            else:
                job.future.set_exception(error)
        self._dispatch()

    def _refused(self, refusal: RefusalError) -> RefusalError:
        self.refused[refusal.code] += 1
        return refusal


def search_processes(
    people: int = 3, others: int = 2, *, most_mb: int = 384
) -> list[tuple[Lane, SearchProcess]]:
    """The processes of a server, each with what it is for. Of those of a share the first is only
    for what is soon done, and of three or more the second too, for a little more.

    Args:
        people, others: how many, from 1.
        most_mb: of memory, for each.
    """
    shares = ((Share.PEOPLE, people, (QUICK, SHORT), 2), (Share.OTHERS, others, (SHORT,), 4))
    found = []
    for share, count, bounds, niceness in shares:
        longest = (*bounds[: count - 1], *[math.inf] * count)[:count]
        for bound in longest:
            limits = Limits(most_mb=most_mb, niceness=1 if bound == QUICK else niceness)
            found.append((Lane(share, bound), SearchProcess(limits)))
    return found

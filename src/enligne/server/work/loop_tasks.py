"""Tasks of the event loop, which wait for what is done elsewhere."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from enligne.server.contract.refusals import RefusalError, failure, refusal_of
from enligne.server.contract.words import TaskFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from msgspec import Raw, Struct

    from enligne.server.views import Tell

    Work = Coroutine[Any, Any, None]

_log = logging.getLogger("enligne.work")


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

    def teller(self, event: str, tell: Tell) -> Callable[[Struct | Raw], None]:
        """Tells a page, on the side, what the current task has to say; nothing more once that is
        cancelled, as the page may have heard that it was stopped."""
        task = asyncio.current_task()
        assert task is not None

        async def unless_stopped(news: Struct | Raw) -> None:
            if not task.cancelling():
                await tell(event, news)

        def hear(news: Struct | Raw) -> None:
            self.start(unless_stopped(news))

        return hear

    async def finish(self) -> None:
        """Waits for all of them, whichever way they end."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


class _Running(NamedTuple):
    identifier: str
    task: asyncio.Task[None]
    event: str
    tell: Tell


class PageTasks:
    """What pages wait for: every owner has one at a time, and a new one takes the place of the one
    before. A page is told if it fails, and if another page of its owner takes its place."""

    def __init__(self) -> None:
        self._running: dict[str, _Running] = {}
        self._telling = Tasks()

    def start(self, owner: str, event: str, identifier: str, work: Work, tell: Tell) -> None:
        """Begins a task of this identifier, of which the page hears by this event."""
        before = self._running.get(owner)
        self.stop(owner)
        # A page knows what it asked for itself.
        if before is not None and before.tell != tell:
            refusal = RefusalError("replaced", "another page of yours asked for something")
            self._telling.start(_tell(before.event, before.identifier, refusal, before.tell))
        task = asyncio.create_task(_told(event, identifier, work, tell))
        self._running[owner] = _Running(identifier, task, event, tell)

        def done(finished: asyncio.Task[None]) -> None:
            work.close()  # where it never began
            running = self._running.get(owner)
            if running is not None and running.task is finished:
                del self._running[owner]

        task.add_done_callback(done)

    def stop(self, owner: str, identifier: str | None = None) -> None:
        """Ends what an owner has running, or only that of this identifier."""
        running = self._running.get(owner)
        if running is not None and identifier in (None, running.identifier):
            del self._running[owner]
            running.task.cancel()

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
    await _tell(event, identifier, refusal, tell)


async def _tell(event: str, identifier: str, refusal: RefusalError, tell: Tell) -> None:
    await tell(event, TaskFailure(identifier, refusal.code, refusal.text, refusal.values))

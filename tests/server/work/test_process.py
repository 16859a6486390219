"""Search processes: whatever happens to one is one failed task, and the next task is done."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from enligne import players
from enligne.server.contract.refusals import RefusalError
from enligne.server.work.child import KeptPlayers
from enligne.server.work.process import Limits, SearchFailedError, SearchProcess, Task
from tests.programs import is_running, start, wait_until_gone
from tests.server.work import acts


class Subject:
    """A process, and waiting for it."""

    def __init__(self, limits: Limits) -> None:
        self.process = SearchProcess(limits)
        self._is_ready = asyncio.Event()
        self.process.start(self._is_ready.set)

    async def ready(self) -> None:
        while not self.process.is_ready:
            self._is_ready.clear()
            await self._is_ready.wait()

    def kill(self) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGKILL)

    async def do(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        seconds: float = 100.0,
        listener: Callable[[Any], None] | None = None,
    ) -> Any:
        await self.ready()
        task = Task(function, *arguments)
        return (await self.process.run(task, seconds=seconds, listener=listener)).result

    async def fails(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> str:
        """Of a task that fails, how; the next is done."""
        with pytest.raises(SearchFailedError) as caught:
            await self.do(function, *arguments, **options)
        assert caught.value.code == "failed"
        assert await self.do(acts.add, 1, 2) == 3
        return caught.value.text


@asynccontextmanager
async def subject(**limits: Any) -> AsyncIterator[Subject]:
    subject = Subject(Limits(**limits))
    try:
        yield subject
    finally:
        await subject.process.close()


async def test_tasks_have_results_and_errors() -> None:
    async with subject(niceness=3) as process:
        assert await process.do(acts.add, 2, 3) == 5
        number, niceness = await process.do(acts.own_number)
        assert number == process.process.pid != os.getpid()
        assert niceness >= min(19, os.nice(0) + 3)
        assert await process.do(acts.long_answer, 5_000_000) == b"x" * 5_000_000
        with pytest.raises(ValueError, match="no move today") as caught:
            await process.do(acts.raise_error, "no move today")
        assert "raise_error" in caught.value.__notes__[0]  # where it was
        with pytest.raises(RefusalError) as refused:
            await process.do(acts.refuse)
        refusal = refused.value
        assert (refusal.code, refusal.text) == ("too_many_boxes", "they do not fit")
        assert refusal.values == {"most": 7}
        with pytest.raises(Exception, match="pickle"):
            await process.do(acts.answer_nonsense)
        with pytest.raises(Exception, match="pickle"):
            await process.do(acts.add, lambda: None, 1)
        assert await process.do(acts.own_number) == (number, niceness)
    assert process.process.restarts == 0
    wait_until_gone(number)


async def test_a_process_that_ends_is_one_failed_task() -> None:
    async with subject() as process:
        assert "SIGSEGV" in await process.fails(acts.crash)
        assert "code 3" in await process.fails(acts.leave)
        assert process.process.restarts == 2
        # Killed while it works, and while it does not.
        told = asyncio.Event()
        working = asyncio.ensure_future(
            process.do(acts.wait_for_stop, listener=lambda _: told.set())
        )
        await told.wait()
        process.kill()
        with pytest.raises(SearchFailedError, match="SIGKILL"):
            await working
        await process.ready()
        process.kill()
        while process.process.restarts < 4:
            await asyncio.sleep(0.01)
        assert await process.do(acts.add, 1, 2) == 3


async def test_memory_is_bounded() -> None:
    async with subject(most_mb=200) as process:
        assert await process.do(acts.eat, 50) == 50 * 2**20
        assert "memory" in await process.fails(acts.eat, 400)


async def test_a_process_that_has_grown_is_replaced() -> None:
    async with subject(most_mb=300) as process:
        first = await process.do(acts.grow, 20)
        assert await process.do(acts.grow, 120) == first
        assert await process.do(acts.grow, 0) != first
        assert (process.process.renewals, process.process.restarts) == (1, 0)


async def test_a_process_that_has_grown_and_nothing_to_do_gives_its_memory_back() -> None:
    async with subject(idle_seconds=0.01) as process:
        first = await process.do(acts.grow, 20)
        while process.process.renewals == 0:
            await asyncio.sleep(0.01)
        assert await process.do(acts.grow, 0) != first
        # One that has not grown stays.
        assert await process.do(acts.add, 1, 2) == 3
        assert (process.process.renewals, process.process.restarts) == (1, 0)


async def test_tables_are_given_up_before_a_process_is() -> None:
    async with subject(most_mb=300) as process:
        # Of these at most three fit.
        for seconds in range(1, 7):
            spec = players.parse(f"alphabeta:table_mb=32,seconds={seconds},depth=1")
            await process.do(acts.fill_table, spec)
        assert (process.process.renewals, process.process.restarts) == (0, 0)
        assert 1 <= await process.do(acts.kept_players) <= 4


async def test_a_task_is_stopped() -> None:
    async with subject() as process:
        told = asyncio.Event()
        working = asyncio.ensure_future(
            process.do(acts.wait_for_stop, listener=lambda _: told.set())
        )
        await told.wait()
        process.process.stop()
        process.process.stop()
        assert await working == "stopped"
        process.process.stop()  # which is too late for anything, and not for the next
        assert await process.do(acts.add, 1, 2) == 3
        assert process.process.restarts == 0


async def test_a_task_that_is_late_is_stopped() -> None:
    async with subject(late_seconds=0.01) as process:
        assert await process.do(acts.wait_for_stop, seconds=0.01) == "stopped"


async def test_a_task_that_has_not_had_its_time_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("enligne.server.work.process._MOST_WAITING", 1e6)
    async with subject(late_seconds=0.01) as process:
        await process.ready()
        assert process.process.pid is not None
        os.kill(process.process.pid, signal.SIGSTOP)  # as on a machine that is too busy
        looks = 0

        def look(
            used: Callable[[SearchProcess], float] = SearchProcess._processor_seconds,
        ) -> float:
            nonlocal looks
            looks += 1
            return used(process.process)

        monkeypatch.setattr(process.process, "_processor_seconds", look)
        stops: list[None] = []
        monkeypatch.setattr(process.process, "stop", lambda: stops.append(None))
        working = asyncio.ensure_future(process.do(acts.add, 1, 2, seconds=0.01))
        while looks < 2:
            await asyncio.sleep(0.01)
        assert not working.done()
        os.kill(process.process.pid, signal.SIGCONT)
        assert await working == 3
        assert not stops


async def test_a_process_that_does_not_stop_is_ended() -> None:
    async with subject(late_seconds=0.01, stop_seconds=0.01) as process:
        assert "SIGKILL" in await process.fails(acts.never_stop, seconds=0.01)


async def test_news_are_the_latest_and_few() -> None:
    async with subject() as process:
        heard: list[int] = []

        def listen(number: int) -> None:
            heard.append(number)
            if number == 200_000:
                process.process.stop()

        assert await process.do(acts.count, 200_000, listener=listen) == 200_000
        assert heard == sorted(set(heard))
        assert heard[0] == 0
        assert heard[-1] == 200_000
        assert len(heard) < 1000


async def test_news_never_reach_the_next_task() -> None:
    async with subject() as process:
        wrong: list[object] = []
        for _ in range(20):
            await process.do(acts.tell_late)
            await process.do(acts.add, 1, 1, listener=wrong.append)
        assert wrong == []


async def test_a_listener_that_fails_is_its_own_fault(caplog: pytest.LogCaptureFixture) -> None:
    async with subject() as process:

        def fail(_: object) -> None:
            process.process.stop()
            raise ValueError("not now")

        assert await process.do(acts.wait_for_stop, listener=fail) == "stopped"
    assert "not now" in caplog.text


async def test_a_process_that_cannot_start_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    program = sys.executable
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with subject() as process:
        while process.process.restarts < 2:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(sys, "executable", program)
        assert await process.do(acts.add, 1, 2) == 3


async def test_closing_ends_what_runs() -> None:
    process = Subject(Limits())
    told: list[int] = []
    working = asyncio.ensure_future(process.do(acts.never_stop, listener=told.append))
    while not told:
        await asyncio.sleep(0.01)
    await process.process.close()
    with pytest.raises(SearchFailedError):
        await working
    assert not is_running(told[0])
    # Or before it has begun.
    early = Subject(Limits())
    await asyncio.sleep(0)
    await early.process.close()


_PARENT = """
import asyncio
from enligne.server.work.process import Limits, SearchProcess, Task
from tests.server.work import acts

async def main():
    process = SearchProcess(Limits())
    ready = asyncio.Event()
    process.start(ready.set)
    await ready.wait()
    process.run(Task(acts.never_stop), seconds=100, listener=lambda pid: print(pid, flush=True))
    await asyncio.sleep(1000)

asyncio.run(main())
"""


def test_a_process_ends_with_its_server() -> None:
    with start("-c", _PARENT) as parent:
        number = int(parent.stdout.readline())
        assert is_running(number)
        parent.kill()
        wait_until_gone(number)


def test_players_are_kept_but_not_all_of_them() -> None:
    own = KeptPlayers()
    first = own.player(players.parse("greedy"))
    assert own.player(players.parse("greedy")) is first
    for seed in range(20):
        own.player(players.parse(f"random:seed={seed}"))
    assert own.player(players.parse("greedy")) is not first

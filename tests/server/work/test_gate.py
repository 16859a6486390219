"""The gate: with runners that do what the test says, and with real processes."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from enligne.server.contract.refusals import RefusalError
from enligne.server.work.fair_queue import Asker, Lane, Share
from enligne.server.work.gate import Gate, Job, Runner, search_processes
from enligne.server.work.process import Done, SearchFailedError, Task
from tests.server.work import acts

PEOPLE, OTHERS = Share.PEOPLE, Share.OTHERS


class Fake:
    """A runner that ends when it is told to."""

    def __init__(self) -> None:
        self.restarts = 0
        self.is_ready = True
        self.is_able = True
        self.task: Task | None = None
        self.is_stopped = False
        self._done: asyncio.Future[Done] | None = None

    def start(self, on_ready: Callable[[], None]) -> None:
        self.on_ready = on_ready

    async def settle(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def run(self, task: Task, *, seconds: float, listener: Any = None) -> asyncio.Future[Done]:
        del seconds, listener
        assert self.is_ready
        assert self.task is None
        self.task, self.is_stopped = task, False
        self._done = asyncio.get_running_loop().create_future()
        return self._done

    def stop(self) -> None:
        self.is_stopped = True

    async def end(self, result: object = None, seconds: float = 1.0) -> None:
        self.task = None
        if isinstance(result, Exception):
            self._done.set_exception(result)
        else:
            self._done.set_result(Done(result, seconds))
        for _ in range(3):  # for everyone to hear of it
            await asyncio.sleep(0)


def gate_of(*lanes: Lane, **options: Any) -> tuple[Gate, list[Fake]]:
    fakes = [Fake() for _ in lanes]
    runners: list[tuple[Lane, Runner]] = list(zip(lanes, fakes, strict=True))
    gate = Gate(runners, **options)
    gate.start()
    return gate, fakes


def asked(gate: Gate, connection: str, **options: Any) -> Job:
    settings: dict[str, Any] = {"price": 1.0, "share": OTHERS} | options
    return gate.ask(Asker(connection, connection), Task(acts.add, connection), **settings)


def doing(fake: Fake) -> str | None:
    return None if fake.task is None else str(fake.task.arguments[0])


async def test_results_errors_and_failures() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    first = asked(gate, "a")
    second = asked(gate, "b")
    third = asked(gate, "c")
    assert (gate.running, gate.waiting) == (1, 2)
    assert [gate.place(each) for each in (first, second, third)] == [0, 1, 2]
    await fake.end("found")
    assert first.future.result() == "found"
    await fake.end(ValueError("no such move"))
    assert str(second.future.exception()) == "no such move"
    await fake.end(SearchFailedError("it crashed"))
    assert third.future.exception().code == "failed"
    assert (gate.running, gate.waiting) == (0, 0)


async def test_a_task_that_cannot_be_sent_is_an_error_of_its_own() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    fake.run = lambda *_, **__: (_ for _ in ()).throw(TypeError("cannot pickle"))  # type: ignore
    with pytest.raises(TypeError, match="cannot pickle"):
        await asked(gate, "a").future
    assert gate.running == 0


async def test_quick_ones_never_wait_behind_long_ones() -> None:
    lanes = Lane(PEOPLE, 0.2), Lane(PEOPLE), Lane(OTHERS)
    gate, (quick, wide, others) = gate_of(*lanes)
    for number in range(50):
        asked(gate, f"room {number}", price=10.0, share=PEOPLE)
        asked(gate, f"page {number}", price=10.0)
    assert quick.task is None
    for number in range(20):
        reply = asked(gate, f"child {number}", price=0.05, share=PEOPLE)
        assert doing(quick) == f"child {number}"
        await quick.end(number)
        assert reply.future.result() == number
    assert doing(wide).startswith("room")
    assert doing(others).startswith("page")


async def test_the_wide_ones_stay_free_as_long_as_others_will_do() -> None:
    wide_lane, quick_lane = Lane(PEOPLE), Lane(PEOPLE, 0.2)
    gate, (wide, quick) = gate_of(wide_lane, quick_lane)
    asked(gate, "a", price=0.1, share=PEOPLE)
    assert (doing(quick), doing(wide)) == ("a", None)
    asked(gate, "b", price=0.1, share=PEOPLE)
    assert (doing(quick), doing(wide)) == ("a", "b")


async def test_people_have_what_others_never_take() -> None:
    gate, (people, others) = gate_of(Lane(PEOPLE), Lane(OTHERS))
    for number in range(5):
        asked(gate, f"page {number}")
    assert (doing(people), doing(others)) == (None, "page 0")


async def test_nothing_is_given_to_who_is_not_ready() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    fake.is_ready = False
    job = asked(gate, "a")
    assert gate.place(job) == 1
    fake.is_ready = True
    fake.on_ready()
    assert (doing(fake), gate.place(job)) == ("a", 0)


async def test_what_waits_is_cancelled() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    asked(gate, "a")
    job = asked(gate, "b")
    gate.cancel(job)
    assert job.future.cancelled()
    assert gate.waiting == 0
    asked(gate, "b")  # which may ask again
    await fake.end()
    assert doing(fake) == "b"


async def test_what_runs_is_cancelled_and_its_runner_free_when_it_has_stopped() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    job = asked(gate, "a")
    next_one = asked(gate, "b")
    gate.cancel(job)
    assert job.future.cancelled()
    assert fake.is_stopped
    assert (doing(fake), gate.running) == ("a", 1)
    await fake.end("too late")
    assert doing(fake) == "b"
    gate.cancel(job)
    assert not fake.is_stopped
    await fake.end("in time")
    assert next_one.future.result() == "in time"


async def test_a_caller_that_goes_takes_its_task_along() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    asker, task = Asker("a", "a"), Task(acts.add)
    caller = asyncio.ensure_future(gate.run(asker, task, price=1.0))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert fake.is_stopped


async def test_a_connection_that_goes_takes_all_along() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    jobs = [asked(gate, "a"), asked(gate, "a"), asked(gate, "b")]
    gate.forget("a")
    assert [job.future.cancelled() for job in jobs] == [True, True, False]
    assert fake.is_stopped
    await fake.end()
    assert doing(fake) == "b"


async def test_refusals_are_counted_and_say_when_to_come_back() -> None:
    gate, _ = gate_of(Lane(OTHERS), most=3, most_of_address=2)
    task = Task(acts.add)
    asked(gate, "a")
    flood = [gate.ask(Asker(f"b{n}", "b"), task, price=1.0) for n in range(2)]
    with pytest.raises(RefusalError) as caught:
        gate.ask(Asker("b2", "b"), task, price=1.0)
    assert caught.value.code == "too_many"
    asked(gate, "c")
    asked(gate, "d")  # takes the place of one that had two
    with pytest.raises(RefusalError) as caught:
        await flood[1].future
    assert caught.value.code == "busy"
    assert "try again in 4 seconds" in caught.value.text
    assert gate.refused == {"too_many": 1, "busy": 1}


async def test_it_is_jammed_when_nothing_ends_though_something_waits() -> None:
    now = 0.0
    gate, (fake, _) = gate_of(Lane(OTHERS), Lane(PEOPLE), clock=lambda: now)
    asked(gate, "a")
    now = 100.0
    assert not gate.is_jammed  # it takes long, but nobody waits
    asked(gate, "b")
    now = 159.0
    assert not gate.is_jammed
    now = 161.0
    assert gate.is_jammed
    await fake.end()
    assert not gate.is_jammed


async def test_after_closing_nothing_is_let_through() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    jobs = [asked(gate, "a"), asked(gate, "b")]
    await gate.close()
    assert all(job.future.cancelled() for job in jobs)
    with pytest.raises(RefusalError) as caught:
        asked(gate, "c")
    assert caught.value.code == "busy"
    await fake.end()
    assert fake.task is None


async def test_whatever_is_asked_for_and_cancelled_everything_ends() -> None:
    source = random.Random(2)
    gate, fakes = gate_of(Lane(PEOPLE, 0.2), Lane(PEOPLE), Lane(OTHERS), Lane(OTHERS), most=30)
    jobs: list[Job] = []
    for _ in range(3000):
        asker = Asker(f"page {source.randrange(60)}", f"address {source.randrange(9)}")
        price = source.choice([0.1, 1.0])
        with suppress(RefusalError):
            jobs.append(
                gate.ask(asker, Task(acts.add), price=price, share=source.choice(list(Share)))
            )
        if source.random() < 0.2:
            gate.cancel(source.choice(jobs))
        if source.random() < 0.1:
            gate.forget(f"page {source.randrange(60)}")
        fake = source.choice(fakes)
        if fake.task is not None:
            await fake.end("done", source.random())
    while gate.running:
        for fake in fakes:
            if fake.task is not None:
                await fake.end("done")
    assert gate.waiting == 0
    assert len(jobs) > 500
    for job in jobs:
        assert job.future.done()
        if not job.future.cancelled():
            job.future.exception()


async def test_with_real_processes() -> None:
    runners = search_processes(people=2, others=1)
    gate = Gate(runners)
    gate.start()
    try:
        # Asked while they start.
        long = gate.ask(Asker("a", "a"), Task(acts.wait_for_stop), price=10.0, share=PEOPLE)
        sums = [
            gate.run(Asker(f"b{n}", "b"), Task(acts.add, n, n), price=0.1, share=PEOPLE)
            for n in range(10)
        ]
        assert await asyncio.gather(*sums) == [2 * n for n in range(10)]
        with pytest.raises(SearchFailedError, match="SIGSEGV"):
            await gate.run(Asker("c", "c"), Task(acts.crash), price=1.0)
        assert await gate.run(Asker("c", "c"), Task(acts.add, 1, 1), price=1.0) == 2
        assert gate.restarts == 1
        gate.cancel(long)
        again = Task(acts.add, 3, 4)
        assert await gate.run(Asker("a", "a"), again, price=10.0, share=PEOPLE) == 7
    finally:
        await gate.close()
    assert {runner.is_ready for _, runner in runners} == {False}


async def test_a_look_takes_the_place_of_one_that_waits() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    running = asked(gate, "a", is_look=True)
    waiting = asked(gate, "a", is_look=True)
    other = asked(gate, "b")
    newest = asked(gate, "a", is_look=True)
    with pytest.raises(RefusalError) as replaced:
        await waiting.future
    assert replaced.value.code == "replaced"
    # Its address has used some already.
    assert [gate.place(each) for each in (running, other, newest)] == [0, 1, 2]
    # What is more than a look neither takes a place nor gives its own.
    with pytest.raises(RefusalError) as refused:
        asked(gate, "a")
    assert refused.value.code == "too_many"
    await fake.end("found")
    assert await running.future == "found"


async def test_what_is_cheap_is_looked_at_at_once() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    asker = Asker("a", "a")
    assert await gate.look(asker, Task(acts.add, 1, 2), price=0.001) == 3
    looking = asyncio.create_task(gate.look(asker, Task(acts.add, 1, 2), price=0.1))
    await asyncio.sleep(0)
    assert doing(fake) == "1"
    await fake.end(3)
    assert await looking == 3


async def test_something_newer_ends_what_a_connection_has() -> None:
    gate, (fake,) = gate_of(Lane(OTHERS))
    running, waiting = asked(gate, "a"), asked(gate, "a")
    gate.replace("a")
    for job in (running, waiting):
        with pytest.raises(RefusalError) as replaced:
            await job.future
        assert replaced.value.code == "replaced"
    assert fake.is_stopped
    assert gate.waiting == 0

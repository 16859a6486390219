"""The workers: in which order jobs are done, how many, and that every one of them ends."""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from enligne.engines import Stop
from enligne.learning import Brain, Menace, Store
from enligne.players import parse
from enligne.server.contract.refusals import RefusalError
from enligne.server.work import Job, KeptPlayers, Workers
from tests.programs import PATIENCE


class Gate:
    """Work that begins, says so, and goes on when it is let."""

    def __init__(self, result: object = None) -> None:
        self.has_begun = threading.Event()
        self.may_end = threading.Event()
        self.result = result

    def __call__(self, own: KeptPlayers, stop: Stop) -> object:
        del own
        self.has_begun.set()
        while not self.may_end.wait(0.01):
            if stop.is_set():
                return "stopped"
        return self.result

    async def begun(self) -> None:
        assert await asyncio.to_thread(self.has_begun.wait, PATIENCE)


@asynccontextmanager
async def workers_of(threads: int, longest: int = 1000) -> AsyncIterator[Workers]:
    workers = Workers(threads, longest)
    try:
        yield workers
    finally:
        await workers.close()


def noting(name: object, notes: list[Any]) -> Callable[[KeptPlayers, Stop], object]:
    def work(own: KeptPlayers, stop: Stop) -> object:
        del own, stop
        notes.append(name)
        return name

    return work


async def test_jobs_have_results_and_errors() -> None:
    async with workers_of(2) as workers:

        def fails(own: KeptPlayers, stop: Stop) -> None:
            del own, stop
            raise ValueError("no move today")

        jobs = [workers.submit(str(n), noting(n, [])) for n in range(20)]
        bad = workers.submit("bad", fails)
        assert [await job.future for job in jobs] == list(range(20))
        with pytest.raises(ValueError, match="no move today"):
            await bad.future
        # The job that failed took no worker along.
        again = [await workers.submit(str(n), noting(n, [])).future for n in range(4)]
        assert again == list(range(4))


async def test_one_job_at_a_time_for_a_key_and_in_their_order() -> None:
    lock = threading.Lock()
    now: Counter[str] = Counter()
    most: Counter[str] = Counter()
    order: dict[str, list[int]] = {}

    def counted(key: str, number: int) -> Callable[[KeptPlayers, Stop], None]:
        def work(own: KeptPlayers, stop: Stop) -> None:
            del own, stop
            with lock:
                now[key] += 1
                most[key] = max(most[key], now[key])
                order.setdefault(key, []).append(number)
            threading.Event().wait(0.001)
            with lock:
                now[key] -= 1

        return work

    async with workers_of(4) as workers:
        source = random.Random(1)
        submitted: dict[str, list[int]] = {}
        jobs = []
        for number in range(200):
            key = source.choice("abcde")
            submitted.setdefault(key, []).append(number)
            jobs.append(workers.submit(key, counted(key, number)))
        await asyncio.gather(*(job.future for job in jobs))
    assert set(most.values()) == {1}
    assert order == submitted


async def test_first_come_first_served() -> None:
    notes: list[int] = []
    async with workers_of(1) as workers:
        gate = Gate()
        workers.submit("gate", gate)
        await gate.begun()
        jobs = [workers.submit(f"key {number % 7}", noting(number, notes)) for number in range(50)]
        gate.may_end.set()
        await asyncio.gather(*(job.future for job in jobs))
    assert notes == list(range(50))


async def test_a_key_that_is_being_served_does_not_hold_up_the_others() -> None:
    async with workers_of(2) as workers:
        gate = Gate()
        workers.submit("busy", gate)
        await gate.begun()
        notes: list[str] = []
        waits = [workers.submit("busy", noting("busy", notes)) for _ in range(3)]
        for key in "abc":
            await workers.submit(key, noting(key, notes)).future
        assert notes == ["a", "b", "c"]
        assert [workers.place(job) for job in waits] == [1, 2, 3]
        gate.may_end.set()
        await asyncio.gather(*(job.future for job in waits))
        assert notes == ["a", "b", "c", "busy", "busy", "busy"]


async def test_the_place_in_the_queue() -> None:
    async with workers_of(2) as workers:
        gates = [Gate(), Gate()]
        running = [workers.submit(f"gate {n}", gate) for n, gate in enumerate(gates)]
        for gate in gates:
            await gate.begun()
        assert [workers.place(job) for job in running] == [0, 0]
        assert workers.running == 2
        jobs = [workers.submit(f"job {n}", noting(n, [])) for n in range(5)]
        assert [workers.place(job) for job in jobs] == [1, 2, 3, 4, 5]
        assert workers.waiting == 5
        workers.cancel(jobs[1])
        assert [workers.place(job) for job in jobs if job is not jobs[1]] == [1, 2, 3, 4]
        gates[0].may_end.set()
        assert await jobs[4].future == 4
        assert [workers.place(job) for job in jobs[2:]] == [0, 0, 0]
        assert workers.waiting == 0
        gates[1].may_end.set()
        await running[1].future


async def test_a_job_that_is_cancelled_before_it_begins_is_never_done() -> None:
    async with workers_of(1) as workers:
        gate = Gate()
        workers.submit("gate", gate)
        await gate.begun()
        notes: list[str] = []
        job = workers.submit("job", noting("job", notes))
        workers.cancel(job)
        workers.cancel(job)
        with pytest.raises(asyncio.CancelledError):
            await job.future
        gate.may_end.set()
        assert await workers.submit("job", noting("other", notes)).future == "other"
        assert notes == ["other"]


async def test_a_job_that_is_cancelled_while_it_runs_tells_what_it_found() -> None:
    async with workers_of(1) as workers:
        gate = Gate()
        job = workers.submit("job", gate)
        await gate.begun()
        workers.cancel(job)
        assert await job.future == "stopped"
        workers.cancel(job)  # which is too late for anything
        assert await workers.submit("job", noting("next", [])).future == "next"


async def test_nobody_need_wait_for_the_result() -> None:
    async with workers_of(1) as workers:
        gate = Gate("found")
        job = workers.submit("job", gate)
        await gate.begun()
        job.future.cancel()
        gate.may_end.set()
        assert await workers.submit("job", noting("next", [])).future == "next"


async def test_patient_jobs_never_have_all_workers() -> None:
    async with workers_of(3) as workers:
        gates = [Gate(n) for n in range(5)]
        patient = [workers.submit(f"p{n}", gate, is_patient=True) for n, gate in enumerate(gates)]
        for gate in gates[:2]:
            await gate.begun()
        # A game is served while analyses fill the queue.
        for number in range(10):
            assert await workers.submit(f"game {number}", noting(number, [])).future == number
        assert [gate.has_begun.is_set() for gate in gates] == [True, True, False, False, False]
        assert [workers.place(job) for job in patient] == [0, 0, 1, 2, 3]
        for gate in gates:
            gate.may_end.set()
        assert [await job.future for job in patient] == [0, 1, 2, 3, 4]


async def test_a_single_worker_serves_patient_jobs_too() -> None:
    async with workers_of(1) as workers:
        jobs = [workers.submit(str(n), noting(n, []), is_patient=n % 2 == 0) for n in range(6)]
        assert [await job.future for job in jobs] == list(range(6))


async def test_a_full_queue_is_refused() -> None:
    async with workers_of(1, longest=2) as workers:
        gate = Gate()
        workers.submit("gate", gate)
        await gate.begun()
        jobs = [workers.submit(str(n), noting(n, [])) for n in range(2)]
        for _ in range(3):
            with pytest.raises(RefusalError) as caught:
                workers.submit("more", noting("more", []))
            assert caught.value.code == "busy"
        assert workers.waiting == 2
        gate.may_end.set()
        assert [await job.future for job in jobs] == [0, 1]
        assert await workers.submit("more", noting("more", [])).future == "more"


async def test_closing_ends_everything() -> None:
    workers = Workers(2, 100)
    gates = [Gate(), Gate()]
    running = [workers.submit(f"gate {n}", gate) for n, gate in enumerate(gates)]
    for gate in gates:
        await gate.begun()
    notes: list[int] = []
    waiting = [workers.submit(f"job {n}", noting(n, notes)) for n in range(3)]
    await workers.close()
    assert [await job.future for job in running] == ["stopped", "stopped"]
    assert all(job.future.cancelled() for job in waiting)
    assert notes == []
    with pytest.raises(RefusalError) as caught:
        workers.submit("late", noting("late", []))
    assert caught.value.code == "busy"
    assert not [each for each in workers._threads if each.is_alive()]
    await workers.close()


async def test_whatever_is_asked_for_and_cancelled_everything_ends() -> None:
    source = random.Random(2)
    async with workers_of(3, longest=30) as workers:
        jobs: list[Job] = []
        gates: list[Gate] = []
        refused = 0
        for _ in range(600):
            gate = Gate("done")
            gate.may_end.set()
            try:
                jobs.append(
                    workers.submit(
                        source.choice("abcdefgh"), gate, is_patient=source.random() < 0.3
                    )
                )
                gates.append(gate)
            except RefusalError:
                refused += 1
            if source.random() < 0.3:
                workers.cancel(source.choice(jobs))
            if source.random() < 0.3:
                await asyncio.sleep(0)
        ends = await asyncio.gather(*(job.future for job in jobs), return_exceptions=True)
    for job, gate, end in zip(jobs, gates, ends, strict=True):
        assert gate.has_begun.is_set() == (not isinstance(end, asyncio.CancelledError))
        assert job.future.done()
    assert workers.waiting == workers.running == 0
    assert len(jobs) > 30


async def test_on_the_loop_for_comparison() -> None:
    workers = Workers(2, 10, on_loop=True)
    notes: list[int] = []
    jobs = [workers.submit("key", noting(n, notes)) for n in range(5)]
    assert [await job.future for job in jobs] == list(range(5))
    await workers.close()


def test_players_are_kept_but_not_all_of_them() -> None:
    own = KeptPlayers()
    first = own.player(parse("greedy"))
    assert own.player(parse("greedy")) is first
    for seed in range(20):
        own.player(parse(f"random:seed={seed}"))
    assert own.player(parse("greedy")) is not first


def test_a_matchbox_machine_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENLIGNE_BRAINS", str(tmp_path))
    Store().create(Brain("class-a", Menace("tictactoe", seed=1)))
    own = KeptPlayers()
    first = own.player(parse("menace:brain=class-a"))
    assert own.player(parse("menace:brain=class-a")) is not first

"""All rooms together, in this process: what happens when something beside them goes wrong."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from enligne.engines import Stop
from enligne.learning import Brain, Menace, Store
from enligne.move import Side
from enligne.server.contract.games import Create, SeatWish
from enligne.server.contract.refusals import RefusalError
from enligne.server.leases import Leases
from enligne.server.monitoring import Metrics
from enligne.server.rooms import Rooms
from enligne.server.rooms import rooms as rooms_module
from enligne.server.settings import Settings
from enligne.server.storage import Storage
from enligne.server.work import KeptPlayers, Workers
from tests.programs import PATIENCE
from tests.server.helpers import View, plain

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64
ME, FRIEND = SeatWish("me"), SeatWish("friend")


class Hearing:
    """Those who follow the rooms."""

    def __init__(self) -> None:
        self.states: dict[str, View] = {}
        self._news = asyncio.Event()

    async def tell(self, event: str, room: str, sides: list[Side] | None, data: Struct) -> None:
        del sides
        if event == "state":
            self.states[room] = plain(data)
            self._news.set()

    async def wait_for(self, room: str, holds: Callable[[View], object]) -> View:
        async def wait() -> View:
            while not (room in self.states and holds(self.states[room])):
                self._news.clear()
                await self._news.wait()
            return self.states[room]

        return await asyncio.wait_for(wait(), PATIENCE)


class SharedLeases(Leases):
    """Other processes may have the leases; ``answers`` are what this one is told first."""

    is_shared = True

    def __init__(self, *answers: bool | Exception) -> None:
        self._answers = list(answers)

    async def acquire(self, room: str) -> bool:
        del room
        answer = self._answers.pop(0) if self._answers else True
        if isinstance(answer, Exception):
            raise answer
        return answer


class TroubledStorage(Storage):
    """A database that fails when told to, or lets others go first."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.failures = 0
        self.meeting: asyncio.Barrier | None = None

    async def save(
        self,
        room: str,
        version: int,
        document: dict[str, Any],
        visitor: str | None = None,
        also: tuple[str, dict[str, Any], set[str]] | None = None,
    ) -> bool:
        if self.failures:
            self.failures -= 1
            raise ConnectionError("the database is gone")
        meeting, self.meeting = self.meeting, None
        if meeting is not None:
            await meeting.wait()
        return await super().save(room, version, document, visitor, also)


@dataclass
class House:
    """Rooms with all that they need."""

    rooms: Rooms
    workers: Workers
    storage: TroubledStorage
    hearing: Hearing

    async def open(self, first: SeatWish, second: SeatWish, rules: str = "tictactoe") -> str:
        """A new room, which Ann follows."""
        room = await self.rooms.create(ANN, Create(rules, first, second))
        await self.follow(room, ANN)
        return room

    async def follow(self, room: str, visitor: str) -> View:
        await self.rooms.enter(room, visitor)
        view, _ = await self.rooms.join(room, visitor, takes_seat=True)
        return plain(view)  # type: ignore[no-any-return]

    async def move(self, room: str, visitor: str, ply: int, move: str) -> int:
        return await self.rooms.act(room, lambda each: each.move(visitor, ply, move))


@asynccontextmanager
async def house(
    folder: Path,
    *,
    leases: Leases | None = None,
    threads: int = 2,
    queue: int = 100,
    looked_after: bool = False,
) -> AsyncIterator[House]:
    settings = Settings(seconds=600)
    storage = TroubledStorage(f"sqlite:///{folder / 'rooms.sqlite3'}")
    workers = Workers(threads, queue)
    hearing = Hearing()
    rooms = Rooms(settings, storage, workers, leases or Leases(), hearing, Metrics())
    caretaker = asyncio.create_task(rooms.look_after()) if looked_after else None
    try:
        yield House(rooms, workers, storage, hearing)
    finally:
        if caretaker is not None:
            caretaker.cancel()
            with suppress(asyncio.CancelledError):
                await caretaker
        await rooms.close()
        await workers.close()
        await storage.close()


@pytest.fixture(autouse=True)
def rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds of a server, faster."""
    monkeypatch.setattr(rooms_module, "_SECONDS_BETWEEN_ROUNDS", 0.05)


def player(text: str) -> SeatWish:
    return SeatWish("player", text)


def has_moves(count: int) -> Callable[[View], bool]:
    return lambda state: len(state["moves"]) == count


async def test_a_player_that_found_the_queue_full_answers_later(tmp_path: Path) -> None:
    async with house(tmp_path, threads=1, queue=1, looked_after=True) as here:
        may_end = threading.Event()
        has_begun = threading.Event()

        def work(own: KeptPlayers, stop: Stop) -> None:
            del own, stop
            has_begun.set()
            may_end.wait(PATIENCE)

        here.workers.submit("one", work)
        assert await asyncio.to_thread(has_begun.wait, PATIENCE)
        here.workers.submit("two", work)
        room = await here.open(ME, player("greedy"))
        await here.move(room, ANN, 0, "a1")
        await asyncio.sleep(0.1)
        may_end.set()
        state = await here.hearing.wait_for(room, has_moves(2))
        assert state["outcome"] is None


async def test_a_room_that_is_gone_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    """The rounds that find rooms nobody thinks for go past one that was swept."""
    async with house(tmp_path, leases=SharedLeases(False), looked_after=True) as here:
        gone = await here.open(ME, ME)
        assert await here.storage.sweep(idle_since=1e12, unplayed_since=1e12) == 1
        with pytest.raises(RefusalError, match="no such room"):
            await here.move(gone, ANN, 0, "a1")
        # Another process has the lease at first, and then no more.
        room = await here.open(player("greedy"), ME)
        await here.hearing.wait_for(room, has_moves(1))


async def test_another_process_takes_over(tmp_path: Path) -> None:
    async with house(tmp_path, leases=SharedLeases(False, False, False), looked_after=True) as here:
        room = await here.open(player("greedy"), ME)
        await here.hearing.wait_for(room, has_moves(1))


async def test_a_lost_redis_is_no_reason_to_lose_a_game(tmp_path: Path) -> None:
    leases = SharedLeases(ConnectionError("Redis is gone"))
    async with house(tmp_path, leases=leases, looked_after=True) as here:
        room = await here.open(player("greedy"), ME)
        state = await here.hearing.wait_for(room, lambda s: s["moves"] or s["outcome"])
        assert state["outcome"] is None


async def test_a_lost_database_is_no_reason_to_lose_a_game(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.storage.failures = 1  # when the player's move is stored
        room = await here.open(player("greedy"), ME)
        for _ in range(100):
            await asyncio.sleep(0.02)
            if not here.storage.failures:
                break
        state = await here.follow(room, ANN)
        if not state["moves"]:
            state = await here.hearing.wait_for(room, lambda s: s["moves"] or s["outcome"])
        assert state["outcome"] is None


async def test_a_move_that_could_not_be_stored_was_not_made(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        room = await here.open(ME, ME)
        here.storage.failures = 1
        with pytest.raises(ConnectionError):
            await here.move(room, ANN, 0, "a1")
        view, _ = await here.rooms.join(room, ANN, takes_seat=False)
        assert (view.moves, view.version) == ([], 1)
        assert await here.move(room, ANN, 0, "b2") == 2
        view, _ = await here.rooms.join(room, ANN, takes_seat=False)
        assert view.moves == ["b2"]


async def test_a_seat_for_which_two_processes_compete_goes_to_one(tmp_path: Path) -> None:
    async with (
        house(tmp_path, leases=SharedLeases()) as one,
        house(tmp_path, leases=SharedLeases()) as other,
    ):
        room = await one.open(ME, FRIEND)
        # Both have read that the seat is free before either has stored that it is taken.
        one.storage.meeting = other.storage.meeting = asyncio.Barrier(2)
        views = await asyncio.gather(one.follow(room, BOB), other.follow(room, EVE))
        assert sorted(view["you"] for view in views) == [[], ["second"]]
        visitor, here = ((BOB, one), (EVE, other))[
            [view["you"] for view in views].index(["second"])
        ]
        await one.move(room, ANN, 0, "a1")
        await here.move(room, visitor, 1, "b1")


async def test_of_two_processes_one_plays_a_move(tmp_path: Path) -> None:
    async with (
        house(tmp_path, leases=SharedLeases()) as one,
        house(tmp_path, leases=SharedLeases()) as other,
    ):
        room = await one.open(ME, ME)
        for ply, move in enumerate(("a1", "b1", "b2", "c3")):
            ends = await asyncio.gather(
                *(here.move(room, ANN, ply, move) for here in (one, other, one, other)),
                return_exceptions=True,
            )
            refusals = [end for end in ends if isinstance(end, RefusalError)]
            assert len(refusals) == 3
            assert {refusal.code for refusal in refusals} == {"stale"}
        view = await other.follow(room, ANN)
        assert view["moves"] == ["a1", "b1", "b2", "c3"]


async def test_nobody_thinks_for_a_room_that_everybody_left(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        room = await here.open(ME, player("alphabeta:seconds=600"), "gomoku")
        await here.move(room, ANN, 0, "h8")

        async def until(running: int) -> None:
            while here.workers.running != running:
                await asyncio.sleep(0.01)

        await asyncio.wait_for(until(1), PATIENCE)
        await here.rooms.depart(room, ANN)
        await asyncio.wait_for(until(0), PATIENCE)
        # It goes on when somebody comes back.
        view = await here.follow(room, ANN)
        assert view["moves"] == ["h8"]
        await asyncio.wait_for(until(1), PATIENCE)
        await here.rooms.act(room, lambda each: each.resign(ANN))
        await asyncio.wait_for(until(0), PATIENCE)


async def test_a_player_that_fails_has_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENLIGNE_BRAINS", str(tmp_path / "brains"))
    store = Store()
    store.create(Brain("class-a", Menace("tictactoe", seed=1)))
    async with house(tmp_path) as here:
        room = await here.rooms.create(ANN, Create("tictactoe", player("menace:brain=class-a"), ME))
        store.delete("class-a")
        await here.follow(room, ANN)
        state = await here.hearing.wait_for(room, lambda state: state["outcome"])
        assert state["outcome"] == {"winner": "second", "termination": "crash"}


async def test_nothing_is_remembered_of_rooms_that_do_not_exist(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        for number in range(300):
            room = f"nobodyhasthis{number}"
            with pytest.raises(RefusalError):
                await here.rooms.join(room, ANN, takes_seat=True)
            with pytest.raises(RefusalError):
                await here.move(room, ANN, 0, "a1")
        rooms = here.rooms
        kept = (rooms._rooms._locks, rooms._rooms._rooms, rooms._presence, rooms._flags)
        assert [len(each) for each in kept] == [0, 0, 0, 0]

"""All rooms together, in this process: what happens when something beside them goes wrong."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import AsyncIterator, Callable, Container
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from enligne.learning import Brain, Menace, Store
from enligne.server.contract.games import ClockWish, Create, GameSummary, SeatWish
from enligne.server.contract.refusals import RefusalError
from enligne.server.monitoring import Metrics
from enligne.server.news import News
from enligne.server.rooms import Rooms, keeper, listing, presence
from enligne.server.rooms.room import Room
from enligne.server.settings import Settings
from enligne.server.storage import Storage
from enligne.server.storage.backup import restore_backup, write_backup
from enligne.server.work import Asker, Gate, Share, Task, search_processes, tasks
from enligne.server.work.process import SearchProcess
from tests.programs import PATIENCE
from tests.server.helpers import View, applied, plain
from tests.server.work import acts

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64
ME, FRIEND = SeatWish("me"), SeatWish("friend")


class Hearing:
    """Those who follow the rooms."""

    def __init__(self) -> None:
        self.states: dict[str, View] = {}
        self._news = asyncio.Event()

    def address_of(self, room: str, persons: Container[str]) -> str:
        del persons
        return room

    async def tell(self, event: str, room: str, data: msgspec.Struct | msgspec.Raw) -> None:
        if event == "change" and room in self.states:
            self.states[room] = applied(self.states[room], plain(data))
            self._news.set()

    async def wait_for(self, room: str, holds: Callable[[View], object]) -> View:
        async def wait() -> View:
            while not (room in self.states and holds(self.states[room])):
                self._news.clear()
                await self._news.wait()
            return self.states[room]

        return await asyncio.wait_for(wait(), PATIENCE)


class Wire:
    """What several processes hear each other by."""

    def __init__(self) -> None:
        self.ends: list[End] = []

    def end(self) -> End:
        self.ends.append(End(self))
        return self.ends[-1]


class End(News):
    """That of one process, which can be cut off and joined again."""

    is_shared = True

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._is_whole = asyncio.Event()
        self._is_whole.set()
        self._is_cut = asyncio.Event()
        self._hear: Callable[[bytes], None] | None = None
        self.sent: list[bytes] = []

    def tell(self, text: bytes) -> None:
        self.sent.append(text)
        if self.is_heard:
            for end in self._wire.ends:
                if end.is_heard and end._hear is not None:
                    asyncio.get_running_loop().call_soon(end._hear, text)

    async def run(self, begin: Callable[[], None], hear: Callable[[bytes], None]) -> None:
        while True:
            await self._is_whole.wait()
            self._hear = hear
            self.is_heard = True
            begin()
            await self._is_cut.wait()

    def cut(self) -> None:
        self.is_heard = False
        self._is_whole.clear()
        self._is_cut.set()

    def join(self) -> None:
        self._is_cut.clear()
        self._is_whole.set()


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
        *,
        ends: bool = False,
    ) -> bool:
        if self.failures:
            self.failures -= 1
            raise ConnectionError("the database is gone")
        meeting, self.meeting = self.meeting, None
        if meeting is not None:
            await meeting.wait()
        return await super().save(room, version, document, visitor, also, ends=ends)


@dataclass
class House:
    """Rooms with all that they need."""

    rooms: Rooms
    gate: Gate
    processes: list[SearchProcess]
    storage: TroubledStorage
    hearing: Hearing

    async def open(self, first: SeatWish, second: SeatWish, rules: str = "tictactoe") -> str:
        """A new room, which Ann follows."""
        room = await self.rooms.create(ANN, Create(rules, first, second))
        await self.follow(room, ANN)
        return room

    async def follow(self, room: str, visitor: str) -> View:
        self.rooms.enter(room, visitor)
        state = plain(await self.rooms.join(room, visitor, takes_seat=True))
        self.hearing.states[room] = state
        return state  # type: ignore[no-any-return]

    async def move(self, room: str, visitor: str, ply: int, move: str) -> int:
        return await self.rooms.play(room, visitor, ply, move, lag=0.0)

    async def wait_for_running(self, count: int) -> None:
        """Waits until so many players think here."""

        async def wait() -> None:
            while self.gate.running != count:
                await asyncio.sleep(0.01)

        await asyncio.wait_for(wait(), PATIENCE)

    @property
    def remembered(self) -> int:
        """How much is in memory."""
        kept = self.rooms._keeper
        return len(kept.rooms) + len(kept.presence) + len(kept.flags) + len(kept._unsettled)


@asynccontextmanager
async def house(
    folder: Path,
    *,
    news: News | None = None,
    queue: int = 100,
    **more: Any,
) -> AsyncIterator[House]:
    settings = Settings(seconds=600, **more)
    storage = TroubledStorage(f"sqlite:///{folder / 'rooms.sqlite3'}")
    processes = search_processes(1, 1)
    gate = Gate(processes, most=queue)
    gate.start()
    hearing = Hearing()
    rooms = Rooms(settings, storage, gate, news or News(), hearing, Metrics())
    await rooms.start()
    try:
        yield House(rooms, gate, [process for _, process in processes], storage, hearing)
    finally:
        await rooms.close()
        await gate.close()
        await storage.close()


@pytest.fixture(autouse=True)
def rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds of a server, faster."""
    monkeypatch.setattr(keeper, "_SECONDS_BETWEEN_ROUNDS", 0.05)


def player(text: str) -> SeatWish:
    return SeatWish("player", text)


async def wait_until(holds: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not holds():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), PATIENCE)


def has_moves(count: int) -> Callable[[View], bool]:
    return lambda state: len(state["moves"]) == count


async def test_a_player_that_found_the_queue_full_answers_later(tmp_path: Path) -> None:
    async with house(tmp_path, queue=1) as here:
        others = []
        for name in "ab":  # one that runs, and one that waits
            task = Task(acts.wait_for_stop)
            others.append(here.gate.ask(Asker(name, name), task, price=0.1, share=Share.PEOPLE))
            await wait_until(lambda: here.gate.running == 1)
        room = await here.open(ME, player("greedy"))
        await here.move(room, ANN, 0, "a1")
        await wait_until(lambda: here.gate.refused["busy"] > 0)
        for job in others:
            here.gate.cancel(job)
        state = await here.hearing.wait_for(room, has_moves(2))
        assert state["outcome"] is None


async def test_a_player_whose_process_is_killed_answers_all_the_same(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        room = await here.open(ME, player("alphabeta:seconds=1"), "gomoku")
        await here.move(room, ANN, 0, "h8")
        await wait_until(lambda: here.gate.running == 1)
        killed = here.processes[0].pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        state = await here.hearing.wait_for(room, has_moves(2))
        assert state["outcome"] is None
        assert here.gate.restarts == 1


async def test_a_player_that_ends_every_process_has_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "choose", acts.crash)
    async with house(tmp_path) as here:
        room = await here.open(player("greedy"), ME)
        state = await here.hearing.wait_for(room, lambda state: state["outcome"])
        assert state["outcome"] == {"winner": "second", "termination": "crash"}
        assert here.gate.restarts == 3


async def test_people_have_processes_that_players_among_themselves_never_take(
    tmp_path: Path,
) -> None:
    """Nor hints: a reply does not wait for either."""
    async with house(tmp_path) as here:
        long = player("alphabeta:seconds=600")
        for _ in range(5):
            await here.open(long, long, "gomoku")
        await wait_until(lambda: here.gate.running == 1)
        assert here.gate.waiting == 4
        room = await here.open(ME, player("level:2"), "gomoku")
        await here.move(room, ANN, 0, "h8")
        await here.hearing.wait_for(room, has_moves(2))
        assert (here.gate.running, here.gate.waiting) == (1, 4)


async def test_a_room_that_is_gone_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    """The rounds that find rooms nobody thinks for go past one that was swept."""
    end = Wire().end()
    async with house(tmp_path, news=end) as here:
        gone = await here.open(ME, ME)
        assert await here.storage.sweep(idle_since=1e12, unplayed_since=1e12) == 1
        end.cut()
        room = await here.open(player("greedy"), ME)
        end.join()
        await here.hearing.wait_for(room, has_moves(1))
        with pytest.raises(RefusalError, match="no such room"):
            await here.rooms.join(gone, ANN, takes_seat=True)


async def test_rooms_are_swept_as_often_as_the_operator_says(tmp_path: Path) -> None:
    async with house(tmp_path, sweep_seconds=0.001, unplayed_days=1e-9) as here:
        gone = await here.rooms.create(ANN, Create("tictactoe", ME, ME))
        while await here.storage.load(gone) is not None:
            await asyncio.sleep(0.01)


async def test_followers_see_what_was_restored(tmp_path: Path) -> None:
    """Though nobody moves, and no other process tells them."""
    address, file = f"sqlite:///{tmp_path / 'rooms.sqlite3'}", tmp_path / "file"
    async with house(tmp_path) as here:
        room = await here.open(ME, ME)
        await here.move(room, ANN, 0, "a1")
        await asyncio.to_thread(write_backup, address, file, lambda *_: None)
        await here.move(room, ANN, 1, "b2")
        await here.hearing.wait_for(room, has_moves(2))
        restore = partial(restore_backup, address, file, lambda *_: None, replaces=True)
        await asyncio.to_thread(restore)
        assert (await here.hearing.wait_for(room, has_moves(1)))["moves"] == ["a1"]
        await here.move(room, ANN, 1, "c3")


async def test_another_process_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one with followers thinks; when it falls silent, the next."""
    monkeypatch.setattr(presence, "_SECONDS_ALIVE", PATIENCE)  # also on a busy machine
    wire = Wire()
    async with (
        house(tmp_path, news=wire.end()) as one,
        house(tmp_path, news=wire.end()) as other,
    ):
        room = await one.open(ME, player("alphabeta:seconds=600"), "gomoku")
        await other.follow(room, ANN)
        await other.move(room, ANN, 0, "h8")
        await one.wait_for_running(1)
        assert other.gate.running == 0
        wire.ends[0].cut()
        monkeypatch.setattr(presence, "_SECONDS_ALIVE", 0.5)
        await other.wait_for_running(1)
        monkeypatch.setattr(presence, "_SECONDS_ALIVE", PATIENCE)
        # It is heard again, and has followed the room for longer.
        wire.ends[0].join()
        await other.wait_for_running(0)
        assert one.gate.running == 1


async def test_a_process_that_ends_is_followed_at_once(tmp_path: Path) -> None:
    wire = Wire()
    async with house(tmp_path, news=wire.end()) as other:
        async with house(tmp_path, news=wire.end()) as one:
            room = await one.open(ME, player("alphabeta:seconds=600"), "gomoku")
            await other.follow(room, ANN)
            await other.move(room, ANN, 0, "h8")
            await one.wait_for_running(1)
            await other.hearing.wait_for(room, has_moves(1))
        await other.wait_for_running(1)


async def test_a_change_is_heard_by_followers_elsewhere(tmp_path: Path) -> None:
    wire = Wire()
    async with (
        house(tmp_path, news=wire.end()) as one,
        house(tmp_path, news=wire.end()) as other,
    ):
        room = await one.open(ME, FRIEND)
        await other.follow(room, BOB)
        state = await one.hearing.wait_for(room, lambda state: state["seats"]["second"]["online"])
        assert state["seats"]["second"]["taken"]
        await one.move(room, ANN, 0, "a1")
        await other.hearing.wait_for(room, has_moves(1))
        await other.rooms.depart(room, BOB)
        await one.hearing.wait_for(room, lambda state: not state["seats"]["second"]["online"])


async def test_rooms_of_one_process_are_no_news_for_others(tmp_path: Path) -> None:
    wire = Wire()
    async with house(tmp_path, news=wire.end()) as one, house(tmp_path, news=wire.end()):
        room = await one.open(ME, ME)
        told = len(wire.ends[0].sent)
        for ply, move in enumerate(("a1", "b1", "b2", "c3")):
            await one.move(room, ANN, ply, move)
        said = [text for text in wire.ends[0].sent[told:] if b'"beat"' not in text]
        assert said == []


async def test_nothing_is_read_of_rooms_in_which_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both processes go round again and again, and hear what there is to hear."""
    wire = Wire()
    async with (
        house(tmp_path, news=wire.end()) as one,
        house(tmp_path, news=wire.end()) as other,
    ):
        rooms = [await one.open(ME, ME) for _ in range(3)]
        for room in rooms:
            await other.follow(room, BOB)
        await other.hearing.wait_for(rooms[-1], lambda state: state["spectators"] == 1)
        read: list[str] = []
        for each in (one, other):
            load = each.storage.load

            async def noted(room: str, load: Any = load) -> Any:
                read.append(room)
                return await load(room)

            monkeypatch.setattr(each.storage, "load", noted)
        beats = len(wire.ends[0].sent)
        await wait_until(lambda: len(wire.ends[0].sent) > beats + 3)  # several rounds
        assert read == []


async def test_what_was_missed_is_made_up_for(tmp_path: Path) -> None:
    wire = Wire()
    async with (
        house(tmp_path, news=wire.end()) as one,
        house(tmp_path, news=wire.end()) as other,
    ):
        room = await one.open(ME, ME)
        await other.follow(room, ANN)
        wire.ends[1].cut()
        for ply, move in enumerate(("a1", "b1")):
            await one.move(room, ANN, ply, move)
        wire.ends[1].join()
        await other.hearing.wait_for(room, has_moves(2))


async def test_news_that_do_not_come_are_no_reason_to_lose_a_game(tmp_path: Path) -> None:
    """Redis is away: both processes go on, and see what is stored."""
    wire = Wire()
    async with (
        house(tmp_path, news=wire.end()) as one,
        house(tmp_path, news=wire.end()) as other,
    ):
        for end in wire.ends:
            end.cut()
        room = await one.open(ME, player("greedy"))
        await other.follow(room, ANN)
        await other.move(room, ANN, 0, "a1")
        for here in (one, other):
            state = await here.hearing.wait_for(room, has_moves(2))
            assert state["outcome"] is None


async def test_a_lost_database_is_no_reason_to_lose_a_game(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.storage.failures = 1  # when the player's move is stored
        room = await here.open(player("greedy"), ME)
        state = await here.hearing.wait_for(room, lambda s: s["moves"] or s["outcome"])
        assert state["outcome"] is None
        assert not here.storage.failures


async def test_a_move_that_could_not_be_stored_was_not_made(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        room = await here.open(ME, ME)
        here.storage.failures = 1
        with pytest.raises(ConnectionError):
            await here.move(room, ANN, 0, "a1")
        view = await here.rooms.join(room, ANN, takes_seat=False)
        assert (view.moves, view.version) == ([], 1)
        assert await here.move(room, ANN, 0, "b2") == 2
        view = await here.rooms.join(room, ANN, takes_seat=False)
        assert view.moves == ["b2"]


async def test_a_seat_for_which_two_processes_compete_goes_to_one(tmp_path: Path) -> None:
    wire = Wire()
    async with (
        house(tmp_path, news=wire.end()) as one,
        house(tmp_path, news=wire.end()) as other,
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
    wire = Wire()
    async with (
        house(tmp_path, news=wire.end()) as one,
        house(tmp_path, news=wire.end()) as other,
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
        await here.wait_for_running(1)
        await here.rooms.depart(room, ANN)
        await here.wait_for_running(0)
        # It goes on when somebody comes back.
        view = await here.follow(room, ANN)
        assert view["moves"] == ["h8"]
        await here.wait_for_running(1)
        await here.rooms.act(room, lambda each: each.resign(ANN))
        await here.wait_for_running(0)


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
        assert here.remembered == 0


async def test_rooms_that_nobody_follows_leave_the_memory(tmp_path: Path) -> None:
    def count() -> int:
        gc.collect()
        return sum(isinstance(each, Room) for each in gc.get_objects())

    wire = Wire()
    async with house(tmp_path, news=wire.end()) as here, house(tmp_path, news=wire.end()) as other:
        before = count()
        rooms = []
        for _ in range(50):
            wish = Create("tictactoe", ME, FRIEND, clock=ClockWish(600))
            room = await here.rooms.create(ANN, wish)
            rooms.append(room)
            await here.follow(room, ANN)
            await other.follow(room, BOB)
            await here.move(room, ANN, 0, "a1")
        assert count() >= before + 100
        for room in rooms:
            await here.rooms.depart(room, ANN)
            await here.move(room, BOB, 1, "b1")  # where nobody follows it any more
            await other.hearing.wait_for(room, has_moves(2))
            await other.rooms.depart(room, BOB)
        await here.rooms._keeper._tasks.finish()
        await other.rooms._keeper._tasks.finish()
        assert (here.remembered, other.remembered) == (0, 0)
        assert count() == before


async def games_of(here: House, visitor: str) -> list[GameSummary]:
    found = await here.storage.rooms_of(visitor, 50)
    return listing.told_of(found, listing.summary, visitor, here.storage)


async def test_a_damaged_room_hides_no_others(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        for _ in range(3):
            room = await here.open(ME, FRIEND)
        stored = await here.storage.load(room)
        broken = stored.document | {"seats": [{"kind": "person", "hat": "red"}]}
        assert await here.storage.save(room, stored.version, broken)
        games = await games_of(here, ANN)
        assert len(games) == 2
        assert room not in [game.room for game in games]


async def test_the_list_of_games_says_whose_turn_it_is(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        wish = Create("tictactoe", ME, FRIEND, start="3/3/x2 o")
        room = await here.rooms.create(ANN, wish)
        await here.follow(room, BOB)
        for ply, (visitor, move) in enumerate(((BOB, "b1"), (ANN, "b2"), (BOB, "c1"), (ANN, "c3"))):
            for each in (ANN, BOB):
                (game,) = await games_of(here, each)
                assert game.turn == (each == visitor)
                assert game.moves == ply
            await here.move(room, visitor, ply, move)
        (game,) = await games_of(here, ANN)
        assert plain(game.outcome) == {"winner": "first", "termination": "run"}
        assert not game.turn


async def test_a_hint_needs_a_seat_and_nobody_else_who_plays(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        alone = await here.open(ME, player("greedy"))
        assert (await here.rooms.hint(alone, ANN, Asker("page", "::1"))).move
        with pytest.raises(RefusalError) as caught:
            await here.rooms.hint(alone, EVE, Asker("page", "::1"))
        assert caught.value.code == "no_seat"
        between = await here.open(ME, FRIEND)
        await here.follow(between, BOB)
        for visitor in (ANN, BOB):
            with pytest.raises(RefusalError) as caught:
                await here.rooms.hint(between, visitor, Asker("page", "::1"))
            assert caught.value.code == "not_alone"


async def test_the_servers_time_goes_on_after_a_restart(tmp_path: Path) -> None:
    wish = Create("tictactoe", ME, ME, clock=ClockWish(600))
    async with house(tmp_path) as here:
        room = await here.rooms.create(ANN, wish)
        await here.follow(room, ANN)
        await here.move(room, ANN, 0, "a1")
        here.rooms._now.hear(100.0)  # it ran for so long
    async with house(tmp_path) as here:
        view = await here.follow(room, ANN)
        assert 0 < view["clock"]["second"] <= 501


async def test_a_server_that_is_killed_at_once_has_a_time_too(tmp_path: Path) -> None:
    """The next one goes on from it, and not from the time of day."""
    wish = Create("tictactoe", ME, ME, clock=ClockWish(600))
    async with house(tmp_path) as killed:
        room = await killed.rooms.create(ANN, wish)
        await killed.follow(room, ANN)
        for ply, move in enumerate(("a1", "b1")):
            await killed.move(room, ANN, ply, move)
        async with house(tmp_path) as here:  # before the first one says goodbye
            view = await here.follow(room, ANN)
            assert view["outcome"] is None
            assert view["clock"]["first"] > 600 - PATIENCE

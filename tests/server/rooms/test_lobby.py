"""Who waits for anybody, in one process and in two: they are in the list while they are there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from enligne.server.contract.games import Create
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms import lobby
from tests.server.rooms.test_rooms import (
    ANN,
    BOB,
    EVE,
    FRIEND,
    ME,
    House,
    Wire,
    house,
    rounds,
    wait_until,
)

assert rounds  # is used by its name


async def open_room(here: House, visitor: str = ANN, name: str | None = None) -> str:
    """A new room that waits for anybody, which its owner follows."""
    wish = Create("connect4", ME, FRIEND, name=name, open=True)
    room = await here.rooms.create(visitor, wish, address="here")
    await here.follow(room, visitor)
    return room


def waiting(here: House) -> list[str]:
    return [each.room for each in here.rooms.lobby.challenges().challenges]


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is away is gone soon."""
    monkeypatch.setattr(lobby, "_SECONDS_AWAY", 0.05)


@asynccontextmanager
async def two_houses(folder: Path) -> AsyncIterator[tuple[House, House, Wire]]:
    """Two processes with one database."""
    wire = Wire()
    async with house(folder, news=wire.end()) as one, house(folder, news=wire.end()) as other:
        yield one, other, wire


@pytest.mark.usefixtures("moment")
async def test_who_closes_the_page_is_gone_after_a_moment(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        room = await open_room(here)
        here.rooms.enter(room, ANN)  # another tab
        await here.rooms.depart(room, ANN)
        await asyncio.sleep(0.1)
        assert waiting(here) == [room]
        await here.rooms.depart(room, ANN)
        assert waiting(here) == [room]  # a page that is loaded again
        await wait_until(lambda: waiting(here) == [])
        with pytest.raises(RefusalError, match="wait no longer"):
            await here.rooms.accept(room, BOB, None)
        await here.follow(room, ANN)
        assert waiting(here) == [room]


async def test_who_comes_back_at_once_was_never_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "_SECONDS_AWAY", 0.2)
    async with house(tmp_path) as here:
        room = await open_room(here)
        await here.rooms.depart(room, ANN)
        await here.follow(room, ANN)
        await asyncio.sleep(0.4)
        assert waiting(here) == [room]


async def test_nobody_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as here:
        room = await open_room(here)
        monkeypatch.setattr(here.rooms.lobby, "_most_seconds", 0.001)
        await here.follow(room, ANN)
        # Its owner is told, and can open it again.
        await here.hearing.wait_for(room, lambda state: not state["open"])
        assert waiting(here) == []
        monkeypatch.setattr(here.rooms.lobby, "_most_seconds", 600.0)
        await here.rooms.open_to_all(room, ANN)
        assert waiting(here) == [room]


async def test_the_time_runs_out_by_itself(tmp_path: Path) -> None:
    async with house(tmp_path, lobby_minutes=0.005) as here:
        room = await open_room(here)
        await here.hearing.wait_for(room, lambda state: not state["open"])
        assert waiting(here) == []
        stored = await here.storage.load(room)
        assert stored is not None
        assert stored.document["opened"] is None


async def test_a_room_of_another_servers_time_waits_no_longer(tmp_path: Path) -> None:
    """As one that was restored from a backup."""
    async with house(tmp_path) as here:
        room = await open_room(here)
        stored = await here.storage.load(room)
        assert stored is not None
        await here.rooms.depart(room, ANN)
        document = stored.document | {"opened": 1e12}
        assert await here.storage.save(room, stored.version, document)
        await here.follow(room, ANN)
        await here.hearing.wait_for(room, lambda state: not state["open"])
        assert waiting(here) == []


async def test_rooms_that_follow_later_are_counted_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who makes many rooms first and opens all their pages then has no more of them."""
    async with house(tmp_path, lobby_games_per_address=3) as here:
        monkeypatch.setattr(here.hearing, "address_of", lambda *_: "here")
        wish = Create("connect4", ME, FRIEND, open=True)
        rooms = [await here.rooms.create(ANN, wish, address="here") for _ in range(6)]
        for room in rooms:
            await here.follow(room, ANN)
        assert sorted(waiting(here)) == sorted(rooms[:3])
        for room in rooms[3:]:
            await here.hearing.wait_for(room, lambda state: not state["open"])
        with pytest.raises(RefusalError, match="too many"):
            await here.rooms.create(BOB, wish, address="here")


async def test_the_list_is_bounded(tmp_path: Path) -> None:
    async with house(tmp_path, lobby_games=3) as here:
        rooms = [await open_room(here) for _ in range(5)]
        assert waiting(here) == rooms[:-4:-1]


@pytest.mark.usefixtures("moment")
async def test_two_processes_know_the_same(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, other, wire):
        room = await open_room(one, name="Anna")
        await wait_until(lambda: waiting(other) == [room])
        assert one.rooms.lobby.challenges() == other.rooms.lobby.challenges()
        # The owner's page comes back through the other process.
        await one.rooms.depart(room, ANN)
        await other.follow(room, ANN)
        await wait_until(lambda: len(one.rooms.lobby) == len(other.rooms.lobby) == 1)
        assert waiting(one) == waiting(other) == [room]
        # What was missed while the wire was cut is told when it is whole again.
        wire.ends[0].cut()
        missed = await open_room(other, BOB)
        await open_room(one, EVE)
        wire.ends[0].join()
        await wait_until(lambda: len(waiting(one)) == len(waiting(other)) == 3)
        assert missed in waiting(one)
        # Taken through the one, it is gone in both.
        await one.rooms.accept(room, EVE, "Eve")
        await wait_until(lambda: room not in waiting(one) + waiting(other))
        with pytest.raises(RefusalError, match="wait no longer"):
            await other.rooms.accept(room, BOB, None)


async def test_those_of_a_process_that_ends_are_gone(tmp_path: Path) -> None:
    wire = Wire()
    async with house(tmp_path, news=wire.end()) as one:
        async with house(tmp_path, news=wire.end()) as other:
            room = await open_room(other)
            await wait_until(lambda: waiting(one) == [room])
        await wait_until(lambda: waiting(one) == [])


async def test_two_at_once_through_two_processes(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, other, _):
        room = await open_room(one)
        await wait_until(lambda: waiting(other) == [room])
        one.storage.meeting = other.storage.meeting = asyncio.Barrier(2)
        answers = await asyncio.gather(
            one.rooms.accept(room, BOB, None),
            other.rooms.accept(room, EVE, None),
            return_exceptions=True,
        )
        refused = [each for each in answers if each is not None]
        assert len(refused) == 1
        assert isinstance(refused[0], RefusalError)
        assert refused[0].code == "gone"


async def test_where_nobody_waits_nothing_is_told(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, other, wire):
        room = await one.open(ME, FRIEND)
        await other.follow(room, BOB)
        await one.move(room, ANN, 0, "a1")
        await other.hearing.wait_for(room, lambda state: len(state["moves"]) == 1)
        told = [text for end in wire.ends for text in end.sent]
        assert told
        assert not [text for text in told if b'"waits' in text]

"""The database of rooms, on SQLite and on a real PostgreSQL: nothing is lost or written twice."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from enligne.errors import StorageError
from enligne.server.storage import Storage
from enligne.server.storage import rooms as storage_module
from tests.programs import PATIENCE
from tests.server.storage.helpers import ANN, BOB, Hold, document, execute, file_of, opened, room_id


async def test_a_room_is_kept_as_it_is(address: str) -> None:
    room = room_id()
    odd = document("a1", name="é\0\n'\"\\ud800 😀", nested={"list": [1, 2.5, None, True]})
    async with opened(address) as storage:
        assert await storage.load(room) is None
        await storage.create(room, odd, {ANN})
        await storage.ping()
    async with opened(address) as storage:
        found = await storage.load(room)
        assert (found.id, found.version, found.document) == (room, 1, odd)
        with pytest.raises(SQLAlchemyError):
            await storage.create(room, document(), {BOB})
        assert (await storage.load(room)) == found
        assert await storage.rooms_of(BOB, 10) == []


async def test_only_who_has_seen_the_last_version_replaces_it(address: str) -> None:
    room = room_id()
    async with opened(address) as storage:
        assert not await storage.save(room, 1, document("a1"))
        assert await storage.load(room) is None
        await storage.create(room, document(), {ANN})
        assert await storage.save(room, 1, document("a1"))
        for version in (0, 1, 3, 2**31 - 2):
            assert not await storage.save(room, version, document("z9"), BOB)
        assert await storage.save(room, 2, document("a1", "b1"))
        found = await storage.load(room)
        assert found.version == 3
        assert found.document["moves"] == ["a1", "b1"]
        assert await storage.rooms_of(BOB, 10) == []


async def test_no_change_is_lost_between_two_processes(address: str) -> None:
    room = room_id()
    async with opened(address) as one, opened(address) as other:
        await one.create(room, document(), {ANN})

        async def add(storage: Storage, name: str) -> None:
            for number in range(25):
                while True:
                    stored = await storage.load(room)
                    moves = [*stored.document["moves"], f"{name}{number}"]
                    if await storage.save(room, stored.version, document(*moves)):
                        break

        await asyncio.gather(add(one, "a"), add(other, "b"), add(one, "c"), add(other, "d"))
        stored = await other.load(room)
    assert stored.version == 101
    for name in "abcd":
        mine = [move for move in stored.document["moves"] if move[0] == name]
        assert mine == [f"{name}{number}" for number in range(25)]


async def test_the_rooms_of_a_visitor_the_newest_first(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Time:
        now = 1000.0

        def time(self) -> float:
            self.now += 1
            return self.now

    monkeypatch.setattr(storage_module, "time", Time())
    rooms = [room_id() for _ in range(5)]
    async with opened(address) as storage:
        for room in rooms:
            await storage.create(room, document(), {ANN})
        await storage.create(room_id(), document(), set())
        assert [each.id for each in await storage.rooms_of(ANN, 10)] == rooms[::-1]
        assert [each.id for each in await storage.rooms_of(ANN, 2)] == rooms[:-3:-1]
        assert await storage.rooms_of(BOB, 10) == []
        # A move makes a room the newest; a seat makes it a visitor's, once.
        assert await storage.save(rooms[1], 1, document("a1"), BOB)
        assert await storage.save(rooms[1], 2, document("a1", "b1"), BOB)
        assert await storage.save(rooms[3], 1, document("a1"), ANN)
        newest = [each.id for each in await storage.rooms_of(ANN, 10)]
        assert newest == [rooms[3], rooms[1], rooms[4], rooms[2], rooms[0]]
        found = await storage.rooms_of(BOB, 10)
        assert [(each.id, each.version) for each in found] == [(rooms[1], 3)]
        times = [each.updated for each in await storage.rooms_of(ANN, 10)]
        assert times == sorted(times, reverse=True)


async def test_abandoned_rooms_are_swept(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Time:
        now = 0.0

        def time(self) -> float:
            return self.now

    clock = Time()
    monkeypatch.setattr(storage_module, "time", clock)
    async with opened(address) as storage:
        names: dict[str, str] = {}
        for now in (100.0, 200.0, 300.0):
            for kind, moves in (("unplayed", ()), ("played", ("a1",))):
                clock.now = now
                room = names[f"{kind} {now:g}"] = room_id()
                await storage.create(room, document(*moves), {ANN})
        assert await storage.sweep(idle_since=50, unplayed_since=50) == 0
        assert await storage.sweep(idle_since=150, unplayed_since=250) == 3
        left = {each.id for each in await storage.rooms_of(ANN, 10)}
        assert left == {names[name] for name in ("unplayed 300", "played 200", "played 300")}
        assert await storage.load(names["unplayed 200"]) is None
        # A move came in time.
        clock.now = 1000.0
        assert await storage.save(names["played 200"], 1, document("a1", "b1"))
        assert await storage.sweep(idle_since=500, unplayed_since=500) == 2
        assert {each.id for each in await storage.rooms_of(ANN, 10)} == {names["played 200"]}
        assert not await storage.save(names["played 300"], 1, document("a1"))


async def test_one_that_fails_among_many_takes_back_only_its_own(address: str) -> None:
    old, rooms = room_id(), [room_id() for _ in range(20)]
    async with opened(address) as storage:
        await storage.create(old, document(), {ANN})

        def half(connection: Connection) -> None:
            # The change would be stored, if what follows did not fail.
            connection.execute(text("UPDATE rooms SET version = 77"))
            connection.execute(text("SELECT nothing FROM nowhere"))

        async with Hold(storage):
            tasks = [
                asyncio.ensure_future(storage.create(room, document(), {ANN}))
                for room in rooms[:10]
            ]
            bad = [
                asyncio.ensure_future(storage.create(old, document(), {BOB})),
                asyncio.ensure_future(storage.run(half)),
            ]
            tasks += [
                asyncio.ensure_future(storage.create(room, document(), {ANN}))
                for room in rooms[10:]
            ]
        await asyncio.gather(*tasks)
        for each in bad:
            with pytest.raises(SQLAlchemyError):
                await each
        found = await storage.rooms_of(ANN, 100)
        assert {each.id for each in found} == {old, *rooms}
        assert {each.version for each in found} == {1}
        assert await storage.rooms_of(BOB, 100) == []


def rooms_seen_from_outside(address: str) -> int:
    """How many rooms are committed."""
    if address.startswith("sqlite"):  # where the storage writes, and others may only read
        connection = sqlite3.connect(file_of(address))
        try:
            return int(connection.execute("SELECT count(*) FROM rooms").fetchone()[0])
        finally:
            connection.close()
    return int(execute(address, "SELECT count(*) FROM rooms")[0][0])


async def test_many_requests_are_one_transaction(address: str) -> None:
    """What makes a slow disk bearable: a commit for all, and nobody is answered before it."""
    async with opened(address) as storage:
        async with Hold(storage):
            tasks = [
                asyncio.ensure_future(storage.create(room_id(), document(), {ANN}))
                for _ in range(10)
            ]
            seen = asyncio.ensure_future(storage.run(lambda _: rooms_seen_from_outside(address)))
        assert await seen == 0
        await asyncio.gather(*tasks)
        assert rooms_seen_from_outside(address) == 10


async def test_what_is_answered_is_stored_though_a_transaction_breaks(
    postgresql: Callable[[], str],
) -> None:
    address = postgresql()
    rooms = [room_id() for _ in range(6)]
    async with opened(address) as storage:
        await storage.create(rooms[0], document(), {ANN})

        def break_off(connection: Connection) -> None:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

        async with Hold(storage):
            tasks = [
                asyncio.ensure_future(storage.create(room, document(), {ANN}))
                for room in rooms[1:3]
            ]
            tasks.append(asyncio.ensure_future(storage.run(break_off)))
            tasks += [
                asyncio.ensure_future(storage.create(room, document(), {ANN}))
                for room in rooms[3:5]
            ]
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(ends[2], SQLAlchemyError)
        for room, end in zip(rooms[1:5], (*ends[:2], *ends[3:]), strict=True):
            stored = await storage.load(room)
            assert (stored is not None) == (not isinstance(end, BaseException))
        # The next transaction has a new connection.
        await storage.create(rooms[5], document(), {ANN})
        await storage.ping()
        assert await storage.load(rooms[0]) is not None


async def test_processes_that_change_the_same_rooms_do_not_block_each_other(
    postgresql: Callable[[], str],
) -> None:
    """Two transactions want the same two rows, in different order: both must be answered."""
    address = postgresql()
    x, y = room_id(), room_id()
    meeting = threading.Barrier(2)
    have_met: set[int] = set()

    def meet(_: Connection) -> None:
        if threading.get_ident() not in have_met:  # once, though it may be tried again
            have_met.add(threading.get_ident())
            meeting.wait(PATIENCE)

    async with opened(address) as one, opened(address) as other:
        await one.create(x, document(), {ANN})
        await one.create(y, document(), {ANN})
        saves: list[asyncio.Future[Any]] = []
        async with Hold(one), Hold(other):
            for storage, rooms in ((one, (x, y)), (other, (y, x))):
                saves.append(asyncio.ensure_future(storage.save(rooms[0], 1, document("a1"))))
                saves.append(asyncio.ensure_future(storage.run(meet)))
                saves.append(asyncio.ensure_future(storage.save(rooms[1], 1, document("b1"))))
        ends = await asyncio.gather(*saves, return_exceptions=True)
        answers = [ends[0], ends[2], ends[3], ends[5]]
        assert [each for each in answers if isinstance(each, BaseException)] == []
        # The one that was told so is the one whose change is there.
        for room, pairs in ((x, ((0, "a1"), (3, "b1"))), (y, ((1, "b1"), (2, "a1")))):
            winners = [move for index, move in pairs if answers[index] is True]
            assert len(winners) == 1
            stored = await one.load(room)
            assert stored.document["moves"] == winners


async def test_who_stops_waiting_does_no_harm(address: str) -> None:
    room = room_id()
    async with opened(address) as storage:
        async with Hold(storage):
            task = asyncio.ensure_future(storage.create(room, document(), {ANN}))
            await asyncio.sleep(0)
            task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await storage.ping()
        assert await storage.load(room) is not None


async def test_closing_finishes_what_is_waiting(address: str) -> None:
    rooms = [room_id() for _ in range(300)]
    storage = Storage(address)
    async with Hold(storage):
        tasks = [asyncio.ensure_future(storage.create(room, document(), {ANN})) for room in rooms]
    await storage.close()
    await asyncio.gather(*tasks)
    async with opened(address) as again:
        found = await again.rooms_of(ANN, 1000)
    assert {each.id for each in found} == set(rooms)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://nobody@/nothing?host=/nowhere",
        "sqlite:////proc/nowhere/rooms.sqlite3",
        "nonsense",
        "oracle://nobody",
    ],
)
def test_a_database_that_cannot_be(address: str) -> None:
    with pytest.raises((SQLAlchemyError, StorageError)):
        Storage(address)

"""What a visitor has: pages of rooms, all of them, deleting them and giving them away; and rooms
that cannot be read, which hide no others."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from enligne.errors import DamagedRoomError
from enligne.server.storage import Storage
from enligne.server.storage import rooms as storage_module
from enligne.server.storage import visitors as visitors_module
from tests.server.helpers import Client, Server
from tests.server.storage.helpers import (
    ANN,
    ANNS_SECRET,
    BOB,
    document,
    execute,
    opened,
    room_id,
    seats,
    write_revision_1,
)

#: What documents may have become: no JSON, JSON of another kind, and bytes that are no text.
DAMAGED = ("", "{", "null", "[1]", '"text"', '{"rules": "3x3:3"', "[" * 100_000)


async def all_of(storage: Storage, visitor: str, most: int) -> list[str]:
    """All rooms of a visitor, page by page."""
    found: list[str] = []
    before = None
    while page := await storage.rooms_of(visitor, most, before):
        found += [stored.id for stored in page]
        before = (page[-1].updated, page[-1].id)
        if len(page) < most:
            break
    return found


async def test_pages(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms of the same moment are on one page or the other, never on both or none."""

    class Time:
        now = 0

        def time(self) -> float:
            self.now += 1
            return float(self.now // 3)

    monkeypatch.setattr(storage_module, "time", Time())
    rooms = [room_id() for _ in range(10)]
    async with opened(address) as storage:
        for room in rooms:
            await storage.create(room, document(), {ANN})
            await storage.create(room_id(), document(), {BOB})
        everything = await all_of(storage, ANN, 100)
        assert set(everything) == set(rooms)
        for most in (1, 2, 3, 5, 10):
            assert await all_of(storage, ANN, most) == everything
        assert await every_record(storage, ANN, 4) == rooms
        # A damaged room in every page: pages are as long as they can be.
        for room in everything[::2]:
            execute(address, "UPDATE rooms SET document = '{' WHERE id = :room", room=room)
        whole = everything[1::2]
        for most in (1, 2, 3, 5, 10):
            assert await all_of(storage, ANN, most) == whole
        assert set(await every_record(storage, ANN, 4)) == set(whole)


async def every_record(storage: Storage, visitor: str, most: int) -> list[str]:
    found, after = [], 0
    while True:
        rooms, number = await storage.records_of(visitor, most, after)
        found += [stored.id for stored in rooms]
        if number is None:
            return found
        assert number > after
        after = number


@pytest.mark.parametrize("damage", DAMAGED, ids=lambda text: text[:20])
async def test_a_damaged_room_hides_no_other(
    address: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = room_id(), room_id()
    async with opened(address) as storage:
        for room in (bad, good):
            await storage.create(room, document(), {ANN})
        execute(address, "UPDATE rooms SET document = :text WHERE id = :id", text=damage, id=bad)
        with caplog.at_level(logging.ERROR, "enligne.storage"):
            for _ in range(3):
                assert [each.id for each in await storage.rooms_of(ANN, 10)] == [good]
        assert [record.room for record in caplog.records] == [bad]  # type: ignore[attr-defined]
        with pytest.raises(DamagedRoomError, match=f"room {bad} is damaged"):
            await storage.load(bad)


async def test_text_that_is_no_utf_8_damages_its_room_alone(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    bad, good = room_id(), room_id()
    async with opened(address) as storage:
        for room in (bad, good):
            await storage.create(room, document(), {ANN})
        statement = "UPDATE rooms SET document = CAST(x'7b22ff' AS TEXT) WHERE id = :id"
        execute(address, statement, id=bad)
        assert [each.id for each in await storage.rooms_of(ANN, 10)] == [good]
        with pytest.raises(DamagedRoomError):
            await storage.load(bad)


async def test_a_damaged_room_is_refused_and_left_out_of_the_games(tmp_path: Path) -> None:
    """An unknown key of a seat, as another version might write it."""
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    write_revision_1(address)
    bad = execute(address, "SELECT id FROM rooms WHERE document LIKE '%level%'")[0][0]
    execute(
        address,
        "UPDATE rooms SET document = replace(document, :old, :new) WHERE id = :room",
        old='"kind"',
        new='"hat":1,"kind"',
        room=bad,
    )
    with Server(tmp_path, "--log") as server:
        async with Client(server, ANNS_SECRET) as ann:
            for _ in range(2):
                games = (await ann.ask("games"))["games"]
                assert len(games) == 4
                assert bad not in [game["room"] for game in games]
                assert await ann.refused("join", room=bad) == "damaged"
        assert server.log.count(f"room {bad} is damaged") == 1


async def load(storage: Storage, room: str) -> dict[str, Any]:
    found = await storage.load(room)
    return {"version": found.version, "seats": [each["visitor"] for each in _seats(found.document)]}


def _seats(data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data["seats"]
    return found


async def test_deleting_games_leaves_others_theirs(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors_module, "_ROOMS_A_STEP", 2)
    alone, open_one, both, twice, watched, bobs, damaged = [room_id() for _ in range(7)]
    async with opened(address) as storage:
        clock = {"seconds": 60.0, "since": 1000.0}
        await storage.create(alone, document("a1", seats=seats(ANN, ANN)), {ANN})
        await storage.create(open_one, document(seats=seats(ANN, None)), {ANN})
        await storage.create(both, document("a1", seats=seats(ANN, BOB), clock=clock), {ANN, BOB})
        await storage.create(twice, document(seats=seats(BOB, ANN)), {ANN, BOB})
        await storage.create(watched, document(seats=seats(BOB, BOB)), {ANN, BOB})
        await storage.create(bobs, document(seats=seats(BOB, None)), {BOB})
        await storage.create(damaged, document(seats=seats(ANN, BOB)), {ANN, BOB})
        execute(address, "UPDATE rooms SET document = '{' WHERE id = :room", room=damaged)
        changes = await storage.delete_games(ANN)
        assert set(changes.removed) == {alone, open_one}
        assert set(changes.changed) == {(both, 2), (twice, 2)}
        assert await storage.rooms_of(ANN, 10) == []
        assert [await storage.load(room) for room in (alone, open_one)] == [None, None]
        assert await load(storage, both) == {"version": 2, "seats": [None, BOB]}
        assert (await storage.load(both)).document["clock"] == {"seconds": 60.0, "since": None}
        assert await load(storage, twice) == {"version": 2, "seats": [BOB, None]}
        assert await load(storage, watched) == {"version": 1, "seats": [BOB, BOB]}
        left = {each.id for each in await storage.rooms_of(BOB, 10)}
        assert left == {both, twice, watched, bobs}
        # Who saw the room before is told to look again.
        assert not await storage.save(both, 1, document("a1", "b1"))
        assert not await storage.delete_games(ANN)


async def test_seats_go_to_another_visitor(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors_module, "_ROOMS_A_STEP", 2)
    new = "c" * 64
    mine, both, known, watched, bobs = [room_id() for _ in range(5)]
    async with opened(address) as storage:
        await storage.create(mine, document(seats=seats(ANN, ANN)), {ANN})
        await storage.create(both, document(seats=seats(BOB, ANN)), {ANN, BOB})
        await storage.create(known, document(seats=seats(ANN, new)), {ANN, new})
        await storage.create(watched, document(seats=seats(BOB, BOB)), {ANN, BOB})
        await storage.create(bobs, document(seats=seats(BOB, None)), {BOB})
        changes = await storage.hand_over(ANN, new)
        assert changes.removed == []
        assert set(changes.changed) == {(mine, 2), (both, 2), (known, 2)}
        assert await storage.rooms_of(ANN, 10) == []
        assert {each.id for each in await storage.rooms_of(new, 10)} == {mine, both, known, watched}
        assert await load(storage, mine) == {"version": 2, "seats": [new, new]}
        assert await load(storage, both) == {"version": 2, "seats": [BOB, new]}
        assert await load(storage, known) == {"version": 2, "seats": [new, new]}
        assert await load(storage, watched) == {"version": 1, "seats": [BOB, BOB]}
        assert {each.id for each in await storage.rooms_of(BOB, 10)} == {both, watched, bobs}
        assert not await storage.hand_over(new, new)
        assert not await storage.hand_over(ANN, new)

"""A storage against a plain dictionary: whatever is asked in whatever order, both hold the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from enligne.server.storage import Storage, housekeeping, visitors
from enligne.server.storage import rooms as storage_module
from enligne.server.storage.backup import restore_backup, write_backup
from tests.server.storage.helpers import document, opened, seats

VISITORS = [letter * 64 for letter in "abcd"]
OVER = {"winner": "first", "termination": "resignation"}


@dataclass
class Room:
    document: dict[str, Any]
    visitors: set[str]
    updated: float
    version: int = 1


@dataclass
class Model:
    """What the storage promises, in the simplest way there is."""

    rooms: dict[str, Room] = field(default_factory=dict)

    def rooms_of(self, visitor: str) -> list[str]:
        mine = [
            (room.updated, name) for name, room in self.rooms.items() if visitor in room.visitors
        ]
        return [name for _, name in sorted(mine, reverse=True)]

    def delete_games(self, visitor: str) -> None:
        for name in self.rooms_of(visitor):
            room = self.rooms[name]
            room.visitors.remove(visitor)
            if not room.visitors:
                del self.rooms[name]
            else:
                self._reseat(room, visitor, None)

    def hand_over(self, visitor: str, to: str) -> None:
        for name in self.rooms_of(visitor) if visitor != to else []:
            room = self.rooms[name]
            room.visitors = room.visitors - {visitor} | {to}
            self._reseat(room, visitor, to)

    def sweep(self, idle: float, unplayed: float, finished: float | None) -> int:
        def is_old(room: Room) -> bool:
            if room.document["outcome"]:
                return finished is not None and room.updated < finished
            since = max(idle, unplayed) if not room.document["moves"] else idle
            return room.updated < since

        old = [name for name, room in self.rooms.items() if is_old(room)]
        for name in old:
            del self.rooms[name]
        return len(old)

    def _reseat(self, room: Room, visitor: str, to: str | None) -> None:
        old = room.document["seats"]
        new = [seat | {"visitor": to} if seat["visitor"] == visitor else seat for seat in old]
        if new != old:
            room.document = room.document | {"seats": new}
            room.version += 1


class Time:
    """Goes on by a second now and then."""

    def __init__(self, dice: random.Random) -> None:
        self.now = 1000.0
        self._dice = dice

    def time(self) -> float:
        self.now += self._dice.choice((0.0, 0.0, 1.0))
        return self.now


async def compare(storage: Storage, model: Model) -> None:
    for visitor in VISITORS:
        found = await storage.rooms_of(visitor, 1000)
        assert [stored.id for stored in found] == model.rooms_of(visitor)
        for stored in found:
            room = model.rooms[stored.id]
            assert stored.version == room.version
            assert (stored.document, stored.updated) == (room.document, room.updated)
        every, _ = await storage.records_of(visitor, 1000)
        assert {stored.id for stored in every} == set(model.rooms_of(visitor))


@pytest.mark.parametrize("seed", range(3))
async def test_a_storage_is_a_dictionary(
    address: str,
    new_address: Callable[[str], str],
    seed: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dice = random.Random(seed)
    clock = Time(dice)
    monkeypatch.setattr(storage_module, "time", clock)
    monkeypatch.setattr(housekeeping, "ROOMS_A_STEP", 3)
    monkeypatch.setattr(visitors, "_ROOMS_A_STEP", 3)
    model = Model()
    storage = Storage(address)
    try:
        for number in range(150):
            act = dice.choices(
                ("create", "save", "stale", "delete", "hand over", "sweep"), (30, 40, 5, 1, 3, 5)
            )[0]
            visitor, other = dice.choice(VISITORS), dice.choice([*VISITORS, None])
            moves = dice.sample(["a1", "b1", "c1"], dice.randrange(3))
            data = document(
                *moves, seats=seats(visitor, other), outcome=dice.choice((None, None, OVER))
            )
            if act == "create" or not model.rooms:
                who = {visitor} | ({other} if other else set())
                await storage.create(f"room{number}", data, who)
                model.rooms[f"room{number}"] = Room(data, who, clock.now)
            elif act == "save":
                name = dice.choice(sorted(model.rooms))
                room = model.rooms[name]
                assert await storage.save(name, room.version, data, visitor)
                room.document, room.updated = data, clock.now
                room.version += 1
                room.visitors |= {visitor}
            elif act == "stale":
                name = dice.choice(sorted(model.rooms))
                assert not await storage.save(name, model.rooms[name].version - 1, data, visitor)
            elif act == "delete":
                await storage.delete_games(visitor)
                model.delete_games(visitor)
            elif act == "hand over":
                to = dice.choice(VISITORS)
                await storage.hand_over(visitor, to)
                model.hand_over(visitor, to)
            else:
                idle, unplayed = clock.now - 60, clock.now - 20
                finished = dice.choice((None, clock.now - 40))
                swept = await storage.sweep(
                    idle_since=idle, unplayed_since=unplayed, finished_since=finished
                )
                assert swept == model.sweep(idle, unplayed, finished)
            if number % 10 == 0:
                await compare(storage, model)
        await compare(storage, model)
    finally:
        await storage.close()
    # All of it survives a restart, and a backup into another database.
    async with opened(address) as again:
        await compare(again, model)
    write_backup(address, tmp_path / "file", lambda *_: None)
    new = new_address("sqlite")
    restore_backup(new, tmp_path / "file", lambda *_: None)
    for room in model.rooms.values():
        room.updated = 0.0
    async with opened(new) as copy:
        for name, room in model.rooms.items():
            stored = await copy.load(name)
            assert (stored.version, stored.document) == (room.version, room.document)
        for visitor in VISITORS:
            mine = {stored.id for stored in await copy.rooms_of(visitor, 1000)}
            assert mine == set(model.rooms_of(visitor))

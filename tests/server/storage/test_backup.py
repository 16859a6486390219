"""Backups: whole, of one moment, and into either kind of database, all or nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from enligne.errors import DamagedRoomError, StorageError
from enligne.server.storage import Storage, brains, codes
from enligne.server.storage import backup as backup_module
from enligne.server.storage.backup import Restored, restore_backup, write_backup
from tests.programs import output, refusal
from tests.server.storage.helpers import (
    ANN,
    ANNS_SECRET,
    BOB,
    document,
    execute,
    file_of,
    opened,
    room_id,
    write_revision_1,
)

OVER = {"winner": None, "termination": "full board"}
KINDS = ["sqlite", "postgresql"]
BRAINS = [(ANN, "class-a"), (ANN, "class-b"), (BOB, "class-a"), (BOB, "class-c")]


def quiet(*_: int) -> None:
    """For those who do not want to know how far it is."""


def everything(address: str) -> tuple[list[Any], list[Any], list[Any]]:
    """All that is to be kept: rooms, but for when their clocks began to run, visits in their order
    for each room, and machines."""
    found = execute(address, "SELECT id, version, document, stage FROM rooms")
    return (
        sorted(
            (*row[:2], re.sub(r'"since":[0-9.]+', '"since":null', row[2]), row[3]) for row in found
        ),
        execute(address, "SELECT room, visitor FROM visits ORDER BY room, number"),
        sorted(
            tuple(row) for row in execute(address, "SELECT visitor, name, rules, brain FROM brains")
        ),
    )


async def fill(address: str, count: int = 7) -> None:
    async with opened(address) as storage:
        for number in range(count):
            moves = ["a1", "b1"][: number % 3]
            more = {"outcome": OVER if number % 4 == 3 else None, "note": "é\0\n😀"}
            await storage.create(f"room{number}", document(*moves, **more), {ANN, BOB})
            assert await storage.save(f"room{number}", 1, document(*moves, **more))
        await storage.create("alone", document(), set())
        for visitor, name in BRAINS:
            await save_brain(storage, visitor, name, f"of {visitor[0]}: é\n😀")


async def save_brain(storage: Storage, visitor: str, name: str, brain: str) -> None:
    assert await storage.run(
        lambda each: brains.save(each, visitor, name, "3x3:3", brain, each=9, total=99)
    )


@pytest.mark.parametrize("after", KINDS)
@pytest.mark.parametrize("before", KINDS)
async def test_from_any_kind_of_database_into_any(
    before: str,
    after: str,
    new_address: Callable[[str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backup_module, "_AT_ONCE", 3)
    old, new, file = new_address(before), new_address(after), tmp_path / "file"
    await fill(old)
    execute(old, "UPDATE rooms SET document = '{' WHERE id = 'room5'")  # is kept as it is
    execute(old, "UPDATE rooms SET stage = 1 WHERE id = 'room5'")
    told: list[tuple[int, int]] = []
    saved = write_backup(old, file, lambda *numbers: told.append(numbers))
    assert (saved.rooms, saved.brains) == (8, 4)
    assert told[-1] == (12, 12)
    assert restore_backup(new, file, lambda *numbers: told.append(numbers)) == Restored(8, 4, 0)
    assert told[-1] == (12, 12)
    assert everything(new) == everything(old)
    async with opened(new) as storage:  # and it goes on
        assert await storage.save("room1", 2, document("a1", "b1"), "c" * 64)
        assert len(await storage.rooms_of(ANN, 10)) == 6
        await storage.create("new", document(), {ANN})


@pytest.mark.parametrize(
    "damage",
    ["version = 'abc'", "version = -5", f"version = {2**62}", "updated = 'abc'", "updated = 9e999"],
)
async def test_a_damaged_row_keeps_no_other_from_being_restored(
    tmp_path: Path, damage: str
) -> None:
    """SQLite keeps anything in any column."""
    old, new = (f"sqlite:///{tmp_path / name}" for name in ("old", "new"))
    await fill(old)
    execute(old, f"UPDATE rooms SET {damage} WHERE id = 'room1'")
    execute(old, "UPDATE brains SET used = 'abc'")
    async with opened(old) as storage:
        assert len(await storage.rooms_of(ANN, 10)) == 6
        assert len((await storage.records_of(ANN, 10))[0]) == 6
        with pytest.raises(DamagedRoomError, match="room room1 is damaged"):
            await storage.load("room1")
    write_backup(old, tmp_path / "file", lambda *_: None)
    assert restore_backup(new, tmp_path / "file", lambda *_: None) == Restored(8, 4, 0)
    async with opened(new) as storage:
        assert (
            len(await storage.rooms_of(ANN, 10)) == 7
        )  # also the damaged one, whose game is whole
        assert await storage.load("room1") is not None


async def test_a_backup_is_of_one_moment(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written while it is taken is in the next one, and waits for nothing."""
    monkeypatch.setattr(backup_module, "_AT_ONCE", 2)
    await fill(address)
    before = everything(address)

    def change(done: int, _: int) -> None:
        execute(address, "UPDATE rooms SET version = version + 1")
        execute(address, "DELETE FROM rooms WHERE id = 'room6'")
        execute(address, f"INSERT INTO rooms VALUES ('zz{done}', 1, 1.0, '{{}}', 1)")
        execute(address, "UPDATE brains SET brain = 'another'")
        execute(address, "DELETE FROM brains WHERE name = 'class-c'")
        execute(address, f"INSERT INTO brains VALUES ('z', 'z{done}', '3x3:3', 1.0, '')")

    write_backup(address, tmp_path / "file", change)
    new = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    restore_backup(new, tmp_path / "file", quiet)
    assert everything(new) == before


async def test_rooms_that_are_there_are_replaced_only_when_told(
    address: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    await fill(address)
    write_backup(address, file, quiet)
    execute(address, "DELETE FROM brains")
    async with opened(address) as storage:  # a server that goes on all the time
        await storage.delete_games(BOB)
        seen = await storage.load("room1")
        assert await storage.save("room1", seen.version, document("a1", "c3"), "c" * 64)
        seen = await storage.load("room1")
        execute(address, "DELETE FROM rooms WHERE id IN ('room0', 'room2')")
        await storage.create("later", document(), {ANN})
        before = everything(address)
        with pytest.raises(StorageError, match=r"6 of 8 rooms are in the database already.*--repl"):
            restore_backup(address, file, quiet)
        assert everything(address) == before
        assert restore_backup(address, file, quiet, replaces=True) == Restored(8, 4, 6)
        # Whoever has seen the room before must look again, and sees what was restored.
        assert not await storage.save("room1", seen.version, document("a1", "c3", "b2"))
        again = await storage.load("room1")
        assert again.version > seen.version
        assert again.document["moves"] == ["a1"]
        assert (await storage.load("room0")).version == 2
        assert await storage.load("later") is not None
        rooms = {each.id for each in await storage.rooms_of(BOB, 10)}
        assert rooms == {f"room{number}" for number in range(7)}
        assert await storage.rooms_of("c" * 64, 10) == []


async def test_machines_that_are_there_are_replaced_only_when_told(
    address: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    await fill(address)
    write_backup(address, file, quiet)
    async with opened(address) as storage:
        execute(address, "DELETE FROM rooms")
        execute(address, "DELETE FROM brains WHERE name = 'class-a'")
        await save_brain(storage, ANN, "class-b", "another")
        await save_brain(storage, ANN, "class-c", "another")  # which is Bob's name for another
        before = everything(address)
        with pytest.raises(StorageError, match=r"2 of 4 machines are in the .* class-.*--replace"):
            restore_backup(address, file, quiet)
        assert everything(address) == before
        assert restore_backup(address, file, quiet, replaces=True) == Restored(8, 4, 2)
        assert {row[:2]: row[3] for row in everything(address)[2]} == {
            (ANN, "class-c"): "another",
            **{each: f"of {each[0][0]}: é\n😀" for each in BRAINS},
        }


async def test_a_code_of_a_backup_does_not_come_back(address: str, tmp_path: Path) -> None:
    async with opened(address) as storage:
        await storage.run(lambda each: codes.keep(each, codes.new_code(), ANN, ANNS_SECRET, {}))
    write_backup(address, tmp_path / "file", quiet)
    assert ANN.encode() not in gzip.decompress((tmp_path / "file").read_bytes())


async def test_time_stands_still_in_a_backup(tmp_path: Path) -> None:
    """Games and machines that were fresh in an old backup are not swept at once; finished games
    keep the date when they were."""
    file, address = tmp_path / "file", f"sqlite:///{tmp_path / 'a.sqlite3'}"
    await fill(address, 4)
    made = 1_000_000.0
    execute(address, "UPDATE rooms SET updated = :made - 60", made=made)
    execute(address, "UPDATE brains SET used = :made - 30", made=made)
    write_backup(address, file, quiet)
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    assert abs(lines[0]["made"] - time.time()) < 3600
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: made)
        write_backup(address, file, quiet)
    new = f"sqlite:///{tmp_path / 'b.sqlite3'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: made + 1000)
        restore_backup(new, file, quiet)
    rows = execute(new, "SELECT DISTINCT stage = 2, updated FROM rooms ORDER BY 1")
    assert [tuple(row) for row in rows] == [(0, made + 940), (1, made - 60)]
    assert [row.used for row in execute(new, "SELECT used FROM brains")] == [made + 970] * 4


async def test_a_damaged_backup_is_refused_before_anything_is_changed(tmp_path: Path) -> None:
    file, bad = tmp_path / "file", tmp_path / "bad"
    await fill(old := f"sqlite:///{tmp_path / 'a.sqlite3'}")
    write_backup(old, file, quiet)
    data = file.read_bytes()
    plain = gzip.decompress(data)
    lines = plain.splitlines(keepends=True)
    damaged = {
        "empty": b"",
        "nonsense": b"nonsense",
        "another gzip": gzip.compress(b"nonsense"),
        "no lines": gzip.compress(b""),
        "another JSON": gzip.compress(b'{"format": 1}\n'),
        "a wrong header": gzip.compress(lines[0].replace(b'"rooms":8', b'"rooms":"8"')),
        "fewer than none": gzip.compress(lines[0].replace(b'"rooms":8', b'"rooms":-8')),
        "a newer format": gzip.compress(plain.replace(b'"version":1', b'"version":2', 1)),
        "a room too few": gzip.compress(b"".join(lines[:3] + lines[4:])),
        "a room twice": gzip.compress(b"".join(lines[:3] + lines[2:])),
        "a machine too few": gzip.compress(b"".join(lines[:-2] + lines[-1:])),
        "a machine in place of a room": gzip.compress(b"".join([lines[0], lines[9], *lines[2:]])),
        "a changed machine": gzip.compress(plain.replace(b"class-a", b"class-z", 1)),
        "no end": gzip.compress(b"".join(lines[:-1])),
        "more than the end": gzip.compress(plain + b"{}\n"),
        "a changed room": gzip.compress(plain.replace(b"room3", b"room9")),
        "a room of another shape": gzip.compress(lines[0] + b"[]\n" * 12 + lines[-1]),
    }
    dice = random.Random(1)
    for length in sorted(dice.sample(range(len(data)), 40)):
        damaged[f"cut to {length}"] = data[:length]
    for place in dice.sample(range(10, len(data)), 40):  # before that: time and system of gzip
        damaged[f"another byte {place}"] = (
            data[:place] + bytes([data[place] ^ 255]) + data[place + 1 :]
        )
    new = f"sqlite:///{tmp_path / 'b.sqlite3'}"
    for name, content in damaged.items():
        bad.write_bytes(content)
        with pytest.raises(StorageError) as caught:
            restore_backup(new, bad, quiet, replaces=True)
        assert str(caught.value).startswith(str(bad)), name
        assert "\n" not in str(caught.value)
    assert not file_of(new).exists()


@pytest.mark.parametrize("count", [3, 11])  # among the rooms, and among the machines
async def test_what_fails_on_the_way_changes_nothing(
    count: int, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    await fill(address)
    write_backup(address, file, quiet)
    data, before = file.read_bytes(), everything(address)

    def fail(done: int, _: int) -> None:
        if done >= count:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_backup(address, file, fail)
    assert file.read_bytes() == data
    with pytest.raises(KeyboardInterrupt):
        restore_backup(address, file, fail, replaces=True)
    assert everything(address) == before
    assert [path.name for path in tmp_path.iterdir() if path.name != "folder"] == ["file"]


def test_an_older_database_is_saved_as_it_is(address: str, tmp_path: Path) -> None:
    """The backup before an upgrade: the server of the older version goes on."""
    write_revision_1(address)
    saved = write_backup(address, tmp_path / "file", quiet)
    assert (saved.rooms, saved.brains) == (6, 0)
    assert len(execute(address, "SELECT plies FROM rooms")) == 6
    new = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    restore_backup(new, tmp_path / "file", quiet)
    asyncio.run(_open(address))
    assert everything(new) == everything(address)


async def _open(address: str) -> None:
    async with opened(address):
        pass


async def test_the_commands(address: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    new = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    async with opened(address) as storage:
        await storage.create("one", document(), {ANN})
        done = output("backup", str(file), "--database", address)
        assert done == f"1 room and 0 machines saved to {file}\n"
        await storage.create("two", document(), {ANN})
        await save_brain(storage, ANN, "class-a", "")
    output("backup", str(file), "--database", address)
    done = output("restore", str(file), "--database", new)
    assert done == f"2 rooms and 1 machine restored from {file}\n"
    assert "2 of 2 rooms are in the database" in refusal("restore", str(file), "--database", new)
    done = output("restore", str(file), "--database", new, "--replace")
    told = f"2 rooms and 1 machine restored from {file}, 3 of them in the place of others\n"
    assert done == told


@pytest.mark.parametrize("kind", ["nothing", "sqlite:////nowhere/rooms", "oracle://me:secret@/x"])
def test_what_there_is_not_is_named(kind: str, tmp_path: Path) -> None:
    file = tmp_path / room_id()
    said = refusal("backup", str(file), "--database", kind)
    assert "database" in said
    assert "secret" not in said
    assert not file.exists()


def test_a_backup_that_there_is_not_is_named(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    assert "nowhere" in refusal("restore", str(tmp_path / "nowhere"), "--database", address)
    assert list(tmp_path.iterdir()) == []


def test_no_password_is_told(tmp_path: Path) -> None:
    address = "postgresql+psycopg://me:secret@/x?host=/nowhere"
    said = refusal("backup", str(tmp_path / "file"), "--database", address)
    assert "me:***@" in said
    assert "secret" not in said


def test_a_backup_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    asyncio.run(fill(address))
    file = tmp_path / "nowhere" / "file"
    assert str(file) in refusal("backup", str(file), "--database", address)

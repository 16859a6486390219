"""Databases of every version: older ones are brought forward, newer and damaged ones refused."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from enligne.errors import StorageError
from enligne.server.rooms.open_rooms import read_room
from enligne.server.storage import Storage
from enligne.server.storage.backup import write_backup
from enligne.server.storage.tables import FINISHED, PLAYING, UNPLAYED, metadata
from tests.programs import PATIENCE, python
from tests.server.helpers import Client, Server
from tests.server.storage.helpers import (
    ANN,
    ANNS_SECRET,
    document,
    execute,
    opened,
    outside,
    room_id,
    write_revision_1,
)


def kept(address: str) -> dict[str, tuple[int, dict[str, object], int]]:
    """Version, document and stage of every room."""
    rows = execute(address, "SELECT id, version, document, stage FROM rooms")
    return {row.id: (row.version, json.loads(row.document), row.stage) for row in rows}


async def test_rooms_of_the_first_version_are_all_there(address: str) -> None:
    write_revision_1(address)
    rows = execute(address, "SELECT id, version, plies, document FROM rooms")
    visits = execute(address, "SELECT visitor, room FROM visits ORDER BY number")
    async with opened(address) as storage:
        now = kept(address)
        assert len(rows) == len(now) == 6
        for row in rows:
            written = json.loads(row.document)
            stage = FINISHED if written["outcome"] else PLAYING if row.plies else UNPLAYED
            assert now[row.id] == (row.version, written, stage)
            stored = await storage.load(row.id)
            assert stored is not None
            room = read_room(stored, now=lambda: 0.0)
            assert room.ply == row.plies
            assert msgspec.to_builtins(room.data()["outcome"]) == written["outcome"]
            # They go on: with the next version, and for their visitors.
            assert await storage.save(row.id, row.version, room.data(), ANN)
        assert {stage for _, _, stage in now.values()} == {UNPLAYED, PLAYING, FINISHED}
        after = execute(address, "SELECT visitor, room FROM visits ORDER BY number")
        assert after[: len(visits)] == visits
        assert len(after) == len(visits) + 6


async def test_a_game_of_the_first_version_goes_on(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    write_revision_1(address)
    with Server(tmp_path) as server:
        async with Client(server, ANNS_SECRET) as ann:
            games = (await ann.ask("games"))["games"]
            assert len(games) == 5
            (mine,) = [game for game in games if game["opponent"] == "level:2"]
            state = await ann.join(mine["room"])
            assert state["moves"] == ["a1", "a2"]
            await ann.move(mine["room"], "c3")
            assert (await ann.wait_for_turn(mine["room"]))["moves"][:3] == ["a1", "a2", "c3"]


async def test_every_way_leads_to_the_same_tables(
    address: str, new_address: Callable[[str], str]
) -> None:
    old = new_address(address.partition("+")[0].partition(":")[0])
    write_revision_1(old)
    for each in (address, old):
        async with opened(each):
            pass
        async with opened(each):  # again: there is nothing to do
            pass
        with outside(each) as connection:
            found = compare_metadata(MigrationContext.configure(connection), metadata)
        assert found == []
        if each.startswith("sqlite"):
            assert execute(each, "PRAGMA auto_vacuum") == [(2,)]
            assert execute(each, "PRAGMA journal_mode") == [("wal",)]


@pytest.mark.parametrize("is_old", [False, True])
async def test_processes_that_start_together(address: str, *, is_old: bool) -> None:
    if is_old:
        write_revision_1(address)
    count = 4
    meeting = threading.Barrier(count)

    def start() -> Storage:
        meeting.wait(PATIENCE)
        return Storage(address)

    started = await asyncio.gather(
        *(asyncio.to_thread(start) for _ in range(count)), return_exceptions=True
    )
    storages = [each for each in started if isinstance(each, Storage)]
    for number, storage in enumerate(storages):
        await storage.create(room_id(), document(str(number)), {ANN})
    for storage in storages:
        await storage.close()
    assert [each for each in started if isinstance(each, BaseException)] == []


async def test_a_newer_database_is_refused_and_left_as_it_is(address: str) -> None:
    async with opened(address) as storage:
        await storage.create(room_id(), document(), {ANN})
    execute(address, "UPDATE alembic_version SET version_num = '99'")
    before = kept(address)
    with pytest.raises(StorageError, match=r"revision 99.*newer version"):
        Storage(address)
    assert kept(address) == before


FOREIGN = {
    "other tables": ["CREATE TABLE cookies (a)", "INSERT INTO cookies VALUES (1)"],
    "other rooms": ["CREATE TABLE rooms (id, guest)", "INSERT INTO rooms VALUES (1, 2)"],
    "other versions": ["CREATE TABLE alembic_version (version_num)"],
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("command", ["serve", "backup", "restore"])
def test_the_file_of_another_program_is_refused_and_left_as_it_is(
    tmp_path: Path, command: str, statements: list[str]
) -> None:
    path, saved = tmp_path / "other.sqlite3", tmp_path / "rooms.backup"
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)
    before = path.read_bytes()
    ours = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    write_revision_1(ours)
    write_backup(ours, saved, lambda *_: None)
    options = {"serve": ["--port", "0"], "backup": [str(tmp_path / "x")], "restore": [str(saved)]}
    done = python("-m", "enligne", command, *options[command], "--database", f"sqlite:///{path}")
    assert (done.code, done.output, done.errors.count("\n")) == (2, "", 1)
    assert f"database {path}: another program's (it has the tables " in done.errors
    assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.glob("other*")) == [path.name]


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, " * 500)
    done = python("-m", "enligne", "serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert (done.code, done.output, done.errors.count("\n")) == (2, "", 1)
    assert f"database {path}: it cannot be used: file is not a database" in done.errors
    assert path.read_text().startswith("Dear Sir")


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite3"
    path.touch()
    asyncio.run(Storage(f"sqlite:///{path}").close())
    assert path.stat().st_size


def test_the_server_says_in_one_line_what_is_wrong(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    write_revision_1(address)
    execute(address, "ALTER TABLE rooms DROP COLUMN version")
    done = python("-m", "enligne", "serve", "--port", "0", "--database", address)
    assert (done.code, done.output, done.errors.count("\n")) == (2, "", 1)
    assert "its table rooms has no column version" in done.errors


@pytest.mark.parametrize(
    ("damage", "missing"),
    [
        (["DROP INDEX rooms_stage", "ALTER TABLE rooms DROP COLUMN stage"], "stage"),
        (["ALTER TABLE rooms DROP COLUMN document"], "document"),
        (["DROP TABLE visits"], "visits"),
    ],
)
async def test_a_missing_column_is_named(address: str, damage: list[str], missing: str) -> None:
    async with opened(address):
        pass
    for statement in damage:
        execute(address, statement)
    with pytest.raises(StorageError, match=f"damaged.* {missing}$"):
        Storage(address)


def test_half_brought_forward_is_not_brought_forward(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transaction: what fails at its end leaves the old database as it was."""
    from enligne.server.storage import migrations

    def fail(_: object) -> None:
        raise StorageError("no")

    write_revision_1(address)
    monkeypatch.setattr(migrations, "_check_columns", fail)
    with pytest.raises(StorageError):
        Storage(address)
    assert len(execute(address, "SELECT plies FROM rooms")) == 6
    monkeypatch.undo()
    asyncio.run(Storage(address).close())
    assert len(kept(address)) == 6

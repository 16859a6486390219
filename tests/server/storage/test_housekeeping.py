"""Sweeps in small steps that give space back, and a check that really writes."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from enligne.server.storage import LostError, Storage, housekeeping
from tests.programs import PATIENCE
from tests.server.storage.helpers import (
    ANN,
    Hold,
    document,
    execute,
    file_of,
    opened,
    outside,
    room_id,
)

LONG_AGO, SINCE = 100.0, 1000.0


async def test_finished_games_are_kept_unless_told_otherwise(address: str) -> None:
    over = {"winner": None, "termination": "full board"}
    documents = {
        "unplayed": document(outcome=None),
        "playing": document("a1", outcome=None),
        "finished": document("a1", outcome=over),
        "resigned": document(outcome=over),
    }
    async with opened(address) as storage:
        for name, each in documents.items():
            await storage.create(name, each, {ANN})
        execute(address, "UPDATE rooms SET updated = :when", when=LONG_AGO)

        async def left() -> set[str]:
            return {each.id for each in await storage.rooms_of(ANN, 10)}

        assert await storage.sweep(idle_since=0, unplayed_since=SINCE) == 1
        assert await left() == {"playing", "finished", "resigned"}
        assert await storage.sweep(idle_since=SINCE, unplayed_since=SINCE) == 1
        assert await left() == {"finished", "resigned"}
        assert await storage.sweep(idle_since=SINCE, unplayed_since=SINCE, finished_since=50) == 0
        # A game that goes on again is no longer finished.
        assert await storage.save("finished", 1, document("a1", outcome=None))
        times = {"idle_since": SINCE, "unplayed_since": SINCE, "finished_since": SINCE}
        assert await storage.sweep(**times) == 1
        assert await left() == {"finished"}
        assert execute(address, "SELECT room FROM visits") == [("finished",)]


def fill(address: str, count: int, *, bytes_each: int = 10) -> None:
    """Makes old rooms that are to be swept."""
    text = "x" * bytes_each
    with outside(address) as connection:
        connection.exec_driver_sql(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
            f" WHERE n < {count}) INSERT INTO rooms (id, version, updated, document, stage)"
            f" SELECT 'old' || n, 1, {LONG_AGO}, '{text}', 0 FROM numbers"
        )


async def test_others_get_their_turn_while_rooms_are_swept(address: str) -> None:
    async with opened(address) as storage:
        fill(address, 3 * housekeeping.ROOMS_A_STEP)
        async with Hold(storage):
            sweeping = asyncio.ensure_future(storage.sweep(idle_since=SINCE, unplayed_since=SINCE))
            await asyncio.sleep(0)
            creating = asyncio.ensure_future(storage.create(room_id(), document(), {ANN}))
        await creating
        assert not sweeping.done()
        assert await sweeping == 3 * housekeeping.ROOMS_A_STEP


async def test_two_processes_sweep_side_by_side(address: str) -> None:
    count = 3 * housekeeping.ROOMS_A_STEP + 7
    async with opened(address) as one, opened(address) as other:
        fill(address, count)
        swept = await asyncio.gather(
            *(each.sweep(idle_since=SINCE, unplayed_since=SINCE) for each in (one, other))
        )
        assert sum(swept) == count
        assert execute(address, "SELECT id FROM rooms") == []


async def test_a_file_shrinks_when_rooms_are_swept(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    async with opened(address) as storage:
        fill(address, 2000, bytes_each=4000)
        pages = execute(address, "PRAGMA page_count")[0][0]
        await storage.sweep(idle_since=SINCE, unplayed_since=SINCE)
        assert pages > 2000
        assert execute(address, "PRAGMA page_count")[0][0] < 400
    assert file_of(address).stat().st_size < 400 * 4096


async def test_what_can_be_written_is_written(address: str) -> None:
    async with opened(address) as one, opened(address) as other:
        for storage in (one, other, one):
            await storage.check_writes()
        assert len(execute(address, "SELECT process FROM heartbeats")) == 2
        # Processes that are gone leave nothing for ever.
        execute(address, "UPDATE heartbeats SET beat = 0")
    async with opened(address) as third:
        await third.check_writes()
        assert len(execute(address, "SELECT process FROM heartbeats")) == 1


@pytest.mark.parametrize(
    "damage",
    [
        ["DROP INDEX rooms_stage", "ALTER TABLE rooms DROP COLUMN stage"],
        ["ALTER TABLE rooms DROP COLUMN document"],
        ["DROP TABLE visits"],
        ["DROP TABLE heartbeats"],
    ],
)
async def test_a_missing_column_is_noticed_while_the_server_runs(
    address: str, damage: list[str]
) -> None:
    async with opened(address) as storage:
        await storage.check_writes()
        for statement in damage:
            execute(address, statement)
        with pytest.raises(SQLAlchemyError):
            await storage.check_writes()
        await storage.ping()  # which shows why asking for a one is not enough


async def test_a_full_disk_is_noticed_and_does_no_harm(tmp_path: Path) -> None:
    """Each request among many is told the truth, and all is well when there is space again."""
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    rooms = [room_id() for _ in range(30)]

    def limit(pages: int) -> Callable[..., object]:
        return lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    async with opened(address) as storage:
        await storage.run(limit(1))  # as few as there are
        async with Hold(storage):
            tasks = [
                asyncio.ensure_future(storage.create(room, document(note="x" * 3000), {ANN}))
                for room in rooms
            ]
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        assert any(isinstance(end, SQLAlchemyError) for end in ends)
        for room, end in zip(rooms, ends, strict=True):
            assert (await storage.load(room) is not None) == (end is None)
        with pytest.raises(SQLAlchemyError, match="full"):
            await storage.create(room_id(), document(note="x" * 100_000), {ANN})
        await storage.run(limit(100_000))
        await storage.create("after", document(), {ANN})
        await storage.check_writes()


async def test_a_removed_file_is_written_again(tmp_path: Path) -> None:
    """Nothing that was acknowledged is lost, neither before nor after."""
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    path = file_of(address)
    kept = []

    async def create(storage: Storage) -> None:
        kept.append(room_id())
        await storage.create(kept[-1], document(), {ANN})

    async with opened(address) as storage:
        for removed in ((path,), tmp_path.glob("rooms*"), (path,)):
            await create(storage)
            for file in removed:
                file.unlink()
            await create(storage)
            assert path.is_file()
            await storage.check_writes()
            await create(storage)
        path.unlink()
        await storage.check_writes()
    async with opened(address) as storage:
        assert {each.id for each in await storage.rooms_of(ANN, 100)} == set(kept)
    assert execute(address, "PRAGMA integrity_check") == [("ok",)]
    assert execute(address, "PRAGMA auto_vacuum") == [(2,)]
    assert list(tmp_path.iterdir()) == [path]


async def test_a_file_removed_during_a_transaction(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    path = file_of(address)
    async with opened(address) as storage:
        async with Hold(storage):
            creating = asyncio.ensure_future(storage.create("before", document(), {ANN}))
            await asyncio.sleep(0)
            removing = asyncio.ensure_future(storage.run(lambda _: path.unlink()))
            after = asyncio.ensure_future(storage.create("after", document(), {ANN}))
        await asyncio.gather(creating, removing, after)
    async with opened(address) as storage:
        assert {each.id for each in await storage.rooms_of(ANN, 9)} == {"before", "after"}


async def test_while_a_removed_file_cannot_be_written_nothing_is_acknowledged(
    tmp_path: Path,
) -> None:
    address = f"sqlite:///{tmp_path / 'folder' / 'rooms.sqlite3'}"
    folder = file_of(address).parent
    async with opened(address) as storage:
        await storage.create("before", document(), {ANN})
        shutil.rmtree(folder)
        for _ in range(2):
            with pytest.raises(LostError, match="was removed or replaced"):
                await storage.create("lost", document(), {ANN})
            with pytest.raises(LostError):
                await storage.check_writes()
        folder.mkdir()
        await storage.create("after", document(), {ANN})
    async with opened(address) as storage:
        assert {each.id for each in await storage.rooms_of(ANN, 9)} == {"before", "after"}


async def test_a_file_that_was_put_in_its_place_is_used(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    path, copy = file_of(address), tmp_path / "copy"
    async with opened(address) as storage:
        await storage.create("old", document(), {ANN})
    shutil.copy(path, copy)
    async with opened(address) as storage:
        assert await storage.save("old", 1, document("a1"))
        await storage.create("new", document(), {ANN})
        # Something that is no database of rooms: nothing is stored in it or acknowledged.
        (tmp_path / "nonsense").write_bytes(b"nonsense" * 1000)
        (tmp_path / "empty").touch()
        for name in ("nonsense", "empty"):
            os.replace(tmp_path / name, path)  # noqa: PTH105
            for rest in tmp_path.glob("rooms.sqlite3-*"):
                rest.unlink()
            with pytest.raises(LostError):
                await storage.create("lost", document(), {ANN})
            with pytest.raises(LostError):
                await storage.check_writes()
        for rest in tmp_path.glob("rooms.sqlite3-*"):
            rest.unlink()
        copy.replace(path)
        await storage.check_writes()
        assert (await storage.load("old")).version == 1
        assert await storage.load("new") is None
        assert not await storage.save("old", 2, document("a1", "b1"))
        await storage.create("after", document(), {ANN})
    async with opened(address) as storage:
        assert {each.id for each in await storage.rooms_of(ANN, 9)} == {"old", "after"}


async def test_damaged_pages_are_noticed(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    path, copy = file_of(address), tmp_path / "copy"
    async with opened(address) as storage:
        for number in range(100):
            await storage.create(f"room{number}", document(note="x" * 1000), {ANN})
    shutil.copy(path, copy)
    pages = path.stat().st_size // 4096
    with path.open("r+b") as file:
        file.seek(4096 * (pages // 2))
        file.write(b"\xff" * 4096 * (pages - pages // 2))
    async with opened(address) as storage:
        # What a move meets is remembered, though the check itself may meet whole pages.
        for number in range(100):
            try:
                await storage.load(f"room{number}")
            except SQLAlchemyError as error:
                assert "malformed" in str(error)
                break
        else:
            pytest.fail("nothing is damaged")
        for _ in range(2):
            with pytest.raises((SQLAlchemyError, ValueError)):
                await storage.check_writes()
        copy.replace(path)
        for rest in tmp_path.glob("rooms.sqlite3-*"):
            rest.unlink()
        await storage.check_writes()
        assert len(await storage.rooms_of(ANN, 1000)) == 100


async def test_a_database_that_was_away_is_there_again(postgresql: Callable[[], str]) -> None:
    """A connection that broke while nobody asked is not noticed by anyone."""
    address = postgresql()
    async with opened(address) as storage:
        await storage.create("before", document(), {ANN})
        execute(
            address,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        await asyncio.wait_for(storage.create("after", document(), {ANN}), PATIENCE)
        await storage.check_writes()
        assert {each.id for each in await storage.rooms_of(ANN, 9)} == {"before", "after"}

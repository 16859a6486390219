"""Disks that are full, files that are removed, replaced or damaged, a database that was away: what
is acknowledged is stored, and all goes on by itself."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from enligne.server.storage import LostError, Storage
from tests.programs import PATIENCE
from tests.server.helpers import ME, Client, Server
from tests.server.storage.helpers import ANN, Hold, document, execute, file_of, opened, room_id


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


async def test_a_commit_survives_a_power_failure(tmp_path: Path) -> None:
    """As far as SQLite can: it waits for the disk before it says that something is stored."""
    async with opened(f"sqlite:///{tmp_path / 'rooms.sqlite3'}") as storage:
        full = 2
        asked = await storage.run(
            lambda connection: connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
        )
        assert asked == full


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
    folder.mkdir()
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


async def play(client: Client, room: str, move: str) -> None:
    version = await client.move(room, move)
    await client.wait_for_state(room, lambda state: state["version"] >= version)


async def test_no_move_is_lost_with_the_file_of_a_server(tmp_path: Path) -> None:
    """The file goes in the middle of a game, the server at its end."""
    moves = ["b2", "a1", "a2", "c2", "c1", "a3"]
    with Server(tmp_path) as server:
        async with Client(server) as me:
            room = await me.create("tictactoe", ME, ME)
            for number, move in enumerate(moves):
                if number % 2:
                    file_of(f"sqlite:///{tmp_path / 'rooms.sqlite3'}").unlink()
                await play(me, room, move)
        server.kill()
    with Server(tmp_path) as server:
        async with Client(server, me.visitor) as me:
            assert (await me.join(room))["moves"] == moves

"""How processes hear of each other's changes by PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from enligne.server.storage import Storage, news
from enligne.server.storage.backup import restore_backup, write_backup
from tests.programs import PATIENCE
from tests.server.storage.helpers import ANN, BOB, document, execute, opened, room_id, seats


class Listener:
    """What a storage hears."""

    def __init__(self, storage: Storage) -> None:
        self.heard: list[news.Change] = []
        self.missed = 0
        self._something = asyncio.Event()
        storage.listen(self._hear, self._miss)

    def _hear(self, room: str, version: int) -> None:
        self.heard.append((room, version))
        self._something.set()

    def _miss(self) -> None:
        self.missed += 1
        self._something.set()

    async def wait_for(self, holds: Callable[[], object]) -> None:
        async def wait() -> None:
            while not holds():
                self._something.clear()
                await self._something.wait()

        await asyncio.wait_for(wait(), PATIENCE)


@asynccontextmanager
async def listening(address: str, other: Storage) -> AsyncIterator[tuple[Storage, Listener]]:
    """A storage that hears what another one changes, from now on."""
    async with opened(address) as storage:
        listener = Listener(storage)
        other.listen(lambda *_: None)  # who tells listens too
        await ring(other, listener)
        yield storage, listener


async def ring(storage: Storage, listener: Listener) -> None:
    """Changes a room until the change is heard."""
    bell = room_id()
    await storage.create(bell, document(), set())
    version = 1
    while not any(room == bell for room, _ in listener.heard):
        assert await storage.save(bell, version, document())
        version += 1
        await asyncio.sleep(0.01)
    last = (bell, version)
    await listener.wait_for(lambda: last in listener.heard)
    listener.heard.clear()


async def test_changes_of_other_processes_are_heard_and_no_own(
    postgresql: Callable[[], str], tmp_path: Path
) -> None:
    address = postgresql()
    async with opened(address) as other, listening(address, other) as (storage, listener):
        await other.create("a", document(seats=seats(ANN, BOB)), {ANN, BOB})
        await other.create("b", document(seats=seats(ANN, None)), {ANN})
        assert await other.save("a", 1, document("a1", seats=seats(ANN, BOB)))
        assert not await other.save("a", 1, document("b1"))  # which changes nothing
        assert await storage.save("a", 2, document("a1", "b1", seats=seats(ANN, BOB)))
        await listener.wait_for(lambda: listener.heard)
        await other.hand_over(ANN, "c" * 64)
        await listener.wait_for(lambda: len(listener.heard) >= 3)
        await other.delete_games("c" * 64)
        await listener.wait_for(lambda: len(listener.heard) >= 5)
        assert listener.heard[0] == ("a", 2)
        assert set(listener.heard[1:3]) == {("a", 4), ("b", 2)}
        assert set(listener.heard[3:]) == {("a", 5), ("b", 0)}
        # What is restored beside the servers is told as well.
        await asyncio.to_thread(write_backup, address, tmp_path / "file", lambda *_: None)
        await asyncio.to_thread(
            restore_backup, address, tmp_path / "file", lambda *_: None, replaces=True
        )
        await listener.wait_for(lambda: ("a", 6) in listener.heard)


async def test_many_changes_at_once_are_all_heard(postgresql: Callable[[], str]) -> None:
    address = postgresql()
    rooms = [f"{'x' * 20}{number:010}" for number in range(500)]
    async with opened(address) as other, listening(address, other) as (_, listener):
        await asyncio.gather(*(other.create(room, document(), {ANN}) for room in rooms))
        assert all(await asyncio.gather(*(other.save(room, 1, document()) for room in rooms)))
        await listener.wait_for(lambda: len(listener.heard) == len(rooms))
        assert sorted(listener.heard) == [(room, 2) for room in rooms]


async def test_it_listens_again_by_itself(
    postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "_SECONDS_BETWEEN_TRIES", 0.01)
    address = postgresql()
    async with opened(address) as other, listening(address, other) as (_, listener):
        for _ in range(2):
            listener.missed = 0
            execute(
                address,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%'",
            )
            await listener.wait_for(lambda: listener.missed)
            await ring(other, listener)


async def test_a_silent_connection_is_tried(
    postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "_SECONDS_OF_SILENCE", 0.05)
    address = postgresql()
    async with opened(address) as other, listening(address, other) as (_, listener):
        for _ in range(10):
            await asyncio.sleep(0.02)
            await ring(other, listener)
        assert listener.missed == 0


async def test_without_postgresql_there_are_no_news(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'rooms.sqlite3'}") as storage:
        listener = Listener(storage)
        await storage.create("a", document(), {ANN})
        assert await storage.save("a", 1, document("a1"))
        assert (listener.heard, listener.missed) == ([], 0)

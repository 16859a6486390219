"""Sweeps in small steps that give space back, and a check that really writes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from enligne.server.storage import housekeeping
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
        left = execute(address, "SELECT count(*) FROM rooms WHERE id LIKE 'old%'")[0][0]
        assert left > 0
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

"""What keeps a database small and known to work: steps that each take a moment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from enligne.errors import StorageError
from enligne.server.storage.tables import heartbeats, rooms, visits

if TYPE_CHECKING:
    from sqlalchemy import Connection

ROOMS_A_STEP = 200

_PAGES_A_STEP = 200
_PAGES_KEPT = 256  # free ones, which new rooms take
_SECONDS_KEPT = 86400.0  # heartbeats of processes that are gone
_RESTORE = "restore"  # which has a heartbeat too: its end
_is_restore = heartbeats.c.process == _RESTORE


def sweep(connection: Connection, stage: int, since: float) -> int:
    """Removes some rooms of a stage in which nothing happened since a time, the oldest first."""
    oldest = (
        select(rooms.c.id)
        .where(rooms.c.stage == stage, rooms.c.updated < since)
        .order_by(rooms.c.updated)
        .limit(ROOMS_A_STEP)
        .with_for_update(skip_locked=True)  # of two processes that sweep, each takes its own
    )
    removed = delete(rooms).where(rooms.c.id.in_(oldest)).returning(rooms.c.id)
    gone = list(connection.scalars(removed))
    connection.execute(delete(visits).where(visits.c.room.in_(gone)))
    return len(gone)


def shrink(connection: Connection) -> bool:
    """Gives some of the space of removed rooms back to the disk; False when none is to be given.
    PostgreSQL does so by itself."""
    if connection.dialect.name != "sqlite":
        return False
    free = _free_pages(connection)
    pages = min(_PAGES_A_STEP, free - _PAGES_KEPT)
    if pages <= 0:
        return False
    raw: Any = connection.connection.dbapi_connection
    for _ in range(pages):
        raw.execute("PRAGMA incremental_vacuum(1)")  # Python asks SQLite for the first page only
    return _free_pages(connection) < free


def _free_pages(connection: Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA freelist_count").scalar_one())


def beat(connection: Connection, process: str) -> None:
    """Writes the heartbeat of a process, reads it again, and reads the newest room.

    Raises:
        Exception: one of them cannot be done.
    """
    now = time.time()
    mine = heartbeats.c.process == process
    if connection.execute(update(heartbeats).where(mine).values(beat=now)).rowcount != 1:
        connection.execute(delete(heartbeats).where(heartbeats.c.beat < now - _SECONDS_KEPT))
        connection.execute(insert(heartbeats).values(process=process, beat=now))
    if connection.execute(select(heartbeats.c.beat).where(mine)).scalar_one() != now:
        raise StorageError("what was written to the database cannot be read")
    connection.execute(select(rooms).order_by(rooms.c.updated.desc()).limit(1)).first()
    connection.execute(select(visits).limit(1)).first()


def note_restore(connection: Connection) -> None:
    """Tells all processes that a backup was restored, which may have replaced rooms."""
    connection.execute(delete(heartbeats).where(_is_restore))
    connection.execute(insert(heartbeats).values(process=_RESTORE, beat=time.time()))


def last_restore(connection: Connection) -> float:
    """When a backup was last restored; 0 when that is long ago."""
    return connection.execute(select(heartbeats.c.beat).where(_is_restore)).scalar() or 0.0


def check_pages(connection: Connection) -> None:
    """Looks through the whole of an SQLite database.

    Raises:
        StorageError: something in it is damaged.
    """
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found != "ok":
        raise StorageError(f"the database is damaged: {found}")

"""Backups of a database of rooms, taken and restored while servers use it."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import (
    Column,
    Float,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    case,
    delete,
    func,
    insert,
    select,
    update,
)

from enligne.errors import StorageError
from enligne.files import replacing
from enligne.server.storage import engines
from enligne.server.storage.backup_file import BackupWriter, Header, SavedRoom, reading
from enligne.server.storage.migrations import revision_of
from enligne.server.storage.tables import FINISHED, PLAYING, Document, rooms, stage_of, visits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection, Engine

_ROOMS_AT_ONCE = 500

# Where rooms wait until all are there: other connections see nothing of it, and wait for nothing.
_waiting = MetaData()
_new_rooms = Table(
    "restored_rooms",
    _waiting,
    Column("id", String(32), primary_key=True),
    Column("version", Integer),
    Column("updated", Float),
    Column("document", Text),
    Column("stage", SmallInteger),
    prefixes=["TEMPORARY"],
)
_new_visits = Table(
    "restored_visits",
    _waiting,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("visitor", String(64)),
    Column("room", String(32)),
    prefixes=["TEMPORARY"],
)


class Restored(NamedTuple):
    """How many rooms came back, and how many of them took the place of what was there."""

    rooms: int
    replaced: int


def write_backup(address: str, path: Path, tell: Callable[[int, int], None]) -> int:
    """Writes all rooms, as they are at one moment, to a file, whole or not at all.

    Args:
        tell: called with how many rooms are written, of how many.

    Raises:
        StorageError: there is no database of rooms, or one of a newer version.
        OSError: the file cannot be written.
        sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
    """
    with _engine(address) as engine:
        file = engines.file_of(engine)
        if file is not None and not file.is_file():
            raise StorageError(f"there is no database {file}")
        with _snapshot(engine) as connection:
            if (revision := revision_of(connection)) is None:
                raise StorageError("there are no rooms in the database")
            total = connection.execute(select(func.count()).select_from(rooms)).scalar_one()
            with replacing(path) as target:
                writer = BackupWriter(target, Header(revision, time.time(), total))
                for done, room in enumerate(_saved_rooms(connection), 1):
                    writer.add(room)
                    tell(done, total)
                writer.finish()
    return total


def restore_backup(
    address: str, path: Path, tell: Callable[[int, int], None], *, replaces: bool = False
) -> Restored:
    """Puts the rooms of a backup into a database, all or none; other rooms stay.

    Args:
        tell: called with how many rooms are read, of how many.
        replaces: puts them also in the place of rooms that are there; those get a version that no
            server has seen, so that it looks again.

    Raises:
        StorageError: the backup is damaged, the database of a newer version, or rooms are there
            already and not to be replaced; nothing was changed.
        OSError: the file cannot be read.
        sqlalchemy.exc.SQLAlchemyError: the database cannot be written; nothing was changed.
    """
    with reading(path) as (_, saved):
        for _ in saved:  # it is whole
            pass
    with _engine(address) as engine:
        engines.prepare(engine)
        with engine.connect() as connection:
            connection.execution_options(begin="DEFERRED")
            with connection.begin():
                _waiting.create_all(connection)
                _wait(connection, path, tell)
            connection.execution_options(begin="IMMEDIATE")
            with connection.begin():
                return _take_in(connection, replaces=replaces)


@contextmanager
def _engine(address: str) -> Iterator[Engine]:
    engine = engines.new_engine(address)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees the database as it is now, and keeps nobody from writing."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.execution_options(begin="DEFERRED")
        else:
            connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        with connection.begin():
            yield connection


def _saved_rooms(connection: Connection) -> Iterator[SavedRoom]:
    page = select(*rooms.c["id", "version", "updated", "document"]).order_by(rooms.c.id)
    page = page.limit(_ROOMS_AT_ONCE)
    last = None
    while True:
        after = page if last is None else page.where(rooms.c.id > last)
        rows = connection.execute(after).fetchall()
        ids = [row.id for row in rows]
        visitors: dict[str, list[str]] = {room: [] for room in ids}
        known = select(visits).where(visits.c.room.in_(ids)).order_by(visits.c.number)
        for visit in connection.execute(known):
            visitors[visit.room].append(visit.visitor)
        for row in rows:
            yield SavedRoom(row.id, row.version, row.updated, row.document, visitors[row.id])
        if len(rows) < _ROOMS_AT_ONCE:
            return
        last = ids[-1]


def _wait(connection: Connection, path: Path, tell: Callable[[int, int], None]) -> None:
    """Reads a backup into the tables where rooms wait."""
    with reading(path) as (header, saved):
        # Time stands still in a backup: a game that was fresh in it is not swept at once.
        age = max(0.0, time.time() - header.made)
        done = number = 0
        for some in _batched(saved):
            connection.execute(insert(_new_rooms), [_columns(room, age) for room in some])
            waiting = []
            for room in some:
                for visitor in dict.fromkeys(room.visitors):
                    number += 1
                    waiting.append({"number": number, "visitor": visitor, "room": room.id})
            if waiting:
                connection.execute(insert(_new_visits), waiting)
            done += len(some)
            tell(done, header.rooms)


def _batched(saved: Iterable[SavedRoom]) -> Iterator[list[SavedRoom]]:
    some: list[SavedRoom] = []
    for room in saved:
        some.append(room)
        if len(some) == _ROOMS_AT_ONCE:
            yield some
            some = []
    if some:
        yield some


def _columns(room: SavedRoom, age: float) -> dict[str, Any]:
    text = room.document
    try:
        document = msgspec.json.decode(text, type=Document)
        stage = stage_of(document)
        if document.get("clock"):
            # It was told by another server's time: it runs again when the room is opened.
            document["clock"]["since"] = None
            text = msgspec.json.encode(document).decode()
    except (ValueError, TypeError, RecursionError):
        stage = PLAYING
    # A text that is damaged anyhow must not keep the others from a stricter database.
    text = text.encode(errors="replace").decode().replace("\0", "?")
    return {
        "id": room.id,
        "version": room.version,
        "updated": room.updated + (age if stage != FINISHED else 0.0),
        "document": text,
        "stage": stage,
    }


def _take_in(connection: Connection, *, replaces: bool) -> Restored:
    """Moves what waits to where servers look."""
    new, there = _new_rooms.c, rooms.c
    total = connection.execute(select(func.count()).select_from(_new_rooms)).scalar_one()
    same = select(there.id).where(there.id.in_(select(new.id))).with_for_update()
    known = list(connection.scalars(same))
    if known and not replaces:
        raise StorageError(
            f"{len(known):,} of {total:,} rooms are in the database already, such as {known[0]}:"
            " --replace puts those of the backup in their place"
        )
    if known:
        version = select(there.version).where(there.id == new.id).scalar_subquery()
        newer = case((version > new.version, version), else_=new.version) + 1
        is_known = new.id.in_(select(there.id))
        connection.execute(update(_new_rooms).where(is_known).values(version=newer))
    connection.execute(delete(visits).where(visits.c.room.in_(select(new.id))))
    connection.execute(delete(rooms).where(there.id.in_(select(new.id))))
    names = [column.name for column in _new_rooms.columns]
    connection.execute(insert(rooms).from_select(names, select(_new_rooms)))
    in_order = select(*_new_visits.c["visitor", "room"]).order_by(_new_visits.c.number)
    connection.execute(insert(visits).from_select(["visitor", "room"], in_order))
    return Restored(total, len(known))

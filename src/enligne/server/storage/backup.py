"""Backups of a database, its rooms and visitors' machines, taken and restored while servers use it.

What is of the moment stays behind: codes, which last for minutes and must not work again when they
were used; heartbeats, of processes that are gone by then; the servers' time, as clocks are stopped.
So do the counts of the explorer, which are made anew of the games that come back.
"""

from __future__ import annotations

import itertools
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import (
    Column,
    MetaData,
    Table,
    case,
    delete,
    func,
    insert,
    inspect,
    select,
    tuple_,
    update,
)

from enligne.errors import StorageError
from enligne.files import replacing
from enligne.server.storage import engines
from enligne.server.storage.backup_file import BackupWriter, Header, SavedBrain, SavedRoom, reading
from enligne.server.storage.housekeeping import note_restore
from enligne.server.storage.migrations import revision_of
from enligne.server.storage.tables import (
    COUNTED,
    FINISHED,
    PLAYING,
    Document,
    brains,
    is_time,
    is_version,
    rooms,
    stage_of,
    visits,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from sqlalchemy import ColumnElement, Connection, Engine

    from enligne.server.storage.backup_file import Saved

_AT_ONCE = 500

# Where all waits until it is there: other connections see nothing of it, and wait for nothing.
_waiting = MetaData()


def _like(table: Table) -> Table:
    columns = (
        Column(each.name, each.type, primary_key=each.primary_key, autoincrement=False)
        for each in table.columns
    )
    return Table(f"restored_{table.name}", _waiting, *columns, prefixes=["TEMPORARY"])


_new_rooms, _new_visits, _new_brains = map(_like, (rooms, visits, brains))


class Restored(NamedTuple):
    """How many rooms and machines came back, and how many of them took the place of what was
    there."""

    rooms: int
    brains: int
    replaced: int


def write_backup(address: str, path: Path, tell: Callable[[int, int], None]) -> Header:
    """Writes all rooms and machines, as they are at one moment, to a file, whole or not at all.

    Args:
        tell: called with how many of them are written, of how many.

    Raises:
        StorageError: there is no database of rooms, or one of a newer version.
        OSError: the file cannot be written.
        sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
    """
    with _engine(address) as engine:
        file = engines.file_of(engine)
        if file is not None and not file.is_file():
            raise StorageError(f"there is no database {file}")
        if file is not None:
            engines.check_file(file)
        with _snapshot(engine) as connection:
            if (revision := revision_of(connection)) is None:
                raise StorageError("there are no rooms in the database")
            has_brains = inspect(connection).has_table(brains.name)  # from revision 4 on
            header = Header(
                revision,
                time.time(),
                rooms=_count(connection, rooms),
                brains=_count(connection, brains) if has_brains else 0,
            )
            with replacing(path) as target, closing(_saved(connection, header)) as saved:
                writer = BackupWriter(target, header)
                for done, each in enumerate(saved, 1):
                    writer.add(each)
                    tell(done, header.total)
                writer.finish()
    return header


def restore_backup(
    address: str, path: Path, tell: Callable[[int, int], None], *, replaces: bool = False
) -> Restored:
    """Puts the rooms and machines of a backup into a database, all or none; others stay.

    Args:
        tell: called with how many of them are read, of how many.
        replaces: puts them also in the place of those that are there; rooms get a version that no
            server has seen, so that it looks again.

    Raises:
        StorageError: the backup is damaged, the database of a newer version, or some are there
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


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _saved(connection: Connection, header: Header) -> Generator[Saved]:
    bit_by_bit = {"yield_per": _AT_ONCE}
    columns = rooms.c["id", "version", "updated", "document"]  # which all revisions have
    with connection.execute(select(*columns), execution_options=bit_by_bit) as found:
        for rows in found.partitions():
            visitors: dict[str, list[str]] = {row.id: [] for row in rows}
            known = select(visits).where(visits.c.room.in_(visitors)).order_by(visits.c.number)
            for visit in connection.execute(known):
                visitors[visit.room].append(visit.visitor)
            for row in rows:
                # What is damaged besides the document would keep the others from being restored.
                yield SavedRoom(
                    id=row.id,
                    version=row.version if is_version(row.version) else 1,
                    updated=row.updated if is_time(row.updated) else header.made,
                    document=row.document,
                    visitors=visitors[row.id],
                )
    if header.brains:
        with connection.execute(select(brains), execution_options=bit_by_bit) as found:
            for row in found:
                used = row.used if is_time(row.used) else header.made
                yield SavedBrain(**{**row._mapping, "used": used})


def _wait(connection: Connection, path: Path, tell: Callable[[int, int], None]) -> None:
    """Reads a backup into the tables where it waits."""
    with reading(path) as (header, saved):
        # Time stands still in a backup: what was fresh in it is not swept at once.
        age = max(0.0, time.time() - header.made)
        numbers = itertools.count(1)
        done = 0
        for some in _batched(saved):
            rows: dict[Table, list[dict[str, Any]]] = {}
            for each in some:
                if isinstance(each, SavedBrain):
                    rows.setdefault(_new_brains, []).append(_brain_row(each, age))
                    continue
                rows.setdefault(_new_rooms, []).append(_room_row(each, age))
                rows.setdefault(_new_visits, []).extend(
                    {"number": next(numbers), "visitor": visitor, "room": each.id}
                    for visitor in dict.fromkeys(each.visitors)
                )
            for table, new in rows.items():
                if new:
                    connection.execute(insert(table), new)
            done += len(some)
            tell(done, header.total)


def _batched(saved: Iterator[Saved]) -> Iterator[list[Saved]]:
    while some := list(itertools.islice(saved, _AT_ONCE)):
        yield some


def _room_row(room: SavedRoom, age: float) -> dict[str, Any]:
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
    return {
        "id": room.id,
        "version": room.version,
        "updated": room.updated + (age if stage != FINISHED else 0.0),
        "document": _storable(text),
        "stage": stage,
    }


def _brain_row(brain: SavedBrain, age: float) -> dict[str, Any]:
    row = msgspec.structs.asdict(brain)
    return {**row, "used": brain.used + age, "brain": _storable(brain.brain)}


def _storable(text: str) -> str:
    """A text that is damaged anyhow must not keep the others from a stricter database."""
    return text.encode(errors="replace").decode().replace("\0", "?")


def _take_in(connection: Connection, *, replaces: bool) -> Restored:
    """Moves what waits to where servers look.

    Raises:
        StorageError: some of it is there already, and not to be replaced.
    """
    done = Restored(_count(connection, _new_rooms), _count(connection, _new_brains), 0)
    for names, total, kind in (
        (select(rooms.c.id).where(_is_in(rooms, _new_rooms)), done.rooms, "rooms"),
        (select(brains.c.name).where(_is_in(brains, _new_brains)), done.brains, "machines"),
    ):
        known = list(connection.scalars(names.with_for_update()))
        if known and not replaces:
            raise StorageError(
                f"{len(known):,} of {total:,} {kind} are in the database already, such as"
                f" {known[0]}: --replace puts those of the backup in their place"
            )
        done = done._replace(replaced=done.replaced + len(known))
    _take_in_rooms(connection)
    _take_in_brains(connection, replaces=replaces)
    note_restore(connection)
    return done


def _is_in(table: Table, other: Table) -> ColumnElement[bool]:
    """Whether a row has the key of one in another table."""
    return tuple_(*table.primary_key.columns).in_(select(*other.primary_key.columns))


def _take_in_rooms(connection: Connection) -> None:
    new, there = _new_rooms.c, rooms.c
    version = select(there.version).where(there.id == new.id).scalar_subquery()
    newer = case((version > new.version, version), else_=new.version) + 1
    is_known = _is_in(_new_rooms, rooms)
    connection.execute(update(_new_rooms).where(is_known).values(version=newer))
    # What the explorer counts is made anew of the games that come back, each of them once.
    counted = new.id.in_(select(there.id).where(there.stage == COUNTED)) & (new.stage == FINISHED)
    connection.execute(update(_new_rooms).where(counted).values(stage=COUNTED))
    connection.execute(delete(visits).where(visits.c.room.in_(select(new.id))))
    connection.execute(delete(rooms).where(_is_in(rooms, _new_rooms)))
    connection.execute(insert(rooms).from_select(list(new.keys()), select(_new_rooms)))
    in_order = select(*_new_visits.c["visitor", "room"]).order_by(_new_visits.c.number)
    connection.execute(insert(visits).from_select(["visitor", "room"], in_order))


def _take_in_brains(connection: Connection, *, replaces: bool) -> None:
    new, there = _new_brains.c, brains.c
    if replaces:  # in place: a room whose machine is gone for a moment loses the game
        is_same = (there.visitor == new.visitor) & (there.name == new.name)
        values = {name: new[name] for name in ("rules", "used", "brain")}
        connection.execute(update(brains).where(is_same).values(values))
    others = select(_new_brains).where(~_is_in(_new_brains, brains))
    connection.execute(insert(brains).from_select(list(new.keys()), others))

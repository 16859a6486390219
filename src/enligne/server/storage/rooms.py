"""Where rooms are kept: one row each, replaced only by a writer that has seen the row before."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from enligne.server.storage.database import Database

if TYPE_CHECKING:
    from sqlalchemy import Connection

Document = dict[str, Any]

_metadata = MetaData()

_rooms = Table(
    "rooms",
    _metadata,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("updated", Float, nullable=False),
    Column("document", Text, nullable=False),
    Index("rooms_updated", "updated"),
)
_visits = Table(
    "visits",
    _metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("visitor", String(64), nullable=False),
    Column("room", String(32), nullable=False),
    Index("visits_visitor", "visitor", "room", unique=True),
)


@dataclass(frozen=True, slots=True)
class Stored:
    """A room as it is in the database."""

    id: str
    version: int
    updated: float
    document: Document


class Storage(Database):
    """The database of rooms."""

    def __init__(self, address: str) -> None:
        super().__init__(address, _metadata)

    async def create(self, room: str, document: Document, visitors: set[str]) -> None:
        """Stores a new room of version 1."""

        await self.run(lambda connection: _insert(connection, room, document, visitors))

    async def load(self, room: str) -> Stored | None:
        def work(connection: Connection) -> Stored | None:
            row = connection.execute(select(_rooms).where(_rooms.c.id == room)).first()
            return None if row is None else _stored(row)

        return await self.run(work)

    async def save(
        self,
        room: str,
        version: int,
        document: Document,
        visitor: str | None = None,
        also: tuple[str, Document, set[str]] | None = None,
    ) -> bool:
        """Replaces a room of this version by the next; False when it has changed meanwhile.
        A visitor who took a seat is remembered, and another new room stored with it."""

        def work(connection: Connection) -> bool:
            done = connection.execute(
                update(_rooms)
                .where(_rooms.c.id == room, _rooms.c.version == version)
                .values(version=version + 1, **_columns(document))
            )
            if done.rowcount != 1:
                return False
            if visitor is not None:
                connection.execute(
                    delete(_visits).where(_visits.c.visitor == visitor, _visits.c.room == room)
                )
                connection.execute(insert(_visits).values(visitor=visitor, room=room))
            if also is not None:
                _insert(connection, *also)
            return True

        return await self.run(work)

    async def rooms_of(self, visitor: str, most: int) -> list[Stored]:
        """The rooms in which a visitor has a seat, the newest first."""

        def work(connection: Connection) -> list[Stored]:
            rows = connection.execute(
                select(_rooms)
                .join(_visits, _visits.c.room == _rooms.c.id)
                .where(_visits.c.visitor == visitor)
                .order_by(_rooms.c.updated.desc())
                .limit(most)
            )
            return [_stored(row) for row in rows]

        return await self.run(work)

    async def sweep(self, *, idle_since: float, unplayed_since: float) -> int:
        """Removes rooms in which nothing happened for long, and says how many."""

        def work(connection: Connection) -> int:
            is_old = (_rooms.c.updated < idle_since) | (
                (_rooms.c.plies == 0) & (_rooms.c.updated < unplayed_since)
            )
            connection.execute(
                delete(_visits).where(_visits.c.room.in_(select(_rooms.c.id).where(is_old)))
            )
            return connection.execute(delete(_rooms).where(is_old)).rowcount

        return await self.run(work)


def _insert(connection: Connection, room: str, document: Document, visitors: set[str]) -> None:
    connection.execute(insert(_rooms).values(id=room, version=1, **_columns(document)))
    for visitor in visitors:
        connection.execute(insert(_visits).values(visitor=visitor, room=room))


def _columns(document: Document) -> dict[str, Any]:
    return {
        "plies": len(document["moves"]),
        "updated": time.time(),
        "document": msgspec.json.encode(document).decode(),
    }


def _stored(row: Any) -> Stored:
    return Stored(row.id, row.version, row.updated, msgspec.json.decode(row.document))

"""What a visitor may do with all their rooms at once, in steps of some rooms each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import bindparam, delete, select, update

from enligne.server.storage.tables import Document, rooms, visits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    #: A room, and the version that it has now.
    Change = tuple[str, int]

_ROOMS_A_STEP = 200

_rewrite = (
    update(rooms)
    .where(rooms.c.id == bindparam("room"), rooms.c.version == bindparam("version") - 1)
    .values(version=bindparam("version"), document=bindparam("document"))
)


@dataclass(slots=True)
class Changes:
    """Rooms that are gone, and those that have changed with the versions that they have now."""

    removed: list[str] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    others: int = 0  # rooms that are a visitor's no more, in which nothing had to be changed

    def __bool__(self) -> bool:
        return bool(self.removed or self.changed or self.others)


def forget(connection: Connection, visitor: str) -> Changes:
    """Takes a visitor out of some rooms, and removes those that nobody else has been in."""
    mine = _some_of(connection, visitor)
    others = select(visits.c.room).where(visits.c.room.in_(mine), visits.c.visitor != visitor)
    shared = set(connection.scalars(others))
    connection.execute(delete(visits).where(visits.c.visitor == visitor, visits.c.room.in_(mine)))
    removed = [room for room in mine if room not in shared]
    connection.execute(delete(rooms).where(rooms.c.id.in_(removed)))
    changed = _reseat(connection, shared, visitor, None)
    return Changes(removed, changed, len(mine) - len(removed) - len(changed))


def hand_over(connection: Connection, visitor: str, to: str) -> Changes:
    """Gives a visitor's seats in some rooms to another visitor."""
    if visitor == to:
        return Changes()
    mine = _some_of(connection, visitor)
    known = select(visits.c.room).where(visits.c.room.in_(mine), visits.c.visitor == to)
    is_mine = visits.c.visitor == visitor
    connection.execute(
        delete(visits).where(is_mine, visits.c.room.in_(set(connection.scalars(known))))
    )
    connection.execute(update(visits).where(is_mine, visits.c.room.in_(mine)).values(visitor=to))
    changed = _reseat(connection, mine, visitor, to)
    return Changes([], changed, len(mine) - len(changed))


def _some_of(connection: Connection, visitor: str) -> list[str]:
    some = select(visits.c.room).where(visits.c.visitor == visitor).limit(_ROOMS_A_STEP)
    return list(connection.scalars(some))


def _reseat(
    connection: Connection, ids: Iterable[str], visitor: str, to: str | None
) -> list[Change]:
    """Puts another visitor, or nobody, on the seats of one. A room that cannot be read stays as
    it is."""
    wanted = select(*rooms.c["id", "version", "document"]).where(rooms.c.id.in_(ids))
    changed = []
    for row in connection.execute(wanted.with_for_update()).fetchall():
        try:
            document = msgspec.json.decode(row.document, type=Document)
            is_changed = _change_seats(document, visitor, to)
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
        if is_changed:
            text = msgspec.json.encode(document).decode()
            new = {"room": row.id, "version": row.version + 1, "document": text}
            connection.execute(_rewrite, new)
            changed.append((row.id, row.version + 1))
    return changed


def _change_seats(document: Document, visitor: str, to: str | None) -> bool:
    mine = [seat for seat in document["seats"] if seat.get("visitor") == visitor]
    for seat in mine:
        seat["visitor"] = to
        if to is None:
            seat.pop("name", None)
    if mine and to is None and document.get("clock"):
        document["clock"]["since"] = None  # nobody loses on time while they wait for somebody
    return bool(mine)

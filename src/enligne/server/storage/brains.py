"""Machines that visitors saved: each has a few, all together have a limit, and old ones go."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, func, insert, select, update

from enligne.server.storage.tables import brains

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

_BRAINS_A_STEP = 50


def of_visitor(connection: Connection, visitor: str) -> dict[str, str]:
    """A visitor's machines by name, with their rules."""
    mine = select(brains.c.name, brains.c.rules).where(brains.c.visitor == visitor)
    return {row.name: row.rules for row in connection.execute(mine.order_by(brains.c.name))}


def load(connection: Connection, visitor: str, name: str) -> str | None:
    """A machine, which counts as used."""
    used = update(brains).where(_is(visitor, name)).values(used=time.time())
    found: str | None = connection.execute(used.returning(brains.c.brain)).scalar()
    return found


def save(
    connection: Connection,
    visitor: str,
    name: str,
    rules: str,
    brain: str,
    *,
    each: int,
    total: int,
) -> bool:
    """Keeps a machine, in place of the one of its name; False when the visitor has too many. Where
    there are too many in all, the oldest of those who have most go."""
    mine = of_visitor(connection, visitor)
    if name not in mine and len(mine) >= each:
        return False
    connection.execute(delete(brains).where(_is(visitor, name)))
    count = connection.execute(select(func.count()).select_from(brains)).scalar_one()
    for _ in range(min(count - total + 1, _BRAINS_A_STEP)):
        _remove_one(connection)
    new = {"visitor": visitor, "name": name, "rules": rules, "brain": brain}
    connection.execute(insert(brains).values(**new, used=time.time()))
    return True


def replace(connection: Connection, visitor: str, name: str, before: str, after: str) -> bool:
    """Puts another state in the place of the one that was read; False when it is another by now."""
    is_same = and_(_is(visitor, name), brains.c.brain == before)
    return connection.execute(update(brains).where(is_same).values(brain=after)).rowcount == 1


def remove(connection: Connection, visitor: str, name: str) -> bool:
    return connection.execute(delete(brains).where(_is(visitor, name))).rowcount == 1


def hand_over(connection: Connection, visitor: str, to: str) -> None:
    """Gives a visitor's machines to another, but for those whose names that one has."""
    known = select(brains.c.name).where(brains.c.visitor == to)
    mine = and_(brains.c.visitor == visitor, brains.c.name.not_in(known.scalar_subquery()))
    connection.execute(update(brains).where(mine).values(visitor=to))


def sweep(connection: Connection, since: float) -> int:
    """Removes some machines that nobody used since a time, and says how many."""
    old = select(brains.c.visitor, brains.c.name).where(brains.c.used < since)
    rows = connection.execute(old.order_by(brains.c.used).limit(_BRAINS_A_STEP)).fetchall()
    for row in rows:
        remove(connection, row.visitor, row.name)
    return len(rows)


def _remove_one(connection: Connection) -> None:
    most = func.count().label("most")
    whose = (
        select(brains.c.visitor, most, func.min(brains.c.used).label("oldest"))
        .group_by(brains.c.visitor)
        .order_by(most.desc(), "oldest")
        .limit(1)
    )
    visitor = connection.execute(whose).scalar_one()
    oldest = select(brains.c.name).where(brains.c.visitor == visitor).order_by(brains.c.used)
    remove(connection, visitor, connection.execute(oldest.limit(1)).scalar_one())


def _is(visitor: str, name: str) -> ColumnElement[bool]:
    return and_(brains.c.visitor == visitor, brains.c.name == name)

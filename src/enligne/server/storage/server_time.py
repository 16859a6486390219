"""The server's time, kept from one of its runs to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, insert, select, update

from enligne.server.storage.tables import rooms, server_time

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from enligne.server.storage.database import Database

_kept = select(server_time.c.seconds)
_last_change = select(func.max(rooms.c.updated))
_keep = update(server_time).values(seconds=bindparam("seconds"))
_begin = insert(server_time)


async def last_server_time(database: Database) -> float:
    """What was kept last. Where nothing was yet, when a room was last changed: before there was a
    server's time, clocks were told by the wall's."""

    def work(connection: Connection) -> float:
        found = connection.execute(_kept).scalar()
        if found is None:
            found = connection.execute(_last_change).scalar()
        return 0.0 if found is None else float(found)

    return await database.run(work)


async def keep_server_time(database: Database, seconds: float) -> None:
    def work(connection: Connection) -> None:
        if not connection.execute(_keep, {"seconds": seconds}).rowcount:
            connection.execute(_begin, {"number": 1, "seconds": seconds})

    await database.run(work)

"""How processes with one PostgreSQL hear of each other's changes, by its LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection, Engine

_log = logging.getLogger("enligne.storage")

#: A room, and the version that it has now; 0 when it was removed.
Change = tuple[str, int]

_CHANNEL = "enligne_rooms"
_CHANGES_A_MESSAGE = 150  # of at most 45 bytes: a message has at most 8,000
_SECONDS_BETWEEN_TRIES = 1.0
_SECONDS_OF_SILENCE = 30.0  # after which the connection is tried

_notify = select(func.pg_notify(_CHANNEL, bindparam("changes")))


def tell(connection: Connection, changes: Iterable[Change]) -> None:
    """Tells of changes when the transaction is committed. SQLite tells nobody."""
    if connection.dialect.name != "postgresql":
        return
    left = iter(changes)
    while some := list(islice(left, _CHANGES_A_MESSAGE)):
        text = "\n".join(f"{room} {version}" for room, version in some)
        connection.execute(_notify, {"changes": text})


class News:
    """Hears of what other processes change, for as long as the event loop runs that made it.

    Args:
        own: the number of the connection that this process tells by, whose news are none.
        hear: called with a room and its version.
        missed: called when the connection was lost and is there again: any room may have changed.
    """

    def __init__(
        self,
        engine: Engine,
        own: Callable[[], int],
        hear: Callable[[str, int], None],
        missed: Callable[[], None],
    ) -> None:
        self._engine = engine
        self._own = own
        self._hear = hear
        self._missed = missed
        self._task = asyncio.ensure_future(self._listen())

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _listen(self) -> None:
        import psycopg

        is_lost = False
        while True:
            try:
                await self._listen_once(is_lost=is_lost)
            except (psycopg.Error, OSError) as error:
                if not is_lost:
                    _log.warning("no news from the database: %s", error)
                is_lost = True
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)

    async def _listen_once(self, *, is_lost: bool) -> None:
        """Listens until the connection breaks."""
        from psycopg import AsyncConnection

        _, arguments = self._engine.dialect.create_connect_args(self._engine.url)
        connection = await AsyncConnection.connect(autocommit=True, **arguments)
        async with connection:
            await connection.execute(f"LISTEN {_CHANNEL}")
            if is_lost:
                self._missed()
            while True:
                async for message in connection.notifies(timeout=_SECONDS_OF_SILENCE):
                    if message.pid == self._own():
                        continue
                    for line in message.payload.splitlines():
                        room, _, version = line.rpartition(" ")
                        self._hear(room, int(version))
                await asyncio.wait_for(connection.execute("SELECT 1"), _SECONDS_OF_SILENCE)

"""Where rooms are kept: one row each, replaced only by a writer that has seen the row before.

All work is done by one thread, several requests in one transaction: a disk that is slow to commit
then serves many rooms at once. A request is answered after the commit.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

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
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

Document = dict[str, Any]
Result = TypeVar("Result")

_MOST_AT_ONCE = 200
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


class Storage:
    """The database of rooms.

    Args:
        address: for SQLAlchemy: ``sqlite:///file``, ``postgresql+psycopg://…``.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: there is no such database, or it cannot be reached.
    """

    def __init__(self, address: str) -> None:
        url = make_url(address)
        if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
            Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        self._engine: Engine = create_engine(url, pool_pre_ping=True, **_options(url))
        if url.get_backend_name() == "sqlite":
            event.listen(self._engine, "connect", _set_up_sqlite)
            event.listen(self._engine, "begin", _begin_sqlite)
        self._create_tables()
        self._waiting: queue.SimpleQueue[_Task[Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="storage", daemon=True)
        self._thread.start()

    def _create_tables(self) -> None:
        for tries_left in reversed(range(10)):
            try:
                _metadata.create_all(self._engine)
                return
            except DBAPIError:  # another process is making them
                if not tries_left:
                    raise
                time.sleep(0.1)

    async def create(self, room: str, document: Document, visitors: set[str]) -> None:
        """Stores a new room of version 1."""

        await self._run(lambda connection: _insert(connection, room, document, visitors))

    async def load(self, room: str) -> Stored | None:
        def work(connection: Connection) -> Stored | None:
            row = connection.execute(select(_rooms).where(_rooms.c.id == room)).first()
            return None if row is None else _stored(row)

        return await self._run(work)

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

        return await self._run(work)

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

        return await self._run(work)

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

        return await self._run(work)

    async def ping(self) -> None:
        """Raises an error when the database cannot be reached."""
        await self._run(lambda connection: connection.execute(select(1)).scalar_one())

    async def close(self) -> None:
        """Finishes what is waiting."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    async def _run(self, work: Callable[[Connection], Result]) -> Result:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._waiting.put(_Task(work, loop, future))
        return await future

    def _work(self) -> None:
        while (task := self._waiting.get()) is not None:
            tasks = [task]
            is_last = False
            while len(tasks) < _MOST_AT_ONCE and not self._waiting.empty():
                more = self._waiting.get()
                if more is None:
                    is_last = True
                    break
                tasks.append(more)
            self._do(tasks)
            if is_last:
                return

    def _do(self, tasks: list[_Task[Any]]) -> None:
        """Does tasks in one transaction; one that fails takes back only what it did itself.
        One that got in the way of another process is done again, alone."""
        answers: list[tuple[_Task[Any], Any, Exception | None]] = []
        again: list[_Task[Any]] = []
        try:
            with self._engine.begin() as connection:
                for task in tasks:
                    try:
                        with connection.begin_nested():
                            answers.append((task, task.work(connection), None))
                    except OperationalError as error:
                        if len(tasks) == 1 or error.connection_invalidated:
                            raise
                        again.append(task)
                    except Exception as error:
                        answers.append((task, None, error))
        except Exception as error:  # nothing was stored
            again = []
            answers = [(task, None, error) for task in tasks]
        for task, result, failure in answers:
            task.answer(result, failure)
        for task in again:
            self._do([task])


class _Task(Generic[Result]):
    """Something to do with the database, and who waits for it."""

    def __init__(
        self,
        work: Callable[[Connection], Result],
        loop: asyncio.AbstractEventLoop,
        future: asyncio.Future[Result],
    ) -> None:
        self.work = work
        self._loop = loop
        self._future = future

    def answer(self, result: Result, error: Exception | None) -> None:
        def set_future() -> None:
            if self._future.cancelled():
                return
            if error is not None:
                self._future.set_exception(error)
            else:
                self._future.set_result(result)

        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(set_future)


def _insert(connection: Connection, room: str, document: Document, visitors: set[str]) -> None:
    connection.execute(insert(_rooms).values(id=room, version=1, **_columns(document)))
    for visitor in visitors:
        connection.execute(insert(_visits).values(visitor=visitor, room=room))


def _options(url: Any) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        from sqlalchemy.pool import StaticPool

        # One connection, which only the storage's thread uses after the tables are made.
        return {
            "connect_args": {"check_same_thread": False, "timeout": 30},
            "poolclass": StaticPool,
        }
    return {"pool_size": 1, "max_overflow": 1}


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    cursor = connection.cursor()
    # A commit survives the end of the program at once, and that of the machine soon after.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _columns(document: Document) -> dict[str, Any]:
    return {
        "plies": len(document["moves"]),
        "updated": time.time(),
        "document": json.dumps(document, separators=(",", ":")),
    }


def _stored(row: Any) -> Stored:
    return Stored(row.id, row.version, row.updated, json.loads(row.document))

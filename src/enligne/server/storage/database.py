"""A database, and the one thread that works with it.

Several requests go in one transaction: a disk that is slow to commit then serves many at once. A
request is answered after the commit.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy import create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine, MetaData

Result = TypeVar("Result")

_MOST_AT_ONCE = 200


class _Task(NamedTuple):
    """Something to do with the database, and who waits for it."""

    work: Callable[[Connection], Any]
    future: Future[Any]


class Database:
    """A database with its tables.

    Args:
        address: for SQLAlchemy: ``sqlite:///file``, ``postgresql+psycopg://…``.
        tables: made where they do not exist yet.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: there is no such database, or it cannot be reached.
    """

    def __init__(self, address: str, tables: MetaData) -> None:
        url = make_url(address)
        if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
            Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        self._engine: Engine = create_engine(url, pool_pre_ping=True, **_options(url))
        if url.get_backend_name() == "sqlite":
            event.listen(self._engine, "connect", _set_up_sqlite)
            event.listen(self._engine, "begin", _begin_sqlite)
        self._create(tables)
        self._waiting: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="storage", daemon=True)
        self._thread.start()

    def _create(self, tables: MetaData) -> None:
        for tries_left in reversed(range(10)):
            try:
                tables.create_all(self._engine)
                return
            except DBAPIError:  # another process is making them
                if not tries_left:
                    raise
                time.sleep(0.1)

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Does something with a connection, in a transaction that others may share."""
        task = _Task(work, Future())
        self._waiting.put(task)
        found: Result = await asyncio.wrap_future(task.future)
        return found

    async def ping(self) -> None:
        """Raises an error when the database cannot be reached."""
        await self.run(lambda connection: connection.execute(select(1)).scalar_one())

    async def close(self) -> None:
        """Finishes what is waiting."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

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

    def _do(self, tasks: list[_Task]) -> None:
        """Does tasks in one transaction; one that fails takes back only what it did itself.
        One that got in the way of another process is done again, alone."""
        answers: list[tuple[_Task, Any, Exception | None]] = []
        again: list[_Task] = []
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
            if not task.future.set_running_or_notify_cancel():
                continue  # nobody waits any more
            if failure is not None:
                task.future.set_exception(failure)
            else:
                task.future.set_result(result)
        for task in again:
            self._do([task])


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

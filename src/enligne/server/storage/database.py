"""A database, and the one thread that works with it.

Several requests go in one transaction: what arrives while a disk commits is done in the next one,
so that a slow disk serves many at once. A request is answered after the commit.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from enligne.errors import StorageError
from enligne.server.storage import engines
from enligne.server.storage.database_file import DatabaseFile, LostError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

_log = logging.getLogger("enligne.storage")

Result = TypeVar("Result")

#: The errors of a database that cannot be reached or written, which is nobody's mistake.
OUTAGES = (OperationalError, InterfaceError, LostError)

_MOST_AT_ONCE = 200
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class _Task(NamedTuple):
    """Something to do with the database, and who waits for it."""

    work: Callable[[Connection], Any]
    future: asyncio.Future[Any]


class _FailedTaskError(Exception):
    """One task of a transaction failed, by the error that is the cause."""

    def __init__(self, task: _Task) -> None:
        super().__init__()
        self.task = task


class Database:
    """A database with its tables, which are made or brought forward.

    Args:
        address: for SQLAlchemy: ``sqlite:///file``, ``postgresql+psycopg://…``.

    Raises:
        StorageError: it is of a newer version or damaged, or its folder is not there.
        sqlalchemy.exc.SQLAlchemyError: there is no such database, or it cannot be reached.
        MissingExtraError: the package for such databases is not installed.
        OSError: the folder among the user's data cannot be made.
    """

    def __init__(self, address: str) -> None:
        self._engine = engines.new_engine(address)
        try:
            engines.prepare(self._engine)
            self._connection = self._engine.connect()
        except BaseException:
            self._engine.dispose()
            raise
        self._file = self._opened_file()
        self._is_damaged = False
        self._waiting: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="storage", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Does something with a connection, in a transaction that others share: it may be done
        again when one of those fails."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.put(_Task(work, future))
        return await future

    async def ping(self) -> None:
        """Raises an error when the database cannot be reached."""
        await self.run(lambda connection: connection.execute(select(1)).scalar_one())

    async def close(self) -> None:
        """Finishes what is waiting."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()
        self._engine.dispose()

    # On the thread.

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
        """Does tasks in one transaction. One that fails is done again, alone and after the
        others: it may have got in the way of another process, and takes nothing of theirs back."""
        alone = []
        while tasks:
            try:
                results = self._transact(tasks)
            except _FailedTaskError as failed:
                if len(tasks) > 1:
                    tasks = [task for task in tasks if task is not failed.task]
                    alone.append(failed.task)
                    continue
                _answer(tasks, error=failed.__cause__)
            except Exception as error:  # nothing was stored
                _answer(tasks, error=error)
            else:
                _answer(tasks, results)
            break
        for task in alone:
            self._do([task])

    def _transact(self, tasks: list[_Task]) -> list[Any]:
        """What the tasks tell, once they are stored.

        Raises:
            _FailedTaskError: one failed; nothing was stored.
            Exception: nothing can be stored.
        """
        self._see_to_file()
        try:
            results = self._transact_once(tasks)
        except _FailedTaskError as failed:
            cause = failed.__cause__
            if not (isinstance(cause, DBAPIError) and cause.connection_invalidated):
                raise
            # The database may have been started again since it was last asked for anything.
            self._reconnect()
            results = self._transact_once(tasks)
        if self._file is not None and not self._file.is_in_place:
            if self._file.path.exists():
                raise LostError(f"{self._file.path} was replaced while it was written")
            self._see_to_file()
        return results

    def _transact_once(self, tasks: list[_Task]) -> list[Any]:
        results = []
        if self._connection.closed:
            self._reconnect()
        connection = self._connection
        try:
            with connection.begin():
                for task in tasks:
                    try:
                        results.append(task.work(connection))
                    except Exception as error:
                        raise _FailedTaskError(task) from error
        except Exception as error:
            self._look_at(error.__cause__ if isinstance(error, _FailedTaskError) else error)
            raise
        return results

    def _look_at(self, error: BaseException | None) -> None:
        """Remembers what an error says of the database itself."""
        original = getattr(error, "orig", None)
        if (getattr(original, "sqlite_errorcode", 0) & 0xFF) in _DAMAGED:
            self._is_damaged = True

    def _reconnect(self) -> None:
        with suppress(Exception):
            self._connection.close()
        self._connection = self._engine.connect()

    def _opened_file(self) -> DatabaseFile | None:
        path = engines.file_of(self._engine)
        return None if path is None else DatabaseFile(path)

    def _see_to_file(self) -> None:
        """Makes sure that the open file is the one under its name: one that was removed is
        written again, one that somebody has put in its place is opened.

        Raises:
            LostError: neither can be done; nothing is stored until it can.
        """
        file = self._file
        if file is None or file.is_in_place:
            return
        try:
            was_removed = not file.path.exists()
            if was_removed:
                file.write_again(self._connection.connection.dbapi_connection)
            engines.prepare(self._engine, creates=False)
            connection = self._engine.connect()
        except (OSError, sqlite3.Error, DBAPIError, StorageError) as error:
            raise LostError(f"{file.path} was removed or replaced: {error}") from error
        old, self._connection = self._connection, connection
        self._file = self._opened_file()
        self._is_damaged = False
        with suppress(Exception):
            old.close()
        how = "removed, and written again" if was_removed else "replaced by another one"
        _log.error("the database file was %s", how)


def _answer(
    tasks: list[_Task], results: list[Any] | None = None, error: BaseException | None = None
) -> None:
    """Tells who waits, all that wait in one event loop at once."""

    def tell(those: list[tuple[asyncio.Future[Any], Any]]) -> None:
        for future, result in those:
            if future.cancelled():
                continue  # nobody waits any more
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for task, result in zip(tasks, results or [None] * len(tasks), strict=True):
        loops.setdefault(task.future.get_loop(), []).append((task.future, result))
    for loop, those in loops.items():
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(tell, those)

"""How a database of each kind is opened."""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError

from enligne.errors import StorageError
from enligne.extras import require
from enligne.server.settings import default_database
from enligne.server.storage.migrations import bring_forward

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import URL

_log = logging.getLogger("enligne.storage")

_SECONDS_TO_WAIT = 30  # for another process that writes
_WAL_BYTES = 64 << 20
#: Those of every version.
_COLUMNS = {"id", "version", "plies", "updated", "document"}
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
_DRIVERS = ("sqlite", "postgresql+psycopg")


def new_engine(address: str) -> Engine:
    """The engine of a database, which is not opened yet.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the address is none of a database that can be used.
        MissingExtraError: the package for such databases is not installed.
    """
    url = _url(address)
    if url.get_backend_name() == "postgresql":
        require("postgresql", "PostgreSQL")
    # Errors are logged, and must not tell who plays what.
    engine = create_engine(url, hide_parameters=True, **_options(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def file_of(engine: Engine) -> Path | None:
    """The file of a database, if it is one."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or _is_in_memory(engine.url) or not name:
        return None
    return Path(name)


def prepare(engine: Engine, *, creates: bool = True) -> None:
    """Makes the tables, or brings them forward.

    Args:
        creates: whether a database that is not there, or has no tables, is made.

    Raises:
        StorageError: it is of a newer version, damaged, another program's, or not there and not to
            be made.
        sqlalchemy.exc.SQLAlchemyError: it cannot be reached.
        OSError: the folder among the user's data cannot be made.
    """
    if (path := file_of(engine)) is not None:
        check_file(path)
        if creates:
            _see_to_folder(path)
        elif not path.exists():
            raise StorageError(f"there is no file {path}")
    for tries_left in reversed(range(10)):
        try:
            with engine.begin() as connection:
                bring_forward(connection, creates=creates)
            break
        except OperationalError:  # another process is doing it: some locks of SQLite do not wait
            if not tries_left or engine.dialect.name != "sqlite":
                raise
            time.sleep(0.1)
    if path is not None:
        _give_space_back(engine)


def check_file(path: Path) -> None:
    """Looks whether a file may be opened as a database of rooms, which would change it: one that
    is not there, or empty, or ours. What is damaged in one of ours is seen later.

    Raises:
        StorageError: it is something else.
    """
    if not path.is_file() or not path.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
            tables = {name for (name,) in reader.execute(_TABLES)}
            columns = {row[1] for row in reader.execute("PRAGMA table_info(rooms)")}
    except sqlite3.OperationalError:
        return  # whatever keeps it from being read will be said when it is opened
    except sqlite3.DatabaseError as error:
        raise StorageError(f"database {path}: it cannot be used: {error}") from None
    # One of ours may lack a column, and is damaged then.
    if tables and len(columns & _COLUMNS) < len(_COLUMNS) - 2:
        some = ", ".join(sorted(tables)[:3])
        raise StorageError(
            f"database {path}: another program's (it has the tables {some}): name a file of"
            " Enligne, or one that is not there yet"
        )


def _url(address: str) -> URL:
    with suppress(ArgumentError, ValueError):  # whose texts may have parts of a password
        url = make_url(address)
        if url.drivername in _DRIVERS:
            return url
    raise ArgumentError(
        "it is sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME, and nothing else is supported"
    )


def _see_to_folder(path: Path) -> None:
    """Makes the folder of the default database; another that is not there may be a mistake."""
    if path.parent.is_dir():
        return
    if str(path) != make_url(default_database()).database:
        raise StorageError(f"database {path}: there is no folder {path.parent}")
    path.parent.mkdir(parents=True, exist_ok=True)


def _options(url: URL) -> dict[str, Any]:
    if url.get_backend_name() != "sqlite":
        return {"pool_size": 1, "max_overflow": 1}
    from sqlalchemy.pool import NullPool, StaticPool

    return {
        # A connection is used by one thread at a time, but not always by the one that made it.
        "connect_args": {"check_same_thread": False, "timeout": _SECONDS_TO_WAIT},
        "poolclass": StaticPool if _is_in_memory(url) else NullPool,
    }


def _is_in_memory(url: URL) -> bool:
    return url.database in (None, "", ":memory:")


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    # A text that is not UTF-8 damages its own row, and not the list that it is in.
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    for pragma in (
        "auto_vacuum=INCREMENTAL",  # heeded where there are no tables yet, and before WAL
        "journal_mode=WAL",
        "synchronous=FULL",  # a commit survives a power failure
        f"journal_size_limit={_WAL_BYTES}",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _begin_sqlite(connection: Connection) -> None:
    mode = connection.get_execution_options().get("begin", "IMMEDIATE")
    connection.exec_driver_sql(f"BEGIN {mode}")


def _give_space_back(engine: Engine) -> None:
    """Makes a file that was made without it able to shrink, which writes it once anew."""
    with engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
        if raw.execute("PRAGMA auto_vacuum").fetchone()[0]:
            return
        try:
            raw.execute("PRAGMA auto_vacuum=INCREMENTAL")
            raw.execute("VACUUM")
        except sqlite3.Error as error:  # there is no space for it, or another process reads
            _log.warning("the database keeps its size: %s", error)

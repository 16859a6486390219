"""Brings a database to the tables that this version works with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import inspect, text

from enligne.errors import StorageError
from enligne.server.storage.tables import metadata

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory
    from sqlalchemy import Connection

_FIRST = "1"  # the revision of databases that have no version table
_LOCK = 0x656E6C69676E65  # PostgreSQL's locks are numbers: "enligne"


def bring_forward(connection: Connection, *, creates: bool = True) -> None:
    """Makes the tables where there are none, and brings those of an older version forward. Runs
    in the transaction of the connection; of processes that start together one does the work.

    Args:
        creates: whether a database without tables is given them.

    Raises:
        StorageError: the database is of a newer version, or a table is not as it should be.
    """
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.runtime.migration import MigrationContext

    if connection.dialect.name == "postgresql":  # SQLite's transactions have the lock already
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    scripts = _scripts()
    now = revision_of(connection)
    if now is None and not creates:
        raise StorageError("the database has no table of rooms")
    if now != scripts.get_current_head():
        if now is not None:
            MigrationContext.configure(connection).stamp(scripts, now)

        def steps(revision: Any, _: Any) -> Any:
            return scripts._upgrade_revs("head", revision)

        with EnvironmentContext(Config(), scripts, fn=steps) as environment:
            environment.configure(connection=connection, transactional_ddl=True)
            environment.run_migrations()
    _check_columns(connection)


def revision_of(connection: Connection) -> str | None:
    """The revision of a database; None if it has no rooms yet.

    Raises:
        StorageError: it is of a newer version.
    """
    from alembic.runtime.migration import MigrationContext

    now = MigrationContext.configure(connection).get_current_revision()
    if now is None:
        return _FIRST if inspect(connection).has_table("rooms") else None
    if now not in {script.revision for script in _scripts().walk_revisions()}:
        raise StorageError(
            f"the database is of revision {now}, which a newer version of Enligne has made:"
            " use that version, or restore a backup into another database"
        )
    return now


def _scripts() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(Path(__file__).parent))


def _check_columns(connection: Connection) -> None:
    inspector = inspect(connection)
    for table in metadata.sorted_tables:
        if not inspector.has_table(table.name):
            raise StorageError(f"the database is damaged: it has no table {table.name}")
        there = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                raise StorageError(
                    f"the database is damaged: its table {table.name} has no column {column.name}"
                )

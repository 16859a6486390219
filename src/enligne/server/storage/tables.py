"""The tables, as the newest migration leaves them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

Document = dict[str, Any]

#: How far the game of a room has come, by which it is kept for longer or shorter. One that is over
#: waits to be counted for the explorer, once.
UNPLAYED, PLAYING, FINISHED, COUNTED = range(4)

metadata = MetaData()

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("updated", Float, nullable=False),
    Column("document", Text, nullable=False),
    Column("stage", SmallInteger, nullable=False, server_default=str(PLAYING)),
    Index("rooms_stage", "stage", "updated"),
)
visits = Table(
    "visits",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("visitor", String(64), nullable=False),
    Column("room", String(32), nullable=False),
    Index("visits_visitor", "visitor", "room", unique=True),
    Index("visits_room", "room"),
)
# One row: the seconds for which servers with this database have run.
server_time = Table(
    "server_time",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("seconds", Float, nullable=False),
)
# A row a process, which it writes to see whether it can.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("process", String(32), primary_key=True),
    Column("beat", Float, nullable=False),
)
# Machines that visitors saved in the Lab.
brains = Table(
    "brains",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("rules", String(40), nullable=False),
    Column("used", Float, nullable=False),
    Column("brain", Text, nullable=False),
    Index("brains_used", "used"),
)
# Secrets on their way to another browser, which nobody reads without the code.
codes = Table(
    "codes",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("visitor", String(64), nullable=False),
    Column("expires", Float, nullable=False),
    Column("sealed", Text, nullable=False),
)

# How often each move was played in a position, both up to symmetry.
played = Table(
    "played",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("move", String(8), primary_key=True),
    Column("ply", SmallInteger, nullable=False),
    Column("games", Integer, nullable=False),
    Column("first_wins", Integer, nullable=False),
    Column("second_wins", Integer, nullable=False),
    Index("played_games", "games", "ply"),
)


def stage_of(document: Document) -> int:
    """How far the game of a document has come."""
    if document.get("outcome") is not None:
        return FINISHED
    return PLAYING if document.get("moves") else UNPLAYED


#: What PostgreSQL can keep as a version.
MOST_VERSION = 2**31 - 1
_LATEST = 1e11  # seconds since 1970


def is_version(value: object) -> bool:
    """SQLite keeps anything in any column."""
    return isinstance(value, int) and 1 <= value <= MOST_VERSION


def is_time(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value < _LATEST

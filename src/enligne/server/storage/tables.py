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

#: How far the game of a room has come, by which it is kept for longer or shorter.
UNPLAYED, PLAYING, FINISHED = range(3)

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


def stage_of(document: Document) -> int:
    """How far the game of a document has come."""
    if document.get("outcome") is not None:
        return FINISHED
    return PLAYING if document.get("moves") else UNPLAYED

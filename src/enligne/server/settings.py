"""How a server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from platformdirs import user_data_path

from enligne import _core


def default_database() -> str:
    """SQLite, among the user's data."""
    return f"sqlite:///{user_data_path('enligne') / 'server.sqlite3'}"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server may be told; the limits are for servers that strangers can reach.

    Args:
        database: an SQLAlchemy address.
        redis: of a Redis server, where several processes share rooms.
        workers: how many players may think at the same time.
        origins: from where pages may connect besides the server itself.
        largest_side: of a board.
        seconds: the most a player may think about a move, or an analysis take.
        table_mb: the most memory of one player.
        threads: the most with which one player may search; it has one unless more are asked for.
        queue: the most players that may wait for a worker.
        requests: a second, for one connection, and how many it may save up.
        rooms: new ones a minute for one address.
        sockets: connections from one address.
        teaches: whether matchbox machines learn from the games that people play against them.
        idle_days: after which a room is removed; one in which nothing was played after one day.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = field(default_factory=default_database)
    redis: str | None = None
    workers: int = field(default_factory=lambda: max(2, os.cpu_count() or 2))
    origins: tuple[str, ...] = ()
    largest_side: int = _core.LARGEST_SIDE
    seconds: float = 10.0
    table_mb: int = 32
    threads: int = 2
    queue: int = 2000
    requests: float = 30.0
    requests_at_once: int = 90
    rooms: int = 1200
    sockets: int = 2000
    idle_days: float = 30.0
    teaches: bool = True
    think_on_loop: bool = False  # for a benchmark that shows why not

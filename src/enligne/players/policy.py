"""What strangers may ask for."""

from __future__ import annotations

from dataclasses import dataclass

#: The players that start no program, and open no file but a saved brain. A kind that is not listed
#: here is refused.
HARMLESS = (
    *("random", "greedy", "minimax", "alphabeta", "gomoku", "solver"),
    *("perfect", "level", "menace"),
)


@dataclass(frozen=True, slots=True)
class Policy:
    """What is granted to someone who names a player: see :meth:`PlayerSpec.limited`.

    Args:
        kinds: the names they may use.
        threads, seconds, table_mb: the most of each; no limit unless given.
    """

    kinds: tuple[str, ...] = HARMLESS
    threads: int | None = None
    seconds: float | None = None
    table_mb: int | None = None

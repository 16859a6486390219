"""How often moves were played, and how those games ended: a row for each move in a position, up to
symmetry. It tells nothing of who played, and stays when a game is removed.

A game is counted once, some time after its end: its room is of the stage ``FINISHED`` until then,
and ``COUNTED`` from then on. So are games that were stored before there were counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from enligne.server.played_moves import PlayedMove, counted_moves
from enligne.server.storage.tables import COUNTED, FINISHED, Document, played, rooms

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Row

#: Each takes some tenths of a millisecond, and a player's move may wait for all of them.
GAMES_A_STEP = 10
_ROWS_A_STEP = 500
_TOTALS = ("games", "first_wins", "second_wins")
_WINS = {"first": "first_wins", "second": "second_wins"}


@dataclass(slots=True)
class Counts:
    """Of a move, or of several together."""

    games: int = 0
    first_wins: int = 0
    second_wins: int = 0


def _adding(insert: Callable[[Any], Any]) -> Any:
    new = insert(played)
    totals = {name: played.c[name] + new.excluded[name] for name in _TOTALS}
    return new.on_conflict_do_update(index_elements=list(played.primary_key), set_=totals)


_add = {"sqlite": _adding(sqlite.insert), "postgresql": _adding(postgresql.insert)}


def count_some(connection: Connection, plies: int) -> int:
    """Counts some games that are over and not counted yet, the oldest first; how many there
    were. Those in which there is nothing to count are done with too."""
    some = (
        select(rooms.c.id, rooms.c.document)
        .where(rooms.c.stage == FINISHED)
        .order_by(rooms.c.updated)
        .limit(GAMES_A_STEP)
        .with_for_update(skip_locked=True)  # of two processes that count, each takes its own
    )
    rows = connection.execute(some).fetchall()
    if not rows:
        return 0
    totals: dict[PlayedMove, Counts] = {}
    for row in rows:
        _count(row.document, plies, totals)
    if totals:
        # In one order: two processes never wait for each other.
        new = [
            {"position": each.key, "move": each.name, "ply": each.ply}
            | {name: getattr(totals[each], name) for name in _TOTALS}
            for each in sorted(totals)
        ]
        connection.execute(_add[connection.dialect.name], new)
    ids = [row.id for row in rows]
    connection.execute(update(rooms).where(rooms.c.id.in_(ids)).values(stage=COUNTED))
    return len(rows)


def _count(text: str, plies: int, totals: dict[PlayedMove, Counts]) -> None:
    try:
        document = msgspec.json.decode(text, type=Document)
        moves = list(counted_moves(document, plies))
        winner = document["outcome"]["winner"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return  # damaged; who opens the room is told so
    for move in moves:
        found = totals.setdefault(move, Counts())
        found.games += 1
        if winner is not None:
            name = _WINS[winner]
            setattr(found, name, getattr(found, name) + 1)


def moves_in(connection: Connection, key: int, most: int) -> list[tuple[str, Counts]]:
    """What was played in a position, the most frequent first."""
    wanted = (
        select(played.c.move, *(played.c[name] for name in _TOTALS))
        .where(played.c.position == key)
        .order_by(played.c.games.desc(), played.c.move)
        .limit(most)
    )
    return [(row.move, _counts(row)) for row in connection.execute(wanted)]


def _counts(row: Row[Any]) -> Counts:
    return Counts(row.games, row.first_wins, row.second_wins)


def prune(connection: Connection, most: int) -> bool:
    """Removes some moves where there are too many: those played least, and of these the last
    ones; False when all may stay."""
    surplus = connection.execute(select(func.count()).select_from(played)).scalar_one() - most
    if surplus <= 0:
        return False
    key = list(played.primary_key)
    least = (
        select(*key)
        .order_by(played.c.games, played.c.ply.desc())
        .limit(min(surplus, _ROWS_A_STEP))
        .with_for_update(skip_locked=True)
    )
    gone = connection.execute(least).fetchall()
    connection.execute(delete(played).where(tuple_(*key).in_([tuple(row) for row in gone])))
    return bool(gone)

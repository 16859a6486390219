"""What the followers of rooms have been told of them, and so what is new to them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.server.contract import games
from enligne.server.views import cells, outcome_view

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from enligne.move import Move
    from enligne.server.contract import words
    from enligne.server.rooms.room import Room

# What is told as a whole when it has changed.
_WHOLE = ("winning", "outcome", "seats", "offers", "box", "rematch", "spectators", "open")


@dataclass(slots=True)
class _Known:
    """What followers know of a room. What never changes is left out."""

    version: int
    moves: tuple[Move, ...]
    legal: list[str]
    winning: list[str]
    outcome: words.Outcome | None
    seats: games.Seats
    offers: games.Offers
    box: games.Box | None
    rematch: str | None
    spectators: int
    open: bool


class Told:
    """What the followers of each room know. One that nobody follows is to be forgotten."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, _Known]] = {}
        self._numbers = itertools.count(1)

    def __len__(self) -> int:
        return len(self._known)

    def has(self, room: Room) -> bool:
        """Whether they know this version of a room."""
        return room.id in self._known and self._known[room.id][1].version == room.version

    def forget(self, room_id: str) -> None:
        self._known.pop(room_id, None)

    def change(self, room: Room, followers: Collection[str]) -> tuple[int, games.Change | None]:
        """What the followers of a room are to be told, who know it from then on, and the number of
        the last change. Nothing where nothing is new, or where they have joined just now."""
        now = _known(room, followers)
        number, before = self._known.get(room.id, (0, None))
        if before == now:
            return number, None
        after, number = number, next(self._numbers)
        self._known[room.id] = number, now
        if before is None:
            return number, None
        change = games.Change(room.id, room.version, number, after)
        _tell_moves(change, before.moves, now.moves)
        _tell_legal(change, before.legal, now.legal)
        for name in _WHOLE:
            if (value := getattr(now, name)) != getattr(before, name):
                setattr(change, name, value)
        if (clock := room.clock_view()) is not None:
            change.clock = clock
        return number, change


def _known(room: Room, followers: Collection[str]) -> _Known:
    return _Known(
        room.version,
        room.game.moves,
        room.legal,
        room.winning,
        outcome_view(room.outcome),
        room.seats_view(followers),
        room.offers_view(),
        room.box,
        room.rematch,
        room.spectators(followers),
        room.is_open,
    )


def _tell_moves(change: games.Change, before: Sequence[Move], now: Sequence[Move]) -> None:
    kept = len(before)
    if now[:kept] != before:
        pairs = enumerate(zip(before, now, strict=False))
        kept = next((ply for ply, (old, new) in pairs if old != new), min(len(before), len(now)))
        change.kept = kept
    if len(now) > kept:
        change.moves = cells(now[kept:])


def _tell_legal(change: games.Change, before: list[str], now: list[str]) -> None:
    if before == now:
        return
    known, legal = set(before), set(now)
    if gone := [cell for cell in before if cell not in legal]:
        change.illegal = gone
    if new := [cell for cell in now if cell not in known]:
        change.legal = new

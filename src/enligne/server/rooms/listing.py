"""A visitor's games, as a list and as records, told from what is stored: no game is played through
for it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from enligne.errors import DamagedRoomError
from enligne.move import FIRST, SECOND, Side
from enligne.outcome import Outcome, Termination
from enligne.record import record_text
from enligne.rules import Rules
from enligne.server.contract.games import GameSummary
from enligne.server.contract.words import Outcome as OutcomeView
from enligne.server.contract.words import Stones
from enligne.server.rooms.room import SIDES, Seat
from enligne.server.views import rules_view, side_view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from enligne.server.storage import Storage, Stored

Told = TypeVar("Told")


def told_of(
    rooms: Iterable[Stored],
    tell: Callable[[Stored, str], Told],
    visitor: str,
    storage: Storage,
    *,
    names: bool = True,
) -> list[Told]:
    """What is told of rooms, with the names of people or without. One that cannot be read is noted
    and left out."""
    found = []
    for stored in rooms:
        try:
            if not names:
                for seat in stored.document["seats"]:
                    seat.pop("name", None)
            found.append(tell(stored, visitor))
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            storage.note(DamagedRoomError(stored.id, repr(error)))
    return found


def summary(stored: Stored, visitor: str) -> GameSummary:
    """A line of the list."""
    data = stored.document
    seats = [Seat(**seat) for seat in data["seats"]]
    mine = [side for side in SIDES if seats[side].visitor == visitor]
    others = [seats[side] for side in SIDES if side not in mine]
    outcome = msgspec.convert(data["outcome"], OutcomeView | None)
    to_move = Side((_begins(stored) + len(data["moves"])) % 2)
    return GameSummary(
        room=stored.id,
        rules=rules_view(Rules.of(data["rules"])),
        moves=len(data["moves"]),
        stones=_stones(stored),
        last=data["moves"][-1] if data["moves"] else None,
        outcome=outcome,
        you=[side_view(side) for side in mine],
        opponent=others[0].text if others else "",
        level=others[0].level if others else None,
        name=others[0].name if others else None,
        turn=outcome is None and to_move in mine,
        waiting=outcome is None and any(seat.is_free for seat in seats),
        updated=stored.updated,
    )


def record(stored: Stored, visitor: str) -> str:
    """A game as a record, in which the visitor is called me."""
    data = stored.document
    seats = [Seat(**seat) for seat in data["seats"]]
    names = ["me" if seat.visitor == visitor else seat.name or seat.text for seat in seats]
    ended = data["outcome"]
    result = "*"
    if ended is not None:
        winner = None if ended["winner"] is None else Side[ended["winner"].upper()]
        result = Outcome(winner, Termination(ended["termination"])).result
    tags = {
        "Event": "",
        "Date": time.strftime("%Y-%m-%d", time.gmtime(stored.updated)),
        "First": names[FIRST],
        "Second": names[SECOND],
        "Rules": str(Rules.of(data["rules"])),
        "Start": data["start"] or "",
        "Result": result,
        "Termination": "" if ended is None else ended["termination"],
    }
    return record_text(tags, data["moves"], begins=_begins(stored))


def _stones(stored: Stored) -> Stones | None:
    """The moves in turn. To read the position that a game began from costs too much for a list."""
    data = stored.document
    if data["start"] is not None:
        return None
    return Stones(first=data["moves"][::2], second=data["moves"][1::2])


def _begins(stored: Stored) -> Side:
    """The side that has the first move: a position text ends with it."""
    start = stored.document["start"]
    return SECOND if start is not None and start.endswith("o") else FIRST

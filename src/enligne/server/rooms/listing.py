"""The list of a visitor's games, told from what is stored: no game is played through for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from enligne.errors import DamagedRoomError
from enligne.move import Side
from enligne.rules import Rules
from enligne.server.contract import games, words
from enligne.server.rooms.room import SIDES, Seat
from enligne.server.views import rules_view, side_view

if TYPE_CHECKING:
    from enligne.server.storage import Stored


def listed(stored: Stored, visitor: str) -> games.GameSummary:
    """What a visitor sees of a room.

    Raises:
        DamagedRoomError: the document is none of a room.
    """
    try:
        return _summary(stored, visitor)
    except Exception as error:  # whatever a document of another shape leads to
        raise DamagedRoomError(stored.id, repr(error)) from error


def _summary(stored: Stored, visitor: str) -> games.GameSummary:
    data = stored.document
    seats = [Seat(**seat) for seat in data["seats"]]
    yours = [side for side in SIDES if seats[side].visitor == visitor]
    others = [seats[side] for side in SIDES if side not in yours]
    # A position text ends with the side to move.
    begins = int(data["start"] is not None and data["start"].endswith("o"))
    to_move = Side((begins + len(data["moves"])) % 2)
    return games.GameSummary(
        room=stored.id,
        rules=rules_view(Rules.of(data["rules"])),
        moves=len(data["moves"]),
        outcome=msgspec.convert(data["outcome"], words.Outcome | None),
        you=[side_view(side) for side in yours],
        opponent=others[0].text if others else "",
        level=others[0].level if others else None,
        turn=data["outcome"] is None and to_move in yours,
        updated=stored.updated,
    )

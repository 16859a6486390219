"""Matchbox machines learn from the games that people play against them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from enligne import players
from enligne.errors import BrainError
from enligne.learning import MachineGame, Store
from enligne.move import FIRST, SECOND
from enligne.server.allowed import brain_of

if TYPE_CHECKING:
    from enligne.game import Game
    from enligne.move import Side
    from enligne.server.rooms.room import Room

_log = logging.getLogger("enligne.teaching")


def pupils(room: Room) -> list[tuple[str, Side]]:
    """The brains that learn from a game that is over, with their sides: those against which a
    person played to the end. A brain learns nothing from an opponent that gave up."""
    outcome = room.outcome
    if outcome is None or not room.persons():
        return []
    found = []
    for side in (FIRST, SECOND):
        seat = room.seats[side]
        brain = None if seat.is_person else brain_of(players.parse(seat.text))
        if brain is not None and (outcome.termination.is_on_board or outcome.winner != side):
            found.append((brain, side))
    return found


def teach(name: str, game: Game, side: Side) -> None:
    """Teaches a saved brain a game that it played; one that is in use or gone learns nothing."""
    store = Store()
    outcome = game.outcome()
    try:
        machine = store.load(name).machine
        played = MachineGame.of_game(machine, game, side)
        store.teach(name, played, outcome.winner if outcome else None)
    except (BrainError, OSError) as error:
        _log.warning("a brain could not learn", extra={"brain": name, "reason": str(error)})

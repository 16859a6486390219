"""One game of a machine, and what it learns from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne import _core
from enligne.outcome import Termination

if TYPE_CHECKING:
    from enligne.game import Game
    from enligne.learning.menace import Box, DrawnBead, Menace
    from enligne.move import Move, Side
    from enligne.position import Position


@dataclass(frozen=True, slots=True)
class Change:
    """What a game did to a bead: the box as it is now, and the count before and after."""

    box: Box
    bead: Move
    before: int
    after: int


class MachineGame:
    """One game of a machine with one side: draws its moves, and teaches it how the game ended."""

    def __init__(self, machine: Menace, side: Side) -> None:
        self.machine = machine
        self.side = side
        self.draws: list[DrawnBead] = []
        self.has_resigned = False

    def draw(self, position: Position) -> DrawnBead | None:
        """Draws a bead; None when the box is empty: the machine resigns, which loses the game."""
        draw = self.machine.draw(position)
        if draw is None:
            self.has_resigned = True
        else:
            self.draws.append(draw)
        return draw

    @classmethod
    def of_game(cls, machine: Menace, game: Game, side: Side) -> MachineGame:
        """What a machine would have drawn to play one side of a game as it was played.

        Raises:
            RulesError: it is a game of other rules.
        """
        played = cls(machine, side)
        for position, move in zip(game.positions, game.moves, strict=False):
            if position.side is side:
                played.draws.append(machine.recalled(position, move))
        outcome = game.outcome()
        played.has_resigned = (
            outcome is not None
            and outcome.termination is Termination.RESIGNATION
            and outcome.winner is side.other
        )
        return played

    def learn(self, winner: Side | None, machine: Menace | None = None) -> list[Change]:
        """Rewards or punishes the beads drawn, in this machine or in another copy of it.

        Args:
            winner: who won the game; nobody in a draw.
            machine: the copy to teach, where that is not the one that played.
        """
        machine = machine or self.machine
        if winner is None:
            ending = _core.Ending.DRAW
            machine.results.draws += 1
        elif winner is self.side:
            ending = _core.Ending.WIN
            machine.results.wins += 1
        else:
            ending = _core.Ending.RESIGNED if self.has_resigned else _core.Ending.LOSS
            machine.results.losses += 1
        drawn = [draw for draw in self.draws if not draw.box.is_forced]
        before = [machine.box(draw.box.position) for draw in drawn]
        machine._core.learn([draw._place for draw in drawn], ending)
        after = [machine.box(draw.box.position) for draw in drawn]
        return [
            Change(new, draw.bead, old.beads[draw.bead], new.beads[draw.bead])
            for draw, old, new in zip(drawn, before, after, strict=True)
            if old.beads != new.beads
        ]

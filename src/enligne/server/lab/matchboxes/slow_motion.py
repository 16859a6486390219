"""A game against a machine in slow motion: each box that it opens, and the bead that it draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.game import Game
from enligne.learning import MachineGame
from enligne.server.lab.matchboxes.views import draw_view, empty_view
from enligne.server.refusals import RefusalError
from enligne.server.views import View, cells, outcome_view, position_view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from enligne.learning import Menace
    from enligne.move import Side


class SlowGame:
    """A game of somebody against a machine, as far as their moves go."""

    def __init__(self, machine: Menace, side: Side, moves: Iterable[str]) -> None:
        self.played = MachineGame(machine, side)
        self._machine = machine
        self._side = side
        self._game = Game(machine.rules)
        self._draws: list[View] = []
        self._reply()
        for move in moves:
            if self.played.has_resigned:
                raise RefusalError("finished", "the machine has resigned")
            self._game.push(move)
            self._reply()

    @property
    def is_over(self) -> bool:
        return self.played.has_resigned or self._game.outcome() is not None

    @property
    def winner(self) -> Side | None:
        if self.played.has_resigned:
            return self._side.other
        outcome = self._game.outcome()
        return outcome.winner if outcome else None

    def view(self) -> View:
        outcome = outcome_view(self._game.outcome())
        if self.played.has_resigned:
            outcome = {"winner": str(self._side.other), "termination": "resignation"}
        return {
            "moves": cells(self._game.moves),
            "positions": [position_view(position) for position in self._game.positions],
            "draws": self._draws,
            "outcome": outcome,
        }

    def _reply(self) -> None:
        position = self._game.position
        if position.outcome() is not None or position.side is not self._side:
            return
        draw = self.played.draw(position)
        if draw is None:
            self._draws.append(empty_view(position, self._machine))
            return
        self._draws.append(draw_view(draw, self._machine))
        self._game.push(str(draw.move))

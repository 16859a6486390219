"""Proofs by the exact solver: every move of a position with its score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.engines.score import Loss
from enligne.engines.solver import Solver, score_of_move
from enligne.puzzles.defence import Defence

if TYPE_CHECKING:
    from enligne.move import Move
    from enligne.position import Position

_TABLE_MB = 64


class ExactProof:
    """Solves positions to the end."""

    def __init__(self) -> None:
        self._solver = Solver(table_mb=_TABLE_MB)

    def only_win(self, position: Position) -> list[Move]:
        """Best play from the one move that wins to the end; empty where there is no such one."""
        winning = [score for score in self._verdicts(position).values() if score > 0]
        return self._best_play(position) if len(winning) == 1 else []

    def only_defence(self, position: Position) -> Defence | None:
        """The one move that draws, where all others lose."""
        verdicts = self._verdicts(position)
        holding = [move for move, score in verdicts.items() if score >= 0]
        if len(holding) != 1 or verdicts[holding[0]] > 0:
            return None
        worst = min(verdicts, key=lambda move: verdicts[move])
        score = score_of_move(position, worst, verdicts[worst])
        assert isinstance(score, Loss)
        return Defence(holding[0], score.plies // 2)

    def _best_play(self, position: Position) -> list[Move]:
        """The quickest win against the longest defence; of moves as good, the first by name."""
        line: list[Move] = []
        while position.outcome() is None:
            verdicts = self._verdicts(position)
            line.append(max(sorted(verdicts), key=lambda move: verdicts[move]))
            position = position.play(line[-1])
        return line

    def _verdicts(self, position: Position) -> dict[Move, int]:
        verdicts = self._solver.verdicts(position)
        assert verdicts is not None  # there is no limit
        return verdicts

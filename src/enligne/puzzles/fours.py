"""Proofs where no solver reaches: wins by fours, each of which leaves the other side one reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import _core
from enligne.engines import Win
from enligne.engines.gomoku import Gomoku
from enligne.move import Move
from enligne.puzzles.defence import Defence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from enligne.position import Position
    from enligne.rules import Rules

#: More fours than any win that was ever found, and nodes for all that can be tried in practice: a
#: search that needs more proves nothing, and its position is no puzzle.
_MOST_FOURS = 30
_MOST_NODES = 100_000
#: For the engine, which looks whether another move wins too, by whatever it can prove.
_ENGINE_NODES = 20_000
_TABLE_MB = 8


class FoursProof:
    """Searches wins by fours to the end. What they do not decide, an engine looks at within a
    limit: see docs/puzzles.md."""

    def __init__(self, rules: Rules) -> None:
        self._fours = _core.Fours(*rules.shape)
        self._engine = Gomoku(table_mb=_TABLE_MB, nodes=_ENGINE_NODES, without="memory")

    def only_win(self, position: Position) -> list[Move]:
        """The line of the one move that begins a win by fours, where the engine proves no other
        move to win; empty where there is no such one."""
        lines = self._fours.wins(position._handle, _MOST_FOURS, _MOST_NODES)
        if lines is None or len(lines) != 1:
            return []
        (line,) = lines
        found = self._engine.analyse(position, all_moves=True)
        winning = {move for move, score in found.moves.items() if isinstance(score, Win)}
        return _moves(line) if winning <= {Move(*line[0])} else []

    def only_defence(self, position: Position) -> Defence | None:
        """The one move after which the other side does not win by fours, where the side to move
        does not either, and the engine does not prove that the move loses in another way."""
        if self._fours.win(position._handle, _MOST_FOURS, _MOST_NODES) != []:
            return None
        holding: list[Move] = []
        quickest = 2 * _MOST_FOURS
        for move in position.legal_moves:
            after = position.play(move)
            if after.outcome() is not None:
                return None
            line = self._fours.win(after._handle, _MOST_FOURS, _MOST_NODES)
            if line == []:
                holding.append(move)
            if line is None or len(holding) > 1:
                return None
            quickest = min(quickest, len(line) or quickest)
        if not holding:
            return None
        found = self._engine.analyse(position.play(holding[0]))
        return None if isinstance(found.score, Win) else Defence(holding[0], (quickest + 1) // 2)


def _moves(cells: Iterable[tuple[int, int]]) -> list[Move]:
    return [Move(*cell) for cell in cells]

"""What a move that wins does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import _core
from enligne.players.levels.tactics import dangers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.move import Move
    from enligne.position import Position
    from enligne.puzzles.puzzle import Theme

_OPEN_THREES = {"open_three", "open_three_2"}


def theme_of(position: Position, line: Sequence[Move]) -> Theme:
    """What the first move of a line to a win does:

    - ``double_threat``: it threatens to win on two cells at once;
    - ``four_and_three``: it makes a four and an open three at once;
    - ``zugzwang``: the line ends with a side that is threatened with nothing, and loses by
      whatever it plays, because it has to play;
    - ``win``: nothing of these.
    """
    if len(line) == 1:
        return "win"
    if len(line) == 3 and len(dangers(position.play(line[0]))) > 1:
        return "double_threat"
    if position.rules.gravity and not dangers(_played(position, line[:-2])):
        return "zugzwang"
    if _makes_four_and_three(position, line[0]):
        return "four_and_three"
    return "win"


def _played(position: Position, moves: Sequence[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _makes_four_and_three(position: Position, move: Move) -> bool:
    if not _core.Gomoku.supports(*position.rules.shape) or position.rules.run < 5:
        return False
    patterns = {tuple(each.cell): each.own for each in _core.cell_patterns(position._handle)}
    made = patterns[move]
    return "four" in made and not _OPEN_THREES.isdisjoint(made)

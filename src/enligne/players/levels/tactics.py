"""What a player sees at a glance: cells that end the game at once, and cells near the stones."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from enligne.bits import bit_of, lines
from enligne.move import FIRST, SECOND, Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.position import Position
    from enligne.rules import Rules

_REACH = 2


def wins(position: Position) -> list[Move]:
    """The moves that win at once."""
    return [move for move in position.legal_moves if _wins(position, move)]


def dangers(position: Position) -> list[Move]:
    """The cells where the other side would win at once."""
    # It is asked after a move elsewhere; two moves, so that each cell has one that is elsewhere.
    # With gravity elsewhere is another column.
    found: dict[Move, None] = {}
    first = next(iter(position.legal_moves))
    others = (move for move in position.legal_moves if move.column != first.column)
    for elsewhere in (first, *islice(others, 1)):
        after = position.play(elsewhere)
        if after.outcome() is not None:
            continue
        for move in position.legal_moves:
            is_apart = move.column != elsewhere.column or not position.rules.gravity
            if is_apart and move != elsewhere and _wins(after, move):
                found[move] = None
    return list(found)


def near_moves(position: Position) -> list[Move]:
    """The moves within two cells of a stone; on an empty board those around the middle."""
    rules = position.rules
    stones = [*position.stones(FIRST), *position.stones(SECOND)]
    if rules.gravity or rules.cell_count <= 25:
        return list(position.legal_moves)
    if not stones:
        stones = [Move(rules.width // 2, rules.height // 2)]
    near = {
        (x + across, y + up)
        for x, y in stones
        for across in range(-_REACH, _REACH + 1)
        for up in range(-_REACH, _REACH + 1)
    }
    moves = [move for move in position.legal_moves if (move.column, move.row) in near]
    return moves or list(position.legal_moves)


def poorest(moves: Sequence[Move], rules: Rules) -> list[Move]:
    """Those of the moves through which the fewest lines of the empty board run."""
    counts = [_lines_through(move, rules) for move in moves]
    least = min(counts)
    return [move for move, count in zip(moves, counts, strict=True) if count == least]


def _wins(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is not None


def _lines_through(move: Move, rules: Rules) -> int:
    bit = bit_of(move, rules)
    return sum(line >> bit & 1 for line in lines(rules))

"""The Gomoku report's evaluation: of cells, by the stones in line with them."""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from enligne.move import Move

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.position import Position

#: Across and up: along a row, a column, and both diagonals.
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
#: What the report gives a whole run; a shorter row has its part of it.
_RUN = 1000


class Sums(NamedTuple):
    """What the filters make of a cell: the sum in each of the directions, whether it ends a row of
    the other side that is one short of the run, and what it is worth by both."""

    by_direction: tuple[int, ...]
    blocks: bool
    worth: int


def filter_values(position: Position) -> dict[Move, int]:
    """What each legal move is worth, in the order in which the report's player looks at them: of
    the best ones it plays the first.

    A filter lies along each of the four directions, for a run of five ::

        2 3 4 5 . 5 4 3 2

    and sums stones, +1 for one side's and -1 for the other's. A cell is worth the largest absolute
    value of its four sums, so that one number serves attack and defence. For other runs the
    weights go from 2 up to the run.

    A cell at the end of a row of the other side that is one short of the run has the worth of that
    row: it is blocked before anything else. Its own wins the player has only from the filters. On
    the empty board it plays in the middle.
    """
    return {move: sums.worth for move, sums in filter_sums(position).items()}


def filter_sums(position: Position) -> dict[Move, Sums]:
    """The same with all that leads to it: what the filters make of each legal move."""
    rules, side = position.rules, position.side
    stones: dict[tuple[int, int], int] = dict.fromkeys(position.stones(side), 1)
    stones.update(dict.fromkeys(position.stones(side.other), -1))
    row_by_row = sorted(position.legal_moves, key=lambda move: (move.row, move.column))
    sums = {move: _sums(move, stones, rules.run) for move in row_by_row}
    if stones:
        return sums
    middle = Move(rules.width // 2, 0 if rules.gravity else rules.height // 2)
    return {middle: sums[middle]} | sums


def weights(run: int) -> range:
    """The weights of a filter, from the nearest cell on."""
    return range(run, 1, -1)


def _sums(cell: Move, stones: Mapping[tuple[int, int], int], run: int) -> Sums:
    sums = []
    blocks = False
    for across, up in DIRECTIONS:
        total = 0
        for sign in (1, -1):
            arm = [
                stones.get((cell.column + sign * n * across, cell.row + sign * n * up), 0)
                for n in range(1, run)
            ]
            blocks |= all(stone == -1 for stone in arm)
            total += sum(map(mul, weights(run), arm))
        sums.append(total)
    largest = max(abs(total) for total in sums)
    return Sums(tuple(sums), blocks, _RUN * (run - 1) // run if blocks else largest)

"""The Gomoku report's score of a side: how far its longest run has got."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enligne.move import Side
    from enligne.position import Position

#: What the report gives a complete run.
COMPLETE = 1000

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def longest_run(position: Position, side: Side) -> int:
    """The length of a side's longest row of neighbouring stones, at most the run that wins.

    Where a longer run does not win, rows that are too long count for nothing.
    """
    rules = position.rules
    stones: set[tuple[int, int]] = {(cell.column, cell.row) for cell in position.stones(side)}
    longest = 0
    for column, row in stones:
        for across, up in _DIRECTIONS:
            if (column - across, row - up) in stones:
                continue  # not where the row begins
            length = 1
            while (column + length * across, row + length * up) in stones:
                length += 1
            if length > rules.run:
                length = 0 if rules.exact else rules.run
            longest = max(longest, length)
    return longest


def run_score(position: Position, side: Side) -> int:
    """1000 for a complete run, less in proportion to the longest run."""
    return COMPLETE * longest_run(position, side) // position.rules.run

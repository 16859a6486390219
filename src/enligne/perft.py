"""Counts positions a given number of plies away: the yardstick of a rules implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from enligne.position import Position

if TYPE_CHECKING:
    from enligne.rules import Rules


class Leaves(NamedTuple):
    """The positions at a depth, and how many of them are won or drawn."""

    positions: int
    wins: int
    draws: int


def perft(start: Position | Rules | str, depth: int) -> int:
    """How many positions lie ``depth`` plies below, each way of reaching one counted.

    Nothing lies below a finished game.

    Raises:
        RulesError: the text does not describe rules.
        ValueError: the depth is negative.
    """
    return leaves(start, depth).positions


def leaves(start: Position | Rules | str, depth: int) -> Leaves:
    """As :func:`perft`, and how many of the positions are won or drawn."""
    if depth < 0:
        raise ValueError(f"depth {depth} is negative")
    position = start if isinstance(start, Position) else Position(start)
    # No game is longer than the board, so nothing lies deeper.
    found = position._handle.perft(min(depth, position.rules.cell_count + 1))
    return Leaves(found.leaves, found.wins, found.draws)

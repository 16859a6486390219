"""Counts positions a given number of plies away: the yardstick of a rules implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from enligne import _core
from enligne.position import Position
from enligne.progress import interruptible

if TYPE_CHECKING:
    from enligne.rules import Rules


class Leaves(NamedTuple):
    """The positions at a depth, and how many of them are won or drawn."""

    positions: int
    wins: int
    draws: int


def perft(start: Position | Rules | str, depth: int) -> int:
    """How many positions lie ``depth`` plies below, each way of reaching one counted.

    Nothing lies below a finished game. Ctrl-C ends the count.

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
    plies = min(depth, position.rules.cell_count + 1)
    stop = _core.Stop()
    found = interruptible(lambda: position._handle.perft(plies, stop), stop)
    assert found is not None  # only Ctrl-C sets the stop, and is raised
    return Leaves(found.leaves, found.wins, found.draws)

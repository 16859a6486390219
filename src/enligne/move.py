"""Sides, and the cells they put their stones on."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from enligne.errors import NotationError

if TYPE_CHECKING:
    from enligne.rules import Rules

COLUMNS = "abcdefghijklmnopqrstuvwxyz"


class Side(IntEnum):
    """Who moves first and who moves second."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        """The other side."""
        return SECOND if self is FIRST else FIRST

    def __bool__(self) -> bool:
        """True for both, whatever their numbers: ``if outcome.winner`` asks whether one won."""
        return True

    def __str__(self) -> str:
        return "first" if self is FIRST else "second"


FIRST = Side.FIRST
SECOND = Side.SECOND


class _Cell(NamedTuple):
    column: int
    row: int


class Move(_Cell):
    """A cell, and so the move of a stone to it: ``Move(3, 0)`` is ``d1``.

    Columns and rows count from 0, at the bottom left.

    Raises:
        NotationError: column or row is outside 0 to 25, which no board has.
    """

    __slots__ = ()

    def __new__(cls, column: int, row: int) -> Move:
        if not (0 <= column < len(COLUMNS) and 0 <= row < len(COLUMNS)):
            raise NotationError(f"no board has a cell at column {column}, row {row} (from 0)")
        return super().__new__(cls, column, row)

    def action(self, rules: Rules) -> int:
        """The move as a number from 0, for programs that learn: with gravity its column, else its
        cell, counted row by row from the bottom left. :meth:`Position.move_of` leads back."""
        return self.column if rules.gravity else self.row * rules.width + self.column

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"


#: A cell and a move to it are the same thing here; the name says which is meant.
Cell = Move

"""The stones that an engine was told of: its own, and those of the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.errors import IllegalMoveError, PositionError
from enligne.gomocup.notation import cell_text
from enligne.position import Position

if TYPE_CHECKING:
    from enligne.move import Cell
    from enligne.rules import Rules


class EngineStones(dict["Cell", bool]):
    """Stones on their cells, in the order they came, each with whether it is the engine's own."""

    def add(self, cell: Cell, rules: Rules, *, is_own: bool) -> None:
        """Lays a stone.

        Raises:
            IllegalMoveError: there is one already.
        """
        if cell in self:
            raise IllegalMoveError(f"{cell_text(cell, rules)} is occupied")
        self[cell] = is_own

    def remove(self, cell: Cell, rules: Rules) -> None:
        """Takes a stone away.

        Raises:
            IllegalMoveError: there is none.
        """
        if cell not in self:
            raise IllegalMoveError(f"there is no stone on {cell_text(cell, rules)}")
        del self[cell]

    @classmethod
    def in_turn(cls, cells: list[Cell], rules: Rules, *, own_first: bool = True) -> EngineStones:
        """Stones laid in turn, the first of them the engine's own or not.

        Raises:
            IllegalMoveError: a cell has two.
        """
        stones = cls()
        for number, cell in enumerate(cells):
            stones.add(cell, rules, is_own=(number % 2 == 0) is own_first)
        return stones

    def position(self, rules: Rules) -> Position:
        """The position, with the engine to move.

        Raises:
            PositionError: it is the other side's move by the number of stones, or no game leads
                to such stones.
        """
        own = [cell for cell, is_own in self.items() if is_own]
        others = [cell for cell, is_own in self.items() if not is_own]
        if len(others) - len(own) not in (0, 1):
            raise PositionError(
                f"{len(own)} own stones and {len(others)} of the other side:"
                " so it is not this engine's move"
            )
        first, second = (own, others) if len(own) == len(others) else (others, own)
        return Position.from_stones(rules, first, second)

"""A position as text.

>>> from enligne import Game, text
>>> print(text.board(Game("tictactoe", "a1 b2").position))
3 . . .
2 . o .
1 x . .
  a b c
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.move import COLUMNS, FIRST, SECOND, Cell

if TYPE_CHECKING:
    from enligne.position import Position

__all__ = ["board"]


def board(position: Position, *, last: Cell | None = None, coordinates: bool = True) -> str:
    """A board of letters: x and o, capitals on winning cells, the last move in brackets.

    ::

        3 . . .
        2 .(o).
        1 x . .
          a b c
    """
    rules = position.rules
    winning = set(position.winning_cells)
    symbol = dict.fromkeys(position.stones(FIRST), "x") | dict.fromkeys(
        position.stones(SECOND), "o"
    )
    lines = []
    for row in reversed(range(rules.height)):
        cells = [Cell(column, row) for column in range(rules.width)]
        drawn = [
            symbol.get(cell, ".").upper() if cell in winning else symbol.get(cell, ".")
            for cell in cells
        ]
        line = [*"".join(f" {stone}" for stone in drawn), " "]
        if last is not None and last.row == row:
            line[2 * last.column], line[2 * last.column + 2] = "()"
        label = f"{row + 1:>{len(str(rules.height))}}" if coordinates else ""
        lines.append((label + "".join(line)).rstrip())
    if coordinates:
        indent = " " * len(str(rules.height))
        lines.append(indent + "".join(f" {letter}" for letter in COLUMNS[: rules.width]))
    return "\n".join(lines)

"""Cells as the protocol writes them: ``x,y`` from 0, at the top left."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from enligne.errors import NotationError
from enligne.move import Cell
from enligne.rules import shortened

if TYPE_CHECKING:
    from enligne.rules import Rules

_NUMBERS = re.compile(r"[0-9]{1,4}(?:\s*,\s*[0-9]{1,4})*", re.ASCII)


def cell_text(cell: Cell, rules: Rules) -> str:
    """A cell as ``x,y``. Our rows count from the bottom, theirs from the top."""
    return f"{cell.column},{rules.height - 1 - cell.row}"


def parse_cell(text: str, rules: Rules) -> Cell:
    """Reads ``x,y``.

    Raises:
        NotationError: it is not a cell of these rules.
    """
    x, y = parse_numbers(text, 2, "a cell such as 7,7")
    return cell_at(x, y, rules)


def cell_at(x: int, y: int, rules: Rules) -> Cell:
    """The cell at ``x,y``.

    Raises:
        NotationError: the rules have no such cell.
    """
    if not (0 <= x < rules.width and 0 <= y < rules.height):
        last = f"{rules.width - 1},{rules.height - 1}"
        raise NotationError(f"{x},{y} is outside: cells are 0,0 to {last}")
    return Cell(x, rules.height - 1 - y)


def parse_numbers(text: str, count: int, wanted: str) -> list[int]:
    """Reads so many numbers with commas between them.

    Raises:
        NotationError: it is something else; ``wanted`` says what it should be.
    """
    numbers = text.split(",") if _NUMBERS.fullmatch(text.strip()) else []
    if len(numbers) != count:
        raise NotationError(f"{shortened(text)} is not {wanted}")
    return [int(number) for number in numbers]

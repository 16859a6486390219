"""The protocol as text: lines of bytes, and cells as ``x,y`` from 0 at the top left. What it looks
like is known to the core; here it has Python's types and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import _core
from enligne.errors import NotationError
from enligne.move import Cell
from enligne.rules import shortened

if TYPE_CHECKING:
    from enligne.rules import Rules


def cell_text(cell: Cell, rules: Rules) -> str:
    """A cell as ``x,y``. Our rows count from the bottom, theirs from the top."""
    return _core.gomocup_cell_text(cell, rules.width, rules.height)


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
    cell, complaint = _core.gomocup_cell(x, y, rules.width, rules.height)
    if complaint:
        raise NotationError(complaint)
    return Cell(*cell)


def parse_numbers(text: str, count: int, wanted: str) -> list[int]:
    """Reads ``count`` numbers with commas between them.

    Raises:
        NotationError: it is something else; ``wanted`` says what it should be.
    """
    numbers = _core.gomocup_numbers(text) if text.isascii() else None
    if numbers is None or len(numbers) != count:
        raise NotationError(f"{shortened(text)} is not {wanted}")
    return numbers


class Lines:
    """Cuts bytes into lines, as they come. Lines end with CR, LF or both; blank ones are left out.

    Args:
        longest: bytes of a line that are kept. The rest of a longer one is dropped, so that no
            flood fills the memory.
    """

    def __init__(self, longest: int = 4096) -> None:
        self._lines = _core.GomocupLines(longest)

    def feed(self, data: bytes) -> list[str]:
        """The lines that these bytes complete."""
        return [line.decode("utf-8", errors="replace") for line in self._lines.feed(data)]

    def end(self) -> list[str]:
        """The last line, where the input ended without ending it."""
        return self.feed(b"\n")

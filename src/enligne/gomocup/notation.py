"""The protocol as text: lines of bytes, and cells as ``x,y`` from 0 at the top left."""

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
    """Reads ``count`` numbers with commas between them.

    Raises:
        NotationError: it is something else; ``wanted`` says what it should be.
    """
    numbers = text.split(",") if _NUMBERS.fullmatch(text.strip()) else []
    if len(numbers) != count:
        raise NotationError(f"{shortened(text)} is not {wanted}")
    return [int(number) for number in numbers]


class Lines:
    """Cuts bytes into lines, as they come. Lines end with CR, LF or both; blank ones are left out.

    Args:
        longest: bytes of a line that are kept. The rest of a longer one is dropped, so that no
            flood fills the memory.
    """

    def __init__(self, longest: int = 4096) -> None:
        self._longest = longest
        self._begun = b""

    def feed(self, data: bytes) -> list[str]:
        """The lines that these bytes complete."""
        first, *others = data.replace(b"\r", b"\n").split(b"\n")
        found = []
        self._begun += first[: self._longest - len(self._begun)]
        for part in others:
            found.append(self._begun)
            self._begun = part[: self._longest]
        texts = (line.decode("utf-8", errors="replace").strip() for line in found)
        return [text for text in texts if text]

    def end(self) -> list[str]:
        """The last line, where the input ended without ending it."""
        return self.feed(b"\n")

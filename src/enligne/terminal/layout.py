"""Where the cells of a board are on the screen. Pure numbers: nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from enligne.move import Cell
from enligne.svg.themes import Style

if TYPE_CHECKING:
    from enligne.rules import Rules


class Size(NamedTuple):
    """Characters across and down."""

    width: int
    height: int


#: How large a cell may be drawn, the largest first. A character is twice as high as wide.
_SIZES = {
    Style.HOLES: (Size(12, 6), Size(6, 3), Size(4, 2), Size(2, 1)),
    Style.LINES: (Size(6, 3), Size(4, 2), Size(2, 1)),
    # Lines between the cells are a part of them here.
    Style.GRID: (Size(12, 6), Size(8, 4), Size(4, 2), Size(2, 1)),
}
_SMALLEST = Size(2, 1)
#: Less than this of a board is no use to anyone.
LEAST_CELLS = 3


@dataclass(frozen=True, slots=True)
class Layout:
    """A board, or the part of it that there is room for, within a field of characters.

    Args:
        field: the room there is.
        cell: the size of a cell.
        columns, rows: those in view, from the left and from the bottom.
        left, top: where the top left cell in view begins.
        has_pointer: there is a line above the board for the column that is chosen.
    """

    rules: Rules
    field: Size
    cell: Size
    columns: range
    rows: range
    left: int
    top: int
    has_pointer: bool

    @property
    def is_whole(self) -> bool:
        return len(self.columns) == self.rules.width and len(self.rows) == self.rules.height

    @property
    def right(self) -> int:
        """Where the cells in view end."""
        return self.left + len(self.columns) * self.cell.width

    @property
    def bottom(self) -> int:
        return self.top + len(self.rows) * self.cell.height

    def place(self, cell: Cell) -> tuple[int, int] | None:
        """The top left character of a cell; None if it is out of view."""
        if cell.column not in self.columns or cell.row not in self.rows:
            return None
        return (
            self.left + (cell.column - self.columns.start) * self.cell.width,
            self.top + (self.rows.stop - 1 - cell.row) * self.cell.height,
        )

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell that a character belongs to; with gravity also one above or below the cells."""
        if not self.left <= x < self.right:
            return None
        if self.rules.gravity:
            y = min(max(y, self.top), self.bottom - 1)
        if not self.top <= y < self.bottom:
            return None
        column = self.columns.start + (x - self.left) // self.cell.width
        row = self.rows.stop - 1 - (y - self.top) // self.cell.height
        return Cell(column, row)


def label_width(rules: Rules) -> int:
    """The numbers of the rows, a blank, and the margin of the board."""
    return len(str(rules.height)) + 2


def smallest(rules: Rules) -> Size:
    """The room that the whole board needs at least, with its coordinates."""
    return Size(label_width(rules) + 2 * rules.width, rules.height + 1)


def fit(rules: Rules, field: Size, focus: Cell, previous: Layout | None = None) -> Layout | None:
    """The largest way to draw the whole board; if there is none, the part around a cell. None
    where there is no room even for a few cells.

    Args:
        focus: a cell that must be in view.
        previous: what was in view before, which is moved no further than needed.
    """
    beside = label_width(rules)
    for cell in _SIZES[Style.of(rules)]:
        needed = Size(beside + cell.width * rules.width, 1 + cell.height * rules.height)
        if needed.width <= field.width and needed.height <= field.height:
            has_pointer = rules.gravity and needed.height < field.height
            return Layout(
                rules,
                field,
                cell,
                range(rules.width),
                range(rules.height),
                left=beside + (field.width - needed.width) // 2,
                top=has_pointer + (field.height - needed.height - has_pointer) // 2,
                has_pointer=has_pointer,
            )
    # A character on the right is kept for the marks that tell of more rows.
    across = min(rules.width, (field.width - beside - 1) // _SMALLEST.width)
    down = min(rules.height, field.height - 1)
    if across < min(LEAST_CELLS, rules.width) or down < min(LEAST_CELLS, rules.height):
        return None
    is_usable = previous is not None and previous.rules == rules and not previous.is_whole
    old = previous if is_usable else None
    return Layout(
        rules,
        field,
        _SMALLEST,
        _window(across, rules.width, focus.column, old.columns.start if old else None),
        _window(down, rules.height, focus.row, old.rows.start if old else None),
        left=beside + (field.width - beside - 1 - 2 * across) // 2,
        top=(field.height - 1 - down) // 2,
        has_pointer=False,
    )


def _window(length: int, total: int, focus: int, start: int | None) -> range:
    """A part of 0 to total that has the focus in it, with a neighbour on each side if it can."""
    if start is None:
        start = focus - length // 2
    margin = 1 if length > 2 else 0
    start = min(max(start, focus + margin + 1 - length), focus - margin)
    start = min(max(start, 0), total - length)
    return range(start, start + length)

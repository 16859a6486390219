"""The front of a box as a card to cut out: the position, and the beads that are in it, by the
colours that they have in the page, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.charts.paper import INK, QUIET_INK
from enligne.learning.instructions import mark, ordinal
from enligne.learning.page import POINTS_PER_MILLIMETRE
from enligne.move import COLUMNS, FIRST, Cell, Move, Side
from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.learning.menace import Box, Menace
    from enligne.learning.page import Page
    from enligne.rules import Rules


@dataclass(frozen=True, slots=True)
class Paint:
    """The colour of a bead: one that can be bought, and told apart by every eye."""

    name: str
    fill: str
    ink: str = "#ffffff"


# Red and yellow are last: with gravity, which has few beads, the discs have these colours.
PAINTS = (
    Paint("black", "#1b1e23"),
    Paint("light blue", "#62bdf0", "#1b1e23"),
    Paint("green", "#0a8f5b"),
    Paint("pink", "#f7a8c4", "#1b1e23"),
    Paint("white", "#ffffff", "#1b1e23"),
    Paint("purple", "#7a3aa8"),
    Paint("orange", "#ef7d0f", "#1b1e23"),
    Paint("red", "#c9211e"),
    Paint("yellow", "#ffd92e", "#1b1e23"),
)


def paint_of(rules: Rules, move: Move) -> Paint:
    """The colour of the beads that play a cell, row by row from the top; with gravity a column."""
    row = 0 if rules.gravity else rules.height - 1 - move.row
    return PAINTS[(row * rules.width + move.column) % len(PAINTS)]


# A card fits on the front of a common matchbox, 53 by 36.
CARD_WIDTH, CARD_HEIGHT = 47.5, 35.0
_BOARD = 30.4  # the longer side of a board on a card

_GRID_LOOK = THEMES["light"].surfaces[Style.GRID]
_DISC_LOOK = THEMES["light"].surfaces[Style.HOLES]
_PLATE = "#d6e3f3"  # a light one: the plate of a screen would take much ink
_RULE, FAINT = _GRID_LOOK.last, _GRID_LOOK.line
_ALARM = "#a3260f"


class Beads:
    """The beads of some rules: a colour for each cell, or with gravity for each column."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        rows = 1 if rules.gravity else rules.height
        #: A cell for each colour, row by row from the top.
        self.cells = [
            Cell(column, row) for row in reversed(range(rows)) for column in range(rules.width)
        ]

    def code(self, move: Move) -> str:
        return COLUMNS[move.column] if self._rules.gravity else str(move)

    def paint(self, move: Move) -> Paint:
        return paint_of(self._rules, move)

    def draw(self, page: Page, x: float, y: float, radius: float, move: Move) -> None:
        paint = self.paint(move)
        page.circle(x, y, radius, paint.fill, INK, 0.6)
        size = radius * POINTS_PER_MILLIMETRE * (0.86 if len(self.code(move)) > 1 else 1.15)
        page.level(x, y, self.code(move), size, ink=paint.ink, is_bold=True, anchor="middle")


class Cards:
    """Draws the cards of a machine's boxes."""

    def __init__(self, machine: Menace, beads: Beads, *, is_of_both: bool) -> None:
        self.beads = beads
        self.rules = machine.rules
        self._is_of_both = is_of_both
        self._when_empty = "refill" if machine.variant.empty == "refill" else "resigns"
        self._cell = _BOARD / max(self.rules.width, self.rules.height)

    def draw(self, page: Page, x: float, y: float, box: Box) -> None:
        """A card with its lower left corner there."""
        right, top = x + CARD_WIDTH, y + CARD_HEIGHT
        page.frame(x, y, CARD_WIDTH, CARD_HEIGHT, _RULE)
        width, height = self._cell * self.rules.width, self._cell * self.rules.height
        self.board(page, x + 2.2 + (_BOARD - width) / 2, y + (CARD_HEIGHT - height) / 2, box)
        x += _BOARD + 3.6
        page.text(x, top - 6.2, self.number(box), 13, is_bold=True)
        page.text(x, top - 9.4, f"{ordinal(box.turn)} move", 6.2, ink=QUIET_INK)
        if box.total == 0:
            page.text(x, top - 15.5, "empty:", 7.5, ink=_ALARM, is_bold=True)
            page.text(x, top - 18.8, self._when_empty, 7.5, ink=_ALARM, is_bold=True)
            return
        step = min(4.0, 22.5 / len(box.beads))
        for row, (bead, count) in enumerate(box.beads.items()):
            middle = top - 13.2 - row * step
            paint = self.beads.paint(bead)
            fill, edge, ink = (paint.fill, INK, INK) if count else ("none", FAINT, _RULE)
            page.circle(x + 1.1, middle, 1.1, fill, edge, 0.5)
            page.level(x + 3.0, middle, self.beads.code(bead), 6.5, ink=ink)
            amount = _short(count)
            size = 7 if len(amount) < 4 else 5.5
            page.level(right - 1.6, middle, amount, size, ink=ink, is_bold=count > 0, anchor="end")

    def number(self, box: Box) -> str:
        """The number of a box, with the side where both have one of that number."""
        return f"{mark(self.rules, box.position.side)[0] * self._is_of_both}{box.number}"

    def board(self, page: Page, x: float, y: float, box: Box) -> None:
        """The front of a box with its lower left corner there: the stones, and a dot where there
        is a bead; a ring where there is none any more."""
        self.surface(page, x, y, self._cell)
        unit = self._cell
        for side in Side:
            for cell in box.position.stones(side):
                self._stone(page, *middle_of(x, y, unit, cell), side)
        for bead, count in box.beads.items():
            place = middle_of(x, y, unit, bead)
            if count:
                self.beads.draw(page, *place, 0.31 * unit, bead)
            else:
                page.circle(*place, 0.2 * unit, "none", _RULE, 0.7)

    def surface(self, page: Page, x: float, y: float, unit: float) -> None:
        """An empty board, its cells so wide."""
        width, height = unit * self.rules.width, unit * self.rules.height
        if self.rules.gravity:
            page.rectangle(x, y, width, height, _PLATE)
            for cell in _cells(self.rules):
                page.circle(*middle_of(x, y, unit, cell), 0.42 * unit, "#ffffff", FAINT, 0.6)
            return
        for column in range(1, self.rules.width):
            across = x + column * unit
            page.line((across, y), (across, y + height), _RULE, 1.1)
        for row in range(1, self.rules.height):
            up = y + row * unit
            page.line((x, up), (x + width, up), _RULE, 1.1)

    def _stone(self, page: Page, x: float, y: float, side: Side) -> None:
        points = self._cell * POINTS_PER_MILLIMETRE
        if self.rules.gravity:
            paint = _DISC_LOOK.paint(side)
            page.circle(x, y, 0.42 * self._cell, paint.fill, paint.rim, 0.8)
            if side is FIRST:
                page.cross(x, y, 0.13 * self._cell, paint.pattern, 0.08 * points)
            else:
                page.circle(x, y, 0.28 * self._cell, "none", paint.pattern, 0.05 * points)
            return
        paint = _GRID_LOOK.paint(side)
        if side is FIRST:
            page.cross(x, y, 0.25 * self._cell, paint.fill, 0.13 * points)
        else:
            page.circle(x, y, 0.27 * self._cell, "none", paint.fill, 0.12 * points)


def _short(count: int) -> str:
    """A count that is never wide."""
    if count < 10_000:
        return str(count)
    return f"{count // 1000}k" if count < 1_000_000 else f"{count // 1_000_000}M"


def _cells(rules: Rules) -> Iterator[Cell]:
    return (Cell(column, row) for column in range(rules.width) for row in range(rules.height))


def middle_of(x: float, y: float, unit: float, cell: Cell) -> tuple[float, float]:
    return x + (cell.column + 0.5) * unit, y + (cell.row + 0.5) * unit

"""Sheets to print: the fronts of a machine's boxes as cards to cut out, to build it from real
matchboxes and beads."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enligne.learning.drawing import INK, QUIET_INK, printable, settings
from enligne.learning.files import replace_file
from enligne.learning.instructions import chapters, games, mark, name_of, ordinal
from enligne.learning.paints import Paint, paint_of
from enligne.move import COLUMNS, FIRST, Cell, Move, Side
from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

    from enligne.learning.menace import Box, Menace
    from enligne.rules import Rules

#: The most boxes that are put on sheets: nobody builds more.
MOST_BOXES = 2000

# All lengths are in millimetres, from the lower left corner of an A4 page.
_PAGE_WIDTH, _PAGE_HEIGHT = 210.0, 297.0
_MILLIMETRES_PER_INCH = 25.4
_POINTS_PER_MILLIMETRE = 72 / _MILLIMETRES_PER_INCH
_LEFT, _RIGHT = 10.0, 200.0
_TOP, _BOTTOM = 282.0, 12.0
# A card fits on the front of a common matchbox, 53 by 36.
_CARD_WIDTH, _CARD_HEIGHT = 47.5, 35.0
_COLUMNS = 4
_STRIP = 8.0  # the height of a heading
_BOARD = 30.4  # the longer side of a board on a card

_GRID_LOOK = THEMES["light"].surfaces[Style.GRID]
_DISC_LOOK = THEMES["light"].surfaces[Style.HOLES]
_PLATE = "#d6e3f3"  # a light one: the plate of a screen would take much ink
_RULE = "#8b96a3"
_FAINT = "#b6bec8"
_STRIP_FILL = "#eaf0f7"
_ALARM = "#a3260f"


def write_sheets(machine: Menace, path: Path | str, *, title: str, side: Side | None = None) -> int:
    """Writes a PDF of A4 pages to build a machine from: a cover that says how, then a card for
    the front of each box, by turn, with the beads that it has now.

    Args:
        machine: one of few boxes.
        path: the file to write, as a whole or not at all.
        title: on the cover and above each page.
        side: whose boxes; those of the sides that the machine plays unless given.

    Returns:
        How many pages it has.

    Raises:
        ValueError: there are more than :data:`MOST_BOXES` boxes, and the text says how many; or
            the name of the file does not end in .pdf.
        OSError: the file cannot be written; the old one is as it was.
    """
    path = Path(path)
    if path.suffix.lower() != ".pdf":
        raise ValueError(f"{str(path)!r}: the name of the sheets ends in .pdf")
    sides = list(machine.sides) if side is None else [side]
    count = sum(machine.box_count(each) for each in sides)
    if count > MOST_BOXES:
        raise ValueError(
            f"{machine.rules} has {count:,} boxes, too many to build: the most is {MOST_BOXES:,}"
        )
    title = printable(title)
    beads = _Beads(machine.rules)
    boxes = [box for each in sides for box in machine.boxes(each)]
    with settings():
        cards = _Cards(machine, beads, is_of_both=len(sides) > 1)
        pages = [_cover(machine, sides, boxes, cards, title), *_pages(boxes, cards, title)]
        for number, page in enumerate(pages[1:], 2):
            page.text(_RIGHT, 6, f"page {number} of {len(pages)}", 8, color=QUIET_INK, ha="right")
        content = _pdf(pages, title)
    replace_file(path, content)
    return len(pages)


def _pdf(pages: Sequence[_Page], title: str) -> bytes:
    from matplotlib.backends.backend_pdf import PdfPages

    content = BytesIO()
    with PdfPages(content, metadata={"Title": title, "CreationDate": None}) as pdf:
        for page in pages:
            pdf.savefig(page.figure())
    return content.getvalue()


class _Page:
    """A page on which things are gathered, to be drawn with few artists."""

    def __init__(self) -> None:
        self._rectangles: list[tuple[float, float, float, float, str]] = []
        self._lines: dict[tuple[bool, str, float, bool], dict[Any, None]] = defaultdict(dict)
        self._circles: list[tuple[float, float, float, str, str, float]] = []
        self._texts: list[tuple[float, float, str, float, dict[str, Any]]] = []

    def rectangle(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        self._rectangles.append((x, y, width, height, fill))

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: str,
        width: float,
        *,
        is_dashed: bool = False,
        is_on_top: bool = False,
    ) -> None:
        """A line, below the circles unless it is on top. Drawn once, however often it is given."""
        self._lines[is_on_top, colour, width, is_dashed][start, end] = None

    def cross(self, x: float, y: float, reach: float, colour: str, width: float) -> None:
        for up in (-reach, reach):
            start, end = (x - reach, y - up), (x + reach, y + up)
            self.line(start, end, colour, width, is_on_top=True)

    def circle(self, x: float, y: float, radius: float, fill: str, edge: str, width: float) -> None:
        self._circles.append((x, y, radius, fill, edge, width))

    def text(self, x: float, y: float, text: str, size: float, **look: Any) -> None:
        self._texts.append((x, y, text, size, look))

    def figure(self) -> Figure:
        from matplotlib.collections import EllipseCollection, LineCollection, PatchCollection
        from matplotlib.figure import Figure
        from matplotlib.patches import Rectangle

        size = (_PAGE_WIDTH / _MILLIMETRES_PER_INCH, _PAGE_HEIGHT / _MILLIMETRES_PER_INCH)
        figure = Figure(figsize=size)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, _PAGE_WIDTH)
        axes.set_ylim(0, _PAGE_HEIGHT)
        rectangles = [Rectangle((x, y), w, h) for x, y, w, h, _ in self._rectangles]
        plates = [each[4] for each in self._rectangles]
        axes.add_collection(
            PatchCollection(rectangles, facecolors=plates, edgecolors="none", zorder=1),
            autolim=False,
        )
        for (is_on_top, colour, width, is_dashed), segments in self._lines.items():
            axes.add_collection(
                LineCollection(
                    list(segments),
                    colors=colour,
                    linewidths=width,
                    linestyles=(0, (4, 3)) if is_dashed else "solid",
                    capstyle="butt" if is_dashed else "round",
                    zorder=4 if is_on_top else 2,
                ),
                autolim=False,
            )
        if self._circles:
            xs, ys, radii, fills, edges, widths = zip(*self._circles, strict=True)
            axes.add_collection(
                EllipseCollection(
                    [2 * radius for radius in radii],
                    [2 * radius for radius in radii],
                    [0] * len(radii),
                    units="x",
                    offsets=list(zip(xs, ys, strict=True)),
                    offset_transform=axes.transData,
                    facecolors=fills,
                    edgecolors=edges,
                    linewidths=widths,
                    zorder=3,
                ),
                autolim=False,
            )
        for x, y, text, font_size, look in self._texts:
            axes.text(x, y, text, fontsize=font_size, zorder=5, **look)
        return figure


class _Beads:
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

    def draw(self, page: _Page, x: float, y: float, radius: float, move: Move) -> None:
        paint = self.paint(move)
        page.circle(x, y, radius, paint.fill, INK, 0.6)
        size = radius * _POINTS_PER_MILLIMETRE * (0.86 if len(self.code(move)) > 1 else 1.15)
        _centred(page, x, y, self.code(move), size, color=paint.ink, fontweight="bold")


class _Cards:
    """Draws the cards of a machine's boxes."""

    def __init__(self, machine: Menace, beads: _Beads, *, is_of_both: bool) -> None:
        self.beads = beads
        self.rules = machine.rules
        self._is_of_both = is_of_both
        self._when_empty = "refill" if machine.variant.empty == "refill" else "resigns"
        self._cell = _BOARD / max(self.rules.width, self.rules.height)

    def draw(self, page: _Page, x: float, y: float, box: Box) -> None:
        """A card with its lower left corner there."""
        right, top = x + _CARD_WIDTH, y + _CARD_HEIGHT
        for start, end in (
            ((x, y), (right, y)),
            ((x, top), (right, top)),
            ((x, y), (x, top)),
            ((right, y), (right, top)),
        ):
            page.line(start, end, _RULE, 0.6, is_dashed=True)
        width, height = self._cell * self.rules.width, self._cell * self.rules.height
        self.board(page, x + 2.2 + (_BOARD - width) / 2, y + (_CARD_HEIGHT - height) / 2, box)
        x += _BOARD + 3.6
        page.text(x, top - 6.2, self.number(box), 13, fontweight="bold")
        page.text(x, top - 9.4, f"{ordinal(box.turn)} move", 6.2, color=QUIET_INK)
        if box.total == 0:
            page.text(x, top - 15.5, "empty:", 7.5, color=_ALARM, fontweight="bold")
            page.text(x, top - 18.8, self._when_empty, 7.5, color=_ALARM, fontweight="bold")
            return
        step = min(4.0, 22.5 / len(box.beads))
        for row, (bead, count) in enumerate(box.beads.items()):
            middle = top - 13.2 - row * step
            paint = self.beads.paint(bead)
            fill, edge, ink = (paint.fill, INK, INK) if count else ("none", _FAINT, _RULE)
            page.circle(x + 1.1, middle, 1.1, fill, edge, 0.5)
            _level(page, x + 3.0, middle, self.beads.code(bead), 6.5, color=ink)
            look = {"color": ink, "fontweight": "bold" if count else "normal", "ha": "right"}
            amount = _short(count)
            _level(page, right - 1.6, middle, amount, 7 if len(amount) < 4 else 5.5, **look)

    def number(self, box: Box) -> str:
        """The number of a box, with the side where both have one of that number."""
        return f"{mark(self.rules, box.position.side)[0] * self._is_of_both}{box.number}"

    def board(self, page: _Page, x: float, y: float, box: Box) -> None:
        """The front of a box with its lower left corner there: the stones, and a dot where there
        is a bead; a ring where there is none any more."""
        self.surface(page, x, y, self._cell)
        unit = self._cell
        for side in Side:
            for cell in box.position.stones(side):
                self._stone(page, *_middle(x, y, unit, cell), side)
        for bead, count in box.beads.items():
            place = _middle(x, y, unit, bead)
            if count:
                self.beads.draw(page, *place, 0.31 * unit, bead)
            else:
                page.circle(*place, 0.2 * unit, "none", _RULE, 0.7)

    def surface(self, page: _Page, x: float, y: float, unit: float) -> None:
        """An empty board, its cells so wide."""
        width, height = unit * self.rules.width, unit * self.rules.height
        if self.rules.gravity:
            page.rectangle(x, y, width, height, _PLATE)
            for cell in _cells(self.rules):
                page.circle(*_middle(x, y, unit, cell), 0.42 * unit, "#ffffff", _FAINT, 0.6)
            return
        for column in range(1, self.rules.width):
            across = x + column * unit
            page.line((across, y), (across, y + height), _RULE, 1.1)
        for row in range(1, self.rules.height):
            up = y + row * unit
            page.line((x, up), (x + width, up), _RULE, 1.1)

    def _stone(self, page: _Page, x: float, y: float, side: Side) -> None:
        points = self._cell * _POINTS_PER_MILLIMETRE
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


def _pages(boxes: Sequence[Box], cards: _Cards, title: str) -> Iterator[_Page]:
    """The pages of cards: each turn begins below its heading, which each page repeats."""
    page, top = None, 0.0
    for (side, turn), group in groupby(boxes, lambda box: (box.position.side, box.turn)):
        waiting = list(group)
        heading = f"{ordinal(turn)} move of {mark(boxes[0].position.rules, side)}"
        is_begun = False
        while waiting:
            if page is None or top - _STRIP - _CARD_HEIGHT < _BOTTOM:
                if page is not None:
                    yield page
                page, top = _Page(), _TOP
                short = textwrap.shorten(title, 90, placeholder=" …")
                page.text(_LEFT, 287, short, 8, color=QUIET_INK)
                page.text(_LEFT, 6, "✂  cut along the dashed lines", 8, color=QUIET_INK)
            rows = int((top - _STRIP - _BOTTOM) // _CARD_HEIGHT)
            here, waiting = waiting[: rows * _COLUMNS], waiting[rows * _COLUMNS :]
            more = " (continued)" * is_begun
            _strip(page, top, heading + more, _range([cards.number(box) for box in here]))
            top -= _STRIP
            for start in range(0, len(here), _COLUMNS):
                top -= _CARD_HEIGHT
                for column, box in enumerate(here[start : start + _COLUMNS]):
                    cards.draw(page, _LEFT + column * _CARD_WIDTH, top, box)
            top -= 4
            is_begun = True
    if page is not None:
        yield page


def _strip(page: _Page, top: float, heading: str, remark: str) -> None:
    page.rectangle(_LEFT, top - _STRIP + 1.6, _RIGHT - _LEFT, _STRIP - 1.6, _STRIP_FILL)
    middle = top - (_STRIP - 1.6) / 2
    _level(page, _LEFT + 2.2, middle, heading, 10.5, fontweight="bold")
    _level(page, _RIGHT - 2.2, middle, remark, 9, color=QUIET_INK, ha="right")


def _range(numbers: Sequence[str]) -> str:
    return f"box {numbers[0]}" if len(numbers) == 1 else f"boxes {numbers[0]} to {numbers[-1]}"


# The cover.

_MARGIN = 16.0
_TEXT_WIDTH = 112.0
_ASIDE = 138.0  # where the right column begins


def _cover(
    machine: Menace, sides: Sequence[Side], boxes: Sequence[Box], cards: _Cards, title: str
) -> _Page:
    page = _Page()
    width = _PAGE_WIDTH - 2 * _MARGIN
    y = 275.0
    short = textwrap.shorten(title, 100, placeholder=" …")
    for line in _wrapped(short, 24, width, is_bold=True)[:3]:
        page.text(_MARGIN, y, line, 24, fontweight="bold")
        y -= 10.5
    marks = " and ".join(mark(machine.rules, side) for side in sides)
    what = f"A machine of {len(boxes):,} matchboxes that learns to play {name_of(machine.rules)}."
    y += 1.5
    for line in _wrapped(f"{what} It plays {marks}.", 11, width):
        page.text(_MARGIN, y, line, 11, color=QUIET_INK)
        y -= 5.2
    page.line((_MARGIN, y), (_MARGIN + width, y), _FAINT, 0.8)
    y -= 9
    _aside(page, y, boxes, cards)
    for heading, lines in chapters(machine, boxes):
        page.text(_MARGIN, y, heading, 12.5, fontweight="bold")
        y -= 6.2
        for number, text in enumerate(lines, 1):
            indent = 5.5 if len(lines) > 1 else 0.0
            if indent:
                page.text(_MARGIN, y, f"{number}.", 9.8, color=QUIET_INK)
            for line in _wrapped(text, 9.8, _TEXT_WIDTH - indent):
                page.text(_MARGIN + indent, y, line, 9.8)
                y -= 4.8
            y -= 0.8
        y -= 3.2
    origin = f"enligne · {machine.rules} · {games(machine.games)} · variant {machine.variant}"
    page.text(_MARGIN, 7, _wrapped(origin, 8, width)[0], 8, color=QUIET_INK)
    return page


def _aside(page: _Page, y: float, boxes: Sequence[Box], cards: _Cards) -> None:
    """The right column: which colour means which move, and how to read a card."""
    rules, beads = cards.rules, cards.beads
    page.text(_ASIDE, y, "The beads", 12.5, fontweight="bold")
    unit = 54 / max(rules.width, rules.height)
    y -= 4 + unit * rules.height
    cards.surface(page, _ASIDE, y, unit)
    for cell in beads.cells:
        beads.draw(page, *_middle(_ASIDE, y, unit, cell), 0.3 * unit, cell)
    y -= 7
    totals: dict[str, int] = defaultdict(int)
    for box in boxes:
        for bead, count in box.beads.items():
            totals[beads.code(bead)] += count
    for cell in beads.cells:
        paint, code = beads.paint(cell), beads.code(cell)
        page.circle(_ASIDE + 1.8, y, 1.8, paint.fill, INK, 0.6)
        _level(page, _ASIDE + 6, y, code, 9.2, fontweight="bold")
        _level(page, _ASIDE + 13, y, paint.name, 9.2)
        _level(page, _ASIDE + 56, y, f"{totals[code]:,} beads", 9.2, color=QUIET_INK, ha="right")
        y -= 5.4
    y -= 6
    page.text(_ASIDE, y, "A card", 12.5, fontweight="bold")
    y -= 4 + _CARD_HEIGHT
    # A box from the middle shows most of what there is to see.
    sample = max(boxes, key=lambda box: (min(box.position.ply, 4), box.total))
    cards.draw(page, _ASIDE, y, sample)
    y -= 5.5
    what = (
        "A dot is a move that has beads, a ring one without. At the right: the number of the box,"
    )
    for line in _wrapped(f"{what} which move it is for, and how many beads are in it.", 8.4, 56):
        page.text(_ASIDE, y, line, 8.4, color=QUIET_INK)
        y -= 4.1


# Places.


def _short(count: int) -> str:
    """A count that is never wide."""
    if count < 10_000:
        return str(count)
    return f"{count // 1000}k" if count < 1_000_000 else f"{count // 1_000_000}M"


def _cells(rules: Rules) -> Iterator[Cell]:
    return (Cell(column, row) for column in range(rules.width) for row in range(rules.height))


def _middle(x: float, y: float, unit: float, cell: Cell) -> tuple[float, float]:
    return x + (cell.column + 0.5) * unit, y + (cell.row + 0.5) * unit


def _centred(page: _Page, x: float, y: float, text: str, size: float, **look: Any) -> None:
    _level(page, x, y, text, size, ha="center", **look)


def _level(page: _Page, x: float, y: float, text: str, size: float, **look: Any) -> None:
    """A text whose small letters and digits have their middle at a height. Texts are aligned by
    hand: matplotlib's own way would put "b1" and "g1" at different heights."""
    page.text(x, y - 0.36 * size / _POINTS_PER_MILLIMETRE, text, size, **look)


def _wrapped(text: str, size: float, width: float, *, is_bold: bool = False) -> list[str]:
    """The lines of a text that are at most so wide."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight="bold" if is_bold else "normal")

    def is_too_wide(line: str) -> bool:
        points = text_to_path.get_text_width_height_descent(line, font, ismath=False)[0]
        return bool(points > width * _POINTS_PER_MILLIMETRE)

    lines: list[str] = []
    for word in text.split():
        if lines and not is_too_wide(f"{lines[-1]} {word}"):
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for character in word:
            # A word that is too wide by itself is broken anywhere.
            if lines[-1] and is_too_wide(lines[-1] + character):
                lines.append("")
            lines[-1] += character
    return lines

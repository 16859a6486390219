"""The layers of a picture: each function draws one, as a piece of SVG."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.bits import whole_rows
from enligne.errors import DrawingError
from enligne.move import COLUMNS, FIRST, SECOND, Cell, Side
from enligne.svg.themes import THEMES, Paint, Style, Surface, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from enligne.position import Position
    from enligne.rules import Rules

# Lengths are hundredths of a cell.
_CELL = 100
_PADDING = 34
_BAND = 56  # what coordinates need at the left and below
_PIXELS = 480  # of the longer side by default, as long as cells stay between 28 and 64

FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

_DISC = 41
_STONE = 46


@dataclass(frozen=True, slots=True)
class Canvas:
    """What every layer needs to know: where cells are and how they look."""

    rules: Rules
    theme: Theme
    style: Style
    band: int

    @classmethod
    def of(cls, rules: Rules, coordinates: bool, theme: str) -> Canvas:
        if theme not in THEMES:
            raise DrawingError(f"{theme!r} is not a theme; themes are {' and '.join(THEMES)}")
        return cls(rules, THEMES[theme], Style.of(rules), _BAND if coordinates else 0)

    @property
    def look(self) -> Surface:
        return self.theme.surfaces[self.style]

    @property
    def left(self) -> int:
        return _PADDING + self.band

    @property
    def right(self) -> int:
        return self.left + self.rules.width * _CELL

    @property
    def top(self) -> int:
        return _PADDING

    @property
    def bottom(self) -> int:
        return self.top + self.rules.height * _CELL

    @property
    def width(self) -> int:
        return self.right + _PADDING

    @property
    def height(self) -> int:
        return self.bottom + _PADDING + self.band

    @property
    def default_width(self) -> int:
        pixels = min(64, max(28, _PIXELS / max(self.rules.width, self.rules.height)))
        return round(self.width * pixels / _CELL)

    def centre(self, cell: Cell) -> tuple[int, int]:
        middle = _CELL // 2
        return self.left + cell.column * _CELL + middle, self.bottom - cell.row * _CELL - middle

    def at(self, cell: Cell, kind: str, *parts: str) -> str:
        """Parts drawn around the centre of a cell."""
        x, y = self.centre(cell)
        return _group(*parts, class_=kind, data_cell=cell, transform=f"translate({x} {y})")


# The layers, from the bottom to the top.


def background(canvas: Canvas) -> str:
    size = {"width": canvas.width, "height": canvas.height, "rx": 24}
    return element("rect", class_="background", fill=canvas.theme.background, **size)


def surface(canvas: Canvas) -> list[str]:
    match canvas.style:
        case Style.HOLES:
            return [*_plate(canvas, margin=12, radius=34), _holes(canvas)]
        case Style.GRID:
            return [_grid(canvas)]
        case Style.LINES:
            return [*_plate(canvas, margin=14, radius=16), *_lines(canvas)]


def _plate(canvas: Canvas, *, margin: int, radius: int) -> list[str]:
    """The board itself, with a lower lip that lifts it off the page."""
    top = canvas.top - margin
    place = {
        "x": canvas.left - margin,
        "width": canvas.right - canvas.left + 2 * margin,
        "height": canvas.bottom - canvas.top + 2 * margin,
        "rx": radius,
    }
    return [
        element("rect", class_="lip", y=top + 7, fill=canvas.look.edge, **place),
        element("rect", class_="board", y=top, fill=canvas.look.board, **place),
    ]


def _holes(canvas: Canvas) -> str:
    circles = []
    for column in range(canvas.rules.width):
        for row in range(canvas.rules.height):
            x, y = canvas.centre(Cell(column, row))
            # The lower circle leaves a crescent of the upper one: the thickness of the plate.
            circles.append(element("circle", cx=x, cy=y, r=_DISC + 1, fill=canvas.look.line))
            circles.append(element("circle", cx=x, cy=y + 2, r=_DISC - 1, fill=canvas.look.empty))
    return _group(*circles, class_="holes")


def _grid(canvas: Canvas) -> str:
    path = _ruled(canvas.left, canvas.right, canvas.top, canvas.bottom)
    return _stroke("path", canvas.look.line, 5, class_="grid", d=path)


def _ruled(left: int, right: int, top: int, bottom: int) -> str:
    """The lines within a rectangle, a cell apart."""
    path = "".join(f"M{x} {top}V{bottom}" for x in range(left + _CELL, right, _CELL))
    return path + "".join(f"M{left} {y}H{right}" for y in range(top + _CELL, bottom, _CELL))


def _lines(canvas: Canvas) -> list[str]:
    left, bottom = canvas.centre(Cell(0, 0))
    right, top = canvas.centre(Cell(canvas.rules.width - 1, canvas.rules.height - 1))
    path = _ruled(left, right, top, bottom)
    border = f"M{left} {top}H{right}V{bottom}H{left}Z"
    return [
        _stroke("path", canvas.look.line, 3, class_="grid", d=path),
        _stroke("path", canvas.look.line, 5, class_="border", d=border),
        *(
            canvas.at(cell, "star", element("circle", r=13, fill=canvas.look.line))
            for cell in star_points(canvas.rules)
        ),
    ]


def star_points(rules: Rules) -> list[Cell]:
    places = {9: (2, 4, 6), 13: (3, 6, 9), 15: (3, 7, 11), 19: (3, 9, 15)}.get(rules.width)
    if places is None or rules.width != rules.height:
        return []
    middle = places[1]
    return [
        Cell(column, row)
        for column in places
        for row in places
        # Only the largest board has points in the middle of its sides.
        if rules.width == 19 or (column == middle) == (row == middle)
    ]


def coordinates(canvas: Canvas) -> str:
    # Cells of large boards are shown smaller, so their letters are larger.
    size = 30 if max(canvas.rules.width, canvas.rules.height) <= 10 else 40
    drop = size * 0.36
    # The middles of what a board's plate leaves free.
    x = (canvas.left - 14) / 2
    y = (canvas.bottom + 18 + canvas.height) / 2 + drop
    letters = (
        element("text", letter, x=canvas.centre(Cell(column, 0))[0], y=y)
        for column, letter in enumerate(COLUMNS[: canvas.rules.width])
    )
    numbers = (
        element("text", str(row + 1), x=x, y=canvas.centre(Cell(0, row))[1] + drop)
        for row in range(canvas.rules.height)
    )
    style = {"fill": canvas.theme.ink, "font_size": size, "text_anchor": "middle"}
    return _group(*letters, *numbers, class_="coordinates", **style)


def stone(canvas: Canvas, cell: Cell, side: Side, is_written: bool) -> str:
    paint = canvas.look.paint(side)
    match canvas.style:
        case Style.HOLES:
            parts = _disc(side, paint, is_written)
        case Style.GRID:
            is_first = side is FIRST
            parts = [_cross(24, paint.fill, 13) if is_first else _circle(26, paint.fill, 12)]
        case Style.LINES:
            parts = _round_stone(side, paint)
    return canvas.at(cell, f"stone {side}", *parts)


def _disc(side: Side, paint: Paint, is_written: bool) -> list[str]:
    body = element("circle", r=_DISC - 2, fill=paint.fill, stroke=paint.rim, stroke_width=3)
    if side is SECOND:
        return [body, _circle(30, paint.pattern, 4)]
    # A text would not be readable on the cross; the ring of the other side leaves room for one.
    return [body] if is_written else [body, _cross(13, paint.pattern, 8)]


def _round_stone(side: Side, paint: Paint) -> list[str]:
    shadow = element("circle", cx=2, cy=4, r=_STONE - 1, fill="#000000", fill_opacity=0.28)
    body = element("circle", r=_STONE - 1, fill=paint.fill, stroke=paint.rim, stroke_width=2)
    if side is SECOND:
        return [shadow, body, _circle(37, paint.pattern, 3)]
    glint = _stroke("path", paint.pattern, 5, d="M-32 -12A34 34 0 0 1 -12 -32")
    return [shadow, body, glint]


def winning_runs(position: Position) -> list[tuple[Cell, Cell]]:
    """The two ends of each winning run."""
    outcome, rules = position.outcome(), position.rules
    if outcome is None or outcome.winner is None:
        return []
    runs = []
    for start, direction, length in whole_rows(position.bits(outcome.winner), rules):
        if length == rules.run or (length > rules.run and not rules.exact):
            across, up = ((length - 1) * step for step in direction.step)
            runs.append((start, Cell(start.column + across, start.row + up)))
    return sorted(runs)


def winning_run(canvas: Canvas, start: Cell, end: Cell) -> str:
    (x1, y1), (x2, y2) = canvas.centre(start), canvas.centre(end)
    beyond = 32 / math.hypot(x2 - x1, y2 - y1) if canvas.style is Style.GRID else 0
    across, down = (x2 - x1) * beyond, (y2 - y1) * beyond
    place = {"x1": x1 - across, "y1": y1 - down, "x2": x2 + across, "y2": y2 + down}
    names = {"class_": "winning-run", "data_from": start, "data_to": end}
    width = 9 if canvas.style is Style.GRID else 14
    return _stroke("line", canvas.look.winning, width, **names, **place)


def winning_cell(canvas: Canvas, cell: Cell) -> str:
    match canvas.style:
        case Style.HOLES:
            shape = _circle(_DISC + 1, canvas.look.winning, 7)
        case Style.GRID:
            shape = _tint(canvas.look.winning)
        case Style.LINES:
            shape = _circle(_STONE - 3, canvas.look.winning, 9)
    return canvas.at(cell, "winning", shape)


def last(canvas: Canvas, cell: Cell) -> str:
    if canvas.style is Style.GRID:
        return canvas.at(cell, "last", _tint(canvas.look.last))
    # Corners around the cell leave the stone itself to numbers, marks and winning runs.
    path = "".join(f"M{x * 46} {y * 34}V{y * 46}H{x * 34}" for x in (-1, 1) for y in (-1, 1))
    return canvas.at(cell, "last", _stroke("path", canvas.look.last, 5, d=path))


def number(canvas: Canvas, cell: Cell, count: int, side: Side) -> str:
    ink = canvas.look.paint(side).ink
    if canvas.style is Style.GRID:
        text = _text(str(count), ink, tallest=20, widest=40, x=-44, y=-36, anchor="start")
    else:
        text = _text(str(count), ink, tallest=38, widest=_room(canvas.style, side))
    return canvas.at(cell, "number", text)


def mark(canvas: Canvas, cell: Cell, text: str, side: Side | None) -> str:
    look, is_shape = canvas.look, text in _SHAPES
    ink = look.ink if side is None else look.paint(side).ink
    if canvas.style is Style.GRID and side is not None:
        # A cross leaves no room in the middle, so the mark goes to a corner.
        if is_shape:
            corner = _group(_SHAPES[text](ink), transform="translate(35 -35) scale(.4)")
        else:
            corner = _text(text, ink, tallest=20, widest=46, x=44, y=-36, anchor="end")
        return canvas.at(cell, "mark", corner)
    room = _room(canvas.style, side)
    drawn = _SHAPES[text](ink) if is_shape else _text(text, ink, tallest=38, widest=room)
    if canvas.style is not Style.LINES or side is not None:
        return canvas.at(cell, "mark", drawn)
    # Lines must not run through what is written.
    half = 34 if is_shape else min(46, max(34, 14 * len(text)))
    place = {"x": -half, "y": -30, "width": 2 * half, "height": 60, "rx": 30}
    return canvas.at(cell, "mark", element("rect", fill=look.empty, **place), drawn)


def _room(style: Style, side: Side | None) -> int:
    """How wide a text in the middle of a cell may be."""
    if style is Style.HOLES:
        return 68 if side is None else 54
    return 84 if side is None else 60


def arrow(canvas: Canvas, start: Cell, end: Cell, is_written: bool) -> str:
    """Shaft and head in one outline; it ends short of the centre, or of what is written there."""
    (x1, y1), (x2, y2) = canvas.centre(start), canvas.centre(end)
    length = math.hypot(x2 - x1, y2 - y1)
    across, down = (x2 - x1) / length, (y2 - y1) / length
    tip = length - (34 if is_written else 12)
    neck = tip - 34
    outline = [(14, 6), (neck, 6), (neck, 19), (tip, 0), (neck, -19), (neck, -6), (14, -6)]
    points = " ".join(
        f"{decimal(x1 + along * across - aside * down)},"
        f"{decimal(y1 + along * down + aside * across)}"
        for along, aside in outline
    )
    names = {"class_": "arrow", "data_from": start, "data_to": end}
    edge = {"stroke": canvas.theme.arrow_edge, "stroke_width": 4}
    return element("polygon", **names, points=points, fill=canvas.theme.arrow, **edge)


# Shapes and texts, around the centre of a cell.

_SHAPES: Mapping[str, Callable[[str], str]] = {
    "circle": lambda ink: _circle(22, ink, 6),
    "cross": lambda ink: _cross(17, ink, 7),
    "square": lambda ink: _stroke("path", ink, 6, d="M-18 -18H18V18H-18Z"),
    "triangle": lambda ink: _stroke("path", ink, 6, d="M0 -24L21 12H-21Z"),
    "dot": lambda ink: element("circle", r=12, fill=ink),
}


def _circle(radius: int, ink: str, width: int) -> str:
    return _stroke("circle", ink, width, r=radius)


def _cross(reach: int, ink: str, width: int) -> str:
    path = f"M{-reach} {-reach}L{reach} {reach}M{-reach} {reach}L{reach} {-reach}"
    return _stroke("path", ink, width, d=path)


def _tint(ink: str) -> str:
    place = {"x": -46, "y": -46, "width": 92, "height": 92, "rx": 10}
    return element("rect", fill=ink, fill_opacity=0.16, **place)


def _text(
    text: str,
    ink: str,
    *,
    tallest: float,
    widest: float,
    x: float = 0,
    y: float = 0,
    anchor: str = "middle",
) -> str:
    # Nobody can be asked how wide a text will be; 0.7 is a bold digit of the widest common sans.
    size = min(tallest, widest / (0.7 * len(text)))
    font = {"font_size": size, "font_weight": 600, "text_anchor": anchor}
    return element("text", text, x=x, y=y + size * 0.36, fill=ink, **font)


# XML. All text becomes XML here and nowhere else.


def element(tag: str, text: str = "", /, *inside: str, **attributes: object) -> str:
    """An element of a text, and of what is XML already."""
    return tagged(tag, html.escape(text) + "".join(inside), attributes)


def _stroke(tag: str, ink: str, width: int, /, **attributes: object) -> str:
    """An element that is drawn as a line and not filled."""
    return element(tag, fill="none", stroke=ink, stroke_width=width, **attributes)


def _group(*elements: str, **attributes: object) -> str:
    return tagged("g", "".join(elements), attributes)


def tagged(tag: str, content: str, attributes: Mapping[str, object]) -> str:
    """An element of what is XML already, and of attributes that are not."""
    written = ""
    for name, value in attributes.items():
        text = decimal(value) if isinstance(value, float) else str(value)
        written += f' {name.rstrip("_").replace("_", "-")}="{html.escape(text)}"'
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def picture(
    kind: str, view: tuple[object, object], size: tuple[int, int], layers: Iterable[str]
) -> str:
    """An SVG that stands alone, of layers from the bottom to the top."""
    return tagged(
        "svg",
        "".join(layers),
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {view[0]} {view[1]}",
            "width": size[0],
            "height": size[1],
            "role": "img",
            "class": kind,
            "font-family": FONTS,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
    )


def decimal(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")

"""A position as a picture: an SVG that stands alone and needs no font, style or file from outside.

Nothing in it has an id and nothing is a style sheet, so that any number of pictures can stand in
one page without disturbing each other. What is drawn carries classes and ``data-cell``, for pages
and tests that look for it: ``<g class="stone first" data-cell="d1" …>``.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal, TypeVar

from enligne.errors import IllegalMoveError, NotationError
from enligne.move import COLUMNS, FIRST, SECOND, Cell, Side
from enligne.notation import parse_cell
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from enligne.position import Position
    from enligne.rules import Rules

ThemeName = Literal["light", "dark"]

# A mapping is invariant in its keys: without the first two, a dict of cells would be refused.
Marks = Mapping[Cell, str] | Mapping[str, str] | Mapping[Cell | str, str]

_Value = TypeVar("_Value")


class DrawingError(ValueError):
    """A picture that cannot be drawn as asked; the text says what was wrong."""


def board(
    position: Position,
    *,
    last: Cell | str | None = None,
    winning: bool = True,
    coordinates: bool = True,
    marks: Marks | None = None,
    arrows: Iterable[tuple[Cell | str, Cell | str]] = (),
    numbers: Sequence[Cell] | Mapping[Cell, int] = (),
    theme: ThemeName = "light",
    size: int | None = None,
) -> str:
    """Draws a position as an SVG.

    Gravity is drawn as discs in a board with holes, small boards with runs of 3 or 4 as crosses
    and noughts, all others as stones on the crossings of lines.

    Args:
        last: the last move, whose stone is marked.
        winning: whether winning runs are shown.
        coordinates: whether columns and rows are named, below and at the left.
        marks: what to write on cells: a short text, or a shape: circle, cross, square, triangle
            or dot. A mark on a stone takes the place of its number.
        arrows: pairs of cells, from and to.
        numbers: move numbers on stones: moves in order, such as ``game.moves``, or a number for
            each cell.
        theme: ``light`` or ``dark``.
        size: the width in pixels; by default one that suits the board.

    Raises:
        DrawingError: an argument cannot be drawn; the text says which and why.
    """
    canvas = _Canvas.of(position.rules, coordinates, theme)
    if size is not None and (isinstance(size, bool) or not isinstance(size, int) or size < 1):
        raise DrawingError(f"size {size!r} is not a number of pixels from 1")
    rules, is_grid = canvas.rules, canvas.style is Style.GRID
    stones = {cell: side for side in (FIRST, SECOND) for cell in position.stones(side)}
    newest = None if last is None else _stone_cell(last, rules, "last move", stones)
    texts = _texts(marks or {}, rules)
    counts = _counts(numbers, rules, stones)
    ends = _ends(arrows, rules)

    written = texts.keys() | counts.keys()
    cells = [_winning_cell(canvas, cell) for cell in position.winning_cells if winning]
    runs = [_winning_run(canvas, *run) for run in _winning_runs(position, stones) if winning]
    layers = [
        _background(canvas),
        *_surface(canvas),
        *([_coordinates(canvas)] if coordinates else []),
        # Crosses and noughts are struck through; discs and stones are strung on a line.
        *(cells if is_grid else runs),
        *([] if newest is None else [_last(canvas, newest)]),
        *(_stone(canvas, cell, side, cell in written) for cell, side in stones.items()),
        *(runs if is_grid else cells),
        *(
            _number(canvas, cell, count, stones[cell])
            for cell, count in counts.items()
            if is_grid or cell not in texts
        ),
        *(_mark(canvas, cell, text, stones.get(cell)) for cell, text in texts.items()),
        *(_arrow(canvas, start, end, end in written) for start, end in ends),
    ]
    name = _name(rules)
    width = size or canvas.default_width
    described = [
        _element("title", name),
        _element("desc", f"{name}, {_description(position, newest)}"),
    ]
    return _tagged(
        "svg",
        "".join(described + layers),
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {canvas.width} {canvas.height}",
            "width": width,
            "height": max(1, round(width * canvas.height / canvas.width)),
            "role": "img",
            "class": f"enligne {theme} {canvas.style.value}",
            "font-family": "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
    )


class Style(Enum):
    """What a board looks like."""

    HOLES = "holes"  # discs fallen into a board with round holes
    GRID = "grid"  # crosses and noughts between ruled lines
    LINES = "lines"  # stones on the crossings of lines

    @classmethod
    def of(cls, rules: Rules) -> Style:
        if rules.gravity:
            return cls.HOLES
        is_small = rules.run <= 4 and max(rules.width, rules.height) <= 10
        return cls.GRID if is_small else cls.LINES


# Themes. The sides differ in lightness first, so that they differ for every eye and in grey
# print, then in pattern or shape; the tests hold the contrasts.


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of one side's stones."""

    fill: str
    rim: str
    pattern: str
    ink: str  # of what is written on the stone


@dataclass(frozen=True, slots=True)
class Surface:
    """The colours of a board and of all that is on it."""

    board: str
    edge: str
    line: str  # between cells, or the shaded rim of a hole
    empty: str  # what an empty cell shows
    ink: str  # of what is written on an empty cell
    winning: str
    last: str
    first: Paint
    second: Paint

    def paint(self, side: Side) -> Paint:
        return self.first if side is FIRST else self.second


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a picture."""

    background: str
    ink: str  # of the coordinates
    arrow: str
    arrow_edge: str
    surfaces: Mapping[Style, Surface]


THEMES: Mapping[str, Theme] = {
    "light": Theme(
        background="#ffffff",
        ink="#57606a",
        arrow="#008a64",
        arrow_edge="#ffffff",
        surfaces={
            Style.HOLES: Surface(
                board="#2b67b1",
                edge="#1f4d88",
                line="#1c457b",
                empty="#eef3fa",
                ink="#1c3350",
                winning="#ffffff",
                last="#ffffff",
                first=Paint(fill="#c2311c", rim="#8f1f10", pattern="#94210f", ink="#ffffff"),
                second=Paint(fill="#fac432", rim="#b07e08", pattern="#b98509", ink="#3b2a00"),
            ),
            Style.GRID: Surface(
                board="#ffffff",
                edge="#ffffff",
                line="#b6bec8",
                empty="#ffffff",
                ink="#3d4752",
                winning="#009e73",
                last="#8b96a3",
                first=Paint(fill="#082f4f", rim="#082f4f", pattern="#082f4f", ink="#082f4f"),
                second=Paint(fill="#d55e00", rim="#d55e00", pattern="#d55e00", ink="#a34800"),
            ),
            Style.LINES: Surface(
                board="#e8c992",
                edge="#cfa968",
                line="#7d5f33",
                empty="#e8c992",
                ink="#3d2c10",
                winning="#c2311c",
                last="#c2311c",
                first=Paint(fill="#1b1e23", rim="#000000", pattern="#5d646e", ink="#ffffff"),
                second=Paint(fill="#fdfcf9", rim="#77664a", pattern="#cfc8ba", ink="#1b1e23"),
            ),
        },
    ),
    "dark": Theme(
        background="#0d1117",
        ink="#9aa5b1",
        arrow="#2fd6a4",
        arrow_edge="#0d1117",
        surfaces={
            Style.HOLES: Surface(
                board="#24467a",
                edge="#1a3358",
                line="#0a1322",
                empty="#101b2d",
                ink="#d4deeb",
                winning="#ffffff",
                last="#ffffff",
                first=Paint(fill="#cf4423", rim="#f07b5c", pattern="#8c240d", ink="#ffffff"),
                second=Paint(fill="#ffe08a", rim="#fff1c4", pattern="#c79a2b", ink="#3b2a00"),
            ),
            Style.GRID: Surface(
                board="#0d1117",
                edge="#0d1117",
                line="#465160",
                empty="#0d1117",
                ink="#c3ccd6",
                winning="#2fd6a4",
                last="#7d8998",
                first=Paint(fill="#bde6ff", rim="#bde6ff", pattern="#bde6ff", ink="#bde6ff"),
                second=Paint(fill="#cb5800", rim="#cb5800", pattern="#cb5800", ink="#f58a3c"),
            ),
            Style.LINES: Surface(
                board="#86683f",
                edge="#5f4929",
                line="#3a2b14",
                empty="#86683f",
                ink="#ffffff",
                winning="#ffb000",
                last="#ffd166",
                first=Paint(fill="#14171b", rim="#000000", pattern="#5d646e", ink="#ffffff"),
                second=Paint(fill="#f4f1ea", rim="#3a2b14", pattern="#bdb5a4", ink="#1b1e23"),
            ),
        },
    ),
}


# Lengths are hundredths of a cell.
_CELL = 100
_PADDING = 34
_BAND = 56  # what coordinates need at the left and below
_PIXELS = 480  # of the longer side by default, as long as cells stay between 28 and 64

_DISC = 41
_STONE = 46


@dataclass(frozen=True, slots=True)
class _Canvas:
    """What every layer needs to know: where cells are and how they look."""

    rules: Rules
    theme: Theme
    style: Style
    band: int

    @classmethod
    def of(cls, rules: Rules, coordinates: bool, theme: str) -> _Canvas:
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


def _background(canvas: _Canvas) -> str:
    size = {"width": canvas.width, "height": canvas.height, "rx": 24}
    return _element("rect", class_="background", fill=canvas.theme.background, **size)


def _surface(canvas: _Canvas) -> list[str]:
    match canvas.style:
        case Style.HOLES:
            return [*_plate(canvas, margin=12, radius=34), _holes(canvas)]
        case Style.GRID:
            return [_grid(canvas)]
        case Style.LINES:
            return [*_plate(canvas, margin=14, radius=16), *_lines(canvas)]


def _plate(canvas: _Canvas, *, margin: int, radius: int) -> list[str]:
    """The board itself, with a lower lip that lifts it off the page."""
    top = canvas.top - margin
    place = {
        "x": canvas.left - margin,
        "width": canvas.right - canvas.left + 2 * margin,
        "height": canvas.bottom - canvas.top + 2 * margin,
        "rx": radius,
    }
    return [
        _element("rect", class_="lip", y=top + 7, fill=canvas.look.edge, **place),
        _element("rect", class_="board", y=top, fill=canvas.look.board, **place),
    ]


def _holes(canvas: _Canvas) -> str:
    circles = []
    for column in range(canvas.rules.width):
        for row in range(canvas.rules.height):
            x, y = canvas.centre(Cell(column, row))
            # The lower circle leaves a crescent of the upper one: the thickness of the plate.
            circles.append(_element("circle", cx=x, cy=y, r=_DISC + 1, fill=canvas.look.line))
            circles.append(_element("circle", cx=x, cy=y + 2, r=_DISC - 1, fill=canvas.look.empty))
    return _group(*circles, class_="holes")


def _grid(canvas: _Canvas) -> str:
    xs = range(canvas.left + _CELL, canvas.right, _CELL)
    ys = range(canvas.top + _CELL, canvas.bottom, _CELL)
    path = "".join(f"M{x} {canvas.top}V{canvas.bottom}" for x in xs)
    path += "".join(f"M{canvas.left} {y}H{canvas.right}" for y in ys)
    return _stroke("path", canvas.look.line, 5, class_="grid", d=path)


def _lines(canvas: _Canvas) -> list[str]:
    left, bottom = canvas.centre(Cell(0, 0))
    right, top = canvas.centre(Cell(canvas.rules.width - 1, canvas.rules.height - 1))
    path = "".join(f"M{x} {top}V{bottom}" for x in range(left + _CELL, right, _CELL))
    path += "".join(f"M{left} {y}H{right}" for y in range(top + _CELL, bottom, _CELL))
    border = f"M{left} {top}H{right}V{bottom}H{left}Z"
    return [
        _stroke("path", canvas.look.line, 3, class_="grid", d=path),
        _stroke("path", canvas.look.line, 5, class_="border", d=border),
        *(
            canvas.at(cell, "star", _element("circle", r=13, fill=canvas.look.line))
            for cell in _star_points(canvas.rules)
        ),
    ]


def _star_points(rules: Rules) -> list[Cell]:
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


def _coordinates(canvas: _Canvas) -> str:
    # Cells of large boards are shown smaller, so their letters are larger.
    size = 30 if max(canvas.rules.width, canvas.rules.height) <= 10 else 40
    drop = size * 0.36
    # The middles of what a board's plate leaves free.
    x = (canvas.left - 14) / 2
    y = (canvas.bottom + 18 + canvas.height) / 2 + drop
    letters = (
        _element("text", letter, x=canvas.centre(Cell(column, 0))[0], y=y)
        for column, letter in enumerate(COLUMNS[: canvas.rules.width])
    )
    numbers = (
        _element("text", str(row + 1), x=x, y=canvas.centre(Cell(0, row))[1] + drop)
        for row in range(canvas.rules.height)
    )
    style = {"fill": canvas.theme.ink, "font_size": size, "text_anchor": "middle"}
    return _group(*letters, *numbers, class_="coordinates", **style)


def _stone(canvas: _Canvas, cell: Cell, side: Side, is_written: bool) -> str:
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
    body = _element("circle", r=_DISC - 2, fill=paint.fill, stroke=paint.rim, stroke_width=3)
    if side is SECOND:
        return [body, _circle(30, paint.pattern, 4)]
    # A text would not be readable on the cross; the ring of the other side leaves room for one.
    return [body] if is_written else [body, _cross(13, paint.pattern, 8)]


def _round_stone(side: Side, paint: Paint) -> list[str]:
    shadow = _element("circle", cx=2, cy=4, r=_STONE - 1, fill="#000000", fill_opacity=0.28)
    body = _element("circle", r=_STONE - 1, fill=paint.fill, stroke=paint.rim, stroke_width=2)
    if side is SECOND:
        return [shadow, body, _circle(37, paint.pattern, 3)]
    glint = _stroke("path", paint.pattern, 5, d="M-32 -12A34 34 0 0 1 -12 -32")
    return [shadow, body, glint]


def _winning_runs(position: Position, stones: Mapping[Cell, Side]) -> list[tuple[Cell, Cell]]:
    """The two ends of each winning run."""
    rules, won = position.rules, position.winning_cells
    own = {tuple(cell) for cell, side in stones.items() if side is stones[won[0]]} if won else ()
    runs = []
    for cell in won:
        column, row = cell
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if (column - across, row - up) in own:
                continue
            length = 1
            while (column + length * across, row + length * up) in own:
                length += 1
            if length == rules.run or (length > rules.run and not rules.exact):
                end = Cell(column + (length - 1) * across, row + (length - 1) * up)
                runs.append((cell, end))
    return runs


def _winning_run(canvas: _Canvas, start: Cell, end: Cell) -> str:
    (x1, y1), (x2, y2) = canvas.centre(start), canvas.centre(end)
    beyond = 32 / math.hypot(x2 - x1, y2 - y1) if canvas.style is Style.GRID else 0
    across, down = (x2 - x1) * beyond, (y2 - y1) * beyond
    place = {"x1": x1 - across, "y1": y1 - down, "x2": x2 + across, "y2": y2 + down}
    names = {"class_": "winning-run", "data_from": start, "data_to": end}
    width = 9 if canvas.style is Style.GRID else 14
    return _stroke("line", canvas.look.winning, width, **names, **place)


def _winning_cell(canvas: _Canvas, cell: Cell) -> str:
    match canvas.style:
        case Style.HOLES:
            shape = _circle(_DISC + 1, canvas.look.winning, 7)
        case Style.GRID:
            shape = _tint(canvas.look.winning)
        case Style.LINES:
            shape = _circle(_STONE - 3, canvas.look.winning, 9)
    return canvas.at(cell, "winning", shape)


def _last(canvas: _Canvas, cell: Cell) -> str:
    if canvas.style is Style.GRID:
        return canvas.at(cell, "last", _tint(canvas.look.last))
    # Corners around the cell leave the stone itself to numbers, marks and winning runs.
    path = "".join(f"M{x * 46} {y * 34}V{y * 46}H{x * 34}" for x in (-1, 1) for y in (-1, 1))
    return canvas.at(cell, "last", _stroke("path", canvas.look.last, 5, d=path))


def _number(canvas: _Canvas, cell: Cell, count: int, side: Side) -> str:
    ink = canvas.look.paint(side).ink
    if canvas.style is Style.GRID:
        text = _text(str(count), ink, tallest=20, widest=40, x=-44, y=-36, anchor="start")
    else:
        text = _text(str(count), ink, tallest=38, widest=_room(canvas.style, side))
    return canvas.at(cell, "number", text)


def _mark(canvas: _Canvas, cell: Cell, text: str, side: Side | None) -> str:
    look, is_shape = canvas.look, text in _SHAPES
    ink = look.ink if side is None else look.paint(side).ink
    if canvas.style is Style.GRID and side is not None:
        # A cross leaves no room in the middle, so the mark goes to a corner.
        if is_shape:
            corner = _group(_shape(text, ink), transform="translate(35 -35) scale(.4)")
        else:
            corner = _text(text, ink, tallest=20, widest=46, x=44, y=-36, anchor="end")
        return canvas.at(cell, "mark", corner)
    room = _room(canvas.style, side)
    drawn = _shape(text, ink) if is_shape else _text(text, ink, tallest=38, widest=room)
    if canvas.style is not Style.LINES or side is not None:
        return canvas.at(cell, "mark", drawn)
    # Lines must not run through what is written.
    half = 34 if is_shape else min(46, max(34, 14 * len(text)))
    place = {"x": -half, "y": -30, "width": 2 * half, "height": 60, "rx": 30}
    return canvas.at(cell, "mark", _element("rect", fill=look.empty, **place), drawn)


def _room(style: Style, side: Side | None) -> int:
    """How wide a text in the middle of a cell may be."""
    if style is Style.HOLES:
        return 68 if side is None else 54
    return 84 if side is None else 60


def _arrow(canvas: _Canvas, start: Cell, end: Cell, is_written: bool) -> str:
    """Shaft and head in one outline; it ends short of the centre, or of what is written there."""
    (x1, y1), (x2, y2) = canvas.centre(start), canvas.centre(end)
    length = math.hypot(x2 - x1, y2 - y1)
    across, down = (x2 - x1) / length, (y2 - y1) / length
    tip = length - (34 if is_written else 12)
    neck = tip - 34
    outline = [(14, 6), (neck, 6), (neck, 19), (tip, 0), (neck, -19), (neck, -6), (14, -6)]
    points = " ".join(
        f"{_decimal(x1 + along * across - aside * down)},"
        f"{_decimal(y1 + along * down + aside * across)}"
        for along, aside in outline
    )
    names = {"class_": "arrow", "data_from": start, "data_to": end}
    edge = {"stroke": canvas.theme.arrow_edge, "stroke_width": 4}
    return _element("polygon", **names, points=points, fill=canvas.theme.arrow, **edge)


# Shapes and texts, around the centre of a cell.

_SHAPES = ("circle", "cross", "square", "triangle", "dot")


def _shape(name: str, ink: str) -> str:
    match name:
        case "circle":
            return _circle(22, ink, 6)
        case "cross":
            return _cross(17, ink, 7)
        case "square":
            return _stroke("path", ink, 6, d="M-18 -18H18V18H-18Z")
        case "triangle":
            return _stroke("path", ink, 6, d="M0 -24L21 12H-21Z")
        case _:
            return _element("circle", r=12, fill=ink)


def _circle(radius: int, ink: str, width: int) -> str:
    return _stroke("circle", ink, width, r=radius)


def _cross(reach: int, ink: str, width: int) -> str:
    path = f"M{-reach} {-reach}L{reach} {reach}M{-reach} {reach}L{reach} {-reach}"
    return _stroke("path", ink, width, d=path)


def _tint(ink: str) -> str:
    place = {"x": -46, "y": -46, "width": 92, "height": 92, "rx": 10}
    return _element("rect", fill=ink, fill_opacity=0.16, **place)


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
    return _element("text", text, x=x, y=y + size * 0.36, fill=ink, **font)


# XML. All text becomes XML here and nowhere else.


def _element(tag: str, text: str = "", /, **attributes: object) -> str:
    """An element without others in it."""
    return _tagged(tag, html.escape(text), attributes)


def _stroke(tag: str, ink: str, width: int, /, **attributes: object) -> str:
    """An element that is drawn as a line and not filled."""
    return _element(tag, fill="none", stroke=ink, stroke_width=width, **attributes)


def _group(*elements: str, **attributes: object) -> str:
    return _tagged("g", "".join(elements), attributes)


def _tagged(tag: str, content: str, attributes: Mapping[str, object]) -> str:
    """An element of what is XML already, and of attributes that are not."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{html.escape(_attribute(value))}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def _attribute(value: object) -> str:
    return _decimal(value) if isinstance(value, float) else str(value)


def _decimal(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# Words for those who hear the picture.

_NAMES = {
    "tictactoe": "Tic-tac-toe",
    "connect4": "Connect 4",
    "connect5": "Connect 5",
    "gomoku": "Gomoku",
    "gomoku19": "Gomoku 19x19",
    "gomoku20": "Gomoku 20x20",
    "gomoku-exact": "Gomoku with exactly 5",
}


def _name(rules: Rules) -> str:
    exactly, gravity = "exactly " * rules.exact, " with gravity" * rules.gravity
    plain = f"{exactly}{rules.run} in a row on {rules.width}x{rules.height}{gravity}"
    return _NAMES.get(str(rules), plain)


def _description(position: Position, last: Cell | None) -> str:
    outcome = position.outcome()
    if outcome is None:
        standing = f"{position.side} side to move"
    elif outcome.winner is None:
        standing = "drawn"
    else:
        standing = f"{outcome.winner} side has won"
    stones = "1 stone" if position.ply == 1 else f"{position.ply} stones"
    return f"{stones}, {standing}" + ("" if last is None else f", last move {last}")


# What was asked for, checked.


def _texts(marks: Marks, rules: Rules) -> dict[Cell, str]:
    texts = _by_cell(marks.items(), rules, "mark")
    for cell, text in texts.items():
        if not text.strip():
            raise DrawingError(f"mark: the text on {cell} is empty")
        if match := _NOT_XML.search(text):
            raise DrawingError(
                f"mark: {shortened(text)} on {cell} has {match[0]!r}, which XML cannot hold"
            )
    return texts


# What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _counts(
    numbers: Sequence[Cell] | Mapping[Cell, int], rules: Rules, stones: Mapping[Cell, Side]
) -> dict[Cell, int]:
    if not isinstance(numbers, Mapping):
        return _by_cell(((cell, i) for i, cell in enumerate(numbers, 1)), rules, "number", stones)
    return _by_cell(numbers.items(), rules, "number", stones)


def _ends(arrows: Iterable[tuple[Cell | str, Cell | str]], rules: Rules) -> list[tuple[Cell, Cell]]:
    ends = [(_cell(start, rules, "arrow"), _cell(end, rules, "arrow")) for start, end in arrows]
    for start, end in ends:
        if start == end:
            raise DrawingError(f"arrow: it leads from {start} to {end}, the same cell")
    return ends


def _by_cell(
    pairs: Iterable[tuple[Cell | str, _Value]],
    rules: Rules,
    what: str,
    stones: Mapping[Cell, Side] | None = None,
) -> dict[Cell, _Value]:
    found: dict[Cell, _Value] = {}
    for name, value in pairs:
        cell = _cell(name, rules, what)
        if stones is not None:
            _stone_cell(cell, rules, what, stones)
        if cell in found:
            raise DrawingError(f"{what}: {cell} has two of them")
        found[cell] = value
    return found


def _stone_cell(cell: Cell | str, rules: Rules, what: str, stones: Mapping[Cell, Side]) -> Cell:
    cell = _cell(cell, rules, what)
    if cell not in stones:
        raise DrawingError(f"{what}: {cell} has no stone")
    return cell


def _cell(cell: Cell | str, rules: Rules, what: str) -> Cell:
    try:
        cell = parse_cell(cell, rules) if isinstance(cell, str) else Cell(*cell)
    except (IllegalMoveError, NotationError) as error:
        raise DrawingError(f"{what}: {error}") from None
    if not rules.has(cell):
        raise DrawingError(f"{what}: {cell} is outside the board of {rules}")
    return cell

"""A position as a picture: an SVG that stands alone and needs no font, style or file from outside.

Nothing in it has an id and nothing is a style sheet, so that any number of pictures can stand in
one page without disturbing each other. What is drawn carries classes and ``data-cell``, for pages
and tests that look for it: ``<g class="stone first" data-cell="d1" …>``.

>>> from enligne import Game, svg
>>> picture = svg.board(Game("gomoku", "h8 i9").position, marks={"g7": "circle"}, theme="dark")
>>> picture[:4]
'<svg'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from enligne.errors import DrawingError, IllegalMoveError, NotationError
from enligne.move import FIRST, SECOND, Cell, Side
from enligne.notation import parse_cell
from enligne.rules import shortened
from enligne.svg import drawing
from enligne.svg.themes import THEMES, Style, Theme, ThemeName

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from enligne.position import Position
    from enligne.rules import Rules

__all__ = ["THEMES", "Marks", "Style", "Theme", "ThemeName", "board", "rules_name"]

# A mapping is invariant in its keys: without the first two, a dict of cells would be refused.
Marks = Mapping[Cell, str] | Mapping[str, str] | Mapping[Cell | str, str]

_Value = TypeVar("_Value")


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
    canvas = drawing.Canvas.of(position.rules, coordinates, theme)
    if size is not None and (isinstance(size, bool) or not isinstance(size, int) or size < 1):
        raise DrawingError(f"size {size!r} is not a number of pixels from 1")
    rules, is_grid = canvas.rules, canvas.style is Style.GRID
    stones = {cell: side for side in (FIRST, SECOND) for cell in position.stones(side)}
    newest = None if last is None else _stone_cell(last, rules, "last move", stones)
    texts = _texts(marks or {}, rules)
    counts = _counts(numbers, rules, stones)
    ends = _ends(arrows, rules)

    written = texts.keys() | counts.keys()
    cells = [drawing.winning_cell(canvas, cell) for cell in position.winning_cells if winning]
    runs = [drawing.winning_run(canvas, *run) for run in drawing.winning_runs(position) if winning]
    layers = [
        drawing.background(canvas),
        *drawing.surface(canvas),
        *([drawing.coordinates(canvas)] if coordinates else []),
        # Crosses and noughts are struck through; discs and stones are strung on a line.
        *(cells if is_grid else runs),
        *([] if newest is None else [drawing.last(canvas, newest)]),
        *(drawing.stone(canvas, cell, side, cell in written) for cell, side in stones.items()),
        *(runs if is_grid else cells),
        *(
            drawing.number(canvas, cell, count, stones[cell])
            for cell, count in counts.items()
            if is_grid or cell not in texts
        ),
        *(drawing.mark(canvas, cell, text, stones.get(cell)) for cell, text in texts.items()),
        *(drawing.arrow(canvas, start, end, end in written) for start, end in ends),
    ]
    name = rules_name(rules)
    width = size or canvas.default_width
    described = [
        drawing.element("title", name),
        drawing.element("desc", f"{name}, {_description(position, newest)}"),
    ]
    pixels = width, max(1, round(width * canvas.height / canvas.width))
    kind = f"enligne {theme} {canvas.style.value}"
    return drawing.picture(kind, (canvas.width, canvas.height), pixels, described + layers)


_NAMES = {
    "tictactoe": "Tic-tac-toe",
    "connect4": "Connect 4",
    "connect5": "Connect 5",
    "gomoku": "Gomoku",
    "gomoku19": "Gomoku 19x19",
    "gomoku20": "Gomoku 20x20",
    "gomoku-exact": "Gomoku with exactly 5",
}


def rules_name(rules: Rules) -> str:
    """Rules as people call them."""
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
        if match := NOT_XML.search(text):
            raise DrawingError(
                f"mark: {shortened(text)} on {cell} has {match[0]!r}, which XML cannot hold"
            )
    return texts


# What XML 1.0 cannot hold, not even escaped.
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


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

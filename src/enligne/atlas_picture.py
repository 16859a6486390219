"""The atlas as a picture: who wins on which board, a square for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import _core
from enligne.charts.paper import content, titled
from enligne.engines.score import Draw, Win
from enligne.rules import Rules
from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from enligne.atlas import Entry
    from enligne.charts.canvas import Canvas

_TITLE = "Who wins with best play"

_SIDE = 30.0  # of a square
_GAP = 46.0  # between the grids
_BAND = 26.0  # for the numbers beside a grid
_LEAST = _core.SMALLEST_SIDE
_LOOK = THEMES["light"].surfaces[Style.HOLES]
_DRAWN = "#dfe4ea"


class _Grid:
    """The boards of one run, with or without gravity."""

    def __init__(self, gravity: bool, run: int, entries: dict[Rules, Entry]) -> None:
        self.title = f"{run} in a row{', with gravity' if gravity else ''}"
        self.entries = {
            (rules.width, rules.height): entry
            for rules, entry in entries.items()
            if (rules.gravity, rules.run) == (gravity, run)
        }
        self.columns = max(width for width, _ in self.entries) - _LEAST + 1
        self.rows = max(height for _, height in self.entries) - _LEAST + 1

    @property
    def width(self) -> float:
        return max(_BAND + self.columns * _SIDE, 8.0 * len(self.title))

    @property
    def height(self) -> float:
        return 30 + self.rows * _SIDE + _BAND

    def draw(self, canvas: Canvas, left: float, bottom: float) -> None:
        """Its lower left corner is there; heights go up, as on a board."""
        floor = bottom - _BAND
        canvas.text(left, floor - self.rows * _SIDE - 12, self.title, "heading")
        for number in range(self.columns):
            x = left + _BAND + (number + 0.5) * _SIDE
            canvas.text(x, floor + 16, str(number + _LEAST), anchor="middle")
        for number in range(self.rows):
            y = floor - (number + 0.5) * _SIDE + 4
            canvas.text(left + _BAND - 7, y, str(number + _LEAST), anchor="end")
        for (width, height), entry in self.entries.items():
            x = left + _BAND + (width - _LEAST) * _SIDE
            _square(canvas, x, floor - (height - _LEAST + 1) * _SIDE, entry)


def _square(canvas: Canvas, x: float, y: float, entry: Entry) -> None:
    fill, ink, text = _DRAWN, "#3e4c59", "="
    if not isinstance(score := entry.score, Draw):
        paint = _LOOK.first if isinstance(score, Win) else _LOOK.second
        fill, ink, text = paint.fill, paint.ink, str(getattr(score, "plies", ""))
    hint = f"{entry.rules}: {score}"
    canvas.bar("board", x + 1, y + 1, _SIDE - 2, _SIDE - 2, hint, fill=fill)
    canvas.text(
        *(x + _SIDE / 2, y + _SIDE / 2 + 4.5, text, "result"),
        anchor="middle",
        fill=ink,
        font_size=12.5,
        font_weight=600,
        hint=hint,
    )


def svg(entries: Iterable[Entry]) -> str:
    """The picture as an SVG file."""
    return drawn(entries, ".svg").decode()


def drawn(entries: Iterable[Entry], suffix: str) -> bytes:
    """The picture as a file of one of the formats of :mod:`enligne.charts.paper`."""
    entries = list(entries)
    return content(picture(entries), suffix, _TITLE, f"{len(entries)} boards.")


def picture(entries: Iterable[Entry]) -> Canvas:
    """A grid for each length of a run; those without gravity come last.

    Args:
        entries: one at least.
    """
    by_rules = {Rules.of(entry.rules): entry for entry in entries}
    kinds = sorted({(not rules.gravity, rules.run) for rules in by_rules})
    rows = [
        [_Grid(not free, run, by_rules) for free, run in kinds if free is row]
        for row in (False, True)
    ]
    rows = [row for row in rows if row]
    width = max(sum(grid.width + _GAP for grid in row) for row in rows) + 26
    heights = [max(grid.height for grid in row) + 26 for row in rows]
    canvas, top = titled(_TITLE, max(width, 560.0), sum(heights) + 84)
    bottom = top + 14
    for row, height in zip(rows, heights, strict=True):
        bottom += height
        left = 26.0
        for grid in row:
            grid.draw(canvas, left, bottom)
            left += grid.width + _GAP
    _legend(canvas, 26, bottom + 34)
    return canvas


def _legend(canvas: Canvas, x: float, y: float) -> None:
    kinds = (
        (_LOOK.first.fill, "the side that begins wins"),
        (_LOOK.second.fill, "the other side wins"),
        (_DRAWN, "a draw"),
    )
    for fill, text in kinds:
        canvas.bar("", x, y - 12, 15, 15, fill=fill)
        canvas.text(x + 22, y, text, "name")
        x += 46 + 6.3 * len(text)
    canvas.text(26, y + 22, "Width to the right, height upwards; numbers are plies to the end.")

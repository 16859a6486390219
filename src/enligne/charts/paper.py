"""Charts that are files of their own, on white: how their shapes look, the formats, and lines that
are told apart by colour, dashes and markers, for every eye and in grey print."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enligne.charts.canvas import Canvas
from enligne.charts.painting import painted
from enligne.svg.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from enligne.charts.canvas import Look, Point

#: How the name of a picture may end; it says the format.
SUFFIXES = (".svg", ".png", ".pdf")

BACKGROUND = THEMES["light"].background
INK = "#1f2933"
QUIET_INK = THEMES["light"].ink

TITLE_ROW = 25.0  # the height of a line of the title

_LOOKS: Mapping[str, Look] = {
    "path": {"fill": "none"},
    "text": {"fill": QUIET_INK, "font_size": 12},
    "grid": {"stroke": "#e3e7ec"},
    "axis": {"stroke": "#9aa5b1", "stroke_width": 1.2},
    "name": {"fill": INK},
    "strong": {"fill": INK, "font_weight": 700},
    "heading": {"fill": INK, "font_size": 13, "font_weight": 700},
    "small": {"font_size": 10.5},
    "title": {"fill": INK, "font_size": 18, "font_weight": 700},
}


def titled(title: str, width: float, height: float) -> tuple[Canvas, float]:
    """A canvas with room for a chart so high below a title, and where that begins."""
    lines = textwrap.wrap(printable(title), int(width * 0.093)) or [""]
    top = TITLE_ROW * len(lines)
    canvas = Canvas(width, top + height, _LOOKS)
    canvas.bar("", 0, 0, width, top + height, fill=BACKGROUND, rx=0)
    for number, line in enumerate(lines):
        canvas.text(26, 32 + TITLE_ROW * number, line, "title")
    return canvas, top


def picture_path(path: Path | str) -> Path:
    """The path of a picture.

    Raises:
        ValueError: its suffix is none of :data:`SUFFIXES`.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise ValueError(
            f"{str(path)!r}: the name of a picture ends in {', '.join(SUFFIXES[:-1])}"
            f" or {SUFFIXES[-1]}"
        )
    return path


def content(canvas: Canvas, suffix: str, title: str, description: str) -> bytes:
    """A chart as a file. The same chart gives the same bytes."""
    title, description = printable(title), printable(description)
    if suffix.lower() == ".svg":
        return canvas.svg_file(title, description).encode()
    return painted(canvas, "png" if suffix.lower() == ".png" else "pdf", title, description)


def printable(text: str) -> str:
    """A text on one line, without what XML and fonts cannot hold."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


SOLID: tuple[float, ...] = ()
DASHED = (5.0, 2.0)
DOTTED = (1.2, 1.4)

BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"

# Their lengths have no common factor: no two of the first 252 lines look the same.
_COLOURS = (BLUE, ORANGE, GREEN, "#b5548b", "#082f4f", "#c48a00", "#3f9fd8")
_DASHES = (SOLID, DASHED, DOTTED, (6.0, 1.5, 1.2, 1.5))
_MARKERS = ("circle", "square", "up", "diamond", "down", "plus", "cross", "left", "right")


@dataclass(frozen=True, slots=True)
class Line:
    """How a line looks; dashes and gaps are counted in widths of the line."""

    colour: str
    dashes: tuple[float, ...]
    marker: str
    width: float = 2.3
    marker_size: float = 7.5

    @classmethod
    def of(cls, number: int) -> Line:
        """One that differs from those of other numbers."""
        return cls(
            _COLOURS[number % len(_COLOURS)],
            _DASHES[number % len(_DASHES)],
            _MARKERS[number % len(_MARKERS)],
        )

    def draw(self, canvas: Canvas, points: Sequence[Point], marked: Sequence[Point] = ()) -> None:
        """The way along points, with markers at some of them."""
        look: dict[str, Any] = {"stroke": self.colour, "stroke_width": self.width}
        if self.dashes:
            look["stroke_dasharray"] = " ".join(f"{self.width * each:.2f}" for each in self.dashes)
        canvas.path("", points, **look)
        edge: dict[str, Any] = {"fill": self.colour, "stroke": BACKGROUND, "stroke_width": 0.9}
        for x, y in marked:
            canvas.marker(self.marker, x, y, self.marker_size, **edge)

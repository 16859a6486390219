"""Charts that are files of their own, on white: how their shapes look, and the formats."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.charts.canvas import Canvas
from enligne.charts.painting import painted
from enligne.svg.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.charts.canvas import Look

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

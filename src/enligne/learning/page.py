"""A page of paper, measured in millimetres from its lower left corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enligne.charts.canvas import Canvas
from enligne.charts.painting import UNITS_PER_INCH, text_width
from enligne.charts.paper import INK

if TYPE_CHECKING:
    from enligne.charts.canvas import Point

WIDTH, HEIGHT = 210.0, 297.0  # A4

_UNIT = UNITS_PER_INCH / 25.4  # a millimetre
POINT = UNITS_PER_INCH / 72  # in which letters and lines are measured
POINTS_PER_MILLIMETRE = _UNIT / POINT


class Page:
    """An A4 page. Widths of lines and sizes of letters are in points."""

    def __init__(self) -> None:
        self.canvas = Canvas(WIDTH * _UNIT, HEIGHT * _UNIT, {"text": {"fill": INK}}, cap="round")
        self._dashed: set[tuple[Point, Point]] = set()

    def rectangle(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        left, top = self._place(x, y + height)
        self.canvas.bar("", left, top, width * _UNIT, height * _UNIT, rx=0, fill=fill)

    def line(self, start: Point, end: Point, colour: str, width: float) -> None:
        ends = self._place(*start), self._place(*end)
        self.canvas.path("", ends, fill="none", stroke=colour, stroke_width=width * POINT)

    def frame(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Dashed lines around, each drawn once where frames touch."""
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        for one, other in ((0, 1), (3, 2), (0, 3), (1, 2)):
            ends = self._place(*corners[one]), self._place(*corners[other])
            if ends not in self._dashed:
                self._dashed.add(ends)
                look: dict[str, Any] = {
                    "fill": "none",
                    "stroke": colour,
                    "stroke_width": 0.6 * POINT,
                }
                self.canvas.path("", ends, stroke_dasharray="3.2 2.4", **look)

    def cross(self, x: float, y: float, reach: float, colour: str, width: float) -> None:
        self.line((x - reach, y - reach), (x + reach, y + reach), colour, width)
        self.line((x - reach, y + reach), (x + reach, y - reach), colour, width)

    def circle(self, x: float, y: float, radius: float, fill: str, edge: str, width: float) -> None:
        look: dict[str, Any] = {"fill": fill, "stroke": edge, "stroke_width": width * POINT}
        self.canvas.dot("", *self._place(x, y), radius * _UNIT, **look)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        ink: str = INK,
        is_bold: bool = False,
        anchor: str = "start",
    ) -> None:
        look: dict[str, Any] = {
            "fill": ink,
            "font_size": size * POINT,
            "font_weight": 700 if is_bold else 400,
        }
        self.canvas.text(*self._place(x, y), text, anchor=anchor, **look)

    def level(self, x: float, y: float, text: str, size: float, **look: Any) -> None:
        """A text whose small letters and digits have their middle at a height."""
        self.text(x, y - 0.36 * size / POINTS_PER_MILLIMETRE, text, size, **look)

    @staticmethod
    def _place(x: float, y: float) -> Point:
        return x * _UNIT, (HEIGHT - y) * _UNIT


def wrapped(text: str, size: float, width: float, *, is_bold: bool = False) -> list[str]:
    """The lines of a text that are at most so wide."""

    def is_too_wide(line: str) -> bool:
        return text_width(line, size, is_bold=is_bold) > width * POINTS_PER_MILLIMETRE

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

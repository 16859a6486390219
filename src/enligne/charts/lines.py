"""Lines that are told apart by colour, dashes and markers, for every eye and in grey print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from enligne.charts.paper import BACKGROUND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.charts.canvas import Canvas, Point

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

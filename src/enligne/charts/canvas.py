"""What charts are drawn on: shapes from the bottom to the top, and the canvas as SVG."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from enligne.svg.drawing import FONTS, decimal, element, tagged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Look = Mapping[str, object]  # attributes of SVG, with "_" for "-"
    Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, rect, circle or text.

    Args:
        values: its place and its look, as attributes of SVG; a path has points instead of a place.
        hint: what is shown where one points at it.
    """

    tag: str
    kind: str
    values: Mapping[str, object]
    points: Sequence[Point] = ()
    text: str = ""
    hint: str = ""

    @property
    def is_closed(self) -> bool:
        """Whether its points make an outline."""
        return len(self.points) > 2 and self.points[0] == self.points[-1]


@dataclass
class Canvas:
    """What is drawn, shape by shape, with the origin at the upper left.

    Args:
        looks: what shapes of a kind or a tag look like, where no style sheet says it.
        cap: how lines end: butt or round.
    """

    width: float
    height: float
    looks: Mapping[str, Look] = field(default_factory=dict)
    cap: str = "butt"
    shapes: list[Shape] = field(default_factory=list)

    def path(self, kind: str, points: Sequence[Point], hint: str = "", **look: Any) -> None:
        """A line along points; an outline where it ends at the first of them."""
        self._add("path", kind, look, points, hint=hint)

    def line(self, kind: str, start: Point, end: Point, hint: str = "", **look: Any) -> None:
        """A line between two points."""
        self.path(kind, (start, end), hint, **look)

    def bar(
        self,
        kind: str,
        x: float,
        y: float,
        width: float,
        height: float,
        hint: str = "",
        **look: Any,
    ) -> None:
        """A rectangle from its upper left corner; a size below 0 is none."""
        size = {"width": max(width, 0.0), "height": max(height, 0.0)}
        place = {"x": x, "y": y, "rx": min(3.0, *size.values())}
        self._add("rect", kind, place | size | look, hint=hint)

    def dot(
        self, kind: str, x: float, y: float, radius: float, hint: str = "", **look: Any
    ) -> None:
        """A filled circle."""
        self._add("circle", kind, {"cx": x, "cy": y, "r": radius, **look}, hint=hint)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        kind: str = "",
        *,
        anchor: str = "start",
        hint: str = "",
        **look: Any,
    ) -> None:
        """A text; none where it is empty."""
        if text:
            place = {"x": x, "y": y, "text_anchor": anchor}
            self._add("text", kind, place | look, text=text, hint=hint)

    def marker(
        self, shape: str, x: float, y: float, size: float, kind: str = "", **look: Any
    ) -> None:
        """A small shape around a place: circle, or the name of an outline."""
        half = size / 2
        if shape == "circle":
            self.dot(kind, x, y, half, **look)
        else:
            outline = [(x + half * right, y + half * down) for right, down in _OUTLINES[shape]]
            self.path(kind, [*outline, outline[0]], **look)

    def _add(
        self,
        tag: str,
        kind: str,
        values: dict[str, Any],
        points: Sequence[Point] = (),
        text: str = "",
        hint: str = "",
    ) -> None:
        look: dict[str, object] = {}
        for name in (tag, *kind.split()):
            look.update(self.looks.get(name, {}))
        self.shapes.append(Shape(tag, kind, look | values, points, text, hint))

    def svg(self, title: str, description: str, kind: str = "", **attributes: object) -> str:
        """The chart as an element of a page."""
        content = [element("title", title), element("desc", description), *map(_drawn, self.shapes)]
        names = {"class": f"chart {kind}".strip(), "role": "img"}
        view = {"viewBox": f"0 0 {self.width:g} {self.height:g}"}
        return tagged("svg", "".join(content), names | view | attributes)

    def svg_file(self, title: str, description: str) -> str:
        """The chart as a file of its own."""
        size = {"width": f"{self.width:g}", "height": f"{self.height:g}"}
        drawn = self.svg(
            title,
            description,
            xmlns="http://www.w3.org/2000/svg",
            font_family=FONTS,
            stroke_linecap=self.cap,
            stroke_linejoin="round",
            **size,
        )
        return f'<?xml version="1.0" encoding="utf-8"?>\n{drawn}\n'


def _drawn(shape: Shape) -> str:
    values: dict[str, object] = {"class_": shape.kind} if shape.kind else {}
    if shape.points:
        way = "L".join(f"{decimal(x)} {decimal(y)}" for x, y in shape.points)
        values["d"] = f"M{way}{'Z' * shape.is_closed}"
    hint = element("title", shape.hint) if shape.hint else ""
    return element(shape.tag, shape.text, hint, **values, **shape.values)


_ARM = 1 / 3
_PLUS = (
    *((-_ARM, -1.0), (_ARM, -1.0), (_ARM, -_ARM), (1.0, -_ARM), (1.0, _ARM), (_ARM, _ARM)),
    *((_ARM, 1.0), (-_ARM, 1.0), (-_ARM, _ARM), (-1.0, _ARM), (-1.0, -_ARM), (-_ARM, -_ARM)),
)
_TRIANGLE = ((0.0, -1.0), (1.0, 1.0), (-1.0, 1.0))

# Around the origin, in halves of a size.
_OUTLINES = {
    "square": ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),
    "diamond": ((0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)),
    "up": _TRIANGLE,
    "down": tuple((x, -y) for x, y in _TRIANGLE),
    "left": tuple((y, x) for x, y in _TRIANGLE),
    "right": tuple((-y, x) for x, y in _TRIANGLE),
    "plus": _PLUS,
    "cross": tuple(((x - y) * 0.75, (x + y) * 0.75) for x, y in _PLUS),
}
MARKERS = ("circle", *_OUTLINES)

"""A small plotter: pieces of SVG on a canvas, ticks, and axes.

Colours come from the style sheet of the page by classes, so that a chart serves the light and the
dark page. Every chart is drawn twice, for wide and for narrow screens, since letters that shrink
with a chart cannot be read; the style sheet shows the one that suits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne.arena.report.words import escaped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Scale = Callable[[float], float]
    Points = Iterable[tuple[float, float]]

#: The width of a plot that has the whole page, in pixels when the page is wide.
WIDE = 980

#: The width of a character of the charts' letters, of 12 units height, on average.
LETTER = 6.4
BOLD = 7.6


@dataclass
class Canvas:
    """What is drawn, piece by piece."""

    width: float
    height: float
    parts: list[str] = field(default_factory=list)

    def add(self, tag: str, kind: str, content: str = "", /, **values: float | str) -> None:
        """Adds an element; ``content`` is SVG already."""
        written = "".join(
            f' {name.replace("_", "-")}="{_number(value)}"' for name, value in values.items()
        )
        start = f'<{tag} class="{kind}"{written}' if kind else f"<{tag}{written}"
        self.parts.append(f"{start}>{content}</{tag}>" if content else f"{start}/>")

    def text(
        self,
        x: float,
        y: float,
        text: str,
        kind: str = "",
        *,
        anchor: str = "start",
        hint: str = "",
    ) -> None:
        title = f"<title>{escaped(hint)}</title>" if hint else ""
        self.add("text", kind, escaped(text) + title, x=x, y=y, text_anchor=anchor)

    def line(self, kind: str, x1: float, y1: float, x2: float, y2: float, hint: str = "") -> None:
        self.add("path", kind, _title(hint), d=path([(x1, y1), (x2, y2)]))

    def bar(
        self, kind: str, x: float, y: float, width: float, height: float, hint: str = ""
    ) -> None:
        size = {"width": max(width, 0.0), "height": max(height, 0.0)}
        self.add("rect", kind, _title(hint), x=x, y=y, rx=min(3.0, *size.values()), **size)

    def dot(self, kind: str, x: float, y: float, radius: float, hint: str = "") -> None:
        self.add("circle", kind, _title(hint), cx=x, cy=y, r=radius)

    def svg(self, title: str, description: str, kind: str = "") -> str:
        view = f"0 0 {_number(self.width)} {_number(self.height)}"
        return (
            f'<svg class="chart {kind}" role="img" viewBox="{view}">'
            f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc>"
            f"{''.join(self.parts)}</svg>"
        )


def both(draw: Callable[[float], Canvas], title: str, description: str, wide: float = 460) -> str:
    """A chart for wide screens and one for narrow ones."""
    return draw(wide).svg(title, description, "wide") + draw(320).svg(title, description, "narrow")


def path(points: Points, *, closed: bool = False) -> str:
    """The way along points."""
    text = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
    return f"M{text}{'Z' if closed else ''}"


def linear(low: float, high: float, start: float, end: float) -> Scale:
    """Values from low to high onto places from start to end, and no further."""
    span = (high - low) or 1.0

    def place(value: float) -> float:
        share = (min(max(value, low), high) - low) / span
        return start + share * (end - start)

    return place


def logarithmic(low: float, high: float, start: float, end: float) -> Scale:
    inner = linear(math.log(low), math.log(high), start, end)
    return lambda value: inner(math.log(max(value, low)))


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between two, about so many."""
    if high <= low:
        return [low]
    raw = (high - low) / max(about, 1)
    size: float = 10.0 ** math.floor(math.log10(raw))
    step = size * next(factor for factor in (1, 2, 5, 10) if size * factor >= raw * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def whole_ticks(low: int, high: int, about: int) -> list[int]:
    return sorted({round(tick) for tick in ticks(low, high, about) if tick == round(tick)})


def apart(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Places moved so that labels there do not lie on each other, in the same order."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = [places[i] for i in order]
    for _ in range(200):
        changed = False
        for i in range(len(moved) - 1):
            overlap = least - (moved[i + 1] - moved[i])
            if overlap > 1e-6:
                moved[i] -= overlap / 2
                moved[i + 1] += overlap / 2
                changed = True
        if moved:
            # Inside the frame, as far as there is room.
            if (shift := low - moved[0]) > 0:
                moved[0] += shift
            if (shift := moved[-1] - high) > 0:
                moved[-1] -= shift
        if not changed:
            break
    result = [0.0] * len(places)
    for i, place in zip(order, moved, strict=True):
        result[i] = place
    return result


def thinned(count: int, most: int = 240) -> list[int]:
    """Which of so many points to draw: the first, the last and evenly between."""
    if count <= most:
        return list(range(count))
    return sorted({round(i * (count - 1) / (most - 1)) for i in range(most)})


# Axes.


def names_room(names: Sequence[str], width: float) -> tuple[float, int]:
    """Where a plot begins beside names, and how many letters of them there is room for."""
    letters = min(max(map(len, names)), int(width * 0.36 / LETTER))
    return letters * LETTER + 8, letters


def across(
    canvas: Canvas,
    place: Scale,
    marks: Sequence[float],
    bottom: float,
    word: Callable[[float], str],
) -> None:
    """Lines upwards at marks, named below."""
    for tick in marks:
        canvas.line("grid", place(tick), 0, place(tick), bottom)
        canvas.text(place(tick), bottom + 18, word(tick), anchor="middle")


def upwards(
    canvas: Canvas,
    place: Scale,
    marks: Sequence[float],
    ends: tuple[float, float],
    word: Callable[[float], str],
) -> None:
    """Lines across at marks, named at the left."""
    for tick in marks:
        canvas.line("grid", ends[0], place(tick), ends[1], place(tick))
        canvas.text(ends[0] - 8, place(tick) + 4, word(tick), anchor="end")


def count_axis(canvas: Canvas, place: Scale, last: int, bottom: float, what: str) -> None:
    """Numbers below, and what they count."""
    for tick in whole_ticks(0, last, int(canvas.width / 100)):
        canvas.text(place(tick), bottom + 17, str(tick), anchor="middle")
    canvas.text(place(last), bottom + 32, what, anchor="end")


def _title(hint: str) -> str:
    return f"<title>{escaped(hint)}</title>" if hint else ""


def _number(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")

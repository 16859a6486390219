"""Pictures of learning curves: one machine, or several kinds of them side by side.

The same curves give the same bytes.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.charts.axes import (
    LEGEND_ROW,
    LEGEND_SAMPLE,
    LETTER,
    across,
    apart,
    legend,
    linear,
    nearly_logarithmic,
    upwards,
    whole_ticks,
)
from enligne.charts.paper import (
    BLUE,
    DASHED,
    DOTTED,
    GREEN,
    ORANGE,
    SOLID,
    Line,
    content,
    picture_path,
    printable,
    titled,
)
from enligne.files import replace_file
from enligne.learning.curve import quartiles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from enligne.charts.axes import Scale
    from enligne.charts.canvas import Canvas, Point
    from enligne.learning.curve import Curve

_SAFE_INK = "#00694c"

_PANEL = 320.0  # the height of a panel
_LEFT = 65.0
_BELOW = 56.0
_GAP = 36.0
_MOST_BANDS = 8  # more of them only cover each other


@dataclass(frozen=True, slots=True)
class _Opponent:
    """One of the three lines of a curve: whom the machine loses against."""

    title: str
    explanation: str
    ink: str  # dark enough for text
    line: Line

    @property
    def name(self) -> str:
        """Of the curve's column."""
        return self.title.replace(" ", "_")


# Each line is thinner than the one before, which shows below it where both are 0.
_OPPONENTS = (
    _Opponent("worst case", "knows the boxes", "#a34800", Line(ORANGE, SOLID, "circle", 4.1, 7.7)),
    _Opponent("perfect", "makes no mistake", "#005a8e", Line(BLUE, DASHED, "square", 2.8, 6.4)),
    _Opponent("random", "plays any move", _SAFE_INK, Line(GREEN, DOTTED, "up", 2.4, 6.0)),
)


@dataclass(frozen=True, slots=True)
class _Panel:
    """A part of a canvas with axes for games and percentages."""

    canvas: Canvas
    left: float
    top: float
    right: float
    bottom: float
    x: Scale
    y: Scale

    @classmethod
    def drawn(
        cls,
        canvas: Canvas,
        left: float,
        right: float,
        top: float,
        curves: Sequence[Curve],
        *,
        is_first: bool = True,
    ) -> _Panel:
        """A panel with axes for some curves; the first names the percentages for all."""
        bottom, zero = top + _PANEL, top + 0.972 * _PANEL
        ends = [getattr(curve, opponent.name)[-1] for curve in curves for opponent in _OPPONENTS]
        marks: Sequence[float] = range(0, 101, 20)
        y = linear(0, 100, zero, top + 0.028 * _PANEL)
        # A machine that still loses, but hardly ever: between 0 and 2% is all there is to see.
        if any(0 < end < 0.02 for end in ends):
            marks = (0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
            y = nearly_logarithmic(0.1, 125, zero, top)
        start = min(curve.games[0] for curve in curves)
        end = max(curve.games[-1] for curve in curves)
        margin = (end - start) * 0.015 or 0.5
        x = linear(start - margin, end + margin, left, right)
        ticks = whole_ticks(start, end, 6 if right - left > 400 else 4)
        across(canvas, x, ticks, bottom, "{:,}".format, top)
        upwards(canvas, y, marks, (left, right), "{:g}".format if is_first else lambda _: "")
        canvas.line("axis", (left, zero), (right, zero))
        canvas.text((left + right) / 2, bottom + 37, "games", anchor="middle")
        if is_first:
            middle = (top + bottom) / 2
            turned = f"rotate(-90 26 {middle:g})"
            canvas.text(26, middle, "loses (%)", anchor="middle", transform=turned)
        return cls(canvas, left, top, right, bottom, x, y)

    def points(self, curve: Curve, name: str) -> list[Point]:
        losses = getattr(curve, name)
        return [
            (self.x(games), self.y(100 * loss))
            for games, loss in zip(curve.games, losses, strict=True)
        ]

    def ring(self, games: int, colour: str) -> None:
        """Shows where a machine begins to lose no more."""
        place = self.x(games), self.y(0)
        self.canvas.dot("", *place, 6.6, fill="none", stroke=colour, stroke_width=2.2)


def plot_curve(curve: Curve, path: Path | str, *, title: str) -> None:
    """Draws how often a machine loses as it learns: a line for each kind of opponent.

    Args:
        curve: at least one point.
        path: the file to write, as a whole or not at all; its suffix says the format.
        title: above the picture.

    Raises:
        ValueError: the suffix is none of :data:`SUFFIXES`, or the curve has no points.
        OSError: the file cannot be written; the old one is as it was.
    """
    path = picture_path(path)
    if not curve.games:
        raise ValueError("the curve has no points: there is nothing to draw")
    width, right = 795.0, 609.0
    canvas, top = titled(title, width, 50 + _PANEL + _BELOW)
    panel = _Panel.drawn(canvas, _LEFT, right, top + 50, [curve])
    if curve.never_loses_from is not None:
        _mark_safety(panel, curve.never_loses_from)
    step = max(1, len(curve.games) // 12)
    for number, opponent in enumerate(_OPPONENTS):
        points = panel.points(curve, opponent.name)
        opponent.line.draw(canvas, points, points[number * step // 3 :: step])
    _label_ends(panel, curve)
    if curve.never_loses_from is not None:
        panel.ring(curve.never_loses_from, _SAFE_INK)
    described = _described("the machine", curve)
    replace_file(path, content(canvas, path.suffix, title, described))


def plot_comparison(curves: Mapping[str, Sequence[Curve]], path: Path | str, *, title: str) -> None:
    """Draws how often several kinds of machines lose as they learn: a panel for each kind of
    opponent, and in it for each label the median of its curves and a band between the quartiles.

    Args:
        curves: by label, such as ``"her, coach"``; usually a curve for each of some seeds. Where
            they are not measured after the same games, they are interpolated; where some of them
            end, the others go on.
        path: the file to write, as a whole or not at all; its suffix says the format.
        title: above the picture.

    Raises:
        ValueError: the suffix is none of :data:`SUFFIXES`, or a label has no curves, or one of
            them no points.
        OSError: the file cannot be written; the old one is as it was.
    """
    path = picture_path(path)
    if not curves:
        raise ValueError("there are no curves: there is nothing to draw")
    for label, group in curves.items():
        if not group or not all(curve.games for curve in group):
            raise ValueError(f"{label!r} has no curves, or one without points")
    groups = {label: quartiles(group) for label, group in curves.items()}
    medians = [median for _, median, _ in groups.values()]
    texts = [_legend_text(label, group) for label, group in curves.items()]
    width = 1123.0
    room = int((width - _LEFT) / (LEGEND_SAMPLE + 34 + LETTER * max(map(len, texts))))
    columns = max(1, min(4, len(texts), room))
    rows = math.ceil(len(texts) / columns)
    canvas, top = titled(title, width, 65 + _PANEL + _BELOW + rows * LEGEND_ROW + 10)
    each = (width - _LEFT - 26 - 2 * _GAP) / 3
    left = _LEFT
    for opponent in _OPPONENTS:
        canvas.text(left, top + 36, opponent.title, "heading")
        canvas.text(left, top + 52, opponent.explanation, "small")
        panel = _Panel.drawn(
            canvas, left, left + each, top + 65, medians, is_first=opponent is _OPPONENTS[0]
        )
        _draw_groups(panel, opponent.name, list(groups.values()))
        left += each + _GAP

    def sample(number: int, x: float, y: float) -> None:
        Line.of(number).draw(canvas, [(x, y), (x + LEGEND_SAMPLE, y)], [(x + LEGEND_SAMPLE / 2, y)])

    legend(canvas, texts, sample, _LEFT - 6, canvas.height - rows * LEGEND_ROW - 8, columns)
    described = " ".join(map(_described, groups, medians))
    replace_file(path, content(canvas, path.suffix, title, described))


# What both pictures share.


def _percent(probability: float) -> str:
    """Only what is exactly 0 or 1 is written so."""
    if probability in (0, 1):
        return f"{100 * probability:.0f}%"
    percentage = 100 * probability
    if percentage < 0.01:
        return "<0.01%"
    if percentage > 99.99:
        return ">99.99%"
    return f"{percentage:.1f}%" if 10 <= percentage < 99.9 else f"{percentage:.2f}%"


def _described(name: str, curve: Curve) -> str:
    """The end of a curve in words, for those who cannot see it."""
    losses = ", ".join(
        f"{_percent(getattr(curve, opponent.name)[-1])} against {opponent.title}"
        for opponent in _OPPONENTS
    )
    safe = curve.never_loses_from
    end = "" if safe is None else f"; it never loses from game {safe:,}"
    return f"After {curve.games[-1]:,} games {printable(name)} loses {losses}{end}."


# One machine.


def _label_ends(panel: _Panel, curve: Curve) -> None:
    """Names the lines at their right ends, none of the names over another."""
    ends = [panel.points(curve, opponent.name)[-1][1] for opponent in _OPPONENTS]
    # Of lines that end together the worst case is on top, as it is before.
    places = apart(ends, 45, panel.top + 16, panel.bottom - 16)
    canvas, right = panel.canvas, panel.right
    for opponent, end, place in zip(_OPPONENTS, ends, places, strict=True):
        thin = Line(opponent.line.colour, opponent.line.dashes, "", 1.7)
        thin.draw(canvas, [(right, end), (right + 19, place), (right + 28, place)])
        loss = _percent(getattr(curve, opponent.name)[-1])
        canvas.text(
            right + 36, place - 1, f"{opponent.title}: {loss}", "heading", fill=opponent.ink
        )
        canvas.text(right + 36, place + 13, opponent.explanation, "small")


def _mark_safety(panel: _Panel, games: int) -> None:
    """Shows from where on a machine never loses. The text is above, where no line can be."""
    x, top, height = panel.x(games), panel.top, panel.bottom - panel.top
    panel.canvas.bar("", x, top, panel.right - x, height, rx=0, fill=GREEN, opacity=0.08)
    panel.canvas.line("", (x, top), (x, panel.bottom), stroke=GREEN, stroke_width=1.4)
    place = (x - panel.left) / (panel.right - panel.left)
    panel.canvas.text(
        x,
        top - 7,
        f"never loses from game {games:,}",
        "strong",
        anchor="start" if place < 0.25 else "end" if place > 0.75 else "middle",
        fill=_SAFE_INK,
    )


# Several machines.


def _draw_groups(panel: _Panel, name: str, groups: Sequence[tuple[Curve, Curve, Curve]]) -> None:
    """The median of each group, above bands between the quartiles."""
    for number, (lower, _, upper) in enumerate(groups if len(groups) <= _MOST_BANDS else ()):
        above = panel.points(upper, name)
        around = above + panel.points(lower, name)[::-1] + above[:1]
        panel.canvas.path("", around, fill=Line.of(number).colour, opacity=0.14)
    for number, (_, median, _) in enumerate(groups):
        points = panel.points(median, name)
        step = max(1, len(points) // 7)
        Line.of(number).draw(panel.canvas, points, points[number * step // 4 % step :: step])
        if name == "worst_case" and median.never_loses_from is not None:
            panel.ring(median.never_loses_from, Line.of(number).colour)


def _legend_text(label: str, curves: Sequence[Curve]) -> str:
    name = textwrap.shorten(printable(label), 60, placeholder=" …")
    safe = [each.never_loses_from for each in curves if each.never_loses_from is not None]
    median = quartiles(curves)[1].never_loses_from
    if len(curves) == 1:
        return name if median is None else f"{name}: never loses from game {median:,}"
    most = "" if median is None else f", most from game {median:,}"
    if not safe:
        return f"{name} ({len(curves)} machines)"
    return f"{name}: {len(safe)} of {len(curves)} never lose{most}"

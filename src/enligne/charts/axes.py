"""Axes, and the legend."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from enligne.charts.scales import whole_ticks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.charts.canvas import Canvas
    from enligne.charts.scales import Scale

#: The width of a character of a chart's letters, of 12 units height, on average.
LETTER = 6.4
BOLD = 7.6

LEGEND_ROW = 19.0
LEGEND_SAMPLE = 41.0  # the width of what stands before a text


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
    top: float = 0.0,
) -> None:
    """Lines upwards at marks, named below."""
    for tick in marks:
        canvas.line("grid", (place(tick), top), (place(tick), bottom))
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
        canvas.line("grid", (ends[0], place(tick)), (ends[1], place(tick)))
        canvas.text(ends[0] - 8, place(tick) + 4, word(tick), anchor="end")


def count_axis(canvas: Canvas, place: Scale, last: int, bottom: float, what: str) -> None:
    """Numbers below, and what they count."""
    for tick in whole_ticks(0, last, int(canvas.width / 100)):
        canvas.text(place(tick), bottom + 17, str(tick), anchor="middle")
    canvas.text(place(last), bottom + 32, what, anchor="end")


def legend(
    canvas: Canvas,
    texts: Sequence[str],
    sample: Callable[[int, float, float], None],
    left: float,
    top: float,
    columns: int,
) -> None:
    """What each line or bar stands for, column by column; ``sample`` draws the one of a number
    from a place to the right."""
    rows = math.ceil(len(texts) / columns)
    for start in range(0, len(texts), rows):
        group = texts[start : start + rows]
        for row, text in enumerate(group):
            middle = top + LEGEND_ROW * (row + 0.5)
            sample(start + row, left, middle)
            canvas.text(left + LEGEND_SAMPLE + 8, middle + 4, text, "name")
        left += LEGEND_SAMPLE + 34 + LETTER * max(map(len, group))

"""Where values go on a chart, and which of them are named: scales, axes and the legend."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.charts.canvas import Canvas

    Scale = Callable[[float], float]


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


def nearly_logarithmic(linear_to: float, high: float, start: float, end: float) -> Scale:
    """Logarithmic, but linear around 0, which a logarithm never reaches."""
    share = start + (end - start) * 0.5 / (0.5 + math.log10(high / linear_to))
    low_part = linear(-linear_to, linear_to, 2 * start - share, share)
    high_part = logarithmic(linear_to, high, share, end)
    return lambda value: low_part(value) if value < linear_to else high_part(value)


def ticks(low: float, high: float, n: int) -> list[float]:
    """Round numbers between two, about n of them."""
    if high <= low:
        return [low]
    raw = (high - low) / max(n, 1)
    size: float = 10.0 ** math.floor(math.log10(raw))
    step = size * next(factor for factor in (1, 2, 5, 10) if size * factor >= raw * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def whole_ticks(low: int, high: int, n: int) -> list[int]:
    return sorted({round(tick) for tick in ticks(low, high, n) if tick == round(tick)})


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


def thinned(n: int, most: int = 240) -> list[int]:
    """Which of n points to draw: the first, the last and evenly between."""
    if n <= most:
        return list(range(n))
    return sorted({round(i * (n - 1) / (most - 1)) for i in range(most)})


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

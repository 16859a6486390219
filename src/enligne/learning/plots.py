"""Pictures of learning curves: one machine, or several kinds of them side by side.

The same curves give the same bytes.
"""

from __future__ import annotations

import itertools
import math
import textwrap
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Any

from enligne.files import replace_file
from enligne.learning.curve import Curve
from enligne.learning.drawing import QUIET_INK, printable, settings
from enligne.svg.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: How the name of a picture may end; it says the format.
SUFFIXES = (".svg", ".png", ".pdf")

_BACKGROUND = THEMES["light"].background
_GRID = "#e3e7ec"
_SAFE = "#009e73"

_DOTS_PER_INCH = 200


@dataclass(frozen=True, slots=True)
class _Opponent:
    """One of the three lines of a curve: whom the machine loses against."""

    name: str  # of the curve's column
    title: str
    explanation: str
    colour: str
    ink: str  # dark enough for text
    dashes: Any
    marker: str
    width: float


# Each line is thinner than the one before, which shows below it where both are 0.
_OPPONENTS = (
    _Opponent("worst_case", "worst case", "knows the boxes", "#d55e00", "#a34800", "-", "o", 3.4),
    _Opponent(
        "perfect", "perfect", "makes no mistake", "#0072b2", "#005a8e", (0, (5, 2)), "s", 2.3
    ),
    _Opponent(
        "random", "random", "plays any move", "#009e73", "#00694c", (0, (1.2, 1.4)), "^", 2.0
    ),
)

# Their lengths have no common factor: no two of the first 252 lines look the same.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b5548b", "#082f4f", "#c48a00", "#3f9fd8")
_DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.2, 1.4)), (0, (6, 1.5, 1.2, 1.5)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")


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
    path = _checked(path)
    if not curve.games:
        raise ValueError("the curve has no points: there is nothing to draw")
    with settings():
        figure, (axes,), lines_height = _figure(title, panels=1, width=9.2, right=2.15)
        _set_up(axes, [curve])
        step = max(1, len(curve.games) // 12)
        for number, opponent in enumerate(_OPPONENTS):
            axes.plot(
                curve.games,
                [100 * loss for loss in getattr(curve, opponent.name)],
                color=opponent.colour,
                linestyle=opponent.dashes,
                linewidth=opponent.width,
                marker=opponent.marker,
                markersize=opponent.width + 3,
                markeredgecolor=_BACKGROUND,
                markeredgewidth=0.8,
                markevery=(number * step // 3, step),
                zorder=3 + number,
            )
        axes.set_ylabel("loses (%)")
        _label_ends(axes, curve, lines_height)
        if curve.never_loses_from is not None:
            _mark_safety(axes, curve.never_loses_from)
        _save(figure, path, title, _described("the machine", curve))


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
    path = _checked(path)
    if not curves:
        raise ValueError("there are no curves: there is nothing to draw")
    for label, group in curves.items():
        if not group or not all(curve.games for curve in group):
            raise ValueError(f"{label!r} has no curves, or one without points")
    quartiles = {label: _quartiles(group) for label, group in curves.items()}
    texts = [_legend_text(label, group) for label, group in curves.items()]
    columns = max(1, min(4, len(texts), int(12 / (0.8 + 0.078 * max(map(len, texts))))))
    rows = math.ceil(len(texts) / columns)
    with settings():
        figure, panels, _ = _figure(title, panels=3, width=13.0, legend=0.225 * rows + 0.1)
        medians = [median for _, median, _ in quartiles.values()]
        for panel, opponent in zip(panels, _OPPONENTS, strict=True):
            _set_up(panel, medians)
            panel.text(0, 1.075, opponent.title, **_above(panel), fontweight="bold", fontsize=11)
            panel.text(0, 1.025, opponent.explanation, **_above(panel), color=QUIET_INK, fontsize=9)
            for number, three in enumerate(quartiles.values()):
                _draw_group(panel, opponent.name, number, *three, has_band=len(curves) <= 8)
        panels[0].set_ylabel("loses (%)")
        for panel in panels[1:]:
            panel.tick_params(labelleft=False)
        _add_legend(figure, texts, columns)
        described = map(_described, quartiles, medians)
        _save(figure, path, title, " ".join(described))


# What both pictures share.


def _checked(path: Path | str) -> Path:
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise ValueError(
            f"{str(path)!r}: the name of a picture ends in {', '.join(SUFFIXES[:-1])}"
            f" or {SUFFIXES[-1]}"
        )
    return path


def _figure(
    title: str, *, panels: int, width: float, right: float = 0.3, legend: float = 0.0
) -> tuple[Figure, list[Axes], float]:
    """A figure with panels side by side, all measures in inches, and the height of a panel."""
    from matplotlib.figure import Figure

    lines = textwrap.wrap(printable(title), int(8 * width)) or [""]
    left, bottom, inside, gap = 0.75, 0.65 + legend, 3.7, 0.42
    above = 0.58 if panels == 1 else 0.75
    height = bottom + inside + above + 0.29 * len(lines)
    figure = Figure(figsize=(width, height), facecolor=_BACKGROUND)
    figure.text(
        0.3 / width,
        1 - 0.2 / height,
        "\n".join(lines),
        fontsize=15,
        fontweight="bold",
        verticalalignment="top",
    )
    each = (width - left - right - gap * (panels - 1)) / panels
    boxes = [
        (
            (left + number * (each + gap)) / width,
            bottom / height,
            each / width,
            inside / height,
        )
        for number in range(panels)
    ]
    return figure, [figure.add_axes(box) for box in boxes], inside


def _set_up(axes: Axes, curves: Sequence[Curve]) -> None:
    """Axes for the games of some curves, and for percentages from 0 to 100."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

    ends = [getattr(curve, opponent.name)[-1] for curve in curves for opponent in _OPPONENTS]
    # A machine that still loses, but hardly ever: between 0 and 2% there is all there is to see.
    if any(0 < end < 0.02 for end in ends):
        axes.set_yscale("symlog", linthresh=0.1, linscale=0.5)
        axes.set_ylim(-0.02, 125)
        ticks = [0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
    else:
        axes.set_ylim(-3, 103)
        ticks = [0, 20, 40, 60, 80, 100]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.yaxis.set_minor_locator(NullLocator())
    start = min(curve.games[0] for curve in curves)
    end = max(curve.games[-1] for curve in curves)
    margin = (end - start) * 0.015 or 0.5
    axes.set_xlim(start - margin, end + margin)
    axes.xaxis.set_major_locator(
        MaxNLocator(nbins=6, integer=True, min_n_ticks=1, steps=[1, 2, 2.5, 5, 10])
    )
    axes.xaxis.set_major_formatter(FuncFormatter(lambda games, _: f"{games:,.0f}"))
    axes.set_xlabel("games")
    axes.set_facecolor(_BACKGROUND)
    axes.grid(visible=True, color=_GRID, linewidth=0.8)
    axes.axhline(0, color="#9aa5b1", linewidth=1, zorder=1)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, pad=5)
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)


def _above(axes: Axes) -> dict[str, Any]:
    return {"transform": axes.transAxes, "verticalalignment": "bottom"}


def _save(figure: Figure, path: Path, title: str, description: str) -> None:
    title = printable(title)
    match suffix := path.suffix.lower():
        case ".svg":
            about = {"Title": title, "Description": description, "Date": None, "Creator": None}
        case ".png":
            about = {"Title": title, "Description": description, "Software": None}
        case _:
            about = {"Title": title, "Subject": description, "CreationDate": None}
    content = BytesIO()
    figure.savefig(content, format=suffix[1:], dpi=_DOTS_PER_INCH, metadata=about)
    replace_file(path, content.getvalue())


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


def _label_ends(axes: Axes, curve: Curve, inches: float) -> None:
    """Names the lines at their right ends, none of the names over another."""
    room = 0.52 / inches
    to_fraction = axes.transData + axes.transAxes.inverted()
    ends = sorted(
        (
            to_fraction.transform((curve.games[-1], 100 * getattr(curve, each.name)[-1]))[1],
            # Of lines that end together the worst case is on top, as it is before.
            -number,
        )
        for number, each in enumerate(_OPPONENTS)
    )
    places = _spread([place for place, _ in ends], room, room * 0.35, 1 - room * 0.35)
    for (end, number), place in zip(ends, places, strict=True):
        opponent = _OPPONENTS[-number]
        axes.plot(
            [1.0, 1.035, 1.05],
            [end, place, place],
            transform=axes.transAxes,
            color=opponent.colour,
            linestyle=opponent.dashes,
            linewidth=1.4,
            clip_on=False,
        )
        loss = _percent(getattr(curve, opponent.name)[-1])
        axes.text(
            1.065,
            place + room * 0.02,
            f"{opponent.title}: {loss}",
            transform=axes.transAxes,
            color=opponent.ink,
            fontweight="bold",
            fontsize=10.5,
        )
        axes.text(
            1.065,
            place - room * 0.08,
            opponent.explanation,
            transform=axes.transAxes,
            color=QUIET_INK,
            fontsize=8.5,
            verticalalignment="top",
        )


def _spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Rising places, moved as little as is needed to keep a gap between them."""
    spread: list[float] = []
    for place in places:
        spread.append(max(place, spread[-1] + gap if spread else low))
    for index in reversed(range(len(spread))):
        most = spread[index + 1] - gap if index + 1 < len(spread) else high
        spread[index] = min(spread[index], most)
    return spread


def _mark_safety(axes: Axes, games: int) -> None:
    """Shows from where on a machine never loses. The text is above, where no line can be."""
    left, right = axes.get_xlim()
    place = (games - left) / (right - left)
    alignment = "left" if place < 0.25 else "right" if place > 0.75 else "center"
    axes.axvspan(games, right, color=_SAFE, alpha=0.08, linewidth=0, zorder=0)
    axes.axvline(games, color=_SAFE, linewidth=1.2, zorder=2)
    _ring(axes, games, "#00694c")
    axes.text(
        place,
        1.02,
        f"never loses from game {games:,}",
        **_above(axes),
        color="#00694c",
        fontweight="bold",
        fontsize=9.5,
        horizontalalignment=alignment,
    )


def _ring(axes: Axes, games: int, colour: str) -> None:
    axes.plot(
        [games],
        [0],
        linestyle="",
        marker="o",
        markersize=11,
        markerfacecolor="none",
        markeredgecolor=colour,
        markeredgewidth=1.8,
        zorder=20,
    )


# Several machines.


def _quartiles(curves: Sequence[Curve]) -> tuple[Curve, Curve, Curve]:
    """The lower quartile, the median and the upper quartile after each number of games, of those
    curves that reach it."""
    games = sorted({each for curve in curves for each in curve.games})
    three = Curve(list(games)), Curve(list(games)), Curve(list(games))
    for opponent in _OPPONENTS:
        columns = [_interpolated(curve, opponent.name, games) for curve in curves]
        for values in zip(*columns, strict=True):
            known = [value for value in values if value is not None]
            cuts = quantiles(known, n=4, method="inclusive") if len(known) > 1 else known * 3
            for curve, cut in zip(three, cuts, strict=True):
                getattr(curve, opponent.name).append(cut)
    return three


def _interpolated(curve: Curve, name: str, games: Sequence[int]) -> list[float | None]:
    """A column of a curve after other numbers of games; None before its start and past its end."""
    found: dict[int, float] = {}
    points = list(zip(curve.games, getattr(curve, name), strict=True))
    wanted = iter(games)
    each = next(wanted, None)
    for (start, before), (end, after) in itertools.pairwise([points[0], *points]):
        while each is not None and each <= end:
            if each >= start:
                share = (each - start) / (end - start) if end > start else 1
                found[each] = before + share * (after - before) if share < 1 else after
            each = next(wanted, None)
    return [found.get(each) for each in games]


def _draw_group(
    axes: Axes,
    name: str,
    number: int,
    lower: Curve,
    median: Curve,
    upper: Curve,
    *,
    has_band: bool,
) -> None:
    look = _look(number)
    step = max(1, len(median.games) // 7)
    percentages = [[100 * loss for loss in getattr(each, name)] for each in (lower, median, upper)]
    # More bands than a few only cover each other.
    if has_band:
        axes.fill_between(
            median.games,
            percentages[0],
            percentages[2],
            color=look["color"],
            alpha=0.14,
            linewidth=0,
        )
    axes.plot(
        median.games, percentages[1], **look, markevery=(number * step // 4 % step, step), zorder=3
    )
    if name == "worst_case" and (games := median.never_loses_from) is not None:
        _ring(axes, games, look["color"])


def _look(number: int) -> dict[str, Any]:
    return {
        "color": _COLOURS[number % len(_COLOURS)],
        "linestyle": _DASHES[number % len(_DASHES)],
        "marker": _MARKERS[number % len(_MARKERS)],
        "linewidth": 1.9,
        "markersize": 6,
        "markeredgecolor": _BACKGROUND,
        "markeredgewidth": 0.7,
    }


def _legend_text(label: str, curves: Sequence[Curve]) -> str:
    name = textwrap.shorten(printable(label), 60, placeholder=" …")
    safe = [each.never_loses_from for each in curves if each.never_loses_from is not None]
    median = _quartiles(curves)[1].never_loses_from
    if len(curves) == 1:
        return name if median is None else f"{name}: never loses from game {median:,}"
    most = "" if median is None else f", most from game {median:,}"
    if not safe:
        return f"{name} ({len(curves)} machines)"
    return f"{name}: {len(safe)} of {len(curves)} never lose{most}"


def _add_legend(figure: Figure, texts: Sequence[str], columns: int) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], **_look(number)) for number in range(len(texts))]
    legend = figure.legend(
        handles,
        # A text that begins with a line below would be left out.
        [f" {text}" if text.startswith("_") else text for text in texts],
        loc="lower left",
        bbox_to_anchor=(0.045, 0.0),
        ncols=columns,
        frameon=False,
        handlelength=3.4,
        columnspacing=2.2,
        labelspacing=0.55,
        fontsize=9.5,
    )
    legend.set_in_layout(False)

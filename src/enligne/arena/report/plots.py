"""Plots of what came out: strength, pairs, ends, sides, lengths and times."""

from __future__ import annotations

import math
from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from enligne.arena.report.responsive import WIDE, both
from enligne.arena.report.words import (
    duration,
    percent,
    plural,
    points,
    round_duration,
    shortened,
    signed,
)
from enligne.arena.standings import FAILURES
from enligne.charts.axes import across, linear, logarithmic, names_room, ticks, upwards, whole_ticks
from enligne.charts.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markupsafe import Markup

    from enligne.arena.results import Played, Results
    from enligne.arena.standings import Standing
    from enligne.arena.statistics import PairCounts

_ROW = 30


class _Rows:
    """A canvas with a row for each player, and a scale beside the names."""

    def __init__(
        self, table: Sequence[Standing], colours: Sequence[str], width: float, right: float
    ) -> None:
        self._table = table
        self._colours = colours
        self.bottom = _ROW * len(table)
        self.canvas = Canvas(width, self.bottom + 30)
        left, self._letters = names_room([line.name for line in table], width)
        self.ends = left + 10, right

    def __iter__(self) -> Iterator[tuple[Standing, float, str]]:
        """Names each player; yields it with the middle of its row and its colour."""
        for i, line in enumerate(self._table):
            y = _ROW * (i + 0.5)
            name = shortened(line.name, self._letters)
            self.canvas.text(0, y + 4, name, "name", hint=line.name)
            yield line, y, self._colours[line.player]


def ratings(table: Sequence[Standing], colours: Sequence[str]) -> Markup:
    """A dot with its 95 % interval for the rating of each player."""
    low = min(line.elo - line.error for line in table)
    high = max(line.elo + line.error for line in table)

    def draw(width: float) -> Canvas:
        rows = _Rows(table, colours, width, width - 12)
        canvas, place = rows.canvas, linear(low, high, *rows.ends)
        marks = ticks(low, high, max(3, int((width - rows.ends[0]) / 90)))
        across(canvas, place, marks, rows.bottom, signed)
        if low < 0 < high:
            canvas.line("half", (place(0), 0), (place(0), rows.bottom))
        for line, y, kind in rows:
            hint = f"{line.name}: {signed(line.elo)} ± {line.error:.0f}"
            ends = place(line.elo - line.error), place(line.elo + line.error)
            canvas.line(f"whisker {kind}", (ends[0], y), (ends[1], y), hint)
            canvas.dot(f"dot {kind}", place(line.elo), y, 6.5, hint)
        return canvas

    told = "; ".join(f"{line.name} {signed(line.elo)} ± {line.error:.0f}" for line in table)
    return both(draw, "Elo ratings with 95 % intervals", told, WIDE)


def pairs(counts: PairCounts, name: str) -> Markup:
    """How many pairs gave how many points."""
    kinds = ("loss", "loss", "draw", "win", "win")
    most = max(*counts.pairs, 1)

    def draw(width: float) -> Canvas:
        canvas = Canvas(width, 190)
        step = width / 5
        y = linear(0, most, 160, 22)
        for i, (count, kind) in enumerate(zip(counts.pairs, kinds, strict=True)):
            middle = step * (i + 0.5)
            hint = f"{plural(count, 'pair')} with {points(i / 2)} points"
            canvas.bar(
                f"bar {kind}", middle - step * 0.36, y(count), step * 0.72, 160 - y(count), hint
            )
            canvas.text(middle, y(count) - 6, str(count), "strong", anchor="middle")
            canvas.text(middle, 180, points(i / 2), anchor="middle")
        canvas.line("axis", (0, 160.5), (width, 160.5))
        return canvas

    told = ", ".join(
        f"{points(i / 2)} points {count} times" for i, count in enumerate(counts.pairs)
    )
    return both(draw, f"Pairs of games by the points of {name}", told)


def endings(games: Sequence[Played]) -> Markup:
    """How games ended, and how often."""
    counted = Counter(game.termination or "unknown" for game in games).most_common()
    most = counted[0][1]

    def draw(width: float) -> Canvas:
        canvas = Canvas(width, _ROW * len(counted) + 4)
        left, right = 96.0, width - 92
        for i, (ending, count) in enumerate(counted):
            y = _ROW * i
            kind = "failed" if ending in FAILURES else "draw" if ending == "full board" else "p3"
            length = (right - left) * count / most
            canvas.text(0, y + 19, shortened(ending, 14), "name")
            canvas.bar("track", left, y + 6, right - left, 18)
            canvas.bar(f"bar {kind}", left, y + 6, max(length, 3), 18, f"{ending}: {count}")
            share = percent(count / len(games), 0)
            canvas.text(width, y + 19, f"{count} · {share}", "strong", anchor="end")
        return canvas

    told = ", ".join(f"{ending} {count}" for ending, count in counted)
    return both(draw, "How games ended", told)


def sides(results: Results, table: Sequence[Standing], colours: Sequence[str]) -> Markup:
    """The score of every player with each side."""
    shares: dict[int, list[float | None]] = {}
    for line in table:
        found: list[float | None] = []
        for side in range(2):
            had = [
                game.points(line.player)
                for game in results.between(line.player)
                if (game.pairing.first, game.pairing.second)[side] == line.player
            ]
            found.append(sum(had) / len(had) if had else None)
        shares[line.player] = found

    def draw(width: float) -> Canvas:
        rows = _Rows(table, colours, width, width - 16)
        canvas, place = rows.canvas, linear(0, 1, *rows.ends)
        marks = [0, 0.25, 0.5, 0.75, 1]
        across(canvas, place, marks, rows.bottom, lambda tick: f"{100 * tick:.0f} %")
        for line, y, kind in rows:
            first, second = shares[line.player]
            if first is not None and second is not None:
                canvas.line(f"reach {kind}", (place(first), y), (place(second), y))
            if second is not None:
                canvas.dot(f"ring {kind}", place(second), y, 5, f"second side: {percent(second)}")
            if first is not None:
                canvas.dot(f"dot {kind}", place(first), y, 6.5, f"first side: {percent(first)}")
        return canvas

    def told(share: float | None) -> str:
        return "none" if share is None else percent(share)

    text = "; ".join(
        f"{line.name} {told(first)} as first, {told(second)} as second"
        for line in table
        for first, second in [shares[line.player]]
    )
    return both(draw, "Score with the first and with the second side", text)


def lengths(games: Sequence[Played]) -> Markup:
    """How many games were how long."""
    plies = [game.plies for game in games]
    low, high = min(plies), max(plies)
    size = next(step for step in _sizes() if (high - low) // step < 22)
    # A few bars alone would be as broad as a house.
    start = max(0, low // size * size - max(0, 4 - (high - low) // size // 2) * size)
    counts = Counter((ply - start) // size for ply in plies)
    bins = max(9, (high - start) // size + 1)
    most = max(counts.values())
    middle = median(plies)

    def draw(width: float) -> Canvas:
        canvas = Canvas(width, 210)
        left, right, top, bottom = 30.0, width - 6, 26.0, 176.0
        y = linear(0, most, bottom, top)
        x = linear(start, start + bins * size, left, right)
        upwards(canvas, y, whole_ticks(0, most, 4), (left, right), str)
        for i in range(bins):
            one, other = start + i * size, start + (i + 1) * size - 1
            span = str(one) if size == 1 else f"{one} to {other}"
            hint = f"{span} plies: {plural(counts[i], 'game')}"
            width_of_bar = x(one + size) - x(one)
            gap = min(2.0, width_of_bar * 0.15)
            canvas.bar(
                "bar p3",
                x(one) + gap / 2,
                y(counts[i]),
                width_of_bar - gap,
                bottom - y(counts[i]),
                hint,
            )
        canvas.line("axis", (left, bottom + 0.5), (right, bottom + 0.5))
        for tick in whole_ticks(start, start + bins * size, int(width / 60)):
            canvas.text(x(tick), bottom + 18, str(tick), anchor="middle")
        canvas.text(right, 209, "plies", anchor="end")
        place = x(middle + (0.5 if size == 1 else 0))
        canvas.line("half", (place, 16), (place, bottom))
        side = "start" if place < width * 0.6 else "end"
        canvas.text(
            place + (6 if side == "start" else -6), 16, f"median {middle:g}", "strong", anchor=side
        )
        return canvas

    told = f"From {low} to {high} plies, half of the games up to {middle:g}"
    return both(draw, "Length of games", told)


def _sizes() -> list[int]:
    return [factor * 10**power for power in range(6) for factor in (1, 2, 5)]


def times(results: Results, table: Sequence[Standing], colours: Sequence[str]) -> Markup | None:
    """The time of a move of each player, on average and over games; None if nobody's is known."""
    means: dict[int, list[float]] = {line.player: [] for line in table}
    for game in results.games:
        for side, player in enumerate((game.pairing.first, game.pairing.second)):
            if game.moves[side] and game.seconds[side] > 0:
                means[player].append(game.seconds[side] / game.moves[side])
    known = [line for line in table if means[line.player]]
    if not known:
        return None
    spans = {line.player: (min(means[line.player]), max(means[line.player])) for line in known}
    low = min(span[0] for span in spans.values())
    high = max(max(spans[line.player][1], line.seconds_per_move or 0.0) for line in known)
    low, high = low / 1.3, high * 1.3
    marks = [10.0**power for power in range(-7, 5) if low <= 10.0**power <= high]
    if len(marks) < 2:
        marks = [
            factor * 10.0**power
            for power in range(-7, 5)
            for factor in (1, 2, 5)
            if low <= factor * 10.0**power <= high
        ]

    def draw(width: float) -> Canvas:
        rows = _Rows(known, colours, width, width - 66)
        canvas, place = rows.canvas, logarithmic(low, high, *rows.ends)
        room = max(1, int((rows.ends[1] - rows.ends[0]) / 56))
        shown = marks[:: max(1, math.ceil(len(marks) / room))]
        across(canvas, place, shown, rows.bottom, round_duration)
        for line, y, kind in rows:
            average = line.seconds_per_move or 0.0
            ends = spans[line.player]
            hint = f"{line.name}: {duration(average)} a move"
            canvas.line(f"whisker {kind}", (place(ends[0]), y), (place(ends[1]), y), hint)
            canvas.dot(f"dot {kind}", place(average), y, 6, hint)
            canvas.text(width, y + 4, duration(average), "strong", anchor="end")
        return canvas

    told = "; ".join(f"{line.name} {duration(line.seconds_per_move or 0.0)}" for line in known)
    return both(draw, "Average time of a move", told)

"""Plots of how a match, a tournament or a test went, game after game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.arena.report.responsive import WIDE, both
from enligne.arena.report.words import (
    interval,
    percent,
    plural,
    points,
    shortened,
    signed,
)
from enligne.arena.statistics import by_pair, elo_of, estimate, score_of
from enligne.charts.axes import BOLD, apart, count_axis, linear, thinned, ticks, upwards
from enligne.charts.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from enligne.arena.results import Results
    from enligne.arena.sprt import Sprt, SprtStatus
    from enligne.arena.standings import Standing
    from enligne.arena.statistics import Estimate


def progress(results: Results) -> Markup:
    """The score of the first of two players and its interval, pair after pair."""
    steps = _estimates(results)
    chosen = [steps[i] for i in thinned(len(steps))]
    # The first few intervals are as wide as the plot and would flatten the others.
    settled = steps[min(len(steps) - 1, max(3, len(steps) // 12)) :]
    low = min(0.45, *(score_of(step.low) for step in settled), *(step.score for step in settled))
    high = max(0.55, *(score_of(step.high) for step in settled), *(step.score for step in settled))

    def draw(width: float) -> Canvas:
        height = 300 if width > 600 else 220
        canvas = Canvas(width, height)
        left, right, top, bottom = 44.0, width - 46, 22.0, height - 34.0
        y = linear(low, high, bottom, top)
        x = linear(0, steps[-1].observations, left, right)
        upwards(canvas, y, ticks(low, high, 5), (left, right), lambda tick: f"{100 * tick:.0f} %")
        taken: list[float] = []
        # From 0 outwards: towards the ends of the scale, marks come to lie on each other.
        for elo in sorted(ticks(elo_of(max(low, 0.001)), elo_of(min(high, 0.999)), 5), key=abs):
            place = y(score_of(elo))
            if all(abs(place - other) >= 15 for other in taken):
                taken.append(place)
                canvas.text(right + 8, place + 4, signed(elo))
        canvas.text(left, 10, "score", anchor="end")
        canvas.text(right + 8, 10, "Elo")
        count_axis(canvas, x, steps[-1].observations, bottom, "pairs of games")
        canvas.line("half", (left, y(0.5)), (right, y(0.5)))
        upper = [(x(step.observations), y(score_of(step.high))) for step in chosen]
        lower = [(x(step.observations), y(score_of(step.low))) for step in chosen]
        canvas.path("band p1", upper + lower[::-1] + upper[:1])
        line = [(x(step.observations), y(step.score)) for step in chosen]
        canvas.path("curve p1", line)
        canvas.dot("dot p1", *line[-1], 5.5, percent(steps[-1].score))
        return canvas

    last = steps[-1]
    told = (
        f"After {plural(last.observations, 'pair')} {percent(last.score)},"
        f" in Elo {signed(last.elo)}, 95 % interval {interval(last.low, last.high)}"
    )
    return both(draw, f"Score of {results.players[0]} as games were played", told, WIDE)


def _estimates(results: Results) -> list[Estimate]:
    """What was known after each pair."""
    counts = [0] * 5
    found = []
    for group in by_pair(results.games):
        if len(group) == 2:
            counts[round(2 * sum(game.points(0) for game in group))] += 1
            found.append(estimate(counts))
    return found


def race(results: Results, table: Sequence[Standing], colours: Sequence[str]) -> Markup:
    """The points of every player above half of what there was, game after game."""
    ahead = {line.player: [0.0] for line in table}
    for game in results.games:
        for player, curve in ahead.items():
            is_in = player in (game.pairing.first, game.pairing.second)
            curve.append(curve[-1] + (game.points(player) - 0.5 if is_in else 0.0))
    chosen = thinned(len(results.games) + 1)
    low = min(min(curve) for curve in ahead.values())
    high = max(max(curve) for curve in ahead.values())
    low, high = min(low, -1.0), max(high, 1.0)

    def draw(width: float) -> Canvas:
        is_wide = width > 600
        height = 340 if is_wide else 240
        canvas = Canvas(width, height)
        letters = min(26, max(len(line.name) for line in table))
        left, right = 40.0, width - (letters * BOLD + 16 if is_wide else 14)
        top, bottom = 20.0, height - 34.0
        y = linear(low, high, bottom, top)
        x = linear(0, len(results.games), left, right)
        upwards(canvas, y, ticks(low, high, 5), (left, right), signed)
        canvas.text(0, 8, "points above half")
        count_axis(canvas, x, len(results.games), bottom, "games of the tournament")
        canvas.line("half", (left, y(0)), (right, y(0)))
        ends = [y(ahead[line.player][-1]) for line in table]
        for line in reversed(table):
            curve = ahead[line.player]
            way = [(x(i), y(curve[i])) for i in chosen]
            canvas.path(f"curve {colours[line.player]}", way, hint=line.name)
        for line, end, label in zip(table, ends, apart(ends, 15, top, bottom), strict=True):
            kind = colours[line.player]
            canvas.dot(f"dot {kind}", x(len(results.games)), end, 4.5, line.name)
            if is_wide:
                canvas.text(right + 12, label + 4, shortened(line.name, letters), f"label {kind}")
        return canvas

    told = ", ".join(f"{line.name} {points(line.points)} of {line.games}" for line in table)
    return both(draw, "Points above half of all players as games were played", told, WIDE)


def sprt_curve(sprt: Sprt, course: Sequence[SprtStatus]) -> Markup:
    """The likelihood ratio between its bounds, pair after pair."""
    curve = [0.0, *(status.llr for status in course)]
    chosen = thinned(len(curve))
    low = min(sprt.lower * 1.18, *curve)
    high = max(sprt.upper * 1.18, *curve)

    def draw(width: float) -> Canvas:
        height = 270 if width > 600 else 220
        canvas = Canvas(width, height)
        left, right, top, bottom = 40.0, width - 14, 10.0, height - 34.0
        y = linear(low, high, bottom, top)
        x = linear(0, max(1, len(curve) - 1), left, right)
        canvas.bar("accept", left, top, right - left, y(sprt.upper) - top)
        canvas.bar("reject", left, y(sprt.lower), right - left, bottom - y(sprt.lower))
        for tick in (sprt.lower, 0.0, sprt.upper):
            canvas.line("half" if tick == 0 else "bound", (left, y(tick)), (right, y(tick)))
            canvas.text(left - 8, y(tick) + 4, signed(tick, 2 if tick else 0), anchor="end")
        count_axis(canvas, x, len(curve) - 1, bottom, "pairs of games")
        canvas.text(left + 8, y(sprt.upper) + 16, f"H1: {signed(sprt.elo1)} Elo", "strong")
        canvas.text(left + 8, y(sprt.lower) - 8, f"H0: {signed(sprt.elo0)} Elo", "strong")
        canvas.path("curve p1", [(x(i), y(curve[i])) for i in chosen])
        canvas.dot("dot p1", x(len(curve) - 1), y(curve[-1]), 5.5, f"{curve[-1]:.2f}")
        return canvas

    decision = course[-1].decision if course else None
    told = (
        f"After {plural(len(course), 'pair')} the log-likelihood ratio is {curve[-1]:.2f},"
        f" with bounds of {sprt.lower:.2f} and {sprt.upper:.2f}:"
        f" {decision or 'nothing'} is accepted"
    )
    return both(draw, "Sequential test", told, WIDE)

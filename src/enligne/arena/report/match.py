"""What the report says about a match of two players, and about a sequential test."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from enligne.arena.report import curves, plots
from enligne.arena.report.parts import card, figure, tiles
from enligne.arena.report.tables import players
from enligne.arena.report.words import interval, named, percent, plural, points, signed
from enligne.arena.statistics import PairCounts, estimate, pair_counts, pairs_in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Results
    from enligne.arena.sprt import Sprt
    from enligne.arena.standings import Standing

#: With fewer pairs than this, an interval is a rough guide.
_FEW_PAIRS = 20


def match(
    results: Results, table: Sequence[Standing], colours: Sequence[str], sprt: Sprt | None
) -> list[str]:
    """The cards that only a match has, but for its pairs."""
    counts = pair_counts(results, 0, 1)
    parts = [_duel(results, counts)]
    if sprt is not None:
        parts.append(sequential_test(results, sprt))
    if counts.number_of_pairs > 1:
        note = (
            f"The score of {named(results.players[0])} with its 95 % interval, after each pair."
            " An even score is dotted."
        )
        parts.append(card("As games were played", note, figure(curves.progress(results)), "full"))
    parts.append(players(table, colours))
    return parts


def pairs(results: Results) -> str:
    """How the pairs of a match fell."""
    name = results.players[0]
    note = f"Points of {named(name)} in the two games of an opening, one with each side."
    return card("Pairs", note, figure(plots.pairs(pair_counts(results, 0, 1), name)))


def _duel(results: Results, counts: PairCounts) -> str:
    tally = results.tally(0)
    found = estimate(counts)
    names = [named(name) for name in results.players]
    bars = "".join(
        f'<i class="{kind}" style="flex:{count}"></i>'
        for kind, count in zip(("win", "draw", "loss"), tally, strict=True)
        if count
    )
    mine, theirs = points(tally.points), points(tally.games - tally.points)
    alone = sum(counts.singles)
    per = plural(found.observations, "pair" if found.is_paired else "game")
    figures = tiles(
        [
            ("Elo difference", signed(found.elo), interval(found.low, found.high)),
            ("Score", percent(found.score), f"from {per}"),
            ("Likelihood of superiority", percent(found.los), f"of {names[0]}"),
            ("Drawn", percent(tally.draws / tally.games), plural(tally.draws, "game")),
        ]
    )
    rest = (
        f"{plural(alone, 'game')} without a return game {'counts' if alone == 1 else 'count'}"
        " for the points only."
        if alone and found.is_paired
        else ""
    )
    return (
        '<section class="card full"><div class="duel">'
        f'<p class="who"><span class="swatch p1"></span>{names[0]}</p>'
        f'<p class="result">{mine}<i>–</i>{theirs}</p>'
        f'<p class="who right">{names[1]} <span class="swatch p2"></span></p></div>'
        f'<div class="split">{bars}</div><p class="splits">'
        f"<span><b>{tally.wins}</b> won</span><span><b>{tally.draws}</b> drawn</span>"
        f"<span><b>{tally.losses}</b> lost</span></p>{figures}"
        f'<p class="say">{_said(results, counts)} {rest}</p></section>'
    )


def _said(results: Results, counts: PairCounts) -> str:
    """What the match shows, in a sentence."""
    found = estimate(counts)
    one, other = (f"<b>{named(name)}</b>" for name in results.players)
    few = (
        " With so few pairs this is a rough guide."
        if found.observations < _FEW_PAIRS or not found.is_paired
        else ""
    )
    if found.low > 0:
        return f"{one} is stronger than {other} by {_margin(found.low, found.high)}.{few}"
    if found.high < 0:
        return f"{other} is stronger than {one} by {_margin(-found.high, -found.low)}.{few}"
    return f"These games do not tell which of the two is stronger.{few}"


def _margin(low: float, high: float) -> str:
    if math.isinf(high):
        return f"more than {low:.0f} Elo"
    return f"{low:.0f} to {high:.0f} Elo"


def sequential_test(results: Results, sprt: Sprt) -> str:
    pairs_played = pairs_in_order(results, 0, 1)
    course = sprt.course(pairs_played)
    decision = course[-1].decision if course else None
    one, other = (named(name) for name in results.players[:2])
    said = {
        "H1": f"<b>H1 accepted:</b> {one} is stronger than {other} by {signed(sprt.elo1)} rather"
        f" than {signed(sprt.elo0)} Elo.",
        "H0": f"<b>H0 accepted:</b> {one} is not stronger than {other} by {signed(sprt.elo1)}, but"
        f" by {signed(sprt.elo0)} Elo or less.",
        None: "<b>Not decided yet.</b>",
    }[decision]
    note = (
        f"Is {one} stronger than {other} by {signed(sprt.elo1)} Elo (H1) or by {signed(sprt.elo0)}"
        f" (H0)? Errors of {percent(sprt.alpha, 0)} and {percent(sprt.beta, 0)} are allowed; the"
        " test ends when the logarithm of the likelihood ratio leaves its bounds."
    )
    late = len(pairs_played) - len(course)
    if late:
        said += f" {plural(late, 'pair')} played after the decision did not count for it."
    body = f'<p class="say">{said}</p>{figure(curves.sprt_curve(sprt, course))}'
    return card("Sequential test", note, body, "full")

"""The page itself: what its templates are told, and how they write it."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

import enligne
from enligne.arena.report import curves, games, plots, words
from enligne.arena.standings import FAILURES, crosstable, standings
from enligne.arena.statistics import PairCounts, estimate, pair_counts, pairs_in_order
from enligne.errors import RulesError
from enligne.rules import Rules
from enligne.svg import NOT_XML
from enligne.svg.themes import turned_dark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Played, Results
    from enligne.arena.sprt import Sprt
    from enligne.arena.standings import Standing

#: How many players have colours of their own; the others share a grey.
_COLOURS = 8
_MOST_FAILURES = 100
#: With fewer pairs than this, an interval is a rough guide.
_FEW_PAIRS = 20


def page(results: Results, sprt: Sprt | None) -> str:
    """See :func:`enligne.arena.report.html`."""
    try:
        rules = Rules.of(results.rules)
    except RulesError:
        rules = None  # the page says what it was told; it only cannot draw boards
    table = standings(results)
    templates = _templates()
    facts: dict[str, object] = {
        "results": results,
        "table": table,
        "colours": _colours(table),
        "is_match": len(results.players) == 2,
        "turned_dark": turned_dark(rules) if rules else {},
        "version": enligne.__version__,
    }
    if results.games:
        first_side = _points_of_first(results.games)
        facts |= {
            "duel": _duel(results),
            "test": sprt and _test(results, sprt),
            "cells": crosstable(results, [line.player for line in table]),
            "first_side": estimate(first_side),
            "first_lost_drawn_won": first_side.singles,
            "failed": _failed(results),
            "most_failures": _MOST_FAILURES,
            "games": games.section(results, rules, templates),
        }
    written = templates.get_template("report.html").render(facts)
    return NOT_XML.sub("\ufffd", written)


@functools.cache
def _templates() -> jinja2.Environment:
    """The templates, with the charts they may ask for and the ways to write numbers and names."""
    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(plots=plots, curves=curves, anchor=games.anchor)
    for writer in (
        *(words.duration, words.interval, words.margin, words.named, words.percent),
        *(words.plural, words.points, words.signed),
    ):
        found.filters[writer.__name__] = writer
    return found


def _colours(table: Sequence[Standing]) -> list[str]:
    """The class of each player's colour: of two, the first is green; of many, the best."""
    order = [line.player for line in table]
    if len(order) == 2:
        order.sort()
    found = [""] * len(order)
    for place, player in enumerate(order, 1):
        found[player] = f"p{place if place <= _COLOURS else 0}"
    return found


def _points_of_first(played: Sequence[Played]) -> PairCounts:
    points = [game.points(game.pairing.first) for game in played]
    return PairCounts(singles=(points.count(0), points.count(0.5), points.count(1)))


def _failed(results: Results) -> list[tuple[Played, str | None]]:
    """The games that a player lost by its own failure, each with that player where it is known."""
    found = []
    for game in results.games:
        if game.reason or game.termination in FAILURES:
            sides = {game.pairing.first, game.pairing.second}
            loser = next(iter(sides - {game.winner})) if game.winner in sides else None
            found.append((game, None if loser is None else results.players[loser]))
    return found


def _duel(results: Results) -> dict[str, object]:
    """How the first two players fared against each other."""
    counts = pair_counts(results, 0, 1)
    found = estimate(counts)
    return {
        "tally": results.tally(0),
        "counts": counts,
        "found": found,
        "alone": sum(counts.singles),  # games without a return game
        "is_rough": found.observations < _FEW_PAIRS or not found.is_paired,
    }


def _test(results: Results, sprt: Sprt) -> dict[str, object]:
    """A test, what was known after each pair, and how many pairs came too late to count."""
    pairs = pairs_in_order(results, 0, 1)
    course = sprt.course(pairs)
    decision = course[-1].decision if course else None
    late = len(pairs) - len(course)
    return {"sprt": sprt, "course": course, "decision": decision, "late": late}

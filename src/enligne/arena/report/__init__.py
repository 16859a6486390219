"""The report of a match or a tournament: one page that stands alone.

It needs no file, font, script or network: it can be mailed, kept or put on any server. Every text
in it that came from elsewhere is escaped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import enligne
from enligne.arena.report import games, plots, style
from enligne.arena.report.match import match, pairs
from enligne.arena.report.parts import card, figure
from enligne.arena.report.tournament import tournament
from enligne.arena.report.words import duration, escaped, named, percent, plural, signed
from enligne.arena.standings import FAILURES, standings
from enligne.arena.statistics import PairCounts, estimate
from enligne.errors import RulesError
from enligne.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Results
    from enligne.arena.sprt import Sprt
    from enligne.arena.standings import Standing

__all__ = ["html"]

_ICON = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><g fill="var(--accent)">'
    '<circle cx="6.5" cy="25.5" r="4.5"/><circle cx="16" cy="16" r="4.5"/>'
    '<circle cx="25.5" cy="6.5" r="4.5"/></g><g fill="none" stroke="var(--muted)"'
    ' stroke-width="2.5"><circle cx="6.5" cy="6.5" r="3.25"/>'
    '<circle cx="25.5" cy="25.5" r="3.25"/></g></svg>'
)


def html(results: Results, *, sprt: Sprt | None = None) -> str:
    """The report as one page.

    Args:
        results: finished or not.
        sprt: the test that was run between the first two players.
    """
    try:
        rules = Rules.of(results.rules)
    except RulesError:
        rules = None  # the page says what it was told; it only cannot draw boards
    is_match = len(results.players) == 2
    table = standings(results)
    colours = _colours(results, table)
    parts: list[str] = []
    if not results.games:
        parts.append(card("No games yet", "", f"{plural(results.scheduled, 'game')} to come."))
    elif is_match:
        parts += match(results, table, colours, sprt)
    else:
        parts += tournament(results, table, colours, sprt)
    if results.games:
        common = _common(results, table, colours)
        if is_match:
            common.insert(1, pairs(results))  # beside the lengths of games: two alike
        parts += common
        if results.failures or any(line.failures for line in table):
            parts.append(_failures(results))
        parts.append(
            card(
                "Games",
                "Open one to see its moves and its end; moves of the opening are grey.",
                games.section(results, rules),
                kind="full long",
            )
        )
        parts.append(card("", "", _method(is_match), kind="full"))
    title = escaped(results.event or "Games")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{style.sheet(rules)}</style></head><body>"
        f"{_header(results, title)}<main>{''.join(parts)}</main>"
        f"<footer>Enligne {enligne.__version__}</footer></body></html>\n"
    )


def _colours(results: Results, table: Sequence[Standing]) -> list[str]:
    """The class of each player's colour: of two, the first is green; of many, the best."""
    order = [line.player for line in table]
    if len(order) == 2:
        order.sort()
    found = [""] * len(results.players)
    for place, player in enumerate(order, 1):
        found[player] = f"p{place if place <= style.COLOURS else 0}"
    return found


def _header(results: Results, title: str) -> str:
    kind = "Match" if len(results.players) == 2 else "Tournament"
    played = len(results.games)
    count = (
        plural(played, "game") if results.is_complete else f"{played} of {results.scheduled} games"
    )
    who = "" if len(results.players) == 2 else f" · {plural(len(results.players), 'player')}"
    conditions = "".join(
        f"<div><dt>{escaped(name)}</dt><dd>{escaped(value)}</dd></div>"
        for name, value in results.conditions.items()
    )
    return (
        f'<header><p class="kind">{_ICON}{kind}</p><h1>{title}</h1>'
        f'<p class="sub">{escaped(results.rules)}{who} · {count}</p>'
        + (f'<dl class="conditions">{conditions}</dl>' if conditions else "")
        + "</header>"
    )


# What every report has.


def _common(results: Results, table: Sequence[Standing], colours: Sequence[str]) -> list[str]:
    played = results.games
    first = [game.points(game.pairing.first) for game in played]
    share = sum(first) / len(first)
    found = estimate(PairCounts(singles=(first.count(0), first.count(0.5), first.count(1))))
    note = (
        f"The first side had {percent(share)} of all points ({signed(found.elo)} Elo):"
        f" {first.count(1)} won, {first.count(0.5)} drawn, {first.count(0)} lost."
        " The full dot is a player's score as the first side, the ring as the second."
    )
    parts = [
        card("How games ended", "", figure(plots.endings(played))),
        card("Length of games", "", figure(plots.lengths(played))),
        card("First and second side", note, figure(plots.sides(results, table, colours))),
    ]
    if times := plots.times(results, table, colours):
        total = sum(sum(game.seconds) for game in played)
        note = (
            "On average, and from the quickest game to the slowest."
            f" All moves took {duration(total)} together."
        )
        parts.append(card("Time a move", note, figure(times)))
    return parts


def _failures(results: Results) -> str:
    failed = [game for game in results.games if game.reason or game.termination in FAILURES]
    most = 100
    entries = []
    for game in failed[:most]:
        sides = {game.pairing.first, game.pairing.second}
        loser = next(iter(sides - {game.winner})) if game.winner in sides else None
        who = "" if loser is None else f"<b>{named(results.players[loser])}</b>: "
        number = game.pairing.number + 1
        entries.append(
            f'<li>{who}{escaped(game.termination)} in <a href="#game-{number}">game {number}</a>'
            f"<small>{escaped(game.reason)}</small></li>"
        )
    more = len(failed) - most
    rest = f'<p class="note">And {plural(more, "more game")}.</p>' if more > 0 else ""
    note = "Games that a player lost by its own failure rather than on the board."
    return card("Failures", note, f'<ul class="failures">{"".join(entries)}</ul>{rest}', "full")


def _method(is_match: bool) -> str:
    rated = (
        ""
        if is_match
        else "<p>The ratings of a tournament are those of Bradley and Terry: the Elo at which"
        " every player expects the points it has, with half a game added to each so that who won"
        " everything stays finite. Their mean is 0.</p>"
    )
    return (
        '<details class="method"><summary>How these figures are found</summary>'
        "<p>From each opening two games are played, one with each side. Such a pair counts as one"
        " observation, since its games are not independent; intervals come from how the points of"
        " pairs scatter. An Elo difference is the one at which the score is expected:"
        " 400 · log10(score / (1 − score)). A 95 % interval reaches 1.96 standard errors to both"
        " sides of the score. Where all pairs ended alike it is as wide as the rule of three"
        " makes it.</p><p>The likelihood of superiority is the chance that the player is the"
        f" stronger one at all, however little.</p>{rated}</details>"
    )

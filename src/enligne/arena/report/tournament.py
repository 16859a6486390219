"""What the report says about a tournament of many players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.arena.report import curves, plots
from enligne.arena.report.match import sequential_test
from enligne.arena.report.parts import card, figure
from enligne.arena.report.tables import cross, standings
from enligne.arena.report.words import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Results
    from enligne.arena.sprt import Sprt
    from enligne.arena.standings import Standing


def tournament(
    results: Results, table: Sequence[Standing], colours: Sequence[str], sprt: Sprt | None
) -> list[str]:
    """The cards that only a tournament has."""
    parts = [standings(table, colours)]
    note = "Each dot with its 95 % interval; the mean of all players is 0."
    parts.append(card("Strength in Elo", note, figure(plots.ratings(table, colours)), "full"))
    parts.append(cross(results, table, colours))
    if sprt is not None:
        parts.append(sequential_test(results, sprt))
    note = "How far each player was above half of its possible points."
    key = "".join(
        f'<li><span class="swatch {colours[line.player]}"></span>{named(line.name)}</li>'
        for line in table
    )
    race = f'{figure(curves.race(results, table, colours))}<ul class="key narrow-only">{key}</ul>'
    parts.append(card("As games were played", note, race, "full"))
    return parts

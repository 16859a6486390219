"""The tables of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.arena.report.games import anchor
from enligne.arena.report.parts import card
from enligne.arena.report.words import duration, escaped, named, percent, plural, points, signed
from enligne.arena.standings import crosstable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Results, Tally
    from enligne.arena.standings import Standing


def standings(table: Sequence[Standing], colours: Sequence[str]) -> str:
    """Who stands where, and how they fared."""
    leader = table[0]
    is_alone = all(line.rank > 1 for line in table[1:])
    note = f"<b>{named(leader.name)}</b> leads with {points(leader.points)} of"
    note = f"{note} {plural(leader.games, 'point')}." if is_alone else "The lead is shared."
    columns = {
        "Points": [
            f"<b>{points(line.points)}</b> <small>of {line.games}</small>" for line in table
        ],
        "Elo": [f"{signed(line.elo)} <small>± {line.error:.0f}</small>" for line in table],
        "Above next": [
            "–" if line.superiority is None else percent(line.superiority) for line in table
        ],
        "Won": [str(line.tally.wins) for line in table],
        "Drawn": [str(line.tally.draws) for line in table],
        "Lost": [str(line.tally.losses) for line in table],
    }
    rows = _rows(table, colours, columns | _efforts(table), with_ranks=True)
    note += " Above next: how likely a player is stronger than the one below."
    return card("Standings", note, rows, "full")


def players(table: Sequence[Standing], colours: Sequence[str]) -> str:
    """What the two players of a match spent on it."""
    return card("The players", "", _rows(table, colours, _efforts(table), with_ranks=False))


def _efforts(table: Sequence[Standing]) -> dict[str, list[str]]:
    """Columns of what players needed, those that say something."""
    columns = {
        "Time a move": [
            "–" if line.seconds_per_move is None else duration(line.seconds_per_move)
            for line in table
        ]
    }
    if any(line.depth is not None for line in table):
        columns["Depth"] = ["–" if line.depth is None else f"{line.depth:.1f}" for line in table]
    if any(line.failures for line in table):
        columns["Failed"] = [
            f'<b class="bad">{line.failures}</b>' if line.failures else "0" for line in table
        ]
    return columns


def _rows(
    table: Sequence[Standing],
    colours: Sequence[str],
    columns: dict[str, list[str]],
    *,
    with_ranks: bool,
) -> str:
    rows = []
    for i, line in enumerate(table):
        rank = f'<td class="rank">{line.rank}</td>' if with_ranks else ""
        name = f'<span class="swatch {colours[line.player]}"></span>{named(line.name)}'
        cells = "".join(f'<td data-label="{key}">{cells[i]}</td>' for key, cells in columns.items())
        lead = ' class="lead"' if with_ranks and line.rank == 1 else ""
        rows.append(f'<tr{lead}>{rank}<td class="who">{name}</td>{cells}</tr>')
    head = "".join(f'<th scope="col">{name}</th>' for name in columns)
    number = '<th scope="col">#</th>' if with_ranks else ""
    return (
        f'<table class="table"><thead><tr>{number}<th scope="col" class="who">Player</th>{head}'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def cross(results: Results, table: Sequence[Standing], colours: Sequence[str]) -> str:
    order = [line.player for line in table]
    cells = crosstable(results, order)
    head = "".join(
        f'<th scope="col" title="{escaped(line.name)}">{i}</th>' for i, line in enumerate(table, 1)
    )
    rows = []
    for i, (line, row) in enumerate(zip(table, cells, strict=True), 1):
        name = f'{i}&ensp;<span class="swatch {colours[line.player]}"></span>{named(line.name)}'
        inner = "".join(_met(tally, line, other) for tally, other in zip(row, table, strict=True))
        total = f'<td class="total"><span>{points(line.points)}</span></td>'
        rows.append(f'<tr><th scope="row" class="who">{name}</th>{inner}{total}</tr>')
    kind = "cross" if len(table) <= 8 else "cross many"
    body = (
        '<div class="scroll" tabindex="0" role="region" aria-label="Crosstable">'
        f'<table class="{kind}"><thead>'
        f'<tr><th></th>{head}<th scope="col">All</th></tr></thead><tbody>{"".join(rows)}</tbody>'
        '</table></div><p class="legend">lost<i></i>won</p>'
    )
    note = "Points of the player of the row against that of the column, and of how many games."
    return card("Each against each", note, body, "full")


def _met(tally: Tally | None, line: Standing, other: Standing) -> str:
    if tally is None:
        return '<td class="self"></td>'
    if not tally.games:
        return "<td><span>–</span></td>"
    lean = 2 * tally.points / tally.games - 1
    heat = f"rgb(var(--{'win' if lean > 0 else 'loss'}-rgb)/{abs(lean) * 0.62:.2f})"
    hint = (
        f"{line.name} against {other.name}: {tally.wins} won, {tally.draws} drawn,"
        f" {tally.losses} lost"
    )
    return (
        f'<td style="--heat:{heat}"><a href="#{anchor(line.player, other.player)}"'
        f' title="{escaped(hint)}"><b>{points(tally.points)}</b>'
        f"<small>of {tally.games}</small></a></td>"
    )

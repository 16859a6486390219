"""The results of a match or a tournament as text: tables and what there is to say below them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from enligne.arena.standings import crosstable, standings
from enligne.arena.statistics import estimate, pair_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Results
    from enligne.arena.sprt import SprtStatus

_LONGEST_NAME = 40


def summary(results: Results) -> str:
    """All there is to say: the table, for more than two players who beat whom, for two how much
    stronger the first is, and what should be known about the games."""
    parts = [heading(results), standings_table(results)]
    if not results.games:
        return parts[0]
    if len(results.players) > 2:
        parts.append(cross_table(results))
    else:
        parts.append(difference(results))
    if results.sprt is not None:
        parts.append(sprt_line(results, results.sprt))
    if notes := list(_notes(results)):
        parts.append("\n".join(notes))
    return "\n\n".join(parts)


def heading(results: Results) -> str:
    """What is played, and how far it has come."""
    conditions = "; ".join(f"{name}: {value}" for name, value in results.conditions.items())
    count = f"{len(results.games)} of {results.scheduled} games"
    return f"{results.event}: {count}\n{conditions}"


def standings_table(results: Results, width: int | None = None) -> str:
    """Who stands where. Of two players it has no ratings: how much stronger one is, is said once,
    by :func:`difference`.

    Args:
        width: letters in a line; the last columns are left out if there is no room for them.
    """
    rows = [
        [
            f"{each.rank}",
            short_name(each.name),
            f"{each.points:g}",
            f"{each.games}",
            *map(str, each.tally),
            f"{each.elo:+.0f} ±{each.error:.0f}",
            "" if each.superiority is None else f"{each.superiority:.1%}",
            "" if each.seconds_per_move is None else f"{each.seconds_per_move:.3f}",
            "" if each.depth is None else f"{each.depth:.1f}",
            f"{each.failures}" if each.failures else "",
        ]
        for each in standings(results)
    ]
    head = ["", "player", "points", "games", "won", "drawn", "lost"]
    head += ["Elo (95 %)", "LOS", "s/move", "depth", "failed"]
    left_out = {"Elo (95 %)", "LOS"} if len(results.players) == 2 else set()
    if not any(row[-1] for row in rows):
        left_out.add("failed")
    kept = [place for place, name in enumerate(head) if name not in left_out]
    while True:
        table = _table(
            [head[place] for place in kept], [[r[place] for place in kept] for r in rows]
        )
        if width is None or len(kept) <= 3 or max(map(len, table.splitlines())) <= width:
            return table
        kept.pop()


def cross_table(results: Results) -> str:
    """Who beat whom: wins, draws and losses of each row against each column."""
    order = [each.player for each in standings(results)]
    table = crosstable(results, order)
    rows = [
        [f"{place}", short_name(results.players[player])]
        + ["" if not tally or not tally.games else "-".join(map(str, tally)) for tally in row]
        for place, (player, row) in enumerate(zip(order, table, strict=True), 1)
    ]
    return _table(["", "won-drawn-lost", *(str(place + 1) for place in range(len(order)))], rows)


def difference(results: Results) -> str:
    """How much stronger the first of two players is."""
    found = estimate(pair_counts(results, 0, 1))
    return (
        f"{short_name(results.players[0])} scores {found.score:.1%} against"
        f" {short_name(results.players[1])}: Elo {_elo(found.elo)}"
        f" (95 %: {_elo(found.low)} to {_elo(found.high)}),"
        f" likelihood of superiority {found.los:.1%}"
    )


def sprt_line(results: Results, status: SprtStatus) -> str:
    """Where the test of a match stands."""
    text = results.conditions.get("SPRT", "0,0")
    low, high = text.split(",")[:2]
    state = {
        None: "not decided",
        "H0": f"H0, the difference is {low} Elo rather than {high}",
        "H1": f"H1, the difference is {high} Elo rather than {low}",
    }[status.decision]
    return (
        f"SPRT {text}: {state};"
        f" log-likelihood ratio {status.llr:.2f}, bounds {status.lower:.2f} and"
        f" {status.upper:.2f}"
    )


def repeats(results: Results) -> int:
    """How many games repeat one between the same sides move by move: they tell nothing new."""
    games = {
        (game.pairing.first, game.pairing.second, game.record.partition("\n\n")[2])
        for game in results.games
    }
    return len(results.games) - len(games)


def short_name(name: str) -> str:
    """A name that leaves room for the rest of a line; of a long one both ends."""
    if len(name) <= _LONGEST_NAME:
        return name
    half = _LONGEST_NAME // 2
    return f"{name[: half - 1]}…{name[-half:]}"


def _notes(results: Results) -> list[str]:
    notes = []
    if count := repeats(results):
        notes.append(f"{count} games repeat another one move by move")
    failures = results.failures
    notes += [f"game {game.pairing.number + 1}: {game.reason}" for game in failures[:10]]
    if len(failures) > 10:
        notes.append(f"… and {len(failures) - 10} more failures, all in the records")
    return notes


def _elo(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.0f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they need be; the first two are texts, the others numbers."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    ]
    return "\n".join(lines)

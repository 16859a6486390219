"""What a match or a tournament leaves behind: records, figures and a report."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enligne import extras
from enligne.arena.standings import standings
from enligne.arena.statistics import estimate, pair_counts
from enligne.files import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.arena.results import Results
    from enligne.arena.sprt import Sprt

RECORDS = "games.txt"
FIGURES = "results.json"
REPORT = "report.html"


def write_all(folder: str | Path, results: Results, *, sprt: Sprt | None = None) -> list[Path]:
    """Writes the records, the figures and, where the extra ``plots`` is installed, the report into
    a folder, each in one step, over what was there.

    Args:
        sprt: the test of a match, for its curve in the report.

    Raises:
        OSError: a file cannot be written.
    """
    folder = Path(folder)
    contents = {
        RECORDS: "\n".join(game.record for game in results.games),
        FIGURES: as_json(results) + "\n",
    }
    if extras.has("plots"):
        from enligne.arena import report  # large, and only games that are kept need it

        contents[REPORT] = report.html(results, sprt=sprt)
    for name, content in contents.items():
        replace_file(folder / name, content)
    return [folder / name for name in contents]


def as_json(results: Results) -> str:
    """The results as JSON: the table, every meeting of two players, and every game. A number that
    is not finite is null."""
    return json.dumps(_finite(_figures(results)), indent=1)


def _figures(results: Results) -> dict[str, Any]:
    return {
        "event": results.event,
        "rules": results.rules,
        "players": list(results.players),
        "conditions": results.conditions,
        "scheduled": results.scheduled,
        "played": len(results.games),
        "standings": list(_standings(results)) if results.games else [],
        "meetings": list(_meetings(results)),
        "sprt": None if results.sprt is None else asdict(results.sprt),
        "games": [_game(asdict(game)) for game in results.games],
    }


def _standings(results: Results) -> Iterator[dict[str, Any]]:
    # How much stronger one of two players is, their meeting says.
    left_out = {"tally"} | ({"elo", "error", "superiority"} if len(results.players) == 2 else set())
    for each in standings(results):
        found = asdict(each) | {"points": each.points} | each.tally._asdict()
        yield {name: value for name, value in found.items() if name not in left_out}


def _meetings(results: Results) -> list[dict[str, Any]]:
    found = []
    for one, other in combinations(range(len(results.players)), 2):
        tally = results.tally(one, other)
        if not tally.games:
            continue
        counts = pair_counts(results, one, other)
        strength = estimate(counts)
        found.append(
            {
                "player": one,
                "against": other,
                **tally._asdict(),
                "pairs": list(counts.pairs),
                "score": strength.score,
                "elo": strength.elo,
                "low": strength.low,
                "high": strength.high,
                "superiority": strength.los,
            }
        )
    return found


def _game(game: dict[str, Any]) -> dict[str, Any]:
    pairing: dict[str, Any] = game.pop("pairing")
    return pairing | game


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value

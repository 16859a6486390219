"""How many positions with a forced win the Gomoku engine proves in a time each.

    python -m benchmarks.gomoku_tactics FILE [--seconds 1] [--engine gomoku]

Each line of the file is JSON: ``moves``, a list of columns and rows from 0 on a 15x15 board, and
``kind``, a word by which results are counted. A win counts when its line is as long as it says
and wins.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from enligne import Game, Limit, Move, engines
from enligne.engines import Win

if TYPE_CHECKING:
    from enligne.engines import Analysis

RULES = "15x15:5"


def is_won(game: Game, found: Analysis) -> bool:
    """Whether it says so, and its line gets there."""
    if not isinstance(found.score, Win) or len(found.pv) != found.score.plies:
        return False
    side, position = game.position.side, game.position
    for move in found.pv:
        position = position.play(move)
    outcome = position.outcome()
    return outcome is not None and outcome.winner is side


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--engine", default="gomoku")
    options = parser.parse_args()
    engine = engines.create(options.engine)
    tried: Counter[str] = Counter()
    won: Counter[str] = Counter()
    slowest = 0.0
    for line in options.file.read_text().splitlines():
        given = json.loads(line)
        game = Game(RULES, " ".join(str(Move(*cell)) for cell in given["moves"]))
        found = engine.analyse(game.position, Limit(seconds=options.seconds))
        tried[given["kind"]] += 1
        won[given["kind"]] += is_won(game, found)
        slowest = max(slowest, found.seconds)
    for kind, count in tried.items():
        print(f"{kind}: {won[kind]} of {count} proven")
    print(f"slowest: {slowest:.2f} s")


if __name__ == "__main__":
    main()

"""The Gomoku engine against other people's engines, at equal time and with one thread.

    python -m benchmarks.gomoku_peers COMMAND ... [--pairs 50] [--seconds 1] [--openings FILE]

Each COMMAND starts an engine that speaks the Gomocup protocol. A file of openings has one on each
line, as offsets from the middle: ``0,0, -1,-1, 1,-2``; without one, openings are drawn.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

from benchmarks.duel import Result, openings
from enligne import Game, Limit
from enligne.arena import play_game

RULES = "15x15:5"


def opening_of(line: str) -> str | None:
    """The moves of a line of a file; None for a line without any."""
    numbers = [int(part) for part in line.partition("#")[0].replace(",", " ").split()]
    cells = zip(numbers[::2], numbers[1::2], strict=True)
    moves = [f"{'abcdefghijklmno'[7 + x]}{15 - (7 + y)}" for x, y in cells]
    return " ".join(moves) or None


def pair(command: str, opening: str, limit: Limit) -> tuple[list[float], int]:
    """Our points in both games of an opening, and how many of them the other forfeited."""
    start = Game(RULES, opening).position
    points: list[float] = []
    forfeits = 0
    for is_first in (True, False):
        ours, theirs = "gomoku:table_mb=128", f"gomocup:{command}"
        order = (ours, theirs) if is_first else (theirs, ours)
        # The first named plays the first side; the opening decides who is to move.
        record = play_game(*order, RULES, start=start, limit=limit)
        outcome = record.game.outcome()
        assert outcome is not None
        forfeits += bool(record.comments)
        winner = outcome.winner
        points.append(0.5 if winner is None else float((winner == 0) == is_first))
    return points, forfeits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commands", nargs="+", metavar="COMMAND")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=1.0, help="for a move")
    parser.add_argument("--games", type=int, default=os.cpu_count() or 1, help="at once")
    parser.add_argument("--openings", type=Path)
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    if options.openings:
        found = map(opening_of, options.openings.read_text().splitlines())
        lines = [line for line in found if line][: options.pairs]
    else:
        lines = openings(RULES, options.pairs, options.seed)
    limit = Limit(seconds=options.seconds)
    for command in options.commands:
        result, forfeits = Result(), 0
        with ThreadPoolExecutor(options.games) as pool:
            for points, failed in pool.map(pair, repeat(command), lines, repeat(limit)):
                result.add(points)
                forfeits += failed
        print(f"{Path(command.split()[0]).name}: {result}; forfeits: {forfeits}", flush=True)


if __name__ == "__main__":
    main()

"""The Gomoku engine against itself with more time or threads, and against other engines here.

python -m benchmarks.gomoku_duels [--pairs 50] [--seconds 1] [NAME ...]
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass

from benchmarks.duel import duel, openings
from enligne import Limit


@dataclass(frozen=True)
class Duel:
    rules: str
    texts: tuple[str, str]
    #: What each has of the time of a move.
    shares: tuple[float, float] = (1.0, 1.0)
    #: Threads that a game uses at once.
    threads: int = 1


DUELS = {
    "greedy": Duel("15x15:5", ("gomoku", "greedy")),
    "alphabeta": Duel("15x15:5", ("gomoku", "alphabeta")),
    "filters": Duel("15x15:5", ("gomoku", "greedy:evaluation=filters")),
    "time19": Duel("19x19:5", ("gomoku", "gomoku"), (1.0, 0.1)),
    "time20": Duel("20x20:5", ("gomoku", "gomoku"), (1.0, 0.1)),
    "threads": Duel("15x15:5", ("gomoku:threads=2", "gomoku"), threads=2),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(DUELS), metavar="NAME")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=1.0, help="for a move")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=2)
    options = parser.parse_args()
    for name in options.names:
        each = DUELS[name]
        limits = tuple(Limit(seconds=options.seconds * share) for share in each.shares)
        result = duel(
            each.rules,
            each.texts,
            (limits[0], limits[1]),
            openings(each.rules, options.pairs, options.seed),
            max(1, options.processes // each.threads),
        )
        print(f"{name}: {each.texts[0]} against {each.texts[1]} on {each.rules}: {result}")


if __name__ == "__main__":
    main()

"""What each technique of the Gomoku engine is worth: games of the engine with it against the
engine without it, at equal time, both sides of each opening.

    python -m benchmarks.gomoku_techniques [--pairs 100] [--seconds 0.05] [NAME ...]
"""

from __future__ import annotations

import argparse
import os

from benchmarks.duel import duel, openings
from enligne import Limit
from enligne.engines.gomoku import TECHNIQUES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=TECHNIQUES, metavar="NAME")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05, help="for a move")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    limit = Limit(seconds=options.seconds)
    lines = openings("15x15:5", options.pairs, options.seed)
    print("| technique | with it, against without |\n| --- | --- |")
    for name in options.names:
        texts = ("gomoku:table_mb=16", f"gomoku:table_mb=16,without={name}")
        result = duel("15x15:5", texts, (limit, limit), lines, options.processes)
        print(f"| {name} | {result} |", flush=True)


if __name__ == "__main__":
    main()

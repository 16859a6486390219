"""Which levels solve the puzzles of which band: the table of docs/puzzles.md.

    python -m benchmarks.puzzle_bands [RULES ...] [--every 2] [--seed 1]

The levels try with other chances than those that decided the bands.
"""

from __future__ import annotations

import argparse

from enligne.puzzles import BANDS, shipped
from enligne.puzzles.difficulty import Solvers
from enligne.puzzles.puzzle import LEVELS, TRIES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULES")
    parser.add_argument("--every", type=int, default=2, help="of so many puzzles one is tried")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    solvers = Solvers(options.seed)
    print("| band | puzzles |" + "".join(f" {level} |" for level in range(1, LEVELS + 1)))
    print("| --- | --- |" + " --- |" * LEVELS)
    for band in BANDS:
        chosen = [
            each
            for each in shipped()[:: options.every]
            if each.band == band and (not options.rules or each.rules in options.rules)
        ]
        if not chosen:
            continue
        tries = [solvers.solved(each.position, each.solution[0]) for each in chosen]
        shares = [
            sum(int(each[level]) for each in tries) / (TRIES * len(tries))
            for level in range(LEVELS)
        ]
        figures = "".join(f" {share:.0%} |" for share in shares)
        print(f"| {band} | {len(chosen)} |{figures}", flush=True)


if __name__ == "__main__":
    main()

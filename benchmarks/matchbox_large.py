"""The variant her with a coach on larger games than tic-tac-toe, until it can never lose.

    python -m benchmarks.matchbox_large [--seconds 300] [--every 20000] [RULES ...]

Only a side that need not lose can come so far. Whether it has is looked up at regular intervals.
"""

from __future__ import annotations

import argparse
import time

from enligne import FIRST, Side
from enligne.learning import Curve, Menace, Training
from enligne.learning.positions import graph_of

RULES = ("4x4:4", "4x4:3", "5x4:4+gravity", "4x4:4+gravity", "5x3:3")


def learn(rules: str, side: Side, seconds: float, every: int) -> str:
    """Trains a machine with one side, and tells how that went."""
    machine = Menace(rules, variant="her", side="first" if side is FIRST else "second", seed=1)
    curve = Curve()
    start = time.perf_counter()
    is_safe = False
    for _ in Training(machine, "coach", curve).steps(10**12, every=every):
        is_safe = curve.games[-1] == machine.games and machine.never_loses()
        if is_safe or time.perf_counter() - start > seconds:
            break
    spent = time.perf_counter() - start
    return (
        f"{'never loses' if is_safe else 'can still lose'} | {machine.games:,} |"
        f" {machine.results.losses:,} | {spent:.1f} |"
        f" {100 * machine.measure().worst_case.loss:.4g} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", default=RULES)
    parser.add_argument("--seconds", type=float, default=300, help="at most, for each machine")
    parser.add_argument("--every", type=int, default=20_000)
    options = parser.parse_args()
    print(
        f"at most {options.seconds:.0f} s for each machine, looked at every {options.every:,}"
        " games\n"
    )
    print(
        "| rules | made in s | side | boxes | need not lose | result | games | losses | seconds |"
        " worst case, % |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for rules in options.rules:
        graph_of.cache_clear()
        start = time.perf_counter()
        machine = Menace(rules)
        made = time.perf_counter() - start
        for side in Side:
            name = "first" if side is FIRST else "second"
            row = f"| {rules} | {made:.2f} | {name} | {machine.box_count(side):,} |"
            if machine.can_hold(side):
                row += f" yes | {learn(rules, side, options.seconds, options.every)}"
            else:
                row += " no | | | | | |"
            print(row, flush=True)


if __name__ == "__main__":
    main()

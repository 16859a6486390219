"""Each evaluation against each other in games: alpha-beta, both sides of each opening.

python -m benchmarks.evaluations [--openings N] [--plies N] [--limit seconds=0.2] [--rules R]
"""

from __future__ import annotations

import argparse
import itertools
import math
from concurrent.futures import ProcessPoolExecutor

from benchmarks.positions import random_openings
from enligne import Position, Rules
from enligne.engines import Engine, create


def play(start: Position, first: Engine, second: Engine) -> float:
    """The result for the player that begins."""
    position = start
    players = itertools.cycle((first, second))
    while (outcome := position.outcome()) is None:
        position = position.play(next(players).analyse(position).move)
    return 0.5 if outcome.winner is None else float(outcome.winner is start.side)


def pair(a: str, b: str, opening: Position) -> float:
    """The share of points of the first player from both sides of an opening."""
    one, other = create(a), create(b)
    return (play(opening, one, other) + 1 - play(opening, other, one)) / 2


def match(a: str, b: str, openings: list[Position], processes: int) -> tuple[float, float]:
    """The share of points of the first player, and half the width of its 95 % interval."""
    with ProcessPoolExecutor(processes) as pool:
        pairs = list(pool.map(pair, [a] * len(openings), [b] * len(openings), openings))
    mean = sum(pairs) / len(pairs)
    variance = sum((each - mean) ** 2 for each in pairs) / (len(pairs) - 1)
    return mean, 1.96 * math.sqrt(variance / len(pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, default=100)
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--limit", default="seconds=0.2")
    parser.add_argument("--rules", default="connect4")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    openings = random_openings(Rules.of(options.rules), options.plies, options.openings, seed=1)
    print(f"{options.rules}, {2 * len(openings)} games each, {options.limit} a move")
    for a, b in (("lines", "report"), ("lines", "zero"), ("report", "zero")):
        texts = [f"alphabeta:{options.limit},evaluation={each}" for each in (a, b)]
        mean, margin = match(texts[0], texts[1], openings, options.processes)
        print(f"{a:>7} against {b:<7} {100 * mean:5.1f} % ± {100 * margin:.1f}", flush=True)


if __name__ == "__main__":
    main()

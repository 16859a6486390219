"""How often alpha-beta plays a perfect move (the solver's best score) and a good one (win, draw or
loss kept), over random positions of Connect 4.

    python -m benchmarks.accuracy [--engine alphabeta:seconds=1] [--positions 1000] [--processes 2]
"""

from __future__ import annotations

import argparse
import math
import random
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from enligne import Game, Position
from enligne.engines import Engine, create
from enligne.engines.solver import Solver


def random_positions(count: int, seed: int) -> list[Position]:
    """Unfinished positions after 8 to 35 random moves that leave a choice that matters."""
    source = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        game = Game("connect4")
        for _ in range(source.randint(8, 35)):
            if game.outcome() is None:
                game.push(source.choice(list(game.legal_moves)))
        if game.outcome() is None and len(game.legal_moves) > 1:
            found.append(game.position)
    return found


@cache
def tools(text: str) -> tuple[Engine, Solver]:
    return create(text), Solver()


def judge(text: str, position: Position) -> tuple[bool, bool]:
    """Whether the engine's move is perfect, and whether it is good."""
    engine, solver = tools(text)
    scores = solver.verdicts(position)
    assert scores is not None
    best, played = max(scores.values()), scores[engine.analyse(position).move]
    return played == best, (played > 0) - (played < 0) == (best > 0) - (best < 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="alphabeta:seconds=1")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    positions = random_positions(options.positions, seed=1)
    with ProcessPoolExecutor(options.processes) as pool:
        results = list(pool.map(judge, [options.engine] * len(positions), positions, chunksize=5))
    print(f"{options.engine}, {len(positions)} random positions of Connect 4, plies 8 to 35")
    for name, hits in (
        ("perfect", sum(perfect for perfect, _ in results)),
        ("good", sum(good for _, good in results)),
    ):
        rate = hits / len(results)
        margin = 1.96 * math.sqrt(rate * (1 - rate) / len(results))
        print(f"{name:>8} moves {100 * rate:.1f} % ± {100 * margin:.1f}")


if __name__ == "__main__":
    main()

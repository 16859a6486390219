"""The player ``perfect`` from the empty board against all comers: does it ever let a result slip,
and how long does a move take?

    python -m benchmarks.perfect [--games 40]

Each of its moves is judged by a solver that takes as long as it needs: the score before and after.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import time

from enligne import FIRST, Game, Limit, Move, Position, Side
from enligne.engines.solver import Solver
from enligne.players import create

OPPONENTS = (
    "solver, every fourth move random",
    "alphabeta:nodes=50000, every fourth move random",
    "random",
    "solver",
)


class Opponent:
    """An engine, some of whose moves are left to chance so that games differ."""

    def __init__(self, text: str, seed: int) -> None:
        self._engine = create(text.partition(",")[0])
        self._share = 0.25 if "random" in text else 0.0
        self._luck = random.Random(seed)

    def choose(self, position: Position) -> Move:
        if self._luck.random() < self._share:
            return self._luck.choice(list(position.legal_moves))
        move = self._engine.choose(position, Limit(seconds=2)).move
        assert move is not None
        return move


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args()
    perfect, judge = create("perfect"), Solver()
    times: list[float] = []
    slips = imperfect = moves = 0
    results: dict[str, list[int]] = {text: [0, 0, 0] for text in OPPONENTS}
    opponents = {text: Opponent(text, seed) for seed, text in enumerate(OPPONENTS)}
    for number, text in zip(range(options.games), itertools.cycle(OPPONENTS)):
        side = Side(number // len(OPPONENTS) % 2)
        game = Game("connect4")
        while (outcome := game.outcome()) is None:
            position: Position = game.position
            if game.side is not side:
                game.push(opponents[text].choose(position))
                continue
            start = time.perf_counter()
            move = perfect.choose(position).move
            times.append(time.perf_counter() - start)
            assert move is not None
            scores = judge.verdicts(position)
            assert scores is not None
            best, played = max(scores.values()), scores[move]
            slips += sign(best) != sign(played)
            imperfect += best != played
            moves += 1
            game.push(move)
        results[text][0 if outcome.winner is side else 1 if outcome.winner is None else 2] += 1
        name = "first" if side is FIRST else "second"
        print(
            f"game {number + 1}: {name} against {text}: {outcome}, {len(game.moves)} plies",
            flush=True,
        )
    print(f"{moves} moves: {slips} results let slip, {imperfect} not of the best score")
    print(f"time for a move: median {statistics.median(times):.3f} s, most {max(times):.2f} s")
    for text, (wins, draws, losses) in results.items():
        print(f"against {text}: {wins} won, {draws} drawn, {losses} lost")


if __name__ == "__main__":
    main()

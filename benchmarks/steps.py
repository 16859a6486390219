"""Random games with an array and a mask at every step: how many steps a second, game by game and
thousands at once, beside OpenSpiel in the same run where that is installed.

    python -m benchmarks.steps [--rules connect4] [--seconds 3] [--games 4096]
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from typing import TYPE_CHECKING

from enligne import Position, batch

if TYPE_CHECKING:
    from collections.abc import Callable


def single(rules: str) -> Callable[[], int]:
    start = Position(rules)
    luck = random.Random(1)

    def game() -> int:
        position, steps = start, 0
        while not position.is_over:
            position.array()
            position.legal_mask()
            position = position.play(luck.choice(position.legal_moves))
            steps += 1
        return steps

    return game


def several(rules: str, count: int) -> Callable[[], int]:
    games = batch.Games(rules, count, seed=1)

    def step() -> int:
        games.step(games.random_actions())
        games.reset(games.is_over)
        return count

    return step


def open_spiel() -> Callable[[], int]:
    import pyspiel

    rules = pyspiel.load_game("connect_four")
    luck = random.Random(1)

    def game() -> int:
        state, steps = rules.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(luck.choice(state.legal_actions()))
            steps += 1
        return steps

    return game


def rate(work: Callable[[], int], seconds: float) -> float:
    work()
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        steps += work()
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="connect4")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=4096)
    options = parser.parse_args()
    works = {
        "game by game": single(options.rules),
        f"{options.games} at once": several(options.rules, options.games),
    }
    if options.rules == "connect4" and importlib.util.find_spec("pyspiel"):
        works["OpenSpiel"] = open_spiel()
    for name, work in works.items():
        print(f"{name:<16} {rate(work, options.seconds):>14,.0f} steps a second", flush=True)


if __name__ == "__main__":
    main()

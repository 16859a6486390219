"""Random games with an observation and a mask at every step: how many steps a second, one game at
a time and thousands at once, beside OpenSpiel and PettingZoo's Connect Four in the same run where
those are installed (``pip install --group bench`` has what the latter needs).

    python -m benchmarks.steps [--rules connect4] [--seconds 0.2] [--rounds 25] [--games 4096]

All take turns, round after round; the figures are medians, and ratios are taken within a round, by
CPU time. That way they hold on a machine that does other things, too.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import statistics
import time
from typing import TYPE_CHECKING, Any

from enligne import Position, batch

if TYPE_CHECKING:
    from collections.abc import Callable

PEER = "OpenSpiel"


def positions(rules: str) -> Callable[[], int]:
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


def one_game(rules: str) -> Callable[[], int]:
    """With the arrays that are kept up to date."""
    one = batch.OneGame(rules)
    luck = random.Random(1)

    def game() -> int:
        one.reset()
        steps = 0
        while not one.is_over:
            _ = one.array
            _ = one.legal_mask
            one.step(luck.choice(one.legal_actions))
            steps += 1
        return steps

    return game


def one_game_copied(rules: str) -> Callable[[], int]:
    """With a copy of both arrays at every step, for those who keep them."""
    one = batch.OneGame(rules)
    luck = random.Random(1)

    def game() -> int:
        one.reset()
        steps = 0
        while not one.is_over:
            one.array.copy()
            one.legal_mask.copy()
            one.step(luck.choice(one.legal_actions))
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


def environment(made: Any) -> Callable[[], int]:
    """An environment of PettingZoo, without the checks around it."""
    luck = random.Random(1)

    def game() -> int:
        made.reset()
        steps = 0
        while True:
            seen, _, is_over, is_cut, _ = made.last()
            if is_over or is_cut:
                return steps
            made.step(luck.choice(seen["action_mask"].nonzero()[0].tolist()))
            steps += 1

    return game


def works(rules: str, count: int) -> dict[str, Callable[[], int]]:
    found = {
        "one game": one_game(rules),
        "one game, copies kept": one_game_copied(rules),
        f"{count} games at once": several(rules, count),
        "positions": positions(rules),
    }
    if importlib.util.find_spec("pettingzoo"):
        from enligne.adapters.pettingzoo import AlignmentEnv

        found["our PettingZoo environment"] = environment(AlignmentEnv(rules))
    if rules == "connect4" and importlib.util.find_spec("pyspiel"):
        found[PEER] = open_spiel()
    if rules == "connect4" and importlib.util.find_spec("pygame"):
        from pettingzoo.classic.connect_four.connect_four import raw_env

        found["PettingZoo's Connect Four"] = environment(raw_env())
    return found


def rate(work: Callable[[], int], seconds: float) -> float:
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += work()
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="connect4")
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--games", type=int, default=4096)
    options = parser.parse_args()
    contestants = works(options.rules, options.games)
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(options.rounds):
        for name, work in contestants.items():
            rates[name].append(rate(work, options.seconds))
    for name, found in rates.items():
        line = f"{name:<28} {statistics.median(found):>14,.0f} steps a second"
        if PEER in rates:
            ratios = [a / b for a, b in zip(found, rates[PEER], strict=True)]
            low, middle, high = statistics.quantiles(ratios, n=4)
            line += f"  {middle:7.2f} times {PEER} (quartiles {low:.2f} to {high:.2f})"
        print(line, flush=True)


if __name__ == "__main__":
    main()

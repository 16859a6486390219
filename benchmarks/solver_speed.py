"""The solver's speed on five sets of positions, beside BitBully in the same run; then two threads
against one, and the empty board from nothing.

    python -m pip install --group bench
    python -m benchmarks.solver_speed [--seed N]

One thread, no book, the table cleared before each position, outside the clock. Times include what
a call from Python costs, for both.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from bitbully import bitbully_core

from benchmarks.positions import SOLVER_SETS, solver_positions
from enligne import Limit, Position, Rules
from enligne.engines import Stop
from enligne.engines.solver import Solver

if TYPE_CHECKING:
    from enligne import Game


def measure_ours(games: list[Game]) -> tuple[list[int], float, float]:
    """Scores, mean nodes, mean milliseconds."""
    # The compiled solver itself, as for BitBully: a late position takes less than a Python call.
    solver = Solver(book="none")._core_for(Rules.of("connect4"))
    limit, stop = Limit().to_core(), Stop()
    scores, nodes, seconds = [], 0, 0.0
    for game in games:
        handle = game.position._handle
        solver.clear()
        start = time.perf_counter()
        verdict = solver.solve(handle, limit, stop)
        seconds += time.perf_counter() - start
        scores.append(verdict.score)
        nodes += verdict.nodes
    return scores, nodes / len(games), 1000 * seconds / len(games)


def measure_bitbully(games: list[Game]) -> tuple[list[int], float, float]:
    solver = bitbully_core.BitBullyCore()
    scores, nodes, seconds = [], 0, 0.0
    for game in games:
        board = bitbully_core.BoardCore()
        board.setBoard([move.column for move in game.moves])
        solver.resetTranspositionTable()
        solver.resetNodeCounter()
        start = time.perf_counter()
        scores.append(solver.mtdf(board, 0))
        seconds += time.perf_counter() - start
        nodes += solver.getNodeCounter()
    return scores, nodes / len(games), 1000 * seconds / len(games)


def wall_seconds(games: list[Game], threads: int) -> float:
    solver = Solver(threads=threads)
    total = 0.0
    for game in games:
        solver.forget()
        start = time.perf_counter()
        solver.verdict(game.position)
        total += time.perf_counter() - start
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="the name of one set")
    options = parser.parse_args()
    print("| set | positions | our nodes | our ms | BitBully nodes | BitBully ms | faster |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    hard: list[Game] = []
    for each in SOLVER_SETS:
        if options.only not in (None, each.name):
            continue
        games = solver_positions(each, options.seed)
        scores, nodes, ms = measure_ours(games)
        expected, their_nodes, their_ms = measure_bitbully(games)
        assert scores == expected
        print(
            f"| {each.name} | {len(games)} | {nodes:,.0f} | {ms:.4g} | {their_nodes:,.0f} |"
            f" {their_ms:.4g} | {their_ms / ms:.1f} times |",
            flush=True,
        )
        hard = games
    if options.only is not None:
        return
    one, two = wall_seconds(hard, 1), wall_seconds(hard, 2)
    print(
        f"\nopening-hard, wall time: one thread {one:.1f} s, two {two:.1f} s, {one / two:.2f} times"
    )
    for threads in (1, 2):
        start = time.perf_counter()
        Solver(threads=threads).verdict(Position("connect4"))
        print(f"empty board from nothing, {threads} thread(s): {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()

"""How long the exact scores of all moves of a Connect 4 position take, at every ply.

    python -m pip install --group bench
    python -m benchmarks.oracle [--book FILE] [--positions 300] [--peer]

Random positions, one thread, what was solved before forgotten each time; CPU time in milliseconds.
The peer is BitBully with its largest book, on the same positions in the same run.
"""

from __future__ import annotations

import argparse
import random
import time
from functools import partial
from typing import TYPE_CHECKING

from enligne import Position, Rules
from enligne.engines.book_builder import random_position
from enligne.engines.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable


def milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def unfinished(ply: int, source: random.Random) -> Position:
    while True:
        position = random_position(Rules.of("connect4"), ply, source)
        if position.ply == ply:
            return position


def row(times: list[float]) -> str:
    times.sort()
    middle, late = times[len(times) // 2], times[int(0.99 * len(times))]
    return f"{middle:.2f} | {late:.1f} | {times[-1]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", default="shipped")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--peer", action="store_true")
    options = parser.parse_args()
    solver = Solver(book=options.book, table_mb=64)
    solver.prepare(Rules.of("connect4"))
    titles = ["ply", "p50", "p99", "worst"]
    if options.peer:
        from bitbully import BitBully

        from benchmarks.exactness import as_board

        peer = BitBully(opening_book="12-ply-dist")
        titles += ["peer p50", "peer p99", "peer worst"]
    print("|", " | ".join(titles), "|")
    print("|", " | ".join(["---"] * len(titles)), "|")
    source = random.Random(3)
    for ply in range(42):
        ours, theirs = [], []
        for _ in range(options.positions if ply else 1):
            position = unfinished(ply, source)
            solver.forget()
            ours.append(milliseconds(partial(solver.verdicts, position)))
            if options.peer:
                board = as_board(position)
                peer.reset_transposition_table()
                theirs.append(milliseconds(partial(peer.score_all_moves, board)))
        print(f"| {ply} | {row(ours)} |", f"{row(theirs)} |" if theirs else "", flush=True)


if __name__ == "__main__":
    main()

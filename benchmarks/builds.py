"""The speed of this build beside another one, in one run.

    python -m benchmarks.builds OTHER_PYTHON [--pairs 25]

OTHER_PYTHON is the interpreter of an environment in which another build is installed. Both stay
loaded and do the same piece of work in turn, so that a machine whose speed drifts drifts for both;
what counts is the processor time, and of the ratios of all pairs the median, with the quartiles.
Nodes are told too: where they differ, time for a node is compared.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from typing import Any

# Written so that it runs on any version of the package.
WORK = """
import json, random, sys, time
from enligne import Game, Position, engines
from enligne.perft import perft

def random_positions(rules, plies, number, seed):
    source = random.Random(seed)
    while number:
        game = Game(rules)
        while game.outcome() is None and len(game.moves) < plies:
            game.push(source.choice(sorted(game.legal_moves)))
        if game.outcome() is None:
            number -= 1
            yield game.position

def nodes_of(text, positions):
    engine = engines.create(text)
    return lambda: sum(engine.analyse(each).nodes for each in positions)

openings = [
    Game("gomoku", moves).position
    for moves in ("h8 i9 h10", "h8 h9 j10 i10 g9", "h8 i8 i9 g7 j10 k11")
]
middle = list(random_positions("connect4", 12, 100, 1))
other = list(random_positions("6x6:4+gravity", 8, 60, 2))
early = list(random_positions("connect4", 6, 40, 3))
works = {
    "perft connect4 9": lambda: perft("connect4", 9),
    "perft gomoku 3": lambda: perft("gomoku", 3),
    "solver connect4, ply 12": nodes_of("solver", middle),
    "solver 6x6:4+gravity, ply 8": nodes_of("solver", other),
    "solver 5x5:4": nodes_of("solver", [Position("5x5:4")]),
    "alphabeta connect4, depth 11": nodes_of("alphabeta:depth=11", early),
    "alphabeta gomoku, depth 4": nodes_of("alphabeta:depth=4", openings[:2]),
    "gomoku, 200,000 nodes": nodes_of("gomoku:nodes=200000", openings),
}
print(json.dumps(list(works)), flush=True)
for line in sys.stdin:
    start = time.process_time()
    count = works[json.loads(line)]()
    print(json.dumps([time.process_time() - start, count]), flush=True)
"""


class Build:
    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-c", WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.works: list[str] = self._read()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def do(self, work: str) -> tuple[float, int]:
        assert self._process.stdin is not None
        print(json.dumps(work), file=self._process.stdin, flush=True)
        seconds, count = self._read()
        return seconds, count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", metavar="OTHER_PYTHON")
    parser.add_argument("--pairs", type=int, default=25)
    options = parser.parse_args()
    other, this = Build(options.other), Build(sys.executable)
    print(f"{'work':<30} {'other s':>8} {'this s':>8} {'speed':>6}  quartiles    nodes")
    for work in this.works:
        (_, before), (_, after) = other.do(work), this.do(work)  # warms up
        pairs = [(other.do(work)[0], this.do(work)[0]) for _ in range(options.pairs)]
        speeds = [(old / before) / (new / after) for old, new in pairs]
        low, middle, high = statistics.quantiles(speeds, n=4)
        old, new = (statistics.median(each) for each in zip(*pairs, strict=True))
        told = f"{after:,}" if before == after else f"{before:,} -> {after:,}"
        print(f"{work:<30} {old:>8.3f} {new:>8.3f} {middle:>6.3f}  {low:.3f}-{high:.3f}  {told}")


if __name__ == "__main__":
    main()

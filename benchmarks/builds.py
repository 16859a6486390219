"""The speed of this build beside another one, in one run.

    python -m benchmarks.builds OTHER_PYTHON [--rounds 7]

OTHER_PYTHON is the interpreter of an environment in which another build is installed. Both do the
same work in turn, each time in a process of its own; what counts is the processor time of the core,
the least of all rounds. Nodes are told too: where they differ, time for a node is compared.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

# Written so that it runs on any version of the package.
WORK = """
import json, random, time
from enligne import Game, Position, engines
from enligne.perft import perft

def timed(function):
    start = time.process_time()
    count = function()
    return time.process_time() - start, count

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
middle = list(random_positions("connect4", 12, 40, 1))
other = list(random_positions("6x6:4+gravity", 8, 20, 2))
early = list(random_positions("connect4", 6, 10, 3))
print(json.dumps({
    "perft connect4 10": timed(lambda: perft("connect4", 10)),
    "perft gomoku 3": timed(lambda: perft("gomoku", 3)),
    "solver connect4, ply 12": timed(nodes_of("solver", middle)),
    "solver 6x6:4+gravity, ply 8": timed(nodes_of("solver", other)),
    "solver 5x5:4": timed(nodes_of("solver", [Position("5x5:4")])),
    "alphabeta connect4, depth 11": timed(nodes_of("alphabeta:depth=11", early)),
    "alphabeta gomoku, depth 4": timed(nodes_of("alphabeta:depth=4", openings)),
    "gomoku, 400,000 nodes": timed(nodes_of("gomoku:nodes=400000", openings)),
}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", metavar="OTHER_PYTHON")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    seconds: dict[str, list[float]] = {}
    counts: dict[str, list[int]] = {}
    for _ in range(options.rounds):
        for place, python in enumerate((options.other, sys.executable)):
            done = subprocess.run([python, "-c", WORK], capture_output=True, text=True, check=True)
            for name, (spent, count) in json.loads(done.stdout).items():
                best = seconds.setdefault(name, [float("inf")] * 2)
                best[place] = min(best[place], spent)
                counts.setdefault(name, [0, 0])[place] = count
    print(f"{'work':<30} {'other s':>9} {'this s':>9} {'speed':>7}  nodes")
    for name, (old, new) in seconds.items():
        before, after = counts[name]
        speed = (old / before) / (new / after)
        told = f"{after:,}" if before == after else f"{before:,} -> {after:,}"
        print(f"{name:<30} {old:>9.3f} {new:>9.3f} {speed:>7.3f}  {told}")


if __name__ == "__main__":
    main()

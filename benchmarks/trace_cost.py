"""What a trace costs: nodes a second of the search without one, with one, and, where a copy of the
package from before is at hand, of that one.

    python -m benchmarks.trace_cost [--before FOLDER] [--rounds 15]

FOLDER holds a built package ``enligne`` of another time. Each round runs every search in a process
of its own, one after the other and each time in another order, because the machine has other things
to do too; the ratio of two is that of their best rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
from pathlib import Path

SEARCHES = [
    ("alphabeta:depth=14,table_mb=16", "connect4", "44"),
    ("alphabeta:depth=11,order=none,table_mb=16", "connect4", "4444"),
    ("alphabeta:depth=4,table_mb=16", "gomoku", "h8 i9 h9"),
    ("minimax:depth=7", "connect4", "44"),
]
MOST = 20_000

_RUN = """
import json, sys, time
told = json.loads(sys.argv[1])
from enligne import Game, engines
engine = engines.create(told["engine"])
position = Game(told["rules"], told["moves"]).position
more = {"trace": told["most"]} if told["most"] else {}
best = 1e9
for _ in range(3):
    start = time.process_time()
    found = engine.analyse(position, **more)
    best = min(best, time.process_time() - start)
print(json.dumps([found.nodes, best]))
"""


def measured(search: tuple[str, str, str], most: int, before: Path | None) -> tuple[int, float]:
    """Nodes, and seconds of processor time, in a process of its own."""
    engine, rules, moves = search
    told = json.dumps({"engine": engine, "rules": rules, "moves": moves, "most": most})
    command, env = [sys.executable], dict(os.environ)
    if before is not None:
        # Without this package's own installation, which would come first.
        command.append("-S")
        others = [path for path in sys.path if path.endswith("site-packages")]
        env["PYTHONPATH"] = os.pathsep.join([str(before), *others])
    done = subprocess.run(
        [*command, "-c", _RUN, told], env=env, capture_output=True, text=True, check=True
    )
    nodes, seconds = json.loads(done.stdout)
    return nodes, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", metavar="FOLDER", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    kinds: dict[str, tuple[int, Path | None]] = {"off": (0, None), f"{MOST:,}": (MOST, None)}
    if options.before is not None:
        kinds = {"before": (0, options.before)} | kinds
    source = random.Random(1)
    names = list(kinds)
    print("| search | nodes | " + " | ".join(f"{name}: nodes/s" for name in names) + " | cost |")
    print("| --- " * (len(names) + 3) + "|")
    ratios: dict[str, list[float]] = {name: [] for name in names[1:]}
    for search in SEARCHES:
        best = dict.fromkeys(names, float("inf"))
        counts = set()
        for _ in range(options.rounds):
            for name in source.sample(names, len(names)):
                nodes, seconds = measured(search, *kinds[name])
                best[name] = min(best[name], seconds)
                counts.add(nodes)
        (count,) = counts  # the same search, traced or not
        for name, listed in ratios.items():
            listed.append(best[name] / best[names[0]] - 1)
        speeds = " | ".join(f"{count / best[name]:,.0f}" for name in names)
        costs = ", ".join(f"{name} {listed[-1]:+.1%}" for name, listed in ratios.items())
        print(f"| {' '.join(search)} | {count:,} | {speeds} | {costs} |", flush=True)
    for name, listed in ratios.items():
        print(f"\n{name} against {names[0]}: {statistics.mean(listed):+.1%} on average")


if __name__ == "__main__":
    main()

"""How long ``alphabeta:depth=12``, the depth of the Connect 4 report, takes from the opening.

python -m benchmarks.depth12
"""

from __future__ import annotations

import statistics
import time

from benchmarks.positions import random_openings
from enligne import Rules
from enligne.engines import create


def main() -> None:
    positions = [
        position
        for plies in range(20)
        for position in random_openings(Rules.of("connect4"), plies % 10, 1, seed=plies)
    ]
    for evaluation in ("lines", "report"):
        engine = create(f"alphabeta:depth=12,evaluation={evaluation}")
        milliseconds = []
        for position in positions:
            start = time.perf_counter()
            engine.analyse(position)
            milliseconds.append(1000 * (time.perf_counter() - start))
        print(
            f"{engine.text}: median {statistics.median(milliseconds):.0f} ms,"
            f" most {max(milliseconds):.0f} ms, {len(positions)} positions at plies 0 to 9"
        )


if __name__ == "__main__":
    main()

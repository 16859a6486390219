"""Tunes the weights of the Gomoku engine from games against itself.

    python -m tuning.gomoku [--games 6000] [--generations 4] [--nodes 3000] [--out FILE]

Begins from nothing but the order of the patterns. In each generation the engine plays itself with
the weights it has, and the next ones are fitted to these games. The last are written as the C++
file the engine is built from: build it anew afterwards.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np

from tuning import selfplay
from tuning.fit import fit
from tuning.weights import FILE, Weights, first_weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=6000, help="in each generation")
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=3000, help="for each move")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="weights after each generation, to go on from")
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()

    weights = first_weights()
    if options.keep and options.keep.exists():
        kept = np.load(options.keep)
        weights = Weights(kept["cells"], kept["threats"])
    for generation in range(options.generations):
        began = time.monotonic()
        positions = selfplay.Positions()
        parts = selfplay.play(
            options.games,
            weights=weights.to_bytes(),
            nodes=options.nodes,
            processes=options.processes,
            seed=options.seed + generation * options.games,
        )
        for part in parts:
            positions.extend(part)
        played = time.monotonic() - began
        weights, report = fit(positions, weights, epochs=options.epochs, seed=options.seed)
        print(
            f"generation {generation + 1}: {options.games:,} games in {played:.0f} s; {report}; "
            f"fitted in {time.monotonic() - began - played:.0f} s",
            flush=True,
        )
        if options.keep:
            np.savez(options.keep, cells=weights.cells, threats=weights.threats)
        weights.write(options.out)
    print(f"written to {options.out.name}")


if __name__ == "__main__":
    main()

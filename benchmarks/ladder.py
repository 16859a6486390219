"""The ladder: the same positions through minimax, cut-offs, ordering, table, deepening, threads
and the solver; a table on standard output and a plot in docs/plots/ladder.svg.

    python -m benchmarks.ladder
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from benchmarks.positions import random_openings
from enligne import Position, Rules
from enligne.engines import create

DEPTH = 9
POSITIONS = 20
PLIES = 10
STEPS = [
    ("minimax", f"minimax:depth={DEPTH}"),
    ("+ cut-offs", f"alphabeta:depth={DEPTH},order=none,table_mb=0,deepen=off"),
    ("+ ordering", f"alphabeta:depth={DEPTH},table_mb=0,deepen=off"),
    ("+ table", f"alphabeta:depth={DEPTH},deepen=off"),
    ("+ deepening", f"alphabeta:depth={DEPTH}"),
    ("+ 2 threads", f"alphabeta:depth={DEPTH},threads=2"),
    ("solver, to the end", "solver"),
]


def measure(text: str, positions: list[Position]) -> tuple[float, float]:
    """Mean nodes and mean milliseconds for a position."""
    engine = create(text)
    nodes, seconds = [], []
    for position in positions:
        start = time.perf_counter()
        nodes.append(engine.analyse(position).nodes)
        seconds.append(time.perf_counter() - start)
    return statistics.mean(nodes), 1000 * statistics.mean(seconds)


def plot(results: list[tuple[str, float, float]], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "enligne"  # the same picture each time
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 3.6), layout="constrained")
    names = [name for name, _, _ in results]
    places = range(len(names))
    axes.barh(
        [place - 0.2 for place in places],
        [each[1] for each in results],
        0.38,
        color="#0072b2",
        label="nodes",
    )
    axes.barh(
        [place + 0.2 for place in places],
        [each[2] for each in results],
        0.38,
        color="#e69f00",
        label="milliseconds",
        hatch="//",
        edgecolor="white",
    )
    axes.set_xscale("log")
    axes.set_yticks(list(places), names)
    axes.invert_yaxis()
    axes.set_title(f"Connect 4, mean of {POSITIONS} positions at ply {PLIES}, depth {DEPTH}")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    positions = random_openings(Rules.of("connect4"), PLIES, POSITIONS, seed=3)
    results = []
    print("| step | text | nodes | milliseconds |")
    print("| --- | --- | --- | --- |")
    for name, text in STEPS:
        nodes, milliseconds = measure(text, positions)
        results.append((name, nodes, milliseconds))
        print(f"| {name} | `{text}` | {nodes:,.0f} | {milliseconds:,.2f} |", flush=True)
    plot(results, Path(__file__).parent.parent / "docs" / "plots" / "ladder.svg")


if __name__ == "__main__":
    main()

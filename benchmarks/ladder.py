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
from enligne.charts.axes import across, logarithmic, names_room
from enligne.charts.paper import BLUE, content, titled
from enligne.engines import create

WIDTH = 760.0
MARGIN = 26.0
ROW = 36.0
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
    title = f"Connect 4, mean of {POSITIONS} positions at ply {PLIES}, depth {DEPTH}"
    canvas, top = titled(title, WIDTH, ROW * len(results) + 54)
    top += 24
    bottom = top + ROW * len(results)
    values = [value for _, *both in results for value in both]
    powers = [10.0**power for power in range(-3, 12)]
    low = max(power for power in powers if power < min(values))
    high = min(power for power in powers if power > max(values))
    left = MARGIN + names_room([name for name, _, _ in results], WIDTH)[0]
    place = logarithmic(low, high, left, WIDTH - 130)
    marks = [power for power in powers if low <= power <= high]
    across(canvas, place, marks[::2], bottom, "{:,.0f}".format, top)
    for row, (name, nodes, milliseconds) in enumerate(results):
        y = top + ROW * row
        canvas.text(MARGIN, y + 22, name, "name")
        for value, told, down, fill in (
            (nodes, f"{nodes:,.0f} nodes", 4, BLUE),
            (milliseconds, f"{milliseconds:,.{0 if milliseconds > 100 else 2}f} ms", 18, "#e69f00"),
        ):
            canvas.bar("", left, y + down, place(value) - left, 12, told, fill=fill)
            canvas.text(place(value) + 6, y + down + 10, told, "small")
    told = "; ".join(f"{name}: {nodes:,.0f} nodes, {ms:,.2f} ms" for name, nodes, ms in results)
    path.write_bytes(content(canvas, path.suffix, title, told))


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

"""How exactly engines keep a time limit, and how soon they obey a stop.

python -m benchmarks.limits
"""

from __future__ import annotations

import statistics
import threading
import time

from enligne import Limit, Move, Position
from enligne.engines import ENGINES as KINDS
from enligne.engines import Engine, Stop, create

RULES = ("connect4", "8x7:4+gravity", "9x8:5+gravity", "gomoku", "gomoku19", "20x20:5", "26x26:5")
ENGINES = (
    "minimax:depth=60",
    "alphabeta:seconds=60",
    "alphabeta:seconds=60,threads=2",
    "gomoku:seconds=60",
    "gomoku:seconds=60,threads=2",
    "solver",
    "solver:threads=2",
)
REPEATS = 10


def start(rules: str) -> Position:
    """The empty board; without gravity two stones, as some engines need not think about one."""
    position = Position(rules)
    if not position.rules.gravity:
        x, y = position.rules.width // 2, position.rules.height // 2
        position = position.play(Move(x, y)).play(Move(x + 1, y + 1))
    return position


def overshoot(engine: Engine, position: Position, seconds: float) -> float:
    start = time.perf_counter()
    engine.analyse(position, Limit(seconds=seconds))
    return time.perf_counter() - start - seconds


def delay_of_stop(engine: Engine, position: Position) -> float:
    stop = Stop()
    asked = 0.0

    def ask() -> None:
        nonlocal asked
        asked = time.perf_counter()
        stop.set()

    threading.Timer(0.1, ask).start()
    engine.analyse(position, stop=stop)
    return time.perf_counter() - asked


def main() -> None:
    print("| engine | rules | past a limit of 0.1 s, ms: median, most | after a stop: same |")
    print("| --- | --- | --- | --- |")
    for text in ENGINES:
        engine = create(text)
        for rules in RULES:
            position = start(rules)
            if not KINDS[engine.name].plays(position.rules):
                continue
            over = [1000 * overshoot(engine, position, 0.1) for _ in range(REPEATS)]
            late = [1000 * delay_of_stop(engine, position) for _ in range(REPEATS)]
            print(
                f"| {text} | {rules} | {statistics.median(over):.1f}, {max(over):.1f} |"
                f" {statistics.median(late):.1f}, {max(late):.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

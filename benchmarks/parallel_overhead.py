"""What a task costs besides its own work: by processes of this machine, and by a local Ray cluster
of as many.

    python -m benchmarks.parallel_overhead [--processes 2] [--tasks 2000] [--rounds 3]

The places take turns. The overhead is the time of a task by one worker less its time in this
process, so that cores shared with others do not count twice.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from enligne import arena, parallel

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.parallel import Pool


def nothing(task: int) -> int:
    return task


def game(task: int) -> str:
    """A quick game of tic-tac-toe, and its record."""
    return arena.play_game(f"random:seed={task}", "random:seed=1", "tictactoe").text


def seconds_alone(function: Callable[[int], object], tasks: int) -> float:
    start = time.perf_counter()
    for task in range(tasks):
        function(task)
    return (time.perf_counter() - start) / tasks


def seconds_by(pool: Pool, function: Callable[[int], object], tasks: int) -> float:
    start = time.perf_counter()
    count = sum(1 for _ in pool.run(function, range(tasks)))
    assert count == tasks
    return (time.perf_counter() - start) / tasks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tasks", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    places = ("local", "ray")
    functions = {"nothing": nothing, "a game": game}
    found: dict[tuple[str, str, int], list[float]] = {}
    first: dict[str, float] = {}
    last: dict[str, float] = {}
    for name, function in functions.items():
        function(0)
        times = [seconds_alone(function, options.tasks) for _ in range(options.rounds)]
        found["here", name, 1] = times
    for processes in sorted({1, options.processes}):
        for place in places:
            start = time.perf_counter()
            pool = parallel.create(place, processes)
            list(pool.run(nothing, range(processes)))
            first[place] = time.perf_counter() - start
            for name, function in functions.items():
                seconds_by(pool, function, 100)
                found[place, name, processes] = [
                    seconds_by(pool, function, options.tasks) for _ in range(options.rounds)
                ]
            start = time.perf_counter()
            pool.close()
            last[place] = time.perf_counter() - start
    print(
        f"microseconds for a task, the best of {options.rounds} rounds of {options.tasks} tasks\n"
    )
    print("| task | place | processes | time | overhead |")
    print("| --- | --- | --- | --- | --- |")
    for (place, name, processes), times in found.items():
        best = 1e6 * min(times)
        alone = 1e6 * min(found["here", name, 1])
        overhead = f"{best - alone:,.0f}" if processes == 1 and place != "here" else ""
        print(f"| {name} | {place} | {processes} | {best:,.0f} | {overhead} |")
    print("\n| place | seconds to the first results | to the end |")
    print("| --- | --- | --- |")
    for place in places:
        print(f"| {place} | {first[place]:.2f} | {last[place]:.2f} |")


if __name__ == "__main__":
    main()

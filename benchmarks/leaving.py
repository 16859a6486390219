"""Ends programs at any moment while something of theirs still searches: by the end of the script,
an exception, an exit code, or Ctrl-C. The exit code must be Python's, and nothing else be said.

    python -m benchmarks.leaving --tries 200
"""

from __future__ import annotations

import argparse
import itertools
import random
import signal
import subprocess
import sys
import time
from typing import NamedTuple

_BEGIN = """
import asyncio, random, sys, threading, time
from enligne import Game, Limit, Position, engines, learning, perft
gomoku, connect4 = Position("gomoku"), Position("connect4")
luck = random.Random({seed})

def in_background(work):
    threading.Thread(target=work, daemon=True).start()

def again_and_again(work):
    while True:
        work()
"""

#: What is alive at the end.
ALIVE = {
    "generator": """
alive = engines.create("gomoku:seconds=60").analysis(gomoku)
next(alive)
""",
    "threads of a generator": """
alive = engines.create("alphabeta:threads=2").analysis(connect4, Limit(seconds=60))
next(alive)
""",
    "generator of the oracle": """
alive = engines.create("oracle:seconds=60,table_mb=1").analysis(Position("6x6:5"), all_moves=True)
next(alive)
""",
    "thread": """
engine = engines.create("alphabeta:threads=2,table_mb=1")
in_background(lambda: engine.analyse(connect4, Limit(seconds=60), listener=lambda _: None))
""",
    "thread of many searches": """
engine = engines.create("gomoku:depth=3,table_mb=1")
in_background(lambda: again_and_again(lambda: engine.analyse(gomoku, listener=lambda _: None)))
""",
    "solver": """
solver = engines.create("solver:table_mb=1,book=none")
in_background(lambda: solver.analyse(connect4))
""",
    "training": """
machine = learning.Menace("tictactoe")
in_background(lambda: again_and_again(lambda: learning.train(machine, "random", 500)))
""",
    "perft": """
in_background(lambda: perft("gomoku", 6))
""",
    "asynchronous generator": """
loop = asyncio.new_event_loop()
async def begin():
    generator = engines.open("gomoku:seconds=60").analysis(gomoku)
    await anext(generator)
    return generator
alive = loop.run_until_complete(begin())
""",
}

#: How it ends, with the exit code. "main" is the body of a program that Ctrl-C ends.
ENDINGS = {
    "end": ("time.sleep(luck.random() / 20)", 0),
    "exception": ("time.sleep(luck.random() / 20)\nraise ValueError('mine')", 1),
    "exit": ("time.sleep(luck.random() / 20)\nsys.exit(3)", 3),
    "interrupt": ("print('ready', flush=True)\ntime.sleep(60)", -signal.SIGINT),
}

#: Programs that search themselves until Ctrl-C ends them, or their own exception.
BUSY = {
    "analysis": """
for info in engines.create("gomoku:seconds=60,threads=2").analysis(gomoku):
    print("ready", flush=True)
""",
    "analyse": """
print("ready", flush=True)
engines.create("alphabeta:seconds=60").analyse(connect4)
""",
    "asyncio": """
async def main():
    async with engines.open("gomoku:seconds=60") as engine:
        async for info in engine.analysis(gomoku):
            print("ready", flush=True)
asyncio.run(main())
""",
    "tasks": """
async def main():
    async with engines.open("gomoku:seconds=60") as one, engines.open("alphabeta") as other:
        both = [one.analyse(gomoku), other.analyse(connect4, Limit(seconds=60))]
        tasks = [asyncio.ensure_future(each) for each in both]
        print("ready", flush=True)
        await asyncio.gather(*tasks)
asyncio.run(main())
""",
}

#: What Python or the core says when something goes wrong on leaving.
_NOISE = (
    *("terminate", "leaked", "ignored", "Fatal", "Aborted", "never retrieved", "destroyed"),
    *("Segmentation", "RuntimeError", "cannot schedule"),
)


class Case(NamedTuple):
    """A program, and how it ends."""

    name: str
    script: str
    code: int
    is_interrupted: bool


def cases() -> list[Case]:
    """Every program with every ending."""
    found = [
        Case(f"{alive}, {ending}", _BEGIN + ALIVE[alive] + text, code, ending == "interrupt")
        for alive, (ending, (text, code)) in itertools.product(ALIVE, ENDINGS.items())
    ]
    found += [Case(name, _BEGIN + text, -signal.SIGINT, True) for name, text in BUSY.items()]
    return found


def complaint(case: Case, luck: random.Random) -> str:
    """Runs a program; what was wrong with its end, if anything."""
    script = case.script.replace("{seed}", str(luck.getrandbits(32)))
    program = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        if case.is_interrupted:
            assert program.stdout is not None
            program.stdout.readline()
            time.sleep(luck.random() / 10)
            program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=300)
    finally:
        program.kill()
    if program.returncode != case.code:
        return f"exit code {program.returncode}, not {case.code}: {errors}"
    wanted = {0: "", 3: "", 1: "ValueError: mine\n"}.get(case.code, "KeyboardInterrupt\n")
    is_quiet = errors.endswith(wanted) and (wanted or not errors)
    if not is_quiet or any(noise in errors for noise in _NOISE):
        return f"it said {errors}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    luck = random.Random(options.seed)
    failures = 0
    every = cases()
    for number, case in enumerate(itertools.islice(itertools.cycle(every), options.tries), 1):
        if wrong := complaint(case, luck):
            failures += 1
            print(f"{number}: {case.name}: {wrong}", flush=True)
    print(f"{options.tries} tries of {len(every)} programs: {failures} ended otherwise")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()

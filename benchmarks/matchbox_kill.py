"""Whether a saved brain outlives its program: one that trains and saves in a tight loop is killed
at random moments.

    python -m benchmarks.matchbox_kill [--kills 100] [--seed 1]

After each kill the brain must load, with no fewer games than were announced as saved and at most
one lesson more; the next program goes on with it. The exit code is 1 if that ever fails.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING

from enligne.errors import BrainError
from enligne.learning import Brain, Menace, Store, train

if TYPE_CHECKING:
    from pathlib import Path

NAME = "victim"
LESSON = 50  # games between two saves


def work(folder: str) -> None:
    """Trains and saves until killed; announces how many games are safe."""
    store = Store(folder)
    brain = store.load(NAME)
    while True:
        print(brain.machine.games, flush=True)
        brain.curve.extend(train(brain.machine, "random", LESSON, every=LESSON))
        store.save(brain)


class KillError(Exception):
    """What was wrong with the brain after a kill."""


def kill_once(store: Store, delay: float) -> int:
    """Starts the program, kills it, looks at the brain, and returns how often it was saved."""
    command = [sys.executable, __file__, "--work", str(store.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        announced = [program.stdout.readline()]
        time.sleep(delay)
        has_ended = program.poll() is not None
        program.kill()
        announced += program.stdout.readlines()
    safe = [int(line) for line in announced if line.endswith("\n")]
    if has_ended or not safe:
        raise KillError("the program ended by itself")
    try:
        games = store.load(NAME).machine.games
    except BrainError as error:
        raise KillError(f"the brain does not load: {error}") from None
    if not safe[-1] <= games <= safe[-1] + LESSON:
        raise KillError(f"{safe[-1]} games were saved, and the brain has {games}")
    return len(safe) - 1


def half_written(store: Store) -> dict[Path, int]:
    """The files of saves that were not completed, and when they were written."""
    pattern = f".{store.path(NAME).name}.*new"
    return {path: path.stat().st_mtime_ns for path in store.folder.glob(pattern)}


def is_brain(path: Path) -> bool:
    try:
        Brain.from_json(path.read_text(encoding="utf-8"))
    except (BrainError, UnicodeDecodeError):
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", metavar="FOLDER", help="be the program that is killed")
    options = parser.parse_args()
    if options.work is not None:
        work(options.work)
    luck = random.Random(options.seed)
    failures = saves = while_saving = unfinished = 0
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        store.create(Brain(NAME, Menace("tictactoe", variant="scroggs", side="random", seed=1)))
        seen: dict[Path, int] = {}
        for number in range(1, options.kills + 1):
            try:
                saves += kill_once(store, luck.uniform(0, 0.5))
            except KillError as error:
                failures += 1
                print(f"kill {number}: {error}", flush=True)
            left_over = half_written(store)
            for path, when in left_over.items():
                if seen.get(path) != when:
                    while_saving += 1
                    unfinished += not is_brain(path)
            seen = left_over
        games = store.load(NAME).machine.games if failures == 0 else 0
    print(f"{options.kills} kills; {saves:,} saves announced, {games:,} games in the last brain")
    print(f"{while_saving} fell while a save was written; {unfinished} left half a file behind")
    print(f"{failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

"""Whether a tournament outlives its program: it is killed at random moments and resumed.

    python -m benchmarks.arena_kill [--kills 20] [--games 120] [--seed 1]

The tournament is one of several kinds of players, programs of their own among them. After each kill
no game that was written down may be missing or have changed. At the end every scheduled game must
be there once, in the journal and among the records, and nothing of the killed programs may still
run. The exit code is 1 if any of that fails.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from enligne import record

FILE = Path(__file__).parent.parent / "examples" / "connectx.py"
PLAYERS = ["random", "greedy", "alphabeta:depth=3", f"connectx:{FILE}", "minimax:depth=2"]

#: Marks the processes of one run, so that those left behind are found.
MARK = "ENLIGNE_ARENA_KILL"


class KillError(Exception):
    """What was wrong after a kill."""


@dataclass
class Victim:
    """A tournament that is killed again and again."""

    folder: Path
    games: int
    players: list[str]
    rules: str = "connect4"

    @property
    def scheduled(self) -> int:
        return self.games * len(self.players) * (len(self.players) - 1) // 2

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "enligne", "tournament", *self.players]
        command += ["--rules", self.rules, "--games", str(self.games), "--quiet"]
        command += ["--out", str(self.folder), "--resume"]
        return subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            env=os.environ | {MARK: str(self.folder)},
        )

    def written(self) -> list[bytes]:
        """The lines of the journal that are whole."""
        path = self.folder / "journal.jsonl"
        content = path.read_bytes() if path.exists() else b""
        return [line for line in content.splitlines(keepends=True) if line.endswith(b"\n")]

    def kill_once(self, delay: float, *, is_playing: bool = False) -> bool:
        """Starts the program, kills it with its group after ``delay`` seconds, and looks at what
        is left. Tells whether it was still running.

        Args:
            is_playing: the delay begins when a game has been written down.

        Raises:
            KillError: a game is missing, or has changed.
        """
        before = self.written()
        with self.start() as program:
            while is_playing and program.poll() is None and len(self.written()) < len(before) + 2:
                time.sleep(0.01)
            try:
                program.wait(delay)
            except subprocess.TimeoutExpired:
                os.killpg(program.pid, signal.SIGKILL)
        was_running = program.returncode == -signal.SIGKILL
        if not was_running and program.returncode != 0:
            raise KillError(f"the program ended with exit code {program.returncode}")
        after = self.written()
        if after[: len(before)] != before:
            raise KillError(f"of {len(before)} lines some are gone or changed")
        return was_running

    def finish(self, seconds: float) -> None:
        """Plays what is left."""
        with self.start() as program:
            if (code := program.wait(seconds)) != 0:
                raise KillError(f"the program ended with exit code {code}")

    def check(self) -> None:
        """Looks whether every scheduled game is there once.

        Raises:
            KillError: one is missing, or there twice, or has no record.
        """
        numbers = [json.loads(line)["pairing"]["number"] for line in self.written()[1:]]
        if sorted(numbers) != list(range(self.scheduled)):
            raise KillError(
                f"{len(numbers)} games, {len(set(numbers))} different ones, instead of"
                f" {self.scheduled}"
            )
        found = record.read(self.folder / "games.txt")
        rounds = [int(each.tags["Round"]) for each in found.records]
        if found.errors or rounds != list(range(1, self.scheduled + 1)):
            raise KillError(f"{len(rounds)} records and {len(found.errors)} broken ones")
        results = json.loads((self.folder / "results.json").read_text())
        points = sum(each["points"] for each in results["standings"])
        if points != self.scheduled or results["played"] != self.scheduled:
            raise KillError(f"{points} points in {results['played']} games")

    def left_behind(self) -> list[int]:
        """The processes of the killed programs that still run after a while."""
        deadline = time.monotonic() + 60
        while (found := self._running()) and time.monotonic() < deadline:
            time.sleep(0.05)
        return found

    def _running(self) -> list[int]:
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):  # it has just ended, or is someone else's
                if process.environ().get(MARK) == str(self.folder):
                    found.append(process.pid)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=120, help="between each two players")
    parser.add_argument("--longest", type=float, default=3.0, help="seconds before a kill")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    luck = random.Random(options.seed)
    failures = kills = 0
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(Path(folder), options.games, PLAYERS)
        for number in range(1, options.kills + 1):
            try:
                kills += victim.kill_once(luck.uniform(0, options.longest))
            except KillError as error:
                failures += 1
                print(f"kill {number}: {error}", flush=True)
            print(f"kill {number}: {max(0, len(victim.written()) - 1)} games", flush=True)
        try:
            victim.finish(3600)
            victim.check()
        except KillError as error:
            failures += 1
            print(error)
        if left := victim.left_behind():
            failures += 1
            print(f"{len(left)} processes were left behind")
    print(f"{kills} kills while it ran; {victim.scheduled} games, each there once")
    print(f"{failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

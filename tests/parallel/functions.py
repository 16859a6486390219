"""What the workers of the tests do. Workers find these functions by their names."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

from enligne import arena
from enligne.errors import PlayerFailedError, RecordError


def square(number: int) -> int:
    return number * number


def wait_for(path: Path) -> str:
    while not path.exists():
        time.sleep(0.01)
    return path.name


def fail(kind: str) -> int:
    if kind == "player":
        raise PlayerFailedError("it fell asleep", reason="silent")
    if kind == "record":
        raise RecordError("no game", line=12, file="games.txt")
    if kind == "file":
        Path("/nowhere/at/all").read_text()
    if kind == "type":
        raise type("HomelessError", (Exception,), {})("nobody knows it")
    if kind == "result":
        return lambda: 1  # type: ignore[return-value]
    return 0


def die_at_first(task: tuple[int, Path | None]) -> int:
    """Kills its worker unless there is such a file, which it writes."""
    number, path = task
    if path is not None and not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_die(path: Path) -> None:
    with path.open("a") as file:
        file.write("once\n")
    os._exit(7)


def leave_behind(path: Path) -> None:
    """Starts a program as much on its own as can be, notes its number and that of this process,
    then dies of it the first time, and the second time waits for ever."""
    program = subprocess.Popen(["sleep", "1000"], start_new_session=True, env={})
    grandchild = subprocess.Popen(["sh", "-c", "setsid sleep 1000 & echo $!"], stdout=-1)
    assert grandchild.stdout is not None
    numbers = [os.getpid(), program.pid, int(grandchild.stdout.readline())]
    is_first = not path.exists()
    with path.open("a") as file:
        file.write(" ".join(map(str, numbers)) + "\n")
    if is_first:
        os._exit(1)
    time.sleep(1000)


def play(seed: int) -> str:
    return arena.play_game(f"random:seed={seed}", "random:seed=1", "tictactoe").text


def ancestors(_: object) -> list[int]:
    """The number of this process, of its parent, and so on."""
    found = [os.getpid()]
    while found[-1] > 1:
        stat = Path(f"/proc/{found[-1]}/stat").read_text()
        found.append(int(stat.rpartition(")")[2].split()[1]))
    return found


def end_ancestor_at_first(task: tuple[int, int, Path]) -> int:
    """Kills its parent (1), its parent's parent (2), … unless there is such a file."""
    number, distance, path = task
    if not path.exists():
        path.touch()
        os.kill(ancestors(None)[distance], signal.SIGKILL)
        time.sleep(1000)
    return number

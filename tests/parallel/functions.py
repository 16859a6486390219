"""What the workers of the tests do. Workers find these functions by their names."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil

from enligne import arena
from enligne.errors import PlayerFailedError, RecordError


def square(number: int) -> int:
    return number * number


def wait_for(path: Path) -> str:
    while not path.exists():
        time.sleep(0.01)
    return path.name


class UnpackedError(Exception):
    """An error with something in it that cannot leave its process."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.lock = threading.Lock()


def fail(kind: str) -> int:
    if kind == "player":
        raise PlayerFailedError("it fell asleep", reason="silent")
    if kind == "record":
        raise RecordError("no game", line=12, file="games.txt")
    if kind == "file":
        Path("/nowhere/at/all").read_text()
    if kind == "type":
        raise type("HomelessError", (Exception,), {})("nobody knows it")
    if kind == "json":
        json.loads("[1,")
    if kind == "lock":
        raise UnpackedError("a lock")
    if kind == "exit":
        sys.exit(3)
    if kind == "result":
        return threading.Lock()  # type: ignore[return-value]
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


def interrupt(_: object) -> int:
    """Sends Ctrl-C to this process, and tells how a program ends that gets it, too."""
    os.kill(os.getpid(), signal.SIGINT)
    return subprocess.run(["sh", "-c", "kill -INT $$"], check=False).returncode


def leave_behind(path: Path) -> None:
    """Starts programs that leave its session, one of which loses its parent, and notes their
    numbers and that of this process. The first time it then dies, the second time it waits for
    ever, and its program does not even have an environment."""
    is_first = not path.exists()
    environment: dict[str, str] | None = None if is_first else {}
    program = subprocess.Popen(["sleep", "1000"], start_new_session=True, env=environment)
    grandchild = subprocess.Popen(["sh", "-c", "setsid sleep 1000 & echo $!"], stdout=-1)
    numbers = [os.getpid(), program.pid, int(grandchild.stdout.readline())]
    with path.open("a") as file:
        file.write(" ".join(map(str, numbers)) + "\n")
    if is_first:
        os._exit(1)
    time.sleep(1000)


def play(seed: int) -> str:
    return arena.play_game(f"random:seed={seed}", "random:seed=1", "tictactoe").text


def ancestors(_: object) -> list[int]:
    """The number of this process, of its parent, and so on."""
    return [os.getpid(), *(process.pid for process in psutil.Process().parents())]


def end_parent_at_first(task: tuple[int, Path]) -> int:
    """Kills its parent unless there is such a file."""
    number, path = task
    if not path.exists():
        path.touch()
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(1000)
    return number


def note_and_wait(task: tuple[Path, Path | None]) -> str:
    """Notes that it began, and waits for a file if there is one to wait for; else kills its worker
    the first time."""
    notes, path = task
    with notes.open("a") as file:
        file.write(f"{'dies' if path is None else path.name}\n")
    if path is not None:
        return wait_for(path)
    if notes.read_text().count("dies") == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return "dies"


def leave_copy(path: Path) -> int:
    """Dies the first time, and leaves a copy of itself that holds whatever it has open."""
    if path.exists():
        return 1
    path.touch()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(1)


def talk(number: int) -> int:
    print("printed by a task")
    subprocess.run(["echo", "printed by its program"], check=True)
    return number

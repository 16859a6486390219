"""The programs of the server's benchmarks: servers of any build, PostgreSQL, Redis and clients,
each a process of its own, and what they use of the machine."""

from __future__ import annotations

import math
import multiprocessing
import os
import re
import resource
import shlex
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

PATIENCE = 60.0  # seconds for a program to start or to end
STOP_PATIENCE = 15.0  # for a server, which may be under attack
ENLIGNE = (sys.executable, "-m", "enligne", "serve")
ECHO = (sys.executable, "-m", "benchmarks.server_echo")


def add_server_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--server",
        metavar="COMMAND",
        type=shlex.split,
        default=ENLIGNE,
        help="such as '/old/.venv/bin/enligne serve'; options of the server may follow in it",
    )


class Server:
    """A server process, which prints its address.

    Args:
        command: that starts it, ``enligne serve`` of any build.
        folder: for its brains and its log.
        database: its address; a file in the folder unless given, none for ``""``.
        port: a free one for 0.
        files: the most files it may have open, unless it raises that itself.
        environment: variables besides those of this process.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        *options: str,
        database: str | None = None,
        port: int = 0,
        files: int | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        words = [*command, "--port", str(port), *options]
        self.file = folder / "rooms.sqlite3"
        if database != "":
            words += ["--database", database or f"sqlite:///{self.file}"]
        self._words = words
        self._log = folder / f"log-{port or 'any'}"
        started = time.monotonic()
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                words,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"ENLIGNE_BRAINS": str(folder / "brains")} | (environment or {}),
                preexec_fn=None if files is None else lambda: _limit_files(files),
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^\s/]+:(\d+)", line)
        if found is None:
            self.kill()
            raise RuntimeError(f"the server did not start: {line}{self.log}")
        self.start_seconds = time.monotonic() - started
        self.port = int(found[1])
        self.address = f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def stop(self) -> None:
        """Asks it to end, and waits."""
        self.process.terminate()
        try:
            self.process.wait(STOP_PATIENCE)
        except subprocess.TimeoutExpired:
            print(f"the server did not stop within {STOP_PATIENCE:.0f} seconds", flush=True)
        self.kill()

    def kill(self) -> None:
        """kill -9, of it alone."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    # What it says and uses.

    @property
    def program(self) -> list[str]:
        """The command ``enligne`` of its build."""
        return self._words[: self._words.index("serve")]

    def fetch(self, path: str, seconds: float = 5.0) -> tuple[int, str]:
        """The status and text of an answer; 0 and why not, where there is none."""
        try:
            with urllib.request.urlopen(f"{self.address}{path}", timeout=seconds) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    @property
    def health(self) -> str:
        """Where it says whether it is ready: an older one has one address for all."""
        return "/health/ready" if self.fetch("/health/ready")[0] not in (0, 404) else "/health"

    @property
    def family(self) -> list[psutil.Process]:
        """It and all processes that it started."""
        try:
            process = psutil.Process(self.process.pid)
            return [process, *process.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    @property
    def cpu_seconds(self) -> float:
        """What the family has used of all cores, user and system."""
        return cpu_seconds(self.family)

    @property
    def memory_mb(self) -> float:
        """The memory of the family; what several of them share counts once."""
        total = 0
        for process in self.family:
            with suppress(OSError):
                text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
                total += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])  # type: ignore[index]
        return total / 1000


def _limit_files(files: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))


def raise_file_limit() -> None:
    """Lets this process have as many sockets as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def cpu_seconds(processes: Sequence[psutil.Process]) -> float:
    total = 0.0
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            # Children that have ended count for the one that waited for them.
            total += sum(process.cpu_times()[:4])
    return total


class Clients:
    """A process of clients. It makes everything ready, waits for the word, and reports.

    Args:
        work: called in the process with a connection and the arguments; it sends ``None`` when it
            is ready, receives how far to go, such as the moment of :func:`time.monotonic` at which
            to end, and sends its report.
    """

    def __init__(self, work: Callable[..., None], *arguments: object) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=work, args=(there, *arguments), daemon=True)
        self._process.start()
        there.close()
        self._used = math.nan

    def wait_until_ready(self) -> None:
        self._receive()
        self._used = cpu_seconds([psutil.Process(self._process.pid)])

    def go(self, until: float) -> None:
        self._here.send(until)

    @property
    def cpu_seconds(self) -> float:
        """What it used of all cores since it was ready."""
        with suppress(psutil.NoSuchProcess):
            return cpu_seconds([psutil.Process(self._process.pid)]) - self._used
        return math.nan

    def report(self) -> Any:
        """What it has to report; waits for that."""
        return self._receive()

    def _receive(self) -> Any:
        try:
            return self._here.recv()
        except EOFError:
            raise RuntimeError("a process of clients ended by itself") from None

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


def free_port() -> int:
    """A port that no client is given as its own: one of those could connect to itself while the
    server is away, and keep the port."""
    for port in range(20_000 + os.getpid() % 5000, 32_000):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("there is no free port")


@contextmanager
def temporary_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="enligne-benchmark-") as folder:
        yield Path(folder)

"""Workers that are processes of this machine."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from enligne import processes
from enligne.errors import ParallelError

if TYPE_CHECKING:
    from collections.abc import Collection

# It takes no notice of Ctrl-C, which is for the main process to hear. Not by ignoring the signal:
# what a task starts would inherit that.
_PROGRAM = """
import sys
sys.path[:] = sys.argv[2:]
import signal
signal.signal(signal.SIGINT, lambda *_: None)
from enligne.parallel.worker import main
main()
"""


class DeathError(Exception):
    """A worker has ended though it had a task; the text says how."""


class Worker:
    """A process that runs one task at a time.

    Not of :mod:`multiprocessing`: its processes load the script that the caller runs, and a pool
    of them does not tell which task ended one.

    Args:
        folder: where it works; where this process does unless given.
        group: see :class:`enligne.processes.Family`.

    Raises:
        ParallelError: it cannot be started.
    """

    def __init__(self, folder: str | None = None, group: str = "") -> None:
        try:
            self._family = processes.Family(
                [sys.executable, "-c", _PROGRAM, "enligne-worker", *sys.path],
                group=group,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=folder,
            )
        except OSError as error:
            raise ParallelError(f"workers cannot be started: {error}") from None
        self._process = self._family.process
        self._is_ready = False
        self._is_ending = False
        # A process that a task started may hold the pipe open, so its end alone tells too little.
        self._watch = threading.Thread(target=self._wait_for_end, daemon=True)
        self._watch.start()

    @property
    def is_running(self) -> bool:
        return self._watch.is_alive()

    def run(self, function: bytes, task: bytes) -> bytes:
        """The answer to a task.

        Raises:
            DeathError: it ended instead.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump((function, task), self._process.stdin, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()
            if not self._is_ready:
                pickle.load(self._process.stdout)
                self._is_ready = True
            return pickle.load(self._process.stdout)  # type: ignore[no-any-return]
        except (OSError, EOFError, pickle.UnpicklingError):
            end_workers([self])
            raise DeathError(self._how_it_ended()) from None

    def close(self) -> None:
        """Gives its pipes back, after its end. No other thread may be using it."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    def _wait_for_end(self) -> None:
        self._process.wait()
        if not self._is_ending:
            self._family.end()

    def _how_it_ended(self) -> str:
        code = self._process.returncode
        where = "" if self._is_ready else "at its start, "
        if code >= 0:
            return f"{where}with exit code {code}"
        with suppress(ValueError):
            return f"{where}by {signal.Signals(-code).name}"
        return f"{where}by signal {-code}"


def end_workers(workers: Collection[Worker]) -> None:
    """Ends workers, and all that they started."""
    for worker in workers:
        worker._is_ending = True
    processes.end_families(worker._family for worker in workers)
    for worker in workers:
        worker._watch.join()


class LocalWorkers:
    """As many workers as are needed at a time, kept for the next task.

    Args:
        size: how many at most.
        folder, group: see :class:`Worker`.
    """

    def __init__(self, size: int, folder: str | None = None, group: str = "") -> None:
        self.size = size
        self._folder = folder
        self._group = group
        self._workers: set[Worker] = set()
        self._idle: deque[Worker] = deque()
        self._stops = 0

    def run(self, function: bytes, task: bytes) -> bytes:
        worker = self._idle_or_new()
        try:
            answer = worker.run(function, task)
        except DeathError:
            self._forget(worker)
            raise
        self._idle.append(worker)
        return answer

    def stop(self) -> None:
        self._stops += 1
        end_workers(list(self._workers))
        with suppress(IndexError):
            while True:
                self._forget(self._idle.pop())

    def close(self) -> None:
        self.stop()

    def _idle_or_new(self) -> Worker:
        with suppress(IndexError):
            while not (worker := self._idle.pop()).is_running:
                self._forget(worker)
            return worker
        stops = self._stops
        worker = Worker(self._folder, self._group)
        self._workers.add(worker)
        if self._stops != stops:  # meanwhile, by someone who did not know of it
            end_workers([worker])
        return worker

    def _forget(self, worker: Worker) -> None:
        self._workers.discard(worker)
        worker.close()

"""The keeper: a process of its own that starts the workers of a pool, and ends them.

It has imported what they need and nothing that starts threads, so that a worker is a quick copy of
it. Nothing of its workers outlives it: processes that lose their parent become its children. It
ends when the pool does, and also when the process of the pool is killed: then its socket closes.
"""

from __future__ import annotations

import gc
import importlib
import os
import secrets
import select
import signal
import socket
import struct
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NoReturn

from enligne.parallel import families
from enligne.parallel.loading import MainModule, set_main
from enligne.parallel.worker import serve

#: To the keeper: start a worker of this number, at the socket that comes with it.
START = struct.Struct("!I")
#: From the keeper: the worker of this number has ended with this exit code, below 0 for a signal.
ENDED = struct.Struct("!Ii")

# By this variable, which children inherit, it is known whose they were.
_MARK = "ENLIGNE_WORKER"
_SECONDS_FOR_THE_END = 5.0


class Keeper:
    """See above.

    Args:
        control: the number of its end of the pair of sockets to the pool.
        owner: the number of the process of the pool.
    """

    def __init__(self, control: int, owner: int) -> None:
        self._control = socket.socket(fileno=control)
        self._owner = owner
        self._token = secrets.token_hex(8)
        self._workers: dict[int, int] = {}  # the number of each by that of its process
        # Workers hold the one end and watch it close when the keeper, who has the other, is gone.
        self._lifeline, self._hold = os.pipe()
        self._alarm, self._bell = os.pipe()  # a child has ended
        for file in (self._alarm, self._bell):
            os.set_blocking(file, False)
        signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def keep(self) -> None:
        """Starts workers and reports their ends until the pool has enough."""
        while True:
            # The owner is looked at besides: a copy of it may hold the socket open.
            ready, _, _ = select.select([self._control.fileno(), self._alarm], [], [], 1.0)
            if os.getppid() != self._owner:
                return
            if self._alarm in ready:
                with suppress(BlockingIOError):
                    os.read(self._alarm, 4096)
            if self._control.fileno() in ready:
                data, files, _, _ = socket.recv_fds(self._control, START.size, 1)
                if not data:
                    return
                (number,) = START.unpack(data)
                self._start(number, files[0])
            self._report()

    def end(self) -> None:
        """Ends all workers, and all they started."""
        deadline = time.monotonic() + _SECONDS_FOR_THE_END
        while time.monotonic() < deadline:
            for number in (*self._workers, *families.descendants(os.getpid())):
                families.end(number)
            try:
                while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                    self._workers.pop(ended, None)
            except ChildProcessError:
                return  # there is nobody left
            time.sleep(0.001)

    def _start(self, number: int, file: int) -> None:
        process = os.fork()
        if process == 0:
            self._become_worker(number, file)
        os.close(file)
        self._workers[process] = number

    def _become_worker(self, number: int, file: int) -> NoReturn:
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            self._control.close()
            for held in (self._hold, self._alarm, self._bell):
                os.close(held)
            os.setpgid(0, 0)
            os.environ[_MARK] = self._mark(number)
            serve(Connection(file), self._lifeline, f"{_MARK}={self._mark(number)}\0")
            code = 0
        finally:
            os._exit(code)

    def _report(self) -> None:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0] != 0:
                process, status = found
                number = self._workers.pop(process, None)
                if number is None:
                    continue  # an orphan
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process, signal.SIGKILL)
                self._end_orphans()
                with suppress(OSError):  # the pool is gone; the next look will tell
                    self._control.sendall(ENDED.pack(number, os.waitstatus_to_exitcode(status)))

    def _end_orphans(self) -> None:
        """Ends what dead workers started: children that are no workers, unless they have the mark
        of one that lives. Such lost their parent, but may still be of use."""
        marks = [f"{_MARK}={self._mark(number)}\0".encode() for number in self._workers.values()]
        for _ in range(3):  # whoever is born meanwhile is found the next time
            orphans = [
                child
                for child in families.children().get(os.getpid(), ())
                if child not in self._workers
                and not any(mark in families.environment(child) for mark in marks)
            ]
            if not orphans:
                return
            for orphan in orphans:
                for number in (orphan, *families.descendants(orphan)):
                    families.end(number)

    def _mark(self, number: int) -> str:
        return f"{self._token}-{number}"


def main(control: int, owner: int, main_module: tuple[str | None, str | None], known: str) -> None:
    """The keeper's life.

    Args:
        main_module: the name or the path of what the process of the pool runs.
        known: a module that workers will need.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    families.adopt_orphans()
    set_main(MainModule(*main_module))
    keeper = Keeper(control, owner)
    with suppress(Exception):  # a worker will say what is wrong with it
        if known:
            importlib.import_module(known)
    gc.collect()
    gc.freeze()  # pages without changes are shared with the workers
    try:
        keeper.keep()
    finally:
        keeper.end()
        os._exit(0)

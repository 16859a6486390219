"""Workers that are processes of this machine."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
from collections import deque
from contextlib import suppress
from multiprocessing import Pipe
from typing import TYPE_CHECKING

from enligne.errors import WorkersError
from enligne.parallel import families
from enligne.parallel.guard import command_of
from enligne.parallel.keeper import ENDED, START
from enligne.parallel.loading import MainModule
from enligne.parallel.pool import Event, EventKind

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_SECONDS_FOR_THE_END = 10.0


class LocalCrew:
    """Processes that a keeper starts, each at the other end of a pair of sockets.

    Args:
        size: how many at most.
        folder: where they work; where this process does unless given.
        main: where they find functions of the main module; in that of this process unless given.
    """

    is_at_home = True

    def __init__(
        self, size: int, *, folder: str | None = None, main: MainModule | None = None
    ) -> None:
        self.size = size
        self._main = main or MainModule.of_this_process()
        self._folder = folder
        self._count = 0
        self._keeper: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._connections: dict[int, Connection] = {}
        self._events: deque[Event] = deque()
        self._selector = selectors.DefaultSelector()

    def start(self, module: str) -> int:
        self._count += 1
        number = self._count
        if self._keeper is None:
            self._start_keeper(module)
        assert self._control is not None
        ours, theirs = Pipe()
        with theirs, suppress(OSError):  # that the keeper is gone is seen in the events
            socket.send_fds(self._control, [START.pack(number)], [theirs.fileno()])
        self._connections[number] = ours
        self._selector.register(ours, selectors.EVENT_READ, number)
        self._events.append(Event(EventKind.READY, number))
        return number

    def send(self, worker: int, task: bytes) -> None:
        with suppress(OSError):
            self._connections[worker].send_bytes(task)

    def events(self, seconds: float | None) -> list[Event]:
        if not self._events:
            found = self._selector.select(seconds)
            # Answers first: a worker may have given one before it died.
            for key, _ in found:
                if key.data is not None:
                    self._receive(key.data)
            if any(key.data is None for key, _ in found):
                self._hear_of_ends()
        events = list(self._events)
        self._events.clear()
        return events

    def end(self) -> None:
        keeper, self._keeper = self._keeper, None
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()
        self._events.clear()
        self._selector.close()
        self._selector = selectors.DefaultSelector()
        if self._control is not None:
            self._control.close()  # by which the keeper knows
            self._control = None
        if keeper is not None:
            try:
                keeper.wait(_SECONDS_FOR_THE_END)
            except subprocess.TimeoutExpired:
                for number in (*families.descendants(keeper.pid), keeper.pid):
                    families.end(number)
                keeper.wait()

    def close(self) -> None:
        self.end()
        self._selector.close()

    def _start_keeper(self, module: str) -> None:
        ours, theirs = socket.socketpair()
        # Only this package is known to start no threads when it is imported, after which a process
        # is not to be copied.
        known = module if module.partition(".")[0] == "enligne" else ""
        main = (self._main.name, self._main.path)
        with theirs:
            try:
                self._keeper = subprocess.Popen(
                    command_of("keeper", theirs.fileno(), os.getpid(), main, known),
                    stdin=subprocess.DEVNULL,
                    stdout=2,  # what a task prints is not what its caller prints
                    pass_fds=[theirs.fileno()],
                    # Ctrl-C in a terminal is for the process of the pool alone.
                    start_new_session=True,
                    cwd=self._folder,
                )
            except OSError as error:
                ours.close()
                raise WorkersError(f"workers cannot be started: {error}") from None
        self._control = ours
        self._selector.register(ours, selectors.EVENT_READ, None)

    def _receive(self, worker: int) -> None:
        connection = self._connections[worker]
        try:
            self._events.append(Event(EventKind.ANSWER, worker, connection.recv_bytes()))
        except (EOFError, OSError):
            self._selector.unregister(connection)  # the keeper will tell

    def _hear_of_ends(self) -> None:
        assert self._control is not None
        try:
            data = self._control.recv(ENDED.size, socket.MSG_WAITALL)
        except OSError:
            data = b""
        if len(data) < ENDED.size:
            heard, dead = list(self._events), list(self._connections)
            self.end()
            self._events.extend(heard)
            self._events.extend(
                Event(EventKind.DEATH, each, reason="with its keeper") for each in dead
            )
            return
        number, code = ENDED.unpack(data)
        connection = self._connections[number]
        if connection.fileno() in self._selector.get_map() and connection.poll():
            self._receive(number)  # its last
        with suppress(KeyError):
            self._selector.unregister(connection)
        connection.close()
        del self._connections[number]
        self._events.append(Event(EventKind.DEATH, number, reason=_in_words(code)))


def _in_words(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    with suppress(ValueError):
        return f"by {signal.Signals(-code).name}"
    return f"by signal {-code}"

"""The life of a search process: it runs one task after the other for the server, and ends with it.

It is a program of its own, so it loads no more than tasks need.
"""

from __future__ import annotations

import os
import queue
import resource
import socket
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from enligne import players
from enligne.engines import Stop
from enligne.parallel.worker import packed_error
from enligne.players.matchbox import Matchbox
from enligne.server.work import frames
from enligne.server.work import tasks as tasks  # there before the first one waits for it

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.players import Player, PlayerSpec
    from enligne.server.work.frames import Word

    Task = tuple[Callable[..., Any], tuple[Any, ...]]
    Send = Callable[[Word, object], None]

_PLAYERS_KEPT = 6
#: Of memory, over what a new process has, that is worth giving back when there is nothing to do.
_GROWTH_MB = 6
#: The kernel, short of memory, ends these rather than the server.
_OOM_SCORE = "500"


class KeptPlayers:
    """The players of a process, kept for the next time: their tables are large."""

    def __init__(self) -> None:
        self._kept: OrderedDict[PlayerSpec, Player] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def player(self, spec: PlayerSpec) -> Player:
        found = self._kept.pop(spec, None)
        if found is None or isinstance(found, Matchbox):  # which may have learnt meanwhile
            found = players.create(spec)
        self._kept[spec] = found
        while len(self._kept) > _PLAYERS_KEPT:
            self.drop_oldest()
        return found

    def drop_oldest(self) -> None:
        self._kept.popitem(last=False)


class Context:
    """What a task is given besides its arguments.

    Args:
        players: those of this process.
        send: says something to the server.
    """

    def __init__(self, players: KeptPlayers, send: Send) -> None:
        self.players = players
        #: Set when nobody waits for the result any more, or it took too long.
        self.stop = Stop()
        self._send = send
        self._lock = threading.Lock()
        self._is_over = False
        self._may_tell = True
        self._latest: list[object] = []  # at most one

    def tell(self, value: object) -> None:
        """Tells what is known meanwhile. While the server has not heard the last, only the latest
        is kept: it is never flooded."""
        with self._lock:
            if self._is_over:
                return
            if self._may_tell:
                self._may_tell = False
                self._send("news", value)
            else:
                self._latest = [value]

    def heard(self) -> None:
        """The server has heard the last, and may be told more."""
        with self._lock:
            if self._is_over:
                return
            if self._latest:
                self._send("news", self._latest.pop())
            else:
                self._may_tell = True

    def end(self) -> None:
        """Nothing more is told: what came after the result would be taken for the next task's."""
        with self._lock:
            self._is_over = True


class Child:
    """This process.

    Args:
        line: to the server.
        most_mb: of memory, beyond which an allocation fails.
        kept_mb: of memory, beyond which nothing is kept for the next task.
    """

    def __init__(self, line: socket.socket, most_mb: int, kept_mb: int) -> None:
        self._line = line
        self._kept_mb = kept_mb
        self._own_mb = _resident_mb()
        self._players = KeptPlayers()
        self._sending = threading.Lock()
        # Not RLIMIT_AS: threads reserve far more than they use.
        resource.setrlimit(resource.RLIMIT_DATA, (most_mb * 2**20, most_mb * 2**20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE)

    def live(self) -> None:
        """Runs tasks until the server ends. They run in another thread than this one, which hears
        of stops and of the server's end meanwhile."""
        waiting: queue.SimpleQueue[tuple[Task, Context]] = queue.SimpleQueue()
        threading.Thread(target=self._work, args=(waiting,), daemon=True).start()
        context = Context(self._players, self._send)
        with suppress(EOFError, OSError, frames.FrameError):
            self._send("ready", os.getpid())
            while True:
                match frames.receive(self._line):
                    case "task", task:
                        context = Context(self._players, self._send)
                        waiting.put((task, context))
                    case "stop", _:
                        context.stop.set()
                    case "heard", _:
                        context.heard()

    def _work(self, waiting: queue.SimpleQueue[tuple[Task, Context]]) -> None:
        # Whatever goes wrong here beyond a task is the end of this process, and seen as such.
        try:
            while True:
                self._do(*waiting.get())
        finally:
            os._exit(1)

    def _do(self, task: Task, context: Context) -> None:
        function, arguments = task
        word: Word = "done"
        is_worn = False
        start = time.process_time()
        try:
            value = function(context, *arguments)
        except BaseException as error:
            word, value = "failed", packed_error(error)
            is_worn = isinstance(error, MemoryError)  # of which too little may be left to go on
        context.end()
        is_worn = not self._shrink() or is_worn
        has_grown = _resident_mb() > self._own_mb + _GROWTH_MB
        about = (time.process_time() - start, is_worn, has_grown)
        try:
            answer = frames.packed(word, (value, *about))
        except Exception as error:
            answer = frames.packed("failed", (packed_error(error), *about))
        with self._sending:
            self._line.sendall(answer)

    def _shrink(self) -> bool:
        """Gives memory back; whether that was enough."""
        while _resident_mb() > self._kept_mb:
            if not self._players:
                return False
            self._players.drop_oldest()
        return True

    def _send(self, word: Word, value: object) -> None:
        with self._sending:
            self._line.sendall(frames.packed(word, value))


def _resident_mb() -> float:
    return psutil.Process().memory_info().rss / 2**20


def main(descriptor: int, most_mb: int, kept_mb: int, niceness: int) -> None:
    """The program.

    Args:
        descriptor: of the line to the server.
        most_mb, kept_mb: see :class:`Child`.
        niceness: how far it stands back behind the server.
    """
    os.nice(niceness)
    os.set_inheritable(descriptor, False)
    Child(socket.socket(fileno=descriptor), most_mb, kept_mb).live()
    os._exit(0)  # whatever still runs: nobody waits for it

"""A search process as the server sees it: started, asked, stopped, and started again when it ends.

All of it happens on the event loop, which never waits: what a process has to say comes by a socket.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import psutil

from enligne.parallel.worker import unpacked_error
from enligne.server.contract.refusals import RefusalError
from enligne.server.work import frames

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.server.work.frames import Said

_log = logging.getLogger("enligne.work")

_PROGRAM = """
import sys
sys.path[:] = sys.argv[6:]
from enligne.server.work.child import main
main(*map(int, sys.argv[2:6]))
"""

# Large tables are given back when they are freed; otherwise the C library keeps some of them.
_ENVIRONMENT = {"MALLOC_MMAP_THRESHOLD_": str(2**20)}

#: Between two news that are passed on.
_SECONDS_BETWEEN_NEWS = 0.1
# A task that waits for something else than the processor is not waited for longer than this, times
# what it may take.
_MOST_WAITING = 5
#: After a process that did nothing useful, doubled from one to the next.
_SECONDS_BEFORE_RESTART = 0.2
_MOST_SECONDS_BEFORE_RESTART = 30.0


class SearchFailedError(RefusalError):
    """A search did not end as it should: its process crashed, was ended, or had too little
    memory. The text says how."""

    def __init__(self, how: str) -> None:
        super().__init__("failed", f"the search failed: {how}")


class Task:
    """A function of a module, which is called in a search process with a
    :class:`~enligne.server.work.child.Context` and these arguments; all of them can be pickled."""

    __slots__ = ("arguments", "function")

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.function = function
        self.arguments = arguments


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process may use.

    Args:
        most_mb: of memory; a task that wants more fails. More than half of it is not kept for the
            next task.
        niceness: how far it stands back behind the server.
        late_seconds: by which a task may exceed its time before it is stopped. Processor time is
            meant: on a busy machine a task may take several times as long.
        stop_seconds: after which a process that was told to stop and did not is ended.
        idle_seconds: after which one that has grown and has nothing to do gives its memory back.
    """

    most_mb: int = 384
    niceness: int = 2
    late_seconds: float = 20.0
    stop_seconds: float = 2.0
    idle_seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a task, and the seconds of processor time that it took."""

    result: Any
    seconds: float


class SearchProcess:
    """A process that runs one task at a time. It is there from :meth:`start` to :meth:`close`; one
    that ends between is started again."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        #: How often it had to be started again; and how often because it had grown.
        self.restarts = 0
        self.renewals = 0
        self.pid: int | None = None
        #: Whether it can be given a task, once it has none.
        self.is_ready = False
        #: Whether it could be started when that was last tried.
        self.is_able = False
        self._has_tried = asyncio.Event()
        self._on_ready: Callable[[], None] = lambda: None
        self._life: asyncio.Task[None] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._is_new = True
        self._is_worn = False
        self._has_worked = False
        # Seconds of the processor for its start and the tasks that are done.
        self._used_before = 0.0
        # Of the task that runs:
        self._answer: asyncio.Future[Done] | None = None
        self._listener: Callable[[Any], None] | None = None
        self._is_stopped = False
        self._timer: asyncio.TimerHandle | None = None

    def start(self, on_ready: Callable[[], None]) -> None:
        """Begins its life. Whenever it is ready for its first task, that is told."""
        self._on_ready = on_ready
        self._life = asyncio.create_task(self._live())

    async def settle(self) -> None:
        """Waits until it is known whether it can be started."""
        await self._has_tried.wait()

    async def close(self) -> None:
        """Ends it, and what it runs."""
        if self._life is not None:
            self._life.cancel()
            with suppress(asyncio.CancelledError):
                await self._life
            if self._process is not None:
                await self._ended()

    def run(
        self, task: Task, *, seconds: float, listener: Callable[[Any], None] | None = None
    ) -> asyncio.Future[Done]:
        """Runs a task. What is given ends with its result, a :class:`SearchFailedError` where the
        process ended or its memory was not enough, or the error of the task.

        Args:
            seconds: how long it should take at most. It is stopped when it is late.
            listener: hears of what it tells meanwhile, several times a second at most.

        Raises:
            Exception: the task cannot be pickled.
        """
        assert self.is_ready
        assert self._answer is None
        self._say("task", (task.function, task.arguments))
        loop = asyncio.get_running_loop()
        answer = self._answer = loop.create_future()
        self._listener = listener
        self._is_stopped = False
        allowed = seconds + self._limits.late_seconds
        self._set_timer(loop.call_later(allowed, self._stop_late, allowed, loop.time()))
        return answer

    def stop(self) -> None:
        """Asks the task that runs to end early. What it has found until then is its result."""
        if self._answer is None or self._is_stopped:
            return
        self._is_stopped = True
        self._say("stop")
        loop = asyncio.get_running_loop()
        self._set_timer(loop.call_later(self._limits.stop_seconds, self._end_stubborn))

    def _stop_late(self, allowed: float, begun: float) -> None:
        """Stops a task whose time is over, unless the machine was too busy to give it its time."""
        loop = asyncio.get_running_loop()
        used = self._processor_seconds() - self._used_before
        if used >= allowed or loop.time() - begun >= _MOST_WAITING * allowed:
            self.stop()
        else:
            left = max(allowed - used, 1.0)
            self._set_timer(loop.call_later(left, self._stop_late, allowed, begun))

    def _processor_seconds(self) -> float:
        """What it has taken of the processor since it started; 0 when it has ended."""
        try:
            times = psutil.Process(self.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return times.user + times.system

    def _renew(self) -> None:
        """Ends it while it has nothing to do: a new one is smaller."""
        self._is_worn, self.is_ready = True, False
        assert self._writer is not None
        self._writer.close()

    def _end_stubborn(self) -> None:
        _log.warning("a search did not stop", extra={"child": self.pid})
        assert self._process is not None
        self._process.kill()

    def _say(self, word: frames.Word, value: object = None) -> None:
        assert self._writer is not None
        self._writer.write(frames.packed(word, value))

    # Its life.

    async def _live(self) -> None:
        failures = 0
        while True:
            self._has_worked = self._is_worn = False
            how = await self._live_once()
            if self._is_worn:
                self.renewals += 1
            else:
                self.restarts += 1
                _log.warning("a search process ended", extra={"child": self.pid, "how": how})
            failures = 0 if self._has_worked else failures + 1
            if failures > 1:
                wait = _SECONDS_BEFORE_RESTART * 2.0 ** min(failures, 10)
                await asyncio.sleep(min(wait, _MOST_SECONDS_BEFORE_RESTART))

    async def _live_once(self) -> str:
        """Starts the process and listens until it has ended; says how it did."""
        try:
            line = self._started()
        except OSError as error:
            self._try_ended(is_able=False)
            return f"it could not be started: {error.strerror}"
        how = ""
        self._is_new = True
        self._writer = None
        try:
            reader, self._writer = await asyncio.open_unix_connection(sock=line, limit=2**20)
            while not self._is_worn:
                self._hear(await frames.read(reader))
        except (asyncio.IncompleteReadError, OSError):
            pass
        except Exception:
            _log.exception("a search process was not understood", extra={"child": self.pid})
            how = "what it said was not understood"
        finally:
            self.is_ready = False
            (self._writer or line).close()
            how = how or _how_it_ended(await self._ended())
            self._settle(SearchFailedError(how))
            if self._is_new:
                self._try_ended(is_able=False)
        return how

    def _try_ended(self, *, is_able: bool) -> None:
        """It is known now whether it can be started."""
        self._is_new = False
        self.is_able = is_able
        self._has_tried.set()

    def _started(self) -> socket.socket:
        """Starts it, and gives the line to it."""
        own, other = socket.socketpair()
        limits = self._limits
        numbers = (other.fileno(), limits.most_mb, limits.most_mb // 2, limits.niceness)
        program = [sys.executable, "-c", _PROGRAM, "enligne-search", *map(str, numbers)]
        with other:
            try:
                self._process = subprocess.Popen(
                    [*program, *sys.path],
                    env=os.environ | _ENVIRONMENT,
                    stdin=subprocess.DEVNULL,
                    pass_fds=(other.fileno(),),
                    # Ctrl-C in a terminal is for the server. A session of its own would do too, but
                    # Linux lets a process stand back only behind others of the same session.
                    process_group=0,
                )
            except OSError:
                own.close()
                raise
        self.pid = self._process.pid
        return own

    def _hear(self, said: Said) -> None:
        match said:
            case "ready", _:
                self._try_ended(is_able=True)
                self.is_ready = True
                self._used_before = self._processor_seconds()
                self._on_ready()
            case "news", value:
                self._tell(value)
                asyncio.get_running_loop().call_later(_SECONDS_BETWEEN_NEWS, self._heard)
            case ("done" | "failed") as word, (value, seconds, is_worn, has_grown):
                self._has_worked = True
                self._used_before += seconds
                if is_worn:  # it ends before anyone can give it more work
                    self._is_worn, self.is_ready = True, False
                self._settle(Done(value, seconds) if word == "done" else _error(value))
                if has_grown and self.is_ready and self._answer is None:
                    loop = asyncio.get_running_loop()
                    self._set_timer(loop.call_later(self._limits.idle_seconds, self._renew))

    def _heard(self) -> None:
        if self.is_ready:
            self._say("heard")

    def _settle(self, end: Done | Exception) -> None:
        """Ends the task that runs, if there is one."""
        answer, self._answer, self._listener = self._answer, None, None
        self._set_timer(None)
        if answer is None:
            return
        if isinstance(end, Done):
            answer.set_result(end)
        else:
            answer.set_exception(end)

    def _set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer

    def _tell(self, value: object) -> None:
        if self._listener is not None:
            try:
                self._listener(value)
            except Exception:
                _log.exception("news of a search could not be told")

    async def _ended(self) -> int:
        """Ends it, unless it has, and gives its exit code; the kernel takes a moment."""
        assert self._process is not None
        self._process.kill()
        while (code := self._process.poll()) is None:
            await asyncio.sleep(0.005)
        return code


def _error(packed: bytes) -> Exception:
    """The error of a task, as it is raised here."""
    error = unpacked_error(packed)
    if isinstance(error, MemoryError):
        return SearchFailedError("it wanted more memory than it may have")
    return error


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"its process ended with code {code}"
    with suppress(ValueError):
        return f"its process ended by {signal.Signals(-code).name}"
    return f"its process ended by signal {-code}"

"""A program that is spoken to in lines, and of which nothing is left behind.

Gomocup and UGI engines are such programs, and so is the process in which a ConnectX file runs.
"""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from enligne.errors import PlayerFailedError, PlayerTextError
from enligne.gomocup.notation import Lines
from enligne.processes import Family
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.engines import Stop

_COMPLAINTS_KEPT = 16384
_CHUNK = 65536
# How long to wait before looking whether the program is still there, or a stop was set.
_GLANCE = 0.05
_REMARKS = ("MESSAGE", "DEBUG")


def parse_command(text: str) -> list[str]:
    """The words of a command as a shell would read them.

    Raises:
        PlayerTextError: it is no command, or there is no such program.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PlayerTextError(f"{shortened(text)} is not a command: {error}") from None
    if not words:
        raise PlayerTextError("which program? Write its command")
    if shutil.which(words[0]) is None:
        raise PlayerTextError(f"there is no program {shortened(words[0])}")
    return words


class Program:
    """A program that runs, with pipes to it.

    It is ended with everything it started by :meth:`close`, when this object is no longer used,
    and when Python ends.

    Args:
        words: its command.
        pause: seconds between a line of it and the next to it. Some drop what comes at once.
        heard: is told every line, with ``>`` for those to the program and ``<`` for its own.
        farewell: the line that asks it to end.

    Raises:
        PlayerFailedError: it cannot be started.
    """

    def __init__(
        self,
        words: Sequence[str],
        *,
        pause: float = 0.03,
        heard: Callable[[str, str], None] | None = None,
        farewell: str = "END",
    ) -> None:
        pipe = subprocess.PIPE
        try:
            self._family = Family(words, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise PlayerFailedError(f"it cannot be started: {reason}", reason="crashed") from None
        process = self._family.process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.pause = pause
        self._heard = heard or (lambda *_: None)
        self._farewell = farewell
        self._process = process
        self._input = process.stdin
        self._output = process.stdout.fileno()
        self._errors = process.stderr.fileno()
        self._open = {self._output, self._errors}
        for file in (self._input.fileno(), self._output, self._errors):
            os.set_blocking(file, False)
        self._lines = Lines()
        self._unread: deque[str] = deque()
        self._complaints = bytearray()
        self._last_line = 0.0
        self._end = weakref.finalize(self, _end, self._family, os.getpid())

    @property
    def complaints(self) -> str:
        """The last of what it wrote to its standard error."""
        return self._complaints.decode("utf-8", errors="replace")

    @property
    def resident_mb(self) -> float:
        """The memory that it holds with all that it started, in MB."""
        return self._family.resident_mb()

    def send(self, *lines: str, seconds: float = 5.0) -> None:
        """Writes lines.

        Raises:
            PlayerFailedError: it is gone, or does not read its input.
        """
        time.sleep(max(0.0, self._last_line + self.pause - time.monotonic()))
        for line in lines:
            self._heard(">", line)
        data = "".join(f"{line}\n" for line in lines).encode()
        self.send_bytes(data, seconds)

    def send_bytes(self, data: bytes, seconds: float = 5.0) -> None:
        """Writes bytes as they are; otherwise as :meth:`send`."""
        deadline = time.monotonic() + seconds
        while data:
            try:
                data = data[os.write(self._input.fileno(), data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise PlayerFailedError("it does not read its input", reason="silent") from None
                self._wait(_GLANCE, is_writing=True)
            except (OSError, ValueError):  # a broken pipe, or one closed by close()
                raise self._crash() from None

    def forget_output(self) -> None:
        """Drops what it wrote so far without having been asked."""
        for _ in range(16):  # a flood has no end
            self._unread.clear()
            self._wait(0)
            if not self._unread:
                return
        self._unread.clear()

    def receive(self, seconds: float, stop: Stop | None = None) -> str:
        """The next line that is neither MESSAGE nor DEBUG.

        Raises:
            PlayerFailedError: it did not come in time, or the program is gone, or the stop was set.
        """
        deadline = time.monotonic() + seconds
        while True:
            while self._unread and time.monotonic() < deadline:
                line = self._unread.popleft()
                self._last_line = time.monotonic()
                self._heard("<", line)
                if line.split(None, 1)[0].upper() not in _REMARKS:
                    return line
            if stop is not None and stop.is_set():
                raise PlayerFailedError("it was stopped", reason="stopped")
            left = deadline - time.monotonic()
            if left <= 0:
                raise PlayerFailedError(f"it was silent for {seconds:.2f} s", reason="silent")
            has_ended = self.has_ended
            self._wait(0 if has_ended else min(left, _GLANCE))
            if has_ended and not self._unread:
                raise self._crash()

    @property
    def has_ended(self) -> bool:
        """Whether the program itself is gone, or has closed its output."""
        if self._output not in self._open or not self._end.alive:
            return True
        return self._process.poll() is not None

    def wait_for_end(self, seconds: float) -> bool:
        """Waits for the program to end by itself, and tells whether it did."""
        deadline = time.monotonic() + seconds
        while not self.has_ended and time.monotonic() < deadline:
            self._unread.clear()
            self._wait(0.01)
        return self.has_ended

    def close_input(self) -> None:
        """Closes its input, which should be its end."""
        self._input.close()

    def close(self, seconds: float = 0.5) -> None:
        """Asks it to end, and ends it after ``seconds``. It can be closed twice."""
        if self._end.alive and not self.has_ended:
            with suppress(PlayerFailedError):
                self.send(self._farewell, seconds=0.1)
            self.close_input()
            self.wait_for_end(seconds)
        self._open.clear()
        self._end()

    def _wait(self, seconds: float, *, is_writing: bool = False) -> None:
        """Waits for something to come, or for room to write, and reads what is there."""
        poll = select.poll()
        for file in self._open:
            poll.register(file, select.POLLIN)
        if is_writing:
            poll.register(self._input.fileno(), select.POLLOUT)
        for file, _ in poll.poll(1000 * seconds):
            if file not in self._open:
                continue
            try:
                data = os.read(file, _CHUNK)
            except BlockingIOError:
                continue
            if file == self._output:
                self._unread.extend(self._lines.feed(data) if data else self._lines.end())
            else:
                self._complaints += data
                del self._complaints[:-_COMPLAINTS_KEPT]
            if not data:
                self._open.discard(file)

    def _crash(self) -> PlayerFailedError:
        deadline = time.monotonic() + 1.0
        code = None
        while code is None and self._end.alive and time.monotonic() < deadline:
            code = self._process.poll()
            self._wait(0 if code is not None else 0.01)
        if code is None:
            reason = "it closed its output"
        elif code >= 0:
            reason = f"it ended with exit code {code}"
        else:
            reason = f"it was ended by {signal.Signals(-code).name}"
        last = self.complaints.strip().splitlines()[-1:]
        return PlayerFailedError(": ".join([reason, *map(shortened, last)]), reason="crashed")


def _end(family: Family, owner: int) -> None:
    if os.getpid() != owner:
        return  # a copy of this process, which started nothing
    family.end()
    with suppress(subprocess.TimeoutExpired):
        family.process.wait(5)
    for pipe in (family.process.stdin, family.process.stdout, family.process.stderr):
        if pipe is not None:
            pipe.close()

"""A terminal for the tests: a real pseudo-terminal with the command in it, and its screen."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

import pyte

from tests.programs import PATIENCE

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "enter": "\r",
    "space": " ",
    "tab": "\t",
    "backspace": "\x7f",
    "escape": "\x1b",
    "ctrl+c": "\x03",
    "ctrl+e": "\x05",
    "ctrl+l": "\x0c",
    "ctrl+n": "\x0e",
    "ctrl+q": "\x11",
    "ctrl+r": "\x12",
    "ctrl+s": "\x13",
}

# Questions to the terminal and settings of its keyboard, which the emulator would print.
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*u|\x1b\[\?[0-9;]*\$p")


class Terminal:
    """Runs ``enligne`` with a terminal of its own.

    Args:
        arguments: of the command.
        size: columns and lines.
        environment: on top of this process's own.
        folder: where it runs, if not here.
        program: Python code instead of the command.
    """

    def __init__(
        self,
        *arguments: str,
        size: tuple[int, int] = (80, 30),
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        program: str | None = None,
    ) -> None:
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self._master, self._slave = pty.openpty()
        self._set_size(size)
        self.settings = termios.tcgetattr(self._slave)
        own = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        own |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.process = subprocess.Popen(
            [
                sys.executable,
                *(["-m", "enligne"] if program is None else ["-c", program]),
                *arguments,
            ],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env=own | dict(environment or {}),
            cwd=folder,
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=PATIENCE)
        self.hang_up()

    def hang_up(self) -> None:
        """Takes the terminal away."""
        for handle in (self._master, self._slave):
            if handle >= 0:
                os.close(handle)
        self._master = self._slave = -1

    def _set_size(self, size: tuple[int, int]) -> None:
        columns, lines = size
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        """As when a person drags the corner of the window."""
        self.screen.resize(lines, columns)
        self._set_size((columns, lines))
        self.process.send_signal(signal.SIGWINCH)

    def press(self, *keys: str) -> None:
        """Presses keys by their names, or types what is not one."""
        for key in keys:
            os.write(self._master, KEYS.get(key, key).encode())

    def point(self, x: int, y: int) -> None:
        """Moves the mouse to a character, from 0."""
        self.press(f"\x1b[<35;{x + 1};{y + 1}M")

    def click(self, x: int, y: int) -> None:
        self.press(f"\x1b[<0;{x + 1};{y + 1}M", f"\x1b[<0;{x + 1};{y + 1}m")

    def wheel(self, x: int, y: int, *, up: bool) -> None:
        self.press(f"\x1b[<{64 if up else 65};{x + 1};{y + 1}M")

    def read(self, seconds: float = 0.05) -> bool:
        """Takes what the program has written; False if nothing came in this time."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.raw += data
        self._stream.feed(_UNKNOWN.sub(b"", data))
        return bool(data)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, found: Callable[[], object] | str | re.Pattern[str]) -> None:
        """Waits until a text is on the screen, or until something is true."""

        def seen() -> object:
            if isinstance(found, str):
                return found in self.text
            return found.search(self.text) if isinstance(found, re.Pattern) else found()

        deadline = time.monotonic() + PATIENCE
        while not seen():
            is_gone = self.process.poll() is not None
            if not self.read() and is_gone and not seen():
                raise AssertionError(f"it has ended without {found!r}:\n{self.text}")
            if time.monotonic() > deadline:
                raise AssertionError(f"this never came: {found!r}\n{self.text}")

    def leave(self) -> int:
        """Waits for the end of the program; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read()
            if time.monotonic() > deadline:
                raise AssertionError(f"it does not end:\n{self.text}")
        while self.read():
            pass
        return self.process.wait()

    def find(self, text: str) -> tuple[int, int]:
        """Where a text is on the screen: x and y of its first character."""
        for y, line in enumerate(self.screen.display):
            if (x := line.find(text)) >= 0:
                return x, y
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text}")

    def background(self, x: int, y: int) -> str:
        return str(self.screen.buffer[y][x].bg)

    def colour(self, x: int, y: int) -> str:
        return str(self.screen.buffer[y][x].fg)

    @property
    def modes(self) -> dict[str, bool]:
        """The private modes that the program has switched, and whether each is on now."""
        modes = {}
        for numbers, letter in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", self.raw):
            for number in numbers.decode().split(";"):
                modes[number] = letter == b"h"
        return modes

    @property
    def settings_now(self) -> list[object]:
        return termios.tcgetattr(self._slave)

"""How long each side has thought."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enligne.move import Side


class Clock:
    """Counts the time of one side at a time."""

    def __init__(self) -> None:
        self._spent = [0.0, 0.0]
        self._side: Side | None = None
        self._since = 0.0

    def run(self, side: Side | None) -> None:
        """From now on it is this side's time; None: nobody's."""
        now = time.monotonic()
        if self._side is not None:
            self._spent[self._side] += now - self._since
        self._side, self._since = side, now

    def reset(self) -> None:
        self._spent = [0.0, 0.0]
        self._side = None

    def spent(self, side: Side) -> float:
        """The seconds of a side so far."""
        running = time.monotonic() - self._since if side is self._side else 0.0
        return self._spent[side] + running


def clock_text(seconds: float) -> str:
    """``0:07``, ``12:30``, ``1:02:03``."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"

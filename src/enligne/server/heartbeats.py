"""Pings: they keep a WebSocket open through proxies, tell which page is gone, and measure how long
messages take. One timer serves all, so that idle pages cost next to nothing."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from enligne.server.websocket import frame_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.server.websocket import Line

#: Packets of Engine.IO.
PING, PONG = "2", "3"

_PING_FRAME = frame_of(PING)
_SECONDS_BETWEEN_LOOKS = 1.0


class Heartbeats:
    """Those of all lines.

    Args:
        interval: seconds from an answer to the next ping.
        timeout: seconds after which a page that does not answer is gone.
    """

    def __init__(self, interval: float, timeout: float) -> None:
        self._interval = interval
        self._timeout = timeout
        # Since when, the longest first.
        self._resting: OrderedDict[Line, float] = OrderedDict()
        self._pinged: OrderedDict[Line, float] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, line: Line) -> None:
        self._resting[line] = time.monotonic()
        if self._timer is None:
            self._wait()

    def answered(self, line: Line) -> None:
        """A page has answered a ping, or says so. It can answer late, but not early: what it gains
        by that is bounded by a game's clock."""
        pinged = self._pinged.pop(line, None)
        if pinged is not None:
            now = self._resting[line] = time.monotonic()
            line.lag = now - pinged

    def end(self, line: Line) -> None:
        self._resting.pop(line, None)
        self._pinged.pop(line, None)

    def look(self) -> None:
        """Pings those whose turn it is, and ends those that did not answer."""
        for line in _until(self._pinged, time.monotonic() - self._timeout):
            line.end()
        for line in _until(self._resting, time.monotonic() - self._interval):
            self._pinged[line] = time.monotonic()
            line.write(_PING_FRAME)

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_SECONDS_BETWEEN_LOOKS, self._look_again)

    def _look_again(self) -> None:
        self.look()
        self._timer = None
        if self._resting or self._pinged:
            self._wait()


def _until(lines: OrderedDict[Line, float], latest: float) -> Iterator[Line]:
    """Takes out those that are there since this time or longer."""
    while lines:
        line, since = next(iter(lines.items()))
        if since > latest:
            return
        del lines[line]
        yield line

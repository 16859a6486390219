"""How often an address did something of late."""

from __future__ import annotations

import time
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

from enligne.server.contract.refusals import RefusalError, try_again

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_ADDRESSES = 10_000


class Tally:
    """Counts by address.

    Args:
        most: that an address may do.
        seconds: within which.
        text: what one is told who did more.
    """

    def __init__(self, most: int, seconds: float, text: str) -> None:
        self._most = most
        self._seconds = seconds
        self._text = text
        self._times: dict[str, deque[float]] = {}
        self._room = _MOST_ADDRESSES

    def check(self, address: str) -> None:
        """Refuses an address that did too much.

        Raises:
            RefusalError: it has to wait.
        """
        times = self._times.get(address)
        since = time.monotonic() - self._seconds
        while times and times[0] < since:
            times.popleft()
        if times and len(times) >= self._most:
            raise try_again("too_many", self._text, times[0] - since)

    @contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """Counts what is done here, unless the server itself fails.

        Raises:
            RefusalError: the address did too much.
        """
        self.check(address)
        self.add(address)
        try:
            yield
        except (RefusalError, ValueError):
            raise
        except Exception:
            if times := self._times.get(address):
                times.pop()
            raise

    def add(self, address: str) -> None:
        now = time.monotonic()
        if len(self._times) > self._room:
            since = now - self._seconds
            self._times = {
                key: each for key, each in self._times.items() if each and each[-1] > since
            }
            # Many that have come of late are not looked through for each one more.
            self._room = max(_MOST_ADDRESSES, 2 * len(self._times))
        self._times.setdefault(address, deque()).append(now)

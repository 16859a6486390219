"""How often somebody may do something: so often a second, and more at once after a pause."""

from __future__ import annotations

import time

_MOST_ADDRESSES = 10_000


class Pace:
    """What one may still do.

    Args:
        rate: what is gained a second.
        most: that can be saved up, and owed.
    """

    __slots__ = ("_last", "_most", "_rate", "_saved")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._saved = most
        self._last = time.monotonic()

    def _gain(self) -> float:
        now = time.monotonic()
        self._saved = min(self._most, self._saved + (now - self._last) * self._rate)
        self._last = now
        return self._saved

    def spend(self, amount: float = 1.0) -> bool:
        """Whether so much is allowed now; then it is spent."""
        if self._gain() < amount:
            return False
        self._saved -= amount
        return True

    def charge(self, amount: float) -> None:
        """Takes so much away, allowed or not."""
        self._saved = max(-self._most, self._gain() - amount)

    @property
    def is_owing(self) -> bool:
        """Whether more was taken away than it had."""
        return self._gain() < 0

    @property
    def is_rested(self) -> bool:
        """Whether nothing of it is missing."""
        return self._gain() == self._most

    @property
    def seconds_to_wait(self) -> float:
        """Until it may do one thing again."""
        return max(0.0, (1 - self._gain()) / self._rate)


class Paces:
    """Those of addresses, which are forgotten once they are rested."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._paces: dict[str, Pace] = {}
        self._room = _MOST_ADDRESSES

    def __len__(self) -> int:
        return len(self._paces)

    def of(self, address: str) -> Pace:
        pace = self._paces.get(address)
        if pace is None:
            if len(self._paces) >= self._room:
                self._paces = {key: each for key, each in self._paces.items() if not each.is_rested}
                self._room = max(_MOST_ADDRESSES, 2 * len(self._paces))
            pace = self._paces[address] = Pace(self._rate, self._most)
        return pace

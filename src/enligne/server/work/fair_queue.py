"""Who is served next: fair between addresses, and nobody has more than a share of what waits.

Nothing here waits or runs: the :class:`~enligne.server.work.gate.Gate` does that.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

from enligne.server.contract.refusals import RefusalError, try_again

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from enligne.server.contract.refusals import Code

#: What an address has used counts half after this time.
_HALF_LIFE = 60.0
#: Addresses that are remembered before those that used next to nothing are forgotten.
_MOST_REMEMBERED = 10_000
_NEXT_TO_NOTHING = 0.01
_MOST_SECONDS_TO_WAIT = 60


class Share(Enum):
    """Of which processes something may use.

    ``PEOPLE`` is for replies to somebody who plays; ``OTHERS`` for all else: analyses, hints, the
    Lab, and players against players.
    """

    PEOPLE = "people"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom something is done.

    Args:
        connection: a page, or a room whose player thinks: it has one thing running and one waiting.
        address: where they come from; addresses are treated alike.
    """

    connection: str
    address: str


@dataclass(frozen=True, slots=True)
class Lane:
    """What a process is for.

    Args:
        share: whose it is.
        longest: what it does costs at most this many seconds.
    """

    share: Share
    longest: float = math.inf


@dataclass(eq=False, slots=True)
class Waiting:
    """Something that waits for a process, and then has one.

    Args:
        price: what it will cost, in seconds of a processor.
        is_look: it only looks at something: where a connection has such a one waiting, the next
            one takes its place.
    """

    asker: Asker
    price: float
    share: Share
    is_look: bool = False
    since: float = 0.0
    number: int = field(default=0, init=False)

    def suits(self, lane: Lane) -> bool:
        return self.share is lane.share and self.price <= lane.longest


class Usage:
    """The seconds that each address has used lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}  # and when that was so

    def of(self, address: str, now: float) -> float:
        used, when = self._used.get(address, (0.0, 0.0))
        return used * math.exp2((when - now) / _HALF_LIFE)

    def add(self, address: str, seconds: float) -> None:
        now = self._clock()
        self._used[address] = (max(0.0, self.of(address, now) + seconds), now)
        if len(self._used) > _MOST_REMEMBERED:
            self._used = {
                each: used
                for each, used in self._used.items()
                if self.of(each, now) > _NEXT_TO_NOTHING
            }


_Job = TypeVar("_Job", bound=Waiting)


class FairQueue(Generic[_Job]):
    """What waits and what runs.

    Args:
        lanes: of all processes.
        most: how many may wait.
        most_of_address: how many of those for one address.
    """

    def __init__(
        self,
        lanes: list[Lane],
        *,
        most: int,
        most_of_address: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._processes = Counter(lane.share for lane in lanes)
        self._most = most
        self._most_of_address = most_of_address
        self._clock = clock
        self._numbers = itertools.count(1)
        self._waiting: dict[str, _Job] = {}  # by connection, the longest waiting first
        self._running: dict[str, _Job] = {}
        self._used = Usage(clock)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[_Job]:
        """All that waits."""
        return iter(list(self._waiting.values()))

    @property
    def running(self) -> list[_Job]:
        return list(self._running.values())

    def add(self, job: _Job) -> _Job | None:
        """Lets something wait. What has to go for it is given back: a look of the same connection,
        or where too many wait the last of those whose address has the most waiting.

        Raises:
            RefusalError: it has to go itself; ``seconds`` says when to come back.
        """
        asker = job.asker
        before = self._waiting.get(asker.connection)
        if before is not None:
            if not (before.is_look and job.is_look):
                raise self._refusal("too_many", "you have something waiting already", job)
            job.number, job.since = before.number, before.since  # its place, not a new one
            self._waiting[asker.connection] = job
            return before
        of_address = Counter(each.asker.address for each in self._waiting.values())
        own = of_address[asker.address]
        if own >= self._most_of_address:
            raise self._refusal("too_many", "too much waits for your address already", job)
        dropped = None
        if len(self._waiting) >= self._most:
            address, count = max(of_address.items(), key=lambda each: each[1])
            if count <= own + 1:
                raise self._refusal("busy", "too many are waiting", job)
            dropped = [each for each in self._waiting.values() if each.asker.address == address][-1]
            del self._waiting[dropped.asker.connection]
        job.number = next(self._numbers)
        job.since = self._clock()
        self._waiting[asker.connection] = job
        return dropped

    def next(self, lane: Lane) -> _Job | None:
        """What a process begins with now, of those it may do: that of the address that has used
        the least."""
        able = [
            each
            for each in self._waiting.values()
            if each.suits(lane) and each.asker.connection not in self._running
        ]
        if not able:
            return None
        job = min(able, key=self._order())
        connection = job.asker.connection
        del self._waiting[connection]
        self._running[connection] = job
        # At once, so that one address does not get several processes for the price of none.
        self._used.add(job.asker.address, job.price)
        return job

    def finish(self, job: _Job, seconds: float) -> None:
        """What was running has ended, and cost so much."""
        del self._running[job.asker.connection]
        self._used.add(job.asker.address, seconds - job.price)

    def remove(self, job: _Job) -> bool:
        """Takes something out that waits; whether it did."""
        if self._waiting.get(job.asker.connection) is not job:
            return False
        del self._waiting[job.asker.connection]
        return True

    def place(self, job: _Job) -> int:
        """How many of its share come before, counted from 1; 0 where it does not wait."""
        if self._waiting.get(job.asker.connection) is not job:
            return 0
        order = self._order()
        rivals = (each for each in self._waiting.values() if each.share is job.share)
        return 1 + sum(order(each) < order(job) for each in rivals)

    def refusal_of_dropped(self, job: _Job) -> RefusalError:
        """What is told to whoever had to go."""
        if job.asker.connection in self._waiting:
            return RefusalError("replaced", "a newer request took the place of this one")
        return self._refusal("busy", "too many are waiting", job)

    def _order(self) -> Callable[[_Job], tuple[float, int]]:
        """By what is served next: at one moment for all, or those of one address would differ."""
        now = self._clock()
        return lambda job: (self._used.of(job.asker.address, now), job.number)

    def _refusal(self, code: Code, reason: str, job: _Job) -> RefusalError:
        """Says when to come back: when about all that waits now is done."""
        ahead = sum(
            each.price
            for each in (*self._waiting.values(), *self._running.values())
            if each.share is job.share
        )
        seconds = ahead / max(1, self._processes[job.share])
        return try_again(code, reason, min(seconds, _MOST_SECONDS_TO_WAIT))

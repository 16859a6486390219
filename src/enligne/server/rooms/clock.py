"""Time: the server's own, by which games are timed, the clock of a game, and the alarm that rings
when the side to move has no time left."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from enligne.move import FIRST, SECOND
from enligne.server.contract import games
from enligne.server.views import side_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from enligne.move import Side
    from enligne.server.rooms.room import Room

#: What a move gives back of the lag that was credited, in seconds.
_LAG_REFILL = 0.1
_SECONDS_AFTER = 0.01  # an alarm rings rather late than early


class ServerTime:
    """The seconds for which a server has run, in all its runs. No jump of the wall clock moves it,
    it stands still while no process runs, and processes that share rooms agree on it.

    Args:
        seconds: of the runs before this one.
        monotonic: tells seconds from any beginning, and never goes back.
    """

    def __init__(
        self, seconds: float = 0.0, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._monotonic = monotonic
        self._before = seconds - monotonic()

    def __call__(self) -> float:
        """Now."""
        return self._before + self._monotonic()

    def hear(self, seconds: float) -> None:
        """Takes over what a run before or another process tells, if that is later."""
        self._before = max(self._before, seconds - self._monotonic())


@dataclass(slots=True)
class GameClock:
    """Time for the whole game and some more for every move.

    What a message takes on its way is not the mover's fault: up to what was measured it is given
    back, out of an account of ``lag_seconds`` that every move fills up a little again. A page that
    answers late on purpose gains no more than one that is far away.
    """

    seconds: float
    increment: float
    left: list[float]
    since: float | None = None  # when the side to move began to think, by the server's time
    lag_seconds: float = 0.0
    lag_left: list[float] = field(default_factory=lambda: [0.0, 0.0])
    now: Callable[[], float] = field(default_factory=ServerTime, compare=False, repr=False)

    @classmethod
    def new(
        cls, seconds: float, increment: float, lag_seconds: float, now: Callable[[], float]
    ) -> GameClock:
        return cls(seconds, increment, [seconds] * 2, None, lag_seconds, [lag_seconds] * 2, now=now)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], now: Callable[[], float]) -> GameClock:
        found = cls(**data, now=now)
        if found.since is not None:
            found.since = min(found.since, now())  # a note of the time may have been lost
        return found

    def data(self) -> dict[str, Any]:
        return {
            "seconds": self.seconds,
            "increment": self.increment,
            "left": [*self.left],
            "since": self.since,
            "lag_seconds": self.lag_seconds,
            "lag_left": [*self.lag_left],
        }

    def again(self) -> GameClock:
        """A new one like it."""
        return GameClock.new(self.seconds, self.increment, self.lag_seconds, self.now)

    def run(self, *, runs: bool) -> None:
        """Lets it run from now on for the side to move, or stand still."""
        self.since = self.now() if runs else None

    def stop(self, side: Side) -> None:
        """Takes what the side to move has spent until now."""
        self.left[side] = max(0.0, self.left_of(side, side))
        self.since = None

    def punch(self, side: Side, lag: float) -> None:
        """The side to move has moved; the message took at most this lag on its way."""
        if self.since is None:
            return
        spent = self.now() - self.since
        credit = min(self.credit(side, lag), spent)
        self.left[side] = max(0.0, self.left[side] - spent + credit) + self.increment
        self.since = None
        self.lag_left[side] = min(self.lag_seconds, self.lag_left[side] - credit + _LAG_REFILL)

    def credit(self, side: Side, lag: float | None) -> float:
        """What is given back of a lag; the most that can be where none is told."""
        account = self.lag_left[side]
        return account if lag is None else min(account, lag)

    def left_of(self, side: Side, to_move: Side) -> float:
        spent = self.now() - self.since if side is to_move and self.since is not None else 0.0
        return self.left[side] - spent

    def view(self, to_move: Side) -> games.Clock:
        return games.Clock(
            self.seconds,
            self.increment,
            max(0.0, self.left_of(FIRST, to_move)),
            max(0.0, self.left_of(SECOND, to_move)),
            None if self.since is None else side_view(to_move),
        )


class Flags:
    """One alarm for each room.

    Args:
        ring: called with the room when its time is over.
    """

    def __init__(self, ring: Callable[[str], object]) -> None:
        self._ring = ring
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._alarms)

    def set(self, room: Room) -> None:
        """Sets the alarm of a room by its clock, in place of the one it had."""
        self.clear(room.id)
        seconds = room.flags_in()
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._alarms[room.id] = loop.call_later(seconds + _SECONDS_AFTER, self._ring, room.id)

    def clear(self, room_id: str) -> None:
        if (alarm := self._alarms.pop(room_id, None)) is not None:
            alarm.cancel()

    def close(self) -> None:
        for room_id in list(self._alarms):
            self.clear(room_id)

"""The clock of a game, and the alarm that rings when the side to move has no time left."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from enligne.move import FIRST, SECOND
from enligne.server.contract import games
from enligne.server.views import side_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from enligne.move import Side
    from enligne.server.rooms.room import Room


@dataclass(slots=True)
class GameClock:
    """Time for the whole game and some more for every move."""

    seconds: float
    increment: float
    left: list[float]
    since: float | None = None  # when the side to move began to think

    @classmethod
    def new(cls, seconds: float, increment: float) -> GameClock:
        return cls(seconds, increment, [seconds, seconds])

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> GameClock:
        return cls(**dict(data) | {"left": list(data["left"])})

    def data(self) -> dict[str, Any]:
        return asdict(self)

    def left_of(self, side: Side, to_move: Side, now: float) -> float:
        spent = now - self.since if side is to_move and self.since is not None else 0.0
        return self.left[side] - spent

    def view(self, to_move: Side, now: float, *, is_over: bool) -> games.Clock:
        is_running = self.since is not None and not is_over
        return games.Clock(
            self.seconds,
            self.increment,
            max(0.0, self.left_of(FIRST, to_move, now)),
            max(0.0, self.left_of(SECOND, to_move, now)),
            side_view(to_move) if is_running else None,
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
            self._alarms[room.id] = loop.call_later(seconds + 0.01, self._ring, room.id)

    def clear(self, room_id: str) -> None:
        if (alarm := self._alarms.pop(room_id, None)) is not None:
            alarm.cancel()

    def close(self) -> None:
        for room_id in list(self._alarms):
            self.clear(room_id)

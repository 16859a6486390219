"""Alarms for clocks: a room is looked at again when the side to move has no time left."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.server.rooms.room import Room


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

"""The rooms in memory: one request at a time for each, and none is changed that is not stored."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from enligne.errors import DamagedRoomError
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms.room import Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from enligne.server.leases import Presence
    from enligne.server.monitoring import Metrics
    from enligne.server.storage import Document, Storage, Stored

_ROOMS_KEPT = 20_000


class OpenRooms:
    """Rooms that were read or changed lately.

    Args:
        is_shared: other processes may change rooms too; they are read again each time.
    """

    def __init__(
        self, storage: Storage, presence: Presence, metrics: Metrics, *, is_shared: bool
    ) -> None:
        self._storage = storage
        self._presence = presence
        self._metrics = metrics
        self._is_shared = is_shared
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        # Each is kept while somebody holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def known(self, room_id: str) -> Room | None:
        """A room as this process has seen it last."""
        return self._rooms.get(room_id)

    @asynccontextmanager
    async def open(self, room_id: str) -> AsyncIterator[Room]:
        """A room, for one request at a time.

        Raises:
            RefusalError: there is no such room, or it cannot be read.
        """
        lock = self._locks.setdefault(room_id, asyncio.Lock())
        async with lock:
            room = self._rooms.get(room_id)
            if room is None or self._is_shared:
                room = await self._load(room_id, room)
            self._keep(room)
            room.followers = await self._presence.followers(room_id)
            yield room

    async def create(self, room: Room, visitor: str) -> None:
        """Stores a new room, which is among the games of this visitor."""
        await self._storage.create(room.id, room.data(), room.persons() | {visitor})
        self._keep(room)
        self._metrics.created.inc()

    async def save(
        self, room: Room, data: Document, visitor: str | None = None, also: Room | None = None
    ) -> bool:
        """Stores a changed room as this data; False when another process was faster. Another new
        room may be stored with it, both or none."""
        other = (also.id, also.data(), also.persons()) if also is not None else None
        is_stored = False
        try:
            is_stored = await self._storage.save(room.id, room.version, data, visitor, other)
        finally:
            if not is_stored:
                self.forget(room)
        room.version += is_stored
        return is_stored

    async def _load(self, room_id: str, known: Room | None) -> Room:
        """The room as it is stored, or the known one if that is the same."""
        try:
            stored = await self._storage.load(room_id)
            if stored is None:
                raise RefusalError("no_room", "there is no such room")
            if known is not None and known.version == stored.version:
                return known
            return read_room(stored)
        except DamagedRoomError as damage:
            self._storage.note(damage)
            raise RefusalError("damaged", "this room is damaged: it cannot be opened") from None

    def forget(self, room: Room) -> None:
        """Drops a room that is not as it is stored."""
        self._rooms.pop(room.id, None)

    def _keep(self, room: Room) -> None:
        self._rooms[room.id] = room
        self._rooms.move_to_end(room.id)
        while len(self._rooms) > _ROOMS_KEPT:
            self._rooms.popitem(last=False)
        self._metrics.rooms.set(len(self._rooms))


def read_room(stored: Stored) -> Room:
    """A room from its document.

    Raises:
        DamagedRoomError: the document is none of a room.
    """
    try:
        return Room.from_data(stored.id, stored.version, stored.document)
    except Exception as error:  # whatever a document of another shape leads to
        raise DamagedRoomError(stored.id, repr(error)) from error

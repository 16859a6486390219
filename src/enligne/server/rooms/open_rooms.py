"""The rooms in memory: those that somebody follows or asks for. One request at a time for each, and
none is changed that is not stored."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from enligne.errors import DamagedRoomError
from enligne.server.charges import charge
from enligne.server.contract import prices
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms.room import Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Container

    from enligne.server.monitoring import Metrics
    from enligne.server.storage import Storage, Stored


class OpenRooms:
    """Rooms by their names.

    Args:
        followed: those that stay in memory.
        now: the server's time.
        names: whether people have names here.
    """

    def __init__(
        self,
        storage: Storage,
        followed: Container[str],
        now: Callable[[], float],
        metrics: Metrics,
        *,
        names: bool = True,
    ) -> None:
        self._storage = storage
        self._followed = followed
        self._now = now
        self._names = names
        metrics.rooms.set_function(lambda: len(self._rooms))
        self._rooms: dict[str, Room] = {}
        # Each is kept while somebody holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._rooms) + len(self._locks)

    def known(self, room_id: str) -> Room | None:
        """A room as this process has seen it last."""
        return self._rooms.get(room_id)

    @asynccontextmanager
    async def open(self, room_id: str, *, newest: int | bool = False) -> AsyncIterator[Room]:
        """A room, for one request at a time.

        Args:
            newest: a version that there is, or True: another process may have stored a newer one
                than is known here.

        Raises:
            RefusalError: there is no such room, or it cannot be read.
        """
        lock = self._locks.setdefault(room_id, asyncio.Lock())
        async with lock:
            room = self._rooms.pop(room_id, None)
            if room is None or newest is True or room.version < newest:
                room = await self._load(room_id, room)
            self._rooms[room_id] = room
            try:
                yield room
            except (RefusalError, ValueError):
                raise  # what is refused changes nothing
            except BaseException:
                self.forget(room_id)  # what was done halfway is dropped
                raise
            finally:
                if room_id not in self._followed:
                    self.forget(room_id)

    async def save(
        self,
        room: Room,
        visitor: str | None = None,
        also: Room | None = None,
        *,
        ends: bool = False,
    ) -> bool:
        """Stores a changed room, whose game ``ends`` for the first time or not; False when another
        process was faster. Another new room may be stored with it, both or none."""
        other = (also.id, also.data(), also.persons()) if also is not None else None
        is_stored = False
        try:
            is_stored = await self._storage.save(
                room.id, room.version, room.data(), visitor, other, ends=ends
            )
        finally:
            if not is_stored:
                self.forget(room.id)
        if is_stored:
            room.version += 1
            room.is_changed = False
        return is_stored

    def forget(self, room_id: str) -> None:
        """Drops a room, which is read again when it is asked for."""
        self._rooms.pop(room_id, None)

    async def _load(self, room_id: str, known: Room | None) -> Room:
        """A room as it is stored; the known one is brought forward."""
        try:
            stored = await self._storage.load(room_id)
            if stored is None:
                raise RefusalError("no_room", "there is no such room")
            if known is None or known.version != stored.version:
                has_all = known is None
                known = read_room(stored, self._now, known)
                if has_all:
                    cost = prices.of_room(known.ply, has_start=known.game.start.ply > 0)
                    charge(prices.requests(cost) - 1)
                if not self._names:
                    known.forget_names()
        except DamagedRoomError as damage:
            self._storage.note(damage)
            raise RefusalError("damaged", "this room is damaged: it cannot be opened") from None
        return known


def read_room(stored: Stored, now: Callable[[], float], known: Room | None = None) -> Room:
    """A room from its document, or the known one brought forward to it.

    Raises:
        DamagedRoomError: the document is none of a room.
    """
    try:
        if known is None:
            return Room.from_data(stored.id, stored.version, stored.document, now)
        known.update(stored.version, stored.document, now)
    except Exception as error:  # whatever a document of another shape leads to
        raise DamagedRoomError(stored.id, repr(error)) from error
    return known

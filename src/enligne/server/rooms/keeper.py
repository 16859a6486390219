"""What becomes of rooms that somebody follows: changes stored and told, players asked, clocks
watched, other processes heard."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms.clock import Flags
from enligne.server.rooms.counting import Counting
from enligne.server.rooms.lobby import Lobby
from enligne.server.rooms.messages import WhoWaits
from enligne.server.rooms.open_rooms import OpenRooms
from enligne.server.rooms.presence import Presence
from enligne.server.rooms.room import Room
from enligne.server.rooms.thinking import Thinking
from enligne.server.rooms.told import Told
from enligne.server.storage.server_time import keep_server_time, last_server_time
from enligne.server.work import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from msgspec import Raw, Struct

    from enligne.server.allowed import AllowedPlayers
    from enligne.server.brains import Brains
    from enligne.server.contract import games
    from enligne.server.monitoring import Metrics
    from enligne.server.news import News
    from enligne.server.rooms.clock import ServerTime
    from enligne.server.rooms.messages import Waits, WaitsNot
    from enligne.server.settings import Settings
    from enligne.server.storage import Storage
    from enligne.server.storage.visitors import Changes
    from enligne.server.work import Gate

_log = logging.getLogger("enligne.rooms")

_SECONDS_BETWEEN_ROUNDS = 2.0
_SECONDS_BETWEEN_NOTES = 5.0  # of the server's time
_TRIES = 5


class Audience(Protocol):
    """The pages that follow rooms through this process."""

    async def tell(self, event: str, room: str, data: Struct | Raw) -> None: ...

    def address_of(self, room: str, persons: Container[str]) -> str: ...


class Keeper:
    """Looks after rooms."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        gate: Gate,
        allowed: AllowedPlayers,
        brains: Brains,
        news: News,
        audience: Audience,
        metrics: Metrics,
        now: ServerTime,
    ) -> None:
        self._settings = settings
        self._storage = storage
        self._brains = brains
        self._news = news
        self._audience = audience
        self._now = now
        self._tasks = Tasks()
        self._unsettled: set[str] = set()  # rooms to look at in the next round
        self._told = Told()
        self._counting = Counting(settings, storage)
        self.presence = Presence(news, now, self)
        self.rooms = OpenRooms(storage, self.presence, now, metrics, names=settings.names)
        self.lobby = Lobby(settings, self.presence, now, audience, self._tasks, self._withdraw)
        self.flags = Flags(lambda room_id: self._tasks.start(self._look_at_clock(room_id)))
        self.thinking = Thinking(
            settings,
            gate,
            allowed,
            brains,
            metrics,
            self._tasks,
            self.act,
            lambda thought: self.tell_event(thought.room, "thinking", thought),
            self._unsettled.add,
            audience.address_of,
        )
        self._caretakers: list[asyncio.Task[None]] = []
        self._next_sweep = 0.0

    async def start(self) -> None:
        """Goes on where the server stopped, and looks after the rooms from now on."""
        self._now.hear(await last_server_time(self._storage))
        # At once: a server that is killed before the first note would begin at another time.
        await keep_server_time(self._storage, self._now())
        await self._storage.was_restored()  # from now on
        self._caretakers = [
            asyncio.create_task(work)
            for work in (
                self.presence.run(),
                self._go_round(),
                self._note_time(),
                self._counting.run(),
            )
        ]
        await self._news.settle()

    async def close(self) -> None:
        await self.presence.say_goodbye()
        for caretaker in self._caretakers:
            caretaker.cancel()
        await asyncio.gather(*self._caretakers, return_exceptions=True)
        self.thinking.close()
        self.flags.close()
        self.lobby.close()
        await self._tasks.finish()
        with suppress(Exception):
            await keep_server_time(self._storage, self._now())

    # Changes.

    async def act(self, room_id: str, act: Callable[[Room], None], lag: float | None = None) -> int:
        """Changes a room, stores it and tells everyone. The new version is the answer.

        Args:
            lag: of a person's move, as measured.

        Raises:
            RefusalError, ValueError: the change is refused.
        """
        newest = False
        for _ in range(_TRIES):
            async with self.rooms.open(room_id, newest=newest) as room:
                if room.flag(lag):
                    if await self.store(room):
                        raise RefusalError("finished", f"the game is over: {room.outcome}")
                    continue  # another process was faster: look again
                try:
                    act(room)
                except (RefusalError, ValueError):
                    if newest or not self._news.is_shared:
                        raise
                    newest = True  # another process may have changed it
                    continue
                if await self.store(room):
                    return room.version
        raise changing_too_fast()

    async def store(self, room: Room, visitor: str | None = None, also: Room | None = None) -> bool:
        """Stores a room, if it has changed, and tells everyone; False when another process was
        faster. Another new room may be stored with it, both or none."""
        if not room.is_changed:
            return True
        # A game that is taken back and ends again has taught already, and is counted.
        ends = room.outcome is not None and not room.has_taught
        room.has_taught |= ends
        try:
            if not await self.rooms.save(room, visitor, also, ends=ends):
                return False
        except BaseException:
            self._unsettled.add(room.id)  # it may be stored or not
            raise
        self.presence.tell_change(room.id, room.version)
        await self._tell_change(room)
        if ends:
            self.thinking.teach(room)
            self._counting.wake()
        return True

    def see_to(self, room: Room) -> None:
        """Where somebody follows a room, its player thinks and its clock is watched."""
        self.lobby.see(room)
        if room.id not in self.presence:
            return
        self.flags.set(room)
        if self.presence.thinks(room.id):
            self.thinking.start(room)
        else:
            self.thinking.stop(room.id)

    def let_go(self, room_id: str) -> None:
        """Nobody follows a room any more: it leaves the memory, and its player stops thinking."""
        self.thinking.stop(room_id)
        self.flags.clear(room_id)
        self._unsettled.discard(room_id)
        self._told.forget(room_id)
        self.rooms.forget(room_id)

    def look_again(self, changes: Changes) -> None:
        """Rooms were removed or changed where they are stored."""
        for room_id in changes.removed:
            self.let_go(room_id)
            self.lobby.remove(room_id)
        for room_id, version in changes.changed:
            self.presence.tell_change(room_id, version)
            self.hear_change(room_id, version)

    async def view(self, room: Room, visitor: str) -> games.Room:
        """A room as a visitor sees it: just as its followers know it, who are told first."""
        number = await self._tell(room)
        return room.view(room.sides_of(visitor), self.presence.followers(room.id), number)

    async def tell_again(self, room_id: str) -> None:
        """Tells everyone who is there, which has changed, though no move was made."""
        with suppress(RefusalError):
            async with self.rooms.open(room_id) as room:
                await self._tell(room)

    # What other processes tell.

    def version_of(self, room_id: str) -> int:
        room = self.rooms.known(room_id)
        return 0 if room is None else room.version

    def hear_followers(self, room_id: str) -> None:
        self._tasks.start(self._look_at_followers(room_id))

    def hear_change(self, room_id: str, version: int) -> None:
        self._tasks.start(self._look_at(room_id, version))

    def hear_event(self, room_id: str, event: str, data: Raw) -> None:
        self._tasks.start(self._audience.tell(event, room_id, data))

    def hear_break(self) -> None:
        self._unsettled.update(self.presence.rooms())

    def hear_waiting(self, message: Waits | WaitsNot | WhoWaits) -> None:
        self.lobby.hear(message)

    def hear_newcomer(self) -> None:
        self.lobby.tell_others()
        self.presence.tell(WhoWaits(process=self.presence.process))

    def hear_end(self, process: str) -> None:
        self.lobby.forget(process)

    # What goes on by itself.

    async def _go_round(self) -> None:
        """Goes round for ever."""
        while True:
            try:
                await self._round()
            except Exception:
                _log.exception("looking after the rooms failed")
            await asyncio.sleep(_SECONDS_BETWEEN_ROUNDS)

    async def _round(self) -> None:
        """Looks at rooms of which something may be unknown here, or in which something failed, and
        sweeps abandoned ones."""
        self.presence.beat()
        if self._news.is_shared and not self._news.is_heard:
            self.hear_break()
        rooms = list(self._unsettled)
        self._unsettled.clear()
        for room_id in rooms:
            await self._look_at(room_id, newest=True)
        if time.monotonic() > self._next_sweep:
            self._next_sweep = time.monotonic() + self._settings.sweep_seconds
            await self._sweep()

    async def _look_at(self, room_id: str, newest: int | bool) -> None:
        """Tells what is new in a room, and sees to it."""
        if room_id not in self.presence:
            return
        try:
            async with self.rooms.open(room_id, newest=newest) as room:
                if not self._told.has(room):
                    await self._tell_change(room)
                else:
                    self.see_to(room)
        except RefusalError:
            return
        except Exception:
            self._unsettled.add(room_id)
            _log.exception("looking at a room failed", extra={"room": room_id})

    async def _look_at_followers(self, room_id: str) -> None:
        await self.tell_again(room_id)
        if (room := self.rooms.known(room_id)) is not None:
            self.see_to(room)  # another process may be the one to ask its player

    def _withdraw(self, room_id: str) -> None:
        """Takes a room out of the lobby for good."""

        async def withdraw() -> None:
            with suppress(RefusalError):
                await self.act(room_id, Room.close_to_all)

        self._tasks.start(withdraw())

    async def _look_at_clock(self, room_id: str) -> None:
        with suppress(RefusalError):
            async with self.rooms.open(room_id) as room:
                room.flag()
                if not await self.store(room):
                    self._unsettled.add(room_id)

    async def _note_time(self) -> None:
        """Keeps the server's time for its next run, and asks whether a backup was restored."""
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_NOTES)
            with suppress(Exception):  # the next one may be kept
                await keep_server_time(self._storage, self._now())
                if await self._storage.was_restored():
                    self.hear_break()

    async def _sweep(self) -> None:
        now, day, settings = time.time(), 86400.0, self._settings
        finished = settings.keep_finished_days
        try:
            gone = await self._storage.sweep(
                idle_since=now - day * settings.idle_days,
                unplayed_since=now - day * settings.unplayed_days,
                finished_since=None if finished is None else now - day * finished,
            )
            await self._brains.sweep()
        except Exception:
            _log.exception("sweeping rooms failed")
            return
        if gone:
            _log.info("abandoned rooms removed", extra={"count": gone})

    # What followers are told.

    async def _tell_change(self, room: Room) -> None:
        self.thinking.stop_past(room)
        await self._tell(room)
        self.see_to(room)

    async def _tell(self, room: Room) -> int:
        """Tells what is new in a room; the number of the last change is the answer."""
        if room.id not in self.presence:
            return 0
        number, change = self._told.change(room, self.presence.followers(room.id))
        if change is not None:
            await self._audience.tell("change", room.id, change)
        return number

    async def tell_event(self, room_id: str, event: str, data: Struct) -> None:
        """Tells all followers of a room what is not stored."""
        self.presence.tell_event(room_id, event, data)
        await self._audience.tell(event, room_id, data)


def changing_too_fast() -> RefusalError:
    return RefusalError("busy", "the room is changing too fast: try again")

"""All rooms: what visitors ask for, changes stored before they are told, players asked."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from enligne.errors import DamagedRoomError
from enligne.move import FIRST, SECOND, Side
from enligne.position import Position
from enligne.rules import Rules
from enligne.server.allowed import AllowedPlayers
from enligne.server.contract import games
from enligne.server.contract.refusals import RefusalError
from enligne.server.leases import Presence
from enligne.server.rooms.clock import Flags, GameClock
from enligne.server.rooms.open_rooms import OpenRooms, read_room
from enligne.server.rooms.room import Room, Seat, new_room
from enligne.server.rooms.thinking import Thinking, pupils, teach
from enligne.server.views import outcome_view, rules_view, side_view
from enligne.server.work import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.server.leases import Audience, Leases
    from enligne.server.monitoring import Metrics
    from enligne.server.settings import Settings
    from enligne.server.storage import Storage
    from enligne.server.work import Workers

_log = logging.getLogger("enligne.rooms")

_GAMES_LISTED = 50
_SECONDS_BETWEEN_ROUNDS = 2.0
_SECONDS_BETWEEN_SWEEPS = 600.0
_TRIES = 5


class Rooms:
    """The rooms of this server."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        workers: Workers,
        leases: Leases,
        audience: Audience,
        metrics: Metrics,
    ) -> None:
        self.allowed = AllowedPlayers(settings)
        self._settings = settings
        self._storage = storage
        self._leases = leases
        self._audience = audience
        self._metrics = metrics
        self._tasks = Tasks()
        self._presence = Presence(leases)
        self._rooms = OpenRooms(storage, self._presence, metrics, is_shared=leases.is_shared)
        self._thinking = Thinking(
            settings, workers, self.allowed, leases, audience, metrics, self._tasks, self.act
        )
        self._flags = Flags(lambda room_id: self._tasks.start(self._look_at_clock(room_id)))

    # Requests.

    def rules(self, text: str) -> Rules:
        """Rules that may be played here.

        Raises:
            RulesError: the text does not describe rules.
            RefusalError: the board is too large.
        """
        rules = Rules.of(text)
        most = self._settings.largest_side
        if max(rules.width, rules.height) > most:
            raise RefusalError("rules", f"boards here have sides of at most {most}", most=most)
        return rules

    async def create(self, visitor: str, wish: games.Create) -> str:
        rules = self.rules(wish.rules)
        position = Position(rules, wish.start)
        seats = []
        for seat in (wish.first, wish.second):
            if seat.kind == "me":
                seats.append(Seat("person", visitor))
            elif seat.kind == "friend":
                seats.append(Seat("person"))
            else:
                if seat.text is None:
                    raise RefusalError("bad_request", "which player? Its text is missing")
                spec = self.allowed.checked(seat.text)
                self.allowed.check_plays(spec, rules)
                seats.append(Seat("player", text=spec.text, level=self.allowed.level(spec)))
        clock = GameClock.new(wish.clock.seconds, wish.clock.increment) if wish.clock else None
        room = new_room(secrets.token_urlsafe(12), position, seats, clock)
        await self._rooms.create(room, visitor)
        return room.id

    async def join(
        self, room_id: str, visitor: str, *, takes_seat: bool
    ) -> tuple[games.Room, list[Side]]:
        """What a visitor sees of a room, after taking a free seat in it if asked to."""
        for _ in range(_TRIES):
            async with self._rooms.open(room_id) as room:
                before = room.data()
                has_taken = takes_seat and room.take_seat(visitor)
                if (room.flag() or has_taken) and not await self._store(
                    room, before, visitor if has_taken else None
                ):
                    continue  # another process was faster: look again
                self._see_to(room)
                sides = room.sides_of(visitor)
                return room.view(sides), sides
        raise _changing_too_fast()

    async def act(self, room_id: str, act: Callable[[Room], None]) -> int:
        """Changes a room, stores it and tells everyone. The new version is the answer."""
        for _ in range(_TRIES):
            async with self._rooms.open(room_id) as room:
                before = room.data()
                if room.flag():
                    await self._store(room, before)
                    raise RefusalError("finished", f"the game is over: {room.outcome}")
                try:
                    act(room)
                except BaseException:
                    self._rooms.forget(room)  # what it did halfway is dropped
                    raise
                if not await self._store(room, before):
                    continue  # another process was faster: look again
                return room.version
        raise _changing_too_fast()

    async def rematch(self, room_id: str, visitor: str) -> str:
        """A new room with the sides changed; the same one for both who ask."""
        for _ in range(_TRIES):
            async with self._rooms.open(room_id) as room:
                if not room.sides_of(visitor):
                    raise RefusalError("no_seat", "you have no seat in this room")
                if room.outcome is None:
                    raise RefusalError("not_finished", "the game is not over yet")
                if room.rematch is not None:
                    return room.rematch
                seats = [Seat(**seat.data()) for seat in reversed(room.seats)]
                old = room.clock
                clock = GameClock.new(old.seconds, old.increment) if old else None
                again = new_room(secrets.token_urlsafe(12), room.game.start, seats, clock)
                before = room.data()
                room.rematch = again.id
                if await self._store(room, before, also=again):
                    self._metrics.created.inc()
                    return again.id
        raise _changing_too_fast()

    async def hint(self, room_id: str, visitor: str) -> games.Hint:
        """What the best player here would do; for each visitor one at a time."""
        async with self._rooms.open(room_id) as room:
            position = room.game.position
            if room.outcome is not None:
                raise RefusalError("finished", f"the game is over: {room.outcome}")
        return await self._thinking.hint(position, visitor)

    async def games_of(self, visitor: str) -> list[games.GameSummary]:
        """The games in which a visitor has a seat, the newest first."""
        found = []
        for stored in await self._storage.rooms_of(visitor, _GAMES_LISTED):
            try:
                room = read_room(stored)
            except DamagedRoomError as damage:
                self._storage.note(damage)
                continue
            sides = room.sides_of(visitor)
            others = [room.seats[side] for side in (FIRST, SECOND) if side not in sides]
            found.append(
                games.GameSummary(
                    room=stored.id,
                    rules=rules_view(room.game.rules),
                    moves=room.ply,
                    outcome=outcome_view(room.outcome),
                    you=[side_view(side) for side in sides],
                    opponent=others[0].text if others else "",
                    level=others[0].level if others else None,
                    turn=room.outcome is None and room.game.side in sides,
                    updated=stored.updated,
                )
            )
        return found

    # Who follows a room.

    async def enter(self, room_id: str, visitor: str) -> None:
        await self._presence.enter(room_id, visitor)

    async def depart(self, room_id: str, visitor: str) -> None:
        """A connection is gone. When nobody follows a room any more, its player stops thinking."""
        if not await self._presence.leave(room_id, visitor):
            return
        if room_id not in self._presence:
            self._thinking.stop(room_id)
            self._flags.clear(room_id)
        if room_id in self._presence or self._leases.is_shared:
            await self.tell_again(room_id)

    async def tell_again(self, room_id: str) -> None:
        """Tells everyone how the room is, though no move was made: who is there has changed."""
        with suppress(RefusalError):
            async with self._rooms.open(room_id) as room:
                await self._tell(room)

    # What goes on by itself.

    async def close(self) -> None:
        self._thinking.close()
        self._flags.close()
        await self._tasks.finish()

    async def look_after(self) -> None:
        """Goes round for ever: takes over rooms whose thinker is gone, sweeps abandoned ones."""
        last_sweep = 0.0
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_ROUNDS)
            for room_id in self._presence.rooms():
                await self._look_after(room_id)
                await self._presence.renew(room_id)
            if time.time() - last_sweep > _SECONDS_BETWEEN_SWEEPS:
                last_sweep = time.time()
                await self._sweep()

    async def _look_after(self, room_id: str) -> None:
        """Sees to it that somebody thinks for a room: the process that did may be gone, the queue
        may have been full, the database may have failed."""
        if room_id in self._thinking:
            return
        room = self._rooms.known(room_id)
        if room is not None and room.thinker is None and not self._leases.is_shared:
            return
        try:
            async with self._rooms.open(room_id) as now:
                self._see_to(now)
        except RefusalError:
            return
        except Exception:
            _log.exception("looking after a room failed", extra={"room": room_id})

    async def _sweep(self) -> None:
        now, day, settings = time.time(), 86400.0, self._settings
        finished = settings.keep_finished_days
        try:
            gone = await self._storage.sweep(
                idle_since=now - day * settings.idle_days,
                unplayed_since=now - day * settings.unplayed_days,
                finished_since=None if finished is None else now - day * finished,
            )
        except Exception:
            _log.exception("sweeping rooms failed")
            return
        if gone:
            _log.info("abandoned rooms removed", extra={"count": gone})

    async def _look_at_clock(self, room_id: str) -> None:
        with suppress(RefusalError):
            async with self._rooms.open(room_id) as room:
                before = room.data()
                if room.flag():
                    await self._store(room, before)

    # Inside.

    async def _store(
        self,
        room: Room,
        before: dict[str, Any],
        visitor: str | None = None,
        also: Room | None = None,
    ) -> bool:
        """Stores a changed room and tells everyone; False when another process was faster.
        Another new room may be stored with it, both or none."""
        # A game that is taken back and ends again has taught already.
        teaches = room.outcome is not None and not room.has_taught
        room.has_taught |= teaches
        data = room.data()
        if data == before:
            return True
        if not await self._rooms.save(room, data, visitor, also):
            return False
        self._thinking.stop_past(room)
        await self._tell(room)
        self._see_to(room)
        if teaches and self._settings.teaches:
            for brain, side in pupils(room):
                self._tasks.start(asyncio.to_thread(teach, brain, room.game, side))
        return True

    async def _tell(self, room: Room) -> None:
        view = room.view([])
        for sides in ([], [FIRST], [SECOND], [FIRST, SECOND]):
            yours = msgspec.structs.replace(view, you=[side_view(side) for side in sides])
            await self._audience.tell("state", room.id, sides, yours)

    def _see_to(self, room: Room) -> None:
        """Where somebody follows a room, its player thinks and its clock is watched."""
        if room.id in self._presence:
            self._thinking.start(room)
            self._flags.set(room)


def _changing_too_fast() -> RefusalError:
    return RefusalError("busy", "the room is changing too fast: try again")

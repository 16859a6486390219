"""All rooms: what visitors ask for."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from enligne.position import Position
from enligne.rules import Rules
from enligne.server.allowed import AllowedPlayers
from enligne.server.brains import Brains
from enligne.server.contract import games
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms.clock import GameClock, ServerTime
from enligne.server.rooms.keeper import Keeper, changing_too_fast
from enligne.server.rooms.room import Seat, new_room

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.server.monitoring import Metrics
    from enligne.server.news import News
    from enligne.server.rooms.keeper import Audience
    from enligne.server.rooms.room import Room
    from enligne.server.settings import Settings
    from enligne.server.storage import Storage
    from enligne.server.storage.visitors import Changes
    from enligne.server.work import Asker, Gate

_TRIES = 5


class Rooms:
    """The rooms of this server.

    Args:
        now: the server's time.
    """

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        gate: Gate,
        news: News,
        audience: Audience,
        metrics: Metrics,
        now: ServerTime | None = None,
    ) -> None:
        self.allowed = AllowedPlayers(settings)
        self.brains = Brains(settings, storage)
        self._settings = settings
        self._storage = storage
        self._is_shared = news.is_shared
        self._metrics = metrics
        self._now = now or ServerTime()
        self._keeper = Keeper(
            settings,
            storage,
            gate,
            self.allowed,
            self.brains,
            news,
            audience,
            metrics,
            self._now,
        )

    async def start(self) -> None:
        """Goes on where the server stopped, and looks after the rooms from now on."""
        await self._keeper.start()

    async def close(self) -> None:
        await self._keeper.close()

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
                owner = await self.brains.owner_of(spec, rules, visitor)
                level = self.allowed.level(spec)
                seats.append(Seat("player", text=spec.text, level=level, owner=owner))
        clock = None
        if wish.clock is not None:
            lag = self._settings.lag_seconds
            clock = GameClock.new(wish.clock.seconds, wish.clock.increment, lag, self._now)
        room = new_room(secrets.token_urlsafe(12), position, seats, clock)
        await self._storage.create(room.id, room.data(), room.persons() | {visitor})
        self._metrics.created.inc()
        return room.id

    async def join(self, room_id: str, visitor: str, *, takes_seat: bool) -> games.Room:
        """What a visitor sees of a room, after taking a free seat in it if asked to. Nothing is
        told of the room between this and what the caller does next without waiting."""
        keeper = self._keeper
        for _ in range(_TRIES):
            async with keeper.rooms.open(room_id, newest=self._is_shared) as room:
                has_taken = takes_seat and room.take_seat(visitor)
                room.flag()
                if not await keeper.store(room, visitor if has_taken else None):
                    continue  # another process was faster: look again
                keeper.see_to(room)
                return await keeper.view(room, visitor)
        raise changing_too_fast()

    async def act(self, room_id: str, act: Callable[[Room], None]) -> int:
        """Changes a room, stores it and tells everyone. The new version is the answer."""
        return await self._keeper.act(room_id, act)

    async def play(self, room_id: str, visitor: str, ply: int, move: str | None, lag: float) -> int:
        """The same for a visitor's move, a random one if none is told, whose message took at most
        this lag on its way."""

        def play(room: Room) -> None:
            if move is None:
                room.random_move(visitor, ply, lag)
            else:
                room.move(visitor, ply, move, lag)

        return await self._keeper.act(room_id, play, lag)

    async def rematch(self, room_id: str, visitor: str) -> str:
        """A new room with the sides changed; the same one for both who ask."""
        for _ in range(_TRIES):
            async with self._keeper.rooms.open(room_id, newest=self._is_shared) as room:
                if not room.sides_of(visitor):
                    raise _no_seat()
                if room.outcome is None:
                    raise RefusalError("not_finished", "the game is not over yet")
                if room.rematch is not None:
                    return room.rematch
                seats = [Seat(**seat.data()) for seat in reversed(room.seats)]
                clock = room.clock and room.clock.again()
                again = new_room(secrets.token_urlsafe(12), room.game.start, seats, clock)
                room.set_rematch(again.id)
                if await self._keeper.store(room, also=again):
                    self._metrics.created.inc()
                    return again.id
        raise changing_too_fast()

    async def hint(self, room_id: str, visitor: str, asker: Asker) -> games.Hint:
        """What the best player here would do, for somebody who plays alone."""
        async with self._keeper.rooms.open(room_id, newest=self._is_shared) as room:
            position = room.game.position
            if not room.sides_of(visitor):
                raise _no_seat()
            if room.persons() - {visitor} or any(seat.is_free for seat in room.seats):
                raise RefusalError("not_alone", "there are no hints in games between people")
            if room.outcome is not None:
                raise RefusalError("finished", f"the game is over: {room.outcome}")
        return await self._keeper.thinking.hint(position, asker)

    async def texts(self, room_id: str) -> games.Texts:
        async with self._keeper.rooms.open(room_id, newest=self._is_shared) as room:
            return games.Texts(position=room.game.position.text, record=room.record())

    def look_again(self, changes: Changes) -> None:
        """Rooms were changed where they are stored: whoever is there sees it."""
        self._keeper.look_again(changes)

    # Who follows a room.

    def enter(self, room_id: str, visitor: str) -> None:
        self._keeper.presence.enter(room_id, visitor)

    async def depart(self, room_id: str, visitor: str) -> None:
        """A connection is gone."""
        if not self._keeper.presence.leave(room_id, visitor):
            return
        if room_id in self._keeper.presence:
            await self._keeper.tell_again(room_id)
        else:
            self._keeper.let_go(room_id)


def _no_seat() -> RefusalError:
    return RefusalError("no_seat", "you have no seat in this room")

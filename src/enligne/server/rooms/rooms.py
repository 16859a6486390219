"""All rooms: what visitors ask for."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, TypeVar

from enligne.position import Position
from enligne.rules import Rules
from enligne.server.allowed import AllowedPlayers
from enligne.server.brains import Brains
from enligne.server.contract import games, people
from enligne.server.contract.refusals import RefusalError
from enligne.server.names import checked_name
from enligne.server.rooms.clock import GameClock, ServerTime
from enligne.server.rooms.keeper import Keeper, changing_too_fast
from enligne.server.rooms.room import Seat, new_room
from enligne.server.views import side_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.server.monitoring import Metrics
    from enligne.server.news import News
    from enligne.server.rooms.keeper import Audience
    from enligne.server.rooms.lobby import Lobby
    from enligne.server.rooms.room import Room
    from enligne.server.settings import Settings
    from enligne.server.storage import Storage
    from enligne.server.storage.visitors import Changes
    from enligne.server.work import Asker, Gate

_TRIES = 5

Seen = TypeVar("Seen")


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
            text = f"boards here have sides of at most {most}"
            raise RefusalError("rules", text, flaw="large", most=most)
        return rules

    async def create(self, visitor: str, wish: games.Create, address: str = "") -> str:
        if wish.open:
            self.check_lobby(address)
        name = self.name(wish.name)
        rules = self.rules(wish.rules)
        position = Position(rules, wish.start)
        seats = []
        for seat in (wish.first, wish.second):
            if seat.kind == "me":
                seats.append(Seat("person", visitor, name))
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
        if wish.open:
            room.open_to_all(visitor, self._now())
        await self._storage.create(room.id, room.data(), room.persons() | {visitor})
        self._metrics.created.inc()
        return room.id

    async def join(
        self, room_id: str, visitor: str, *, takes_seat: bool, name: str | None = None
    ) -> games.Room:
        """What a visitor sees of a room, after taking a free seat in it if asked to. Nothing is
        told of the room between this and what the caller does next without waiting."""
        keeper = self._keeper
        name = self.name(name)
        for _ in range(_TRIES):
            async with keeper.rooms.open(room_id, newest=self._is_shared) as room:
                has_taken = takes_seat and room.take_seat(visitor, name)
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
                again = room.begin_rematch(secrets.token_urlsafe(12))
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

    async def look(self, room_id: str, look: Callable[[Room], Seen]) -> Seen:
        """What somebody sees in a room without following it."""
        async with self._keeper.rooms.open(room_id, newest=self._is_shared) as room:
            return look(room)

    async def texts(self, room_id: str) -> games.Texts:
        def texts(room: Room) -> games.Texts:
            return games.Texts(position=room.game.position.text, record=room.record())

        return await self.look(room_id, texts)

    def look_again(self, changes: Changes) -> None:
        """Rooms were changed where they are stored: whoever is there sees it."""
        self._keeper.look_again(changes)

    # People.

    @property
    def has_names(self) -> bool:
        """Whether people may have names here."""
        return self._settings.names

    def name(self, name: str | None) -> str | None:
        """A name as it is kept: none where people have no names.

        Raises:
            RefusalError: it cannot be.
        """
        return checked_name(name) if name is not None and self.has_names else None

    async def react(self, room_id: str, visitor: str, reaction: people.Reaction) -> None:
        async with self._keeper.rooms.open(room_id, newest=self._is_shared) as room:
            sides = room.sides_of(visitor)
        if not sides:
            raise _no_seat()
        told = people.Reacted(room_id, side_view(sides[0]), reaction)
        await self._keeper.tell_event(room_id, "reaction", told)

    @property
    def lobby(self) -> Lobby:
        return self._keeper.lobby

    def check_lobby(self, address: str) -> None:
        """Raises:
        RefusalError: there is no lobby, or too many games of an address are in it.
        """
        if not self._settings.lobby:
            raise RefusalError("off", "there is no lobby on this server")
        self.lobby.check_address(address)

    async def open_to_all(self, room_id: str, visitor: str) -> int:
        """Lets anybody join; the new version is the answer."""
        return await self.act(room_id, lambda room: room.open_to_all(visitor, self._now()))

    async def accept(self, room_id: str, visitor: str, name: str | None) -> None:
        """Takes the free seat of one who waits.

        Raises:
            RefusalError: they wait no longer.
        """
        name = self.name(name)
        is_known = room_id in self.lobby
        for _ in range(_TRIES):
            async with self._keeper.rooms.open(room_id, newest=self._is_shared) as room:
                if room.sides_of(visitor):
                    return
                if not (is_known and room.is_open and room.take_seat(visitor, name)):
                    raise RefusalError("gone", "they play with somebody else, or wait no longer")
                if await self._keeper.store(room, visitor):
                    return
        raise changing_too_fast()

    # Who follows a room.

    def enter(self, room_id: str, visitor: str) -> None:
        self._keeper.presence.enter(room_id, visitor)

    async def depart(self, room_id: str, visitor: str) -> None:
        """A connection is gone."""
        if not self._keeper.presence.leave(room_id, visitor):
            return
        self.lobby.look_away(room_id)
        if room_id in self._keeper.presence:
            await self._keeper.tell_again(room_id)
        else:
            self._keeper.let_go(room_id)


def _no_seat() -> RefusalError:
    return RefusalError("no_seat", "you have no seat in this room")

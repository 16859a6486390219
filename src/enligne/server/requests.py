"""The requests of pages about rooms and the analysis board: decoded, and passed on."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from enligne import _core
from enligne.atlas import best_play
from enligne.engines import best_for
from enligne.rules import PRESETS
from enligne.server import messages
from enligne.server.messages import RefusalError, decode
from enligne.server.rooms.room import Room
from enligne.server.views import View, rules_view, score_view

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from enligne.server.analysis import AnalysisBoard
    from enligne.server.rooms import Rooms
    from enligne.server.settings import Settings
    from enligne.server.sockets import Connection, Sockets

_MOST_ROOMS_FOLLOWED = 8
_MOVES_AT_ONCE = 60  # whose positions are told without keeping others waiting


class Requests:
    """Answers requests; ``handlers`` has one for each by its name."""

    def __init__(
        self, settings: Settings, sockets: Sockets, rooms: Rooms, board: AnalysisBoard
    ) -> None:
        self._settings = settings
        self._sockets = sockets
        self._rooms = rooms
        self._board = board
        self._made: dict[str, list[float]] = {}  # by address, when it made new rooms
        self.handlers: dict[str, Callable[[Connection, Any], Awaitable[View]]] = {
            "catalogue": self._catalogue,
            "create": self._create,
            "join": lambda page, data: self._follow(page, data, takes_seat=True),
            "watch": lambda page, data: self._follow(page, data, takes_seat=False),
            "leave": self._leave,
            "games": self._games,
            "rematch": self._rematch,
            "hint": self._hint,
            "move": self._move,
            "random": self._random,
            "takeback": lambda page, data: self._act(page, data, Room.take_back),
            "resign": lambda page, data: self._act(page, data, Room.resign),
            "reset": lambda page, data: self._act(page, data, Room.reset),
            "position": self._position,
            "set_up": self._set_up,
            "read": self._read,
            "record": self._record,
            "analyse": self._analyse,
            "stop": self._stop,
            "review": self._review,
        }

    async def forget(self, page: Connection) -> None:
        """A page is gone: what it followed or had running ends, unless the visitor has another."""
        if not self._sockets.has_page(page.visitor):
            self._board.stop(page.visitor)
        for room in list(page.rooms):
            await self._rooms.depart(room, page.visitor)

    async def _catalogue(self, _: Connection, data: Any) -> View:
        rules = self._rooms.rules(decode(data, messages.Catalogue).rules)
        known = best_play(rules)
        allowed = self._rooms.allowed
        return {
            "rules": rules_view(rules),
            "presets": [rules_view(each) for each in PRESETS.values()],
            "scale": allowed.scale(),
            "engines": allowed.engines(rules),
            "analyst": best_for(rules),
            "best_play": known and score_view(known, best_for(rules))["kind"],
            "brains": await asyncio.to_thread(allowed.brains),
            "limits": {
                "side": [_core.SMALLEST_SIDE, self._settings.largest_side],
                "run": [_core.SHORTEST_RUN, _core.LONGEST_RUN],
                "seconds": self._settings.seconds,
            },
        }

    # Rooms.

    async def _create(self, page: Connection, data: Any) -> View:
        wish = decode(data, messages.Create)
        self._count_room(page.address)
        return {"room": await self._rooms.create(page.visitor, wish)}

    async def _follow(self, page: Connection, data: Any, *, takes_seat: bool) -> View:
        room = decode(data, messages.InRoom).room
        is_new = room not in page.rooms
        if is_new:
            if len(page.rooms) >= _MOST_ROOMS_FOLLOWED:
                raise RefusalError("too_many", "this page follows too many rooms")
            page.rooms[room] = ""
            await self._rooms.enter(room, page.visitor)
        try:
            state, sides = await self._rooms.join(room, page.visitor, takes_seat=takes_seat)
        except BaseException:
            if is_new:
                page.rooms.pop(room, None)
                await self._rooms.depart(room, page.visitor)
            raise
        if not self._sockets.is_open(page):  # it went away meanwhile
            return {}
        await self._sockets.follow(page, room, sides)
        if is_new:
            await self._rooms.tell_again(room)
        return {"state": state}

    async def _leave(self, page: Connection, data: Any) -> View:
        room = decode(data, messages.InRoom).room
        if room in page.rooms:
            await self._sockets.unfollow(page, room)
            await self._rooms.depart(room, page.visitor)
        return {}

    async def _move(self, page: Connection, data: Any) -> View:
        wish = decode(data, messages.MoveRequest)
        version = await self._rooms.act(
            wish.room, lambda room: room.move(page.visitor, wish.ply, wish.move)
        )
        return {"version": version}

    async def _random(self, page: Connection, data: Any) -> View:
        wish = decode(data, messages.RandomMove)
        version = await self._rooms.act(
            wish.room, lambda room: room.random_move(page.visitor, wish.ply)
        )
        return {"version": version}

    async def _act(self, page: Connection, data: Any, act: Callable[[Room, str], None]) -> View:
        wish = decode(data, messages.InRoom)
        return {"version": await self._rooms.act(wish.room, lambda room: act(room, page.visitor))}

    async def _rematch(self, page: Connection, data: Any) -> View:
        wish = decode(data, messages.InRoom)
        self._count_room(page.address)
        return {"room": await self._rooms.rematch(wish.room, page.visitor)}

    async def _hint(self, page: Connection, data: Any) -> View:
        return await self._rooms.hint(decode(data, messages.InRoom).room, page.visitor)

    async def _games(self, page: Connection, data: Any) -> View:
        decode(data, messages.Nothing)
        return {"games": await self._rooms.games(page.visitor)}

    def _count_room(self, address: str) -> None:
        """Counts the rooms that an address has made in the last minute."""
        now = time.monotonic()
        if len(self._made) > 10_000:
            self._made = {key: made for key, made in self._made.items() if made[-1] > now - 60}
        made = [when for when in self._made.get(address, []) if when > now - 60]
        if len(made) >= self._settings.rooms:
            raise RefusalError("too_many", "too many new games in the last minute")
        self._made[address] = [*made, now]

    # The analysis board.

    async def _position(self, _: Connection, data: Any) -> View:
        wish = decode(data, messages.GameRequest)
        if len(wish.moves) <= _MOVES_AT_ONCE:
            return self._board.position(wish)
        return await asyncio.to_thread(self._board.position, wish)

    async def _record(self, _: Connection, data: Any) -> View:
        return self._board.record(decode(data, messages.GameRequest))

    async def _set_up(self, _: Connection, data: Any) -> View:
        return self._board.set_up(decode(data, messages.SetUp))

    async def _read(self, _: Connection, data: Any) -> View:
        return self._board.read(decode(data, messages.Read))

    async def _analyse(self, page: Connection, data: Any) -> View:
        self._board.analyse(page.visitor, decode(data, messages.Analyse), page.tell)
        return {}

    async def _review(self, page: Connection, data: Any) -> View:
        self._board.review(page.visitor, decode(data, messages.ReviewRequest), page.tell)
        return {}

    async def _stop(self, page: Connection, data: Any) -> View:
        self._board.stop(page.visitor, decode(data, messages.StopRequest).id)
        return {}

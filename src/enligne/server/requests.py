"""What pages ask about rooms and the analysis board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enligne import _core
from enligne.atlas import best_play
from enligne.engines import best_for
from enligne.rules import PRESETS
from enligne.server.contract import games, words
from enligne.server.contract.refusals import RefusalError
from enligne.server.reach import network_addresses, public_address
from enligne.server.rooms.room import Room
from enligne.server.tally import Tally
from enligne.server.views import rules_view, score_view

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from enligne.server.analysis import AnalysisBoard
    from enligne.server.rooms import Rooms
    from enligne.server.settings import Settings
    from enligne.server.sockets import Connection, Handler, Sockets


class Requests:
    """Answers requests; ``handlers`` has one for each by its name."""

    def __init__(
        self, settings: Settings, sockets: Sockets, rooms: Rooms, board: AnalysisBoard
    ) -> None:
        self._settings = settings
        self._sockets = sockets
        self._rooms = rooms
        self._board = board
        self._made = Tally(settings.rooms_per_minute, 60, "too many new games in the last minute")
        self.handlers: Mapping[str, Handler] = {
            "catalogue": self._catalogue,
            "reach": self._reach,
            "create": self._create,
            "join": lambda page, wish: self._follow(page, wish, takes_seat=True, name=wish.name),
            "watch": lambda page, wish: self._follow(page, wish, takes_seat=False),
            "texts": self._texts,
            "leave": self._leave,
            "rematch": self._rematch,
            "hint": self._hint,
            "move": self._move,
            "random": self._random,
            "takeback": lambda page, wish: self._act(page, wish, Room.take_back),
            "draw": lambda page, wish: self._act(page, wish, Room.offer_draw),
            "decline": lambda page, wish: self._act(page, wish, Room.decline),
            "resign": lambda page, wish: self._act(page, wish, Room.resign),
            "reset": lambda page, wish: self._act(page, wish, Room.reset),
            "position": board.positions,
            "set_up": board.set_up,
            "read": board.read,
            "record": board.record,
            "analyse": self._task(board.analyse),
            "review": self._task(board.review),
            "judge": board.judge,
            "stop": self._stop,
        }

    async def forget(self, page: Connection) -> None:
        """A page is gone: what it followed or had running ends, unless the visitor has another."""
        if not self._sockets.has_page(page.visitor):
            self._board.stop(page.visitor)
        while page.rooms:
            await self._rooms.depart(page.rooms.pop(), page.visitor)

    async def _catalogue(self, page: Connection, wish: games.CatalogueRequest) -> games.Catalogue:
        rules = self._rooms.rules(wish.rules)
        known = best_play(rules)
        allowed = self._rooms.allowed
        return games.Catalogue(
            rules=rules_view(rules),
            presets=[rules_view(each) for each in PRESETS.values()],
            scale=allowed.scale(),
            engines=allowed.engines(rules),
            analyst=best_for(rules),
            best_play=known and score_view(known, best_for(rules)).kind,  # type: ignore[arg-type]
            brains=await self._rooms.brains.about(page.visitor),
            limits=games.Limits(
                (_core.SMALLEST_SIDE, self._settings.largest_side),
                (_core.SHORTEST_RUN, _core.LONGEST_RUN),
                self._settings.seconds,
            ),
        )

    async def _reach(self, page: Connection, _: words.Nothing) -> games.Reach:
        # Strangers need not know the networks of this machine; and they know a better address,
        # the one they came by.
        network = network_addresses(self._settings) if page.is_here else None
        return games.Reach(public=public_address(self._settings), network=network)

    # Rooms.

    async def _create(self, page: Connection, wish: games.Create) -> games.NewRoom:
        with self._made.counted(page.address):
            return games.NewRoom(room=await self._rooms.create(page.visitor, wish, page.address))

    async def _follow(
        self, page: Connection, wish: games.InRoom, *, takes_seat: bool, name: str | None = None
    ) -> games.Joined:
        room = wish.room
        is_new = room not in page.rooms
        if is_new:
            if len(page.rooms) >= self._settings.followed_per_page:
                raise RefusalError("too_many", "this page follows too many rooms")
            self._rooms.enter(room, page.visitor)
            await self._sockets.follow(page, room)  # first: no change is missed
        try:
            # Nothing may wait after this: the answer goes before the next change.
            state = await self._rooms.join(room, page.visitor, takes_seat=takes_seat, name=name)
            return games.Joined(state=state)
        except BaseException:
            if is_new and room in page.rooms:
                await self._leave(page, wish)
            raise

    async def _texts(self, _: Connection, wish: games.InRoom) -> games.Texts:
        return await self._rooms.texts(wish.room)

    async def _leave(self, page: Connection, wish: games.InRoom) -> words.Done:
        if wish.room in page.rooms:
            await self._sockets.unfollow(page, wish.room)
            await self._rooms.depart(wish.room, page.visitor)
        return words.Done()

    async def _move(self, page: Connection, wish: games.MoveRequest) -> games.Changed:
        version = await self._rooms.play(wish.room, page.visitor, wish.ply, wish.move, page.lag)
        return games.Changed(version=version)

    async def _random(self, page: Connection, wish: games.RandomMove) -> games.Changed:
        version = await self._rooms.play(wish.room, page.visitor, wish.ply, None, page.lag)
        return games.Changed(version=version)

    async def _act(
        self, page: Connection, wish: games.InRoom, act: Callable[[Room, str], None]
    ) -> games.Changed:
        version = await self._rooms.act(wish.room, lambda room: act(room, page.visitor))
        return games.Changed(version=version)

    async def _rematch(self, page: Connection, wish: games.InRoom) -> games.NewRoom:
        with self._made.counted(page.address):
            return games.NewRoom(room=await self._rooms.rematch(wish.room, page.visitor))

    async def _hint(self, page: Connection, wish: games.InRoom) -> games.Hint:
        return await self._rooms.hint(wish.room, page.visitor, page.asker)

    # The analysis board.

    @staticmethod
    def _task(begin: Callable[[Connection, Any], Awaitable[None]]) -> Handler:
        async def answer(page: Connection, wish: words.Request) -> words.Done:
            await begin(page, wish)
            return words.Done()

        return answer

    async def _stop(self, page: Connection, wish: games.StopRequest) -> words.Done:
        self._board.stop(page.visitor, wish.id)
        return words.Done()

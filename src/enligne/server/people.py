"""What is between people: names, reactions, and the lobby where somebody waits for anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.server.contract import games, people, words
from enligne.server.contract.refusals import RefusalError, try_again
from enligne.server.pace import Paces
from enligne.server.rooms.lobby import LOBBY
from enligne.server.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.server.pace import Pace
    from enligne.server.rooms import Rooms
    from enligne.server.settings import Settings
    from enligne.server.sockets import Connection, Handler, Sockets

# Of one visitor.
_REACTIONS_AT_ONCE = 4
_RENAMINGS = 0.2, 5  # a second, and at once


class People:
    """Answers requests; ``handlers`` has one for each by its name."""

    def __init__(self, settings: Settings, sockets: Sockets, rooms: Rooms) -> None:
        self._settings = settings
        self._sockets = sockets
        self._rooms = rooms
        self._reactions = Paces(settings.reactions_per_minute / 60, _REACTIONS_AT_ONCE)
        self._renamings = Paces(*_RENAMINGS)
        accepted = settings.accepted_per_minute
        self._accepted = Tally(accepted, 60, "too many games begun in the last minute")
        self.handlers: Mapping[str, Handler] = {
            "offered": self._offered,
            "name": self._name,
            "react": self._react,
            "lobby": self._lobby,
            "lobby_leave": self._lobby_leave,
            "open": self._open,
            "accept": self._accept,
        }

    async def _offered(self, _: Connection, __: words.Nothing) -> people.Offered:
        offers = self._settings
        return people.Offered(names=offers.names, reactions=offers.reactions, lobby=offers.lobby)

    async def _name(self, page: Connection, wish: people.NameRequest) -> people.Named:
        if not self._settings.names:
            raise RefusalError("off", "people have no names on this server")
        name = self._rooms.name(wish.name)
        if wish.room is not None:
            _spend(self._renamings.of(page.visitor), "too many names")
            await self._rooms.act(wish.room, lambda room: room.rename(page.visitor, name))
        return people.Named(name=name)

    async def _react(self, page: Connection, wish: people.ReactRequest) -> words.Done:
        if not self._settings.reactions:
            raise RefusalError("off", "there are no reactions on this server")
        _spend(self._reactions.of(page.visitor), "too many reactions")
        await self._rooms.react(wish.room, page.visitor, wish.reaction)
        return words.Done()

    async def _lobby(self, page: Connection, _: words.Nothing) -> people.Challenges:
        if not self._settings.lobby:
            raise RefusalError("off", "there is no lobby on this server")
        await self._sockets.listen(page, LOBBY)
        return self._rooms.lobby.challenges()

    async def _lobby_leave(self, page: Connection, _: words.Nothing) -> words.Done:
        await self._sockets.listen_no_more(page, LOBBY)
        return words.Done()

    async def _open(self, page: Connection, wish: people.OpenRequest) -> games.Changed:
        self._rooms.check_lobby(page.address)
        if wish.open:
            version = await self._rooms.open_to_all(wish.room, page.visitor)
        else:
            version = await self._rooms.act(wish.room, lambda room: room.close_to_all(page.visitor))
        return games.Changed(version=version)

    async def _accept(self, page: Connection, wish: people.AcceptRequest) -> games.NewRoom:
        if not self._settings.lobby:
            raise RefusalError("off", "there is no lobby on this server")
        with self._accepted.counted(page.address):
            await self._rooms.accept(wish.room, page.visitor, wish.name)
        return games.NewRoom(room=wish.room)


def _spend(pace: Pace, text: str) -> None:
    if not pace.spend():
        raise try_again("too_many", text, pace.seconds_to_wait)

"""What is a visitor's own: the games, as a list and as a file; their deletion; and the secret that
makes another browser the same visitor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.server.contract import games, words
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms import listing
from enligne.server.storage import codes
from enligne.server.tally import Tally
from enligne.server.visitor import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from enligne.server.rooms import Rooms
    from enligne.server.rooms.listing import Told
    from enligne.server.settings import Settings
    from enligne.server.sockets import Connection, Handler
    from enligne.server.storage import Storage, Stored

_GAMES_A_PAGE = 24
_GAMES_A_PART = 24


class Belongings:
    """Answers requests; ``handlers`` has one for each by its name."""

    def __init__(self, settings: Settings, storage: Storage, rooms: Rooms) -> None:
        self._storage = storage
        self._rooms = rooms
        seconds = codes.SECONDS
        made, wrong = settings.codes_per_address, settings.wrong_codes_per_address
        self._made = Tally(made, seconds, "too many codes in the last minutes")
        self._wrong = Tally(wrong, seconds, "too many wrong codes: wait some minutes")
        self._at_work: set[str] = set()  # visitors whose games are being changed
        self.handlers: Mapping[str, Handler] = {
            "games": self._games,
            "records": self._records,
            "forget_games": self._forget_games,
            "carry_out": self._carry_out,
            "carry_in": self._carry_in,
        }

    async def _games(self, page: Connection, wish: games.GamesRequest) -> games.Games:
        # One more than is shown tells whether there are more.
        before = None if wish.after is None else (wish.after.updated, wish.after.room)
        found = await self._storage.rooms_of(page.visitor, _GAMES_A_PAGE + 1, before)
        shown = found[:_GAMES_A_PAGE]
        last = None
        if len(found) > len(shown):
            last = games.Place(updated=shown[-1].updated, room=shown[-1].id)
        told = self._told_of(shown, listing.summary, page.visitor)
        return games.Games(games=told, next=last)

    async def _records(self, page: Connection, wish: games.RecordsRequest) -> games.Records:
        visitor = page.visitor
        rooms, number = await self._storage.records_of(visitor, _GAMES_A_PART, wish.after)
        texts = self._told_of(rooms, listing.record, visitor)
        return games.Records(text="\n".join(texts), next=number)

    async def _forget_games(self, page: Connection, _: words.Nothing) -> games.Forgotten:
        visitor = page.visitor
        self._begin(visitor)
        try:
            changes = await self._storage.delete_games(visitor)
        finally:
            self._at_work.discard(visitor)
        self._rooms.look_again(changes)
        return games.Forgotten(removed=len(changes.removed), left=len(changes.changed))

    async def _carry_out(self, page: Connection, wish: games.CarryOut) -> games.CarryCode:
        visitor = page.visitor
        if digest_of(wish.visitor) != visitor:
            raise RefusalError("bad_request", "this is not the secret of this page")
        code = codes.new_code()
        with self._made.counted(page.address):
            await self._storage.run(
                lambda each: codes.keep(each, code, visitor, wish.visitor, wish.kept)
            )
        return games.CarryCode(code=code, seconds=codes.SECONDS)

    async def _carry_in(self, page: Connection, wish: games.CarryIn) -> games.Carried:
        self._wrong.check(page.address)
        code = codes.plain_code(wish.code)
        self._begin(page.visitor)
        try:
            found = await self._storage.run(lambda each: codes.take(each, code))
            if found is None:
                self._wrong.add(page.address)
                raise RefusalError("no_code", "there is no such code, or it was used or is too old")
            secret, kept = found
            changes = await self._storage.hand_over(page.visitor, digest_of(secret))
            await self._rooms.brains.hand_over(page.visitor, digest_of(secret))
        finally:
            self._at_work.discard(page.visitor)
        self._rooms.look_again(changes)
        return games.Carried(visitor=secret, kept=kept)

    def _told_of(
        self, rooms: list[Stored], tell: Callable[[Stored, str], Told], visitor: str
    ) -> list[Told]:
        has_names = self._rooms.has_names
        return listing.told_of(rooms, tell, visitor, self._storage, names=has_names)

    def _begin(self, visitor: str) -> None:
        if visitor in self._at_work:
            raise RefusalError("too_many", "your games are being changed already")
        self._at_work.add(visitor)

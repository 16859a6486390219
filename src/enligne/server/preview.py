"""What messengers show of a link before anybody opens it: a title, a line and a picture, told in
the head of the page (Open Graph, which all of them read)."""

from __future__ import annotations

import asyncio
import html
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

from enligne.game import Game
from enligne.rules import Rules
from enligne.server.board_picture import HEIGHT, WIDTH
from enligne.server.contract.refusals import RefusalError
from enligne.server.contract.words import GameRequest
from enligne.server.pictures import game_in, picture_path
from enligne.server.preview_texts import Language, moves_text, name_of, say
from enligne.server.puzzles import puzzle_of
from enligne.server.reach import public_address
from enligne.server.storage import OUTAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from enligne.server.rooms import Rooms
    from enligne.server.rooms.room import Room
    from enligne.server.settings import Settings

#: Nobody waits longer for the page because of its preview.
_PATIENCE_SECONDS = 1.0

_LOCALES: dict[Language, str] = {"en": "en_GB", "fr": "fr_FR"}


@dataclass(frozen=True, slots=True)
class Preview:
    """What is told of a link.

    Args:
        game: of the picture.
    """

    language: Language
    title: str
    text: str
    game: GameRequest

    def tags(self, request: Request, settings: Settings) -> str:
        """As markup for the head of the page that was asked for."""
        site = _site(request, settings)
        told = {
            "og:site_name": "Enligne",
            "og:type": "website",
            "og:locale": _LOCALES[self.language],
            "og:title": self.title,
            "og:description": self.text,
            "og:url": site + _address(request),
            "og:image": site + picture_path(self.game),
            "og:image:type": "image/png",
            "og:image:width": WIDTH,
            "og:image:height": HEIGHT,
            "og:image:alt": say(self.language, "board"),
        }
        tags = [_tag("property", name, value) for name, value in told.items()]
        # Twitter has a name of its own for the size, and reads the rest.
        return "\n".join([*tags, _tag("name", "twitter:card", "summary_large_image"), ""])


def _tag(kind: str, name: str, value: object) -> str:
    return f'<meta {kind}="{name}" content="{html.escape(str(value))}" />'


def _site(request: Request, settings: Settings) -> str:
    """Where whoever asks finds this server; that it is known by this name was checked before."""
    return public_address(settings) or f"{request.url.scheme}://{request.headers['host']}"


def _address(request: Request) -> str:
    """The path and query that were asked for."""
    query = quote(request.url.query, safe="=&+,/:;%@")
    return quote(request.url.path) + (f"?{query}" if query else "")


_USUAL_GAME = Game("connect4", "4545545444335533666621323")


class Previews:
    """Those of the addresses of the page."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def usual(self, language: Language) -> Preview:
        """That of the site."""
        return _of_game(language, _USUAL_GAME, "Enligne", say(language, "about"))

    async def of_room(self, language: Language, room_id: str) -> Preview:
        """What everybody sees who opens the room."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                return await self._rooms.look(room_id, partial(_of_room, language))
        except (RefusalError, TimeoutError, *OUTAGES):
            return self.usual(language)

    def of_analysis(self, language: Language, query: Mapping[str, str]) -> Preview:
        """A game that is told by its address. Whether it can be played is seen when it is drawn."""
        try:
            game = game_in(query)
            name = name_of(Rules.of(game.rules), language)
        except (RefusalError, ValueError):
            return self.usual(language)
        title = say(language, "analysis", name=name)
        return Preview(language, title, say(language, "analysis.text"), game)

    def of_puzzles(self, language: Language) -> Preview:
        """That of today."""
        puzzle = puzzle_of(datetime.now(UTC).date())
        game = Game(puzzle.rules, puzzle.moves)
        title = say(language, "puzzle", name=name_of(game.rules, language))
        return _of_game(language, game, title, say(language, "puzzle.text"))


def _of_room(language: Language, room: Room) -> Preview:
    name = name_of(room.game.rules, language)
    title = say(language, "room", name=name)
    played = len(room.game.moves)
    moves = moves_text(language, played)
    if room.outcome is not None:
        winner = room.outcome.winner
        text = say(language, "drawn" if winner is None else str(winner), moves=moves)
    elif any(seat.is_free for seat in room.seats):
        title = say(language, "free", name=name)
        text = say(language, "free.text")
    else:
        text = say(language, "running" if played else "begins", moves=moves)
    return _of_game(language, room.game, title, text)


def _of_game(language: Language, game: Game, title: str, text: str) -> Preview:
    """The picture is told by the last position and the move to it, which is shorter than all."""
    before = game.positions[-2] if game.moves else game.position
    moves = [str(game.peek())] if game.moves else []
    start = before.text if before.ply else None
    wish = GameRequest(rules=str(game.rules), start=start, moves=moves)
    return Preview(language, title, text, wish)

"""What messengers show of a link before anybody opens it: a title, a line and a picture, told in
the head of the page (Open Graph, which all of them read)."""

from __future__ import annotations

import asyncio
import html
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from enligne.game import Game
from enligne.rules import Rules
from enligne.server.board_picture import HEIGHT, WIDTH
from enligne.server.contract.refusals import RefusalError
from enligne.server.contract.words import GameRequest
from enligne.server.pictures import game_in, picture_path
from enligne.server.puzzles import puzzle_of
from enligne.server.reach import public_address
from enligne.server.storage import OUTAGES
from enligne.svg import rules_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from enligne.server.rooms import Rooms
    from enligne.server.rooms.room import Room
    from enligne.server.settings import Settings

#: Nobody waits longer for the page because of its preview.
_PATIENCE_SECONDS = 1.0

_ABOUT = "Tic-tac-toe, Connect 4, Gomoku and every game like them: play, solve, see how they think."


@dataclass(frozen=True, slots=True)
class Preview:
    """What is told of a link.

    Args:
        game: of the picture.
    """

    title: str
    text: str
    game: GameRequest

    def tags(self, request: Request, settings: Settings) -> str:
        """As markup for the head of the page that was asked for."""
        site = _site(request, settings)
        told = {
            "og:site_name": "Enligne",
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.text,
            "og:url": site + _address(request),
            "og:image": site + picture_path(self.game),
            "og:image:type": "image/png",
            "og:image:width": WIDTH,
            "og:image:height": HEIGHT,
            "og:image:alt": "The board",
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


class Previews:
    """Those of the addresses of the page."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.usual = _of_game(Game("connect4", "4545545444335533666621323"), "Enligne", _ABOUT)

    async def of_room(self, room_id: str) -> Preview:
        """What everybody sees who opens the room."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                return await self._rooms.look(room_id, _of_room)
        except (RefusalError, TimeoutError, *OUTAGES):
            return self.usual

    def of_analysis(self, query: Mapping[str, str]) -> Preview:
        """A game that is told by its address. Whether it can be played is seen when it is drawn."""
        try:
            game = game_in(query)
            name = rules_name(Rules.of(game.rules))
        except (RefusalError, ValueError):
            return self.usual
        return Preview(f"{name}: a game, analysed", "What is every move worth?", game)

    def of_puzzles(self) -> Preview:
        """That of today."""
        puzzle = puzzle_of(datetime.now(UTC).date())
        game = Game(puzzle.rules, puzzle.moves)
        title = f"{rules_name(game.rules)}: the puzzle of the day"
        return _of_game(game, title, "One move is right. Which one?")


def _of_room(room: Room) -> Preview:
    name = rules_name(room.game.rules)
    title = f"A game of {name}"
    played = len(room.game.moves)
    moves = "1 move" if played == 1 else f"{played} moves"
    if room.outcome is not None:
        winner = room.outcome.winner
        text = f"A draw after {moves}." if winner is None else f"The {winner} side won in {moves}."
    elif any(seat.is_free for seat in room.seats):
        title = f"Play {name} with me"
        text = "Open this link to take the free seat."
    else:
        text = f"{moves} so far. Open this link to see it." if played else "It begins."
    return _of_game(room.game, title, text)


def _of_game(game: Game, title: str, text: str) -> Preview:
    """The picture is told by the last position and the move to it, which is shorter than all."""
    before = game.positions[-2] if game.moves else game.position
    moves = [str(game.peek())] if game.moves else []
    start = before.text if before.ply else None
    return Preview(title, text, GameRequest(rules=str(game.rules), start=start, moves=moves))

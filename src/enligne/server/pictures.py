"""``/board.png``: any position as a picture, for the previews of links."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
from collections import OrderedDict
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response

from enligne import __version__
from enligne.server import board_picture
from enligne.server.contract import decode, prices
from enligne.server.contract.refusals import RefusalError, refusal_of
from enligne.server.contract.words import GameRequest
from enligne.server.work import Asker, Task

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from enligne.rules import Rules
    from enligne.server.work import Gate

#: Of pictures that are kept, in all.
_MOST_BYTES = 8_000_000
_STATUS = {"too_many": 429, "busy": 503, "failed": 503}


class Pictures:
    """Draws what is asked for, through the gate, and keeps what was asked for last.

    Args:
        rules: the rules that may be played here, by their text.
    """

    def __init__(self, gate: Gate, rules: Callable[[str], Rules]) -> None:
        self._gate = gate
        self._rules = rules
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0
        self._numbers = itertools.count()

    async def answer(self, request: Request) -> Response:
        try:
            wish = game_in(request.query_params)
            self._rules(wish.rules)
            # What is asked for says all of the picture: one that a reader has needs no drawing.
            tag = f'"{_digest(wish)}"'
            headers = {"ETag": tag, "Cache-Control": "public, max-age=86400"}
            if tag in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers=headers)
            address = request.client.host if request.client else ""
            picture = await _while_there(request, self._picture(tag, wish, address))
        except RefusalError as refusal:
            return _refused(refusal)
        except ValueError as error:
            return _refused(refusal_of(error))
        return Response(picture, media_type="image/png", headers=headers)

    async def _picture(self, tag: str, wish: GameRequest, address: str) -> bytes:
        if (known := self._kept.get(tag)) is not None:
            self._kept.move_to_end(tag)
            return known
        # Each request is a connection of its own: what bounds them is the address.
        asker = Asker(f"picture {next(self._numbers)}", address)
        task = Task(board_picture.draw, wish)
        drawn: bytes = await self._gate.run(asker, task, price=prices.picture(wish))
        if tag not in self._kept:
            self._kept[tag] = drawn
            self._bytes += len(drawn)
        while self._bytes > _MOST_BYTES:
            self._bytes -= len(self._kept.popitem(last=False)[1])
        return drawn


async def _while_there(request: Request, work: Awaitable[bytes]) -> bytes:
    """What comes of something that is done for a request, and ends when nobody waits for it.

    Raises:
        ClientDisconnect: nobody does.
    """

    async def leave() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(leave())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


def _digest(wish: GameRequest) -> str:
    """Other versions may draw otherwise."""
    return hashlib.sha256(__version__.encode() + msgspec.json.encode(wish)).hexdigest()


def game_in(query: Mapping[str, str]) -> GameRequest:
    """The game that a query tells, as those of the analysis board do.

    Raises:
        RefusalError: it tells none, or too much.
    """
    moves = query.get("moves", "").replace(",", " ").split()
    at = query.get("at", "")
    if at.isascii() and at.isdigit():
        moves = moves[: int(at[:6])]
    wish = {"rules": query.get("rules") or "connect4", "moves": moves}
    return decode(wish | {"start": query.get("start") or None}, GameRequest)


def picture_path(wish: GameRequest) -> str:
    """Where the picture of a game is."""
    parts = {"rules": wish.rules, "start": wish.start, "moves": ",".join(wish.moves)}
    return f"/board.png?{urlencode({name: text for name, text in parts.items() if text})}"


def _refused(refusal: RefusalError) -> Response:
    wait = refusal.values.get("seconds")
    headers = {} if wait is None else {"Retry-After": str(wait)}
    return PlainTextResponse(f"{refusal.text}\n", _STATUS.get(refusal.code, 400), headers)

"""The page at each of its addresses, with what is told of it there; and at all that are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from enligne.server.contract.words import RoomId
from enligne.server.preview import Previews
from enligne.server.preview_texts import language_of

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from enligne.server.preview import Preview
    from enligne.server.preview_texts import Language
    from enligne.server.rooms import Rooms
    from enligne.server.settings import Settings

#: Where the page shows nothing that is told of in particular.
_OTHERS = ("/", "/carry", "/lab", "/lab/{rest:path}", "/learn", "/learn/{rest:path}")
_HEAD_ENDS = "</head>"
#: What is told in the head is in the language that the reader accepts.
_HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}


class Pages:
    """Answers with the page, whatever it will show.

    Args:
        folder: the built page.
    """

    def __init__(self, folder: Path, settings: Settings, rooms: Rooms) -> None:
        self._index = folder / "index.html"
        self._settings = settings
        self._previews = Previews(rooms)
        self.routes = [
            Route("/g/{room:str}", self._room),
            Route("/analysis", self._analysis),
            Route("/puzzles", self._puzzles),
            *(Route(path, self._other) for path in _OTHERS),
        ]

    async def not_found(self, request: Request, _: Exception) -> Response:
        """The page says so to people. Programs, and whoever looks for a file, get a line."""
        is_file = "." in request.url.path.rpartition("/")[2]
        is_for_people = "text/html" in request.headers.get("accept", "")
        if is_file or not is_for_people or not self._index.is_file():
            return PlainTextResponse("Not Found", 404)
        return self._page(request, None, 404)

    async def _room(self, request: Request) -> Response:
        try:
            room = msgspec.convert(request.path_params["room"], RoomId)
        except msgspec.ValidationError as error:
            return await self.not_found(request, error)
        return self._page(request, await self._previews.of_room(_language(request), room))

    async def _analysis(self, request: Request) -> Response:
        preview = self._previews.of_analysis(_language(request), request.query_params)
        return self._page(request, preview)

    async def _puzzles(self, request: Request) -> Response:
        return self._page(request, self._previews.of_puzzles(_language(request)))

    async def _other(self, request: Request) -> Response:
        return self._page(request, self._previews.usual(_language(request)))

    def _page(self, request: Request, preview: Preview | None, status: int = 200) -> Response:
        try:
            text = self._index.read_text()
        except OSError:
            return PlainTextResponse("The page is not built: run 'make web'.", 503)
        if preview is not None:
            tags = preview.tags(request, self._settings)
            text = text.replace(_HEAD_ENDS, tags + _HEAD_ENDS, 1)
        return HTMLResponse(text, status, _HEADERS)


def _language(request: Request) -> Language:
    return language_of(request.headers.get("accept-language", ""))

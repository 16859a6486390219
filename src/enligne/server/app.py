"""The application: pages, health, metrics and Socket.IO in one."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import socketio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from enligne import __version__
from enligne.server.analysis import AnalysisBoard
from enligne.server.lab.bits import Numbers
from enligne.server.lab.compare import Comparisons
from enligne.server.lab.evaluation import Evaluations
from enligne.server.lab.matchboxes import Matchboxes
from enligne.server.lab.search import Searches
from enligne.server.leases import Leases, RedisLeases
from enligne.server.monitoring import Metrics, quieten_transport
from enligne.server.requests import Requests
from enligne.server.rooms import Rooms
from enligne.server.sockets import Guarded, Json, Sockets, StrictServer
from enligne.server.storage import Storage
from enligne.server.views import board_colours
from enligne.server.work import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from enligne.server.settings import Settings

#: The built page.
PAGE = Path(__file__).parent / "page"

_MOST_BYTES = 64_000
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:;"
        " object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class Application:
    """What a web server runs, and what it calls before it closes connections."""

    asgi: ASGIApp
    say_goodbye: Callable[[], Awaitable[None]]


def create_app(settings: Settings) -> Application:
    """Everything that a server serves.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be reached.
    """
    quieten_transport()
    manager = socketio.AsyncRedisManager(settings.redis) if settings.redis else None
    server = StrictServer(
        async_mode="asgi",
        json=Json,
        client_manager=manager,
        cors_allowed_origins=_origin_check(settings),
        max_http_buffer_size=_MOST_BYTES,
        ping_interval=10,
        ping_timeout=10,
    )
    metrics = Metrics()
    storage = Storage(settings.database)
    workers = Workers(settings.workers, settings.queue, on_loop=settings.think_on_loop)
    leases = RedisLeases(settings.redis) if settings.redis else Leases()
    sockets = Sockets(server, settings, metrics)
    rooms = Rooms(settings, storage, workers, leases, sockets, metrics)
    board = AnalysisBoard(settings, workers, rooms.allowed, rooms.rules)
    requests = Requests(settings, sockets, rooms, board)
    exhibits = [
        kind(settings, workers, rooms.allowed, board.game)
        for kind in (Numbers, Evaluations, Searches, Comparisons, Matchboxes)
    ]
    for exhibit in exhibits:
        sockets.serve_exhibit(exhibit)
    sockets.serve(requests.handlers, requests.forget)
    started = time.time()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        caretaker = asyncio.create_task(rooms.look_after())
        yield
        # What is running is stopped; every position is stored, and goes on after the restart.
        caretaker.cancel()
        await board.close()
        for exhibit in exhibits:
            await exhibit.close()
        await rooms.close()
        await workers.close()
        await storage.close()
        await leases.close()

    async def health(_: Request) -> Response:
        try:
            await asyncio.wait_for(storage.ping(), 5)
        except Exception as error:
            return JSONResponse({"status": "failing", "database": type(error).__name__}, 503)
        return JSONResponse(
            {
                "status": "ok",
                "version": __version__,
                "seconds": round(time.time() - started, 1),
                "thinking": workers.running,
                "waiting": workers.waiting,
            }
        )

    async def measured(_: Request) -> Response:
        metrics.waiting.set(workers.waiting)
        metrics.running.set(workers.running)
        return PlainTextResponse(metrics.text(), media_type="text/plain; version=0.0.4")

    async def page(_: Request) -> Response:
        index = PAGE / "index.html"
        if not index.is_file():
            return PlainTextResponse("The page is not built: run 'make web'.", 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    async def colours(_: Request) -> Response:
        return Response(board_colours(), media_type="text/css")

    routes: list[Any] = [Route("/health", health), Route("/metrics", measured)]
    routes.append(Route("/boards.css", colours))
    if (PAGE / "assets").is_dir():
        routes.append(Mount("/assets", _Assets(directory=PAGE / "assets")))
        routes += [
            Route(f"/{file.name}", _file(file))
            for file in sorted(PAGE.iterdir())
            if file.is_file() and file.name != "index.html" and not file.name.startswith(".")
        ]
    routes += [
        Route(path, page)
        for path in ("/", "/g/{room:str}", "/analysis", "/lab", "/lab/{rest:path}")
    ]
    web = Starlette(
        routes=routes,
        middleware=[Middleware(GZipMiddleware, minimum_size=500), Middleware(_Headers)],
        lifespan=lifespan,
    )
    return Application(Guarded(socketio.ASGIApp(server, other_asgi_app=web)), sockets.close)


def _origin_check(settings: Settings) -> Callable[[str | None, dict[str, Any]], bool]:
    def is_allowed(origin: str | None, environ: dict[str, Any]) -> bool:
        """Pages of this server itself, by any of its names, and those allowed. A client
        that sends no origin is no page."""
        if origin is None:
            return False
        return origin in settings.origins or origin.partition("://")[2] == environ.get("HTTP_HOST")

    return is_allowed


class _Assets(StaticFiles):
    """Files whose names change with their content."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def _file(path: Path) -> Any:
    async def serve(_: Request) -> Response:
        return FileResponse(path)

    return serve


class _Headers:
    """Says to browsers what a page may do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                headers += [(key.lower().encode(), each.encode()) for key, each in _HEADERS.items()]
            await send(message)

        await self._app(scope, receive, send_with_headers)

"""The application: pages, health, metrics and Socket.IO in one."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import socketio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from enligne.server.analysis import AnalysisBoard
from enligne.server.belongings import Belongings
from enligne.server.front import Front, Hosts
from enligne.server.health import Readiness, operator_routes
from enligne.server.lab.bits import Numbers
from enligne.server.lab.compare import Comparisons
from enligne.server.lab.evaluation import Evaluations
from enligne.server.lab.matchboxes import Matchboxes
from enligne.server.lab.search import Searches
from enligne.server.lag import Lag
from enligne.server.monitoring import Metrics, quieten_transport
from enligne.server.news import news_of
from enligne.server.requests import Requests
from enligne.server.rooms import Rooms
from enligne.server.sockets import Json, Sockets, StrictServer
from enligne.server.storage import Storage
from enligne.server.views import board_colours
from enligne.server.work import Gate, search_processes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from enligne.server.lab import Exhibit
    from enligne.server.settings import Settings

#: The built page.
PAGE = Path(__file__).parent / "page"


@dataclass(frozen=True, slots=True)
class Application:
    """What a web server runs, and what it calls before it closes connections."""

    asgi: ASGIApp
    say_goodbye: Callable[[], Awaitable[None]]


def create_app(settings: Settings) -> Application:
    """Everything that a server serves.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be reached.
        ValueError: the port for metrics is taken.
    """
    quieten_transport()
    hosts = Hosts(settings)
    server = StrictServer(
        settings,
        async_mode="asgi",
        json=Json,
        cors_allowed_origins=hosts.allows,
        ping_interval=25,
        ping_timeout=20,
    )
    metrics = Metrics()
    storage = Storage(settings.database)
    processes = search_processes(
        settings.people_processes, settings.other_processes, most_mb=settings.process_mb
    )
    gate = Gate(processes, most=settings.queue, most_of_address=settings.queue_of_address)
    news = news_of(settings)
    sockets = Sockets(server, settings, gate, metrics)
    rooms = Rooms(settings, storage, gate, news, sockets, metrics)
    board = AnalysisBoard(settings, gate, rooms.allowed, rooms.rules)
    requests = Requests(settings, sockets, rooms, board)
    surroundings = settings, gate, rooms.allowed, board
    exhibits: list[Exhibit] = [
        kind(*surroundings) for kind in (Numbers, Evaluations, Searches, Comparisons)
    ]
    exhibits.append(Matchboxes(*surroundings, brains=rooms.brains))
    for exhibit in exhibits:
        sockets.serve_exhibit(exhibit)
    sockets.serve(requests.handlers, requests.forget)
    sockets.serve(Belongings(storage, rooms).handlers)
    metrics.count_work(gate)

    async def check_queue() -> None:
        if gate.is_jammed:
            raise asyncio.QueueFull

    checks = {"database": storage.check_writes, news.name: news.check, "queue": check_queue}
    stop_metrics = _serve_metrics(settings, metrics)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        gate.start()
        await rooms.start()
        yield
        # What is running is stopped; every position is stored, and goes on after the restart.
        await board.close()
        for exhibit in exhibits:
            await exhibit.close()
        await rooms.close()
        await gate.close()
        await storage.close()
        stop_metrics()

    async def page(_: Request) -> Response:
        index = PAGE / "index.html"
        if not index.is_file():
            return PlainTextResponse("The page is not built: run 'make web'.", 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    async def colours(_: Request) -> Response:
        return Response(board_colours(), media_type="text/css")

    routes: list[Any] = [*operator_routes(settings, Readiness(checks), metrics)]
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
        for path in ("/", "/g/{room:str}", "/carry", "/analysis", "/lab", "/lab/{rest:path}")
    ]
    web = Starlette(
        routes=routes,
        middleware=[Middleware(GZipMiddleware, minimum_size=500)],
        lifespan=lifespan,
    )
    app = socketio.ASGIApp(server, other_asgi_app=web)
    return Application(Lag(Front(app, settings, hosts)), sockets.close)


def _serve_metrics(settings: Settings, metrics: Metrics) -> Callable[[], None]:
    if settings.metrics_port is None:
        return lambda: None
    try:
        return metrics.serve(settings.metrics_host, settings.metrics_port)
    except OSError as error:
        place = f"metrics_host {settings.metrics_host}, metrics_port {settings.metrics_port}"
        raise ValueError(f"{place}: {error.strerror or error}") from None


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

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
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from enligne._core import LARGEST_SIDE
from enligne.atlas import best_play
from enligne.move import Move
from enligne.rules import PRESETS
from enligne.server.analysis import AnalysisBoard
from enligne.server.belongings import Belongings
from enligne.server.engine import BoundedServer
from enligne.server.explorer import Explorer
from enligne.server.front import Front, Hosts
from enligne.server.health import Readiness, operator_routes
from enligne.server.lab.bits import Numbers
from enligne.server.lab.compare import Comparisons
from enligne.server.lab.evaluation import Evaluations
from enligne.server.lab.matchboxes import Matchboxes
from enligne.server.lab.search import Searches
from enligne.server.monitoring import Metrics, quieten_transport
from enligne.server.news import news_of
from enligne.server.pace import Paces
from enligne.server.pages import Pages
from enligne.server.people import People
from enligne.server.pictures import Pictures
from enligne.server.puzzles import Puzzles
from enligne.server.requests import Requests
from enligne.server.rooms import Rooms
from enligne.server.sockets import Json, Sockets
from enligne.server.storage import Storage
from enligne.server.views import board_colours, cells, rules_view
from enligne.server.work import Gate, search_processes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from enligne.server.lab import Exhibit
    from enligne.server.settings import Settings

#: What systems may not know of the files of a page.
_KINDS = {".webmanifest": "application/manifest+json", ".ico": "image/x-icon"}

#: The built page.
PAGE = Path(__file__).parent / "page"


@dataclass(frozen=True, slots=True)
class Application:
    """What a web server runs, how often addresses may ask, and what is called before connections
    are closed."""

    asgi: ASGIApp
    paces: Paces
    say_goodbye: Callable[[], Awaitable[None]]


def create_app(settings: Settings) -> Application:
    """Everything that a server serves.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be reached.
        ValueError: the port for metrics is taken.
    """
    quieten_transport()
    hosts = Hosts(settings)
    paces = Paces(settings.requests_per_address, settings.requests_per_address_at_once)
    server = BoundedServer(
        settings,
        paces,
        async_mode="asgi",
        json=Json,
        cors_allowed_origins=hosts.allows,
    )
    metrics = Metrics()
    storage = Storage(settings.database)
    processes = search_processes(
        settings.people_processes, settings.other_processes, most_mb=settings.process_mb
    )
    gate = Gate(processes, most=settings.queue, most_of_address=settings.queue_of_address)
    news = news_of(settings)
    sockets = Sockets(server, settings, paces, gate, metrics)
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
    sockets.serve(Belongings(settings, storage, rooms).handlers)
    sockets.serve(People(settings, sockets, rooms).handlers)
    sockets.serve(Puzzles().handlers)
    sockets.serve(Explorer(settings, storage, board).handlers)
    metrics.count_work(gate)
    _make_what_is_kept(rooms)

    async def check_queue() -> None:
        if gate.is_jammed:
            raise asyncio.QueueFull

    async def check_searches() -> None:
        if not gate.serves_people:
            raise ChildProcessError

    needed = {
        "database": storage.check_writes,
        "queue": check_queue,
        "searches": check_searches,
    }
    # Without it processes hear of each other's moves seconds later; each of them still plays.
    readiness = Readiness(needed, {news.name: news.check})
    stop_metrics = _serve_metrics(settings, metrics)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        gate.start()
        await rooms.start()
        await gate.settle()  # nobody's first move waits for a process to start
        yield
        # What is running is stopped; every position is stored, and goes on after the restart.
        await board.close()
        for exhibit in exhibits:
            await exhibit.close()
        await rooms.close()
        await gate.close()
        await storage.close()
        stop_metrics()

    async def colours(_: Request) -> Response:
        return Response(board_colours(), media_type="text/css")

    routes: list[Any] = [*operator_routes(settings, readiness, metrics)]
    routes.append(Route("/boards.css", colours))
    if (PAGE / "assets").is_dir():
        routes.append(Mount("/assets", _Assets(directory=PAGE / "assets")))
        routes += [
            Route(f"/{file.name}", _file(file))
            for file in sorted(PAGE.iterdir())
            if file.is_file() and file.name != "index.html" and not file.name.startswith(".")
        ]
    pages = Pages(PAGE, settings, rooms)
    routes += [Route("/board.png", Pictures(gate, rooms.rules).answer), *pages.routes]
    web = Starlette(
        routes=routes,
        middleware=[Middleware(GZipMiddleware, minimum_size=500)],
        lifespan=lifespan,
        exception_handlers={404: pages.not_found},
    )
    app = socketio.ASGIApp(server, other_asgi_app=web)
    return Application(Front(app, settings, hosts, paces), paces, sockets.close)


def _make_what_is_kept(rooms: Rooms) -> None:
    """Fills what is filled once and kept. Made later, among what comes and goes, each piece would
    keep a whole block of memory from being given back."""
    cells([Move(column, row) for column in range(LARGEST_SIDE) for row in range(LARGEST_SIDE)])
    for rules in PRESETS.values():
        rooms.allowed.engines(rules)
        rules_view(rules)
        best_play(rules)


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
    """One that keeps its name when its content changes."""
    kind = _KINDS.get(path.suffix)

    async def serve(_: Request) -> Response:
        return FileResponse(path, media_type=kind, headers={"Cache-Control": "no-cache"})

    return serve

"""Whether a server lives and can do what it is there for, and its numbers: what an operator's tools
ask for."""

from __future__ import annotations

import asyncio
import hmac
import time
from typing import TYPE_CHECKING, Literal

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from enligne import __version__
from enligne.server.front import is_here

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from enligne.server.monitoring import Metrics
    from enligne.server.settings import Settings

    Check = Callable[[], Awaitable[None]]

#: All is there; something is not that can be done without; nothing can be played.
Status = Literal["ok", "degraded", "failing"]

_PATIENCE_SECONDS = 5.0
_SECONDS_BETWEEN_LOOKS = 0.05


class Readiness:
    """Looks whether all that a server needs is there.

    Everybody is told what a look found that began after they asked, so that no answer is of the
    past. One look serves all who ask meanwhile, and the next begins a moment after it: who asks
    again and again makes the server write no more often than that.

    Args:
        needed: by the name of what is looked at, what raises an error when it is not there.
        helpful: the same for what the server can do without, if not as well.
    """

    def __init__(self, needed: Mapping[str, Check], helpful: Mapping[str, Check]) -> None:
        self._needed = needed
        self._checks = {**needed, **helpful}
        self._next: asyncio.Task[dict[str, str]] | None = None
        self._lock = asyncio.Lock()
        self._earliest = 0.0

    async def look(self) -> tuple[Status, dict[str, str]]:
        """How the server is now, and by the name of what is not there the kind of its error: a
        text of one could tell strangers more than they need to know."""
        if self._next is None:
            self._next = asyncio.create_task(self._look())
        failures = await asyncio.shield(self._next)
        if not failures:
            return "ok", failures
        return "degraded" if failures.keys().isdisjoint(self._needed) else "failing", failures

    async def _look(self) -> dict[str, str]:
        async with self._lock:
            await asyncio.sleep(self._earliest - time.monotonic())
            self._next = None  # who asks from now on needs a later one
            found = await asyncio.gather(*(_failure(each) for each in self._checks.values()))
            self._earliest = time.monotonic() + _SECONDS_BETWEEN_LOOKS
        named = zip(self._checks, found, strict=True)
        return {name: kind for name, kind in named if kind is not None}


async def _failure(check: Check) -> str | None:
    try:
        await asyncio.wait_for(check(), _PATIENCE_SECONDS)
    except Exception as error:
        return type(error).__name__
    return None


def operator_routes(settings: Settings, readiness: Readiness, metrics: Metrics) -> list[Route]:
    """What an operator's tools ask for: whether the server lives, whether it is ready, its
    numbers."""
    started = time.monotonic()

    def told(status: Status) -> dict[str, object]:
        seconds = round(time.monotonic() - started, 1)
        return {"status": status, "version": __version__, "seconds": seconds}

    async def live(_: Request) -> Response:
        return _json(told("ok"))

    async def ready(_: Request) -> Response:
        status, failures = await readiness.look()
        return _json({**told(status), **failures}, 503 if status == "failing" else 200)

    async def measured(request: Request) -> Response:
        if settings.metrics_token is not None:
            given = request.headers.get("authorization", "")
            if not hmac.compare_digest(given.encode(), f"Bearer {settings.metrics_token}".encode()):
                return PlainTextResponse("a token is needed\n", 401, {"WWW-Authenticate": "Bearer"})
        elif not _is_operator(request, settings):
            return PlainTextResponse("Not Found", 404)
        return PlainTextResponse(metrics.text(), media_type="text/plain; version=0.0.4")

    return [
        Route("/health/live", live),
        Route("/health/ready", ready),
        Route("/health", ready),
        Route("/metrics", measured),
    ]


def _is_operator(request: Request, settings: Settings) -> bool:
    """Whether a request without a token comes from this machine itself. Where people come through
    a proxy on it, all might seem to: there the numbers have a port or a token."""
    is_private = settings.public_address is None and settings.metrics_port is None
    return is_private and is_here(request.scope)


def _json(told: Mapping[str, object], status: int = 200) -> Response:
    return JSONResponse(told, status, {"Cache-Control": "no-store"})

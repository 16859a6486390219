"""How long messages take between a page and the server, measured by the pings that keep a WebSocket
open. A page can answer late, but not early: what it gains by that is bounded by a game's clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_KEY = "enligne.lag"
# Packets of Engine.IO.
_PING, _PONG = "2", "3"


class Lag:
    """An application whose WebSockets are measured."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        measured = scope[_KEY] = [0.0]
        pinged: float | None = None

        async def sending(message: Message) -> None:
            nonlocal pinged
            if message.get("text") == _PING:
                pinged = time.monotonic()
            await send(message)

        async def receiving() -> Message:
            nonlocal pinged
            message = await receive()
            if pinged is not None and message.get("text") == _PONG:
                measured[0] = time.monotonic() - pinged
                pinged = None
            return message

        await self._app(scope, receiving, sending)


def lag_of(scope: Scope) -> float:
    """Seconds to a page and back, when measured last; 0 if never."""
    measured: list[float] = scope.get(_KEY, [0.0])
    return measured[0]

"""What comes over the wire before it is a request: broken frames and broken connections."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

import socketio

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger("enligne.guard")

# Packets with attachments, which no request of ours has: a server would keep them until the last
# one has come.
_BINARY = ("5", "6")


# An event: its type, an identifier for the answer, and a list that begins with a name.
_EVENT = re.compile(r'2[0-9]{0,9}\s*\[\s*"')


class StrictServer(socketio.AsyncServer):  # type: ignore[misc]
    """Ends a connection that sends anything but packets of text."""

    async def _handle_eio_message(self, eio_sid: str, data: Any) -> None:
        try:
            if not isinstance(data, str) or data.startswith(_BINARY):
                raise ValueError("not a packet of text")
            if data.startswith("2") and not _EVENT.match(data):
                raise ValueError("not an event with a name")
            await super()._handle_eio_message(eio_sid, data)
        except Exception as error:
            _log.info("a broken packet", extra={"reason": type(error).__name__})
            await self.eio.disconnect(eio_sid)


class Guarded:
    """An application whose connections may break in any way: that is worth a line, no more."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception as error:
            _log.info("a broken connection", extra={"reason": type(error).__name__})
            if scope["type"] == "http" and not has_begun:
                await send({"type": "http.response.start", "status": 400, "headers": []})
                await send({"type": "http.response.body", "body": b"bad request"})

"""Serving: Uvicorn, with HTTP and WebSocket from strangers who may be slow, or many, on purpose."""

from __future__ import annotations

import asyncio
import signal
import socket
from http import HTTPStatus
from typing import TYPE_CHECKING

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from enligne.server import memory
from enligne.server.door import BACKLOG, Door, Timer, raise_file_limit
from enligne.server.front import long_header, security_headers
from enligne.server.websocket import SocketProtocol

if TYPE_CHECKING:
    from enligne.server.app import Application
    from enligne.server.settings import Settings


class HttpProtocol(H11Protocol):
    """HTTP from clients that may be slow on purpose."""

    door: Door
    settings: Settings

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._request = Timer(transport, self.settings.request_seconds)
        self._reading = Timer(transport, self.settings.stall_seconds)
        self._request.run(True)
        self.door.admit(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._request.run(False)
        self._reading.run(False)
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return  # it has become a WebSocket
        # A first byte begins a request; nothing is expected once it is whole.
        is_whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        self._request.run(not is_whole)
        if is_whole:
            self.door.asks(self.transport)

    def on_response_complete(self) -> None:
        self.door.waits(self.transport)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._request.run(False)
        self._reading.run(False)
        self.door.asks(self.transport)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.run(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.run(False)

    def send_400_response(self, msg: str) -> None:
        """As the one it replaces, with the headers of every other answer; it says so where it was
        the length of a header."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # whatever else would be answered is not sent
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            status, text = HTTPStatus.BAD_REQUEST, msg
            if len(self.conn.trailing_data[0]) > self.settings.header_bytes:
                status, text = long_header(self.settings)
            headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
            headers += security_headers(self.settings)
            response = h11.Response(status_code=status, headers=headers, reason=status.phrase)
            for event in (response, h11.Data(data=text.encode()), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def serve(app: Application, settings: Settings, listener: socket.socket) -> None:
    """Serves until a signal says to stop."""
    door = Door(raise_file_limit(settings), settings, app.paces)
    shared = {"door": door, "settings": settings}
    server = _Server(
        uvicorn.Config(
            app.asgi,
            http=type("HttpProtocol", (HttpProtocol,), shared),
            ws=type("SocketProtocol", (SocketProtocol,), shared),
            backlog=BACKLOG,
            h11_max_incomplete_event_size=settings.header_bytes,
            timeout_keep_alive=settings.keep_alive_seconds,
            timeout_graceful_shutdown=5,
            ws_ping_interval=None,  # Engine.IO has its own
            proxy_headers=False,  # see front.py
            server_header=False,
            log_config=None,
            log_level="error",  # what strangers send is no reason to warn
        ),
        app,
    )
    # A small message goes at once, without waiting until the one before it is known to have come.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Closed, a connection stays until the last byte is read, or that is given up.
        milliseconds = round(1000 * settings.stall_seconds)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
    for number in (signal.SIGINT, signal.SIGTERM):
        # One that comes before it runs is heeded too, and one that it sends again at its end ends
        # nothing else.
        signal.signal(number, server.handle_exit)
    server.run(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: Application) -> None:
        super().__init__(config)
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        memory.settle()
        self._tidying = asyncio.create_task(memory.tidy_up())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._tidying.cancel()
        await self._app.say_goodbye()
        await super().shutdown(sockets)

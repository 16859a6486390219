"""Connections before they are requests: how many there may be, and how long they may take.

Uvicorn serves; its two protocols, for HTTP and for WebSocket, are taken here with a door before
them. What passes it has sent a whole request in time, and reads what it is sent.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import resource
import signal
import socket
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from enligne.server.addresses import address_key, network, plain_address
from enligne.server.front import security_headers

if TYPE_CHECKING:
    from websockets.frames import Frame
    from websockets.http11 import Response

    from enligne.server.app import Application
    from enligne.server.settings import Settings

_log = logging.getLogger("enligne.transport")

#: Connections that the system keeps until they are accepted, which happens for all at once.
BACKLOG = 256

#: Files that are no connections of visitors: the database, search processes, what waits to be
#: accepted.
_OTHER_FILES = 2 * BACKLOG

#: Parts of one message; without a limit, empty ones could go on for ever.
_MOST_FRAGMENTS = 1000


def raise_file_limit(settings: Settings) -> int:
    """Lets this process have a file for every connection; says how many connections it can have.
    Where the system does not allow as many as the settings do, that is said in a line."""
    wanted = settings.connections + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings.connections
    fits = max(soft - _OTHER_FILES, soft // 2)
    print(
        f"Only {fits} connections are possible, not {settings.connections}: this system lets a"
        f" process open {soft} files (raise it with 'ulimit -n {wanted}' or LimitNOFILE={wanted}).",
        file=sys.stderr,
    )
    return fits


class Door:
    """Counts open connections, and keeps those out that are too many.

    A connection *waits* while it has sent no whole request that is still to be answered. Where
    there is no room, a newcomer takes the place of the one that has waited longest, of the same
    address or else of the address that has most of them: whoever opens connections and sends
    nothing is in nobody's way.

    Args:
        most: connections in all.
        settings: what an address may have, and the proxies for which that does not hold.
    """

    def __init__(self, most: int, settings: Settings) -> None:
        self._most = most
        self._most_for_address = settings.connections_per_address
        self._proxies = [network(each) for each in settings.trusted_proxies]
        self._open: dict[asyncio.Transport, str] = {}
        self._by_address: Counter[str] = Counter()
        self._waiting: dict[str, dict[asyncio.Transport, None]] = {}

    def admit(self, transport: asyncio.Transport) -> None:
        """Lets a new connection in, or ends it, or another one."""
        peer = plain_address((transport.get_extra_info("peername") or ("",))[0])
        address = address_key(peer)
        self._open[transport] = address
        self._by_address[address] += 1
        self.waits(transport)
        if self._by_address[address] > self._most_for_address and not self._is_proxy(peer):
            self._end_one_of(address)
        elif len(self._open) > self._most:
            self._end_one_of(max(self._waiting, key=lambda each: len(self._waiting[each])))

    def waits(self, transport: asyncio.Transport) -> None:
        """A connection has no request any more, or none yet."""
        if (address := self._open.get(transport)) is not None:
            self._waiting.setdefault(address, {})[transport] = None

    def asks(self, transport: asyncio.Transport) -> None:
        """A connection has sent a whole request."""
        waiting = self._waiting.get(address := self._open.get(transport, ""), {})
        waiting.pop(transport, None)
        if not waiting:
            self._waiting.pop(address, None)

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        self.asks(transport)
        address = self._open.pop(transport, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def _end_one_of(self, address: str) -> None:
        oldest = next(iter(self._waiting[address]))
        self.leave(oldest)
        oldest.abort()

    def _is_proxy(self, peer: str) -> bool:
        if not self._proxies:
            return False
        found = ipaddress.ip_address(peer)
        return any(found in each for each in self._proxies)


class _Timer:
    """Ends a connection unless it is stopped in time."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._seconds = seconds
        self._handle: asyncio.TimerHandle | None = None

    def run(self, is_needed: bool) -> None:
        """Starts it if it does not run, or stops it."""
        if is_needed and self._handle is None:
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(self._seconds, self._transport.abort)
        elif not is_needed and self._handle is not None:
            self._handle.cancel()
            self._handle = None


class HttpProtocol(H11Protocol):
    """HTTP from clients that may be slow on purpose."""

    door: Door
    settings: Settings

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._request = _Timer(transport, self.settings.request_seconds)
        self._reading = _Timer(transport, self.settings.stall_seconds)
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
        """As the one it replaces, with the headers of every other answer."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # whatever else would be answered is not sent
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
            headers += security_headers(self.settings)
            response = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for event in (response, h11.Data(data=msg.encode()), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket to clients that may not read what they are sent."""

    door: Door
    settings: Settings

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = _Handshake(self.settings, logger=logging.getLogger("uvicorn.error"))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._reading = _Timer(self.transport, self.settings.stall_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.run(False)
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # Pings are answered whether or not the answers are read.
        if self.transport.get_write_buffer_size() > self.settings.backlog_bytes:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > _MOST_FRAGMENTS:
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.run(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.run(False)


class _Handshake(ServerProtocol):
    """A WebSocket without compression, whose messages are measured before they are kept."""

    def __init__(self, settings: Settings, logger: logging.Logger) -> None:
        super().__init__(extensions=[], max_size=settings.message_bytes, logger=logger)
        self._settings = settings

    def reject(self, *arguments: Any) -> Response:
        response = super().reject(*arguments)
        response.headers.update(security_headers(self._settings))
        return response


def serve(app: Application, settings: Settings, listener: socket.socket) -> None:
    """Serves until a signal says to stop."""
    door = Door(raise_file_limit(settings), settings)
    shared = {"door": door, "settings": settings}
    server = _Server(
        uvicorn.Config(
            app.asgi,
            http=type("HttpProtocol", (HttpProtocol,), shared),
            ws=type("SocketProtocol", (SocketProtocol,), shared),
            backlog=BACKLOG,
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

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.say_goodbye()
        await super().shutdown(sockets)

"""Engine.IO and Socket.IO as strangers may use them: how many sockets there are, how soon they must
say who they are, how much may wait for those who do not read."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, Any

import engineio
import socketio

if TYPE_CHECKING:
    from enligne.server.settings import Settings

_log = logging.getLogger("enligne.engine")


class _Queue(asyncio.Queue[Any]):
    """Packets that wait to be sent, and how much they are."""

    bytes = 0

    def _put(self, item: Any) -> None:
        self.bytes += _size(item)
        super()._put(item)

    def _get(self) -> Any:
        item = super()._get()
        self.bytes -= _size(item)
        return item


def _size(item: Any) -> int:
    data = getattr(item, "data", None)
    return len(data) if isinstance(data, str | bytes) else 0


class _Engine(engineio.AsyncServer):  # type: ignore[misc]
    """Engine.IO that gives up a socket for which too much waits.

    Args:
        backlog_bytes: the most that may wait.
        options: for Engine.IO.
    """

    def __init__(self, *, backlog_bytes: int, **options: Any) -> None:
        super().__init__(**options)
        self._backlog_bytes = backlog_bytes

    def create_queue(self, *arguments: Any, **options: Any) -> _Queue:
        return _Queue(*arguments, **options)

    async def send_packet(self, sid: str, pkt: Any) -> None:
        socket = self.sockets.get(sid)
        if socket is not None and socket.queue.bytes > self._backlog_bytes:
            _log.info("a page that does not read", extra={"bytes": socket.queue.bytes})
            await abandon(socket)
        else:
            await super().send_packet(sid, pkt)


async def abandon(socket: Any) -> None:
    """Ends an Engine.IO socket without waiting for what it was still to be sent."""
    await socket.close(wait=False, abort=True)
    while not socket.queue.empty():
        socket.queue.get_nowait()
    socket.queue.put_nowait(None)  # ends the task that sends


class BoundedServer(socketio.AsyncServer):  # type: ignore[misc]
    """Socket.IO with bounds on sockets that are open, connected or not.

    Args:
        settings: with the bounds.
        options: for Socket.IO.
    """

    def __init__(self, settings: Settings, **options: Any) -> None:
        self._settings = settings
        self._addresses: dict[str, str] = {}  # of open sockets
        self._by_address: Counter[str] = Counter()
        self._ending: set[asyncio.Future[None]] = set()
        super().__init__(
            max_http_buffer_size=settings.message_bytes,
            backlog_bytes=settings.backlog_bytes,
            http_compression=False,
            **options,
        )

    def _engineio_server_class(self) -> type[_Engine]:
        return _Engine

    async def _handle_eio_connect(self, eio_sid: str, environ: dict[str, Any]) -> Any:
        address = str(environ["asgi.scope"]["client"][0])
        if self._by_address[address] >= self._settings.sockets_per_address:
            return "too many connections from your address"
        if len(self._addresses) >= self._settings.sockets:
            return "too many connections: try again soon"
        self._addresses[eio_sid] = address
        self._by_address[address] += 1
        self._expect_connected(eio_sid)
        return await super()._handle_eio_connect(eio_sid, environ)

    async def _handle_eio_disconnect(self, eio_sid: str, reason: str) -> None:
        address = self._addresses.pop(eio_sid, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
        await super()._handle_eio_disconnect(eio_sid, reason)

    async def _handle_disconnect(self, eio_sid: str, *arguments: Any) -> None:
        await super()._handle_disconnect(eio_sid, *arguments)
        self._expect_connected(eio_sid)  # who only says goodbye still has the socket

    def _expect_connected(self, eio_sid: str) -> None:
        """Ends a socket that does not say in time who it is."""

        def look() -> None:
            socket = self.eio.sockets.get(eio_sid)
            if socket is not None and self.manager.sid_from_eio_sid(eio_sid, "/") is None:
                task = asyncio.ensure_future(abandon(socket))
                self._ending.add(task)
                task.add_done_callback(self._ending.discard)

        asyncio.get_running_loop().call_later(self._settings.handshake_seconds, look)

"""Engine.IO and Socket.IO as strangers may use them: how many sockets there are, how soon they must
say who they are, how much may wait for those who do not read, what becomes of broken packets.

A page has a WebSocket or, where that is not possible, asks again and again for what is new
(*polling*). It stays with what it began with.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import engineio
import engineio.async_socket
import engineio.exceptions
import engineio.packet
import socketio

from enligne.server.heartbeats import PONG, Heartbeats
from enligne.server.monitoring import is_own_failure
from enligne.server.websocket import LINE, frame_of
from enligne.server.work import Tasks

if TYPE_CHECKING:
    from enligne.server.pace import Paces
    from enligne.server.settings import Settings
    from enligne.server.websocket import Line

_log = logging.getLogger("enligne.engine")

#: What being thrown out costs an address, in requests.
_THROWN_OUT = 50

_PING_SECONDS, _PONG_SECONDS = 25.0, 20.0
_SECONDS_BETWEEN_LOOKS = 10.0  # at those that poll

_PONG = PONG.encode()
# Packets that come to a WebSocket now and then: that it closes, that a page says who it is or
# leaves.
_RARE = (b"1", b"40", b"41")
# Packets with attachments, which no request of ours has: a server would keep them until the last
# one has come.
_BINARY = ("5", "6")
# An event: its type, an identifier for the answer, and a list that begins with a name.
_EVENT = re.compile(r'2[0-9]{0,9}\s*\[\s*"')


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


class Packet(engineio.packet.Packet):  # type: ignore[misc]
    """A message to any number of pages."""

    def __init__(self, text: str) -> None:
        super().__init__(engineio.packet.MESSAGE, text)

    @cached_property
    def frame(self) -> bytes:
        return frame_of(self.encode())


class LineSocket(engineio.async_socket.AsyncSocket):  # type: ignore[misc]
    """A socket with a line of its own: what it is sent is written there at once. It has no queue
    and no task to send it, none for each packet that comes, and its pings are those of all."""

    line: Line
    _websocket: Any = None

    @classmethod
    def of(cls, socket: Any, line: Line) -> LineSocket:
        """Makes one of a socket that Engine.IO has made, which knows of no others."""
        socket.__class__ = cls
        socket.line = line
        return socket  # type: ignore[no-any-return]

    def schedule_ping(self) -> None:
        """See heartbeats.py."""

    async def send(self, pkt: Any) -> None:
        self.line.write(pkt.frame if isinstance(pkt, Packet) else frame_of(pkt.encode()))

    async def close(self, wait: bool = True, abort: bool = False, reason: Any = None) -> None:
        del wait
        await super().close(wait=False, abort=abort, reason=reason)
        if self._websocket is not None:
            await self._websocket.close()

    async def _websocket_handler(self, ws: Any) -> None:
        self.connected = self.upgraded = True
        self._websocket = ws
        while not self.queue.empty():  # the greeting, which came before the line
            await self.send(self.queue.get_nowait())
        with suppress(OSError, engineio.exceptions.EngineIOError):  # it is gone, or broken
            while not self.closed:
                await self.receive(engineio.packet.Packet(encoded_packet=await ws.wait()))
        await self.close(abort=True, reason=self.server.reason.TRANSPORT_CLOSE)


class _Engine(engineio.AsyncServer):  # type: ignore[misc]
    """Engine.IO that writes to WebSockets directly, and gives up a socket for which too much
    waits.

    Args:
        backlog_bytes: the most that may wait.
        options: for Engine.IO.
    """

    def __init__(self, *, backlog_bytes: int, **options: Any) -> None:
        super().__init__(**options)
        self._backlog_bytes = backlog_bytes
        self._pings: dict[str, asyncio.Task[None]] = {}  # that wait to be sent

    def _ok(self, packets: Any = None, headers: Any = None, **_: Any) -> Any:
        # Never as a script (JSONP), which any site could run.
        return super()._ok(packets, headers)

    def start_background_task(self, target: Any, *arguments: Any, **options: Any) -> Any:
        task = super().start_background_task(target, *arguments, **options)
        if isinstance(
            socket := getattr(target, "__self__", None), engineio.async_socket.AsyncSocket
        ):
            self._pings[socket.sid] = task  # the one thing that a socket leaves to a task
        return task

    def forget(self, sid: str) -> None:
        """Lets go of all that a socket has had."""
        if (ping := self._pings.pop(sid, None)) is not None:
            ping.cancel()

    def create_queue(self, *arguments: Any, **options: Any) -> _Queue:
        return _Queue(*arguments, **options)

    def line_of(self, sid: str) -> Line | None:
        socket = self.sockets.get(sid)
        return socket.line if isinstance(socket, LineSocket) else None

    async def send_packet(self, sid: str, pkt: Any) -> None:
        socket = self.sockets.get(sid)
        if isinstance(socket, LineSocket):
            await socket.send(pkt)
        elif socket is not None and socket.queue.bytes > self._backlog_bytes:
            _log.info("a page that does not read", extra={"bytes": socket.queue.bytes})
            await abandon(socket)
        else:
            await super().send_packet(sid, pkt)

    async def _service_task(self) -> None:
        """Looks now and then, for ever, which of those that poll are gone. Engine.IO would wake up
        for each socket by itself."""
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            for sid, socket in list(self.sockets.items()):
                if isinstance(socket, LineSocket) or socket.closing:
                    continue
                if socket.closed:
                    self.sockets.pop(sid, None)
                else:
                    with suppress(engineio.exceptions.EngineIOError):
                        await socket.check_ping_timeout()


async def abandon(socket: Any) -> None:
    """Ends an Engine.IO socket without waiting for what it was still to be sent."""
    if isinstance(socket, LineSocket):
        socket.line.end()
        return
    await socket.close(wait=False, abort=True)
    while not socket.queue.empty():
        socket.queue.get_nowait()
    socket.queue.put_nowait(None)  # ends the task that sends


class BoundedServer(socketio.AsyncServer):  # type: ignore[misc]
    """Socket.IO with bounds on sockets that are open, connected or not, for packets of text. A
    socket that sends anything else is thrown out, for which its address pays.

    Args:
        settings: with the bounds.
        paces: of addresses.
        options: for Socket.IO.
    """

    def __init__(self, settings: Settings, paces: Paces, **options: Any) -> None:
        self._settings = settings
        self._paces = paces
        self._addresses: dict[str, str] = {}  # of open sockets
        self._by_address: Counter[str] = Counter()
        self._heartbeats = Heartbeats(_PING_SECONDS, _PONG_SECONDS)
        self._tasks = Tasks()
        super().__init__(
            ping_interval=_PING_SECONDS,
            ping_timeout=_PONG_SECONDS,
            max_http_buffer_size=settings.message_bytes,
            backlog_bytes=settings.backlog_bytes,
            http_compression=False,
            allow_upgrades=False,
            cors_credentials=False,  # who somebody is, no browser tells by itself
            async_handlers=False,  # a task for each event is begun here
            **options,
        )

    def _engineio_server_class(self) -> type[_Engine]:
        return _Engine

    async def _handle_eio_connect(self, eio_sid: str, environ: dict[str, Any]) -> Any:
        scope = environ["asgi.scope"]
        address = str(scope["client"][0])
        if self._by_address[address] >= self._settings.sockets_per_address:
            return "too many connections from your address"
        if len(self._addresses) >= self._settings.sockets:
            return "too many connections: try again soon"
        self._addresses[eio_sid] = address
        self._by_address[address] += 1
        line: Line | None = scope.get(LINE)
        if line is not None:
            LineSocket.of(self.eio.sockets[eio_sid], line)
            self._heartbeats.begin(line)
            line.hear = lambda data: self._hear(eio_sid, line, data)
            line.note = lambda: self._paces.of(address).charge(_THROWN_OUT)
        self._expect_connected(eio_sid)
        return await super()._handle_eio_connect(eio_sid, environ)

    async def _handle_eio_disconnect(self, eio_sid: str, reason: str) -> None:
        self.eio.forget(eio_sid)
        if (line := self.eio.line_of(eio_sid)) is not None:
            self._heartbeats.end(line)
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
                self._tasks.start(abandon(socket))

        asyncio.get_running_loop().call_later(self._settings.handshake_seconds, look)

    # What they send.

    def _hear(self, eio_sid: str, line: Line, data: bytes) -> bool:
        """Takes an event from a WebSocket, and leaves what is rare to Engine.IO."""
        if data == _PONG:
            self._heartbeats.answered(line)
            return True
        if data.startswith(_RARE):
            return False
        with suppress(UnicodeDecodeError):
            if data.startswith(b"42"):
                self._tasks.start(self._deal_with(eio_sid, data[1:].decode()))
                return True
        self._throw_out(eio_sid)
        return True

    async def _handle_eio_message(self, eio_sid: str, data: Any) -> None:
        if isinstance(data, str) and data.startswith("2"):
            self._tasks.start(self._deal_with(eio_sid, data))
        else:
            await self._deal_with(eio_sid, data)

    async def _deal_with(self, eio_sid: str, data: Any) -> None:
        try:
            if not isinstance(data, str) or data.startswith(_BINARY):
                raise ValueError("not a packet of text")
            if data.startswith("2") and not _EVENT.match(data):
                raise ValueError("not an event with a name")
            await super()._handle_eio_message(eio_sid, data)
        except Exception as error:
            if is_own_failure(error):
                _log.exception("a packet could not be dealt with")
            else:
                _log.info("a broken packet", extra={"reason": type(error).__name__})
            self._throw_out(eio_sid)

    def _throw_out(self, eio_sid: str) -> None:
        """Ends a socket whose packets are broken."""
        if (line := self.eio.line_of(eio_sid)) is not None:
            line.throw_out()
        elif (socket := self.eio.sockets.get(eio_sid)) is not None:
            self._paces.of(self._addresses.get(eio_sid, "")).charge(_THROWN_OUT)
            self._tasks.start(abandon(socket))

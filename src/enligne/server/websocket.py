"""WebSockets of strangers who may send too much, or not read what they are sent.

What a WebSocket brings and what it is sent goes two ways: as messages of ASGI, one at a time and
each through every layer; and directly, which costs a fraction, to and from whoever has taken its
*line*.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from enligne.server.door import Timer
from enligne.server.front import security_headers
from enligne.server.pace import Pace

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from websockets.http11 import Request, Response

    from enligne.server.door import Door
    from enligne.server.settings import Settings

_log = logging.getLogger("enligne.transport")

#: Where the scope of a request has the line of its WebSocket.
LINE = "enligne.line"

#: Parts of one message; without a limit, empty ones could go on for ever.
_MOST_FRAGMENTS = 1000
#: Bytes that are read at a time: as many frames as fit are dealt with before anything else.
_PIECE = 2048
#: Bytes that cost as much as a frame.
_BYTES_A_FRAME = 4096
#: Frames for a request: itself, and as many that are none.
_FRAMES_A_REQUEST = 2


class Line(Protocol):
    """A WebSocket, spoken to directly."""

    #: Takes a message of text, or leaves it to ASGI.
    hear: Callable[[bytes], bool] | None
    #: Is told when the other side has misbehaved, and is thrown out.
    note: Callable[[], None] | None
    #: Seconds to the other side and back, when measured last; 0 if never.
    lag: float

    def write(self, frame: bytes) -> None:
        """Sends a frame; nothing if the connection is closing."""

    def throw_out(self) -> None:
        """Ends it at once, and notes that."""

    def end(self) -> None:
        """Ends it at once: the other side is gone, or unknown."""


def frame_of(text: str) -> bytes:
    """A message, the same for all who are sent it."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose frames are counted. Whoever sends too many, or any of bytes, which no
    request of ours has, is thrown out."""

    door: Door
    settings: Settings

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = self._frames = _Frames(self.settings)
        self.hear: Callable[[bytes], bool] | None = None
        self.note: Callable[[], None] | None = None
        self.lag = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._reading = Timer(self.transport, self.settings.stall_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.run(False)
        self.door.leave(self.transport)
        super().connection_lost(exc)
        self.hear = self.note = None

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            super().data_received(data[start : start + _PIECE])
            if self._frames.handshake_exc is not None:
                self._refuse_handshake()
            if self._frames.are_too_many or len(self.frames) > _MOST_FRAGMENTS:
                self.throw_out()
            if self.transport.is_closing():
                return
        self._check_backlog()  # pings are answered whether or not the answers are read

    def _refuse_handshake(self) -> None:
        """Ends a connection whose request is none for a WebSocket, or longer than websockets
        reads: uvicorn would leave it open, without a word, for as long as the other side likes."""
        self.handshake_complete = self.close_sent = True
        if not self.transport.is_closing():
            self.transport.write(b"".join(self._frames.data_to_send()))
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # it was not refused
            self.scope[LINE] = self  # type: ignore[literal-required]

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # It was answered, by a refusal: else uvicorn would log that as our failure.
            self.handshake_complete = True

    def handle_bytes(self, _: Frame) -> None:
        self.throw_out()

    def send_receive_event_to_app(self) -> None:
        if self.hear is not None and not self.close_sent and self.hear(b"".join(self.frames)):
            self.frames = []
        elif not self.transport.is_closing():
            super().send_receive_event_to_app()

    def write(self, frame: bytes) -> None:
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(frame)
            self._check_backlog()

    def throw_out(self) -> None:
        if self.note is not None:
            self.note()
            self.note = None
        self.end()

    def end(self) -> None:
        self.transport.abort()

    def _check_backlog(self) -> None:
        if self.transport.get_write_buffer_size() > self.settings.backlog_bytes:
            _log.info("a page that does not read")
            self.throw_out()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.run(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.run(False)


class _Frames(ServerProtocol):
    """The frames of a WebSocket without compression, whose messages are measured before they are
    kept. When more come than are allowed, the rest is dropped."""

    def __init__(self, settings: Settings) -> None:
        logger = logging.getLogger("uvicorn.error")
        super().__init__(extensions=[], max_size=settings.message_bytes, logger=logger)
        self._settings = settings
        at_once = settings.requests_at_once + settings.refusals
        largest = settings.message_bytes / _BYTES_A_FRAME
        self._pace = Pace(
            _FRAMES_A_REQUEST * settings.requests, _FRAMES_A_REQUEST * at_once + largest
        )
        self._bytes = 0
        self.are_too_many = False

    def receive_data(self, data: bytes | bytearray) -> None:
        self._bytes += len(data)
        super().receive_data(data)

    def events_received(self) -> list[Any]:
        events = super().events_received()
        if events:
            cost = len(events) + self._bytes / _BYTES_A_FRAME
            self._bytes = 0
            if not self._pace.spend(cost):
                self.are_too_many = True
                return []
        return events

    def reject(self, *arguments: Any) -> Response:
        response = super().reject(*arguments)
        response.headers.update(security_headers(self._settings))
        return response

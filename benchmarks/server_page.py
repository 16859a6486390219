"""A page that costs its process next to nothing: Socket.IO over a WebSocket, frame by frame.

Thousands of pages share two cores with the server that they measure. A frame is made and read
here with a few bytes of Python; of an event only its room and version are read, and an answer is
decoded only if somebody waits for it.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import secrets
import struct
import time
import zlib
from typing import Any

Answer = dict[str, Any]

PATIENCE = 20.0  # seconds for a connection
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_DEFLATED = 0x40
_END_OF_DEFLATE = b"\0\0\xff\xff"  # which is not sent
_NO_MASK = bytes(4)  # a mask that leaves the text as it is
_ROOM = re.compile(rb'"room":\s*"([\w-]+)"')
_VERSION = re.compile(rb'"version":\s*(\d+)')
_BEGINNING = 600  # bytes of an event in which its room and version stand


class LostError(Exception):
    """The connection was refused, or went before there was an answer."""


class RefusedError(Exception):
    """A request was refused."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"{answer.get('error')}: {answer.get('text')}")
        self.code = str(answer.get("error"))
        self.seconds = answer.get("values", {}).get("seconds")  # when to come back


def source(number: int) -> str:
    """An address of this machine for one visitor, so that each has one of its own."""
    return f"127.1.{number // 250}.{1 + number % 250}"


def text_frame(text: str | bytes, *, deflate: bool = False) -> bytes:
    """A WebSocket frame as a browser would send it."""
    payload = text.encode() if isinstance(text, str) else text
    first = 0x80 | _TEXT
    if deflate:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        payload = packer.compress(payload) + packer.flush(zlib.Z_SYNC_FLUSH)
        payload = payload.removesuffix(_END_OF_DEFLATE)
        first |= _DEFLATED
    return _header(first, len(payload)) + _NO_MASK + payload


def _header(first: int, size: int) -> bytes:
    if size < 126:
        return bytes((first, 0x80 | size))
    if size < 65536:
        return struct.pack("!BBH", first, 0x80 | 126, size)
    return struct.pack("!BBQ", first, 0x80 | 127, size)


class Page(asyncio.Protocol):
    """A connection; see :meth:`open`."""

    def __init__(self, port: int, visitor: str, *, connects: bool, offers_deflate: bool) -> None:
        self.visitor = visitor
        self.bytes_received = 0
        self.is_open = False
        self._port = port
        self._connects = connects
        self._offers_deflate = offers_deflate
        self._inflate = zlib.decompressobj(-15)
        self._received = bytearray()
        self._is_upgraded = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._answers: dict[int, asyncio.Future[tuple[Answer, float]]] = {}
        self._number = 0
        self._expected: dict[tuple[str, int], asyncio.Future[float]] = {}
        self._named: dict[str, asyncio.Future[Answer]] = {}
        self.transport: asyncio.Transport

    @classmethod
    async def open(
        cls,
        port: int,
        *,
        address: str | None = None,
        visitor: str | None = None,
        connects: bool = True,
        offers_deflate: bool = False,
        headers: str = "",
    ) -> Page:
        """Connects.

        Args:
            address: from which it comes.
            visitor: the secret; a new one unless given.
            connects: whether it says who it is, or stays a socket of Engine.IO.
            headers: further ones, each with its end of line.

        Raises:
            LostError: the server refused, or took too long.
        """
        loop = asyncio.get_running_loop()
        page = cls(
            port,
            visitor or secrets.token_urlsafe(24),
            connects=connects,
            offers_deflate=offers_deflate,
        )
        try:
            async with asyncio.timeout(PATIENCE):
                await loop.create_connection(
                    lambda: page,
                    "127.0.0.1",
                    port,
                    local_addr=(address, 0) if address else None,
                )
                page.transport.write(page._greeting(headers))
                await page._opened
        except (OSError, TimeoutError, LostError) as error:
            page.close()
            raise LostError(f"{type(error).__name__}: {error}") from None
        return page

    def _greeting(self, headers: str) -> bytes:
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{self._port}"
        if self._offers_deflate:
            headers += "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        return (
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n"
            f"Host: {host}\r\nOrigin: http://{host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
        ).encode()

    def close(self) -> None:
        if hasattr(self, "transport"):
            self.transport.abort()

    # Requests.

    def send(self, event: str, data: object) -> None:
        """Sends a request whose answer nobody waits for."""
        self._number += 1
        body = json.dumps([event, data], separators=(",", ":"))
        self.transport.write(text_frame(f"42{self._number}{body}"))

    async def ask(self, event: str, data: object) -> tuple[Answer, float, float]:
        """The answer to a request, when it was sent and when the answer came.

        Raises:
            LostError: the connection went before there was one.
        """
        if not self.is_open:
            raise LostError("the connection is gone")
        future: asyncio.Future[tuple[Answer, float]] = asyncio.get_running_loop().create_future()
        self._answers[self._number + 1] = future
        sent = time.monotonic()
        self.send(event, data)
        answer, came = await future
        return answer, sent, came

    async def grant(self, event: str, data: object) -> Answer:
        """The same; only what was asked for.

        Raises:
            LostError: the connection went before there was an answer.
            RefusedError: the answer is no.
        """
        answer, _, _ = await self.ask(event, data)
        if not answer.get("ok"):
            raise RefusedError(answer)
        return answer

    def expect(self, room: str, version: int) -> asyncio.Future[float]:
        """When this version of a room is heard of: a state, a change, whatever tells of it."""
        future: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._expected[room, version] = future
        return future

    def event(self, name: str) -> asyncio.Future[Answer]:
        """What the next event of this name has."""
        self._named[name] = future = asyncio.get_running_loop().create_future()
        return future

    # What comes.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        lost = LostError("the connection is gone" if error is None else str(error))
        waiting: list[asyncio.Future[Any]] = [self._opened, *self._answers.values()]
        waiting += [*self._expected.values(), *self._named.values()]
        for future in waiting:
            if not future.done():
                future.set_exception(lost)
                future.exception()  # where nobody waits any more

    def data_received(self, data: bytes) -> None:
        self.bytes_received += len(data)
        self._received += data
        if not self._is_upgraded:
            head, end, rest = bytes(self._received).partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._refuse(head.split(b"\r\n")[0].decode())
                return
            self._is_upgraded = True
            self._received = bytearray(rest)
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        received = self._received
        if len(received) < 2:
            return None
        size, begin = received[1] & 0x7F, 2
        if size == 126:
            begin = 4
        elif size == 127:
            begin = 10
        if len(received) < begin:
            return None
        if begin > 2:
            size = int.from_bytes(received[2:begin])
        if len(received) < begin + size:
            return None
        kind, payload = received[0] & 0x0F, bytes(received[begin : begin + size])
        if received[0] & _DEFLATED:
            payload = self._inflate.decompress(payload + _END_OF_DEFLATE)
        del received[: begin + size]
        return kind, payload

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _CLOSE:
            self._refuse(f"closed: {payload[2:].decode(errors='replace')}")
        elif kind == _PING:
            self.transport.write(_header(0x80 | _PONG, len(payload)) + _NO_MASK + payload)
        elif kind != _TEXT:
            return
        elif payload.startswith(b"43"):
            self._take_answer(payload)
        elif payload.startswith(b"42"):
            self._take_event(payload)
        elif payload == b"2":
            self.transport.write(text_frame("3"))
        elif payload.startswith(b"0"):
            if self._connects:
                self.transport.write(text_frame("40" + json.dumps({"visitor": self.visitor})))
            else:
                self._open()
        elif payload.startswith(b"40"):
            self._open()
        elif payload.startswith((b"41", b"44", b"1")):
            self._refuse(payload.decode())

    def _open(self) -> None:
        self.is_open = True
        if not self._opened.done():
            self._opened.set_result(None)

    def _refuse(self, reason: str) -> None:
        if not self._opened.done():
            self._opened.set_exception(LostError(reason))
        self.transport.abort()

    def _take_answer(self, payload: bytes) -> None:
        start = payload.index(b"[")
        future = self._answers.pop(int(payload[2:start]), None)
        if future is not None and not future.done():
            came = time.monotonic()
            found = json.loads(payload[start:])
            future.set_result((found[0] if found else {}, came))

    def _take_event(self, payload: bytes) -> None:
        if self._expected:
            room = _ROOM.search(payload, 0, _BEGINNING)
            version = _VERSION.search(payload, 0, _BEGINNING)
            if room and version:
                heard = self._expected.pop((room[1].decode(), int(version[1])), None)
                if heard is not None and not heard.done():
                    heard.set_result(time.monotonic())
        if self._named:
            name, *data = json.loads(payload[payload.index(b"[") :])
            named = self._named.pop(name, None)
            if named is not None and not named.done():
                named.set_result(data[0] if data else {})

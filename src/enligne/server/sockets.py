"""Connections over Socket.IO: who is there, what they may still ask, who hears of which room; and
packets that are broken."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from typing import TYPE_CHECKING, Any

import msgspec

from enligne.server.contract import REQUESTS, decode, granted
from enligne.server.contract.games import Closing
from enligne.server.contract.refusals import Refusal, RefusalError, failure, refusal_of
from enligne.server.engine import BoundedServer
from enligne.server.lag import lag_of
from enligne.server.monitoring import is_own_failure
from enligne.server.visitor import digest_of, is_secret

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import socketio
    from msgspec import Raw, Struct
    from starlette.types import Scope

    from enligne.move import Side
    from enligne.server.lab import Exhibit
    from enligne.server.monitoring import Metrics
    from enligne.server.settings import Settings
    from enligne.server.views import Tell

    #: Answers a request of a page; what it answers with may be encoded already.
    Handler = Callable[["Connection", Any], Awaitable[Struct | Raw]]

_log = logging.getLogger("enligne.sockets")


class Connection:
    """One page: who it is, what it follows, how much it may still ask."""

    def __init__(
        self, sid: str, visitor: str, address: str, scope: Scope, tell: Tell, settings: Settings
    ) -> None:
        self.sid = sid
        self.visitor = visitor
        self.address = address
        self._scope = scope
        self.tell = tell
        self.rooms: dict[str, str] = {}  # by room, the audience it belongs to
        self._rate = settings.requests
        self._most = float(settings.requests_at_once)
        self._saved = self._most
        self._last = time.monotonic()

    @property
    def lag(self) -> float:
        """What its messages take on their way, at most."""
        return lag_of(self._scope)

    def spend(self) -> bool:
        """Whether another request is allowed now."""
        now = time.monotonic()
        self._saved = min(self._most, self._saved + (now - self._last) * self._rate)
        self._last = now
        if self._saved < 1:
            return False
        self._saved -= 1
        return True


class Sockets:
    """The Socket.IO side of the server."""

    def __init__(self, server: socketio.AsyncServer, settings: Settings, metrics: Metrics) -> None:
        self._server = server
        self._settings = settings
        self._metrics = metrics
        self._connections: dict[str, Connection] = {}
        self._farewells: list[Callable[[Connection], Awaitable[None]]] = []
        server.on("connect", self._connect)
        server.on("disconnect", self._disconnect)
        server.on("*", self._unknown)

    def serve(
        self,
        handlers: Mapping[str, Handler],
        forget: Callable[[Connection], Awaitable[None]] | None = None,
    ) -> None:
        """Answers requests by these handlers; ``forget`` is told when a connection has ended."""
        for name, handle in handlers.items():
            self._server.on(name, self._answering(name, handle))
        if forget is not None:
            self._farewells.append(forget)

    def serve_exhibit(self, exhibit: Exhibit) -> None:
        """The same for an exhibit of the Lab."""

        def handler(handle: Callable[[str, Any, Tell], Awaitable[Struct]]) -> Handler:
            return lambda page, wish: handle(page.sid, wish, page.tell)

        async def forget(page: Connection) -> None:
            exhibit.forget(page.sid)

        self.serve({name: handler(each) for name, each in exhibit.requests.items()}, forget)

    def is_open(self, page: Connection) -> bool:
        return page.sid in self._connections

    def visitor_of(self, sid: str) -> str:
        """Whose page a connection is.

        Raises:
            RefusalError: it is gone.
        """
        if (page := self._connections.get(sid)) is None:
            raise RefusalError("bad_request", "this connection is gone")
        return page.visitor

    def has_page(self, visitor: str) -> bool:
        """Whether a visitor has any page open."""
        return any(each.visitor == visitor for each in self._connections.values())

    async def close(self) -> None:
        """Says goodbye, and gives that a moment to get out."""
        await self._server.emit("closing", Closing())
        await asyncio.sleep(0.2)

    # The audience of rooms.

    async def follow(self, page: Connection, room: str, sides: list[Side]) -> None:
        """Lets a page hear of a room as one that has these sides."""
        audience = _audience(room, sides)
        if (before := page.rooms.get(room)) == audience:
            return
        if before:
            await self._server.leave_room(page.sid, before)
        await self._server.enter_room(page.sid, room)
        await self._server.enter_room(page.sid, audience)
        page.rooms[room] = audience

    async def unfollow(self, page: Connection, room: str) -> None:
        audience = page.rooms.pop(room)
        await self._server.leave_room(page.sid, room)
        await self._server.leave_room(page.sid, audience)

    async def tell(
        self, event: str, room: str, sides: list[Side] | None, data: Struct | Raw
    ) -> None:
        """Tells the pages that follow a room with these sides; with any, if none are given."""
        to = _audience(room, sides) if sides is not None else room
        # Encoding is most of the work: not for nobody.
        if to in self._server.manager.rooms.get("/", {}):
            await self._server.emit(event, data, room=to)

    # Connections. A page can send events of these names too: then it is connected already, or
    # still.

    async def _connect(self, sid: str, *arguments: Any) -> Refusal | None:
        if sid in self._connections:
            return self._refused(sid, "connect")
        environ, auth = (*arguments, None, None)[:2]
        scope = environ.get("asgi.scope", {})
        address = (scope.get("client") or ("?", 0))[0]
        visitor = auth.get("visitor") if isinstance(auth, dict) else None
        if not is_secret(visitor):
            raise ConnectionRefusedError("a visitor has 32 to 128 letters, digits, - or _")

        async def tell(event: str, data: Struct) -> None:
            await self._server.emit(event, data, to=sid)

        who = digest_of(visitor)
        self._connections[sid] = Connection(sid, who, address, scope, tell, self._settings)
        self._metrics.sockets.set(len(self._connections))
        return None

    async def _disconnect(self, sid: str, *_: Any) -> Refusal | None:
        if self._server.manager.is_connected(sid, "/"):
            return self._refused(sid, "disconnect")
        page = self._connections.pop(sid, None)
        if page is None:
            return None
        self._metrics.sockets.set(len(self._connections))
        for forget in self._farewells:
            await forget(page)
        return None

    async def _unknown(self, event: str, sid: object = None, *_: Any) -> Refusal:
        # An event called "*" comes as any other: with the connection first.
        return (
            self._refused(event, "*") if event in self._connections else self._refused(sid, event)
        )

    def _refused(self, sid: object, event: str) -> Refusal:
        page = self._connections.get(str(sid))
        if page is not None and not page.spend():
            return _too_many().answer()
        self._metrics.requests.labels("unknown", "bad_request").inc()
        return RefusalError("bad_request", f"there is no request {event[:40]!r}").answer()

    def _answering(self, name: str, handle: Handler) -> Callable[..., Awaitable[Raw | Refusal]]:
        asks = REQUESTS[name].asks
        seconds = self._metrics.request_seconds.labels(name)

        async def answer(sid: str, *data: Any) -> Raw | Refusal:
            start = time.perf_counter()
            found: Raw | Refusal
            try:
                page = self._connections.get(sid)
                if page is None:
                    raise RefusalError("bad_request", "this connection is gone")
                if not page.spend():
                    raise _too_many()
                if len(data) != 1:
                    raise RefusalError("bad_request", "a request has one object")
                found = granted(await handle(page, decode(data[0], asks)))
            except RefusalError as refusal:
                found = refusal.answer()
            except ValueError as error:
                found = refusal_of(error).answer()
            except asyncio.CancelledError:
                found = RefusalError("busy", "the server is stopping").answer()
            except Exception:
                _log.exception("a request failed", extra={"request": name})
                found = failure().answer()
            code = found.error if isinstance(found, Refusal) else "ok"
            self._metrics.requests.labels(name, code).inc()
            seconds.observe(time.perf_counter() - start)
            return found

        return answer


def _too_many() -> RefusalError:
    return RefusalError("too_many", "too many requests: wait a moment")


def _audience(room: str, sides: list[Side]) -> str:
    return f"{room}/{''.join(str(int(side)) for side in sides)}"


# Packets with attachments, which no request of ours has: a server would keep them until the last
# one has come.
_BINARY = ("5", "6")


# An event: its type, an identifier for the answer, and a list that begins with a name.
_EVENT = re.compile(r'2[0-9]{0,9}\s*\[\s*"')


class Json:
    """How packets are written, structs of the contract as they are, and read, which takes what is
    nearly JSON too: the contract refuses it by name."""

    @staticmethod
    def dumps(data: object, **_: object) -> str:
        return msgspec.json.encode(data).decode()

    # Itself: what it cannot read is a stranger's failure, not one of our code.
    loads = staticmethod(json.loads)


class StrictServer(BoundedServer):
    """Ends a connection that sends anything but packets of text."""

    async def _handle_eio_message(self, eio_sid: str, data: Any) -> None:
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
            await self.eio.disconnect(eio_sid)

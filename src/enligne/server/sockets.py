"""Connections over Socket.IO: who is there, what they may still ask, who hears of which room."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
from engineio.exceptions import SocketIsClosedError
from socketio.packet import EVENT

from enligne.server.charges import charged_to
from enligne.server.contract import REQUESTS, decode, granted
from enligne.server.contract.games import Closing
from enligne.server.contract.prices import requests
from enligne.server.contract.refusals import (
    Refusal,
    RefusalError,
    failure,
    nothing_stored,
    refusal_of,
    try_again,
)
from enligne.server.engine import Packet
from enligne.server.front import is_here
from enligne.server.pace import Pace
from enligne.server.storage import OUTAGES
from enligne.server.visitor import digest_of, is_secret
from enligne.server.websocket import LINE
from enligne.server.work import Asker, Tasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Mapping

    import socketio
    from msgspec import Raw, Struct

    from enligne.server.lab import Exhibit
    from enligne.server.monitoring import Metrics
    from enligne.server.pace import Paces
    from enligne.server.settings import Settings
    from enligne.server.views import Tell
    from enligne.server.websocket import Line
    from enligne.server.work import Gate

    #: Answers a request of a page; what it answers with may be encoded already.
    Handler = Callable[["Connection", Any], Awaitable[Struct | Raw]]

_log = logging.getLogger("enligne.sockets")
#: Within which the setting ``refusals`` counts.
_REFUSALS_SECONDS = 60.0


class Connection:
    """One page: who it is, what it follows, how much it may still ask."""

    def __init__(
        self,
        sid: str,
        visitor: str,
        address: str,
        line: Line | None,
        tell: Tell,
        settings: Settings,
        pace_of_address: Pace,
        *,
        is_here: bool = False,
    ) -> None:
        self.sid = sid
        self.visitor = visitor
        self.address = address
        #: Whether it is open on the server's own machine.
        self.is_here = is_here
        self._line = line
        self.tell = tell
        #: Who asks for what it waits for, and for what goes on until it is done.
        self.asker = Asker(sid, address)
        self.task_asker = Asker(f"{sid} task", address)
        self.is_closing = False
        self._refusals: deque[float] = deque(maxlen=settings.refusals)  # when
        self.rooms: set[str] = set()  # which it follows
        self._pace = Pace(settings.requests, settings.requests_at_once)
        self._pace_of_address = pace_of_address

    @property
    def lag(self) -> float:
        """What its messages take on their way, at most; of one that polls it is not known."""
        return 0.0 if self._line is None else self._line.lag

    def spend(self, requests: float = 1.0) -> None:
        """Counts so many requests.

        Raises:
            RefusalError: they are too many, of this page or of its address.
        """
        if not self._pace.spend(requests):
            raise try_again("too_many", "too many requests", self._pace.seconds_to_wait)
        if not self._pace_of_address.spend(requests):
            wait = self._pace_of_address.seconds_to_wait
            raise try_again("too_many", "too many requests from your address", wait)

    def charge(self, requests: float) -> None:
        """Counts so many, allowed or not: what was asked for has been done."""
        self._pace.charge(requests)
        self._pace_of_address.charge(requests)

    def has_gone_too_far(self) -> bool:
        """Counts a refusal for asking too much, and tells whether they are too many of late."""
        now = time.monotonic()
        self._refusals.append(now)
        is_full = len(self._refusals) == self._refusals.maxlen
        return is_full and self._refusals[0] > now - _REFUSALS_SECONDS


class Sockets:
    """The Socket.IO side of the server."""

    def __init__(
        self,
        server: socketio.AsyncServer,
        settings: Settings,
        paces: Paces,
        gate: Gate,
        metrics: Metrics,
    ) -> None:
        self._server = server
        self._settings = settings
        self._paces = paces
        self._gate = gate
        self._metrics = metrics
        self._connections: dict[str, Connection] = {}
        self._farewells: list[Callable[[Connection], Awaitable[None]]] = []
        self._tasks = Tasks()
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

        async def forget(page: Connection) -> None:
            exhibit.forget(page)

        self.serve(exhibit.requests, forget)

    def is_open(self, page: Connection) -> bool:
        return page.sid in self._connections

    def has_page(self, visitor: str) -> bool:
        """Whether a visitor has any page open."""
        return any(each.visitor == visitor for each in self._connections.values())

    async def close(self) -> None:
        """Says goodbye, and gives that a moment to get out."""
        await self._server.emit("closing", Closing())
        await asyncio.sleep(0.2)

    # The audience of rooms.

    async def follow(self, page: Connection, room: str) -> None:
        """Lets a page hear of a room."""
        page.rooms.add(room)
        await self._server.enter_room(page.sid, room)

    async def unfollow(self, page: Connection, room: str) -> None:
        page.rooms.discard(room)
        await self._server.leave_room(page.sid, room)

    async def listen(self, page: Connection, what: str) -> None:
        """Lets a page hear of something that is no room."""
        await self._server.enter_room(page.sid, what)

    async def listen_no_more(self, page: Connection, what: str) -> None:
        await self._server.leave_room(page.sid, what)

    def address_of(self, room: str, persons: Container[str]) -> str:
        """Where those come from who follow a room: the first of these persons, or else the
        first."""
        found = self._server.manager.get_participants("/", room)
        pages = [self._connections[sid] for sid, _ in found if sid in self._connections]
        seated = (page for page in pages if page.visitor in persons)
        page = next(seated, pages[0] if pages else None)
        return "" if page is None else page.asker.address

    async def tell(self, event: str, room: str, data: Struct | Raw) -> None:
        """Tells the pages that follow a room: one packet for all, without a task for each."""
        found = list(self._server.manager.get_participants("/", room))
        if not found:
            return
        text = msgspec.json.encode((event, data)).decode()
        packet = Packet(f"{EVENT}{text}")
        for _, engine_sid in found:
            with suppress(SocketIsClosedError):
                await self._server.eio.send_packet(engine_sid, packet)

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

        async def tell(event: str, data: Struct | Raw) -> None:
            await self._server.emit(event, data, to=sid)

        who = digest_of(visitor)
        self._connections[sid] = Connection(
            sid,
            who,
            address,
            scope.get(LINE),
            tell,
            self._settings,
            self._paces.of(address),
            is_here=is_here(scope),
        )
        self._metrics.sockets.set(len(self._connections))
        return None

    async def _disconnect(self, sid: str, *_: Any) -> Refusal | None:
        if self._server.manager.is_connected(sid, "/"):
            return self._refused(sid, "disconnect")
        page = self._connections.pop(sid, None)
        if page is None:
            return None
        self._metrics.sockets.set(len(self._connections))
        for asker in (page.asker, page.task_asker):
            self._gate.forget(asker.connection)
        # Whoever noticed that it is gone may hold the lock of a room that it followed.
        self._tasks.start(self._say_farewell(page))
        return None

    async def _say_farewell(self, page: Connection) -> None:
        for forget in self._farewells:
            try:
                await forget(page)
            except Exception:
                _log.exception("a connection could not be forgotten")

    async def _unknown(self, event: str, sid: object = None, *_: Any) -> Refusal:
        # An event called "*" comes as any other: with the connection first.
        return (
            self._refused(event, "*") if event in self._connections else self._refused(sid, event)
        )

    def _refused(self, sid: object, event: str) -> Refusal:
        page = self._connections.get(str(sid))
        if page is not None:
            try:
                page.spend()
            except RefusalError as refusal:
                self._count_refusal(page)
                return refusal.answer()
        self._metrics.requests.labels("unknown", "bad_request").inc()
        return RefusalError("bad_request", f"there is no request {event[:40]!r}").answer()

    def _count_refusal(self, page: Connection) -> None:
        """Closes the connection of a page that goes on asking though it is refused."""
        if page.has_gone_too_far() and not page.is_closing:
            page.is_closing = True
            _log.info("a page asked too much", extra={"address": page.address})
            self._tasks.start(self._server.disconnect(page.sid))

    def _answering(self, name: str, handle: Handler) -> Callable[..., Awaitable[Raw | Refusal]]:
        entry = REQUESTS[name]
        seconds = self._metrics.request_seconds.labels(name)
        self._metrics.requests.labels(name, "ok")  # for memory.py: made before it settles
        with suppress(RefusalError):
            decode({}, entry.asks)

        async def answer(sid: str, *data: Any) -> Raw | Refusal:
            start = time.perf_counter()
            page = self._connections.get(sid)
            found: Raw | Refusal
            try:
                if page is None:
                    raise RefusalError("bad_request", "this connection is gone")
                page.spend()
                if len(data) != 1:
                    raise RefusalError("bad_request", "a request has one object")
                wish = decode(data[0], entry.asks)
                page.spend(requests(entry.price(wish)) - 1)
                with charged_to(page.charge):
                    found = granted(await handle(page, wish))
            except RefusalError as refusal:
                found = refusal.answer()
            except ValueError as error:
                found = refusal_of(error).answer()
            except asyncio.CancelledError:
                found = try_again("busy", "the server is stopping", 5).answer()
            except OUTAGES as error:
                about = {"request": name, "reason": type(error).__name__}
                _log.warning("nothing can be stored", extra=about)
                found = nothing_stored().answer()
            except Exception:
                _log.exception("a request failed", extra={"request": name})
                found = failure().answer()
            code = found.error if isinstance(found, Refusal) else "ok"
            if code == "too_many" and page is not None:
                self._count_refusal(page)
            self._metrics.requests.labels(name, code).inc()
            seconds.observe(time.perf_counter() - start)
            return found

        return answer


class Json:
    """How packets are written, structs of the contract as they are, and read, which takes what is
    nearly JSON too: the contract refuses it by name."""

    @staticmethod
    def dumps(data: object, **_: object) -> str:
        return msgspec.json.encode(data).decode()

    # Itself: what it cannot read is a stranger's failure, not one of our code.
    loads = staticmethod(json.loads)

"""Messages in, answers out: decodes what the page sends, and nothing else."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import time
from typing import TYPE_CHECKING, Any

from enligne.engines import best_for
from enligne.rules import PRESETS
from enligne.server import messages
from enligne.server.refusals import RefusalError, failure, refusal_of
from enligne.server.views import View, rules_view

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import socketio

    from enligne.move import Side
    from enligne.server.analysis import AnalysisBoard
    from enligne.server.metrics import Metrics
    from enligne.server.rooms import Rooms
    from enligne.server.settings import Settings

    Teller = Callable[[str, View], Awaitable[None]]

_log = logging.getLogger("enligne.sockets")
_VISITOR = re.compile(r"[A-Za-z0-9_-]{32,128}\Z")
_MOST_ROOMS_FOLLOWED = 8
_MOVES_AT_ONCE = 60  # whose positions are told without keeping others waiting
_REQUESTS = (
    *("catalogue", "create", "join", "watch", "leave", "games", "rematch", "hint"),
    *("move", "random", "takeback", "resign", "reset"),
    *("position", "set_up", "read", "record", "analyse", "stop", "review"),
)


class Connection:
    """One page: who it is, what it follows, how much it may still ask."""

    def __init__(self, visitor: str, address: str, settings: Settings) -> None:
        self.visitor = visitor
        self.address = address
        self.rooms: dict[str, str] = {}  # by room, the audience it belongs to
        self._rate = settings.requests
        self._most = float(settings.requests_at_once)
        self._saved = self._most
        self._last = time.monotonic()

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
        self._addresses: dict[str, int] = {}
        self._made: dict[str, list[float]] = {}
        self._farewells: list[Callable[[str], None]] = []
        self.rooms: Rooms
        self.board: AnalysisBoard
        server.on("connect", self._connect)
        server.on("disconnect", self._disconnect)
        for name in _REQUESTS:
            server.on(name, self._handler(name, getattr(self, f"_on_{name}")))
        server.on("*", self._unknown)

    def serve(
        self,
        requests: Mapping[str, Callable[[str, Any, Teller], Awaitable[View]]],
        forget: Callable[[str], None],
    ) -> None:
        """Answers further requests by what is given, which knows a page by its connection and is
        told when that ends."""

        def handler(handle: Callable[[str, Any, Teller], Awaitable[View]]) -> Any:
            return lambda sid, _, data: handle(sid, data, self._teller(sid))

        for name, handle in requests.items():
            self._server.on(name, self._handler(name, handler(handle)))
        self._farewells.append(forget)

    # The audience of rooms.

    async def tell(self, event: str, room: str, sides: list[Side] | None, data: View) -> None:
        """Tells the pages that follow a room with these sides; with any, if none are given."""
        to = _audience(room, sides) if sides is not None else room
        # Encoding is most of the work: not for nobody, as far as this process can know.
        if self._settings.redis or to in self._server.manager.rooms.get("/", {}):
            await self._server.emit(event, data, room=to)

    async def close(self) -> None:
        """Says goodbye, and gives that a moment to get out."""
        await self._server.emit("closing", {})
        await asyncio.sleep(0.2)

    # Connections.

    # A page can send events of these names too: then it is connected already, or still.

    async def _connect(self, sid: str, *arguments: Any) -> View | None:
        if sid in self._connections:
            return self._refused(sid, "connect")
        environ, auth = (*arguments, None, None)[:2]
        scope = environ.get("asgi.scope", {})
        address = (scope.get("client") or ("?", 0))[0]
        visitor = auth.get("visitor") if isinstance(auth, dict) else None
        if not isinstance(visitor, str) or not _VISITOR.match(visitor):
            raise ConnectionRefusedError("a visitor has 32 to 128 letters, digits, - or _")
        if self._addresses.get(address, 0) >= self._settings.sockets:
            raise ConnectionRefusedError("too many connections from your address")
        self._addresses[address] = self._addresses.get(address, 0) + 1
        # Who reads the database learns nobody's secret.
        digest = hashlib.sha256(visitor.encode()).hexdigest()
        self._connections[sid] = Connection(digest, address, self._settings)
        self._metrics.sockets.set(len(self._connections))
        return None

    async def _disconnect(self, sid: str, *_: Any) -> View | None:
        if self._server.manager.is_connected(sid, "/"):
            return self._refused(sid, "disconnect")
        connection = self._connections.pop(sid, None)
        if connection is None:
            return None
        self._addresses[connection.address] -= 1
        if not self._addresses[connection.address]:
            del self._addresses[connection.address]
        self._metrics.sockets.set(len(self._connections))
        for forget in self._farewells:
            forget(sid)
        if not any(each.visitor == connection.visitor for each in self._connections.values()):
            self.board.stop(connection.visitor)
        for room in list(connection.rooms):
            await self.rooms.depart(room, connection.visitor)
        return None

    async def _unknown(self, event: str, sid: object = None, *_: Any) -> View:
        # An event called "*" comes as any other: with the connection first.
        return (
            self._refused(event, "*") if event in self._connections else self._refused(sid, event)
        )

    def _refused(self, sid: object, event: str) -> View:
        connection = self._connections.get(str(sid))
        if connection is not None and not connection.spend():
            return _too_many().answer()
        self._metrics.requests.labels("unknown", "bad_request").inc()
        return RefusalError("bad_request", f"there is no request {event[:40]!r}").answer()

    def _handler(
        self, name: str, handle: Callable[[str, Connection, Any], Awaitable[View]]
    ) -> Callable[..., Awaitable[View]]:
        async def answer(sid: str, *data: Any) -> View:
            start = time.perf_counter()
            found: View
            try:
                connection = self._connections.get(sid)
                if connection is None:
                    raise RefusalError("bad_request", "this connection is gone")
                if not connection.spend():
                    raise _too_many()
                if len(data) != 1:
                    raise RefusalError("bad_request", "a request has one object")
                found = {"ok": True} | await handle(sid, connection, data[0])
            except RefusalError as refusal:
                found = refusal.answer()
            except ValueError as error:
                found = refusal_of(error).answer()
            except asyncio.CancelledError:
                found = RefusalError("busy", "the server is stopping").answer()
            except Exception:
                _log.exception("a request failed", extra={"request": name})
                found = failure().answer()
            self._metrics.requests.labels(name, found.get("error", "ok")).inc()
            self._metrics.request_seconds.labels(name).observe(time.perf_counter() - start)
            return found

        return answer

    # Requests.

    async def _on_catalogue(self, _: str, connection: Connection, data: Any) -> View:
        del connection
        rules = self.rooms.rules(messages.decode(data, messages.Catalogue).rules)
        opponents = self.rooms.opponents
        return {
            "rules": rules_view(rules),
            "presets": [rules_view(each) for each in PRESETS.values()],
            "scale": opponents.scale(),
            "engines": opponents.engines(rules),
            "analyst": best_for(rules),
            "brains": await asyncio.to_thread(opponents.brains),
            "limits": {"side": self._settings.largest_side, "seconds": self._settings.seconds},
        }

    async def _on_create(self, _: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.Create)
        self._count_room(connection.address)
        return {"room": await self.rooms.create(connection.visitor, wish)}

    async def _on_join(self, sid: str, connection: Connection, data: Any) -> View:
        return await self._follow(sid, connection, data, takes_seat=True)

    async def _on_watch(self, sid: str, connection: Connection, data: Any) -> View:
        return await self._follow(sid, connection, data, takes_seat=False)

    async def _follow(
        self, sid: str, connection: Connection, data: Any, *, takes_seat: bool
    ) -> View:
        room = messages.decode(data, messages.InRoom).room
        is_new = room not in connection.rooms
        if is_new:
            if len(connection.rooms) >= _MOST_ROOMS_FOLLOWED:
                raise RefusalError("too_many", "this page follows too many rooms")
            connection.rooms[room] = ""
            await self.rooms.enter(room, connection.visitor)
        try:
            state, sides = await self.rooms.join(room, connection.visitor, takes_seat=takes_seat)
        except BaseException:
            if is_new:
                connection.rooms.pop(room, None)
                await self.rooms.depart(room, connection.visitor)
            raise
        if sid not in self._connections:  # it went away meanwhile
            return {}
        audience = _audience(room, sides)
        if (before := connection.rooms.get(room)) != audience:
            if before:
                await self._server.leave_room(sid, before)
            await self._server.enter_room(sid, room)
            await self._server.enter_room(sid, audience)
            connection.rooms[room] = audience
        if is_new:
            await self.rooms.tell_again(room)
        return {"state": state}

    async def _on_leave(self, sid: str, connection: Connection, data: Any) -> View:
        room = messages.decode(data, messages.InRoom).room
        audience = connection.rooms.pop(room, None)
        if audience is not None:
            await self._server.leave_room(sid, room)
            await self._server.leave_room(sid, audience)
            await self.rooms.depart(room, connection.visitor)
        return {}

    async def _on_move(self, _: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.MoveRequest)
        version = await self.rooms.act(
            wish.room, lambda room: room.move(connection.visitor, wish.ply, wish.move)
        )
        return {"version": version}

    async def _on_random(self, _: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.RandomMove)
        version = await self.rooms.act(
            wish.room, lambda room: room.random_move(connection.visitor, wish.ply)
        )
        return {"version": version}

    async def _on_takeback(self, _: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.InRoom)
        act = self.rooms.act(wish.room, lambda room: room.take_back(connection.visitor))
        return {"version": await act}

    async def _on_resign(self, _: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.InRoom)
        act = self.rooms.act(wish.room, lambda room: room.resign(connection.visitor))
        return {"version": await act}

    async def _on_reset(self, _: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.InRoom)
        act = self.rooms.act(wish.room, lambda room: room.reset(connection.visitor))
        return {"version": await act}

    async def _on_rematch(self, _: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.InRoom)
        self._count_room(connection.address)
        return {"room": await self.rooms.rematch(wish.room, connection.visitor)}

    async def _on_hint(self, _: str, connection: Connection, data: Any) -> View:
        room = messages.decode(data, messages.InRoom).room
        return await self.rooms.hint(room, connection.visitor)

    async def _on_games(self, _: str, connection: Connection, data: Any) -> View:
        messages.decode(data, messages.Nothing)
        return {"games": await self.rooms.games(connection.visitor)}

    async def _on_position(self, _: str, connection: Connection, data: Any) -> View:
        del connection
        line = messages.decode(data, messages.GameRequest)
        if len(line.moves) <= _MOVES_AT_ONCE:
            return self.board.position(line)
        return await asyncio.to_thread(self.board.position, line)

    async def _on_record(self, _: str, connection: Connection, data: Any) -> View:
        del connection
        return self.board.record(messages.decode(data, messages.GameRequest))

    async def _on_set_up(self, _: str, connection: Connection, data: Any) -> View:
        del connection
        return self.board.set_up(messages.decode(data, messages.SetUp))

    async def _on_read(self, _: str, connection: Connection, data: Any) -> View:
        del connection
        return self.board.read(messages.decode(data, messages.Read))

    async def _on_analyse(self, sid: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.Analyse)
        self.board.analyse(connection.visitor, wish, self._teller(sid))
        return {}

    async def _on_review(self, sid: str, connection: Connection, data: Any) -> View:
        wish = messages.decode(data, messages.ReviewRequest)
        self.board.review(connection.visitor, wish, self._teller(sid))
        return {}

    async def _on_stop(self, _: str, connection: Connection, data: Any) -> View:
        self.board.stop(connection.visitor, messages.decode(data, messages.StopRequest).id)
        return {}

    def _teller(self, sid: str) -> Callable[[str, View], Awaitable[None]]:
        async def tell(event: str, data: View) -> None:
            await self._server.emit(event, data, to=sid)

        return tell

    def _count_room(self, address: str) -> None:
        """Counts the rooms that an address has made in the last minute."""
        now = time.monotonic()
        if len(self._made) > 10_000:
            self._made = {key: made for key, made in self._made.items() if made[-1] > now - 60}
        made = [when for when in self._made.get(address, []) if when > now - 60]
        if len(made) >= self._settings.rooms:
            raise RefusalError("too_many", "too many new games in the last minute")
        self._made[address] = [*made, now]


def _too_many() -> RefusalError:
    return RefusalError("too_many", "too many requests: wait a moment")


def _audience(room: str, sides: list[Side]) -> str:
    return f"{room}/{''.join(str(int(side)) for side in sides)}"

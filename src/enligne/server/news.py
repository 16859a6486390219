"""News between server processes that share rooms: short texts that all of them hear, by Redis or by
PostgreSQL. Nobody waits for them, and some may be lost: who hears again after a break asks anew."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections import deque
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractAsyncContextManager

    from psycopg import AsyncConnection
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

    from enligne.server.settings import Settings

_log = logging.getLogger("enligne.news")

_CHANNEL = "enligne"
_MOST_WAITING = 10_000
_MOST_AT_ONCE = 100
_SECONDS_BETWEEN_TRIES = 0.5
_SECONDS_TO_CONNECT = 3
_SECONDS_TO_FLUSH = 1.0
#: Every process hears itself too: with nothing for so long, the line is dead.
_SECONDS_SILENT = 10.0


class News:
    """Those of one process that has its rooms alone: none."""

    #: What they are heard by.
    name = "news"
    #: Whether other processes may change a room.
    is_shared = False
    #: Whether they can be heard now.
    is_heard = False

    def tell(self, text: bytes) -> None:
        """Tells everyone, soon."""

    async def run(self, begin: Callable[[], None], hear: Callable[[bytes], None]) -> None:
        """Listens until cancelled. ``begin`` is called first, and again after every break."""
        del begin, hear

    async def flush(self) -> None:
        """Waits for a moment until everything is told."""

    async def settle(self) -> None:
        """Waits until it is known whether others can be heard."""

    async def check(self) -> None:
        """Raises an error when other processes cannot be heard."""


class _Line(Protocol):
    """An open connection."""

    async def send(self, texts: list[bytes]) -> None: ...
    def heard(self) -> AsyncIterator[bytes]: ...


class _SharedNews(News):
    """Tries again by itself whenever the connection breaks; what waits is kept for then."""

    is_shared = True

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque(maxlen=_MOST_WAITING)
        self._has_some = asyncio.Event()
        self._has_none = asyncio.Event()
        self._has_tried = asyncio.Event()

    @abstractmethod
    def _open(self) -> AbstractAsyncContextManager[_Line]:
        """A connection that hears from now on."""

    def tell(self, text: bytes) -> None:
        self._waiting.append(text)
        self._has_some.set()
        self._has_none.clear()

    async def run(self, begin: Callable[[], None], hear: Callable[[bytes], None]) -> None:
        is_told = False  # an outage is worth one line
        while True:
            try:
                async with self._open() as line, asyncio.TaskGroup() as both:
                    self.is_heard = True
                    if is_told:
                        _log.warning("other processes are heard again")
                    is_told = False
                    begin()
                    self._has_tried.set()
                    both.create_task(self._send(line))
                    both.create_task(self._hear(line, hear))
            except Exception as error:
                if not is_told:
                    is_told = True
                    _log.warning(
                        "other processes cannot be heard", extra={"reason": _reason(error)}
                    )
            finally:
                self.is_heard = False
                self._has_tried.set()
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)

    async def settle(self) -> None:
        await self._has_tried.wait()

    async def check(self) -> None:
        if not self.is_heard:
            raise ConnectionError("other processes cannot be heard")

    async def flush(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_FLUSH):
                await self._has_none.wait()

    async def _send(self, line: _Line) -> None:
        while True:
            while self._waiting:
                texts = [text for text, _ in zip(self._waiting, range(_MOST_AT_ONCE), strict=False)]
                await line.send(texts)
                for _ in texts:
                    self._waiting.popleft()
            self._has_some.clear()
            self._has_none.set()
            await self._has_some.wait()

    async def _hear(self, line: _Line, hear: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(_SECONDS_SILENT) as patience:
            async for text in line.heard():
                patience.reschedule(loop.time() + _SECONDS_SILENT)
                hear(text)
        raise ConnectionError("the connection was closed")


class RedisNews(_SharedNews):
    """By a channel of Redis."""

    name = "redis"

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[_Line]:
        from redis.asyncio import from_url
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        # It must not reconnect by itself: we would not know that we missed something.
        redis: Redis = from_url(
            self._address,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=_SECONDS_TO_CONNECT,
            socket_timeout=_SECONDS_TO_CONNECT,
        )
        async with redis, redis.pubsub() as subscription:
            await subscription.subscribe(_CHANNEL)
            if await subscription.get_message(timeout=_SECONDS_TO_CONNECT) is None:
                raise ConnectionError("Redis does not answer")
            yield _RedisLine(redis, subscription)


class _RedisLine:
    def __init__(self, redis: Redis, subscription: PubSub) -> None:
        self._redis = redis
        self._subscription = subscription

    async def send(self, texts: list[bytes]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for text in texts:
                pipeline.publish(_CHANNEL, text)
            await pipeline.execute()

    async def heard(self) -> AsyncIterator[bytes]:
        async for message in self._subscription.listen():
            if message["type"] == "message":
                yield message["data"]


class PostgresNews(_SharedNews):
    """By NOTIFY and LISTEN of the PostgreSQL that keeps the rooms."""

    _MOST_BYTES = 7999

    def __init__(self, address: str) -> None:
        super().__init__()
        url = make_url(address)
        self._options: dict[str, Any] = dict(url.get_dialect()().create_connect_args(url)[1])

    def tell(self, text: bytes) -> None:
        if len(text) > self._MOST_BYTES:  # no change of a room is so long, only what is thought
            _log.warning("news too long for PostgreSQL", extra={"bytes": len(text)})
            return
        super().tell(text)

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[_Line]:
        from psycopg import AsyncConnection

        options = {"autocommit": True, "connect_timeout": _SECONDS_TO_CONNECT} | self._options
        async with (
            await AsyncConnection.connect(**options) as sending,
            await AsyncConnection.connect(**options) as hearing,
        ):
            await hearing.execute(f"LISTEN {_CHANNEL}")
            yield _PostgresLine(sending, hearing)


class _PostgresLine:
    def __init__(self, sending: AsyncConnection, hearing: AsyncConnection) -> None:
        self._sending = sending
        self._hearing = hearing

    async def send(self, texts: list[bytes]) -> None:
        async with self._sending.cursor() as cursor:
            await cursor.executemany(
                "SELECT pg_notify(%s, %s)", [(_CHANNEL, text.decode()) for text in texts]
            )

    async def heard(self) -> AsyncIterator[bytes]:
        async for notification in self._hearing.notifies():
            yield notification.payload.encode()


def news_of(settings: Settings) -> News:
    """How the processes of such servers hear of each other."""
    if settings.redis is not None:
        return RedisNews(settings.redis)
    if make_url(settings.database).get_backend_name() == "postgresql":
        return PostgresNews(settings.database)
    return News()


def _reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return type(error).__name__

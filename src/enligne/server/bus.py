"""What several server processes share: who thinks for which room."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from redis.asyncio import Redis

_LEASE_MILLISECONDS = 6000


class Bus(Protocol):
    """Leases: at most one process has one for a room, and keeps it only while it is alive."""

    #: Whether other processes may change a room.
    is_shared: bool

    async def acquire(self, room: str) -> bool: ...
    async def renew(self, room: str) -> None: ...
    async def release(self, room: str) -> None: ...
    async def close(self) -> None: ...


class Alone:
    """One process, which has every lease."""

    is_shared = False

    async def acquire(self, room: str) -> bool:
        del room
        return True

    async def renew(self, room: str) -> None: ...
    async def release(self, room: str) -> None: ...
    async def close(self) -> None: ...


class Shared:
    """Several processes, through Redis. A lease ends by itself when its process does."""

    is_shared = True

    def __init__(self, address: str) -> None:
        from redis.asyncio import from_url

        self._redis: Redis = from_url(address)
        self._name = secrets.token_hex(8)

    async def acquire(self, room: str) -> bool:
        key = _key(room)
        if await self._redis.set(key, self._name, nx=True, px=_LEASE_MILLISECONDS):
            return True
        return bool(await self._redis.get(key) == self._name.encode())

    async def renew(self, room: str) -> None:
        await self._redis.set(_key(room), self._name, px=_LEASE_MILLISECONDS)

    async def release(self, room: str) -> None:
        await self._redis.delete(_key(room))

    async def close(self) -> None:
        await self._redis.aclose()


def _key(room: str) -> str:
    return f"enligne:thinking:{room}"

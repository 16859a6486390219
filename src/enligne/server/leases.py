"""What several server processes share: who thinks for which room, and who follows it."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from msgspec import Struct
    from redis.asyncio import Redis

    from enligne.move import Side

_LEASE_MILLISECONDS = 6000
_SECONDS_PRESENT = 10.0

# Only its owner renews or gives back a lease: it may have run out, and be another's by now.
_RENEW = """
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end
return 0
"""
_RELEASE = """
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0
"""


class Leases:
    """Leases: at most one process has one for a room, which lets it ask the room's player, and
    keeps it only while it is alive. Presence: the visitors that follow a room through any process.

    These are for one process, which has every lease and knows everybody.
    """

    #: Whether other processes may change a room.
    is_shared = False

    async def acquire(self, room: str) -> bool:
        del room
        return True

    async def renew(self, room: str) -> None: ...
    async def release(self, room: str) -> None: ...
    async def present(self, room: str, visitors: Iterable[str]) -> None: ...
    async def absent(self, room: str, visitor: str) -> None: ...
    async def visitors(self, room: str) -> set[str]:
        del room
        return set()

    async def ping(self) -> None:
        """Raises an error when what processes share cannot be reached."""

    async def close(self) -> None: ...


class RedisLeases(Leases):
    """For several processes, through Redis. What one has said ends by itself when it does."""

    is_shared = True

    def __init__(self, address: str) -> None:
        from redis.asyncio import from_url

        self._redis: Redis = from_url(address)
        self._name = secrets.token_hex(8)
        self._renew = self._redis.register_script(_RENEW)
        self._release = self._redis.register_script(_RELEASE)

    async def acquire(self, room: str) -> bool:
        key = _lease(room)
        if await self._redis.set(key, self._name, nx=True, px=_LEASE_MILLISECONDS):
            return True
        return bool(await self._redis.get(key) == self._name.encode())

    async def renew(self, room: str) -> None:
        await self._renew(keys=[_lease(room)], args=[self._name, _LEASE_MILLISECONDS])

    async def release(self, room: str) -> None:
        await self._release(keys=[_lease(room)], args=[self._name])

    async def present(self, room: str, visitors: Iterable[str]) -> None:
        """Says that these follow a room through this process, for some seconds from now."""
        until = time.time() + _SECONDS_PRESENT
        members = {f"{self._name}:{visitor}": until for visitor in visitors}
        if members:
            await self._redis.zadd(_presence(room), members)
            await self._redis.expire(_presence(room), int(2 * _SECONDS_PRESENT))

    async def absent(self, room: str, visitor: str) -> None:
        await self._redis.zrem(_presence(room), f"{self._name}:{visitor}")

    async def visitors(self, room: str) -> set[str]:
        found: Any = await self._redis.zrangebyscore(_presence(room), time.time(), "+inf")
        return {str(member.decode()).partition(":")[2] for member in found}

    async def ping(self) -> None:
        await self._redis.ping()

    async def close(self) -> None:
        await self._redis.aclose()


def _lease(room: str) -> str:
    return f"enligne:thinking:{room}"


def _presence(room: str) -> str:
    return f"enligne:following:{room}"


class Audience(Protocol):
    """The pages that follow rooms, told by the sides that they have."""

    async def tell(self, event: str, room: str, sides: list[Side] | None, data: Struct) -> None: ...


class Presence:
    """The visitors that follow rooms, through this process and through others."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._pages: dict[str, dict[str, int]] = {}  # by room, how many each visitor has open

    def __len__(self) -> int:
        return len(self._pages)

    def __contains__(self, room: object) -> bool:
        """Whether anybody follows a room through this process."""
        return room in self._pages

    def rooms(self) -> list[str]:
        """The rooms that are followed through this process."""
        return list(self._pages)

    async def enter(self, room: str, visitor: str) -> None:
        pages = self._pages.setdefault(room, {})
        pages[visitor] = pages.get(visitor, 0) + 1
        await self._leases.present(room, [visitor])

    async def leave(self, room: str, visitor: str) -> bool:
        """One page less; False where the room was not followed."""
        pages = self._pages.get(room)
        if pages is None:
            return False
        pages[visitor] = pages.get(visitor, 1) - 1
        if pages[visitor] <= 0:
            del pages[visitor]
            with suppress(Exception):  # what was said of who is there ends by itself
                await self._leases.absent(room, visitor)
        if not pages:
            self._pages.pop(room, None)
        return True

    async def renew(self, room: str) -> None:
        """Says to other processes that its followers are still there."""
        with suppress(Exception):
            await self._leases.present(room, list(self._pages.get(room, ())))

    async def followers(self, room: str) -> set[str]:
        found = set(self._pages.get(room, ()))
        if self._leases.is_shared:
            with suppress(Exception):  # only who is there would be told wrong
                found |= await self._leases.visitors(room)
        return found

"""Who follows which room, and is told of it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from enligne.move import Side
    from enligne.server.leases import Leases
    from enligne.server.views import View


class Audience(Protocol):
    """The pages that follow rooms, told by the sides that they have."""

    async def tell(self, event: str, room: str, sides: list[Side] | None, data: View) -> None: ...


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

"""Games that are over are counted for the explorer: some at a time, beside the event loop."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from enligne.server.storage import played

if TYPE_CHECKING:
    from enligne.server.settings import Settings
    from enligne.server.storage import Storage

_log = logging.getLogger("enligne.rooms")

#: Between two steps, so that a backlog is no burden, and games that end together are one step.
_PAUSE_SECONDS = 0.1


class Counting:
    """Counts when it is woken by the end of a game; and looks now and then for games of other
    processes, or of a backup."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self._settings = settings
        self._storage = storage
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """A game is over."""
        self._woken.set()

    async def run(self) -> None:
        """Counts for ever, unless nothing is to be counted."""
        while self._settings.explorer_plies:
            try:
                await self._count()
            except Exception:  # the next time will do
                _log.exception("counting games failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(self._settings.sweep_seconds):
                    await self._woken.wait()

    async def _count(self) -> None:
        plies, most = self._settings.explorer_plies, self._settings.explorer_moves
        self._woken.clear()
        is_whole = False
        while not is_whole:
            await asyncio.sleep(_PAUSE_SECONDS)
            count = await self._storage.run(lambda each: played.count_some(each, plies))
            is_whole = count < played.GAMES_A_STEP
        while await self._storage.run(lambda each: played.prune(each, most)):
            await asyncio.sleep(_PAUSE_SECONDS)

"""A training that the page watches: slice by slice, with what is new after each."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from enligne.server.contract import prices
from enligne.server.lab.matchboxes import tasks
from enligne.server.work import Task

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from msgspec import Raw

    from enligne.server.contract.lab import TrainRequest
    from enligne.server.lab.matchboxes.tasks import Kept, Partner

    Run = Callable[[Task, float], Awaitable[tuple[Kept, Raw]]]

#: Of a process, for a whole training.
_MOST_SECONDS = 60.0
_SECONDS_BETWEEN_NEWS = 0.1


async def live_training(
    machine: Kept, wish: TrainRequest, partner: Partner, stop: asyncio.Event, run: Run
) -> AsyncIterator[tuple[Kept, Raw, bool]]:
    """Trains a machine, in each slice the games that are due, or as many as fit the time. Gives
    it after each with what is new, and whether that was the last.

    Args:
        stop: ends the training once it is set.
        run: has a process do a task of this price.
    """
    first = machine.games
    end = first + wish.games
    # A game is played to its end, however long that takes.
    price = max(prices.SLICE_SECONDS, prices.of_training(partner, 1, machine.rules))
    begun, worked = time.monotonic(), 0.0
    is_over = False
    while not is_over:
        if stop.is_set() or worked > _MOST_SECONDS:
            end = machine.games
        due = end
        if wish.rate:
            due = min(end, first + 1 + int(wish.rate * (time.monotonic() - begun)))
        start = time.monotonic()
        machine, news = await run(
            Task(tasks.train, machine, partner, due, wish.id, first, end, prices.SLICE_SECONDS),
            price,
        )
        worked += min(price, time.monotonic() - start)
        is_over = machine.games >= end
        yield machine, news, is_over
        if not is_over:
            await asyncio.sleep(_SECONDS_BETWEEN_NEWS)

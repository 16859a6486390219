"""A training that the page watches: slice by slice, with what is new after each."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import msgspec

from enligne.learning import Training
from enligne.server.contract.lab import TrainingProgress

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from enligne.engines import Stop
    from enligne.learning.sparring import CorePartner, Opponent
    from enligne.server.contract.lab import TrainRequest
    from enligne.server.lab.matchboxes.machine import LabMachine
    from enligne.server.work import KeptPlayers

    Submit = Callable[[Callable[[KeptPlayers, Stop], Any]], Awaitable[Any]]

#: Of a worker, for a whole training.
MOST_SECONDS = 60.0
_SECONDS_BETWEEN_NEWS = 0.1
_SLICE_SECONDS = 0.08  # of a worker, before others have their turn


async def live_training(
    lab: LabMachine, wish: TrainRequest, partner: CorePartner | Opponent, stop: Stop, submit: Submit
) -> AsyncIterator[TrainingProgress]:
    """Trains a machine, in each slice the games that are due, or as many as fit the time. Gives
    what is new, the last one as the final one.

    Args:
        stop: ends the training once it is set.
        submit: has a worker do something.
    """
    training = Training(lab.machine, partner, lab.curve)
    first = lab.machine.games
    end = first + wish.games
    begun, worked = time.monotonic(), 0.0
    points = len(lab.curve.games)
    is_over = False
    while not is_over:
        due = end
        if wish.rate:
            due = min(end, first + 1 + int(wish.rate * (time.monotonic() - begun)))

        def work(_: KeptPlayers, __: Stop, due: int = due) -> float:
            start = time.monotonic()
            lab.train(training, due, stop, seconds=_SLICE_SECONDS)
            return time.monotonic() - start

        if due > lab.machine.games:
            worked += await submit(work)
        is_over = lab.machine.games >= end or stop.is_set() or worked > MOST_SECONDS
        if is_over:
            lab.curve.measure(lab.machine)
        news = lab.progress(points)
        points = len(lab.curve.games)
        yield TrainingProgress(
            id=wish.id,
            done=lab.machine.games - first,
            final=is_over,
            **msgspec.structs.asdict(news),
        )
        if not is_over:
            await asyncio.sleep(_SECONDS_BETWEEN_NEWS)

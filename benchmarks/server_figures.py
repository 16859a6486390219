"""What the figures of the server's benchmarks say: how long people waited."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Wait = tuple[float, float]  # from when to when, of time.monotonic(); to infinity for no answer


def seconds(waits: Iterable[Wait], since: float, until: float) -> list[float]:
    """How long those waited that ended in a time, and how long so far those that it left
    waiting."""
    return [
        min(came, until) - asked
        for asked, came in waits
        if asked < until and (since <= came < until or came >= until)
    ]


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which this part of them is."""
    if not values:
        return math.nan
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def milliseconds(values: Sequence[float]) -> str:
    """p50 / p95 / worst."""
    if not values:
        return "-"
    return " / ".join(f"{1000 * percentile(values, part):,.0f}" for part in (0.5, 0.95, 1))


def windows(since: float, until: float, width: float) -> Iterable[tuple[float, float]]:
    """The times of this width in a longer one."""
    count = max(1, round((until - since) / width))
    edges = [since + (until - since) * number / count for number in range(count + 1)]
    return itertools.pairwise(edges)

"""How far an engine may search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeVar

from enligne import _core

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits that all apply; None is no limit.

    Raises:
        ValueError: a limit is not positive.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise ValueError(f"{name}={value} is not a limit: it must be above 0")

    def __bool__(self) -> bool:
        return (self.seconds, self.nodes, self.depth) != (None, None, None)

    def and_also(self, other: Limit | None) -> Limit:
        """Both limits at once."""
        if other is None:
            return self

        return Limit(
            seconds=_tighter(self.seconds, other.seconds),
            nodes=_tighter(self.nodes, other.nodes),
            depth=_tighter(self.depth, other.depth),
        )

    def to_core(self) -> _core.Limit:
        # No board has more cells than 26 x 26, so no search goes deeper.
        depth = min(self.depth or 0, 26 * 26)
        nodes = min(self.nodes or 0, 2**63)
        return _core.Limit(depth=depth, nodes=nodes, seconds=self.seconds or 0)


def _tighter(a: _Number | None, b: _Number | None) -> _Number | None:
    return b if a is None else a if b is None else min(a, b)

"""The clock of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from enligne.move import FIRST, SECOND

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.move import Side


@dataclass(slots=True)
class GameClock:
    """Time for the whole game and some more for every move."""

    seconds: float
    increment: float
    left: list[float]
    since: float | None = None  # when the side to move began to think

    @classmethod
    def new(cls, seconds: float, increment: float) -> GameClock:
        return cls(seconds, increment, [seconds, seconds])

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> GameClock:
        return cls(**dict(data) | {"left": list(data["left"])})

    def data(self) -> dict[str, Any]:
        return {
            "seconds": self.seconds,
            "increment": self.increment,
            "left": list(self.left),
            "since": self.since,
        }

    def left_of(self, side: Side, to_move: Side, now: float) -> float:
        spent = now - self.since if side is to_move and self.since is not None else 0.0
        return self.left[side] - spent

    def view(self, to_move: Side, now: float, *, is_over: bool) -> dict[str, Any]:
        is_running = self.since is not None and not is_over
        return {
            "seconds": self.seconds,
            "increment": self.increment,
            "first": max(0.0, self.left_of(FIRST, to_move, now)),
            "second": max(0.0, self.left_of(SECOND, to_move, now)),
            "running": str(to_move) if is_running else None,
        }

"""The time of a game: seconds for each move, or a clock for each side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines import Limit
from enligne.gomocup.time_budget import TimeBudget
from enligne.rules import shortened

if TYPE_CHECKING:
    from enligne.move import Side
    from enligne.position import Position

#: Seconds that a move may come late: a machine has other things to do, too.
GRACE = 0.5

_NUMBER = r"[0-9]{1,7}(?:\.[0-9]{1,6})?|\.[0-9]{1,6}"
_TEXT = re.compile(rf"({_NUMBER})(?:\+({_NUMBER}))?")
_LEAST = 0.001


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time there is: ``1`` for a second a move, ``60+0.5`` for a minute a game with half
    a second more for each move.

    Args:
        seconds: for each move, or for the whole game if there is an increment.
        increment: None for a time a move.

    Raises:
        ValueError: there is no time at all.
    """

    seconds: float
    increment: float | None = None

    def __post_init__(self) -> None:
        if not self.seconds >= _LEAST:
            raise ValueError(f"{self.seconds:g} s is no time to move in")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Reads the text of a time control.

        Raises:
            ValueError: it is neither seconds a move nor seconds and an increment.
        """
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            raise ValueError(
                f"{shortened(text)} is not a time: 1 is a second a move,"
                " 60+0.5 a minute a game and half a second more for each move"
            )
        return cls(float(match[1]), None if match[2] is None else float(match[2]))

    @property
    def about(self) -> str:
        """The control in words."""
        if self.increment is None:
            return f"{self.seconds:g} s a move"
        more = f" and {self.increment:g} s more each move" if self.increment else ""
        return f"{self.seconds:g} s a game{more}"


class GameClock:
    """The clocks of both sides during one game.

    Args:
        control: None where no time is kept.
        limit: of each move besides.
    """

    def __init__(self, control: TimeControl | None, limit: Limit | None = None) -> None:
        self._control = control
        self._limit = limit
        self._left = [0.0, 0.0] if control is None else [control.seconds, control.seconds]

    def left(self, side: Side) -> float | None:
        """What a side has left for its next move; None where no time is kept."""
        return None if self._control is None else self._left[side]

    def limit(self, position: Position) -> Limit | None:
        """The limit of the next move."""
        if self._control is None:
            return self._limit
        return Limit(seconds=self._seconds(position)).and_also(self._limit)

    def spend(self, side: Side, seconds: float) -> str:
        """Counts what a move took. If that was too much, says so; else the text is empty."""
        if self._control is None:
            return ""
        had = self._left[side]
        if seconds > had + GRACE:
            return f"it took {seconds:.2f} s and had {had:.2f} s"
        if self._control.increment is not None:
            # A side that was late within the grace has nothing left, but owes nothing.
            self._left[side] = max(0.0, had - seconds) + self._control.increment
        return ""

    def _seconds(self, position: Position) -> float:
        assert self._control is not None
        left = self._left[position.side]
        if self._control.increment is None:
            return left
        shares = TimeBudget()
        shares.tell_turn(round(1000 * left))
        shares.tell_left(round(1000 * left))
        # The increment comes back with every move, so all of it may be used, as far as it is there.
        return max(
            _LEAST, min(shares.seconds_for_move(position) + self._control.increment, 0.9 * left)
        )

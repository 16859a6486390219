"""The verdict of a search, from the side to move, and what it is worth in points."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import total_ordering
from typing import Literal

from enligne import _core

#: How far ahead the better side is, from nothing worth a word to nearly won.
Lead = Literal["even", "slight", "better", "much"]

#: The evaluation of each engine at which its side's chances are about three to one.
_UNITS = {"gomoku": 256}
_USUAL_UNIT = 120


@total_ordering
class Score(ABC):
    """A verdict. Better ones are greater: sooner wins, later losses.

    ``-score`` is the same verdict seen from the other side.
    """

    __slots__ = ()

    @abstractmethod
    def _rank(self) -> tuple[int, int]: ...

    @abstractmethod
    def __neg__(self) -> Score: ...

    def stepped_back(self) -> Score:
        """What this score of a position means to the side that moved there, one ply earlier."""
        return -self

    def stepped_on(self) -> Score:
        """The other way: what this score of a side's move means to the other side, to move after
        it."""
        return -self

    @property
    @abstractmethod
    def data(self) -> dict[str, str | int]:
        """The score for JSON. Its ``kind`` is ``win``, ``loss``, ``draw`` or ``estimate``; a win
        and a loss have the ``plies`` to the end, an estimate its ``value``."""

    @property
    def is_exact(self) -> bool:
        """Whether it is proven, which every win, loss and draw is."""
        return True

    @property
    def sign(self) -> int:
        """1 where the side to move is better, -1 where the other is, else 0."""
        return (self > Draw()) - (self < Draw())

    def __lt__(self, other: object) -> bool:
        return self._rank() < other._rank() if isinstance(other, Score) else NotImplemented


@dataclass(frozen=True, slots=True)
class Win(Score):
    """The side to move wins in ``plies`` plies, whatever the other does."""

    plies: int

    def _rank(self) -> tuple[int, int]:
        return (1, -self.plies)

    def __neg__(self) -> Loss:
        return Loss(self.plies)

    @property
    def data(self) -> dict[str, str | int]:
        return {"kind": "win", "plies": self.plies}

    def stepped_back(self) -> Loss:
        return Loss(self.plies + 1)

    def stepped_on(self) -> Loss:
        return Loss(self.plies - 1)

    def __str__(self) -> str:
        return f"win in {self.plies}"


@dataclass(frozen=True, slots=True)
class Loss(Score):
    """The side to move loses, but can hold out for ``plies`` plies."""

    plies: int

    def _rank(self) -> tuple[int, int]:
        return (-1, self.plies)

    def __neg__(self) -> Win:
        return Win(self.plies)

    @property
    def data(self) -> dict[str, str | int]:
        return {"kind": "loss", "plies": self.plies}

    def stepped_back(self) -> Win:
        return Win(self.plies + 1)

    def stepped_on(self) -> Win:
        return Win(self.plies - 1)

    def __str__(self) -> str:
        return f"loss in {self.plies}"


@dataclass(frozen=True, slots=True)
class Draw(Score):
    """Neither side can win against best play."""

    def _rank(self) -> tuple[int, int]:
        return (0, 0)

    def __neg__(self) -> Draw:
        return self

    @property
    def data(self) -> dict[str, str | int]:
        return {"kind": "draw"}

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Heuristic(Score):
    """Not known: how much better it is for the side to move, by a static evaluation at the
    horizon."""

    value: int

    def _rank(self) -> tuple[int, int]:
        return (0, self.value)

    def __neg__(self) -> Heuristic:
        return Heuristic(-self.value)

    @property
    def data(self) -> dict[str, str | int]:
        return {"kind": "estimate", "value": self.value}

    @property
    def is_exact(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"{self.value:+d}"


_TEXT = re.compile(r"(win|loss) in ([0-9]{1,9})|(draw)|([+-][0-9]{1,9})")


def from_text(text: str) -> Score:
    """Reads what ``str`` makes of a score: ``win in 3``, ``loss in 4``, ``draw`` or ``+12``.

    Raises:
        ValueError: it is something else.
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a score such as 'win in 3', 'draw' or '+12'")
    kind, plies, draw, value = match.groups()
    if draw:
        return Draw()
    if value:
        return Heuristic(int(value))
    return Win(int(plies)) if kind == "win" else Loss(int(plies))


def from_core(score: _core.Score) -> Score:
    match score.kind:
        case _core.ScoreKind.WIN:
            return Win(score.number)
        case _core.ScoreKind.LOSS:
            return Loss(score.number)
        case _core.ScoreKind.DRAW:
            return Draw()
    return Heuristic(score.number)


def chance_unit(engine: str) -> int:
    """The evaluation of an engine at which its side's chances are about three to one."""
    return _UNITS.get(engine, _USUAL_UNIT)


def chance(score: Score, engine: str) -> float:
    """How much of the point a score is worth to the side that has it, from 0 to 1.

    Estimates stay off the ends, which are for what is proven.

    Args:
        engine: the name of the one whose estimate it is.
    """
    match score:
        case Win():
            return 1.0
        case Loss():
            return 0.0
        case Heuristic(value):
            # Values far beyond the last that changes anything would overflow.
            units = min(max(value / chance_unit(engine), -50.0), 50.0)
            return 0.05 + 0.9 / (1 + math.exp(-units))
    return 0.5


def lead(chance: float) -> Lead:
    """How far ahead the better side is, where one side has this chance."""
    ahead = abs(chance - 0.5)
    if ahead < 0.03:
        return "even"
    if ahead < 0.13:
        return "slight"
    return "better" if ahead < 0.3 else "much"

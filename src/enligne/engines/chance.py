"""What scores are worth in points, so that bars, graphs and reports can compare them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from enligne.engines.score import Heuristic, Loss, Win

if TYPE_CHECKING:
    from enligne.engines.score import Score

#: How far ahead the better side is, from nothing worth a word to nearly won.
Lead = Literal["even", "slight", "better", "much"]

#: The evaluation of each engine at which its side's chances are about three to one.
_UNITS = {"gomoku": 256}
_USUAL_UNIT = 120


def chance(score: Score, engine: str) -> float:
    """How much of the point a score is worth to whoever has it, from 0 to 1.

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
            units = min(max(value / _UNITS.get(engine, _USUAL_UNIT), -50.0), 50.0)
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

"""The puzzle of the day: the same for everybody on a date."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from enligne.puzzles.puzzle import Puzzle

#: The easiest that is worth a day.
_EASIEST_BAND = 2


def of_the_day(day: date, puzzles: Sequence[Puzzle]) -> int:
    """The number of the puzzle of a day among these, from 1. None comes twice before all that are
    not of the easiest band have come."""
    numbers = [n for n, puzzle in enumerate(puzzles, 1) if puzzle.band >= _EASIEST_BAND]
    numbers = numbers or list(range(1, len(puzzles) + 1))
    random.Random("puzzle of the day").shuffle(numbers)
    return numbers[day.toordinal() % len(numbers)]

"""What the report says about a match of two players, and about a sequential test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.arena.statistics import estimate, pair_counts, pairs_in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Results, Tally
    from enligne.arena.sprt import Sprt, SprtStatus
    from enligne.arena.statistics import Estimate, PairCounts

#: With fewer pairs than this, an interval is a rough guide.
_FEW_PAIRS = 20


@dataclass(frozen=True, slots=True)
class Duel:
    """How the first two players fared against each other.

    Args:
        alone: games without a return game.
    """

    tally: Tally
    counts: PairCounts
    found: Estimate
    alone: int
    is_rough: bool


def duel(results: Results) -> Duel:
    counts = pair_counts(results, 0, 1)
    found = estimate(counts)
    is_rough = found.observations < _FEW_PAIRS or not found.is_paired
    return Duel(results.tally(0), counts, found, sum(counts.singles), is_rough)


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A test, what was known after each pair, and pairs that came too late to count."""

    sprt: Sprt
    course: Sequence[SprtStatus]
    late: int

    @property
    def decision(self) -> str | None:
        return self.course[-1].decision if self.course else None


def sequential_test(results: Results, sprt: Sprt) -> SequentialTest:
    pairs = pairs_in_order(results, 0, 1)
    course = sprt.course(pairs)
    return SequentialTest(sprt, course, len(pairs) - len(course))

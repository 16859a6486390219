"""The sequential probability ratio test: play until it is decided which of two strengths fits.

The test is the generalised one, on pairs of games. Of all ways in which pairs could fall that
expect the score of ``elo0``, it takes the one that makes the pairs seen most likely; the same for
``elo1``; and the logarithm of the ratio of the two likelihoods is what it looks at. Where that
leaves the bounds, the test is decided.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from enligne.arena.statistics import PairCounts, score_of
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Decision = Literal["H0", "H1"]

#: What a result that never came up counts: without it, no strength beyond those seen could be
#: compared. It is the field's value.
_TRACE = 1e-3


@dataclass(frozen=True, slots=True)
class SprtStatus:
    """Where a test stands.

    Args:
        llr: the logarithm of the likelihood ratio of ``elo1`` to ``elo0``.
        lower, upper: its bounds.
        decision: ``H0`` at or below the lower, ``H1`` at or above the upper, None between them.
    """

    llr: float
    lower: float
    upper: float
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of whether a player is stronger than another by ``elo1`` rather than ``elo0``.

    Args:
        elo0, elo1: the two strengths, in logistic Elo.
        alpha: how often, at most, a player of ``elo0`` may pass (H1).
        beta: how often, at most, a player of ``elo1`` may fail (H0).

    Raises:
        ValueError: such a test cannot be; the text says why.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            value = getattr(self, name)
            if not abs(value) <= 2000:  # neither is a number that is none
                raise ValueError(f"{name} {value:g} is not between -2000 and 2000")
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 {self.elo0:g} is not below elo1 {self.elo1:g}")
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not 0 < value < 0.5:
                raise ValueError(f"{name} {value:g} is not between 0 and 0.5")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Reads ``elo0,elo1,alpha,beta``, such as ``0,5,0.05,0.05``.

        Raises:
            ValueError: the text is not of this form, or no such test can be.
        """
        parts = text.split(",")
        if len(parts) != 4:
            raise ValueError(f"{shortened(text)} is not elo0,elo1,alpha,beta, as in 0,5,0.05,0.05")
        values = []
        for name, part in zip(("elo0", "elo1", "alpha", "beta"), parts, strict=True):
            try:
                values.append(float(part))
            except ValueError:
                raise ValueError(f"{name} {shortened(part.strip())} is not a number") from None
        return cls(*values)

    def __str__(self) -> str:
        return f"{self.elo0:g},{self.elo1:g},{self.alpha:g},{self.beta:g}"

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def status(self, pairs: PairCounts | Sequence[int]) -> SprtStatus:
        """Where the test stands after these pairs. Games without their return game do not count.

        Raises:
            ValueError: these are not counts.
        """
        llr = log_likelihood_ratio(
            PairCounts.of(pairs).pairs, score_of(self.elo0), score_of(self.elo1)
        )
        decision: Decision | None = None
        if llr <= self.lower:
            decision = "H0"
        elif llr >= self.upper:
            decision = "H1"
        return SprtStatus(llr, self.lower, self.upper, decision)

    def course(self, points: Iterable[float]) -> list[SprtStatus]:
        """Where the test stood after each pair, up to its decision. Pairs that were under way then
        and came in later do not count any more: a test that could change its mind would not keep
        its error rates.

        Args:
            points: of the player in each pair, from 0 to 2, in the order of the schedule; see
                :func:`~enligne.arena.statistics.pairs_in_order`.
        """
        counts = [0] * 5
        stood: list[SprtStatus] = []
        for point in points:
            counts[round(2 * point)] += 1
            stood.append(self.status(counts))
            if stood[-1].decision is not None:
                break
        return stood


def log_likelihood_ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """The logarithm of how much likelier results are under one expected score than another.

    Args:
        counts: of results spread evenly from 0 to 1: five for pairs, three for games.
        score0, score1: between 0 and 1.
    """
    if not any(counts):
        return 0.0
    smoothed = [count or _TRACE for count in counts]
    top = len(counts) - 1
    values = [i / top for i in range(top + 1)]
    tilt0, tilt1 = _tilt(smoothed, values, score0), _tilt(smoothed, values, score1)
    return math.fsum(
        count * (math.log1p(tilt0 * (value - score0)) - math.log1p(tilt1 * (value - score1)))
        for count, value in zip(smoothed, values, strict=True)
    )


def _tilt(counts: Sequence[float], values: Sequence[float], score: float) -> float:
    """How shares seen must be bent to expect a score and stay as likely as can be.

    By Lagrange's multipliers the likeliest probability of a value is its share divided by
    ``1 + tilt * (value - score)``. That it expects the score makes the sum below zero. The sum
    falls as the tilt grows, from plus to minus infinity between the tilts at which a probability
    would be infinite, so there is exactly one.
    """
    offsets = [value - score for value in values]
    weighed = list(zip(counts, offsets, strict=True))
    low, high = -1 / offsets[-1], -1 / offsets[0]
    tilt = 0.0
    for _ in range(200):
        total = slope = 0.0
        for count, offset in weighed:
            share = offset / (1 + tilt * offset)
            total += count * share
            slope -= count * share * share
        if total > 0:
            low = tilt
        else:
            high = tilt
        # Newton's step where it stays inside, halving where it does not.
        step = tilt - total / slope
        if not low < step < high:
            step = (low + high) / 2
        if abs(step - tilt) <= 1e-10 * max(1.0, abs(tilt)):
            return step
        tilt = step
    return tilt

"""What the games between two players say about their strength.

Two games are played from each opening, once by each side, and such a pair counts as one
observation: an opening that favours a side favours each player once, so the games of a pair are
not independent, but pairs are. The five counts of pairs, by points, are called the pentanomial.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from enligne.arena.results import Played, Results

#: Elo for each unit of the natural logarithm of the odds, so that ten to one is 400.
ELO_PER_LOGIT = 400 / math.log(10)

_NORMAL = NormalDist()
#: Standard errors to both sides that hold 95 % of a normal distribution.
Z95 = _NORMAL.inv_cdf(0.975)


def elo_of(score: float) -> float:
    """The Elo difference at which a score from 0 to 1 is expected; infinite at its ends."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return ELO_PER_LOGIT * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """The score from 0 to 1 that is expected at an Elo difference."""
    # Written with the small exponential of the two: the other would overflow.
    small = math.exp(-abs(elo) / ELO_PER_LOGIT)
    return 1 / (1 + small) if elo >= 0 else small / (1 + small)


def likelihood(sigmas: float) -> float:
    """The share of a normal distribution below a number of standard deviations."""
    return _NORMAL.cdf(sigmas)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The games of one player against another.

    Args:
        pairs: how many pairs gave 0, ½, 1, 1½ and 2 points.
        singles: how many games without their return game gave 0, ½ and 1 point.
    """

    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    singles: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        if len(self.pairs) != 5 or min(self.pairs) < 0:
            raise ValueError(f"{self.pairs} are not five counts of pairs")
        if len(self.singles) != 3 or min(self.singles) < 0:
            raise ValueError(f"{self.singles} are not three counts of games")

    @classmethod
    def of(cls, pairs: PairCounts | Sequence[int]) -> PairCounts:
        """Counts as they are, or from five numbers.

        Raises:
            ValueError: these are not five counts.
        """
        return pairs if isinstance(pairs, PairCounts) else cls(tuple(pairs))  # type: ignore[arg-type]

    @property
    def number_of_pairs(self) -> int:
        return sum(self.pairs)

    @property
    def games(self) -> int:
        return 2 * sum(self.pairs) + sum(self.singles)

    @property
    def points(self) -> float:
        """Of all games, single ones too."""
        return _weighted(self.pairs) / 2 + _weighted(self.singles) / 2

    @property
    def reversed(self) -> PairCounts:
        """The same games as the other player sees them."""
        a, b, c, d, e = self.pairs
        lost, drawn, won = self.singles
        return PairCounts((e, d, c, b, a), (won, drawn, lost))


@dataclass(frozen=True, slots=True)
class Estimate:
    """How strong a player is against another.

    Args:
        score: points for each game, from 0 to 1.
        elo: the difference at which this score is expected; infinite at a score of 0 or 1.
        low, high: the ends of its 95 % interval. At least one of them is finite as soon as there
            is a game, and neither is ever undefined.
        los: how likely it is that the player is the stronger one.
        normalized: the difference in normalized Elo, which counts in standard deviations of a
            game and so tells how soon it shows; None where all results were the same.
        observations: pairs, or single games where there was no pair.
        is_paired: whether they are pairs.
    """

    score: float
    elo: float
    low: float
    high: float
    los: float
    normalized: float | None
    observations: int
    is_paired: bool

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def estimate(pairs: PairCounts | Sequence[int]) -> Estimate:
    """The strength that games tell.

    Pairs alone are looked at if there is one: a game that lacks its return game would favour who
    had the better side. Only without any pair each single game counts for itself.

    Args:
        pairs: the counts, or just the five of the pairs.

    Raises:
        ValueError: these are not counts.
    """
    counts = PairCounts.of(pairs)
    is_paired = counts.number_of_pairs > 0
    observed: Sequence[int] = counts.pairs if is_paired else counts.singles
    number = sum(observed)
    if number == 0:
        return Estimate(0.5, 0.0, -math.inf, math.inf, 0.5, None, 0, False)
    top = len(observed) - 1
    score, variance = moments(observed)
    if max(observed) == number:
        # All results the same: their variance of 0 would claim to know the strength exactly. What
        # is known is that this result has a probability above ``chance``, as a rarer one would
        # not have come up every time (below 2.5 %). The rest may be anything.
        chance = 0.025 ** (1 / number)
        low, high = score * chance, 1 - (1 - score) * chance
        # A coin thrown as often that always fell on this side, with a uniform prior.
        doubt = 0.5 ** (number + 1)
        los = 0.5 if 2 * observed.index(number) == top else 1 - doubt if score > 0.5 else doubt
        return Estimate(
            score, elo_of(score), elo_of(low), elo_of(high), los, None, number, is_paired
        )
    error = math.sqrt(variance / number)
    # A pair has half the variance of a game, as it is the mean of two.
    deviation = math.sqrt(variance * (2 if is_paired else 1))
    return Estimate(
        score,
        elo_of(score),
        elo_of(score - Z95 * error),
        elo_of(score + Z95 * error),
        likelihood((score - 0.5) / error),
        (score - 0.5) / deviation * 2 * ELO_PER_LOGIT,
        number,
        is_paired,
    )


def moments(counts: Sequence[float]) -> tuple[float, float]:
    """The mean and the variance of results that are spread evenly from 0 to 1."""
    number, top = math.fsum(counts), len(counts) - 1
    mean = math.fsum(count * i / top for i, count in enumerate(counts)) / number
    spread = (count * (i / top - mean) ** 2 for i, count in enumerate(counts))
    return mean, math.fsum(spread) / number


def pair_counts(results: Results, a: int, b: int) -> PairCounts:
    """The games of player ``a`` against player ``b``, as ``a`` sees them.

    Raises:
        ValueError: there is no such player, or the two are the same.
    """
    for player in (a, b):
        if not 0 <= player < len(results.players):
            raise ValueError(f"there is no player {player} among {len(results.players)}")
    if a == b:
        raise ValueError(f"player {a} does not meet itself")
    return counts_of(results.between(a, b), a)


def pairs_in_order(results: Results, a: int, b: int) -> list[float]:
    """The points of player ``a`` in each pair against ``b``, in the order of the schedule and up to
    the first pair that is not complete: which games are over sooner must not decide a test."""
    games: dict[int, list[float]] = defaultdict(list)
    for game in results.between(a, b):
        games[game.pairing.pair].append(game.points(a))
    found: list[float] = []
    for pair, points in sorted(games.items()):
        # In a match all pairs are between these two, so that one without any game shows, too.
        is_next = len(results.players) > 2 or pair == len(found)
        if len(points) != 2 or not is_next:
            break
        found.append(sum(points))
    return found


def counts_of(games: Iterable[Played], player: int) -> PairCounts:
    """The counts of games that a player had against one other."""
    pairs, singles = [0] * 5, [0] * 3
    for group in by_pair(games):
        points = [game.points(player) for game in group]
        if len(points) == 2:
            pairs[round(2 * sum(points))] += 1
        else:
            for point in points:
                singles[round(2 * point)] += 1
    a, b, c, d, e = pairs
    lost, drawn, won = singles
    return PairCounts((a, b, c, d, e), (lost, drawn, won))


def by_pair(games: Iterable[Played]) -> list[list[Played]]:
    """Games of the same two players, each with its return game if that was played."""
    found: dict[int, list[Played]] = defaultdict(list)
    for game in games:
        found[game.pairing.pair].append(game)
    return list(found.values())


def _weighted(counts: Sequence[int]) -> int:
    return sum(i * count for i, count in enumerate(counts))

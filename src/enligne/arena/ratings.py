"""Ratings of all players of a tournament at once.

They are those of Bradley and Terry: the Elo at which every player expects the points that it has.
They do not mind who met whom how often, so they serve gauntlets and unfinished tournaments as well
as round robins.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from enligne.arena.statistics import ELO_PER_LOGIT, Z95, by_pair, likelihood

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from enligne.arena.results import Played, Results

    Array = NDArray[np.float64]

#: Games that every player is taken to have played besides, half of them won, spread over all
#: others. They keep who won or lost everything at a finite rating, and weigh nothing against more.
PRIOR_GAMES = 0.5


@dataclass(frozen=True, slots=True)
class Ratings:
    """Elo ratings with mean 0, and how well they are known.

    Args:
        elo: the ratings, in the order of the players.
        covariance: of the ratings, in Elo squared.
    """

    elo: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def error(self, player: int) -> float:
        """Half the width of the 95 % interval of a rating."""
        return Z95 * math.sqrt(self.covariance[player][player])

    def superiority(self, player: int, other: int) -> float:
        """How likely it is that a player is stronger than another."""
        c = self.covariance
        variance = c[player][player] + c[other][other] - 2 * c[player][other]
        difference = self.elo[player] - self.elo[other]
        if variance <= 1e-12:
            return 0.5 if abs(difference) < 1e-9 else float(difference > 0)
        return likelihood(difference / math.sqrt(variance))


def ratings(results: Results, *, prior: float = PRIOR_GAMES) -> Ratings:
    """Rates all players at once.

    Args:
        prior: games that every player is taken to have played besides. Without any there is no
            answer where a player won or lost all its games.

    Raises:
        ValueError: a prior of 0, and these games have no answer without one.
    """
    count = len(results.players)
    virtual = prior / (count - 1) if count > 1 else 0.0
    games = virtual * (1 - np.eye(count))
    points = games / 2
    for game in results.games:
        for a, b in (sides := (game.pairing.first, game.pairing.second)), sides[::-1]:
            games[a, b] += 1
            points[a, b] += game.points(a)
    logits = _likeliest(games, points)
    expected = _expected(logits)
    inverse = _inverse_without_mean(_information(games, expected))
    covariance = ELO_PER_LOGIT**2 * inverse @ _scatter(results, expected, virtual) @ inverse
    return Ratings(tuple((ELO_PER_LOGIT * logits).tolist()), tuple(map(tuple, covariance.tolist())))


def _expected(logits: Array) -> Array:
    """The score that each player expects against each other."""
    found: Array = 1 / (1 + np.exp(logits[None, :] - logits[:, None]))
    return found


def _likeliest(games: Array, points: Array) -> Array:
    """The ratings that expect every player's points, by Newton's method, with mean 0."""
    logits: Array = 0 * games.sum(axis=1)
    for _ in range(100):
        expected = _expected(logits)
        gradient = (points - games * expected).sum(axis=1)
        steps = _inverse_without_mean(_information(games, expected)) @ gradient
        largest = abs(steps).max(initial=0.0)
        # The likelihood is concave; a long step may still overshoot where it is nearly flat.
        logits = logits + steps / max(1.0, largest)
        if largest < 1e-9:  # the next one would be far below what a number can hold
            return logits
        if abs(logits).max() > 30:
            break
    raise ValueError("someone won or lost everything: without a prior there are no ratings")


def _information(games: Array, expected: Array) -> Array:
    """How sharply the likelihood falls around the ratings."""
    weights = games * expected * (1 - expected)
    found: Array = np.diag(weights.sum(axis=1)) - weights
    return found


def _scatter(results: Results, expected: Array, virtual: float) -> Array:
    """How much the points really scatter around what the ratings expect, pair by pair.

    Together with the information on both sides this gives the "sandwich" covariance. It knows that
    draws scatter less than wins and losses, and that the games of a pair belong together.
    """
    met: dict[frozenset[int], list[Played]] = defaultdict(list)
    for game in results.games:
        met[frozenset((game.pairing.first, game.pairing.second))].append(game)
    matrix: Array = 0 * expected
    for a, b in combinations(range(len(expected)), 2):
        # The games of the prior are won and lost, not drawn: a tournament of draws alone
        # has no scatter of its own, and still does not know its ratings exactly.
        total = virtual / 2 * (expected[a, b] ** 2 + expected[b, a] ** 2)
        for group in by_pair(met[frozenset((a, b))]):
            points = sum(game.points(a) for game in group)
            total += (points - len(group) * expected[a, b]) ** 2
        for row, column, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            matrix[row, column] += sign * total
    return matrix


def _inverse_without_mean(matrix: Array) -> Array:
    """The inverse of a matrix that is blind to moving all ratings together, on what it sees.

    Raises:
        ValueError: there is none.
    """
    mean = 1 / len(matrix)
    if np.linalg.matrix_rank(matrix + mean) < len(matrix):
        raise ValueError("players are without games that connect them: there are no ratings")
    return np.asarray(np.linalg.inv(matrix + mean) - mean, float)

"""Ratings of all players of a tournament at once.

They are those of Bradley and Terry: the Elo at which every player expects the points that it has.
They do not mind who met whom how often, so they serve gauntlets and unfinished tournaments as well
as round robins.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.arena.statistics import ELO_PER_LOGIT, Z95, by_pair, likelihood, score_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Played, Results

#: Games that every player is taken to have played besides, half of them won, spread over all
#: others. They keep who won or lost everything at a finite rating, and weigh nothing against more.
PRIOR_GAMES = 0.5

_Matrix = list[list[float]]


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
    games = [[0.0] * count for _ in range(count)]
    points = [[0.0] * count for _ in range(count)]
    virtual = prior / (count - 1) if count > 1 else 0.0
    for a in range(count):
        for b in range(count):
            if a != b:
                games[a][b], points[a][b] = virtual, virtual / 2
    for game in results.games:
        for a, b in (sides := (game.pairing.first, game.pairing.second)), sides[::-1]:
            games[a][b] += 1
            points[a][b] += game.points(a)
    logits = _likeliest(games, points)
    inverse = _inverse_without_mean(_information(games, logits))
    scores = _scores(results, logits, virtual)
    covariance = _product(_product(inverse, scores), inverse)
    return Ratings(
        tuple(ELO_PER_LOGIT * logit for logit in logits),
        tuple(tuple(ELO_PER_LOGIT**2 * value for value in row) for row in covariance),
    )


def _expected(difference: float) -> float:
    return score_of(ELO_PER_LOGIT * difference)


def _likeliest(games: _Matrix, points: _Matrix) -> list[float]:
    """The ratings that expect every player's points, by Newton's method, with mean 0."""
    count = len(games)
    logits = [0.0] * count
    for _ in range(100):
        gradient = [
            math.fsum(
                points[a][b] - games[a][b] * _expected(logits[a] - logits[b]) for b in range(count)
            )
            for a in range(count)
        ]
        inverse = _inverse_without_mean(_information(games, logits))
        steps = [math.fsum(map(float.__mul__, row, gradient)) for row in inverse]
        largest = max(map(abs, steps), default=0.0)
        # The likelihood is concave; a long step may still overshoot where it is nearly flat.
        scale = min(1.0, 1.0 / largest) if largest else 1.0
        logits = [logit + scale * step for logit, step in zip(logits, steps, strict=True)]
        if largest < 1e-11:
            return logits
        if max(map(abs, logits)) > 30:
            break
    raise ValueError("someone won or lost everything: without a prior there are no ratings")


def _information(games: _Matrix, logits: Sequence[float]) -> _Matrix:
    """How sharply the likelihood falls around the ratings."""
    count = len(games)
    matrix = [[0.0] * count for _ in range(count)]
    for a in range(count):
        for b in range(count):
            if a != b:
                expected = _expected(logits[a] - logits[b])
                weight = games[a][b] * expected * (1 - expected)
                matrix[a][b] -= weight
                matrix[a][a] += weight
    return matrix


def _scores(results: Results, logits: Sequence[float], virtual: float) -> _Matrix:
    """How much the points really scatter around what the ratings expect, pair by pair.

    Together with the information on both sides this gives the "sandwich" covariance. It knows that
    draws scatter less than wins and losses, and that the games of a pair belong together.
    """
    count = len(logits)
    matrix = [[0.0] * count for _ in range(count)]
    met: dict[frozenset[int], list[Played]] = defaultdict(list)
    for game in results.games:
        met[frozenset((game.pairing.first, game.pairing.second))].append(game)
    for a in range(count):
        for b in range(a + 1, count):
            expected = _expected(logits[a] - logits[b])
            # The games of the prior are won and lost, not drawn: a tournament of draws alone
            # has no scatter of its own, and still does not know its ratings exactly.
            total = virtual / 2 * (expected**2 + (1 - expected) ** 2)
            for group in by_pair(met[frozenset((a, b))]):
                points = sum(game.points(a) for game in group)
                total += (points - len(group) * expected) ** 2
            for row, column, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                matrix[row][column] += sign * total
    return matrix


def _inverse_without_mean(matrix: _Matrix) -> _Matrix:
    """The inverse of a matrix that is blind to moving all ratings together, on what it sees."""
    count = len(matrix)
    shifted = [[value + 1 / count for value in row] for row in matrix]
    return [[value - 1 / count for value in row] for row in _inverse(shifted)]


def _inverse(matrix: _Matrix) -> _Matrix:
    """The inverse, by Gauss and Jordan.

    Raises:
        ValueError: there is none.
    """
    count = len(matrix)
    rows = [
        [*row, *(float(i == column) for column in range(count))] for i, row in enumerate(matrix)
    ]
    for i in range(count):
        pivot = max(range(i, count), key=lambda row: abs(rows[row][i]))
        if abs(rows[pivot][i]) < 1e-13:
            raise ValueError("players are without games that connect them: there are no ratings")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        head = rows[i][i]
        rows[i] = [value / head for value in rows[i]]
        for row in range(count):
            factor = rows[row][i]
            if row != i and factor:
                rows[row] = [
                    value - factor * above for value, above in zip(rows[row], rows[i], strict=True)
                ]
    return [row[count:] for row in rows]


def _product(a: _Matrix, b: _Matrix) -> _Matrix:
    columns = list(zip(*b, strict=True))
    return [
        [math.fsum(x * y for x, y in zip(row, column, strict=True)) for column in columns]
        for row in a
    ]

"""Ratings of a whole tournament, the table and the crosstable."""

import math
import random
from itertools import combinations, pairwise

import pytest

from enligne.arena.ratings import PRIOR_GAMES, ratings
from enligne.arena.results import Results, Tally
from enligne.arena.standings import crosstable, standings
from enligne.arena.statistics import elo_of, estimate, pair_counts, score_of
from tests.arena import made


def round_robin(strengths: list[float], pairs: int, seed: int = 0) -> Results:
    """Pairs whose games are won with the chances that Elo gives, without draws."""
    source = random.Random(seed)
    games = []
    for a, b in combinations(range(len(strengths)), 2):
        chance = score_of(strengths[a] - strengths[b])
        games += [
            (a, b, float(sum(source.random() < chance for _ in range(2)))) for _ in range(pairs)
        ]
    return made.tournament(len(strengths), games)


def test_two_players_have_a_closed_form() -> None:
    for counts in ((3, 1, 4, 6, 5), (0, 0, 9, 1, 0), (8, 2, 1, 0, 1)):
        results = made.match(counts)
        score = pair_counts(results, 0, 1).points / len(results.games)
        found = ratings(results, prior=0)
        assert found.elo[0] - found.elo[1] == pytest.approx(elo_of(score))
        assert sum(found.elo) == pytest.approx(0)
        # With the prior, half a game is added, half won and half lost.
        games = len(results.games)
        score = (score * games + PRIOR_GAMES / 2) / (games + PRIOR_GAMES)
        found = ratings(results)
        assert found.elo[0] - found.elo[1] == pytest.approx(elo_of(score))


def test_two_players_are_known_as_well_as_their_pairs_tell() -> None:
    counts = (30, 40, 80, 60, 50)
    found, pairs = ratings(made.match(counts)), estimate(counts)
    assert 2 * found.error(0) == pytest.approx(pairs.error, rel=0.01)
    assert found.error(1) == pytest.approx(found.error(0))
    assert found.superiority(0, 1) == pytest.approx(pairs.los, abs=0.002)


def test_everyone_expects_the_points_they_have() -> None:
    """What maximum likelihood means, in a tournament where nobody met equally often."""
    source = random.Random(4)
    met = [(a, b, source.choice((0.0, 0.5, 1.0, 1.5, 2.0))) for a, b in _met(source, 5, 80)]
    results = made.tournament(5, met)
    found = ratings(results, prior=0)
    for player in range(5):
        expected = 0.0
        for other in range(5):
            games = results.tally(player, other).games if other != player else 0
            expected += games * score_of(found.elo[player] - found.elo[other])
        assert expected == pytest.approx(results.tally(player).points, abs=1e-8)


def _met(source: random.Random, players: int, pairs: int) -> list[tuple[int, int]]:
    choices = [tuple(source.sample(range(players), 2)) for _ in range(pairs)]
    return [(a, b) for a, b in choices]


def test_strengths_are_found_again() -> None:
    """Out of 30 tournaments the true strengths lie in 95 % of the intervals."""
    strengths = [150.0, 60.0, 0.0, -70.0, -140.0]
    inside = 0
    for seed in range(30):
        found = ratings(round_robin(strengths, 30, seed))
        inside += sum(
            abs(elo - truth) <= found.error(player)
            for player, (elo, truth) in enumerate(zip(found.elo, strengths, strict=True))
        )
    assert 0.88 <= inside / 150 <= 1


def test_names_do_not_matter() -> None:
    results = round_robin([200.0, 50.0, 0.0, -250.0], 6)
    order = [2, 0, 3, 1]  # who was 0 is now 2
    renamed = made.results(
        4,
        [
            made.played(
                game.pairing.number,
                game.pairing.pair,
                (order[game.pairing.first], order[game.pairing.second]),
                None if game.winner is None else order[game.winner],
            )
            for game in reversed(results.games)
        ],
    )
    one, other = ratings(results), ratings(renamed)
    for player, renumbered in enumerate(order):
        assert other.elo[renumbered] == pytest.approx(one.elo[player])
        assert other.error(renumbered) == pytest.approx(one.error(player))
    table = [order[standing.player] for standing in standings(results)]
    assert [standing.player for standing in standings(renamed)] == table


def test_who_won_everything_stays_finite() -> None:
    results = made.tournament(3, [(0, 1, 2.0), (0, 2, 2.0), (1, 2, 2.0)] * 20)
    found = ratings(results)
    assert 300 < found.elo[0] < 2000
    assert found.elo[0] == pytest.approx(-found.elo[2])
    assert found.elo[1] == pytest.approx(0, abs=1e-6)
    assert 100 < found.error(0) < 2000
    with pytest.raises(ValueError, match=r"won or lost everything|no ratings"):
        ratings(results, prior=0)


def test_draws_alone_do_not_prove_equality() -> None:
    few, many = (
        ratings(made.tournament(3, [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 1.0)] * n)) for n in (5, 50)
    )
    drawn = [made.played(i, i // 2, (i % 2, 1 - i % 2), None) for i in range(40)]
    assert few.elo == many.elo == pytest.approx((0, 0, 0))
    assert 0 < many.error(0) < few.error(0)
    assert ratings(made.results(2, drawn)).error(0) > 1


def test_players_who_never_met_are_still_rated() -> None:
    found = ratings(made.tournament(4, [(0, 1, 2.0), (2, 3, 1.0)]))
    assert found.elo[0] > found.elo[2] > found.elo[1]
    with pytest.raises(ValueError, match="no ratings"):
        ratings(made.tournament(4, [(0, 1, 1.0), (2, 3, 1.0)]), prior=0)


def test_nothing_played() -> None:
    table = standings(made.results(3, [], scheduled=12))
    assert [standing.rank for standing in table] == [1, 1, 1]
    assert [standing.player for standing in table] == [0, 1, 2]
    assert all(standing.elo == 0 and math.isfinite(standing.error) for standing in table)
    assert all(standing.seconds_per_move is None for standing in table)


def test_a_round_robin_stands_in_the_order_of_points() -> None:
    for seed in range(8):
        table = standings(round_robin([120.0, 40.0, 0.0, -20.0, -90.0, -100.0], 3, seed))
        points = [standing.points for standing in table]
        assert points == sorted(points, reverse=True)
        assert sum(points) == 15 * 3 * 2
        for upper, lower in pairwise(table):
            assert upper.superiority is not None
            assert upper.superiority >= 0.5 - 1e-9
            assert (upper.rank == lower.rank) == (upper.points == lower.points)
        assert table[-1].superiority is None


def test_a_line_of_the_table() -> None:
    games = [
        made.played(0, 0, (0, 1), 0, seconds=(3, 1), moves=(10, 5), depth=(4, 8)),
        made.played(1, 0, (1, 0), None, seconds=(9, 7), moves=(5, 30), depth=(2, None)),
        made.played(2, 1, (1, 0), 0, termination="crash", seconds=(0, 2), moves=(0, 0)),
        made.played(3, 1, (0, 1), 1, termination="resignation", moves=(0, 0), seconds=(0, 0)),
    ]
    leader, last = standings(made.results(2, games))
    assert (leader.name, leader.tally, leader.points) == ("player a", Tally(2, 1, 1), 2.5)
    assert leader.seconds_per_move == pytest.approx(12 / 40)
    assert leader.depth == pytest.approx(4)  # the other game did not tell
    assert last.depth == pytest.approx((8 * 5 + 2 * 5) / 10)
    assert (leader.failures, last.failures) == (0, 1)


def test_crosstable() -> None:
    results = round_robin([100.0, 0.0, -100.0], 7)
    table = crosstable(results)
    for a in range(3):
        assert table[a][a] is None
        for b in set(range(3)) - {a}:
            assert table[a][b] == results.tally(a, b)
    order = (2, 0, 1)
    assert crosstable(results, order)[0][1] == results.tally(2, 0)

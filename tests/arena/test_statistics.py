"""Elo, its interval and the likelihood of superiority, against figures that others published."""

import math
import random
from fractions import Fraction

import pytest

from enligne.arena.statistics import (
    PairCounts,
    elo_of,
    estimate,
    moments,
    pair_counts,
    score_of,
)
from tests.arena import made

# Elo tables say it in whole per cents.
TABLE = {50: 0, 53: 21, 56: 42, 60: 70, 64: 100, 70: 147, 76: 200, 85: 301, 91: 402, 97: 604}

# Pairs by points, and what fastchess prints of them: Elo ± half its 95 % interval, normalized Elo,
# likelihood of superiority in per cent. The first three are from its own tests, the others from
# the logs of engines that were tested with it.
PUBLISHED = {
    (34, 54, 63, 64, 75): (55.58, 27.65, 57.94, 100.00),
    (332, 433, 498, 333, 334): (-8.64, 10.33, -9.17, 5.05),
    (7895, 8757, 5685, 568, 9999): (-21.04, 2.95, -19.01, 0.00),
    (73, 79, 296, 91, 118): (27.02, 15.81, 32.26, 99.96),
    (66, 79, 5, 0, 0): (-303.61, 30.73, -622.74, 0.00),
    (19, 23, 269, 81, 108): (83.57, 16.15, 115.89, 100.00),
    (40, 67, 295, 123, 54): (25.25, 13.92, 36.44, 99.98),
    (578, 1352, 1985, 1283, 564): (-2.92, 5.02, -3.70, 12.65),
}


@pytest.mark.parametrize(("percent", "elo"), TABLE.items())
def test_elo_of_a_score(percent: int, elo: int) -> None:
    assert elo_of(percent / 100) == pytest.approx(elo, abs=0.9)
    assert elo_of(1 - percent / 100) == pytest.approx(-elo, abs=0.9)


def test_elo_and_score_undo_each_other() -> None:
    assert elo_of(10 / 11) == pytest.approx(400)
    for elo in range(-1600, 1601, 50):
        assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)
    assert score_of(1e6) == 1
    assert score_of(-1e6) == 0
    assert elo_of(0) == -math.inf
    assert elo_of(1) == math.inf


@pytest.mark.parametrize(("pairs", "figures"), PUBLISHED.items())
def test_published_figures(
    pairs: tuple[int, ...], figures: tuple[float, float, float, float]
) -> None:
    found = estimate(pairs)
    assert found.normalized is not None
    printed = (found.elo, found.error, found.normalized, 100 * found.los)
    assert [round(value, 2) for value in printed] == list(figures)


def test_moments_are_those_of_the_list_of_pairs() -> None:
    for seed in range(30):
        source = random.Random(seed)
        counts = [source.randrange(9) for _ in range(5)]
        counts[seed % 5] += 1
        pairs = [Fraction(i, 4) for i, count in enumerate(counts) for _ in range(count)]
        mean = sum(pairs) / len(pairs)
        variance = sum((pair - mean) ** 2 for pair in pairs) / len(pairs)
        assert moments(counts) == pytest.approx((float(mean), float(variance)))


def test_likelihood_of_superiority_is_the_normal_integral() -> None:
    counts = (10, 20, 30, 25, 15)
    mean, variance = moments(counts)
    sigmas = (mean - 0.5) / math.sqrt(variance / 100)
    steps = 20000
    width = (sigmas + 10) / steps
    heights = (math.exp(-((-10 + (i + 0.5) * width) ** 2) / 2) for i in range(steps))
    integral = math.fsum(heights) * width / math.sqrt(2 * math.pi)
    assert estimate(counts).los == pytest.approx(integral, abs=1e-8)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Over 2000 matches of 100 pairs the true Elo is inside 95 % of the intervals."""
    chances = (0.08, 0.17, 0.3, 0.25, 0.2)
    truth = elo_of(sum(chance * i / 4 for i, chance in enumerate(chances)))
    source = random.Random(11)
    inside = 0
    for _ in range(2000):
        drawn = source.choices(range(5), chances, k=100)
        found = estimate([drawn.count(i) for i in range(5)])
        inside += found.low <= truth <= found.high
    assert 0.935 <= inside / 2000 <= 0.965


def test_pairs_know_more_than_games() -> None:
    """An opening that decides every game tells nothing about the players; games that are counted
    singly would take it for their scatter."""
    in_pairs = estimate((2, 0, 96, 0, 2))
    one_by_one = estimate(PairCounts(singles=(100, 0, 100)))
    assert in_pairs.elo == one_by_one.elo == 0
    assert in_pairs.error < one_by_one.error / 3


def test_who_is_asked_about_does_not_matter() -> None:
    for counts in PUBLISHED:
        one, other = estimate(counts), estimate(PairCounts.of(counts).reversed)
        assert other.elo == pytest.approx(-one.elo)
        assert (other.low, other.high) == pytest.approx((-one.high, -one.low))
        assert other.los == pytest.approx(1 - one.los)


@pytest.mark.parametrize("number", [1, 2, 10, 1000])
@pytest.mark.parametrize("is_paired", [True, False])
def test_nothing_lost(number: int, is_paired: bool) -> None:
    counts = PairCounts((0, 0, 0, 0, number)) if is_paired else PairCounts(singles=(0, 0, number))
    found = estimate(counts)
    assert (found.score, found.elo, found.high) == (1, math.inf, math.inf)
    assert math.isfinite(found.low)
    # A player of exactly this strength wins everything once in forty matches.
    assert score_of(found.low) ** number == pytest.approx(0.025)
    assert 0.7 < found.los <= 1
    everything_lost = estimate(counts.reversed)
    assert everything_lost.high == pytest.approx(-found.low)
    assert everything_lost.low == -math.inf
    assert everything_lost.los == pytest.approx(1 - found.los)


def test_draws_alone_do_not_prove_equality() -> None:
    found = estimate((0, 0, 20, 0, 0))
    assert (found.elo, found.los) == (0, 0.5)
    assert found.low == pytest.approx(-found.high)
    assert 10 < found.high < 100
    assert estimate((0, 0, 200, 0, 0)).high < found.high / 5


def test_nothing_played() -> None:
    found = estimate((0, 0, 0, 0, 0))
    assert (found.elo, found.low, found.high, found.los) == (0, -math.inf, math.inf, 0.5)


def test_no_counts_make_a_number_that_is_none() -> None:
    for number in range(3**5):
        counts = [number // 3**i % 3 for i in range(5)]
        found = estimate(counts)
        assert found.low <= found.elo <= found.high
        assert 0 <= found.los <= 1


@pytest.mark.parametrize("wrong", [(1, 2, 3), (1, 2, 3, 4, -5), (), (1,) * 6])
def test_what_is_no_count(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="five counts"):
        estimate(wrong)


def test_pairs_are_found_among_the_games() -> None:
    counts = (3, 1, 4, 1, 5)
    found = made.match(counts)
    assert pair_counts(found, 0, 1) == PairCounts(counts)
    assert pair_counts(found, 1, 0) == PairCounts(counts[::-1])
    assert pair_counts(found, 0, 1).points == found.tally(0).points
    shuffled = list(found.games)
    random.Random(1).shuffle(shuffled)
    assert pair_counts(made.results(2, shuffled), 0, 1) == PairCounts(counts)


def test_pairs_of_a_tournament_are_kept_apart() -> None:
    found = made.tournament(3, [(0, 1, 2.0), (0, 2, 0.5), (1, 2, 1.0), (0, 1, 1.5)])
    assert pair_counts(found, 0, 1).pairs == (0, 0, 0, 1, 1)
    assert pair_counts(found, 2, 0).pairs == (0, 0, 0, 1, 0)
    assert pair_counts(found, 1, 2).pairs == (0, 0, 1, 0, 0)


def test_a_game_without_its_return_game() -> None:
    """It counts for the points, not for the strength, unless there is nothing else."""
    games = made.match((0, 1, 0, 1, 0)).games
    found = pair_counts(made.results(2, games[:3]), 0, 1)
    assert found == PairCounts((0, 1, 0, 0, 0), (0, 0, 1))
    assert found.games == 3
    assert found.points == 1.5
    assert estimate(found) == estimate((0, 1, 0, 0, 0))
    alone = estimate(pair_counts(made.results(2, games[2:3]), 0, 1))
    assert (alone.observations, alone.is_paired) == (1, False)


@pytest.mark.parametrize(("a", "b"), [(0, 0), (0, 2), (-1, 1)])
def test_players_who_do_not_meet(a: int, b: int) -> None:
    found = made.match((0, 0, 1, 0, 0))
    with pytest.raises(ValueError, match="player"):
        pair_counts(found, a, b)

"""The sequential test, against published figures, a search for its definition, and its error
rates."""

import math
import random
from collections.abc import Sequence
from itertools import product

import pytest

from enligne.arena.sprt import Decision, Sprt, log_likelihood_ratio
from enligne.arena.statistics import PairCounts, pairs_in_order, score_of
from tests.arena import made

# elo0 and elo1 in logistic Elo, pairs by points, and the published ratio. The first two are from
# the tests of fastchess, all others from tests of Stockfish by fishtest in 2020: pull requests
# 2598, 2950, 2971, 3098 and 3209.
PUBLISHED = [
    (0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
    (0, 2, (871, 26175, 55983, 26678, 821), -4.98),
    (-1.5, 0.5, (243, 1665, 3339, 1762, 281), 2.95),
    (-1.5, 0.5, (444, 5546, 17841, 5604, 428), 2.63),
    (-0.5, 1.5, (133, 1751, 5094, 1849, 165), 2.94),
    (0.25, 1.75, (149, 4748, 32785, 5063, 159), 2.95),
    (-0.5, 1.5, (17, 253, 1042, 337, 39), 2.96),
    (0.25, 1.75, (11, 407, 3238, 513, 11), 2.93),
    (-0.25, 1.25, (491, 7345, 29693, 7670, 465), 2.96),
    (0.25, 1.25, (53, 2220, 21459, 2445, 47), 2.97),
    (-0.25, 1.25, (253, 4282, 17604, 4431, 286), 2.94),
    (0.25, 1.25, (58, 3302, 33130, 3518, 84), 2.97),
]


@pytest.mark.parametrize(("elo0", "elo1", "pairs", "llr"), PUBLISHED)
def test_published_figures(elo0: float, elo1: float, pairs: tuple[int, ...], llr: float) -> None:
    assert round(Sprt(elo0, elo1).status(pairs).llr, 2) == llr


def test_published_figures_of_single_games() -> None:
    """Losses, draws and wins, from the tests of fastchess."""
    found = log_likelihood_ratio((21184, 40708, 21404), score_of(0.5), score_of(2.5))
    assert round(found, 2) == -1.57
    found = log_likelihood_ratio((57030, 106593, 57433), score_of(0), score_of(2))
    assert round(found, 2) == -2.59


def test_bounds() -> None:
    sprt = Sprt(0, 5, 0.05, 0.05)
    assert round(sprt.lower, 3) == -2.944
    assert round(sprt.upper, 3) == 2.944
    sprt = Sprt(0, 5, 0.01, 0.1)
    assert sprt.lower == pytest.approx(math.log(0.1 / 0.99))
    assert sprt.upper == pytest.approx(math.log(0.9 / 0.01))


def test_the_likeliest_distribution_is_found() -> None:
    """The ratio is that of two maxima; a search of all distributions on a fine grid that expect
    the score finds no more likely one, and one nearly as likely."""
    counts = (6, 9, 14)
    for score0, score1 in ((0.5, 0.6), (0.45, 0.8), (0.2, 0.7)):
        found = log_likelihood_ratio(counts, score0, score1)
        searched = _searched(counts, score1) - _searched(counts, score0)
        assert found == pytest.approx(searched, abs=1e-6)


def _searched(counts: Sequence[int], score: float) -> float:
    """The log of the likelihood of three counts under the best distribution: with the score given,
    only the chance of a draw is free."""
    best = -math.inf
    most = 2 * min(score, 1 - score)
    for i in range(1, 20000):
        draw = most * i / 20000
        chances = (1 - score - draw / 2, draw, score - draw / 2)
        if min(chances) > 0:
            logs = (count * math.log(p) for count, p in zip(counts, chances, strict=True))
            best = max(best, math.fsum(logs))
    return best


def test_symmetry() -> None:
    """Seen from the other player, the test is the opposite one."""
    for _, _, pairs, _ in PUBLISHED:
        one = Sprt(-1, 3).status(pairs).llr
        other = Sprt(-3, 1).status(PairCounts.of(pairs).reversed).llr
        assert other == pytest.approx(-one, abs=1e-9)


def test_no_counts_make_a_number_that_is_none() -> None:
    for counts in product((0, 1, 40), repeat=5):
        for sprt in (Sprt(0, 5), Sprt(-800, 800), Sprt(-2000, -1999)):
            status = sprt.status(counts)
            assert math.isfinite(status.llr)
            assert (status.decision is None) == (status.lower < status.llr < status.upper)


def test_nothing_played_decides_nothing() -> None:
    status = Sprt(0, 5).status((0, 0, 0, 0, 0))
    assert (status.llr, status.decision) == (0, None)
    assert Sprt(0, 5).status(PairCounts(singles=(0, 0, 900))).llr == 0


def test_more_points_speak_for_more_strength() -> None:
    sprt = Sprt(0, 10)
    found = [sprt.status((5, 10 - i, 20, 10 + i, 5)).llr for i in range(-10, 11)]
    assert found == sorted(found)
    assert sprt.status((1, 1, 100, 300, 300)).decision == "H1"
    assert sprt.status((300, 300, 100, 1, 1)).decision == "H0"


def test_equal_players_who_always_draw_are_told_apart_from_better_ones() -> None:
    assert Sprt(0, 50).status((0, 0, 100, 0, 0)).decision == "H0"


def test_a_decision_stands() -> None:
    """What comes after it, even if it would take it back, is not looked at."""
    sprt = Sprt(0, 60)
    course = sprt.course([2.0] * 40 + [0.0] * 200)
    assert [status.decision for status in course] == [None] * (len(course) - 1) + ["H1"]
    assert len(course) < 40
    assert course[-1] == sprt.status((0, 0, 0, 0, len(course)))
    assert sprt.course([]) == []


def test_pairs_come_in_the_order_of_the_schedule() -> None:
    games = made.tournament(2, [(0, 1, point) for point in (2.0, 0.5, 1.0, 1.5)]).games
    shuffled = made.results(2, games[::-1])
    assert pairs_in_order(shuffled, 0, 1) == [2.0, 0.5, 1.0, 1.5]
    assert pairs_in_order(shuffled, 1, 0) == [0.0, 1.5, 1.0, 0.5]
    # A pair that is still being played, by half or in whole, ends what counts.
    assert pairs_in_order(made.results(2, games[:3] + games[4:]), 0, 1) == [2.0]
    assert pairs_in_order(made.results(2, games[:2] + games[4:]), 0, 1) == [2.0]
    assert pairs_in_order(made.results(2, games[2:]), 0, 1) == []


SHAPES = {
    "decisive": (0.15, 0.05, 0.6, 0.05, 0.15),
    "drawish": (0.02, 0.13, 0.7, 0.13, 0.02),
    "openings decide": (0.06, 0.02, 0.84, 0.02, 0.06),
}
TESTS = 600


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_error_rates(shape: str, truth: Decision) -> None:
    """600 simulated tests each: equal players are said to be equal, and stronger ones
    stronger, but for the stated share of errors."""
    sprt = Sprt(0, 60, 0.05, 0.1)
    chances = _shifted(SHAPES[shape], score_of(60 if truth == "H1" else 0))
    source = random.Random(f"{shape} {truth}")
    wrong = sum(_decided(sprt, chances, source) != truth for _ in range(TESTS))
    stated = sprt.alpha if truth == "H0" else sprt.beta
    # Three standard errors of a share of that many tests. A test overshoots its bounds, so errors
    # are rarer than stated, but not so rare that the test was too timid.
    tolerance = 3 * math.sqrt(stated * (1 - stated) / TESTS)
    assert stated / 10 < wrong / TESTS < stated + tolerance


def _shifted(chances: Sequence[float], score: float) -> list[float]:
    """Chances of pairs bent to expect a score: each is weighed by a power."""
    low, high = 1e-6, 1e6
    for _ in range(200):
        base = math.sqrt(low * high)
        weighed = [chance * base**i for i, chance in enumerate(chances)]
        bent = [weight / sum(weighed) for weight in weighed]
        if sum(chance * i / 4 for i, chance in enumerate(bent)) < score:
            low = base
        else:
            high = base
    return bent


def _decided(sprt: Sprt, chances: Sequence[float], source: random.Random) -> Decision:
    counts = [0] * 5
    for _ in range(200):
        for pair in source.choices(range(5), chances, k=50):
            counts[pair] += 1
            decision = sprt.status(counts).decision
            if decision is not None:
                return decision
    raise AssertionError("the test never ended")


def test_parse() -> None:
    sprt = Sprt.parse("0, 5,0.05,0.1")
    assert sprt == Sprt(0, 5, 0.05, 0.1)
    assert Sprt.parse(str(sprt)) == sprt


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "elo0,elo1,alpha,beta"),
        ("0,5", "elo0,elo1,alpha,beta"),
        ("0,5,0.05,0.05,1", "elo0,elo1,alpha,beta"),
        ("0,five,0.05,0.05", "elo1 'five'"),
        ("5,0,0.05,0.05", "elo0 5 is not below elo1 0"),
        ("0,0,0.05,0.05", "not below"),
        ("nan,5,0.05,0.05", "elo0 nan"),
        ("0,inf,0.05,0.05", "elo1 inf"),
        ("0,5,0,0.05", "alpha 0 "),
        ("0,5,0.05,0.5", "beta 0.5"),
        ("0,5,nan,0.05", "alpha nan"),
        ("0,5,5%,0.05", "alpha '5%'"),
    ],
)
def test_what_cannot_be_tested(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=r"elo|alpha|beta") as caught:
        Sprt.parse(text)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)

"""Learning curves: joining, thinning, reading."""

import pytest

from enligne.errors import BrainError
from enligne.learning import Brain, Curve, Menace, train


def curve_of(points: int, start: int = 0) -> Curve:
    games = list(range(start, start + points))
    losses = [1 / (1 + each) for each in games]
    return Curve(games, losses, [each / 2 for each in losses], [each / 3 for each in losses])


def rows(curve: Curve) -> list[tuple[float, ...]]:
    return list(zip(*curve.data().values(), strict=True))


def test_measuring_the_same_games_twice_adds_nothing() -> None:
    machine, curve = Menace("tictactoe", seed=1), Curve()
    curve.measure(machine)
    curve.measure(machine)
    assert curve.games == [0]
    train(machine, "random", 3)
    curve.measure(machine)
    curve.measure(machine)
    assert curve.games == [0, 3]
    assert curve.random[-1] == machine.measure().random.loss


def test_extending() -> None:
    curve = curve_of(5)
    curve.extend(curve_of(8))
    assert rows(curve) == rows(curve_of(8))
    curve.extend(curve_of(8))
    curve.extend(Curve())
    assert rows(curve) == rows(curve_of(8))
    empty = Curve()
    empty.extend(curve_of(4, start=7))
    assert rows(empty) == rows(curve_of(4, start=7))


@pytest.mark.parametrize(
    ("losses", "expected"),
    [
        ([], None),
        ([0.5, 0.25], None),
        ([0.5, 0.0], 10),
        ([0.0, 0.5], None),
        ([0.0, 0.0], 0),
        ([0.5, 0.0, 0.1, 0.0, 0.0], 30),
    ],
)
def test_never_loses_from(losses: list[float], expected: int | None) -> None:
    games = [10 * i for i in range(len(losses))]
    assert Curve(games, losses, losses, losses).never_loses_from == expected


@pytest.mark.parametrize("most", [2, 3, 4, 7, 10, 100])
def test_thinning_keeps_the_ends_and_at_most_so_many(most: int) -> None:
    for points in (0, 1, 2, 3, 4, 5, 9, 10, 11, 20, 21, 99, 100, 101, 200):
        curve = curve_of(points)
        thin = curve.thinned(most)
        assert len(thin.games) <= most
        assert set(rows(thin)) <= set(rows(curve))
        assert thin.games == sorted(thin.games)
        if points:
            assert (thin.games[0], thin.games[-1]) == (curve.games[0], curve.games[-1])
        if points <= most:
            assert thin == curve
        assert thin.thinned(most) == thin


def test_a_long_curve_is_saved_thinned_once() -> None:
    for points in (1999, 2000, 2001, 4000, 5000):
        brain = Brain("long", Menace("tictactoe"), curve_of(points))
        text = brain.to_json()
        again = Brain.from_json(text)
        assert len(again.curve.games) <= 2000
        assert again.curve.games[-1] == points - 1
        assert again.to_json() == text


def test_data_round_trips() -> None:
    curve = curve_of(30)
    assert Curve.from_data(curve.data()) == curve
    assert Curve.from_data(Curve().data()) == Curve()
    data = curve.data()
    data["games"].append(7)
    assert rows(curve) == rows(curve_of(30))


GOOD = {"games": [0, 2], "worst_case": [1.0, 0.5], "perfect": [1, 0], "random": [0.5, 0.25]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"games": [0]}, "lists of the same length"),
        ({"games": None}, "lists of the same length"),
        ({"games": "ab"}, "lists of the same length"),
        ({"random": {}}, "lists of the same length"),
        ({"random": 1}, "lists of the same length"),
        ({"games": [2, 2]}, "whole numbers that rise"),
        ({"games": [2, 1]}, "whole numbers that rise"),
        ({"games": [-1, 1]}, "whole numbers that rise"),
        ({"games": [0, 1.5]}, "whole numbers that rise"),
        ({"games": [False, True]}, "whole numbers that rise"),
        ({"games": ["0", "1"]}, "whole numbers that rise"),
        ({"perfect": [0, 1.5]}, "probabilities"),
        ({"perfect": [0, -0.5]}, "probabilities"),
        ({"perfect": [0, float("nan")]}, "probabilities"),
        ({"perfect": [0, "1"]}, "probabilities"),
        ({"perfect": [0, None]}, "probabilities"),
        ({"worst_case": [0, True]}, "probabilities"),
        ({"more": [1, 2]}, "a curve has games, worst_case, perfect, random"),
    ],
)
def test_bad_data_is_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(BrainError, match=reason):
        Curve.from_data(GOOD | change)
    assert Curve.from_data(GOOD).games == [0, 2]


def test_missing_data_is_refused() -> None:
    wrongs: list[object] = [None, [], 1, "games", {}]
    for wrong in wrongs:
        with pytest.raises(BrainError, match="a curve has games"):
            Curve.from_data(wrong)
    for name in GOOD:
        rest = {key: value for key, value in GOOD.items() if key != name}
        with pytest.raises(BrainError, match="a curve has games"):
            Curve.from_data(rest)

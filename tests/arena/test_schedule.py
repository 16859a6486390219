"""Who meets whom: everybody as often as they should, from both sides of every opening."""

from collections import Counter
from collections.abc import Iterator

import pytest

from enligne.arena.openings import Openings
from enligne.arena.plan import FORMS, Form, Schedule


def openings() -> Openings:
    return Openings("numbered", (str(number) for number in range(1000)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("games", [2, 6])
def test_every_opening_is_played_from_both_sides(form: Form, players: int, games: int) -> None:
    schedule = Schedule(players, games, openings(), form)
    pairings = list(schedule)
    assert len(pairings) == len(schedule)
    assert [each.number for each in pairings] == list(range(len(pairings)))
    sides = Counter((each.first, each.second, each.opening) for each in pairings)
    assert set(sides.values()) == {1}
    for first, second, opening in sides:
        assert (second, first, opening) in sides
    met = Counter(frozenset((each.first, each.second)) for each in pairings)
    assert set(met.values()) == {games}
    others = players - 1
    assert len(met) == (others if form == "gauntlet" else players * others // 2)
    assert form != "gauntlet" or all(0 in both for both in met)
    pairs: dict[int, list[tuple[int, int]]] = {}
    for each in pairings:
        pairs.setdefault(each.pair, []).append((each.first, each.second))
    assert all(len(both) == 2 and both[0] == both[1][::-1] for both in pairs.values())


def test_whenever_it_ends_all_have_played_about_as_much() -> None:
    for length in range(1, 60):
        played: Counter[frozenset[int]] = Counter()
        for each in list(Schedule(4, 10, openings()))[:length]:
            played[frozenset((each.first, each.second))] += 1
        assert max(played.values()) - (min(played.values()) if len(played) == 6 else 0) <= 2


def test_openings_are_looked_for_only_when_they_are_due() -> None:
    asked = []

    def source() -> Iterator[str]:
        for number in range(100):
            asked.append(number)
            yield str(number)

    pairings = iter(Schedule(2, 200, Openings("", source())))
    for _ in range(4):
        next(pairings)
    assert asked == [0, 1]


@pytest.mark.parametrize(
    ("players", "games", "reason"),
    [(1, 2, "two players at least"), (2, 3, "an even number"), (2, 0, "an even number")],
)
def test_what_cannot_be_scheduled(players: int, games: int, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Schedule(players, games, openings())


def test_there_is_no_other_form() -> None:
    with pytest.raises(ValueError, match="form 'swiss': it is one of round robin, gauntlet"):
        Schedule(2, 2, openings(), "swiss")  # type: ignore[arg-type]

"""How often somebody may do something."""

from __future__ import annotations

import pytest

from enligne.server.contract import prices
from enligne.server.contract.refusals import RefusalError
from enligne.server.pace import Pace, Paces
from enligne.server.tally import Tally


class Clock:
    """A time that passes when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        for module in ("pace", "tally"):
            monkeypatch.setattr(f"enligne.server.{module}.time.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_pace_is_saved_up_and_no_further(clock: Clock) -> None:
    pace = Pace(2.0, 10)
    clock.now += 1000
    assert [pace.spend() for _ in range(11)] == [True] * 10 + [False]
    assert pace.seconds_to_wait == 0.5
    clock.now += 0.5
    assert pace.spend()
    assert not pace.spend()


def test_what_is_owed_must_be_gained_first(clock: Clock) -> None:
    pace = Pace(2.0, 10)
    pace.charge(14)
    assert pace.is_owing
    clock.now += 2
    assert not pace.is_owing
    assert not pace.spend()
    pace.charge(1000)  # no more than can be saved up
    clock.now += 5.5
    assert pace.spend()


def test_addresses_that_rest_are_forgotten_and_no_others(clock: Clock) -> None:
    paces = Paces(1.0, 10)
    paces.of("busy").charge(25)
    for number in range(30_000):
        clock.now += 0.0001
        assert paces.of(str(number)).spend()
    assert paces.of("busy").is_owing
    assert len(paces) < 25_000


def test_addresses_are_counted_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    tally = Tally(2, 10.0, "too many")
    for number in range(30_000):
        clock.now += 0.001
        tally.check(str(number))  # which leaves nothing to count where it was long ago
        if number % 3:
            tally.add(str(number))
        tally.check("0")
    assert len(tally._times) < 25_000
    tally.add("a")
    tally.add("a")
    with pytest.raises(RefusalError, match="too many"):
        tally.check("a")
    clock.now += 11
    tally.check("a")
    for number in range(60_000):  # "a" has nothing left, and is in nobody's way
        tally.add(f"new {number}")


def test_how_long_a_room_is_counts() -> None:
    short, long = (prices.of_room(moves, has_start=False) for moves in (9, 600))
    assert prices.requests(short) == 1
    assert prices.requests(long) > 4
    most = prices.of_room(676, has_start=True)
    assert prices.requests(most) >= prices.requests(long)


def test_dear_requests_count_for_more() -> None:
    assert prices.requests(1e-5) == 1
    assert prices.requests(prices.AT_ONCE) > 5
    assert prices.requests(2 * prices.AT_ONCE) == 1  # the gate's business

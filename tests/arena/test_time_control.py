"""Clocks: who keeps to its limits never loses on time, who does not does."""

import pytest

from enligne import Limit, Position
from enligne.arena.time_control import GRACE, GameClock, TimeControl
from enligne.move import FIRST, SECOND


@pytest.mark.parametrize(
    ("text", "control", "about"),
    [
        ("1", TimeControl(1.0), "1 s a move"),
        (" .25 ", TimeControl(0.25), "0.25 s a move"),
        ("60+0.5", TimeControl(60.0, 0.5), "60 s a game and 0.5 s more each move"),
        ("10+0", TimeControl(10.0, 0.0), "10 s a game"),
    ],
)
def test_texts(text: str, control: TimeControl, about: str) -> None:
    assert TimeControl.parse(text) == control
    assert control.about == about


@pytest.mark.parametrize(
    "text", ["", "fast", "0", "-1", "1+", "+1", "1+1+1", "1e9", "nan", "0+5", "١", "1 2", "60+-1"]
)
def test_texts_that_are_no_time(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a time|is no time"):
        TimeControl.parse(text)


@pytest.mark.parametrize("rules", ["tictactoe", "connect4", "gomoku", "gomoku20"])
@pytest.mark.parametrize("text", ["1+0", "10+0", "10+0.1", "0.5+0.05", "60+1"])
def test_who_uses_all_of_every_limit_never_loses_on_time(rules: str, text: str) -> None:
    """Even in a game that fills the board, and always one hundredth late."""
    clock = GameClock(TimeControl.parse(text))
    # Only the number of stones counts, so any full board will do.
    position = Position(rules)
    total = 0.0
    while position.outcome() is None:
        limit = clock.limit(position)
        assert limit.seconds is not None
        assert limit.seconds <= (clock.left(position.side) or 0) + 0.002
        total += limit.seconds
        late = 0.0 if text.endswith("+0") else 0.01
        assert clock.spend(position.side, limit.seconds + late) == ""
        position = position.play(next(iter(position.legal_moves)))
    assert total > 0


def test_the_increment_comes_back() -> None:
    clock = GameClock(TimeControl(10.0, 2.0))
    assert clock.spend(FIRST, 3.0) == ""
    assert clock.left(FIRST) == 9.0
    assert clock.left(SECOND) == 10.0
    # Late within the grace: nothing is left, nothing owed.
    assert clock.spend(FIRST, 9.0 + GRACE / 2) == ""
    assert clock.left(FIRST) == 2.0


@pytest.mark.parametrize(("text", "had"), [("1", 1.0), ("5+1", 5.0)])
def test_too_late_is_too_late(text: str, had: float) -> None:
    clock = GameClock(TimeControl.parse(text))
    assert clock.spend(FIRST, had + GRACE - 0.01) == ""
    clock = GameClock(TimeControl.parse(text))
    assert clock.spend(SECOND, had + GRACE + 0.01) == (
        f"it took {had + GRACE + 0.01:.2f} s and had {had:.2f} s"
    )


def test_a_time_a_move_is_the_same_for_every_move() -> None:
    clock = GameClock(TimeControl(2.0), Limit(depth=3))
    for _ in range(100):
        assert clock.limit(Position("connect4")) == Limit(seconds=2.0, depth=3)
        assert clock.spend(FIRST, 2.0) == ""


def test_without_time_only_the_limit_counts() -> None:
    clock = GameClock(None, Limit(nodes=7))
    assert clock.limit(Position("connect4")) == Limit(nodes=7)
    assert clock.left(FIRST) is None
    assert clock.spend(FIRST, 1e6) == ""

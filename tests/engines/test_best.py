"""Which engine is the best for some rules, and what its scores are worth."""

from __future__ import annotations

import pytest

from enligne import Game, Position, Rules, players
from enligne.engines import ENGINES, Draw, Heuristic, Loss, Win, best_for
from enligne.engines.score import chance


@pytest.mark.parametrize(
    ("rules", "engine"),
    [
        ("gomoku", "gomoku"),
        ("gomoku19", "gomoku"),
        ("gomoku-exact", "gomoku"),
        ("8x8:4", "gomoku"),
        ("26x26:7", "gomoku"),
        ("10x10:3", "alphabeta"),  # beyond its tables
        ("15x15:8", "alphabeta"),
        ("tictactoe", "alphabeta"),  # where the solver knows everything
        ("6x6:5", "alphabeta"),
        ("connect4", "alphabeta"),
        ("9x8:5+gravity", "alphabeta"),
    ],
)
def test_the_best_engine_for_some_rules(rules: str, engine: str) -> None:
    assert best_for(Rules.of(rules)) == engine
    assert ENGINES[engine].plays(Rules.of(rules))


def test_the_perfect_player_leaves_large_boards_to_their_engine() -> None:
    game = Game("gomoku", "h8 a1 i8 a15 j8 o15")
    choice = players.create("perfect:seconds=60,threads=1,table_mb=4").choose(game.position)
    assert choice.analysis is not None
    assert choice.analysis.score == Win(3)


def test_chances_lie_between_a_loss_and_a_win() -> None:
    for engine in ENGINES:
        values = [-(10**9), -300, -1, 0, 1, 300, 10**9]
        chances = [chance(Heuristic(value), engine) for value in values]
        assert chances == sorted(chances)
        assert chances[3] == chance(Draw(), engine) == 0.5
        assert all(chance(Loss(2), engine) < each < chance(Win(3), engine) for each in chances)
        for value, worth in zip(values, chances, strict=True):
            assert chance(Heuristic(-value), engine) == pytest.approx(1 - worth)
    # The engines count in units of their own.
    assert chance(Heuristic(200), "gomoku") < chance(Heuristic(200), "alphabeta")


def test_the_first_stone_of_gomoku_is_an_advantage_and_no_more() -> None:
    found = players.create("gomoku:nodes=20000").choose(Position("gomoku")).analysis
    assert found is not None
    assert 0.5 < chance(found.score, "gomoku") < 0.8

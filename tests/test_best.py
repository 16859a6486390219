"""Which engine and which players there are for some rules, and what their scores are worth."""

from __future__ import annotations

import itertools

import pytest

from enligne import Game, Position, Rules, players
from enligne.engines import ENGINES, Draw, Heuristic, Limit, Loss, Win, best_for
from enligne.engines.chance import chance
from enligne.engines.options import split_text
from enligne.players.scale import scale


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


@pytest.mark.parametrize(
    "rules",
    ["tictactoe", "connect4", "connect5", "gomoku", "gomoku19", "8x8:4", "15x15:8", "6x6:4"],
)
def test_five_players_for_any_rules(rules: str) -> None:
    texts = scale(Rules.of(rules))
    assert len(set(texts)) == 5
    position = Game(rules).position
    for text in texts:
        move = players.create(text).choose(position, Limit(seconds=0.05)).move
        assert move in position.legal_moves


def test_gomoku_has_its_own_engine_above() -> None:
    names = [split_text(text)[0] for text in scale(Rules.of("gomoku"))]
    assert names == ["alphabeta", "greedy", "alphabeta", "gomoku", "gomoku"]


def points(first: str, second: str, opening: str) -> float:
    """Of the first named, from two games of one opening."""
    total = 0.0
    for pair in ((first, second), (second, first)):
        choosers = [players.create(text) for text in pair]
        game = Game("gomoku", opening)
        while game.outcome() is None:
            move = choosers[game.side].choose(game.position).move
            assert move is not None
            game.push(move)
        outcome = game.outcome()
        assert outcome is not None
        won = None if outcome.winner is None else pair[outcome.winner]
        total += 0.5 if won is None else won == first
    return total


def test_each_step_of_the_gomoku_scale_beats_the_one_below() -> None:
    # Positions instead of seconds: the same games every time.
    steps = [text.replace("seconds=1", "nodes=80000") for text in scale(Rules.of("gomoku"))]
    results = [
        sum(points(above, below, opening) for opening in ("h8 i9", "h8 h7 g10"))
        for below, above in itertools.pairwise(steps)
    ]
    assert min(results) >= 2
    assert sum(results) >= 12  # of 16


def test_the_perfect_player_leaves_large_boards_to_their_engine() -> None:
    game = Game("gomoku", "h8 a1 i8 a15 j8 o15")
    choice = players.create("perfect:seconds=0.2,threads=1,table_mb=4").choose(game.position)
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

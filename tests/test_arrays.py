"""Positions and many games as arrays, against what the model says of them."""

import random
import subprocess
import sys

import numpy as np
import pytest

from enligne import (
    FIRST,
    SECOND,
    Cell,
    FinishedError,
    Game,
    IllegalMoveError,
    Position,
    PositionError,
    Rules,
    Side,
    batch,
)

RULES = ["tictactoe", "connect4", "5x4:3+exact", "9x7:5+gravity", "12x11:4", "gomoku19", "26x26:5"]


def games(rules: str, count: int = 10) -> list[Game]:
    source = random.Random(rules)
    found = []
    for _ in range(count):
        game = Game(rules)
        for _ in range(source.randrange(60)):
            if game.is_over:
                break
            game.push(source.choice(game.legal_moves))
        found.append(game)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_planes_and_masks_are_those_of_the_position(rules: str) -> None:
    for game in games(rules):
        position = game.position
        for side in (None, FIRST, SECOND):
            own = position.side if side is None else side
            planes = position.array(side)
            assert planes.shape == (2, position.rules.height, position.rules.width)
            for plane, owner in zip(planes, (own, own.other), strict=True):
                cells = {Cell(int(column), int(row)) for row, column in np.argwhere(plane)}
                assert cells == set(position.stones(owner))
            assert Position.from_array(rules, planes, side) == position
        mask = position.legal_mask()
        assert mask.dtype == bool
        actions = [move.action(position.rules) for move in position.legal_moves]
        assert sorted(actions) == np.flatnonzero(mask).tolist()
        assert [position.move_of(action) for action in actions] == list(position.legal_moves)
        for action in (-1, len(mask), *np.flatnonzero(~mask).tolist()[:3]):
            with pytest.raises(IllegalMoveError):
                position.move_of(action)


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (np.zeros((2, 7, 6)), r"shape \(2, 7, 6\): it is two planes, \(2, 6, 7\)"),
        (np.full((2, 6, 7), 2), "something else than 0 and 1"),
        (np.full((2, 6, 7), "x"), "something else than 0 and 1"),
        (np.ones((2, 6, 7)), "a1 has two stones"),
        ([[[0] * 7] * 6, [[0] * 7] * 5 + [[1] * 7]], "cannot be|in the air"),
    ],
)
def test_arrays_that_are_no_position(array: object, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Position.from_array("connect4", array)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", RULES)
def test_many_games_go_as_single_ones_do(rules: str) -> None:
    count, source = 12, random.Random(rules)
    several = batch.Games(rules, count)
    singles = [Game(rules) for _ in range(count)]
    for _ in range(120):
        actions = [
            0 if game.is_over else source.choice(game.legal_moves).action(game.rules)
            for game in singles
        ]
        several.step(actions)
        for game, action in zip(singles, actions, strict=True):
            if not game.is_over:
                game.push(game.position.move_of(action))
        check(several, singles)
        if source.random() < 0.1:
            which = np.array([source.random() < 0.5 for _ in singles])
            several.reset(which)
            singles = [
                Game(rules) if is_new else game for game, is_new in zip(singles, which, strict=True)
            ]
            check(several, singles)


def check(several: batch.Games, singles: list[Game]) -> None:
    positions = [game.position for game in singles]
    assert (several.planes == [each.array(FIRST) for each in positions]).all()
    assert (several.arrays() == [each.array() for each in positions]).all()
    assert (several.legal_masks == [each.legal_mask() for each in positions]).all()
    assert several.is_over.tolist() == [each.is_over for each in positions]
    assert several.plies.tolist() == [each.ply for each in positions]
    outcomes = [each.outcome() for each in positions]
    winners = [-1 if each is None or each.winner is None else int(each.winner) for each in outcomes]
    assert several.winners.tolist() == winners
    assert several.position(0) == positions[0]


def test_random_actions_are_legal_and_equally_likely() -> None:
    several = batch.Games("connect4", 7000, seed=1)
    counts = np.bincount(several.random_actions(), minlength=7)
    assert counts.min() > 850
    counts = np.bincount(batch.Games("gomoku", 45000).random_actions(), minlength=225)
    assert 130 < counts.min() <= counts.max() < 280  # 200 each
    while not several.is_over.all():
        several.step(several.random_actions())
    # Known of random games: the first side wins 55.6 % of them, 0.25 % are drawn.
    assert 0.53 < (several.winners == 0).mean() < 0.58
    assert 0 < (several.winners == -1).mean() < 0.01
    twins = [batch.Games("tictactoe", 50, seed=3) for _ in range(2)]
    assert (twins[0].random_actions() == twins[1].random_actions()).all()


def test_a_wrong_step_changes_nothing() -> None:
    several = batch.Games("connect4", 3)
    for _ in range(6):
        several.step([0, 1, 2])
    before = several.planes.copy()
    with pytest.raises(IllegalMoveError, match="game 1: column b is full"):
        several.step([3, 1, 3])
    with pytest.raises(IllegalMoveError, match="game 2: 7 is not an action of connect4"):
        several.step([3, 3, 7])
    for wrong in ([1, 2], [[1, 2, 3]], [0.5, 1, 2], ["a", "b", "c"]):
        with pytest.raises(ValueError, match="it is a whole number for each of 3 games"):
            several.step(wrong)
    with pytest.raises(ValueError, match="it is a boolean for each of 3 games"):
        several.reset([0, 1, 2])
    assert (several.planes == before).all()
    with pytest.raises(ValueError, match="read-only"):
        several.planes[0] = 1
    with pytest.raises(ValueError, match="0 games: from 1"):
        batch.Games("connect4", 0)


def test_the_model_does_without_numpy() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "from enligne import Position, batch\n"
        "position = Position('connect4').play('d')\n"
        "for ask in (position.array, position.legal_mask, lambda: batch.Games('connect4', 2)):\n"
        "    try: ask()\n"
        "    except ImportError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "arrays need NumPy, which is not installed: pip install numpy\n" * 3


def test_actions() -> None:
    assert [Cell(3, 1).action(Rules.of(rules)) for rules in ("connect4", "gomoku")] == [3, 18]
    assert (Rules.of("connect4").action_count, Rules.of("gomoku").action_count) == (7, 225)
    assert [bool(side) for side in Side] == [True, True]


@pytest.mark.parametrize("rules", RULES)
def test_one_game_goes_as_the_model_does(rules: str) -> None:
    luck = random.Random(rules)
    one = batch.OneGame(rules, seed=3)
    kept = one.array, one.planes, one.legal_mask
    for _ in range(3):
        one.reset()
        game = Game(rules)
        while not one.is_over:
            position = game.position
            assert (one.ply, one.side, one.winner) == (position.ply, position.side, None)
            assert (one.array == position.array()).all()
            assert (one.planes == position.array(FIRST)).all()
            assert (one.legal_mask == position.legal_mask()).all()
            assert one.legal_actions == np.flatnonzero(one.legal_mask).tolist()
            assert one.position == position
            assert one.random_action() in one.legal_actions
            action = luck.choice(one.legal_actions)
            one.step(np.int64(action))  # type: ignore[arg-type]  # numbers of arrays will do
            game.push(position.move_of(action))
        outcome = game.outcome()
        assert outcome is not None
        assert one.winner is outcome.winner
        assert (one.array == game.position.array()).all()
        assert one.legal_actions == []
        for action in (-1, 0, 10**6):
            with pytest.raises(IllegalMoveError):
                one.step(action)
        with pytest.raises(FinishedError):
            one.random_action()
        assert one.position == game.position
    assert all(a is b for a, b in zip(kept, (one.array, one.planes, one.legal_mask), strict=True))
    with pytest.raises(ValueError, match="read-only"):
        one.array[0, 0, 0] = 1


def test_wrong_actions_change_nothing_in_one_game() -> None:
    one = batch.OneGame("connect4")
    for action in (0, 0, 0, 0, 0, 0):
        one.step(action)
    with pytest.raises(IllegalMoveError, match="column a is full"):
        one.step(0)
    with pytest.raises(IllegalMoveError, match="7 is not an action of connect4: they are 0 to 6"):
        one.step(7)
    for wrong in ("d", None, 2.5):
        with pytest.raises(TypeError):
            one.step(wrong)  # type: ignore[arg-type]
    assert (one.ply, repr(one)) == (6, "<a game of connect4 after 6 moves>")
    one.reset()
    assert (one.ply, one.is_over, len(one.legal_actions)) == (0, False, 7)

"""Gymnasium's own check of our environments, and games in them."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from enligne import PRESETS, PlayerTextError, RulesError
from enligne.adapters.gymnasium import AgainstPlayer


@pytest.mark.parametrize("name", PRESETS)
def test_its_check(name: str) -> None:
    environment = gymnasium.make(f"enligne/{name}-v0", disable_env_checker=True)
    check_env(environment.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("side", ["first", "second", "either"])
def test_its_check_with_other_sides_and_pictures(side: Any) -> None:
    with warnings.catch_warnings():
        # It makes one for each mode by itself, and is told of none here.
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes.*")
        check_env(AgainstPlayer("6x5:4+gravity", "level:1", side=side, render_mode="ansi"))
    made = gymnasium.make("enligne/tictactoe-v0", render_mode="rgb_array", opponent="greedy")
    made.reset(seed=1)
    picture: Any = made.render()
    assert picture.shape == (72, 72, 3)


def first_legal(seen: dict[str, Any]) -> int:
    return int(np.flatnonzero(seen["action_mask"])[0])


def test_a_game_is_worth_what_its_outcome_is() -> None:
    environment = AgainstPlayer("connect4", lambda position: position.legal_moves[-1])
    seen, _ = environment.reset(seed=1)
    assert seen["action_mask"].all()
    assert environment.action_masks().all()
    for _ in range(3):
        seen, reward, is_over, is_cut, _ = environment.step(first_legal(seen))
        assert (reward, is_over, is_cut) == (0.0, False, False)
    seen, reward, is_over, is_cut, _ = environment.step(0)
    assert (reward, is_over, is_cut) == (1.0, True, False)
    assert not seen["action_mask"].any()
    assert seen["observation"][0][:, 0].tolist() == [1, 1, 1, 1, 0, 0]

    # The opponent wins when nobody minds.
    environment = AgainstPlayer("connect4", "greedy", side="second")
    seen, _ = environment.reset(seed=1)
    assert seen["observation"].sum() == 1
    assert seen["observation"][1].sum() == 1
    is_over = False
    while not is_over:
        seen, reward, is_over, _, _ = environment.step(first_legal(seen))
    assert reward == -1.0


def test_an_illegal_action_loses_and_says_why() -> None:
    environment = AgainstPlayer("tictactoe", lambda position: position.legal_moves[-1])
    environment.reset()
    environment.step(0)
    _, reward, is_over, _, info = environment.step(0)
    assert (reward, is_over, info) == (-1.0, True, {"illegal": "a1 is occupied"})


def test_who_resigns_loses() -> None:
    environment = AgainstPlayer("tictactoe", lambda _: None)
    environment.reset()
    assert environment.step(0)[1:3] == (1.0, True)


def test_games_with_a_seed_are_the_same_again() -> None:
    def played() -> list[list[int]]:
        environment = AgainstPlayer("connect4", "random", side="either")
        told = []
        for number in range(6):
            seen, _ = environment.reset(seed=5 if number == 0 else None)
            is_over = False
            while not is_over:
                seen, _, is_over, _, _ = environment.step(first_legal(seen))
            told.append(seen["observation"].ravel().tolist())
        return told

    games = played()
    assert games == played()
    assert len({tuple(game) for game in games}) > 3


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="side='both': it is one of first, second, either"):
        AgainstPlayer(side="both")  # type: ignore[arg-type]
    with pytest.raises(PlayerTextError, match="'nobody' is not a player"):
        AgainstPlayer(opponent="nobody")
    with pytest.raises(RulesError, match="does not play 26x26:5"):
        AgainstPlayer("26x26:5", "solver")

"""PettingZoo's own tests on our environments, and what these show against the model."""

import random
import warnings

import numpy as np
import pytest

from enligne import FIRST, Game, IllegalMoveError
from enligne.adapters import pettingzoo

with warnings.catch_warnings():
    # Its tests load its own Connect Four, where pygame is, in a way that it calls deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

RULES = ["connect4", "tictactoe", "9x7:5+gravity", "gomoku", "5x4:3+exact"]

# PettingZoo knows its own board games by their names. Of others it remarks that an observation is a
# dictionary with a mask, that a board is empty at first, and that no action is left in the end.
board_game = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation numpy array is all zeros",
    "ignore:Action mask numpy array is all zeros",
)


@board_game
@pytest.mark.parametrize("rules", RULES)
def test_its_api_test(rules: str) -> None:
    api_test(pettingzoo.env(rules), num_cycles=200)
    api_test(pettingzoo.AlignmentEnv(rules), num_cycles=200)


def test_its_seed_and_render_tests(capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(lambda: pettingzoo.env("connect4"), num_cycles=100)
    render_test(lambda render_mode=None: pettingzoo.env("5x4:3", render_mode=render_mode))
    assert "a b c d e" in capsys.readouterr().out


@pytest.mark.parametrize("rules", RULES)
def test_it_shows_and_ends_games_as_the_model_does(rules: str) -> None:
    luck = random.Random(rules)
    environment = pettingzoo.env(rules)
    for _ in range(5):
        environment.reset()
        game = Game(rules)
        while not game.is_over:
            side = game.side
            agent = f"player_{int(side)}"
            assert environment.agent_selection == agent
            seen = environment.observe(agent)
            assert (seen["observation"] == game.position.array()).all()
            assert (seen["action_mask"] == game.position.legal_mask()).all()
            other = environment.observe(f"player_{int(side.other)}")
            assert (other["observation"] == game.position.array(side.other)).all()
            assert not other["action_mask"].any()
            action = luck.choice(np.flatnonzero(seen["action_mask"]).tolist())
            game.push(game.position.move_of(action))
            environment.step(action)
        outcome = game.outcome()
        assert outcome is not None
        sign = 0 if outcome.winner is None else 1 if outcome.winner is FIRST else -1
        assert environment.terminations == {"player_0": True, "player_1": True}
        assert environment.rewards == {"player_0": sign, "player_1": -sign}
        assert not environment.observe("player_0")["action_mask"].any()


def test_an_illegal_action_loses() -> None:
    environment = pettingzoo.env("tictactoe")
    environment.reset()
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_0": 0, "player_1": -1}
    raw = pettingzoo.AlignmentEnv("tictactoe")
    raw.reset()
    raw.step(4)
    with pytest.raises(IllegalMoveError, match="b2 is occupied"):
        raw.step(4)
    assert raw.agent_selection == "player_1"


def test_pixels_have_a_colour_for_each_kind_of_cell() -> None:
    environment = pettingzoo.env("connect4", render_mode="rgb_array")
    environment.reset()
    environment.step(0)
    environment.step(6)
    picture = environment.render()
    assert picture.shape == (144, 168, 3)
    low = picture[-12]
    first, second, empty = low[12], low[-12], low[84]
    assert len({tuple(colour.tolist()) for colour in (first, second, empty, low[0])}) == 4
    assert (picture[12, 12] == empty).all()
    with pytest.raises(ValueError, match="render_mode='film': it is one of human, ansi, rgb_array"):
        pettingzoo.env("connect4", render_mode="film")

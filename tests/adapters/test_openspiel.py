"""OpenSpiel's own tests on our games, its games against ours, and its bots as players."""

import pickle
import random
import unittest
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, minimax
from open_spiel.python.bots import uniform_random

import enligne.adapters.openspiel  # noqa: F401  # registers our games
from enligne import FIRST, Game, PlayerFailedError, Position, RulesError, arena, engines, players
from enligne.adapters.openspiel_bots import Bot

RULES = ["connect4", "tictactoe", "7x5:4+gravity", "9x7:5", "5x4:3+exact"]


def loaded(rules: str) -> Any:
    return pyspiel.load_game(f"enligne(rules={rules})")


@pytest.mark.parametrize("rules", RULES)
def test_its_simulation_test(rules: str) -> None:
    pyspiel.random_sim_test(loaded(rules), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", RULES)
def test_its_api_test(rules: str) -> None:
    class OurGame(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game = loaded(rules)
        game_name = "enligne"

    names = [name for name in dir(OurGame) if name.startswith("test_")]
    assert len(names) >= 5
    result = unittest.TestResult()
    unittest.TestSuite(map(OurGame, names)).run(result)
    assert result.testsRun == len(names)
    assert [text for _, text in (*result.errors, *result.failures)] == []


def test_its_playthrough_is_the_same_again() -> None:
    text = generate_playthrough.playthrough("enligne(rules=tictactoe)", None, seed=7)
    assert "IsTerminal() = True" in text
    actions = [
        int(line.removeprefix("action: ")) for line in text.splitlines() if "action: " in line
    ]
    assert generate_playthrough.playthrough("enligne(rules=tictactoe)", actions, seed=7) == text


@pytest.mark.parametrize(
    ("rules", "theirs"),
    [
        ("connect4", "connect_four"),
        ("6x5:3+gravity", "connect_four(rows=5,columns=6,x_in_row=3)"),
        ("tictactoe", "tic_tac_toe"),
        ("6x5:4", "mnk(m=6,n=5,k=4)"),
    ],
)
def test_games_go_as_those_that_it_has(rules: str, theirs: str) -> None:
    luck = random.Random(rules)
    height, width = Position(rules).rules.height, Position(rules).rules.width

    def translated(action: int) -> int:
        if "connect_four" in theirs:
            return action
        row, column = divmod(action, width)
        return (height - 1 - row) * width + column

    for _ in range(20):
        ours = loaded(rules).new_initial_state()
        other = pyspiel.load_game(theirs).new_initial_state()
        while not other.is_terminal():
            assert ours.current_player() == other.current_player()
            actions = ours.legal_actions()
            assert sorted(map(translated, actions)) == other.legal_actions()
            action = luck.choice(actions)
            ours.apply_action(action)
            other.apply_action(translated(action))
        assert ours.is_terminal()
        assert ours.returns() == other.returns()


def test_its_algorithms_run_on_our_games() -> None:
    for rules in ("tictactoe", "4x3:3+gravity"):
        value, action = minimax.alpha_beta_search(loaded(rules))
        start = Position(rules)
        exact = engines.create("solver").analyse(start, all_moves=True)
        assert value == exact.score.sign
        assert exact.moves[start.move_of(action)].sign == value


def test_states_are_copied_and_kept() -> None:
    game = loaded("connect4")
    state = game.new_initial_state()
    state.apply_action(3)
    twin = state.clone()
    twin.apply_action(3)
    assert (state.history(), twin.history()) == ([3], [3, 3])
    assert state.position == Game("connect4", "4").position
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    assert str(pickle.loads(pickle.dumps(game))) == "enligne(rules=connect4)"
    with pytest.raises(RulesError, match="is neither a preset"):
        loaded("7x6")


@pytest.mark.parametrize("rules", ["connect4", "tictactoe", "6x5:4"])
def test_its_search_takes_wins_and_blocks(rules: str) -> None:
    game = {"connect4": "121212", "tictactoe": "a1 b1 a2 b2", "6x5:4": "a1 b1 a2 b2 a3 b3"}[rules]
    player = players.create("openspiel:mcts,seed=1,simulations=2000")
    position = Game(rules, game).position
    assert position.play(player.choose(position).move).outcome().winner is FIRST
    blocked = position.play(next(m for m in position.legal_moves if str(m)[0] not in "ab"))
    if rules != "tictactoe":
        assert str(player.choose(blocked).move)[0] == "b"  # it wins there


def test_bots_play_matches() -> None:
    def random_bot(_: object, player: int) -> object:
        import numpy as np

        return uniform_random.UniformRandomBot(player, np.random.RandomState(1))

    match = arena.play(Bot(random_bot), "openspiel:random,seed=1", "tictactoe", games=4)
    assert match.results.tally(0).games == 4
    assert arena.play_game(Bot(random_bot), "random:seed=1", "5x4:3+exact").game.is_over


def test_what_bots_cannot_play_is_refused() -> None:
    with pytest.raises(RulesError, match="openspiel does not play gomoku-exact"):
        players.create("openspiel").choose(Position("gomoku-exact"))

    class Wrong:
        def step(self, _: object) -> int:
            return 99

    with pytest.raises(PlayerFailedError, match="it answered 99: 99 is not an action of connect4"):
        Bot(lambda *_: Wrong())(Position("connect4"))
    assert "openspiel" in players.plugins()

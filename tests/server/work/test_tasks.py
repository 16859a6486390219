"""What search processes do for rooms and the analysis board, called as they call it."""

import pickle
from typing import Any

import msgspec
import pytest

from enligne import Game, Rules
from enligne.players import parse
from enligne.review import review
from enligne.server.contract import prices
from enligne.server.contract.games import Analysis, Positions
from enligne.server.contract.words import GameRequest
from enligne.server.views import positions_view
from enligne.server.work import tasks
from enligne.server.work.child import Context, KeptPlayers
from enligne.server.work.gate import QUICK


class Told:
    """A context, and what was told."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.context = Context(KeptPlayers(), self._hear)

    def _hear(self, word: str, value: object) -> None:
        assert word == "news"
        self.values.append(pickle.loads(pickle.dumps(value)))
        # Heard at once; not from here, where the context still tells.
        self.context._may_tell = True


def test_a_player_chooses_and_tells_what_it_thinks() -> None:
    told = Told()
    position = Game("connect4", "4444").position
    choice = tasks.choose(told.context, parse("alphabeta:depth=6"), position, 10.0)
    assert pickle.loads(pickle.dumps(choice)) == choice
    assert choice.move in position.legal_moves
    assert [each.depth for each in told.values] == [1, 2, 3, 4, 5]
    assert not any(each.moves for each in (*told.values, choice.analysis))


def test_an_analysis_is_encoded() -> None:
    told = Told()
    position = Game("connect4", "4444").position
    spec = parse("alphabeta:depth=4")
    found = tasks.analyse(told.context, spec, position, 10.0, "a1")
    *meanwhile, last = (msgspec.json.decode(each, type=Analysis) for each in (*told.values, found))
    assert (last.depth, last.id, last.final) == (4, "a1", True)
    assert last.moves is not None
    assert len(last.moves) == len(position.legal_moves)
    assert [(each.depth, each.final) for each in meanwhile] == [(n, False) for n in (1, 2, 3)]


def test_moves_are_judged_as_in_a_review() -> None:
    game = Game("tictactoe", "a1 a2 b2 c3 c1")
    told = Told()
    wish = GameRequest(rules="tictactoe", moves=["a1", "a2", "b2", "c3", "c1"])
    judged = [tasks.judge_move(told.context, wish, ply) for ply in range(5)]
    assert pickle.loads(pickle.dumps(judged)) == judged == review(game).moves


def test_positions_of_a_game() -> None:
    game = Game("connect4", "444")
    found = tasks.positions(None, GameRequest(rules="connect4", moves=["444"]))
    assert msgspec.json.decode(pickle.loads(pickle.dumps(found)), type=Positions) == (
        positions_view(game)
    )


@pytest.mark.parametrize(
    ("player", "rules", "least", "most"),
    [
        ("level:1", "tictactoe", 0, QUICK),
        ("level:2", "connect4", 0, QUICK),
        ("level:2", "26x26:10", 0, QUICK),
        ("level:5", "connect4", 0, QUICK),
        ("level:5", "gomoku", 0, QUICK),
        ("level:5", "26x26:10", QUICK, 0.9),
        ("level:10", "gomoku", 0.9, 0.9),
        ("level:10,threads=2", "gomoku", 1.8, 1.8),
        ("random", "26x26:10", 0, QUICK),
        ("greedy", "26x26:10", 0, QUICK),
        ("menace:brain=x", "tictactoe", 0, QUICK),
        ("minimax:depth=2", "tictactoe", 0, QUICK),
        ("minimax:depth=2", "26x26:10", QUICK, 10),
        ("alphabeta:depth=30", "26x26:10", 10, 10),
        ("alphabeta", "connect4", 10, 10),
        ("alphabeta:seconds=3,threads=2", "connect4", 6, 6),
        ("perfect:seconds=1", "connect4", 1, 1),
        ("solver", "connect4", 10, 10),
    ],
)
def test_what_players_cost(player: str, rules: str, least: float, most: float) -> None:
    assert least <= prices.of_thinking(parse(player), Rules.of(rules), 10.0) <= most


def test_what_a_training_costs() -> None:
    tictactoe = Rules.of("tictactoe")
    assert prices.of_training(parse("level:3"), 100, tictactoe) < 20
    assert prices.of_training(parse("alphabeta:seconds=0.6"), 100, tictactoe) > 100

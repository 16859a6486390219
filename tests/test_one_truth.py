"""Whatever is asked about a position that can be solved, the answer is the same, and proven."""

import random

import pytest

from enligne import Game, Position, Rules, engines, players
from enligne.engines import Limit
from enligne.engines.book_builder import random_position
from enligne.engines.solver import Solver, score_of_move
from enligne.review import judge

#: Enough on any machine: these positions take milliseconds.
AMPLE = Limit(seconds=600)
#: Rules, and the stones from which positions are solved almost at once.
GAMES = [
    ("tictactoe", 0),
    ("4x4:4", 0),
    ("5x5:4", 0),
    ("5x4:3", 0),
    ("connect4", 14),
    ("5x4:4+gravity", 0),
    ("6x5:4+gravity", 8),
    ("6x6:5+gravity", 12),
    ("5x5:4+gravity+exact", 4),
    ("8x5:4+gravity", 14),
]


def random_start(rules: Rules, least: int, source: random.Random) -> Position:
    while True:
        plies = source.randint(least, rules.cell_count - 1)
        position = random_position(rules, plies, source)
        if position.ply >= least:
            return position


@pytest.mark.parametrize(("text", "least"), GAMES)
def test_all_say_the_same(text: str, least: int) -> None:
    rules, source = Rules.of(text), random.Random(text)
    solver = Solver(table_mb=16)
    oracle = engines.create(engines.parse(engines.best_for(rules)).with_options(table_mb=16))
    perfect, best_level = players.create("perfect:table_mb=16"), players.create("level:10,seed=1")
    for _ in range(50):
        position = random_start(rules, least, source)
        verdicts = solver.verdicts(position)
        assert verdicts is not None
        truth = {move: score_of_move(position, move, each) for move, each in verdicts.items()}
        best = max(truth.values())

        analysis = oracle.analyse(position, AMPLE, all_moves=True)
        assert dict(analysis.moves) == truth
        assert (analysis.score, truth[analysis.move]) == (best, best)
        short = oracle.analyse(position, AMPLE)
        assert (short.score, truth[short.move]) == (best, best)
        assert plays_to_the_end(position, short)

        for player in (perfect, best_level):
            choice = player.choose(position, AMPLE)
            assert choice.move is not None
            assert choice.analysis is not None
            assert (choice.analysis.score, truth[choice.move]) == (best, best)

        move = source.choice(list(position.legal_moves))
        judged = judge(position, move, limit=AMPLE)
        assert judged.is_proven
        assert (judged.score, judged.best_score) == (truth[move], best)
        assert set(judged.best) == {each for each, score in truth.items() if score == best}


def plays_to_the_end(position: Position, analysis: engines.Analysis) -> bool:
    """Whether the line ends the game as the score says."""
    game = Game(position.rules, start=position)
    for move in analysis.pv:
        game.push(move)
    outcome = game.outcome()
    assert outcome is not None
    match analysis.score:
        case engines.Win(plies):
            return len(analysis.pv) == plies and outcome.winner is position.side
        case engines.Loss(plies):
            return len(analysis.pv) == plies and outcome.winner is position.side.other
    return outcome.winner is None


def test_estimates_turn_into_proofs_one_by_one() -> None:
    position = Game("6x6:4+gravity", "34").position
    heard: list[engines.Analysis] = []
    oracle = engines.create("oracle:table_mb=16")
    final = oracle.analyse(position, AMPLE, all_moves=True, listener=heard.append)
    assert all(score.is_exact for score in final.moves.values())
    proven = [sum(score.is_exact for score in each.moves.values()) for each in heard]
    assert proven == sorted(proven)


def test_in_no_time_there_is_still_a_move() -> None:
    for text in ("connect4", "8x7:4+gravity", "6x6:4", "gomoku"):
        choice = players.create("perfect").choose(Position(text), Limit(seconds=0.001))
        assert choice.move in Position(text).legal_moves

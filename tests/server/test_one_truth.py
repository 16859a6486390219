"""Whoever is asked about a position that can be solved, in the library, by the command or over the
network, the answer is the same, and proven."""

import json
import random

import pytest

from enligne import Game, Position, Rules, atlas, engines, players
from enligne.engines import Limit
from enligne.engines.score import Score
from enligne.engines.solver import Solver, score_of_move
from enligne.move import Move
from enligne.review import judge
from enligne.server.views import score_view
from tests.programs import run
from tests.server.helpers import ME, Client, Server, View, plain

#: Enough on any machine: these positions take milliseconds.
AMPLE = Limit(seconds=600)
#: Rules, and how many stones are on the board: what lies between takes longer on a busy machine.
GAMES = {
    "tictactoe": range(9),
    "4x4:4": range(16),
    "5x5:4": range(6, 25),
    "5x4:3": range(20),
    "connect4": [*range(13), *range(18, 42)],
    "5x4:4+gravity": range(20),
    "6x5:4+gravity": range(8, 30),
    "6x6:5+gravity": range(12, 36),
    "5x5:4+gravity+exact": range(4, 25),
    "8x5:4+gravity": range(14, 40),
}


class Truth:
    """The exact score of every move, by the solver with its book, which has tests of its own."""

    def __init__(self, solver: Solver, position: Position) -> None:
        verdicts = solver.verdicts(position)
        assert verdicts is not None
        self.scores = {move: score_of_move(position, move, each) for move, each in verdicts.items()}
        self.best = max(self.scores.values())
        self.best_moves = {move for move, score in self.scores.items() if score == self.best}

    def has(self, move: Move | str, score: Score | View) -> bool:
        """Whether this is a best move and its score."""
        wanted = self.best if isinstance(score, Score) else view(self.best)
        return str(move) in map(str, self.best_moves) and score == wanted


def view(score: Score) -> View:
    return plain(score_view(score, "solver"))  # type: ignore[no-any-return]


def random_game(rules: Rules, plies: int, source: random.Random) -> Game:
    """An unfinished game of this many moves."""
    while True:
        game = Game(rules)
        while len(game.moves) < plies and game.outcome() is None:
            game.push(source.choice(list(game.position.legal_moves)))
        if game.outcome() is None:
            return game


@pytest.mark.parametrize("text", GAMES)
async def test_all_say_the_same(text: str, attacked: Server) -> None:
    rules, source = Rules.of(text), random.Random(text)
    games = [random_game(rules, source.choice(GAMES[text]), source) for _ in range(50)]
    solver = Solver(table_mb=16)
    oracle = engines.create(engines.parse(engines.best_for(rules)).with_options(table_mb=16))
    perfect, best_level = players.create("perfect:table_mb=16"), players.create("level:10,seed=1")
    lines = "".join(f"{''.join(map(str, game.moves))}\n" for game in games)
    done = run("solve", "--rules", text, "--all", "--json", stdin=lines)
    solved = [json.loads(line)["scores"] for line in done.output.splitlines()]
    async with Client(attacked) as me:
        for game, from_command in zip(games, solved, strict=True):
            position = game.position
            truth = Truth(solver, position)
            assert from_command == {
                str(move): verdict for move, verdict in (solver.verdicts(position) or {}).items()
            }

            analysis = oracle.analyse(position, AMPLE, all_moves=True)
            assert dict(analysis.moves) == truth.scores
            assert truth.has(analysis.move, analysis.score)
            assert plays_to_the_end(position, analysis)
            short = oracle.analyse(position, AMPLE)
            assert truth.has(short.move, short.score)
            assert plays_to_the_end(position, short)

            for each in (perfect, best_level):
                choice = each.choose(position, AMPLE)
                assert not choice.is_resignation
                assert choice.analysis is not None
                assert truth.has(choice.move, choice.analysis.score)

            move = source.choice(list(position.legal_moves))
            judged = judge(position, move, limit=AMPLE)
            assert judged.is_proven
            assert (judged.score, judged.best_score) == (truth.scores[move], truth.best)
            assert set(judged.best) == truth.best_moves

            told = json.loads(
                run("analyse", text, position.text, "--all", "--json", "--seconds", "600").output
            )
            assert told["moves"] == {str(each): score.data for each, score in truth.scores.items()}
            await ask_the_server(me, game, move, truth)


async def ask_the_server(me: Client, game: Game, move: Move, truth: Truth) -> None:
    """For a hint, on the analysis board, and for a review of one move more."""
    rules, start = game.rules.text, game.position.text if game.moves else None
    room = (await me.ask("create", rules=rules, first=ME, second=ME, start=start))["room"]
    hint = await me.ask("hint", room=room)
    assert truth.has(hint["move"], hint["score"])

    line: View = {"rules": rules, "start": start, "moves": []}
    engine = engines.best_for(game.rules)
    await me.ask("analyse", **line, id="a", engine=engine, seconds=10)
    final = await me.wait_for(lambda: next(iter(me.heard("analysis", id="a", final=True)), None))
    assert {each["move"]: each["score"] for each in final["moves"]} == {
        str(each): view(score) for each, score in truth.scores.items()
    }
    assert truth.has(final["pv"][0], final["score"])

    await me.ask("review", **line | {"moves": [str(move)]}, id="r")
    (ply,) = (await me.wait_for(lambda: next(iter(me.heard("review", id="r")), None)))["plies"]
    assert ply["exact"]
    assert (ply["score"], ply["best_score"]) == (view(truth.scores[move]), view(truth.best))
    assert set(ply["best"]) == set(map(str, truth.best_moves))
    me.events.clear()


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


@pytest.mark.parametrize("text", ["8x5:4+gravity", "9x4:4+gravity", "5x3:3", "3x5:3"])
def test_what_the_atlas_knows_is_never_an_estimate(text: str) -> None:
    known, position = atlas.best_play(Rules.of(text)), Position(text)
    oracle = engines.create("oracle:table_mb=16")
    for limit in (Limit(seconds=0.001), Limit(seconds=0.3)):
        short = oracle.analyse(position, limit)
        every = oracle.analyse(position, limit, all_moves=True)
        assert short.score == every.score == known
        assert every.moves[short.move] == known
        assert max(every.moves.values()) == known

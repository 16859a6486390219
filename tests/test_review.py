"""Reviews: every judgement against a plain minimax that shares nothing with engines or solver."""

import json
import random
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from enligne import FIRST, SECOND, Game, Move, Position, RulesError, Side, engines, formats
from enligne.engines import Draw, Heuristic, Limit, Loss, Score, Stop, Win
from enligne.errors import PlayerTextError
from enligne.record import Record
from enligne.review import SLOW_PLIES, JudgedMove, MoveKind, Review, judge, judged_moves, review
from tests.naive import naive_of, plain_scores
from tests.programs import PATIENCE, output, refusal, run, start

#: Enough for the solver on any machine: these positions take it milliseconds.
AMPLE = Limit(seconds=600)


POINTS = {Win: 1.0, Draw: 0.5, Loss: 0.0}


def expected_kind(score: Score, best: Score, moves: int) -> MoveKind:
    """From the results alone: proven results differ by nothing, half a point or a whole one."""
    if moves == 1:
        return MoveKind.FORCED
    if score == best:
        return MoveKind.BEST
    drop = POINTS[type(best)] - POINTS[type(score)]
    if drop == 0:
        assert isinstance(score, Win | Loss)
        assert isinstance(best, Win | Loss)
        return MoveKind.SLOW if abs(score.plies - best.plies) >= SLOW_PLIES else MoveKind.GOOD
    return MoveKind.BLUNDER if drop == 1 else MoveKind.MISTAKE


def random_game(rules: str, most_empty: int, source: random.Random) -> Game:
    """A random game to its end that begins where few cells are left."""
    while True:
        position = Position(rules)
        while position.rules.cell_count - position.ply > most_empty and not position.outcome():
            position = position.play(source.choice(list(position.legal_moves)))
        if position.outcome() is None:
            break
    game = Game(rules, start=position)
    while game.outcome() is None:
        game.push(source.choice(list(game.legal_moves)))
    return game


@pytest.mark.parametrize(
    ("rules", "most_empty", "games"),
    [("tictactoe", 7, 15), ("connect4", 8, 15), ("4x4:3+gravity", 9, 8), ("4x4:4+exact", 7, 10)],
)
def test_proven_judgements_are_those_of_plain_minimax(
    rules: str, most_empty: int, games: int
) -> None:
    source = random.Random(1)
    kinds = set()
    for _ in range(games):
        game = random_game(rules, most_empty, source)
        found = review(game, limit=AMPLE)
        points: dict[Side, list[float]] = {FIRST: [], SECOND: []}
        assert [each.move for each in found.moves] == list(game.moves)
        for position, judged in zip(game.positions, found.moves, strict=False):
            scores = plain_scores(naive_of(position))
            best = max(scores.values())
            score = scores[judged.move.column, judged.move.row]
            assert judged.position == position
            assert judged.is_proven
            assert (judged.score, judged.best_score) == (score, best)
            assert {(cell.column, cell.row) for cell in judged.best} == {
                cell for cell, each in scores.items() if each == best
            }
            assert judged.kind is expected_kind(score, best, len(scores))
            kinds.add(judged.kind)
            lost = POINTS[type(best)] - POINTS[type(score)]
            points[position.side].append(100 * (1 - lost))
        for side, each in points.items():
            expected = round(sum(each) / len(each), 1) if each else None
            assert found.accuracy(side) == expected
    assert MoveKind.BEST in kinds
    assert kinds & {MoveKind.MISTAKE, MoveKind.BLUNDER}


def test_a_game_from_its_first_move() -> None:
    # The second side answers the corner beside it, and has lost.
    found = review(Record(Game("tictactoe", "a1 a2 b2 c3 c1")), limit=AMPLE)
    assert [each.kind for each in found.moves] == ["best", "mistake", "best", "best", "best"]
    assert found.moves[1].best == (Move(1, 1),)
    assert (found.accuracy(FIRST), found.accuracy(SECOND)) == (100.0, 75.0)


def test_the_last_cell_is_forced() -> None:
    found = review(Game("tictactoe", "b2 a1 a2 c2 b1 b3 a3 c1 c3"), limit=AMPLE)
    assert [each.kind is MoveKind.FORCED for each in found.moves] == [False] * 8 + [True]


def test_estimates_are_told_as_such() -> None:
    game = Game("gomoku", "h8 a1 i8 a2 j8 a3 k8")
    found = review(game, limit=Limit(depth=3))
    assert len(found.moves) == 7
    assert not found.moves[0].is_proven
    for judged in found.moves:
        assert judged.engine == "gomoku"
        assert judged.move in judged.position.legal_moves
        assert set(judged.best) <= set(judged.position.legal_moves)
        assert judged.score <= judged.best_score or not judged.is_proven
        assert 0 <= judged.accuracy <= 100
    # Three in a row that nobody stopped: that it wins is proven.
    assert isinstance(found.moves[5].score, Loss)
    assert found.moves[5].score < found.moves[5].best_score
    assert isinstance(found.moves[6].score, Win)


def judged_as(score: Score, best: Score) -> JudgedMove:
    position = Position("connect4")
    move = position.move("d1")
    return JudgedMove(position, move, score, best, (move,), "alphabeta", is_proven=False)


@pytest.mark.parametrize(
    ("score", "best", "kind"),
    [
        (Heuristic(30), Heuristic(30), MoveKind.BEST),
        (Heuristic(29), Heuristic(30), MoveKind.GOOD),
        (Heuristic(-60), Heuristic(60), MoveKind.MISTAKE),
        # However bad an estimate is, it proves no loss.
        (Heuristic(-500), Heuristic(500), MoveKind.MISTAKE),
        (Loss(4), Heuristic(0), MoveKind.BLUNDER),
        (Heuristic(0), Win(9), MoveKind.BLUNDER),
        # A win that is not proven any more may still be one.
        (Heuristic(1000), Win(9), MoveKind.GOOD),
        (Win(11), Win(9), MoveKind.GOOD),
        (Win(15), Win(9), MoveKind.SLOW),
        (Loss(2), Loss(8), MoveKind.SLOW),
        (Draw(), Win(9), MoveKind.MISTAKE),
        (Loss(4), Draw(), MoveKind.MISTAKE),
        (Loss(4), Win(9), MoveKind.BLUNDER),
    ],
)
def test_kinds_of_moves(score: Score, best: Score, kind: MoveKind) -> None:
    assert judged_as(score, best).kind is kind


@pytest.mark.parametrize(
    ("score", "best", "said"),
    [
        (Win(21), Win(9), "b2 wins sooner: in 9 plies, not in 21"),
        (Loss(4), Loss(12), "b2 holds out longer: 12 plies, not 4"),
        (Draw(), Win(1), "b2 wins in 1 ply; this is a draw, by a1 c3"),
        (Loss(2), Win(9), "b2 wins in 9 plies; this loses in 2 plies, by a1 c3"),
        (Loss(4), Draw(), "b2 draws; this loses in 4 plies, by a1 c3"),
        (
            Loss(4),
            Heuristic(0),
            "b2 keeps about 50% of the point; this loses in 4 plies, by a1 c3",
        ),
        (
            Heuristic(0),
            Win(9),
            "b2 wins in 9 plies; this keeps about 50% of the point, perhaps by a1 c3",
        ),
        (Win(9), Win(9), ""),
        (Win(11), Win(9), ""),
    ],
)
def test_what_a_move_allowed_is_said_in_words(score: Score, best: Score, said: str) -> None:
    line = (Move(0, 0), Move(2, 2))
    assert replace(judged_as(score, best), best=(Move(1, 1),), line=line).explanation == said


def test_an_estimate_that_beats_the_best_gives_nothing_away() -> None:
    assert judged_as(Heuristic(10), Heuristic(5)).accuracy == 100.0


def test_moves_are_told_as_they_are_judged() -> None:
    game = Game("tictactoe", "a1 b2 c3")
    told: list[JudgedMove] = []
    found = review(game, limit=AMPLE, on_move=told.append)
    assert told == found.moves == list(judged_moves(game, limit=AMPLE))
    assert review(Game("tictactoe")) == Review(Game("tictactoe"))
    assert review(Game("tictactoe")).accuracy(FIRST) is None


def test_a_stopped_judgement_ends_at_once() -> None:
    stop = Stop()
    stop.set()
    position = Position("connect4")
    judged = judge(position, position.move("d1"), limit=AMPLE, stop=stop)
    assert judged.move in position.legal_moves


def test_what_is_wrong_is_said() -> None:
    game = Game("gomoku", "h8")
    with pytest.raises(PlayerTextError, match="nobody"):
        review(game, engine="nobody")
    with pytest.raises(PlayerTextError, match="random cannot judge moves"):
        review(game, engine="random")
    with pytest.raises(RulesError, match="solver does not play gomoku"):
        review(game, engine=engines.parse("solver"))


# The command.


GAMES = "\n".join(
    Record(Game("tictactoe", moves), first="Ada", second="Bo").text
    for moves in ("a1 a2 b2 c3 c1", "b2 a1")
)


def test_the_command_prints_a_line_a_move(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(GAMES)
    printed = output("review", str(path), "--seconds", "60")
    assert printed == output("review", "-", "--seconds", "60", stdin=GAMES)
    first, second = printed.split("\n\n")
    lines = first.splitlines()
    assert lines[0] == "Ada - Bo: tictactoe"
    assert lines[3].split() == ["2", "second", "a2", "mistake", "loss", "in", "6", "b2", "(draw)"]
    assert lines[-1] == "accuracy: first 100.0 %, second 75.0 %; 5 of 5 moves proven"
    assert len(second.splitlines()) == 5
    assert output("review", str(path), "--game", "2", "--seconds", "60") == second


def test_the_command_prints_json() -> None:
    first, second = json.loads(output("review", "-", "--json", "--seconds", "60", stdin=GAMES))
    assert first["accuracy"] == {"first": 100.0, "second": 75.0}
    assert [each["kind"] for each in second["moves"]] == ["best", "best"]
    judged = first["moves"][1]
    assert (judged["move"], judged["best"], judged["proven"]) == ("a2", ["b2"], True)
    assert judged["score"] == {"kind": "loss", "plies": 6}
    assert judged["best_score"] == {"kind": "draw"}


def test_a_judged_game_is_written_with_what_was_better(tmp_path: Path) -> None:
    for name in ("judged.txt", "judged.sgf"):
        output("review", "-", "--seconds", "60", "--out", name, stdin=GAMES, folder=tmp_path)
        first, second = formats.read(tmp_path / name).records
        assert first.game == Record.parse(GAMES.split("\n\n[")[0]).game
        truth = [engines.create("solver").analyse(each).score for each in first.game.positions[1:4]]
        assert [first.scores[number] for number in (1, 2, 3)] == truth
        assert first.comments[2].startswith("mistake: b2 draws; this loses in 6 plies")
        (better,) = first.variations[1]
        assert (str(better.game.moves[0]), better.scores) == ("b2", {1: Draw()})
        assert second.variations == {}


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (["nobody-has-this.txt"], "", "nobody-has-this.txt: No such file or directory"),
        (["-"], "", "there is no game in it"),
        (["-"], "hello", "<stdin>: this is in none of the formats record, sgf, psq"),
        (["-", "--game", "3"], GAMES, "there is no game 3: 2 could be read"),
        (["-", "--engine", "solver"], Record(Game("gomoku", "h8")).text, "does not play gomoku"),
        (["-", "--engine", "nobody"], GAMES, "'nobody' is not an engine"),
        (["-", "--seconds", "0"], GAMES, "'0' is not a number above 0"),
        ([], "", "FILE"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], stdin: str, said: str) -> None:
    assert said in refusal("review", *arguments, stdin=stdin)


def test_a_broken_game_does_not_spoil_the_others() -> None:
    broken = '[Rules "tictactoe"]\n\n1. a1 a1 *\n'
    done = run("review", "-", "--seconds", "60", stdin=f"{broken}\n{GAMES}")
    assert done.code == 2
    assert done.output.count("accuracy:") == 2
    assert done.errors.startswith("enligne: error: <stdin>:3: move 2")


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(Record(Game("8x7:4+gravity", "4")).text)
    process = start("-m", "enligne", "review", str(path), "--seconds", "3600")
    assert process.stdout.readline().startswith("? - ?")
    time.sleep(0.5)  # so that it thinks, as a rule
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "")

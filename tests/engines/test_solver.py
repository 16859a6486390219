"""The exact solver against plain search, known values and itself."""

import random

import pytest

from enligne import FinishedError, Game, Position, Rules, RulesError
from enligne.engines import Draw, Limit, Loss, Stop, Win, create
from enligne.engines.oracle import Oracle
from enligne.engines.solver import Solver, score_of_verdict


def small_rules(source: random.Random) -> Rules:
    """Rules of any kind that the solver plays."""
    while True:
        gravity = source.random() < 0.6
        largest = 9 if gravity else 5
        width, height = source.randint(3, largest), source.randint(3, largest)
        run = source.randint(3, min(6, max(width, height)))
        rules = Rules(width, height, run, gravity=gravity, exact=source.random() < 0.3)
        if Solver.plays(rules):
            return rules


def late_position(rules: Rules, empty: int, source: random.Random) -> Position | None:
    """A random position with this many cells left, or None when the game ended before."""
    position = Position(rules)
    while rules.cell_count - position.ply > empty:
        position = position.play(source.choice(list(position.legal_moves)))
        if position.outcome() is not None:
            return None
    return position


def test_every_move_has_its_score_and_the_best_keeps_it() -> None:
    source = random.Random(3)
    solver = Solver(table_mb=1)
    for _ in range(200):
        rules = small_rules(source)
        position = late_position(rules, source.randint(2, 12), source)
        if position is None:
            continue
        verdict, best = solver.verdict(position), solver.best(position)
        moves = solver.verdicts(position) or {}
        assert set(moves) == set(position.legal_moves)
        assert max(moves.values()) == verdict.score == best.score == moves[best.move]
        for move, score in moves.items():
            after = position.play(move)
            if after.outcome() is None:
                below = solver.verdict(after)
                assert score == -below.score


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        ("44444", -1),  # the classic beginning, on its way to the win at ply 41
        ("4444226", 3),
        ("4455", 18),
    ],
)
def test_connect4_positions(moves: str, score: int) -> None:
    verdict = Solver().verdict(Game("connect4", moves).position)
    assert verdict.score == score


def test_scores_in_plies() -> None:
    empty = Position("connect4")
    assert score_of_verdict(1, empty) == Win(41)
    assert score_of_verdict(0, empty) == Draw()
    assert score_of_verdict(-1, empty) == Loss(42)
    assert score_of_verdict(18, empty) == Win(7)
    assert score_of_verdict(-18, empty.play("d")) == Loss(6 + 1 - 1)


def test_what_cannot_be_solved_is_refused_with_the_reason() -> None:
    for rules in ("gomoku", "12x10:4+gravity", "7x6:4"):
        assert not Solver.plays(Rules.of(rules))
        with pytest.raises(RulesError, match="cannot be solved: with gravity the board must fit"):
            create("solver").analyse(Position(rules))
    with pytest.raises(FinishedError, match="nothing to solve: the game is over"):
        Solver().verdict(Game("connect4", "1212121").position)


def test_a_limit_or_a_stop_ends_it_without_an_answer() -> None:
    solver = Solver()
    assert solver.verdict(Position("8x7:4+gravity"), Limit(seconds=0.05)) is None
    stop = Stop()
    stop.set()
    assert solver.verdict(Position("8x7:4+gravity"), stop=stop) is None
    assert solver.best(Position("8x7:4+gravity"), stop=stop) is None
    assert solver.verdicts(Position("8x7:4+gravity"), stop=stop) is None
    # As an engine it still has a move.
    found = solver.analyse(Position("8x7:4+gravity"), Limit(seconds=0.05))
    assert found.move in Position("8x7:4+gravity").legal_moves
    assert not found.score.is_exact


def test_what_is_known_when_time_is_over_is_true() -> None:
    source = random.Random(4)
    exact, late = Solver(table_mb=16), Solver(book="none", table_mb=1)
    for _ in range(20):
        position = late_position(Rules.of("connect4"), 36, source)
        assert position is not None
        verdict = exact.verdict(position)
        assert verdict is not None
        for seconds in (1e-6, 0.001, 0.01):
            lower, upper = late.known(position, Limit(seconds=seconds))
            assert lower <= verdict.score <= upper
    assert late.nodes > 0


def test_what_is_proven_can_be_had_without_estimates() -> None:
    oracle = Oracle(table_mb=1, threads=1)
    position = Game("connect4", "44").position
    found = oracle.proven(position)
    assert found is not None
    assert (found.score, str(found.move), found.source) == (Win(39), "d3", "book")
    every = oracle.proven(position, all_moves=True)
    assert every is not None
    assert every.score == Win(39)
    assert set(every.moves) == set(position.legal_moves)
    assert all(score.is_exact for score in every.moves.values())
    assert len(every.pv) == 39
    # From the atlas; out of reach; of a game that cannot be solved.
    small = oracle.proven(Position("8x5:4+gravity"))
    assert small is not None
    assert small.score.is_exact
    assert oracle.proven(Position("8x8:4+gravity")) is None
    assert oracle.proven(Position("gomoku")) is None
    with pytest.raises(FinishedError):
        oracle.proven(Game("connect4", "1212121").position)


def test_the_line_of_play_ends_as_the_score_says() -> None:
    source = random.Random(6)
    for rules, empty in (("connect4", 18), ("5x4:4", 12), ("6x5:4+gravity", 16)):
        for _ in range(10):
            position = late_position(Rules.of(rules), empty, source)
            if position is None:
                continue
            found = create("solver:table_mb=4").analyse(position)
            end = position
            for move in found.pv:
                end = end.play(move)
            outcome = end.outcome()
            if isinstance(found.score, Win | Loss):
                assert len(found.pv) == found.score.plies
                assert outcome.winner is (
                    position.side if isinstance(found.score, Win) else position.side.other
                )
            else:
                assert outcome.winner is None

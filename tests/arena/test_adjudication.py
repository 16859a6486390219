"""Games that are ended early end as they must."""

import random

import pytest

from enligne import FIRST, SECOND, Position, Side, Termination
from enligne.arena.adjudication import AGREEING_PLIES, Adjudication, Judge, is_in_reach
from enligne.engines import Draw, Heuristic, Loss, Score, Win
from enligne.engines.solver import Solver


def test_the_solver_judges_as_the_solver_does() -> None:
    luck = random.Random(1)
    solver = Solver(table_mb=4)
    judged = 0
    for rules in ("tictactoe", "connect4", "5x5:4", "9x6:5+gravity", "gomoku"):
        for _ in range(5):
            judge = Judge(Adjudication(solver=True))
            position = Position(rules)
            while position.outcome() is None and position.ply < 40:
                found = judge.outcome(position, None, position.side.other)
                if not is_in_reach(position.rules, position.ply):
                    assert found is None
                else:
                    verdict = solver.verdict(position)
                    assert found is not None
                    value = verdict.score
                    winner = None if value == 0 else Side((position.side + (value < 0)) % 2)
                    assert found[0].winner is winner
                    assert found[0].termination is Termination.ADJUDICATION
                    judged += 1
                position = position.play(luck.choice(list(position.legal_moves)))
    assert judged > 100


def told(adjudication: Adjudication, scores: list[Score | None]) -> list[Side | str | None]:
    """What a judge says after each of scores, which the sides tell in turn."""
    judge = Judge(adjudication)
    verdicts: list[Side | str | None] = []
    for number, score in enumerate(scores):
        found = judge.outcome(Position("gomoku"), score, Side(number % 2))
        verdicts.append("open" if found is None else found[0].winner)
    return verdicts


def test_scores_must_agree_for_four_plies() -> None:
    agree: list[Score | None] = [Win(9), Loss(8), Win(7), Loss(6)]
    assert told(Adjudication(scores=True), agree) == ["open"] * 3 + [FIRST]
    assert told(Adjudication(scores=True), [None, *agree])[-1] is SECOND
    assert told(Adjudication(scores=True), [Draw()] * 4) == ["open"] * 3 + [None]
    assert len(agree) == AGREEING_PLIES
    for place in range(4):
        for other in (None, Draw(), Heuristic(10_000), Heuristic(-10_000)):
            broken = [*agree[:place], other, *agree[place + 1 :]]
            assert told(Adjudication(scores=True), broken) == ["open"] * 4
    # Both think they win: no agreement.
    assert told(Adjudication(scores=True), [Win(3)] * 8) == ["open"] * 8
    assert told(Adjudication(), agree) == ["open"] * 4
    assert told(Adjudication(solver=True), agree) == ["open"] * 4


def test_scores_from_a_value() -> None:
    ahead: list[Score | None] = [Heuristic(600), Heuristic(-500), Win(9), Heuristic(-501)]
    assert told(Adjudication(scores=True, value=500), ahead)[-1] is FIRST
    assert told(Adjudication(scores=True, value=501), ahead)[-1] == "open"
    assert told(Adjudication(scores=True), ahead)[-1] == "open"
    level: list[Score | None] = [Heuristic(0)] * 8
    assert told(Adjudication(scores=True, value=0), level) == ["open"] * 8


@pytest.mark.parametrize(
    ("text", "adjudication", "about"),
    [
        ("", Adjudication(), "none"),
        ("off", Adjudication(), "none"),
        ("solver", Adjudication(solver=True), "by the solver"),
        ("scores", Adjudication(scores=True), "by agreement of scores"),
        (
            "solver,scores=2000",
            Adjudication(solver=True, scores=True, value=2000),
            "by the solver and by agreement of scores from 2000",
        ),
    ],
)
def test_texts(text: str, adjudication: Adjudication, about: str) -> None:
    assert Adjudication.parse(text) == adjudication
    assert adjudication.about == about


@pytest.mark.parametrize(
    "text", ["yes", "solver=1", "scores=", "scores=x", "solver,,", "scores=-1"]
)
def test_texts_that_are_no_way(text: str) -> None:
    with pytest.raises(ValueError, match="is not a way to adjudicate"):
        Adjudication.parse(text)

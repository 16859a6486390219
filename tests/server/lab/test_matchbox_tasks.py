"""What search processes do with machines: the same course gives the same boxes, however it was
cut into slices and wherever those were done."""

import pickle
from typing import Any, TypeVar

import msgspec
import pytest

from enligne.errors import PlayerTextError
from enligne.learning.sparring import core_partner
from enligne.players import parse
from enligne.server.contract.lab import (
    CurveAnswer,
    Learnt,
    PlayedGame,
    TextFile,
    TrainingProgress,
    Wall,
    Weakness,
)
from enligne.server.contract.refusals import RefusalError
from enligne.server.lab.matchboxes import tasks
from enligne.server.lab.matchboxes.tasks import Lesson, Partner, Plan
from enligne.server.work.child import Context, KeptPlayers


def context() -> Context:
    return Context(KeptPlayers(), lambda *_: None)


Message = TypeVar("Message")


def told(encoded: msgspec.Raw, kind: type[Message]) -> Message:
    return msgspec.json.decode(encoded, type=kind)


def partner(text: str) -> Partner:
    return core_partner(text) or parse(text)


@pytest.mark.parametrize("text", ["coach", "mix:0.5", "self", "level:3", "random:seed=4", "greedy"])
@pytest.mark.parametrize("rules", ["tictactoe", "3x4:3+gravity"])
def test_slices_give_the_same_machine_as_a_course(rules: str, text: str) -> None:
    whole, about = tasks.make(context(), Plan(rules, seed=3, course=[Lesson(partner(text), 120)]))
    machine, _ = tasks.make(context(), Plan(rules, seed=3))
    whole_training: dict[str, Any] = {"identifier": "t1", "first": 0, "end": 120, "seconds": 60.0}
    known: set[int] = set()
    for until in (1, 2, 40, 41, 119, 120):
        machine, raw = tasks.train(context(), machine, partner(text), until, **whole_training)
        news = told(raw, TrainingProgress)
        assert (news.id, news.done, news.final) == ("t1", until, until == 120)
        assert machine.games == until
        known |= {place for place, _ in news.changed}
    other, expected = pickle.loads(machine.packed), pickle.loads(whole.packed)
    assert other.machine.__getstate__() == expected.machine.__getstate__()
    assert other.curve == expected.curve
    assert other.player_games == expected.player_games
    assert told(about, Wall).games == 120
    # What pages were told on the way is all that has changed.
    new = pickle.loads(tasks.make(context(), Plan(rules, seed=3))[0].packed)
    now = other.machine.counts(other.side)
    assert {n for n, (a, b) in enumerate(zip(new.told, now, strict=True)) if a != b} <= known


def test_a_slice_ends_in_time_or_when_it_is_stopped() -> None:
    machine, _ = tasks.make(context(), Plan())
    coach = partner("coach")
    wish: dict[str, Any] = {"identifier": "t1", "first": 0, "end": 10**5}
    part, _ = tasks.train(context(), machine, coach, 10**5, seconds=1e-9, **wish)
    assert part.games < 10**5
    stopped = context()
    stopped.stop.set()
    none, _ = tasks.train(stopped, machine, coach, 10**5, seconds=60.0, **wish)
    assert none.games == 0
    # The end of a training is a point, wherever it is.
    before, _ = tasks.train(context(), none, coach, 123, seconds=60.0, **wish)
    after, news = tasks.train(context(), before, coach, 123, seconds=60.0, **wish | {"end": 123})
    assert after.points == before.points + 1
    assert told(news, TrainingProgress).final


def test_games_with_somebody() -> None:
    machine, _ = tasks.make(context(), Plan(seed=1))
    assert bytes(tasks.play(context(), machine, [])) == bytes(tasks.play(context(), machine, []))
    moves: list[str] = []
    while not (view := told(tasks.play(context(), machine, moves), PlayedGame)).outcome:
        moves.append(view.positions[-1].legal[0])
        with pytest.raises(RefusalError):
            tasks.learn(context(), machine, moves[:-1])
    after, news = tasks.learn(context(), machine, moves)
    assert told(news, Learnt).games == 1
    again, _ = tasks.make(context(), Plan(seed=1, course=[moves]))
    one, other = (pickle.loads(each.packed).machine for each in (again, after))
    assert one.__getstate__() == other.__getstate__()
    assert told(tasks.weakness(context(), after), Weakness).line.moves


def test_machines_are_kept() -> None:
    machine, _ = tasks.make(context(), Plan("3x3:3+gravity", course=[Lesson(partner("self"), 10)]))
    rules, text = tasks.saved(context(), machine, "class-a")
    assert rules == "3x3:3+gravity"
    copy, _ = tasks.make(context(), Plan(brain=text))
    assert copy.games == 10
    assert told(tasks.export(context(), copy, "b", "json"), TextFile).file == "b.json"
    assert told(tasks.curve(context(), Plan(brain=text)), CurveAnswer).games == 10


def test_courses_that_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlayerTextError, match="does not play"):
        tasks.make(context(), Plan("3x3:3+gravity", course=[Lesson(parse("gomoku"), 1)]))
    monkeypatch.setattr(tasks, "MOST_COURSE_SECONDS", 0.0)
    with pytest.raises(RefusalError, match="too long"):
        tasks.make(context(), Plan(course=[Lesson(parse("alphabeta:seconds=0.1"), 5)]))

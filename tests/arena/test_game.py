"""One game with a referee: what is measured, and who loses for what."""

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from enligne import FIRST, SECOND, Game, Limit, Move, Position, RulesError, Side, Termination
from enligne.arena import play_game
from enligne.arena.adjudication import Adjudication
from enligne.arena.game import Conditions, observe_game
from enligne.arena.time_control import TimeControl
from enligne.engines import Analysis, Heuristic, Loss, Win
from enligne.engines.engine import Request
from enligne.players import Choice, Player
from enligne.record import Record


class Scripted(Player):
    """Does what a function says."""

    name = "scripted"
    about = "for tests"

    def __init__(self, script: Callable[[Position, Limit | None], Choice]) -> None:
        super().__init__()
        self._script = script

    def decide(self, request: Request) -> Choice:
        return self._script(request.position, request.limit)


def first_move(position: Position, limit: Limit | None = None) -> Choice:
    del limit
    return Choice(next(iter(position.legal_moves)))


def test_times_moves_and_depths_are_measured() -> None:
    def think(position: Position, _: Limit | None) -> Choice:
        time.sleep(0.01)
        move = next(iter(position.legal_moves))
        return Choice(move, Analysis(Heuristic(0), (move,), depth=position.ply))

    game = Game("tictactoe", "b2 a1")
    observed = observe_game(Scripted(think), Scripted(first_move), game)
    assert game.outcome() is not None
    assert sum(observed.moves) == len(game.moves) - 2
    assert observed.moves[0] - observed.moves[1] in (0, 1)
    assert observed.seconds[0] >= 0.01 * observed.moves[0]
    own = range(2, len(game.moves), 2)
    assert observed.depth == (sum(own) / len(own), None)
    assert observed.failure == ""
    assert Record.parse(observed.record.text) == observed.record


@pytest.mark.parametrize("side", [FIRST, SECOND])
@pytest.mark.parametrize(
    ("way", "termination", "reason"),
    [
        ("late", Termination.TIME, "late: it took"),
        ("raises", Termination.CRASH, "crashed: ZeroDivisionError: "),
        ("illegal", Termination.ILLEGAL_MOVE, "illegal: a1 is occupied"),
        ("resigns", Termination.RESIGNATION, ""),
    ],
)
def test_who_fails_loses(
    side: Side,
    way: str,
    termination: Termination,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    clock = SimpleNamespace(perf_counter=lambda: now)
    monkeypatch.setattr("enligne.arena.game.time", clock)

    def fail(position: Position, _: Limit | None) -> Choice:
        if position.ply < 4:
            return first_move(position)
        match way:
            case "late":
                nonlocal now
                now += 0.6
                return first_move(position)
            case "raises":
                return Choice(Move(0, 0 // (position.ply - position.ply)))
            case "illegal":
                return Choice(Move(0, 0))
        return Choice(None)

    pair = [Scripted(first_move), Scripted(first_move)]
    pair[side] = Scripted(fail)
    conditions = Conditions(time=TimeControl(0.05))
    observed = observe_game(pair[0], pair[1], Game("9x9:5"), conditions)
    outcome = observed.record.game.outcome()
    assert (outcome.winner, outcome.termination) == (side.other, termination)
    assert reason in observed.failure
    assert bool(observed.failure) == (way != "resigns")
    again = Record.parse(observed.record.text)
    assert list(again.comments.values()) == ([observed.failure] if observed.failure else [])


def test_the_clock_gives_each_its_own_time() -> None:
    limits: list[list[float]] = [[], []]

    def note(position: Position, limit: Limit | None) -> Choice:
        limits[position.side].append(limit.seconds or 0)
        return first_move(position)

    conditions = Conditions(time=TimeControl(10.0, 0.1), limit=Limit(depth=2))
    observe_game(Scripted(note), Scripted(note), Game("connect4"), conditions)
    for side in (0, 1):
        assert all(0 < seconds < 10 for seconds in limits[side])
        # Nobody thinks, so there is ever more for each of the moves that are left.
        assert limits[side][-1] > limits[side][0]


def test_games_with_clocks_keep_times_and_scores() -> None:
    def think(position: Position, limit: Limit | None) -> Choice:
        del limit
        move = next(iter(position.legal_moves))
        score = Win(9) if position.side is FIRST else Heuristic(5)
        return Choice(move, Analysis(score, (move,)))

    def played(time: TimeControl | None) -> Record:
        game = Game("4x4:4", "a1 a2")
        return observe_game(Scripted(think), Scripted(think), game, Conditions(time=time)).record

    record = played(TimeControl(100.0, 1.0))
    numbers = list(range(3, len(record.game.moves) + 1))  # the opening was not played
    assert list(record.seconds) == list(record.seconds_left) == numbers
    assert all(100 < left <= 101 + len(numbers) for left in record.seconds_left.values())
    # What the first side takes for its win in 9 is, after its move, the other's loss in 8.
    assert (record.scores[3], record.scores[4]) == (Loss(8), Heuristic(-5))
    assert Record.parse(record.text) == record
    assert played(TimeControl(100.0)).seconds_left == {}
    assert played(None).seconds == {}


def test_an_adjudicated_game_says_so() -> None:
    conditions = Conditions(adjudication=Adjudication(solver=True))
    observed = observe_game("random:seed=1", "random:seed=2", Game("tictactoe"), conditions)
    outcome = observed.record.game.outcome()
    assert outcome.termination is Termination.ADJUDICATION
    assert len(observed.record.game.moves) == 1
    assert observed.failure == ""
    assert "the solver has a draw" in observed.record.comments[1]


def test_both_agree_on_who_wins() -> None:
    def claims(side: Side) -> Scripted:
        def think(position: Position, _: Limit | None) -> Choice:
            move = next(iter(position.legal_moves))
            score = Win(5) if position.side is side else -Win(4)
            return Choice(move, Analysis(score, (move,)))

        return Scripted(think)

    conditions = Conditions(adjudication=Adjudication(scores=True))
    game = Game("gomoku", "h8")
    observed = observe_game(claims(SECOND), claims(SECOND), game, conditions)
    assert len(game.moves) == 5
    outcome = game.outcome()
    assert (outcome.winner, outcome.termination) == (SECOND, Termination.ADJUDICATION)
    assert "both agree" in observed.record.comments[5]


def test_a_record_of_one_game() -> None:
    record = play_game("greedy", "greedy", "connect4", opening="4455", event="Club evening")
    assert [str(move) for move in record.game.moves[:4]] == ["d1", "d2", "e1", "e2"]
    assert (record.event, record.first, record.second) == ("Club evening", "greedy", "greedy")


def test_who_does_not_play_by_the_rules_is_refused() -> None:
    with pytest.raises(RulesError):
        play_game("solver", "greedy", "gomoku")

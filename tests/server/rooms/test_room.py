"""The room alone, as a model: whatever visitors try, in whatever order, it stays a game."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from enligne import FIRST, SECOND, Game, Outcome, Position, Side
from enligne.errors import IllegalMoveError, NotationError
from enligne.outcome import Termination
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms.clock import GameClock, ServerTime
from enligne.server.rooms.room import Room, Seat, new_room
from tests.naive import NaiveGame
from tests.server.helpers import plain
from tests.server.rooms.random_rooms import (
    ANN,
    BOB,
    BOX,
    EVE,
    VISITORS,
    Action,
    Time,
    machine,
    person,
    random_action,
    random_room,
)

CHUNKS = 4
ROOMS_PER_CHUNK = 70
ACTIONS_PER_ROOM = 40


@pytest.fixture
def time() -> Time:
    return Time()


def between(
    first: Seat, second: Seat, rules: str = "tictactoe", clock: GameClock | None = None
) -> Room:
    return new_room("r" * 16, Position(rules), [first, second], clock)


def ten_seconds(time: Time, increment: float = 0.0, lag_seconds: float = 0.0) -> GameClock:
    return GameClock.new(10.0, increment, lag_seconds, time)


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(RefusalError) as caught:
        act()
    assert caught.value.text
    return caught.value.code


def lefts(room: Room) -> list[float]:
    """What each side has left on its clock."""
    assert room.clock is not None
    return [room.clock.left_of(each, room.game.side) for each in (FIRST, SECOND)]


def moves_of(data: dict[str, Any]) -> list[str]:
    moves: list[str] = data["moves"]
    return moves


def movers(room: Room, count: int) -> list[Side]:
    """Whose each move was, told without the room's own arithmetic."""
    side, found = room.game.start.side, []
    for _ in range(count):
        found.append(side)
        side = side.other
    return found


def check_is_a_game(room: Room) -> None:
    """The moves are legal one after the other, by rules that are written down twice."""
    naive = NaiveGame(room.game.rules)
    stones = {cell: side for side in (FIRST, SECOND) for cell in room.game.start.stones(side)}
    if not stones:
        for move in room.game.moves:
            assert not naive.is_over
            assert move in naive.legal_moves()
            naive.play(move)
        outcome = room.outcome
        if naive.is_over:
            assert outcome.winner == naive.winner
        else:
            assert outcome is None or not outcome.termination.is_on_board
    again = Game(room.game.rules, " ".join(map(str, room.game.moves)), start=room.game.start)
    assert again.position == room.game.position


def check_is_kept(room: Room, other: Room, time: Time) -> None:
    """What is stored makes the same room again, and brings one that was as it was before to the
    same state."""
    data = plain(room.data())
    again = Room.from_data(room.id, room.version, data, time)
    other.update(room.version, data, time)
    for each in (again, other):
        assert each == room
        assert each.data() == room.data()
        assert not each.is_changed
        assert each.view([SECOND], VISITORS) == room.view([SECOND], VISITORS)


def check_view(room: Room) -> None:
    view = plain(room.view([], VISITORS))
    text = json.dumps(view)
    for visitor in VISITORS:
        assert visitor not in text
    legal = set() if room.outcome else {str(move) for move in room.game.legal_moves}
    assert set(view["position"]["legal"]) == legal
    assert view["version"] == room.version
    assert view["moves"] == [str(move) for move in room.game.moves]
    assert (view["outcome"] is None) == (room.outcome is None)
    if room.clock is not None:
        runs = view["clock"]["running"]
        assert runs in (None, str(room.game.side))
        assert min(view["clock"]["first"], view["clock"]["second"]) >= 0
        is_open = any(seat.is_person and seat.visitor is None for seat in room.seats)
        assert (runs is not None) == (room.outcome is None and room.ply > 0 and not is_open)
        assert (room.flags_in() is not None) == (runs is not None)


def check_effect(
    room: Room, action: Action, before: dict[str, Any], sides: list[Side], to_move: Side
) -> None:
    """What was granted is what was asked for, and nothing else."""
    after = plain(room.data())
    old, new = moves_of(before), moves_of(after)
    mover_of = movers(room, max(len(old), len(new)))
    match action.name:
        case "move" | "random":
            assert to_move in sides
            assert action.ply == len(old)
            assert len(new) == len(old) + 1
            assert new[:-1] == old
            if action.name == "move":
                start = Game(room.game.rules, " ".join(old), start=room.game.start)
                assert new[-1] == str(start.position.move(action.move))
            assert after["offer"] is None
            assert after["draw"] in (None, before["draw"])
            assert after["draw"] != to_move.other
            assert before["outcome"] is None
        case "answer":
            assert not room.seats[to_move].is_person
            assert action.ply == len(old)
            if new == old:
                assert room.outcome == Outcome(to_move.other, Termination.RESIGNATION)
            else:
                assert new[:-1] == old
                assert after["box"] == plain(action.box)
        case "take_back" if len(new) < len(old):
            taken = mover_of[len(new) : len(old)]
            assert new == old[: len(new)]
            people = {seat.visitor for seat in room.seats if seat.is_person}
            if len(people) == 1:
                assert taken[0] in sides
                assert not set(taken[1:]) & set(sides)
                assert room.game.side in sides
            else:
                assert before["offer"] is not None
                asker = Side(before["offer"])
                assert asker not in sides
                assert taken[0] is asker
                assert asker not in taken[1:]
            assert after["offer"] is None
            assert after["outcome"] is None
        case "take_back":
            assert new == old
            assert after["offer"] is not None
            assert Side(after["offer"]) in sides
        case "draw" if after["outcome"] is not None:
            assert before["draw"] is not None
            assert Side(before["draw"]) not in sides
            assert room.outcome == Outcome(None, Termination.AGREEMENT)
            assert new == old
        case "draw":
            assert len(room.persons()) == 2
            assert after == before | {"draw": int(sides[0])}
        case "decline":
            assert after in [
                before | declined
                for declined in ({"draw": None}, {"offer": None}, {"draw": None, "offer": None})
            ]
            declined = [before[name] for name in ("offer", "draw") if after[name] != before[name]]
            assert declined
            assert not {Side(offer) for offer in declined} & set(sides)
        case "resign":
            loser = to_move if to_move in sides else sides[0]
            assert room.outcome == Outcome(loser.other, Termination.RESIGNATION)
            assert new == old
        case "reset":
            assert new == []
            assert {seat.visitor for seat in room.seats if seat.is_person} == {action.visitor}
            assert after["outcome"] is None
        case "take_seat":
            assert new == old
            changed = [
                (was, now)
                for was, now in zip(before["seats"], after["seats"], strict=True)
                if was != now
            ]
            assert len(changed) <= 1
            if changed:
                assert not sides
                assert changed[0][0]["visitor"] is None
                assert changed[0][1]["visitor"] == action.visitor
                assert changed[0][1]["name"] == action.move
                assert after["opened"] is None
        case "rename":
            assert sides
            for side, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
                name = {"name": action.move} if action.move else {}
                plain_seat = {key: was[key] for key in ("kind", "visitor") if key in was}
                assert now == (plain_seat | name if Side(side) in sides else was)
            assert after == before | {"seats": after["seats"]}
        case "open" | "close":
            assert sides
            assert (after["opened"] is not None) == (action.name == "open")
            assert after == before | {"opened": after["opened"]}
        case "fail" if after != before:
            assert action.ply == len(old)
            assert room.outcome == Outcome(to_move.other, Termination.CRASH)
        case "flag" if after != before:
            assert room.outcome == Outcome(to_move.other, Termination.TIME)
    assert not room.is_open or (room.ply == 0 and len(room.persons()) == 1)
    if action.name not in ("take_seat", "rename"):
        assert after["seats"] == before["seats"]
    assert after["rules"] == before["rules"]
    assert after["start"] == before["start"]


def check_clock(room: Room, action: Action, before: list[float], to_move: Side, plies: int) -> None:
    """Nobody's time changes but by thinking, and by what a move earns."""
    assert room.clock is not None
    after = lefts(room)
    if action.name == "reset":
        assert after == [room.clock.seconds] * 2
    elif action.name in ("move", "random", "answer") and room.ply > plies:
        earned = room.clock.increment if plies > 0 else 0.0
        if not any(seat.is_person and seat.visitor is None for seat in room.seats):
            assert after[to_move] == pytest.approx(max(0.0, before[to_move]) + earned)
        assert after[to_move.other] == pytest.approx(before[to_move.other])
    elif action.name == "take_back":
        assert all(now < max(0.0, had) + 1e-9 for now, had in zip(after, before, strict=True))
    elif action.name in ("take_seat", "fail", "resign"):
        assert after[to_move.other] == pytest.approx(before[to_move.other])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_whatever_is_done_in_a_room_it_stays_a_game(chunk: int, time: Time) -> None:
    source = random.Random(chunk)
    random.seed(chunk)  # for the random moves
    granted: dict[str, int] = {}
    refused: dict[str, int] = {}
    for _ in range(ROOMS_PER_CHUNK):
        room = random_room(source, time)
        other = Room.from_data(room.id, room.version, plain(room.data()), time)
        for _ in range(ACTIONS_PER_ROOM):
            action = random_action(room, source)
            before, sides, to_move = (
                plain(room.data()),
                room.sides_of(action.visitor),
                room.game.side,
            )
            had = lefts(room) if room.clock else []
            room.is_changed = False
            plies, told = room.ply, room.data()
            try:
                action.do(room, time)
            except (RefusalError, IllegalMoveError, NotationError) as error:
                assert plain(room.data()) == before
                assert not room.is_changed
                if not sides and action.name not in ("answer", "take_seat"):
                    assert isinstance(error, RefusalError)
                    assert error.code == "no_seat"
                refused[action.name] = refused.get(action.name, 0) + 1
                if room.outcome is not None and source.random() < 0.2:
                    break
                continue
            assert plain(told) == before  # what a room told does not change afterwards
            has_changed = before != plain(room.data())
            granted[action.name] = granted.get(action.name, 0) + has_changed
            assert room.is_changed or not has_changed  # nothing new is left unstored
            if not sides and action.name in ("move", "random", "take_back", "resign", "reset"):
                pytest.fail(f"somebody without a seat could {action.name}")
            check_effect(room, action, before, sides, to_move)
            if room.clock is not None:
                check_clock(room, action, had, to_move, plies)
            check_is_a_game(room)
            check_is_kept(room, other, time)
            check_view(room)
    for name in ("move", "random", "take_back", "resign", "reset", "take_seat", "answer", "flag"):
        assert granted.get(name, 0) > 0, (name, granted)
    for name in ("move", "random", "take_back", "resign", "reset", "answer"):
        assert refused.get(name, 0) > 3, (name, refused)


def test_the_reasons_for_which_moves_are_refused() -> None:
    room = between(person(ANN), person(BOB))
    assert refusal(lambda: room.move(EVE, 0, "a1")) == "no_seat"
    assert refusal(lambda: room.move(BOB, 0, "a1")) == "not_your_turn"
    assert refusal(lambda: room.move(ANN, 1, "a1")) == "stale"
    room.move(ANN, 0, "a1")
    # The same message again, as after a lost connection.
    assert refusal(lambda: room.move(ANN, 0, "a1")) == "stale"
    with pytest.raises(IllegalMoveError):
        room.move(BOB, 1, "a1")
    with pytest.raises(NotationError):
        room.move(BOB, 1, "nowhere")
    assert [str(move) for move in room.game.moves] == ["a1"]
    room.resign(BOB)
    assert refusal(lambda: room.move(BOB, 1, "b1")) == "finished"
    assert refusal(lambda: room.resign(ANN)) == "finished"
    assert refusal(lambda: room.take_back(ANN)) == "finished"
    assert refusal(lambda: room.reset(ANN)) == "not_alone"


def test_nobody_moves_before_the_other_seat_is_taken() -> None:
    room = between(person(ANN), person(None))
    assert refusal(lambda: room.move(ANN, 0, "a1")) == "waiting"
    assert not room.take_seat(ANN)
    assert room.take_seat(BOB)
    assert not room.take_seat(EVE)
    room.move(ANN, 0, "a1")


def test_taking_back_against_a_player_returns_to_the_visitors_turn() -> None:
    room = between(person(ANN), machine())
    assert refusal(lambda: room.take_back(ANN)) == "nothing"
    room.move(ANN, 0, "a1")
    room.take_back(ANN)  # while the player thinks
    assert room.ply == 0
    room.move(ANN, 0, "a1")
    room.answer(1, room.game.position.move("b2"), BOX)
    assert room.box == BOX
    room.take_back(ANN)  # after its answer
    assert room.ply == 0
    assert room.box is None


def test_a_room_does_not_begin_with_a_finished_game() -> None:
    with pytest.raises(RefusalError, match="over"):
        new_room("r", Position("tictactoe", "xxx/oo1/3 o"), [person(ANN), machine()])


# Clocks.


def test_a_clock_runs_from_the_second_move_on(time: Time) -> None:
    room = between(person(ANN), person(BOB), clock=ten_seconds(time, increment=2))
    time.now += 100
    assert room.flags_in() is None
    assert not room.flag()
    room.move(ANN, 0, "a1")
    assert lefts(room) == [10, 10]
    time.now += 3
    assert room.flags_in() == pytest.approx(7)
    assert plain(room.view([], ()))["clock"] == {
        "seconds": 10,
        "increment": 2,
        "first": 10,
        "second": 7,
        "running": "second",
    }
    room.move(BOB, 1, "b1")
    assert lefts(room) == [10, 9]
    time.now += 4
    room.move(ANN, 2, "a2")
    assert lefts(room) == [8, 9]


def test_who_has_no_time_left_loses(time: Time) -> None:
    room = between(person(ANN), person(BOB), clock=ten_seconds(time))
    room.move(ANN, 0, "a1")
    time.now += 9.99
    assert not room.flag()
    time.now += 0.01
    assert room.flags_in() == 0
    assert room.flag()
    assert not room.flag()
    assert room.outcome == Outcome(FIRST, Termination.TIME)
    assert plain(room.view([], ()))["clock"]["second"] == 0
    assert plain(room.view([], ()))["clock"]["running"] is None
    assert refusal(lambda: room.take_back(BOB)) == "finished"


def test_a_jump_of_the_wall_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's time is told by a clock that nobody sets."""
    monotonic = Time()
    now = ServerTime(0.0, monotonic)
    room = between(person(ANN), person(BOB), clock=GameClock.new(300, 0, 0, now))
    room.move(ANN, 0, "a1")
    monotonic.now += 10
    for hours in (1, -1):
        with monkeypatch.context() as wall:
            wall.setattr("time.time", lambda moved=3600 * hours: 1e9 + moved)
            assert not room.flag()
            assert lefts(room) == pytest.approx([300, 290])


def test_the_time_while_no_server_ran_does_not_count(time: Time) -> None:
    room = between(person(ANN), person(BOB), clock=ten_seconds(time))
    room.move(ANN, 0, "a1")
    time.now += 3
    stored, seconds = plain(room.data()), time.now
    # Another run, on a machine whose own clock tells anything.
    later = ServerTime(seconds, Time())
    again = Room.from_data(room.id, 2, stored, later)
    assert lefts(again) == pytest.approx([10, 7])


def test_processes_agree_on_the_time() -> None:
    turning = Time()
    ahead, behind = ServerTime(500, turning), ServerTime(400, turning)
    behind.hear(ahead())
    ahead.hear(400)
    assert behind() == ahead() == pytest.approx(500)
    turning.now += 7
    assert behind() == ahead() == pytest.approx(507)


def test_lag_is_given_back_within_bounds(time: Time) -> None:
    room = between(person(ANN), person(ANN), "connect4", ten_seconds(time, lag_seconds=0.5))
    room.move(ANN, 0, "d1")
    time.now += 1
    room.move(ANN, 1, "d2", lag=0.3)
    assert lefts(room) == pytest.approx([10, 9.3])
    time.now += 1
    room.move(ANN, 2, "d3", lag=60)  # never more than the account has
    assert lefts(room) == pytest.approx([9.5, 9.3])
    time.now += 0.01
    room.move(ANN, 3, "d4", lag=0.3)  # never more than the move took
    assert lefts(room) == pytest.approx([9.5, 9.3])


def test_who_pretends_lag_gains_no_more_than_somebody_far_away(time: Time) -> None:
    room = between(person(ANN), person(ANN), "9x9:9", GameClock.new(1000, 0, 0.5, time))
    for ply in range(60):
        time.now += 10
        room.move(ANN, ply, "abcdefghi"[ply % 9] + str(ply // 9 + 1), lag=9.0)
    first, second = lefts(room)
    assert first == pytest.approx(1000 - 29 * 10 + 0.5 + 28 * 0.1)
    assert second == pytest.approx(1000 - 30 * 10 + 0.5 + 29 * 0.1)


def test_a_move_that_lag_made_late_counts(time: Time) -> None:
    def late(lag: float | None) -> Room:
        room = between(person(ANN), person(BOB), clock=ten_seconds(time, lag_seconds=0.5))
        room.move(ANN, 0, "a1")
        time.now += 10.2
        room.flag(lag)
        return room

    assert late(0.1).outcome == Outcome(FIRST, Termination.TIME)
    assert late(None).outcome is None  # the move may still be on its way
    assert late(None).flags_in() == pytest.approx(0.3)
    room = late(0.4)
    room.move(BOB, 1, "b1", 0.4)
    assert lefts(room) == pytest.approx([10, 0.2])


def test_a_clock_that_a_backup_has_stopped_runs_again(time: Time) -> None:
    room = between(person(ANN), person(BOB), clock=ten_seconds(time))
    room.move(ANN, 0, "a1")
    time.now += 3
    stored = plain(room.data())
    stored["clock"]["since"] = None
    again = Room.from_data(room.id, 2, stored, time)
    assert again.is_changed
    time.now += 4
    assert lefts(again) == pytest.approx([10, 6])

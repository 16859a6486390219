"""The table: what people may do, and what happens to players that fail."""

from __future__ import annotations

import random
import threading
import time
from typing import TYPE_CHECKING

import pytest

from enligne import FIRST, SECOND, Game, Rules, Termination, players
from enligne.engines import Limit, Stop
from enligne.errors import PlayerFailedError
from enligne.players import Choice
from enligne.terminal import seats
from enligne.terminal.files import load
from enligne.terminal.seats import Seat
from enligne.terminal.table import Table
from enligne.terminal.thinking import Work

if TYPE_CHECKING:
    from pathlib import Path

GREEDY = Seat("greedy", players.create("greedy"))


def against_greedy(rules: str, *, first: seats.First = "me") -> Table:
    game = Game(rules)
    return Table(game, seats.seated(seats.you(), GREEDY, first, game.side), first=first)


def reply(table: Table) -> None:
    table.accept(table.question()(Stop()))


@pytest.mark.parametrize("first", ["me", "them"])
def test_undo_always_leaves_the_person_to_move_as_it_was(first: seats.First) -> None:
    source = random.Random(3)
    for _ in range(40):
        table = against_greedy("4x4:3", first=first)
        before: list[Game] = []  # every position in which the person was to move
        while table.outcome is None:
            if table.awaits_person:
                before.append(Game(table.rules, " ".join(map(str, table.game.moves))))
                table.play(source.choice(list(table.game.legal_moves)))
            else:
                reply(table)
            if source.random() < 0.3 and before and table.game != before[-1]:
                table.undo()
                assert table.game == before[-1]
                assert table.awaits_person
                before.pop()
        while before:
            table.undo()
            assert table.game == before.pop()
            assert table.outcome is None
        with pytest.raises(ValueError, match="no move"):
            table.undo()


def test_two_people_take_back_move_by_move() -> None:
    table = Table(Game("tictactoe", "b2 a1"), seats.two_people(Rules.of("tictactoe")))
    assert [str(move) for move in table.undo()] == ["a1"]
    assert [str(move) for move in table.undo()] == ["b2"]


def test_a_resignation_alone_is_taken_back() -> None:
    table = against_greedy("tictactoe")
    table.play("b2")
    assert table.resign() is FIRST  # though the other side is to move
    assert str(table.outcome) == "the second side wins (resignation)"
    assert table.undo() == []
    assert table.game == Game("tictactoe", "b2")


@pytest.mark.parametrize(
    ("answer", "termination"),
    [
        (PlayerFailedError("no word", reason="silent"), Termination.TIME),
        (PlayerFailedError("strange", reason="illegal"), Termination.ILLEGAL_MOVE),
        (PlayerFailedError("gone", reason="crashed"), Termination.CRASH),
        (PlayerFailedError("ERROR", reason="error"), Termination.CRASH),
        (ZeroDivisionError("a fault"), Termination.CRASH),
        (Choice(Game("gomoku").position.move("h8")), Termination.ILLEGAL_MOVE),
        (Choice(None), Termination.RESIGNATION),
    ],
)
def test_who_fails_to_move_loses(
    answer: Choice | BaseException, termination: Termination, tmp_path: Path
) -> None:
    table = against_greedy("gomoku")
    table.play("h8")
    assert table.accept(answer) is None
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.termination) == (FIRST, termination)
    assert ("failed" in table.failure) == (termination is not Termination.RESIGNATION)
    kept = load(str(table.save(str(tmp_path / "game.txt"))))
    assert kept.game == table.game
    assert kept.comments.get(1, "") == table.failure
    table.undo()
    assert table.awaits_player
    assert not table.failure


def test_a_new_game_begins_where_this_one_began() -> None:
    here = Table(Game("connect4", "44"), seats.two_people(Rules.of("connect4")), begins_here=True)
    here.play("d")
    here.renew()
    assert here.game == Game("connect4", "44")
    table = against_greedy("connect4")
    table.renew("them")
    assert table.awaits_player
    assert table.seats[SECOND].is_person


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("real.txt")
    table = against_greedy("tictactoe")
    table.save(str(tmp_path / "link.txt"))
    assert (tmp_path / "link.txt").is_symlink()
    assert load(str(tmp_path / "real.txt")).game == table.game
    table.play("b2")
    table.save(str(tmp_path / "link.txt"))  # its own file
    assert len(load(str(tmp_path / "real.txt")).game.moves) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "real.txt"]
    with pytest.raises(OSError, match=str(tmp_path)):
        table.save(str(tmp_path))


def test_a_limit_is_kept_and_a_long_thought_is_called_off() -> None:
    them = seats.player("alphabeta:depth=60", Rules.of("gomoku"))
    table = Table(Game("gomoku"), (them, seats.you()), limit=Limit(seconds=600))
    done = threading.Event()
    work = Work(table.question(), lambda _: done.set())
    time.sleep(0.05)
    assert not done.is_set()
    work.call_off()
    assert done.wait(30)
    assert work.is_called_off
    assert not table.game.moves


def test_the_usual_opponent_plays_whatever_the_rules() -> None:
    for rules in ("tictactoe", "connect4", "gomoku", "26x26:10", "3x26:5+gravity", "9x9:5+exact"):
        seat = seats.usual_opponent(Rules.of(rules))
        assert seat.player is not None
        choice = seat.player.choose(Game(rules).position, Limit(seconds=0.05))
        assert choice.move in Game(rules).legal_moves

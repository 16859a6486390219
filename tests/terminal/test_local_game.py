"""A local game: what people may do, and what happens to players that fail."""

import random
import threading
from pathlib import Path

import pytest

from enligne import FIRST, SECOND, Game, Rules, Termination, players
from enligne.engines import Limit, Stop
from enligne.errors import PlayerFailedError
from enligne.players import Choice
from enligne.terminal import participants
from enligne.terminal.local_game import LocalGame, load
from enligne.terminal.participants import Participant
from enligne.terminal.thinking import Work

GREEDY = Participant("greedy", players.create("greedy"))


def against_greedy(rules: str, *, first: participants.First = "me") -> LocalGame:
    game = Game(rules)
    return LocalGame(
        game, participants.by_side(participants.you(), GREEDY, first, game.side), first=first
    )


def reply(local: LocalGame) -> None:
    local.accept(local.question()(Stop()))


@pytest.mark.parametrize("first", ["me", "them"])
def test_undo_always_leaves_the_person_to_move_as_it_was(first: participants.First) -> None:
    source = random.Random(3)
    for _ in range(40):
        local = against_greedy("4x4:3", first=first)
        before: list[Game] = []  # every position in which the person was to move
        while local.outcome is None:
            if local.awaits_person:
                before.append(Game(local.rules, " ".join(map(str, local.game.moves))))
                local.play(source.choice(list(local.game.legal_moves)))
            else:
                reply(local)
            if source.random() < 0.3 and before and local.game != before[-1]:
                local.undo()
                assert local.game == before[-1]
                assert local.awaits_person
                before.pop()
        while before:
            local.undo()
            assert local.game == before.pop()
            assert local.outcome is None
        with pytest.raises(ValueError, match="no move"):
            local.undo()


def test_two_people_take_back_move_by_move() -> None:
    local = LocalGame(Game("tictactoe", "b2 a1"), participants.two_people(Rules.of("tictactoe")))
    assert [str(move) for move in local.undo()] == ["a1"]
    assert [str(move) for move in local.undo()] == ["b2"]


def test_a_resignation_alone_is_taken_back() -> None:
    local = against_greedy("tictactoe")
    local.play("b2")
    assert local.resign() is FIRST  # though the other side is to move
    assert str(local.outcome) == "the second side wins (resignation)"
    assert local.undo() == []
    assert local.game == Game("tictactoe", "b2")


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
    local = against_greedy("gomoku")
    local.play("h8")
    assert local.accept(answer) is None
    assert (local.outcome.winner, local.outcome.termination) == (FIRST, termination)
    assert ("failed" in local.failure) == (termination is not Termination.RESIGNATION)
    kept = load(str(local.save(str(tmp_path / "game.txt"))))
    assert kept.game == local.game
    assert kept.comments.get(1, "") == local.failure
    local.undo()
    assert local.awaits_player
    assert not local.failure


def test_a_new_game_begins_where_this_one_began() -> None:
    here = LocalGame(
        Game("connect4", "44"), participants.two_people(Rules.of("connect4")), begins_here=True
    )
    here.play("d")
    here.renew()
    assert here.game == Game("connect4", "44")
    local = against_greedy("connect4")
    local.renew("them")
    assert local.awaits_player
    assert local.participants[SECOND].is_person


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("real.txt")
    local = against_greedy("tictactoe")
    local.save(str(tmp_path / "link.txt"))
    assert (tmp_path / "link.txt").is_symlink()
    assert load(str(tmp_path / "real.txt")).game == local.game
    local.play("b2")
    local.save(str(tmp_path / "link.txt"))  # its own file
    assert len(load(str(tmp_path / "real.txt")).game.moves) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "real.txt"]
    with pytest.raises(OSError, match=str(tmp_path)):
        local.save(str(tmp_path))


def test_a_limit_is_kept_and_a_long_thought_is_called_off() -> None:
    them = participants.player("alphabeta:depth=60", Rules.of("gomoku"))
    local = LocalGame(Game("gomoku"), (them, participants.you()), limit=Limit(seconds=600))
    done = threading.Event()
    work = Work(local.question(), lambda _: done.set())
    assert not done.is_set()
    work.call_off()
    assert done.wait(300)
    assert work.is_called_off
    assert not local.game.moves


def test_the_usual_opponent_plays_whatever_the_rules() -> None:
    for rules in ("tictactoe", "connect4", "gomoku", "26x26:10", "3x26:5+gravity", "9x9:5+exact"):
        who = participants.usual_opponent(Rules.of(rules))
        choice = who.player.choose(Game(rules).position, Limit(seconds=0.05))
        assert choice.move in Game(rules).legal_moves

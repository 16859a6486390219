"""The Universal Game Interface, both ways."""

import random
import shlex
import sys
import time
from pathlib import Path

import pytest

from enligne import (
    FIRST,
    Game,
    Limit,
    PlayerFailedError,
    PlayerTextError,
    Position,
    Stop,
    arena,
    players,
)
from enligne.adapters.ugi import UgiEngine, limit_of
from enligne.adapters.ugi_player import moves_to
from tests.programs import PATIENCE, python, run, start

PEER = Path(__file__).with_name("ugi_peer.py")
OURS = shlex.join([sys.executable, "-m", "enligne", "ugi"])


def peer(way: str = "") -> str:
    return f"ugi:{shlex.join([sys.executable, str(PEER), way])}"


class Manager:
    """Speaks to our engine, here."""

    def __init__(self, player: str | None = None, rules: str = "connect4") -> None:
        self.lines: list[str] = []
        self.engine = UgiEngine(self.lines.append, player, rules)

    def say(self, *lines: str) -> list[str]:
        """What is answered, when all of it was."""
        self.lines.clear()
        for line in lines:
            assert self.engine.answer(line) is (line != "quit")
        self.engine._wait()
        return list(self.lines)


def test_a_conversation() -> None:
    manager = Manager("greedy")
    assert manager.say("ugi")[-1] == "ugiok"
    assert manager.say("isready") == ["readyok"]
    assert manager.say("uginewgame") == []
    assert manager.say("position startpos moves a1 b1 a2 b2 a3 b3") == []
    assert manager.say("query p1turn", "query gameover", "query result") == [
        "response true",
        "response false",
        "response none",
    ]
    *info, last = manager.say("go depth 1")
    assert last == "bestmove a4"
    assert "score mate 1" in info[-1]
    assert info[-1].endswith("pv a4")
    assert manager.say("position startpos moves 1 2 1 2 1 2 1", "query result") == [
        "response p1win"
    ]
    assert manager.say("query gameover", "query p1turn") == ["response true", "response false"]
    assert manager.say("position fen 7/7/7/7/7/7 x moves d") == []
    assert manager.say("query p1turn") == ["response false"]
    assert manager.say("quit") == []


def test_every_game_ends_as_the_model_says() -> None:
    luck = random.Random(1)
    for rules in ("tictactoe", "connect4", "6x5:4+exact", "4x3:3+gravity"):
        manager = Manager("random", rules)
        game = Game(rules)
        while not game.is_over:
            game.push(luck.choice(game.legal_moves))
            moves = " ".join(map(str, game.moves))
            manager.say(f"position startpos moves {moves}")
            outcome = game.outcome()
            winner = None if outcome is None else outcome.winner
            result = "none" if outcome is None else "draw" if winner is None else "p1win"
            if winner is not None and winner is not FIRST:
                result = "p2win"
            assert manager.say("query result") == [f"response {result}"]
        assert manager.say("go movetime 10")[-1] == "bestmove 0000"


def test_options_choose_game_and_player() -> None:
    manager = Manager()
    assert manager.say("ugi")[2:4] == [
        "option name Rules type string default connect4",
        "option name Player type string default best",
    ]
    assert manager.say("setoption name rules value tictactoe") == []
    manager.say("setoption name Player value perfect", "position startpos moves a1 c3 a3")
    assert manager.say("go movetime 5000")[-1] == "bestmove a2"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("jump", "unknown command 'jump'"),
        ("position", "'': write startpos or fen TEXT"),
        ("position startpos d1", "write startpos or fen TEXT"),
        ("position startpos moves d9", "move 1: d9 is outside the board"),
        ("position fen nonsense", "position: "),
        ("query who", "'who': ask for p1turn, gameover or result"),
        ("setoption name Hash value 5", "write name Rules or Player"),
        ("setoption name Rules value 7", "'7' is neither a preset"),
        ("setoption name Player value nobody", "'nobody' is not a player"),
        ("setoption", "write name Rules or Player"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(line: str, reason: str) -> None:
    manager = Manager("greedy")
    manager.say("position startpos moves d1")
    (said,) = manager.say(line)
    assert said.startswith("info string ")
    assert reason in said
    assert manager.say("query p1turn") == ["response false"]


@pytest.mark.parametrize("line", ["go", "go depth", "go depth x", "go p1time", "go fast 3", "go 5"])
def test_a_wrong_go_leaves_nobody_waiting(line: str) -> None:
    first, last = Manager("greedy").say(line)
    assert first.startswith("info string go: ")
    assert last == "bestmove 0000"


def test_limits() -> None:
    game = Game("connect4")
    assert limit_of("movetime 500", game) == Limit(seconds=0.5)
    assert limit_of("depth 3", game).depth == 3
    assert limit_of("nodes 5000", game).nodes == 5000
    clock = "p1time 10050 p2time 50 p1inc 1000 p2inc 0"
    assert limit_of(clock, game).seconds == pytest.approx(10 / 21 + 1)
    game.push("d")
    assert limit_of(clock, game).seconds == 0.001
    assert limit_of("infinite", game).seconds == 86400


def test_a_search_is_stopped_and_others_wait_for_it() -> None:
    with start("-m", "enligne", "ugi", "--rules", "gomoku") as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def tell(*lines: str) -> None:
            process.stdin.write("".join(f"{line}\n" for line in lines))
            process.stdin.flush()

        def hear(word: str) -> str:
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline:
                line = process.stdout.readline()
                assert line, "it ended"
                if line.startswith(word):
                    return line.strip()
            raise AssertionError(word)

        tell("ugi", "uginewgame", "position startpos moves h8", "go infinite", "isready")
        assert hear("readyok") == "readyok"
        hear("info depth")
        tell("stop", "query p1turn")
        assert len(hear("bestmove").split()) == 2
        assert hear("response") == "response false"
        tell("go infinite", "quit")
        hear("bestmove")
        assert process.wait(PATIENCE) == 0


def test_the_command() -> None:
    done = python("-m", "enligne", "ugi", stdin="ugi\r\nposition startpos\ngo depth 1\n")
    assert (done.code, done.errors) == (0, "")
    assert done.output.splitlines()[-1].startswith("bestmove ")
    done = run("ugi", "--player", "nobody")
    assert done.code == 2
    assert "'nobody' is not a player" in done.errors


def test_engines_of_others_play_here() -> None:
    record = arena.play_game(peer(), f"ugi:{OURS} --player greedy", "connect4")
    assert record.game.is_over
    assert record.game.outcome().termination.is_on_board
    match = arena.play(f"ugi:{OURS} --player perfect", peer(), "tictactoe", games=2)
    # The peer knows no tic-tac-toe: it names a column, and loses for that.
    assert match.results.tally(0).wins == 2


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("illegal", r"it answered 'bestmove z9': z9 is outside"),
        ("none", r"it answered 'bestmove 0000': "),
        ("empty", r"it answered 'bestmove': "),
        ("crash", r"it ended with exit code 3: 'it all went wrong'"),
        ("turns", r"it plays by other rules: query p1turn is true after 0 moves of connect4"),
    ],
)
def test_what_an_engine_does_wrong_is_said(way: str, reason: str) -> None:
    player = players.create(peer(way))
    with pytest.raises(PlayerFailedError, match=reason):
        player.choose(Position("connect4"))


def test_an_engine_that_hangs_can_be_stopped() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(PlayerFailedError, match="it was stopped"):
        players.create(peer("hang")).choose(Position("connect4"), stop=stop)
    with pytest.raises(PlayerFailedError, match="silent"):
        players.create(peer("hang")).choose(Position("connect4"), Limit(seconds=0.01))
    with pytest.raises(PlayerTextError, match="ugi: there is no program 'no-such-engine'"):
        players.create("ugi:no-such-engine")


def test_one_engine_plays_one_game_after_the_other() -> None:
    with players.create(peer()) as player:
        for moves in ("4", "44", "4", "", "1111112", "435", "4351"):
            game = Game("connect4", moves)
            assert str(player.choose(game).move) in map(str, game.legal_moves)
        for limit in (Limit(depth=3), Limit(nodes=10), Limit(seconds=5, nodes=7)):
            assert player.choose(Position("connect4"), limit).move.column == 0


@pytest.mark.parametrize("rules", ["connect4", "26x26:5+gravity", "gomoku", "9x7:4"])
def test_an_order_of_moves_leads_to_every_position(rules: str) -> None:
    luck = random.Random(rules)
    for _ in range(15):
        game = Game(rules)
        for _ in range(luck.randrange(300)):
            if game.is_over:
                break
            game.push(luck.choice(game.legal_moves))
        if game.is_over:
            game.pop()
        found = moves_to(game.position)
        assert found is not None
        assert Game(rules, " ".join(map(str, found))).position == game.position
        known = game.moves[: luck.randrange(len(game.moves) + 1)]
        found = moves_to(game.position, known)
        assert found is not None
        assert found[: len(known)] == list(known)


def test_stones_that_cannot_have_come_in_turn() -> None:
    # The first stone of each column is the second side's: nobody could have begun.
    assert moves_to(Position("4x4:3+gravity", "4/4/xx2/oo2")) is None
    # The first side has five and then a sixth: with the sixth last it won before.
    line = Position("7x7:5+exact", "7/7/7/7/o1o1o1o/1o3o1/xxxxxx1")
    assert moves_to(line) is None
    with players.create(f"ugi:{OURS} --player greedy") as player:  # is told the position itself
        assert player.choose(line).move in line.legal_moves

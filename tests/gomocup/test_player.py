"""Someone else's engine as a player: what it is told, and what becomes of it when it fails."""

import gc
import os
import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from enligne import FinishedError, Game, PlayerTextError, Position, RulesError, Termination
from enligne.arena import play_game
from enligne.engines import Limit, Stop
from enligne.errors import PlayerFailedError
from enligne.gomocup import program
from enligne.gomocup.manager import GomocupManager
from enligne.move import FIRST, SECOND, Move
from enligne.players import create
from enligne.players.gomocup import Gomocup
from enligne.record import Record
from tests.programs import PATIENCE, is_running, peer, peer_words, python, wait_until_gone

RULES = "7x7:5"
#: Nothing here thinks; on a busy machine even the quickest reply may take its time.
EASY = Limit(seconds=PATIENCE)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the peers of a test write down what they are told."""
    path = tmp_path / "log"
    monkeypatch.setenv("PEER_LOG", str(path))
    return path


def told(log: Path) -> list[str]:
    """The commands since the last look, less INFO; each process of the peer begins with START."""
    lines = [line.partition(" ")[2] for line in log.read_text().splitlines()]
    log.write_text("")
    return [line for line in lines if not line.startswith("INFO")]


@pytest.fixture
def player() -> Iterator[Gomocup]:
    made = Gomocup(program=shlex.join(peer_words()))
    yield made
    made.close()


def cell(x: int, y: int) -> Move:
    return Move(x, 6 - y)


def test_the_game_is_told_move_by_move(player: Gomocup, log: Path) -> None:
    game = Game(RULES)
    game.push(player.choose(game.position, EASY).move or "")
    assert told(log) == ["START 7", "BEGIN"]
    for number in range(3):
        game.push(cell(number, 3))
        game.push(player.choose(game.position, EASY).move or "")
        assert told(log) == [f"TURN {number},3"]


def test_moves_taken_back_are_told(player: Gomocup, log: Path) -> None:
    game = Game(RULES)
    game.push(player.choose(game.position, EASY).move or "")  # 0,0
    game.push(cell(3, 3))
    game.push(player.choose(game.position, EASY).move or "")  # 1,0
    told(log)
    game.pop()
    game.pop()
    game.push(cell(4, 4))
    assert player.choose(game.position, EASY).move == cell(1, 0)
    assert told(log) == ["TAKEBACK 1,0", "TAKEBACK 3,3", "TURN 4,4"]


def test_other_positions_are_set_up(player: Gomocup, log: Path) -> None:
    position = Position(RULES).play(cell(6, 6)).play(cell(5, 5)).play(cell(4, 6)).play(cell(3, 3))
    assert player.choose(position, EASY).move == cell(0, 0)
    lines = told(log)
    assert lines[:2] == ["START 7", "BOARD"]
    # In turn: some engines go by the order alone.
    assert [line[-2:] for line in lines[2:-1]] == [",1", ",2", ",1", ",2"]
    assert lines[-1] == "DONE"
    # The same player for the other side of the same game.
    assert player.choose(position.play(cell(0, 0)), EASY).move == cell(1, 0)
    lines = told(log)
    assert lines[:2] == ["RESTART", "BOARD"]
    assert [line[-2:] for line in lines[2:-1]] == [",2", ",1", ",2", ",1", ",2"]
    # A new game.
    assert player.choose(Position(RULES), EASY).move == cell(0, 0)
    assert told(log) == ["RESTART", "BEGIN"]
    assert player.choose(Position(RULES).play(cell(0, 0)), EASY).move == cell(1, 0)
    assert told(log) == ["RESTART", "TURN 0,0"]


def test_other_rules_are_other_games(player: Gomocup, log: Path) -> None:
    player.choose(Position(RULES), EASY)
    player.choose(Position("8x6:5+exact"), EASY)
    assert told(log) == ["START 7", "BEGIN", "RECTSTART 8,6", "BEGIN"]
    player.choose(Position("8x6:5"), Limit(seconds=0.25))
    lines = log.read_text()
    assert "INFO rule 0" in lines
    assert "INFO timeout_turn 250" in lines
    assert "INFO time_left 2147483647" in lines


def test_an_engine_without_the_optional_commands(log: Path) -> None:
    player = Gomocup(program=shlex.join(peer_words("basic")))
    game = Game(RULES)
    game.push(player.choose(game.position, EASY).move or "")
    game.push(cell(3, 3))
    told(log)
    game.pop()
    game.pop()
    game.push(cell(1, 1))
    assert player.choose(game.position, EASY).move == cell(0, 0)
    # Not the side it knows, so no TAKEBACK; and without RESTART it is started again.
    assert told(log) == ["RESTART", "END", "START 7", "TURN 1,1"]
    game.push(cell(0, 0))
    game.push(cell(2, 2))
    player.choose(game.position, EASY)
    assert told(log) == ["TURN 2,2"]
    game.pop()
    game.push(cell(3, 3))
    assert player.choose(game.position, EASY).move == cell(1, 0)
    assert told(log)[:3] == ["TAKEBACK 1,0", "RESTART", "END"]
    player.close()


@pytest.mark.parametrize("way", ["remarks", "suggest", "flood-then-move", "complain", "late"])
def test_what_an_engine_may_do(way: str) -> None:
    player = Gomocup(program=shlex.join(peer_words(way)))
    assert player.choose(Position(RULES), EASY).move == cell(0, 0)
    assert player.choose(Position(RULES).play(cell(0, 0)), EASY).move == cell(1, 0)
    if way == "complain":
        player.close()
        assert player.complaints.endswith("c\nthe last complaint\n")
        assert len(player.complaints) <= 16384
    player.close()


FAILURES = [
    ("crash", "crashed", "it ended with exit code 3: 'it all went wrong'", Termination.CRASH),
    ("killed", "crashed", "it was ended by SIGABRT", Termination.CRASH),
    ("closes", "crashed", "it closed its output", Termination.CRASH),
    ("hang", "silent", "it was silent for", Termination.TIME),
    ("flood", "silent", "it was silent for", Termination.TIME),
    ("flood-lines", "silent", "it was silent for", Termination.TIME),
    ("illegal", "illegal", "99,99 is outside: cells are 0,0 to 6,6", Termination.ILLEGAL_MOVE),
    ("occupied", "illegal", "is occupied", Termination.ILLEGAL_MOVE),
    ("words", "illegal", "'I would rather not' is not a cell", Termination.ILLEGAL_MOVE),
    ("error", "error", "it answered 'ERROR no such thing'", Termination.CRASH),
    ("unknown", "error", "it answered 'UNKNOWN'", Termination.CRASH),
    ("refuses", "error", "START 7: it answered 'ERROR not that size'", Termination.CRASH),
]


@pytest.mark.parametrize(
    ("way", "reason", "text", "termination"), FAILURES, ids=[each[0] for each in FAILURES]
)
def test_a_failure_is_a_loss_with_its_reason(
    way: str, reason: str, text: str, termination: Termination, log: Path
) -> None:
    start = Position(RULES).play(cell(0, 0)).play(cell(1, 0))
    manager = GomocupManager(peer_words(way), grace=0.1)
    with pytest.raises(PlayerFailedError) as caught:
        manager.choose(start, 0.2 if reason == "silent" else PATIENCE)
    assert caught.value.reason == reason
    assert text in str(caught.value)
    number = int(log.read_text().split()[0])
    wait_until_gone(number)

    if reason == "silent":
        return  # once is long enough
    record = play_game(peer(way), "greedy", RULES, start=start, limit=EASY)
    outcome = record.game.outcome()
    assert (outcome.winner, outcome.termination) == (SECOND, termination)
    remark = record.comments[0]
    assert remark.startswith(f"{peer(way)} {reason}: ")
    assert text in remark
    assert Record.parse(record.text) == record


def test_a_whole_game_with_its_record(log: Path) -> None:
    record = play_game("greedy", peer(), RULES, limit=EASY, event="Club evening")
    outcome = record.game.outcome()
    assert (outcome.winner, outcome.termination) == (FIRST, Termination.RUN)
    assert (record.first, record.second, record.comments) == ("greedy", peer(), {})
    assert "END" in told(log)


def test_it_can_play_on_after_a_failure() -> None:
    player = Gomocup(program=shlex.join(peer_words("occupied")))
    with pytest.raises(PlayerFailedError):
        player.choose(Position(RULES).play(cell(0, 0)), EASY)
    assert player.choose(Position(RULES), EASY).move == cell(0, 0)
    player.close()
    player.close()


def test_a_stop_ends_the_wait_and_the_program(log: Path) -> None:
    player = Gomocup(program=shlex.join(peer_words("hang")))
    stop = Stop()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    with pytest.raises(PlayerFailedError) as caught:
        player.choose(Position(RULES), Limit(seconds=600), stop=stop)
    assert caught.value.reason == "stopped"
    wait_until_gone(int(log.read_text().split()[0]))
    record = play_game(player, "greedy", RULES, stop=stop)
    assert record.game.outcome() is None


def family(log: Path) -> list[int]:
    """The numbers of a peer and its children."""
    lines = [line.split() for line in log.read_text().splitlines()]
    return [int(lines[0][0])] + [int(line[2]) for line in lines if line[1] == "child"]


@pytest.mark.parametrize("way", ["close", "game", "forgotten", "crash"])
def test_nothing_of_it_outlives_the_game(way: str, log: Path) -> None:
    player = Gomocup(program=shlex.join(peer_words("offspring")))
    player.choose(Position(RULES), EASY)
    numbers = family(log)
    assert len(numbers) == 3
    assert all(map(is_running, numbers))
    if way == "close":
        player.close()
    elif way == "game":
        play_game(player, "greedy", RULES, limit=EASY)
    elif way == "crash":
        os.kill(numbers[0], signal.SIGSEGV)
        with pytest.raises(PlayerFailedError, match="it was ended by SIGSEGV"):
            player.choose(Position(RULES), EASY)
    else:
        del player
        gc.collect()
    wait_until_gone(*numbers)


def test_nothing_of_it_outlives_python(log: Path) -> None:
    code = (
        "from enligne import Limit, Position, players\n"
        f"player = players.create({peer('offspring')!r})\n"
        f"player.choose(Position({RULES!r}), Limit(seconds=300))\n"
    )
    assert python("-c", code).code == 0
    numbers = family(log)
    assert len(numbers) == 3
    wait_until_gone(*numbers)


def test_one_that_does_not_heed_end_is_ended(log: Path) -> None:
    player = Gomocup(program=shlex.join(peer_words("stubborn")))
    player.choose(Position(RULES), EASY)
    player.close()
    wait_until_gone(int(log.read_text().split()[0]))


def test_a_copy_of_this_process_ends_nothing(log: Path) -> None:
    player = Gomocup(program=shlex.join(peer_words()))
    player.choose(Position(RULES), EASY)
    number = int(log.read_text().split()[0])
    found = player._manager._program
    program._end(found._family, owner=os.getpid() + 1)
    assert is_running(number)
    player.close()
    wait_until_gone(number)


def test_the_text_is_the_command() -> None:
    text = "gomocup:" + sys.executable + " -c 'import sys; a, b = 1, 2' --option=1,2 x=y:z"
    player = create(text)
    assert player.text == text
    assert isinstance(player, Gomocup)
    assert player._manager._words[1:] == ["-c", "import sys; a, b = 1, 2", "--option=1,2", "x=y:z"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gomocup", "which program"),
        ("gomocup:", "which program"),
        ("gomocup:/no/such/program --x", "there is no program '/no/such/program'"),
        ("gomocup:no-such-program-anywhere", "there is no program"),
        ("gomocup:'unclosed", "is not a command: No closing quotation"),
    ],
)
def test_a_command_that_is_none_is_refused(text: str, reason: str) -> None:
    with pytest.raises(PlayerTextError, match=reason):
        create(text)


def test_what_cannot_be_started_crashed(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text("not a program")
    path.chmod(0o755)
    with pytest.raises(PlayerFailedError, match="it cannot be started: Exec format error"):
        create(f"gomocup:{path}").choose(Position(RULES))


def test_it_plays_five_in_a_row_only(player: Gomocup) -> None:
    for rules in ("tictactoe", "connect4", "9x9:6", "9x9:5+gravity"):
        assert not player.plays(Position(rules).rules)
        with pytest.raises(RulesError, match="five in a row"):
            player.choose(Position(rules))
    with pytest.raises(FinishedError):
        player.choose(Position("tictactoe", "xxx/oo1/3"))

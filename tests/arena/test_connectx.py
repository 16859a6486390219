"""A ConnectX file as a player: what it is asked, and what becomes of it when it fails."""

import gc
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from enligne import Game, Limit, Move, PlayerTextError, Position
from enligne.arena import play_game
from enligne.engines import Stop
from enligne.errors import PlayerFailedError
from enligne.players import create
from enligne.players.connectx import ConnectX
from tests.programs import FIRST_FREE, wait_until_gone

Write = Callable[[str], ConnectX]

#: Nothing here thinks; on a busy machine even the quickest reply may take its time.
EASY = Limit(seconds=300)


#: Writes to whatever is open.
FINDS_THE_PIPE = """\
import os
for file in range(3, 20):
    try: os.write(file, b"[1]\\n")
    except OSError: pass
def agent(o, c): return 0
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Makes a player of the text of a file."""

    def made(text: str) -> ConnectX:
        path = tmp_path / "player.py"
        path.write_text(text)
        return ConnectX(file=str(path))

    return made


def test_what_the_function_is_asked(write: Write) -> None:
    player = write(
        "import json, sys\n"
        "def agent(observation, configuration):\n"
        "    print(json.dumps([observation, configuration]))\n"
        "    assert observation.board is observation['board']\n"
        "    assert configuration.inarow == configuration['inarow'] == 4\n"
        "    assert configuration.timeout == configuration.actTimeout == 300\n"
        "    assert observation.remainingOverageTime == 0\n"
        "    assert (configuration.columns, configuration.rows) == (7, 6)\n"
        "    assert [observation.mark, observation.step] == [2, 3]\n"
        "    empty = [0] * 35\n"
        "    assert observation.board == empty + [0, 0, 0, 1, 2, 0, 1], observation.board\n"
        "    assert not hasattr(observation, 'nothing')\n"
        "    return 6\n"
    )
    assert player.choose(Game("connect4", "457").position, EASY).move == Move(6, 1)
    assert '"board"' in player.complaints


def test_without_gravity_the_answer_is_a_cell(write: Write) -> None:
    player = write("def agent(o, c):\n    assert o.board == [0] * 6 + [1, 0, 0]\n    return 5\n")
    assert player.choose(Game("tictactoe", "a1").position, EASY).move == Position("tictactoe").move(
        "c2"
    )


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("def agent(o, c): return 2\ndef other(o, c): return 3", 2),
        ("def one(o, c): return 2\ndef two(o, c): return 3", 3),
        ("from os.path import join\ndef mine(o): return 4\nnumber = 5", 4),
        ("class Mine:\n  def __call__(self, o, c): return 1\nagent = Mine()", 1),
        ("agent = lambda o, c=None: 2", 2),
        ("def agent(*both): return len(both)", 2),
        ("import sys\nprint('noise', sys.argv)\ndef agent(o, c):\n  print('{}')\n  return 5", 5),
        ("if __name__ == '__main__': raise SystemExit\ndef agent(o, c): return 6", 6),
        ("import helpers_of_mine\ndef agent(o, c): return helpers_of_mine.COLUMN", 3),
        ("calls = 0\ndef agent(o, c):\n  global calls\n  calls += 1\n  return calls - 1", 0),
    ],
)
def test_which_function_is_asked(write: Write, tmp_path: Path, text: str, column: int) -> None:
    (tmp_path / "helpers_of_mine.py").write_text("COLUMN = 3\n")
    player = write(text)
    assert player.choose(Position("connect4"), EASY).move == Move(column, 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["helpers_of_mine.py", "player.py"]


@pytest.mark.parametrize(
    ("text", "reason", "message"),
    [
        ("def agent(o, c): return 1 / 0", "crashed", "ZeroDivisionError: division by zero"),
        ("def agent(o, c): exit(3)", "crashed", "SystemExit: 3"),
        ("import os\ndef agent(o, c): os._exit(3)", "crashed", "it ended with exit code 3"),
        ("import os\ndef agent(o, c): os.abort()", "crashed", "it was ended by SIGABRT"),
        ("def agent(o, c): return 9", "illegal", "it answered '9': it is a number from 0 to 6"),
        ("def agent(o, c): return -1", "illegal", "it answered '-1'"),
        ("def agent(o, c): return 3", "illegal", "it answered 3: column d is full"),
        ("def agent(o, c): return None", "illegal", "it answered 'None'"),
        ("def agent(o, c): return 2.0", "illegal", "it answered '2.0'"),
        ("def agent(o, c): return 'd'", "illegal", "it answered "),
        ("def agent(o, c): return 10**5000", "illegal", "a very large number"),
        ("def agent(o, c):\n  while True: pass", "silent", "it was silent"),
        ("def agent(o, c):\n  while True: print('x' * 10000)", "silent", "it was silent"),
        ("def agent(o, c): return input()", "crashed", "EOFError"),
        ("def agent(:", "crashed", "SyntaxError"),
        ("import nothing_of_that_name", "crashed", "ModuleNotFoundError: No module named"),
        ("number = 1", "crashed", "player.py defines no function"),
        ("exit()", "crashed", "SystemExit"),
        (FINDS_THE_PIPE, "illegal", r"it answered '\[1\]'"),
    ],
)
def test_what_a_file_may_do_wrong(write: Write, text: str, reason: str, message: str) -> None:
    player = write(text)
    position = Game("connect4", "444444").position
    with pytest.raises(PlayerFailedError, match=message) as caught:
        player.choose(position, Limit(seconds=0.05) if reason == "silent" else EASY)
    assert caught.value.reason == reason
    # It can be asked again, and fails again.
    record = play_game(player, "greedy", "connect4", opening="444444", limit=Limit(seconds=0.1))
    outcome = record.game.outcome()
    assert outcome.winner == 1


def test_what_it_prints_is_kept(write: Write) -> None:
    player = write(
        "import sys\n"
        "def agent(o, c):\n  print('said')\n  sys.stderr.write('moaned\\n')\n  return 1/0"
    )
    with pytest.raises(PlayerFailedError):
        player.choose(Position("connect4"), EASY)
    assert "said" in player.complaints
    assert "moaned" in player.complaints
    assert "ZeroDivisionError" in player.complaints


@pytest.mark.parametrize("way", ["game over", "close", "unused", "failure"])
def test_nothing_of_it_is_left(write: Write, tmp_path: Path, way: str) -> None:
    numbers = tmp_path / "numbers"
    player = write(
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'],"
        " start_new_session=True)\n"
        f"open({str(numbers)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "def agent(o, c):\n"
        "  return 0 if o.step != 1 else 99\n"
    )
    position = Game("connect4", "121212" if way == "game over" else "").position
    player.choose(position, EASY)
    processes = [int(number) for number in numbers.read_text().split()]
    assert len(processes) == 2
    if way == "close":
        player.close()
    elif way == "failure":
        with pytest.raises(PlayerFailedError):
            player.choose(Game("connect4", "1").position, EASY)
    elif way == "unused":
        del player
        gc.collect()
    wait_until_gone(*processes)


def test_a_process_whose_owner_is_gone_ends_while_it_thinks(write: Write, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    player = write(
        f"import os\ndef agent(o, c):\n  open({str(numbers)!r}, 'w').write(str(os.getpid()))\n"
        "  while True: pass\n"
    )
    player.prepare(Position("connect4").rules)
    program = player._program
    program.send('{"observation": {}, "configuration": {}}')
    while not numbers.exists() or not numbers.read_text():
        time.sleep(0.01)
    # As when the process that asked is killed: nobody ends it, but its input does.
    program.close_input()
    wait_until_gone(int(numbers.read_text()))


def test_it_can_be_stopped(write: Write) -> None:
    player = write("def agent(o, c):\n  while True: pass")
    stop = Stop()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    with pytest.raises(PlayerFailedError) as caught:
        player.choose(Position("connect4"), Limit(seconds=600), stop=stop)
    timer.join()
    assert caught.value.reason == "stopped"


def test_the_text_is_the_path() -> None:
    assert create(f" connectx: {FIRST_FREE} ").text == f"connectx:{FIRST_FREE}"
    for text, reason in (("connectx", "which file"), ("connectx:", "which file")):
        with pytest.raises(PlayerTextError, match=reason):
            create(text)
    with pytest.raises(PlayerTextError, match=r"there is no file '/no/such\.py'"):
        create("connectx:/no/such.py")
    with pytest.raises(PlayerTextError, match="there is no file"):
        create(f"connectx:{FIRST_FREE.parent}")

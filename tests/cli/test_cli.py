"""The command as a person runs it: its output, its errors and exit codes."""

import json
import os
import re
import shlex
import signal
import subprocess
import urllib.request
from pathlib import Path
from xml.etree import ElementTree

import pytest

import enligne
from enligne import Game, Rules
from enligne.cli import solve_watch
from enligne.record import Record
from enligne.server.storage.backup import write_backup
from enligne.server.storage.engines import new_engine, prepare
from tests.programs import PATIENCE, output, python, refusal, run, start, wait_until

COMMANDS = [
    *[
        "serve",
        "backup",
        "restore",
        "play",
        "rules",
        "show",
        "analyse",
        "review",
        "trace",
        "solve",
        "book",
    ],
    *["menace", "match", "tournament", "gomocup", "compliance", "perft", "bench"],
]
RECORDS = Record(Game("connect4", "1212121"), first="Ada", second="Bo").text


def test_version() -> None:
    told = f"enligne {enligne.__version__}\n"
    assert python("-m", "enligne", "--version") == (0, told, "")


def test_help_names_every_command_and_each_has_an_example() -> None:
    overview = output("--help")
    for command in COMMANDS:
        assert f"\n    {command} " in overview
        detail = output(command, "--help")
        assert f"\n  enligne {command}" in detail.split("examples:")[1]


# Those of menace, and of its actions, are run by test_cli_menace.py.
@pytest.mark.parametrize("command", [each for each in COMMANDS if each != "menace"])
def test_the_examples_in_the_help_run(command: str, tmp_path: Path) -> None:
    # Of a game that is solved at once.
    text = Record(Game("tictactoe", "a1 a2 b2 c3 c1")).text
    (tmp_path / "games.txt").write_text(text * 3)
    if command in ("backup", "restore"):
        address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
        prepare(new_engine(address))
        write_backup(address, tmp_path / "rooms.backup", lambda *_: None)
    for line in output(command, "--help").split("examples:\n")[1].splitlines():
        name, *words = shlex.split(line)
        assert name == "enligne"
        done = run(*words, folder=tmp_path)
        assert (line, done.code, "error" in done.errors) == (line, 0, False)


def test_rules() -> None:
    listing = output("rules")
    for name, rules in enligne.PRESETS.items():
        assert f"  {name} " in listing
        assert rules.text in listing
    assert "9x7:5+gravity" in listing
    assert "7x6:4+gravity (connect4)" in output("rules", "connect4")


def test_show_a_game() -> None:
    shown = output("show", "connect4", "44455554221")
    assert str(Game("connect4", "44455554221")) in shown
    assert "ply 11, the second side (o) to move" in shown
    assert "7/7/3ox2/3xo2/1o1ox2/xx1xo2 o" in shown


def test_show_a_position_and_moves_from_it() -> None:
    shown = output("show", "connect4", "pPpPpP1/7/7/7/7/7", "7", "7")
    assert "position  7/7/7/7/6o/oxoxoxx x" in shown


def test_show_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert output("show", "gomoku", "h8 i9", "--svg", str(path), "--numbers") == ""
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert output("show", "gomoku", "h8 i9", "--svg", "-", "--numbers") == path.read_text()


def test_show_records(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(RECORDS + '\n[Rules "chess"]\n\n*\n\n' + RECORDS)
    done = run("show", "--record", str(path))
    assert done.code == 2
    assert done.output.count("Ada - Bo") == 2
    assert done.errors.startswith(f"enligne: error: {path}:9: 'chess' is neither a preset")
    assert done.errors.count("\n") == 1
    piped = output("show", "--record", "-", "--game", "2", stdin=RECORDS + RECORDS)
    assert "the first side wins (run)" in piped


def test_analyse() -> None:
    lines = output("analyse", "connect4", "121212", "--engine", "alphabeta", "--all").splitlines()
    assert lines[1].startswith("depth  1/")
    assert any(line == "alphabeta plays a4: win in 1" for line in lines)
    assert lines[0].startswith("proven by the opening book: ")
    found = json.loads(output("analyse", "tictactoe", "--json", "--all"))
    assert found["proven"] is None  # it is its own
    assert found["score"] == {"kind": "draw"}
    assert found["exact"]
    assert set(found["moves"]) == {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}
    for name in ("random", "greedy", "minimax", "alphabeta"):
        assert f"\n{name} " in "\n" + output("analyse", "connect4", "--engine", "help")


def test_what_is_proven_stands_before_what_an_engine_believes() -> None:
    words = ("analyse", "connect4", "44", "--engine", "alphabeta", "--depth", "2")
    first, *_, last = output(*words).splitlines()
    assert first == "proven by the opening book: d3, win in 39"
    assert last == "alphabeta plays d3: -2, what it believes"
    assert "\n  c1   loss in 38 (alphabeta: -10)\n" in output(*words, "--all")
    found = json.loads(output(*words, "--json", "--all"))
    assert (found["score"], found["exact"]) == ({"kind": "estimate", "value": -2}, False)
    assert found["proven"]["score"] == {"kind": "win", "plies": 39}
    assert found["proven"]["moves"]["c1"] == {"kind": "loss", "plies": 38}
    # Where nothing is proven, an estimate stands alone.
    open_game = output("analyse", "gomoku", "h8", "--engine", "alphabeta", "--depth", "1")
    assert "proven" not in open_game
    assert "believes" not in open_game


def test_solve_is_a_filter() -> None:
    lines = "44455554221\n4455\n121212\n"
    assert output("solve", stdin=lines) == "44455554221 -15\n4455 18\n121212 18\n"
    assert output("solve", *lines.split()) == output("solve", stdin=lines)
    columns = output("solve", "--all", "444444121212").split()[1:]
    assert columns[0] == "15"  # the fourth stone on a1, a2, a3
    assert columns[3] == "."
    assert len(columns) == 7
    assert {int(score) for score in columns[1:3] + columns[4:]} < set(range(-15, 15))
    assert output("solve", "--rules", "tictactoe", "") == " 0\n"
    assert "b2=0" in output("solve", "--rules", "tictactoe", "--all", "a1")
    found = json.loads(output("solve", "--json", "4455"))
    assert (found["moves"], found["score"]) == ("4455", 18)


def test_solve_tells_what_is_known_when_time_is_over() -> None:
    limited = ("solve", "--rules", "8x8:4+gravity", "--seconds", "0.1")
    done = run(*limited, "", "44")
    assert done.code == 1
    for line, moves in zip(done.output.splitlines(), ("", "44"), strict=True):
        assert re.fullmatch(
            moves + r" \? not solved in 0\.1 s, the score is from -\d+ to \d+", line
        )
    found = json.loads(run(*limited, "--json", "").output)
    assert found["score"] is None
    assert found["lower"] < 0 < found["upper"]
    assert run(*limited, "--all", "44").output == "44 ? not solved in 0.1 s\n"
    spread = run(*limited, "--processes", "2", "44", "9")
    assert [line.split()[:2] for line in spread.output.splitlines()] == [
        ["44", "?"],
        ["error:", "move"],
    ]


def test_solve_looks_up_what_the_atlas_knows() -> None:
    assert output("solve", "--rules", "8x5:4+gravity", "--seconds", "0.000001", "") == " 1\n"


def test_solve_says_what_can_be_hoped_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_watch, "_SOON", 0.0)
    # Half a second is longer than a turn of waiting.
    done = run("solve", "--rules", "8x8:4+gravity", "--seconds", "0.5", "", "1")
    (line,) = done.errors.splitlines()
    assert "8x8:4+gravity has 64 cells; of 4 in a row, with gravity, the largest board" in line
    assert "none is in the atlas" in solve_watch.prospect(Rules.of("9x9:8+gravity"))


def test_solve_goes_on_after_a_bad_line() -> None:
    done = run("solve", stdin="4455\n48\nxyz?\n1212121\n\r\n4455\n".replace("\r\n", ""))
    assert done.code == 1
    assert done.output.splitlines() == [
        "4455 18",
        "error: move 2: 8 is outside the board; cells are a1 to g6",
        "error: 'xyz?' is not a move",
        "error: there is nothing to solve: the game is over, the first side wins (run)",
        "4455 18",
    ]
    assert done.errors == ""
    broken = json.loads(run("solve", "--json", "48").output)
    assert broken["error"].startswith("move 2: 8 is outside")


def test_book(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    arguments = ("book", "build", str(path), "--rules", "4x4:4+gravity", "--plies", "3")
    done = run(*arguments)
    assert done.code == 0
    assert "4x4:4+gravity to ply 3" in done.output
    assert "is there already: the book of 4x4:4+gravity to ply 3" in refusal(*arguments)
    assert output("book", "show", str(path)).startswith("4x4:4+gravity: complete to ply 3")
    assert output("book", "show").startswith("connect4: complete to ply ")
    checked = output("book", "check", str(path), "--positions", "20")
    assert checked == "20 of 20 positions agree\n"


def told_at_its_end(program: subprocess.Popen[str]) -> tuple[str, int]:
    """What a program prints besides how far it has come, which a slow machine has it tell."""
    printed, told = program.communicate(timeout=PATIENCE)
    lines = [line for line in told.splitlines() if not re.match(r"[\d,]+/[\d,]+ positions", line)]
    return printed + "".join(lines), program.returncode


def test_ctrl_c_ends_a_search_to_the_end(tmp_path: Path) -> None:
    hard = ("--rules", "8x7:4+gravity", "--threads", "2")
    journal = tmp_path / "x.book.journal"
    with start("-m", "enligne", "solve", "9", "1", *hard) as solve:
        assert solve.stdout.readline().startswith("error:")  # so it is at the second line
        solve.send_signal(signal.SIGINT)
        assert told_at_its_end(solve) == ("", 130)
    with start("-m", "enligne", "solve") as waiting:  # for the next line
        print("44444", file=waiting.stdin, flush=True)
        assert waiting.stdout.readline() == "44444 -1\n"
        waiting.send_signal(signal.SIGINT)
        assert waiting.wait(PATIENCE) == 130
    with start("-m", "enligne", "book", "build", str(tmp_path / "x.book"), *hard) as build:
        wait_until(journal.exists)
        build.send_signal(signal.SIGINT)
        assert told_at_its_end(build) == ("", 130)


def test_bench_has_the_same_signature_each_time() -> None:
    first, second = (output("bench").splitlines()[-1] for _ in range(2))
    assert first == second
    assert first.startswith("signature ")


def test_perft() -> None:
    lines = output("perft", "tictactoe", "9").splitlines()
    assert len(lines) == 10
    assert lines[9].split()[:4] == ["9", "127,872", "81,792", "46,080"]
    shown = output("perft", "tictactoe", "1", "--position", "x2/1o1/3 x")
    assert shown.splitlines()[1].split()[1] == "7"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["rules", "2x2:2"], "width 2 is outside 3 to 26"),
        (["show"], "what to show? Give RULES, or --record FILE"),
        (["show", "connect4", "48"], "move 2: 8 is outside the board; cells are a1 to g6"),
        (["show", "connect4", "7/7"], "2 rows instead of 6"),
        (["show", "connect4", "--game", "1"], "--game N goes with --record FILE"),
        (["show", "--record", "/no/such/file"], "/no/such/file: No such file or directory"),
        (["show", "--record", "/"], "/: Is a directory"),
        (["show", "connect4", "--record", "x"], "either RULES or --record FILE, not both"),
        (["show", "connect4", "4", "--svg", "/no/such/file"], "/no/such/file: No such file"),
        (["show", "connect4", "4", "--theme", "pink"], "invalid choice: 'pink'"),
        (["perft", "connect4", "0"], "'0' is not a number of plies from 1 to 999"),
        (["perft", "connect4", "many"], "'many' is not a number of plies"),
        (["perft", "connect4", "3", "--position", "x"], "1 row instead of 6"),
        (["show", "connect4", "4\n\n?"], "'?' is not a move"),
        (["analyse", "connect4", "--engine", "magic"], "'magic' is not an engine; there are"),
        (["analyse", "connect4", "--engine", "alphabeta:x=1"], "has no option 'x=1'; it has"),
        (["analyse", "connect4", "--depth", "0"], "'0' is not a whole number from 1"),
        (["analyse", "connect4", "--seconds", "-1"], "'-1' is not a number above 0"),
        (["analyse", "connect4", "1212121"], "nothing to analyse: the game is over"),
        (["analyse", "gomoku", "--engine", "solver"], "gomoku cannot be solved: with gravity"),
        (["solve", "--rules", "gomoku", ""], "gomoku cannot be solved: with gravity"),
        (["solve", "--threads", "none", ""], "'none' is not a whole number from 1"),
        (["book", "build"], "book build: which FILE?"),
        (["book", "show", "/no/such/file"], "/no/such/file: No such file or directory"),
        (["book", "show", "--rules", "gomoku"], "no book of gomoku comes with the package"),
        (
            ["book", "build", "x.book", "--rules", "gomoku"],
            "there can be no book of gomoku: it must have gravity",
        ),
    ],
)
def test_errors_are_one_line_and_exit_code_2(arguments: list[str], reason: str) -> None:
    assert reason in refusal(*arguments)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="writes to a device without room")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_has_no_room_is_named(unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
        program = start("-m", "enligne", "rules", stdout=full, env=environment)
    told = "enligne: error: standard output: No space left on device\n"
    assert (program.communicate(timeout=PATIENCE)[1], program.wait()) == (told, 2)


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(RECORDS)
    for number in ("0", "2"):
        said = refusal("show", "--record", str(path), "--game", number)
        assert f"there is no game {number}: 1 could be read" in said


def test_starting_up_imports_only_what_it_needs() -> None:
    code = (
        "import sys; from enligne.cli import main; main(['rules', 'connect4']); print(*sys.modules)"
    )
    loaded = python("-c", code).output.split()
    heavy = {"asyncio", "email", "http", "importlib.metadata", "json", "socket", "xml", "numpy"}
    assert heavy.isdisjoint(loaded)
    assert {"enligne.record", "enligne.engines"}.isdisjoint(loaded)


def test_without_a_command_the_server_starts_and_opens_the_browser(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "BROWSER": f"{browser} %s"}
    process = start("-m", "enligne", env=environment)
    try:
        told = process.stdout.readline()
        address = re.search(r"http://localhost:[0-9]+/", told)
        assert address is not None, told
        with urllib.request.urlopen(f"{address[0]}health", timeout=PATIENCE) as answer:
            assert json.load(answer)["status"] == "ok"
        wait_until(lambda: opened.exists() and opened.read_text())
        assert opened.read_text().strip() == address[0]
        assert (tmp_path / "enligne" / "server.sqlite3").exists()
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0

"""What the command prints: everywhere, and as JSON with kinds and numbers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import Done, output, refusal


def command(*words: str, encoding: str = "utf-8", **settings: object) -> Done:
    """Runs the command as a process with an output of some encoding."""
    done = subprocess.run(  # type: ignore[call-overload]
        [sys.executable, "-m", "enligne", *words],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        check=False,
        **settings,
    )
    return Done(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


@pytest.mark.parametrize(("encoding", "infinite"), [("latin-1", "+inf"), ("utf-8", "+∞")])
def test_a_result_is_not_lost_where_the_output_has_no_such_letter(
    encoding: str, infinite: str
) -> None:
    words = ("match", "greedy", "random:seed=1", "--rules", "tictactoe", "--games", "2")
    done = command(*words, "--quiet", encoding=encoding)
    assert (done.code, done.errors) == (0, "")
    assert f": Elo {infinite} (95 %" in done.output


def test_every_letter_of_a_tree_can_be_printed() -> None:
    done = command("trace", "--tree", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", encoding="ascii")
    assert (done.code, done.errors) == (0, "")
    assert "?" not in done.output
    assert "|- " in done.output


@pytest.mark.skipif(os.name != "posix", reason="closes outputs by their numbers")
def test_an_output_that_is_closed(tmp_path: Path) -> None:
    program = f"{sys.executable} -m enligne show connect4 4"
    done = subprocess.run(
        ["sh", "-c", f"{program} >&-"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "enligne: error: standard output: Bad file descriptor\n"
    # A file that is written does not take the number of what is closed.
    picture = tmp_path / "a.svg"
    done = subprocess.run(
        ["sh", "-c", f"{program} --svg {picture} >&- 2>&-"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert picture.read_text().rstrip().endswith("</svg>")


def test_the_last_tree_that_was_finished_is_shown() -> None:
    head, root = output("trace", "connect4", "--engine", "alphabeta:nodes=3000").split("\n\n")
    assert ", here " in head
    shown = root.splitlines()
    assert shown[0].startswith("root, depth ")
    assert "stopped" not in shown[0]
    assert len(shown) > 7


def test_an_engine_that_is_a_player() -> None:
    found = json.loads(output("analyse", "connect4", "44", "--engine", "perfect", "--json"))
    assert found["engine"] == "oracle"
    assert found["score"] == {"kind": "win", "plies": 39}
    for words in (("analyse", "connect4"), ("trace", "connect4")):
        said = refusal(*words, "--engine", "level:5")
        assert "level:5: level is a player, which chooses moves; an engine is wanted here" in said
        assert "solver, oracle, or perfect" in said


def read(*words: str, folder: Path | None = None) -> object:
    return json.loads(output(*words, "--json", folder=folder))


def test_json_of_everything(tmp_path: Path) -> None:
    shown = read("show", "connect4", "1212121")
    assert isinstance(shown, dict)
    assert shown["outcome"] == {"winner": "first", "termination": "run", "result": "1-0"}
    assert shown["legal_moves"] == []
    rules = read("rules", "connect4")
    assert isinstance(rules, dict)
    assert (rules["text"], rules["gravity"], rules["cells"]) == ("7x6:4+gravity", True, 42)
    counted = read("perft", "tictactoe", "3")
    assert isinstance(counted, list)
    assert [each["positions"] for each in counted] == [9, 72, 504]
    puzzle = read("puzzles", "show", "1")
    assert isinstance(puzzle, dict)
    assert puzzle["number"] == 1
    assert puzzle["solution"]
    boards = read("atlas", "show")
    assert isinstance(boards, list)
    assert {each["score"]["kind"] for each in boards} == {"win", "loss", "draw"}
    output("menace", "train", "a", "--games", "50", "--seed", "1", folder=tmp_path)
    machine = read("menace", "show", "a", folder=tmp_path)
    assert isinstance(machine, dict)
    assert (machine["side"], machine["games"]) == ("first", 50)
    assert read("menace", "list", folder=tmp_path) == [machine]
    box = read("menace", "show", "a", "b2", "a1", folder=tmp_path)
    assert isinstance(box, dict)
    assert sum(box["beads"].values()) > 0

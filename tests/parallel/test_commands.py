"""Commands that can use workers say the same with them as without."""

import json
import random
from pathlib import Path

import pytest

from enligne import Game, Rules, parallel
from enligne.engines.book_builder import LayerSolving, build_book
from enligne.learning.training import Trainee, curves_of
from tests.programs import PATIENCE, output, python, refusal, run, start


@pytest.fixture(scope="module")
def lines() -> str:
    """Many easy lines, some bad ones among them, a hard one at the beginning."""
    luck = random.Random(5)
    found = ["353335714422"]
    for _ in range(400):
        game = Game("connect4")
        while game.outcome() is None and len(game.moves) < luck.randint(22, 36):
            game.push(luck.choice(list(game.legal_moves)))
        text = "".join(str(move.column + 1) for move in game.moves)
        found.append(luck.choice([text] * 20 + ["9" + text, "1111111"]))
    return "\r\n".join(found)


def test_solve_gives_the_same_bytes(lines: str) -> None:
    alone = run("solve", stdin=lines)
    assert alone.code == 1
    # Through a pipe, and from a file, which is read at once.
    assert python("-m", "enligne", "solve", "--processes", "2", stdin=lines) == alone
    assert run("solve", "--on", "local", stdin=lines) == alone


def test_solve_as_json(lines: str) -> None:
    few = "\n".join(lines.split()[1:40])
    answers = [
        [json.loads(line) for line in run("solve", "--json", *words, stdin=few).output.splitlines()]
        for words in ([], ["--processes=2"])
    ]
    for answer in answers[0] + answers[1]:
        assert ("seconds" in answer) == ("error" not in answer)
        answer.pop("seconds", None)
    assert answers[0] == answers[1]


def test_solve_answers_before_the_next_line_is_there() -> None:
    solve = start("-m", "enligne", "solve", "--processes=2")
    assert solve.stdin is not None
    assert solve.stdout is not None
    for moves, score in (("4455", 18), ("121212", 18), ("44455554221", -15)):
        solve.stdin.write(f"{moves}\n")
        solve.stdin.flush()
        assert solve.stdout.readline() == f"{moves} {score}\n"
    rest, _ = solve.communicate("4455", timeout=PATIENCE)  # without an end of line
    assert (solve.returncode, rest) == (0, "4455 18\n")


def test_a_book_by_workers_is_the_same_and_goes_on(tmp_path: Path) -> None:
    rules = Rules.of("5x4:4+gravity")
    one, other = tmp_path / "one.book", tmp_path / "other.book"
    build_book(rules, 8, one)
    with parallel.create(processes=2) as pool:
        journal = tmp_path / "other.book.journal"
        LayerSolving(rules, 8, journal).solve(pool=pool)
        solved = journal.read_text().splitlines(keepends=True)
        assert len(solved) > 5
        journal.write_text("".join(solved[:4])[:-1])
        build_book(rules, 8, other, pool=pool)
    assert other.read_bytes() == one.read_bytes()


def test_book_command(tmp_path: Path) -> None:
    words = ["--rules", "4x4:3+gravity", "--plies", "2", "--table-mb", "1"]
    done = run("book", "build", str(tmp_path / "x.book"), *words, "--processes", "2")
    assert done.code == 0
    assert "to ply 2" in done.output
    words += ["--processes=2", "--threads=2"]
    said = refusal("book", "build", str(tmp_path / "y.book"), *words)
    assert "either --threads or workers" in said


def test_machines_trained_by_workers_are_the_same() -> None:
    trainees = [
        Trainee("tictactoe", variant, "random", seed, sparring, 200)
        for variant, sparring in (("her", "coach"), ("scroggs", "mix:0.5"), ("michie", "greedy"))
        for seed in (3, 4)
    ]
    alone = dict(curves_of(trainees))
    assert dict(curves_of(trainees, processes=1)) == alone
    assert dict(curves_of(trainees, processes=2)) == alone


def test_compare_prints_the_same() -> None:
    words = ["menace", "compare", "her:coach", "report:self", "--games", "300", "--seeds", "3"]
    assert output(*words) == output(*words, "--processes", "2")
    refusal("menace", "compare", "her:nobody", "--processes", "2")

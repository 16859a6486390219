"""Puzzles: what the package has is proven once more, and what is mined is the same every time."""

import datetime
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from enligne import Cell, Game, Rules
from enligne.engines import Draw, Win
from enligne.errors import JournalError, PuzzleError, RulesError
from enligne.players.levels import Level
from enligne.puzzles import THEMES, Prover, Puzzle, of_the_day, puzzle, shipped
from enligne.puzzles.journal import Journal
from enligne.puzzles.mining import Mine
from tests.naive import naive_of, plain_scores
from tests.programs import run
from tests.puzzles.fours import PlainFours

SHIPPED = Path(puzzle.__file__).parents[1] / "data" / "puzzles.jsonl"
PLAN = {"3x3:3": 8, "4x4:4+gravity": 8}


@cache
def prover(rules: str) -> Prover:
    return Prover(Rules.of(rules))


def of(rules: str) -> list[Puzzle]:
    return [each for each in shipped() if each.rules == rules]


def solution(rules: str, moves: str) -> tuple[str, str, int] | None:
    found = prover(rules).solution(Game(rules, moves).position)
    if found is None:
        return None
    return " ".join(map(str, found.line)), found.theme, found.depth


# What comes with the package.


def test_there_are_enough_in_a_small_file() -> None:
    assert len(shipped()) >= 2000
    assert SHIPPED.stat().st_size < 500_000
    assert tuple(puzzle.read(SHIPPED.read_bytes(), "x")) == shipped()
    assert {each.theme for each in shipped()} == set(THEMES)
    assert min(Counter(each.band for each in shipped()).values()) >= 100
    wins = Counter(each.depth for each in shipped() if each.theme != "defence")
    assert set(range(1, 7)) <= set(wins)


def test_no_two_are_the_same_turned_or_mirrored() -> None:
    seen = {each.position.canonical().position for each in shipped()}
    assert len(seen) == len(shipped())


@pytest.mark.parametrize("rules", ["3x3:3", "4x4:4", "5x5:4", "7x6:4+gravity"])
def test_the_solver_proves_each_again(rules: str) -> None:
    assert of(rules)
    for each in of(rules):
        prover(rules).check(each)


def test_plain_minimax_proves_those_of_tic_tac_toe() -> None:
    for each in of("3x3:3"):
        scores = plain_scores(naive_of(each.position))
        good = [
            cell
            for cell, score in scores.items()
            if (score == Draw() if each.theme == "defence" else isinstance(score, Win))
        ]
        assert good == [tuple(each.solution[0])]
        assert max(scores.values()) == scores[good[0]]


def test_the_engine_proves_those_of_gomoku_again() -> None:
    for each in of("15x15:5"):
        prover("15x15:5").check(each)


def test_a_plain_search_proves_those_of_gomoku() -> None:
    puzzles = of("15x15:5")
    for each in puzzles[:: len(puzzles) // 200]:
        plain = PlainFours(each.position)
        wanted = {Cell(*each.solution[0])}
        if each.theme == "defence":
            assert not plain.is_won()
            assert plain.holding_moves() == wanted
        else:
            assert plain.first_moves() == wanted


def test_lines_that_win_end_the_game() -> None:
    for each in shipped():
        game = Game(each.rules, each.moves + each.line)
        if each.theme != "defence":
            assert game.outcome().winner is each.position.side
            assert len(each.solution) == 2 * each.depth - 1


# What a position is.


@pytest.mark.parametrize(
    ("rules", "moves", "found"),
    [
        ("tictactoe", "b2 a1 c3 b1", ("c1 a2 a3", "double_threat", 2)),  # and closes the row
        ("tictactoe", "a1", ("b2", "defence", 3)),
        ("tictactoe", "", None),  # every move holds
        ("connect4", "444", None),  # nothing is decided
        ("connect4", "1213141", None),  # the first side has won
        ("gomoku", "h8 a1 i8 b1 j8 c1 k8", None),  # an open four: nothing holds
        ("gomoku", "h8 g8 i8 a1 j8 a2 k8", ("l8", "defence", 1)),
        ("gomoku", "h8 a1 i8 b1 j8 o15", None),  # two open fours
    ],
)
def test_solutions(rules: str, moves: str, found: tuple[str, str, int] | None) -> None:
    assert solution(rules, moves) == found


def test_a_four_and_a_three() -> None:
    # h8 makes four of the row, whose other end is closed, and an open three of the column.
    found = solution("gomoku", "e8 d8 f8 a1 g8 a3 h6 c1 h7 o15")
    assert found is not None
    assert found[0].startswith("h8 i8")
    assert found[1:] == ("four_and_three", 3)


def test_rules_without_proofs_are_refused() -> None:
    with pytest.raises(RulesError, match="there are no puzzles of 9x9:8"):
        Prover(Rules.of("9x9:8"))


def test_bands_follow_from_the_tries() -> None:
    def band(solved: str) -> int:
        return Puzzle("3x3:3", "", "b2", "win", 1, solved).band

    assert band("5555555555") == 1
    assert band("0000000000") == 5
    bands = [band("5" * count + "0" * (10 - count)) for count in range(10, -1, -1)]
    assert bands == sorted(bands)
    assert set(bands) == {1, 2, 3, 4, 5}


# The puzzle of the day.


def test_a_day_has_one_puzzle_and_none_comes_twice_soon() -> None:
    first = datetime.date(2026, 11, 16)
    days = [first + datetime.timedelta(days=n) for n in range(60)]
    numbers = [of_the_day(day, shipped()) for day in days]
    assert of_the_day(first, shipped()) == numbers[0]
    assert len(set(numbers)) == len(numbers)
    assert all(shipped()[number - 1].band > 1 for number in numbers)


# Mining.


def mine(path: Path, *, games: int | None = None) -> list[Puzzle]:
    """Mines a few, and is interrupted after some games."""
    done = 0

    def progress(*_: int) -> None:
        nonlocal done
        done += 1
        if done == games:
            raise KeyboardInterrupt

    with Journal(path, 5) as journal:
        found = Mine(PLAN, journal, 5)
        if games is None:
            found.dig(progress)
        else:
            with pytest.raises(KeyboardInterrupt):
                found.dig(progress)
        return found.puzzles


def test_the_same_seed_mines_the_same_also_when_interrupted(tmp_path: Path) -> None:
    whole = mine(tmp_path / "whole")
    assert len(whole) == 16
    for each in whole:
        prover(each.rules).check(each)
    broken = tmp_path / "broken"
    mine(broken, games=2)
    broken.write_bytes(broken.read_bytes() + b'["3x3:3",')  # ended within a line
    mine(broken, games=1)
    assert mine(broken) == whole


def test_a_journal_is_of_one_seed_and_one_program(tmp_path: Path) -> None:
    path = tmp_path / "x.journal"
    with Journal(path, 5), pytest.raises(JournalError, match="someone is at work on it"):
        Journal(path, 5)
    with pytest.raises(JournalError, match="begun with another seed: 5"):
        Journal(path, 6)
    path.write_text("5\nnothing\n")
    with pytest.raises(JournalError, match="not a journal of puzzles"):
        Journal(path, 5)


def test_levels_can_begin_anew() -> None:
    level, position = Level(level=2), Game("connect4", "4453").position
    made = Level(level=2, seed=7)
    moves = [made.choose(position).move for _ in range(10)]
    level.reseed(7)
    assert [level.choose(position).move for _ in range(10)] == moves
    assert len(set(moves)) > 1


# The command.


def test_make_check_and_show(tmp_path: Path) -> None:
    file = tmp_path / "few.jsonl"
    made = run("puzzles", "make", str(file), "--of", "tictactoe=4", "--seed", "5")
    assert made.code == 0
    assert [each.name for each in tmp_path.iterdir()] == ["few.jsonl"]
    checked = run("puzzles", "check", str(file))
    assert (checked.code, checked.output) == (0, "4 of 4 puzzles are proven\n")
    shown = run("puzzles", "show", "1", "--file", str(file), "--solution")
    assert shown.output.startswith("puzzle 1, band ")
    assert "tries solved by level 1 to 10: " in shown.output
    assert run("puzzles", "show", "today").output.startswith("puzzle ")
    assert "15x15:5" in run("puzzles", "show").output


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('["3x3:3","a1","a2","defence",3,"0000130025"]', "the move is b2, not a2"),
        ('["3x3:3","a1","b2","win",3,"0000130025"]', "its theme is defence, not win"),
        ('["3x3:3","a1","b2","defence",2,"0000130025"]', "its depth is 3, not 2"),
        ('["3x3:3","b2","a1","defence",3,"0000130025"]', "there is not exactly one move"),
        ('["3x3:3","c3","b2","defence",3,"0000130025"]', "the same as number 1, turned or"),
    ],
)
def test_check_names_what_is_wrong(line: str, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text('["3x3:3","a1","b2","defence",3,"0000130025"]\n' + line + "\n")
    done = run("puzzles", "check", str(file))
    if "same" not in complaint:
        file.write_text(line + "\n")
        done = run("puzzles", "check", str(file))
    assert done.code == 2
    assert complaint in done.errors
    assert "0 of 1" in done.output or "1 of 2" in done.output


@pytest.mark.parametrize(
    "line",
    [
        *("", "nothing", "[]", '["3x3:3","a1","b2","luck",3,"0000130025"]'),
        '["3x3:3","a1","a1","defence",3,"0000130025"]',
        '["3x3:3","a1","","defence",3,"0000130025"]',
        '["3x3:3","a1","b2","defence",3,"0000"]',
        '["3x3:3","a1","b2","defence",3,"0000130029"]',
    ],
)
def test_lines_that_are_no_puzzles_are_refused(line: str) -> None:
    with pytest.raises(PuzzleError, match="x:1: this is not a puzzle"):
        puzzle.read(f"{line}\n".encode(), "x")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["make"], "make needs FILE"),
        (["make", "x", "--of", "connect4"], "'connect4' is not rules and a number"),
        (["make", "x", "--of", "connect4=0"], "'0' is not a whole number from 1"),
        (["show", "0"], "there is no puzzle 0: they are 1 to "),
        (["show", "tomorrow"], "there is no puzzle tomorrow"),
        (["make", "/nowhere/x"], "/nowhere/x.journal: No such file"),
        (["make", "x", "--of", "0x0:1=3"], "width 0 is outside"),
        (["check", "/nowhere/x"], "/nowhere/x: No such file"),
    ],
)
def test_bad_input_is_named(words: list[str], complaint: str) -> None:
    done = run("puzzles", *words)
    assert done.code == 2
    assert complaint in done.errors
    assert len(done.errors.splitlines()) == 1

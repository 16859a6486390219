"""Openings: from files as they are written, random ones as balanced as they claim."""

from pathlib import Path

import pytest

from enligne import Game, Rules, formats, record
from enligne.arena.openings import Openings, file_openings, no_openings, usual_plies
from enligne.arena.random_openings import random_openings
from enligne.engines import Heuristic, create
from enligne.engines.solver import Solver
from enligne.errors import OpeningsError


@pytest.mark.parametrize("rules", ["tictactoe", "5x4:4+gravity", "connect4", "9x9:5", "gomoku"])
def test_random_openings_are_unfinished_and_differ(rules: str) -> None:
    openings = random_openings(Rules.of(rules), seed=3)
    texts = [openings[number] for number in range(5)]
    positions = [Game(rules, text).position for text in texts]
    assert all(position.outcome() is None for position in positions)
    assert {position.ply for position in positions} == {usual_plies(Rules.of(rules))}
    assert len({position.canonical().position for position in positions}) == 5
    again = random_openings(Rules.of(rules), seed=3)
    assert [again[number] for number in range(5)] == texts
    other = random_openings(Rules.of(rules), seed=4)
    assert [other[number] for number in range(5)] != texts


@pytest.mark.parametrize(
    ("rules", "plies"), [("tictactoe", 1), ("tictactoe", 3), ("5x4:4+gravity", 4), ("4x4:4", 3)]
)
def test_small_ones_are_exact_draws_and_all_of_them_come(rules: str, plies: int) -> None:
    """The oracle follows every move and asks the solver."""
    solver = Solver(table_mb=4)
    positions = {Game(rules).position}
    for _ in range(plies):
        positions = {
            after.canonical().position
            for position in positions
            if position.outcome() is None
            for move in position.legal_moves
            if (after := position.play(move)).outcome() is None
        }
    draws = set()
    for position in positions:
        verdict = solver.verdict(position)
        if verdict.score == 0:
            draws.add(position)
    openings = random_openings(Rules.of(rules), plies)
    texts = [openings[number] for number in range(len(draws))]
    found = {Game(rules, text).position.canonical().position for text in texts}
    # All come but those whose way is so narrow that no draw finds it.
    assert found <= draws
    assert len(found) >= 0.95 * len(draws)
    assert "balanced by the solver" in openings.about


def test_larger_ones_look_even_to_an_engine() -> None:
    rules = Rules.of("8x7:4+gravity")
    openings = random_openings(rules)
    engine = create("alphabeta:nodes=5000,table_mb=4")
    scores = [engine.analyse(Game(rules, openings[number]).position).score for number in range(20)]
    assert all(isinstance(score, Heuristic) for score in scores)
    assert openings.about == "random, 6 plies, balanced by alphabeta"


def test_they_repeat_when_there_are_no_more_and_say_so() -> None:
    openings = random_openings(Rules.of("tictactoe"), 1)
    texts = [openings[number] for number in range(6)]
    assert texts[:3] == texts[3:]
    assert openings.about.endswith("; 3 different, which repeat")


@pytest.mark.parametrize(
    ("rules", "plies", "reason"),
    [
        ("4x3:3", 2, "no random opening of 2 plies on 4x3:3 is balanced"),
        ("tictactoe", 9, "9 plies of 9: no game is left"),
    ],
)
def test_without_a_balanced_one_it_says_why(rules: str, plies: int, reason: str) -> None:
    with pytest.raises(OpeningsError, match=reason):
        random_openings(Rules.of(rules), plies)


def test_none_is_the_empty_board() -> None:
    assert [no_openings()[number] for number in (0, 7)] == ["", ""]
    assert no_openings().about == "none"
    with pytest.raises(OpeningsError):
        Openings("nothing", [])[0]


def test_a_file_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("# of the club\n44\n\nd1 d2 e1 # solid\nc\r\n")
    openings = file_openings(path, Rules.of("connect4"))
    assert [openings[number] for number in range(4)] == ["44", "445", "3", "44"]
    assert openings.about == "3 from book.txt; 3 different, which repeat"


def test_a_file_of_offsets(tmp_path: Path) -> None:
    """As Gomocup writes them: right and down from the middle."""
    path = tmp_path / "offsets.txt"
    path.write_text("0,0, -1,-1, 1,-2   # even\n-7,-7, 7,7\n")
    openings = file_openings(path, Rules.of("gomoku"))
    assert [openings[0], openings[1]] == ["h8 g9 i10", "a15 o1"]
    # An even board has its middle behind the half, from the top left.
    assert file_openings(path, Rules.of("gomoku20"))[0] == "k10 j11 l12"
    # With gravity numbers are columns.
    path.write_text("4,4,5")
    assert file_openings(path, Rules.of("connect4"))[0] == "445"


def test_a_file_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    games = [Game("connect4", "44455554221"), Game("connect4", "1234567")]
    record.write(path, [record.Record(game) for game in games])
    openings = file_openings(path, Rules.of("connect4"), 4)
    assert [openings[0], openings[1]] == ["4445", "1234"]
    with pytest.raises(OpeningsError, match="game 1: it is of connect4, not of tictactoe"):
        file_openings(path, Rules.of("tictactoe"))


@pytest.mark.parametrize("name", ["games.sgf", "games.psq"])
def test_a_file_of_another_program(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    rules = Rules.of("gomoku-exact" if name.endswith("psq") else "gomoku")
    formats.write(path, [record.Record(Game(rules, "h8 i9 h9 h10"))])
    openings = file_openings(path, rules, 3)
    assert openings[0] == "h8 i9 h9"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("44\n4x\n", ":2: .*'4x' is not a move"),
        ("4444444\n", ":1: move 7: column d is full"),
        ("1212121\n", ":1: .*is a whole game"),
        ("# nothing\n", "there is no opening in it"),
        ('[Rules "connect4"]\n', ":1: there are no moves"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_the_place(
    tmp_path: Path, text: str, reason: str
) -> None:
    path = tmp_path / "book.txt"
    path.write_text(text)
    with pytest.raises(OpeningsError, match=reason):
        file_openings(path, Rules.of("connect4"))


def test_offsets_outside_the_board(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("0,0, 8,0\n")
    with pytest.raises(OpeningsError, match=":1: 8,0 from the middle is outside the board"):
        file_openings(path, Rules.of("gomoku"))

import json
import random
from pathlib import Path

import pytest

from enligne import Game, Position, Rules, symmetries
from enligne.engines.book import Book, shipped_book
from enligne.engines.book_builder import LayerSolving, build_book, random_position, wrong_scores
from enligne.engines.solver import Solver
from enligne.errors import BookError, PlayerTextError
from enligne.players import Policy, parse
from tests.programs import run

RULES = Rules.of("5x4:4+gravity")


def build(path: Path, plies: int = 4, rules: Rules = RULES) -> Book:
    return build_book(rules, plies, path, threads=2, table_mb=1)


@pytest.mark.parametrize("text", ["5x4:4+gravity", "4x5:3+gravity", "6x4:4+gravity+exact"])
def test_every_position_is_known(text: str, tmp_path: Path) -> None:
    """Walks through all positions; nothing is drawn from what the book was made with."""
    rules, plies = Rules.of(text), 5
    book, solver = build(tmp_path / "small.book", plies, rules), Solver(book="none", table_mb=4)
    layer = {Position(rules)}
    for _ in range(plies + 1):
        for position in layer:
            verdict = solver.verdict(position)
            assert verdict is not None
            assert book.score(position) == verdict.score
        after = {each.play(move) for each in layer for move in each.legal_moves}
        layer = {each.canonical().position for each in after if each.outcome() is None}
    assert all(book.score(position) is None for position in layer)
    assert wrong_scores(book, 50) == []


def test_mirror_images_have_one_score(tmp_path: Path) -> None:
    book, mirror = build(tmp_path / "small.book"), symmetries(RULES)[1]
    source = random.Random(1)
    for plies in [2, 3, 4] * 10:
        position = random_position(RULES, plies, source)
        assert book.score(position) == book.score(position.image(mirror))
    assert book.score(Position("connect4")) is None


def test_a_build_goes_on_after_an_interruption_in_any_line(tmp_path: Path) -> None:
    path, journal = tmp_path / "small.book", tmp_path / "small.book.journal"
    build(path, 6)
    expected = path.read_bytes()
    assert not journal.exists()
    LayerSolving(RULES, 6, journal).solve()
    whole = journal.read_bytes()
    for length in (0, 1, 40, len(whole) // 3, len(whole) // 2, len(whole) - 1, len(whole)):
        path.unlink()
        journal.write_bytes(whole[:length])
        build(path, 6)
        assert path.read_bytes() == expected


def test_a_journal_that_was_cut_is_told(tmp_path: Path) -> None:
    journal = tmp_path / "small.book.journal"
    LayerSolving(RULES, 6, journal).solve()
    journal.write_bytes(journal.read_bytes()[:-5])
    words = ("book", "build", str(tmp_path / "small.book"), "--plies", "6", "--rules", RULES.text)
    built = run(*words)
    assert built.code == 0
    (line,) = built.errors.splitlines()
    assert "small.book.journal: the last line was cut; its positions are solved again" in line


def test_a_journal_of_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    journal = tmp_path / "small.book.journal"
    LayerSolving(Rules.of("5x4:3+gravity"), 4, journal).solve()
    whole = journal.read_bytes()
    with pytest.raises(BookError, match=r"is of 5x4:3\+gravity to ply 4, not of 5x4:4\+gravity"):
        build(tmp_path / "small.book")
    with pytest.raises(BookError, match=r"to ply 4, not of .* to ply 3"):
        build(tmp_path / "small.book", 3, Rules.of("5x4:3+gravity"))
    assert journal.read_bytes() == whole
    journal.write_text("12 x 1\n")
    with pytest.raises(BookError, match="is not the journal of a book"):
        build(tmp_path / "small.book")


def test_a_damaged_journal_is_named_with_its_line(tmp_path: Path) -> None:
    journal = tmp_path / "small.book.journal"
    LayerSolving(RULES, 6, journal).solve()
    header, *lines = journal.read_text().splitlines(keepends=True)
    assert json.loads(header)["rules"] == RULES.text
    for bad in (lines[0].replace(" ", " A", 1), "1 2\n", lines[0][:-5] + "\n", f"999{lines[0]}"):
        journal.write_text(header + bad)
        with pytest.raises(BookError, match=r"small\.book\.journal:2: the line is damaged"):
            build(tmp_path / "small.book", 6)


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    build(path)
    whole = path.read_bytes()
    with pytest.raises(BookError, match=r"is there already: the book of 5x4:4\+gravity to ply 4"):
        build(path, 4, Rules.of("5x4:3+gravity"))
    assert path.read_bytes() == whole
    path.write_text("precious")
    with pytest.raises(BookError, match="damaged, or not an opening book"):
        build(path)
    assert path.read_text() == "precious"


def test_damaged_books_are_named_and_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    build(path)
    good = path.read_bytes()
    for bad in (good[:-1], good[:40], good[:-9] + b"\0" + good[-8:], b"", b"something else"):
        path.write_bytes(bad)
        with pytest.raises(BookError, match=r"small\.book is damaged, or not an opening book"):
            Book.load(path)


def test_no_book_of_what_cannot_be_solved(tmp_path: Path) -> None:
    for rules in ("gomoku", "tictactoe"):
        with pytest.raises(BookError, match=f"no book of {rules}"):
            build(tmp_path / "x", 4, Rules.of(rules))


def test_a_book_of_ones_own_is_used_where_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    build(path, 6)
    solver = Solver(book=str(path))
    for moves in ("", "1", "12", "33", "445"):
        position = Game(RULES, moves).position
        found = solver.verdict(position)
        assert found is not None
        assert found.nodes == 0
    with pytest.raises(BookError, match=r"my\.book is a book of .*, not of 4x4:4\+gravity"):
        solver.verdict(Game("4x4:4+gravity", "1").position)
    with pytest.raises(OSError, match=r"other\.book"):
        Solver(book=str(tmp_path / "other.book"))
    with pytest.raises(PlayerTextError, match="solver: book cannot be chosen here"):
        parse(f"solver:book={path}", Policy())


def test_a_layer_that_there_is_not_is_refused(tmp_path: Path) -> None:
    for plies in (-1, 42, 99):
        with pytest.raises(BookError, match="a book of connect4 has 0 to 41 plies, not"):
            LayerSolving(Rules.of("connect4"), plies, tmp_path / "x.journal")


def test_the_shipped_book_follows_from_its_deepest_layer() -> None:
    """A position is worth the best of its moves, down to the last ply that is kept."""
    rules = Rules.of("connect4")
    book, source = shipped_book(rules), random.Random(5)
    assert book is not None
    for _ in range(1500):
        position = random_position(rules, source.randint(0, book.plies - 1), source)
        worth = []
        for after in map(position.play, position.legal_moves):
            if (outcome := after.outcome()) is None:
                score = book.score(after)
                assert score is not None
                worth.append(-score)
            else:
                won = (rules.cell_count + 1 - position.ply) // 2
                worth.append(0 if outcome.winner is None else won)
        assert book.score(position) == max(worth)


def test_the_shipped_book_agrees_with_the_solver() -> None:
    book = shipped_book(Rules.of("connect4"))
    assert book is not None
    moves = [book.score(Game("connect4", column).position) for column in "1234567"]
    assert moves == [2, 1, 0, -1, 0, 1, 2]
    source, solver = random.Random(2), Solver(book="none", table_mb=64)
    for _ in range(60):
        position = random_position(book.rules, book.plies, source)
        verdict = solver.verdict(position)
        assert verdict is not None
        assert book.score(position) == verdict.score

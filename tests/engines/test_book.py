from pathlib import Path

import pytest

from enligne import Game, Position, Rules
from enligne.engines.book import Book, book_key, position_of_key, shipped_book
from enligne.engines.book_builder import BookBuilder
from enligne.engines.solver import Solver
from enligne.errors import BookError

RULES = Rules.of("5x4:4+gravity")


def build(path: Path, plies: int = 4) -> Book:
    return BookBuilder(RULES, path, threads=2, table_mb=1).build(plies)


def test_a_book_holds_what_the_solver_says(tmp_path: Path) -> None:
    book = build(tmp_path / "small.book")
    solver = Solver(table_mb=4)
    frontier, seen = [Position(RULES)], 0
    while frontier:
        position = frontier.pop()
        entry = book.find(position)
        if position.ply > 4 or position.outcome():
            continue
        moves = solver.verdicts(position) or {}
        assert entry.score == max(moves.values()) == moves[entry.move]
        after = position.play(entry.move)
        frontier += [after.play(move) for move in after.legal_moves]
        seen += 1
    assert seen > 20


def test_saving_and_loading(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    book = build(path)
    loaded = Book.load(path)
    assert (loaded.rules, loaded.plies, len(loaded)) == (book.rules, book.plies, len(book))
    assert loaded.find(Position(RULES)) == book.find(Position(RULES))
    assert loaded.find(Position("connect4")) is None


def test_a_build_goes_on_after_an_interruption_in_any_line(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    build(path)
    expected = path.read_bytes()
    journal = tmp_path / "small.book.journal"
    whole = journal.read_text()
    for length in (0, 1, len(whole) // 3, len(whole) // 2, len(whole) - 1):
        path.unlink()
        journal.write_text(whole[:length])
        build(path)
        assert path.read_bytes() == expected


def test_a_journal_of_another_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "small.book.journal").write_text("12 x 1\n")
    with pytest.raises(BookError, match=r"small.book.journal:1: '12 x 1\\n' is not a solved"):
        build(tmp_path / "small.book")


def test_damaged_books_are_named_and_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    build(path)
    good = path.read_bytes()
    for bad in (good[:-1], good[:40], good[:-9] + b"\0" + good[-8:], b"", b"something else"):
        path.write_bytes(bad)
        with pytest.raises(BookError, match=r"small\.book is (damaged|not an opening book)"):
            Book.load(path)


def test_no_book_of_what_cannot_be_solved(tmp_path: Path) -> None:
    for rules in ("gomoku", "tictactoe"):
        with pytest.raises(BookError, match=f"no book of {rules}"):
            BookBuilder(Rules.of(rules), tmp_path / "x", threads=1)


def test_keys_are_positions() -> None:
    for moves in ("", "4", "44455554221", "1234567"):
        position = Game("connect4", moves).position
        assert position_of_key(book_key(position), position.rules) == position


def test_the_shipped_book_agrees_with_itself() -> None:
    """Every score above the last plies follows from those below it: the best that the other side
    can do against the move of the book is what the book says it is worth."""
    rules = Rules.of("connect4")
    book = shipped_book(rules)
    assert book is not None
    frontier, seen = [Position(rules), *map(Position(rules).play, "abcd")], set()
    while frontier:
        position = frontier.pop().canonical().position
        if position in seen or position.ply > book.plies - 2:
            continue
        seen.add(position)
        entry = book.find(position)
        after = position.play(entry.move)
        if after.outcome() is not None:
            assert entry.score == (rules.cell_count + 1 - position.ply) // 2
            continue
        worth = []
        for reply in map(after.play, after.legal_moves):
            if reply.outcome() is not None:
                worth.append(-((rules.cell_count + 1 - after.ply) // 2))
                continue
            below = book.find(reply)
            worth.append(below.score)
            frontier.append(reply)
        assert entry.score == min(worth)
    assert len(seen) > 6000


def test_the_shipped_book_of_connect4() -> None:
    book = shipped_book(Rules.of("connect4"))
    entry = book.find(Position("connect4"))
    assert (entry.score, str(entry.move)) == (1, "d1")
    # The known scores of the first moves, seen by the side that answers them.
    for column, score in zip("abcdefg", (-2, -1, 0, 1, 0, -1, -2), strict=True):
        reply = book.find(Position("connect4").play(column))
        assert reply.score == -score
    assert shipped_book(Rules.of("gomoku")) is None

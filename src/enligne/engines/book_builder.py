"""Builds opening books: solves every position that a follower of the book can meet."""

from __future__ import annotations

import os
import threading
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from enligne.engines.book import Book, book_key, position_of_key
from enligne.engines.engine import Stop
from enligne.engines.solver import Solver
from enligne.errors import BookError
from enligne.files import naming
from enligne.position import Position
from enligne.progress import InterruptibleThreads
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from enligne.parallel import Pool


class Entry(NamedTuple):
    """A solved position: its key, its score, and the column of its best move."""

    key: int
    score: int
    column: int


class BookBuilder:
    """Builds the book of one game ply by ply.

    What is solved is written to a journal beside the book at once, a line each, so that a build
    that was interrupted, however, goes on where it was.

    Args:
        rules: of a game with gravity that the solver plays.
        path: of the book; the journal has the same name with ``.journal`` added.
        threads: positions solved at the same time.
        table_mb: memory of each thread, or of each worker.
        pool: workers that solve instead of threads.

    Raises:
        BookError: the solver does not play these rules, or the journal is of another game.
    """

    def __init__(
        self,
        rules: Rules,
        path: Path,
        *,
        threads: int,
        table_mb: int = 256,
        pool: Pool | None = None,
    ) -> None:
        if not rules.gravity or not Solver.plays(rules):
            raise BookError(
                f"there can be no book of {rules}: the solver must play it, with gravity"
            )
        self.rules = rules
        self.path = path
        self.journal = path.with_name(path.name + ".journal")
        self._solved = self._read_journal()
        self._threads = threads
        self._table_mb = table_mb
        self._pool = pool

    def build(self, plies: int, *, progress: Callable[[int, int, int], None] | None = None) -> Book:
        """Solves all positions of at most this many stones, and writes the book.

        Args:
            progress: called with the ply, the positions of that ply solved, and all of them.

        Raises:
            OSError: the journal or the book cannot be written.
        """
        start = Position(self.rules)
        level: dict[int, Position] = {book_key(start): start}  # where one side is to move
        following = _canonical(start.play(move) for move in start.legal_moves)  # the other side
        wanted: dict[int, tuple[int, int]] = {}
        for ply in range(plies + 1):
            self._solve(ply, level, progress)
            wanted |= {key: self._solved[key] for key in level}
            after_next = _canonical(
                reply
                for key, position in level.items()
                for reply in _replies(position, self._solved[key][1])
            )
            level, following = following, after_next
        book = Book(self.rules, plies, wanted)
        book.save(self.path)
        return book

    def _solve(
        self,
        ply: int,
        level: dict[int, Position],
        progress: Callable[[int, int, int], None] | None,
    ) -> None:
        missing = [key for key in sorted(level) if key not in self._solved]
        done = len(level) - len(missing)
        if progress:
            progress(ply, done, len(level))
        with naming(self.journal), self.journal.open("a") as journal:
            for key, score, column in self._entries(missing):
                journal.write(f"{key} {score} {column}\n")
                journal.flush()
                self._solved[key] = (score, column)
                done += 1
                if progress:
                    progress(ply, done, len(level))

    def _entries(self, missing: list[int]) -> Iterator[Entry]:
        tasks = (_Question(self.rules, key, self._table_mb) for key in missing)
        if self._pool is not None:
            for _, entry in self._pool.run(_answer, tasks):
                yield entry
            return
        stop = Stop()
        with InterruptibleThreads(self._threads, stop) as threads:
            for found in [threads.submit(partial(_answer, task, stop=stop)) for task in tasks]:
                yield threads.result(found)

    def _read_journal(self) -> dict[int, tuple[int, int]]:
        solved: dict[int, tuple[int, int]] = {}
        if not self.journal.exists():
            return solved
        for number, line in enumerate(self.journal.read_text().splitlines(keepends=True), 1):
            if not line.endswith("\n"):  # the writer was interrupted in this line
                os.truncate(self.journal, self.journal.stat().st_size - len(line.encode()))
                break
            try:
                key, score, column = map(int, line.split())
                position = position_of_key(key, self.rules)
            except ValueError:
                raise BookError(
                    f"{self.journal}:{number}: {shortened(line)} is not a solved position of"
                    f" {self.rules}"
                ) from None
            if not any(move.column == column for move in position.legal_moves):
                raise BookError(f"{self.journal}:{number}: column {column} cannot be played")
            solved[key] = (score, column)
        return solved


def _canonical(positions: Iterable[Position]) -> dict[int, Position]:
    """Unfinished positions, one of each pair of mirror images."""
    found = (position.canonical().position for position in positions if position.outcome() is None)
    return {book_key(position): position for position in found}


def _replies(position: Position, column: int) -> Iterable[Position]:
    """What can stand on the board when the side to move plays a column and is answered."""
    move = next(move for move in position.legal_moves if move.column == column)
    after = position.play(move)
    return (after.play(reply) for reply in after.legal_moves)


class _Question(NamedTuple):
    """What a thread or a worker is asked."""

    rules: Rules
    key: int
    table_mb: int


_kept = threading.local()  # the solver of each thread


def _answer(question: _Question, stop: Stop | None = None) -> Entry:
    if getattr(_kept, "table_mb", None) != question.table_mb:
        _kept.solver, _kept.table_mb = Solver(table_mb=question.table_mb), question.table_mb
    position = position_of_key(question.key, question.rules)
    best = _kept.solver.best(position, stop=stop)
    assert best is not None  # there is no limit, and a build that is stopped asks for no answer
    return Entry(question.key, best.score, best.move.column)

"""Builds opening books: solves one layer of a game, part by part; all above follows from it."""

from __future__ import annotations

import base64
import binascii
import json
import os
import random
import threading
import zlib
from array import array
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from enligne import _core
from enligne.engines.book import Book
from enligne.engines.engine import Stop
from enligne.engines.solver import Solver
from enligne.errors import BookError
from enligne.files import naming, replace_file
from enligne.position import Position
from enligne.progress import InterruptibleThreads, interruptible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from enligne.parallel import Pool
    from enligne.rules import Rules

_FORMAT = "enligne book journal 1"
_KEY_BITS = 64
#: Positions in a part, at least: some seconds of work, and what an interruption costs.
_PART = 1000


def build_book(
    rules: Rules,
    plies: int,
    path: Path,
    *,
    threads: int = 1,
    table_mb: int = 16,
    pool: Pool | None = None,
    progress: Callable[[int, int], None] | None = None,
    remark: Callable[[str], None] | None = None,
) -> Book:
    """Builds the book of a game to a ply, and writes it. The journal beside it, with ``.journal``
    behind the name, is gone when the book is there.

    Args:
        rules, table_mb: see :class:`LayerSolving`; others as for its ``solve``.
        remark: called with what is worth knowing: that the journal's last line was cut.

    Raises:
        BookError: there is another file in its place; else as for :class:`LayerSolving`.
        OSError: the journal or the book cannot be written.
    """
    if path.exists():
        there = Book.load(path)
        raise BookError(f"{path} is there already: the book of {there.rules} to ply {there.plies}")
    journal = path.with_name(path.name + ".journal")
    solving = LayerSolving(rules, plies, journal, table_mb=table_mb)
    if solving.is_cut and remark:
        remark(f"{journal}: the last line was cut; its positions are solved again")
    scores = solving.solve(threads=threads, pool=pool, progress=progress)
    data = _core.build_book(*_shape(rules), plies, solving.keys, scores)
    replace_file(path, data)
    journal.unlink()
    return Book(data)


def wrong_scores(
    book: Book,
    positions: int,
    *,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[tuple[Position, int, int]]:
    """Positions whose score in a book is not the one that the solver finds without it, with both
    scores. They are drawn at random from all plies of the book.

    Args:
        progress: called with the positions compared so far.
    """
    source = random.Random(seed)
    solver = Solver(book="none", table_mb=64)
    wrong = []
    for done in range(1, positions + 1):
        position = random_position(book.rules, source.randint(0, book.plies), source)
        kept = book.score(position)
        solved = solver.verdict(position)
        assert kept is not None
        assert solved is not None
        if kept != solved.score:
            wrong.append((position, kept, solved.score))
        if progress:
            progress(done)
    return wrong


def random_position(rules: Rules, plies: int, source: random.Random) -> Position:
    """An unfinished position of this many random moves, or fewer where the game would be over."""
    position = Position(rules)
    while position.ply < plies:
        after = [position.play(move) for move in position.legal_moves]
        if not (going_on := [each for each in after if each.outcome() is None]):
            break
        position = source.choice(going_on)
    return position


def _shape(rules: Rules) -> tuple[int, int, int, bool]:
    return rules.width, rules.height, rules.run, rules.exact


class Part(NamedTuple):
    """Neighbouring subtrees of a layer: the keys of their positions, and the subtrees' sizes."""

    rules: Rules
    table_mb: int
    keys: bytes
    subtrees: bytes


class LayerSolving:
    """Solves the positions of one layer that need a search.

    What is solved is written to a journal at once, so that work that was interrupted, however,
    goes on where it was. The journal names its rules and its layer; ``is_cut`` says that it ended
    within a line, which is then solved again.

    Args:
        rules: of a game with gravity that the solver plays.
        ply: of the layer.
        journal: the file.
        table_mb: memory of each thread, or of each worker.

    Raises:
        BookError: the solver does not play these rules, or the journal is of something else.
    """

    def __init__(self, rules: Rules, ply: int, journal: Path, *, table_mb: int = 16) -> None:
        if not rules.gravity or rules.width * (rules.height + 1) > _KEY_BITS:
            raise BookError(
                f"there can be no book of {rules}: it must have gravity, and its board fit 64 bits"
                " (a bit for each cell and one more for each column)"
            )
        self.rules = rules
        self.ply = ply
        self.journal = journal
        if not 0 <= ply < rules.cell_count:
            raise BookError(f"a book of {rules} has 0 to {rules.cell_count - 1} plies, not {ply}")
        stop = Stop()
        keys, subtrees = interruptible(lambda: _core.tree_order(*_shape(rules), ply, stop), stop)
        if not keys:
            raise BookError(
                f"there is no book of {rules} to ply {ply}: that layer has too many positions,"
                " or none that needs a search"
            )
        self.keys = keys
        self.positions = len(keys) // 8
        self.parts = list(_parts(rules, table_mb, keys, subtrees))
        self._header = {
            "format": _FORMAT,
            "rules": rules.text,
            "plies": ply,
            "positions": self.positions,
            "parts": len(self.parts),
            "checksum": zlib.crc32(keys),
        }
        self.is_cut = False
        self._solved = self._read_journal()

    def solve(
        self,
        *,
        threads: int = 1,
        pool: Pool | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> bytes:
        """The score of every key, a signed byte each.

        Args:
            threads: parts solved at the same time, unless there is a pool.
            pool: workers that solve instead of threads.
            progress: called with the positions solved, and all of them.

        Raises:
            OSError: the journal cannot be written.
        """
        missing = [number for number in range(len(self.parts)) if number not in self._solved]
        # Parts differ: in a random order the speed so far says how long the rest will take.
        random.Random(0).shuffle(missing)
        done = sum(map(len, self._solved.values()))
        if progress:
            progress(done, self.positions)
        with naming(self.journal), self.journal.open("a") as journal:
            if journal.tell() == 0:
                journal.write(json.dumps(self._header) + "\n")
                journal.flush()
            for number, scores in self._answers(missing, threads, pool):
                text = base64.b64encode(scores).decode()
                journal.write(f"{number} {zlib.crc32(scores):08x} {text}\n")
                journal.flush()
                self._solved[number] = scores
                done += len(scores)
                if progress:
                    progress(done, self.positions)
        return b"".join(self._solved[number] for number in range(len(self.parts)))

    def _answers(
        self, missing: list[int], threads: int, pool: Pool | None
    ) -> Iterator[tuple[int, bytes]]:
        tasks = (self.parts[number] for number in missing)
        if pool is not None:
            for place, scores in pool.run(_solve_part, tasks):
                yield missing[place], scores
            return
        stop = Stop()
        with InterruptibleThreads(threads, stop) as crew:
            found = [crew.submit(partial(_solve_part, task, stop=stop)) for task in tasks]
            for number, later in zip(missing, found, strict=True):
                yield number, crew.result(later)

    def _read_journal(self) -> dict[int, bytes]:
        solved: dict[int, bytes] = {}
        if not self.journal.exists():
            return solved
        lines = self.journal.read_bytes().splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):  # the writer was interrupted in this line
            os.truncate(self.journal, self.journal.stat().st_size - len(lines.pop()))
            self.is_cut = True
        if not lines:
            return solved
        self._check_header(lines[0])
        for line_number, line in enumerate(lines[1:], 2):
            try:
                number, checksum, text = line.split()
                scores = base64.b64decode(text, validate=True)
                if int(checksum, 16) != zlib.crc32(scores):
                    raise ValueError
                if len(scores) != len(self.parts[int(number)].keys) // 8:
                    raise ValueError
            except (ValueError, IndexError, binascii.Error):
                raise BookError(f"{self.journal}:{line_number}: the line is damaged") from None
            solved[int(number)] = scores
        return solved

    def _check_header(self, line: bytes) -> None:
        try:
            header = json.loads(line)
            if header["format"] != _FORMAT:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise BookError(f"{self.journal} is not the journal of a book") from None
        if header != self._header:
            raise BookError(
                f"{self.journal} is of {header.get('rules')} to ply {header.get('plies')}, not of"
                f" {self.rules} to ply {self.ply}: finish that, or name another file"
            )


def _parts(rules: Rules, table_mb: int, keys: bytes, subtrees: bytes) -> Iterator[Part]:
    sizes = array("I", subtrees)
    start = first = count = 0
    for number, size in enumerate(sizes, 1):
        count += size
        if count >= _PART or number == len(sizes):
            end = start + 8 * count
            yield Part(rules, table_mb, keys[start:end], sizes[first:number].tobytes())
            start, first, count = end, number, 0


_kept = threading.local()  # the solver of each thread, and what it is for


def _solve_part(part: Part, stop: Stop | None = None) -> bytes:
    wanted = (*_shape(part.rules), part.table_mb)
    if getattr(_kept, "wanted", None) != wanted:
        _kept.solver, _kept.wanted = _core.LayerSolver(*wanted), wanted
    scores: bytes | None = _kept.solver.solve(part.keys, part.subtrees, stop or Stop())
    assert scores is not None  # work that is stopped asks for no answer
    return scores

"""The exact solver as an engine."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from enligne import _core
from enligne.engines.book import Book, shipped_book
from enligne.engines.engine import Analysis, Engine, Limit, Request, Source, Stop
from enligne.engines.score import Draw, Loss, Score, Win
from enligne.engines.searches import SECONDS, THREADS, AlphaBeta
from enligne.errors import BookError, FinishedError, RulesError
from enligne.move import Move
from enligne.spec import ByOptions, Option, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.position import Position
    from enligne.rules import Rules


class Solved(NamedTuple):
    """An exact score in the field's convention: 0 for a draw, else the number of stones, its
    winning one included, that the winner could still have placed; negative for a loss."""

    score: int
    nodes: int
    table_hits: int


class Known(NamedTuple):
    """What is known of an exact score in the field's convention: it lies between these, both
    included. Where they are the same that is the score."""

    lower: int
    upper: int


class Best(NamedTuple):
    """An exact score in the field's convention, and a move that keeps it."""

    score: int
    move: Move


def score_of_verdict(score: int, position: Position) -> Score:
    """The score of a position as plies to the end.

    A win that comes about with n stones on the board counts (cells + 2 - n) // 2, so n is one of
    two neighbours, and which of them follows from the side that places the last stone.
    """
    if score == 0:
        return Draw()
    stones = position.rules.cell_count + 2 - 2 * abs(score)
    # The side to move places an odd number of plies from now, the other an even one.
    is_win = score > 0
    plies = stones - position.ply
    if plies % 2 != is_win:
        plies -= 1
    return Win(plies) if is_win else Loss(plies)


def score_of_end(position: Position) -> Score:
    """What a position in which the game is over is worth to the side that moved there."""
    outcome = position.outcome()
    assert outcome is not None
    return Draw() if outcome.winner is None else Win(1)


def score_of_move(position: Position, move: Move, verdict: int) -> Score:
    """The score of a move whose verdict, in the field's convention, is one of its side."""
    after = position.play(move)
    if after.outcome() is not None:
        return score_of_end(after)
    return score_of_verdict(-verdict, after).stepped_back()


_HOPELESS = 30.0

BOOK = Option(
    "book",
    "shipped",
    "opening book: a file, 'shipped' for the one of the package, or 'none'",
    choices=("shipped", "none"),
    pattern=r"[^\s,]([^,]*[^\s,])?",
    is_file=True,
)


class Solver(ByOptions, Engine):
    """Exact: follows every line to its end. Plays games with gravity whose board fits 128 bits,
    such as Connect 4, and games without on boards of up to 40 cells."""

    name = "solver"
    about = "exact: every line to its end, for Connect 4 and other small games"
    options: ClassVar[Sequence[Option]] = (
        SECONDS,
        Option("table_mb", 256, "memory for positions seen", least=1, most=32768),
        THREADS,
        BOOK,
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        self._cores: dict[Rules, _core.Solver] = {}
        name = str(self.values["book"])
        self._book = None if name in ("shipped", "none") else Book.load(Path(name))
        self._fallback: AlphaBeta | None = None

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Whether positions of these rules can be solved."""
        return _core.Solver.supports(*rules.shape)

    def prepare(self, rules: Rules) -> None:
        if self.plays(rules):
            with self._lock:
                self._core_for(rules)

    def book(self, rules: Rules) -> Book | None:
        """The book that it uses by these rules.

        Raises:
            BookError: its own book is of other rules.
        """
        if self._book is not None:
            if self._book.rules != rules:
                raise BookError(
                    f"{self.values['book']} is a book of {self._book.rules}, not of {rules}"
                )
            return self._book
        return shipped_book(rules) if self.values["book"] == "shipped" else None

    def source(self, position: Position) -> Source:
        """From where it knows what it says of a position."""
        book = self.book(position.rules)
        return "solver" if book is None or position.ply > book.plies else "book"

    def is_hopeless(self, position: Position, seconds: float) -> bool:
        """Whether a verdict would take many times these seconds, very roughly: with gravity each
        empty cell multiplies by 1.4 what empty boards took in the atlas."""
        book = self.book(position.rules)
        if not position.rules.gravity or (book is not None and position.ply < book.plies):
            return False
        empty = position.rules.cell_count - position.ply
        return bool(5 * 1.4 ** (empty - 42) > _HOPELESS * seconds)

    def verdict(
        self, position: Position, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Solved | None:
        """The exact score of a position, as one number; None when it was not found in time.

        Of a limit, only the seconds count.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: positions of these rules cannot be solved.
        """
        with self._asking(position, limit, stop) as ask:
            return ask.verdict(position)

    def known(
        self, position: Position, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Known:
        """What is known of the exact score when the time is over; otherwise as :meth:`verdict`."""
        with self._asking(position, limit, stop) as ask:
            return ask.known(position)

    def verdicts(
        self, position: Position, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> dict[Move, int] | None:
        """The exact score of every legal move; otherwise as :meth:`verdict`."""
        with self._asking(position, limit, stop) as ask:
            return ask.verdicts(position)

    def best(
        self, position: Position, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Best | None:
        """The exact score and a move that keeps it; otherwise as :meth:`verdict`."""
        with self._asking(position, limit, stop) as ask:
            return ask.best(position)

    def line(
        self, position: Position, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> tuple[Move, ...]:
        """Best play to the end of the game, or as far as there is time; otherwise as
        :meth:`verdict`."""
        with self._asking(position, limit, stop) as ask:
            return ask.line(position)

    @property
    def nodes(self) -> int:
        """About how many it has searched by the rules it searched last, also while it does."""
        return sum(core.nodes for core in list(self._cores.values()))

    def forget(self) -> None:
        """Empties the tables, as if nothing had been solved before."""
        with self._lock:
            for core in self._cores.values():
                core.clear()

    @contextmanager
    def _asking(
        self, position: Position, limit: Limit | None, stop: Stop | None
    ) -> Iterator[_Questions]:
        if (outcome := position.outcome()) is not None:
            raise FinishedError(f"there is nothing to solve: the game is over, {outcome}")
        with self._lock:
            yield _Questions(self, position.rules, limit, stop or Stop())

    def _core_for(self, rules: Rules) -> _core.Solver:
        if not self.plays(rules):
            raise RulesError(
                f"{rules} cannot be solved: with gravity the board must fit 128 bits"
                " (a bit for each cell and one more for each column), without it 40 cells"
            )
        if rules not in self._cores:
            self._cores.clear()  # one table at a time: they are large
            book = self.book(rules)
            self._cores[rules] = _core.Solver(
                *rules.shape,
                table_mb=int(self.values["table_mb"] or 1),
                threads=int(self.values["threads"] or 1),
                book=book._core if book else None,
            )
        return self._cores[rules]

    def search(self, request: Request) -> Analysis:
        position, all_moves = request.position, request.all_moves
        # Each analysis starts from nothing, so that the same input gives the same nodes.
        self._core_for(position.rules).clear()
        ask = _Questions(self, position.rules, request.limit, request.stop)
        root = ask.verdict(position)
        moves = ask.verdicts(position) if root and all_moves else {}
        pv = ask.line(position) if root else ()
        if root is None or moves is None or not pv:
            # Not solved in time: a short search has at least a sensible move.
            self._fallback = self._fallback or AlphaBeta(nodes=20_000, table_mb=1)
            return self._fallback.analyse(position, all_moves=all_moves)
        scores = {move: score_of_verdict(score, position) for move, score in moves.items()}
        depth = position.rules.cell_count - position.ply
        return Analysis(
            score_of_verdict(root.score, position),
            pv,
            depth=depth,
            selective_depth=depth,
            nodes=root.nodes,
            table_hits=root.table_hits,
            seconds=time.perf_counter() - ask.start,
            moves=dict(sorted(scores.items(), key=lambda each: each[1], reverse=True)),
            source=self.source(position),
        )


class _Questions:
    """Questions to one solver that share their time."""

    def __init__(self, solver: Solver, rules: Rules, limit: Limit | None, stop: Stop) -> None:
        own = Limit(seconds=solver.values["seconds"])  # type: ignore[arg-type]
        self._core = solver._core_for(rules)
        self._seconds = own.and_also(limit).seconds
        self._stop = stop
        self.start = time.perf_counter()

    def _left(self) -> _core.Limit:
        if self._seconds is None:
            return Limit().to_core()
        left = self._seconds - (time.perf_counter() - self.start)
        return Limit(seconds=max(left, 1e-6)).to_core()

    def verdict(self, position: Position) -> Solved | None:
        found = self._core.solve(position._handle, self._left(), self._stop)
        if not found.is_complete:
            return None
        return Solved(found.score, found.nodes, found.table_hits)

    def known(self, position: Position) -> Known:
        found = self._core.solve(position._handle, self._left(), self._stop)
        return Known(found.score, found.score) if found.is_complete else Known(*found.known)

    def verdicts(self, position: Position) -> dict[Move, int] | None:
        found = self._core.solve_moves(position._handle, self._left(), self._stop)
        return None if found is None else {Move(*cell): score for cell, score in found}

    def best(self, position: Position) -> Best | None:
        found = self._core.best(position._handle, self._left(), self._stop)
        return None if found is None else Best(found[1], Move(*found[0]))

    def line(self, position: Position) -> tuple[Move, ...]:
        """Best play to the end of the game, or as far as there is time."""
        line: list[Move] = []
        while position.outcome() is None and (best := self.best(position)) is not None:
            line.append(best.move)
            position = position.play(best.move)
        return tuple(line)

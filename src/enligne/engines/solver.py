"""The exact solver as an engine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from enligne import _core
from enligne.engines.analysis import Analysis
from enligne.engines.engine import Engine, Stop
from enligne.engines.limit import Limit
from enligne.engines.options import Option
from enligne.engines.score import Draw, Loss, Score, Win
from enligne.engines.searches import SECONDS, AlphaBeta
from enligne.errors import FinishedError, RulesError
from enligne.move import Move

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.position import Position
    from enligne.rules import Rules


class Verdict(NamedTuple):
    """An exact score in the field's convention: 0 for a draw, else the number of stones, its
    winning one included, that the winner could still have placed; negative for a loss."""

    score: int
    nodes: int


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


class Solver(Engine):
    """Exact: follows every line to its end. Plays games with gravity whose board fits 64 bits,
    such as Connect 4, and games without on boards of up to 40 cells."""

    name = "solver"
    about = "exact: every line to its end, for Connect 4 and other small games"
    options: ClassVar[Sequence[Option]] = (
        SECONDS,
        Option("table_mb", 256, "memory for positions seen", least=1, most=32768),
        Option("threads", 1, "threads that search together", least=1, most=256),
    )

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self._cores: dict[Rules, _core.Solver] = {}
        self._fallback: AlphaBeta | None = None

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Whether positions of these rules can be solved."""
        return _core.Solver.supports(
            rules.width, rules.height, rules.run, rules.gravity, rules.exact
        )

    def verdict(
        self, position: Position, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Verdict | None:
        """The exact score of a position, as one number; None when it was not found in time.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: positions of these rules cannot be solved.
        """
        if (outcome := position.outcome()) is not None:
            raise FinishedError(f"there is nothing to solve: the game is over, {outcome}")
        core = self._core_for(position.rules)
        found = core.solve(position._handle, self._limit(limit).to_core(), stop or Stop())
        return Verdict(found.score, found.nodes) if found.is_complete else None

    def verdicts(
        self, position: Position, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> dict[Move, int] | None:
        """The exact score of every legal move; None when they were not found in time.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: positions of these rules cannot be solved.
        """
        if (outcome := position.outcome()) is not None:
            raise FinishedError(f"there is nothing to solve: the game is over, {outcome}")
        core = self._core_for(position.rules)
        found = core.solve_moves(position._handle, self._limit(limit).to_core(), stop or Stop())
        return None if found is None else {Move(*cell): score for cell, score in found}

    def best(
        self, position: Position, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Best | None:
        """The exact score and a best move; None when they were not found in time.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: positions of these rules cannot be solved.
        """
        if (outcome := position.outcome()) is not None:
            raise FinishedError(f"there is nothing to solve: the game is over, {outcome}")
        core = self._core_for(position.rules)
        found = core.best(position._handle, self._limit(limit).to_core(), stop or Stop())
        return None if found is None else Best(found[1], Move(*found[0]))

    def forget(self) -> None:
        """Empties the tables, as if nothing had been solved before."""
        for core in self._cores.values():
            core.clear()

    def _limit(self, limit: Limit | None) -> Limit:
        seconds = self.values["seconds"]
        return Limit(seconds=seconds).and_also(limit)  # type: ignore[arg-type]

    def _core_for(self, rules: Rules) -> _core.Solver:
        if not self.plays(rules):
            raise RulesError(
                f"{rules} cannot be solved: with gravity the board must fit 64 bits"
                " (a bit for each cell and one more for each column), without it 40 cells"
            )
        if rules not in self._cores:
            self._cores.clear()  # one table at a time: they are large
            self._cores[rules] = _core.Solver(
                rules.width,
                rules.height,
                rules.run,
                rules.gravity,
                rules.exact,
                table_mb=int(self.values["table_mb"] or 1),
                threads=int(self.values["threads"] or 1),
            )
        return self._cores[rules]

    def _search(
        self,
        position: Position,
        limit: Limit | None,
        all_moves: bool,
        stop: Stop,
        report: Callable[[Analysis], None] | None,  # noqa: ARG002  it knows all or nothing
    ) -> Analysis:
        # Each analysis starts from nothing, so that the same input gives the same nodes.
        self._core_for(position.rules).clear()
        start = time.perf_counter()
        root = self.verdict(position, limit, stop=stop)
        moves = self.verdicts(position, limit, stop=stop) if root and all_moves else {}
        pv = self._line(position, limit, stop) if root else ()
        if root is None or moves is None or not pv:
            # Not solved in time: a short search has at least a sensible move.
            self._fallback = self._fallback or AlphaBeta("nodes=20000,table_mb=1")
            return self._fallback.analyse(position, all_moves=all_moves)
        scores = {move: score_of_verdict(score, position) for move, score in moves.items()}
        depth = position.rules.cell_count - position.ply
        return Analysis(
            score_of_verdict(root.score, position),
            pv,
            depth=depth,
            selective_depth=depth,
            nodes=root.nodes,
            seconds=time.perf_counter() - start,
            moves=dict(sorted(scores.items(), key=lambda each: each[1], reverse=True)),
        )

    def _line(self, position: Position, limit: Limit | None, stop: Stop) -> tuple[Move, ...]:
        """Best play to the end of the game, or as far as the limit allows."""
        line: list[Move] = []
        while position.outcome() is None:
            best = self.best(position, limit, stop=stop)
            if best is None:
                break
            line.append(best.move)
            position = position.play(best.move)
        return tuple(line)

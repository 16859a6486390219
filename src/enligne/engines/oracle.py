"""The one place that knows: what is proven, and where nothing is, what a search expects."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from enligne import _core
from enligne.engines.engine import Analysis, Engine, Limit, Request, Stop
from enligne.engines.gomoku import Gomoku
from enligne.engines.searches import SECONDS, AlphaBeta, available_threads
from enligne.engines.solved_boards import best_first_moves
from enligne.engines.solver import BOOK, Solver, score_of_end, score_of_move
from enligne.progress import interruptible
from enligne.spec import Option, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines.score import Score
    from enligne.move import Move
    from enligne.position import Position
    from enligne.rules import Rules

#: Of the time there is, what an estimate may take before the proofs begin, and the most of it.
_ESTIMATE_SHARE = 0.15
_ESTIMATE_SECONDS = 0.5
#: What it may take where a proof is hopeless.
_HOPELESS_SHARE = 0.9


class Oracle(Engine):
    """Proven first: by the opening book, else by the exact solver within the time. What is not
    proven by then is the estimate of a search: ``gomoku`` where its tables reach, else
    ``alphabeta``. Each score says which of the two it is."""

    name = "oracle"
    about = "what is proven, by book or solver; where nothing is, what a search expects"
    options: ClassVar[Sequence[Option]] = (
        SECONDS,
        Option("threads", None, "threads; all there are unless given", least=1, most=256),
        Option("table_mb", 64, "memory for positions seen", least=1, most=32768),
        BOOK,
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        self._means: dict[str, Value] = {
            "threads": self.values["threads"] or available_threads(),
            "table_mb": self.values["table_mb"],
        }
        self._solver = Solver(**self._means, book=self.values["book"])
        self._searches: dict[str, Engine] = {}

    def prepare(self, rules: Rules) -> None:
        self._estimator(rules).prepare(rules)
        if Solver.plays(rules):
            self._solver.prepare(rules)

    def proven(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        all_moves: bool = False,
        stop: Stop | None = None,
    ) -> Analysis | None:
        """What is proven, to stand beside what another engine believes; None where nothing is, or
        not in time.

        Args:
            limit: its seconds count; one second unless given.
            all_moves: the score of every legal move too, where there is time for that.
            stop: ends it early once it is set.

        Raises:
            FinishedError: the game is over in this position.
        """
        if not Solver.plays(position.rules):
            return None
        request = Request(position, limit, stop or Stop(), None, all_moves)
        with self._lock:
            inquiry = _Inquiry(self, request, (limit or Limit()).or_else(Limit(seconds=1.0)))
            return interruptible(inquiry.proven, request.stop)

    def search(self, request: Request) -> Analysis:
        own = Limit(seconds=self.values["seconds"])  # type: ignore[arg-type]
        limit = own.and_also(request.limit).or_else(Limit(seconds=1.0))
        request = replace(request, limit=limit)
        if not Solver.plays(request.position.rules):
            return self._estimate(request, limit)
        return _Inquiry(self, request, limit).answer()

    def _estimate(self, request: Request, limit: Limit) -> Analysis:
        return self._estimator(request.position.rules).analyse(
            request.position,
            limit,
            all_moves=request.all_moves,
            stop=request.stop,
            listener=request.listener,
        )

    def _estimator(self, rules: Rules) -> Engine:
        kind = estimator(rules)
        if kind.name not in self._searches:
            self._searches[kind.name] = kind(**self._means)
        return self._searches[kind.name]


def estimator(rules: Rules) -> type[Engine]:
    """The engine that estimates best by these rules."""
    return Gomoku if _core.is_estimated_by_gomoku(*rules.shape) else AlphaBeta


class _Inquiry:
    """One position of a game that can be solved: proofs as far as the time goes."""

    def __init__(self, oracle: Oracle, request: Request, limit: Limit) -> None:
        self._oracle = oracle
        self._solver = oracle._solver
        self._request = request
        self._limit = limit
        self._start = time.perf_counter()
        self._seconds = limit.seconds or 1.0
        self._proven: dict[Move, Score] = {}
        if request.position.ply == 0:
            self._proven = best_first_moves(request.position.rules)
        self._is_best_known = bool(self._proven)
        self._estimate: Analysis | None = None
        self._is_hopeless = self._solver.is_hopeless(request.position, self._seconds)

    def answer(self) -> Analysis:
        if self._request.all_moves:
            if self._prove_all(0.1):
                self._tell()
            else:
                self._go_on()
            return self._with_line(self._so_far())
        share = 1 - _HOPELESS_SHARE if self._is_hopeless else 0.8
        return self._best(share) or self._oracle._estimate(self._request, self._search_limit(1.0))

    def proven(self) -> Analysis | None:
        if self._request.all_moves and not self._is_hopeless and self._prove_all(0.5):
            return self._with_line(self._so_far())
        return None if self._is_hopeless and not self._proven else self._best(0.8)

    def _best(self, share: float) -> Analysis | None:
        """A best move that is proven, with the line; None when the time was over first."""
        position, stop = self._request.position, self._request.stop
        if self._proven and self._solver.source(position) != "book":
            move, score = next(iter(self._proven.items()))
            line = self._solver.line(position, self._left(0.1), stop=stop)
            return self._analysis(score, line or (move,))
        best = self._solver.best(position, self._left(share), stop=stop)
        if best is None:
            return None
        line = self._solver.line(position, self._left(0.5), stop=stop)
        return self._analysis(self._score(best.move, best.score), line or (best.move,))

    def _prove_all(self, share: float) -> bool:
        """Proves the score of every move, if there is time for that."""
        position, stop = self._request.position, self._request.stop
        verdicts = self._solver.verdicts(position, self._left(share), stop=stop)
        if verdicts is None:
            return False
        self._proven = {move: self._score(move, each) for move, each in verdicts.items()}
        return True

    def _with_line(self, found: Analysis) -> Analysis:
        """The same with the line of best play, where the score is proven."""
        if not found.score.is_exact:
            return found
        position, stop = self._request.position, self._request.stop
        line = self._solver.line(position, self._left(0.5), stop=stop)
        return replace(found, pv=line) if line[:1] == (found.move,) else found

    def _go_on(self) -> None:
        """Estimates of all moves first, then the proof of the best, then of the others."""
        position, stop = self._request.position, self._request.stop
        limit = self._search_limit(_ESTIMATE_SHARE, _ESTIMATE_SECONDS)
        if self._is_hopeless:
            limit = self._search_limit(_HOPELESS_SHARE)
        self._estimate = self._oracle._estimate(self._request, limit)
        best = None if self._proven else self._solver.best(position, self._left(0.6), stop=stop)
        if best is not None:
            self._proven[best.move] = self._score(best.move, best.score)
            self._is_best_known = True
        if self._proven:
            self._tell()
        for move in self._estimate.moves:
            if move in self._proven:
                continue
            after = position.play(move)
            if after.outcome() is not None:
                self._proven[move] = score_of_end(after)
                continue
            found = self._solver.verdict(after, self._left(1.0), stop=stop)
            if found is None:
                return
            self._proven[move] = self._score(move, -found.score)
            self._tell()

    def _tell(self) -> None:
        if self._request.listener is not None:
            self._request.listener(self._so_far())

    def _so_far(self) -> Analysis:
        scores = dict(self._estimate.moves) if self._estimate else {}
        if self._is_best_known:  # no estimate of another move can be better
            best = max(self._proven.values())
            scores = {move: score for move, score in scores.items() if score < best}
        scores |= self._proven
        moves = dict(sorted(scores.items(), key=lambda each: each[1], reverse=True))
        move, score = next(iter(moves.items()))
        pv: tuple[Move, ...] = (move,)
        if self._estimate is not None and self._estimate.move == move:
            pv = self._estimate.pv
        return replace(self._analysis(score, pv), moves=moves)

    def _analysis(self, score: Score, pv: tuple[Move, ...]) -> Analysis:
        spent = time.perf_counter() - self._start
        if self._estimate is not None:
            found = replace(self._estimate, score=score, pv=pv, seconds=spent)
            return replace(found, source="solver") if pv[0] in self._proven else found
        position = self._request.position
        depth = position.rules.cell_count - position.ply
        return Analysis(
            *(score, pv, depth, depth), seconds=spent, source=self._solver.source(position)
        )

    def _score(self, move: Move, verdict: int) -> Score:
        return score_of_move(self._request.position, move, verdict)

    def _left(self, share: float) -> Limit:
        left = self._seconds - (time.perf_counter() - self._start)
        return Limit(seconds=max(share * left, 1e-6))

    def _search_limit(self, share: float, most: float = float("inf")) -> Limit:
        left = self._left(share).seconds
        assert left is not None
        return replace(self._limit, seconds=max(min(left, most), 0.001))

"""The engines that search with a static evaluation at the horizon: minimax and alpha-beta."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from enligne import _core
from enligne.engines import trace
from enligne.engines.engine import MOST_PLIES, Analysis, Engine, Limit, Request, from_search
from enligne.errors import PlayerTextError
from enligne.spec import SWITCH, ByOptions, Option, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


EVALUATIONS = {each.name.lower(): each for each in _core.Evaluation}
_ORDERS = {each.name.lower(): each for each in _core.Order}

EVALUATION = Option("evaluation", "lines", "what a position looks worth", tuple(EVALUATIONS))
DEPTH = Option("depth", None, "plies to look ahead", least=1, most=MOST_PLIES)
SECONDS = Option("seconds", None, "time for a move", least=0.001, most=86400.0)
NODES = Option("nodes", None, "positions to look at", least=1, most=10**15)
TABLE_MB = Option("table_mb", 64, "memory for positions seen; 0 for none", most=32768)
THREADS = Option("threads", 1, "threads that search together", least=1, most=256)


class Minimax(Engine):
    """Plain minimax: every move to a fixed depth, nothing cut."""

    name = "minimax"
    about = "every move to a fixed depth, nothing cut"
    options: ClassVar[Sequence[Option]] = (
        replace(DEPTH, default=4),
        EVALUATION,
    )
    has_trace = True

    def search(self, request: Request) -> Analysis:
        depth = self.values["depth"]
        assert isinstance(depth, int)
        position = request.position._handle
        evaluation = EVALUATIONS[str(self.values["evaluation"])]
        limit = Limit(depth=depth).and_also(request.limit).to_core()
        if request.trace is None:
            found = from_search(_core.minimax(position, evaluation, limit, request.stop))
        else:
            written = trace.new(request.trace)
            result = _core.trace_minimax(position, evaluation, limit, request.stop, written)
            found = _traced(request, result, written)
        return found if request.all_moves else replace(found, moves={})


class Deepening(ByOptions, Engine):
    """A search of the core that goes deeper until a limit of depth, seconds or nodes, which are
    among its options. Without any it takes a second."""

    _engine: _core.AlphaBeta | _core.Gomoku

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        self.limit = Limit(
            seconds=self.values["seconds"],  # type: ignore[arg-type]
            nodes=self.values["nodes"],  # type: ignore[arg-type]
            depth=self.values["depth"],  # type: ignore[arg-type]
        )

    def _limit(self, request: Request) -> Limit:
        return self.limit.and_also(request.limit).or_else(Limit(seconds=1.0))

    def search(self, request: Request) -> Analysis:
        return from_search(
            self._engine.analyse(
                request.position._handle,
                self._limit(request).to_core(),
                request.all_moves,
                request.stop,
                _teller(request),
            )
        )


class AlphaBeta(Deepening):
    """Alpha-beta search, each technique a switch. Without any limit it takes a second."""

    name = "alphabeta"
    about = "alpha-beta search with iterative deepening and a table; each technique a switch"
    options: ClassVar[Sequence[Option]] = (
        DEPTH,
        SECONDS,
        NODES,
        Option("cut", True, "leave out what cannot change the result", SWITCH),
        Option("order", "threats", "which moves to look at first", tuple(_ORDERS)),
        Option("probe", True, "ask first whether a move is better at all", SWITCH),
        Option("deepen", True, "search to depth 1, 2, 3 … with what was found before", SWITCH),
        TABLE_MB,
        THREADS,
        EVALUATION,
        Option("seed", 1, "of the shuffled order", most=2**32),
    )
    has_trace = True
    _engine: _core.AlphaBeta

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        values = self.values
        self._engine = _core.AlphaBeta(
            without=[name for name in _core.alphabeta_techniques() if not values[name]],
            order=_ORDERS[str(values["order"])],
            evaluation=EVALUATIONS[str(values["evaluation"])],
            table_mb=int(values["table_mb"] or 0),
            threads=int(values["threads"] or 1),
            seed=int(values["seed"] or 0),
        )

    def search(self, request: Request) -> Analysis:
        if request.trace is None:
            return super().search(request)
        if self.values["threads"] != 1:
            raise PlayerTextError(f"{self.text}: a trace is of one thread: say threads=1")
        written = trace.new(request.trace)
        found = _core.trace_alphabeta(
            self._engine,
            request.position._handle,
            self._limit(request).to_core(),
            request.all_moves,
            request.stop,
            _teller(request),
            written,
        )
        return _traced(request, found, written)


def _teller(request: Request) -> Callable[[_core.Analysis], None] | None:
    listener = request.listener
    return None if listener is None else (lambda found: listener(from_search(found)))


def _traced(request: Request, found: _core.Analysis, written: _core.Trace) -> Analysis:
    position = request.position
    return from_search(
        found, trace.Trace(written, position, nodes=found.nodes, first_ply=position.ply)
    )


def available_threads() -> int:
    """How many threads this process may use at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

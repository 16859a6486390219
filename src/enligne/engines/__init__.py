"""Engines: position and limit in, analysis out.

>>> from enligne import Game, Limit, engines
>>> with engines.create("alphabeta") as engine:
...     found = engine.analyse(Game("connect4", "121212"), Limit(depth=8))
>>> found.score, str(found.move)
(Win(plies=1), 'a4')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.engines.asynchronous import AsyncEngine
from enligne.engines.engine import Analysis, Engine, Limit, Request, Stop
from enligne.engines.gomoku import Gomoku
from enligne.engines.oracle import Oracle, estimator
from enligne.engines.score import Draw, Heuristic, Loss, Score, Win
from enligne.engines.searches import AlphaBeta, Minimax
from enligne.engines.simple import Greedy, Random
from enligne.engines.solver import Solver
from enligne.engines.textbook import TreeSearch, trace_tree
from enligne.engines.trace import Node, Trace
from enligne.errors import PlayerTextError
from enligne.spec import Option, PlayerSpec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.rules import Rules

__all__ = [
    "ENGINES",
    "Analysis",
    "AsyncEngine",
    "Draw",
    "Engine",
    "Heuristic",
    "Limit",
    "Loss",
    "Node",
    "Option",
    "Request",
    "Score",
    "Stop",
    "Trace",
    "TreeSearch",
    "Win",
    "best_for",
    "create",
    "open",
    "parse",
    "trace_tree",
]

#: Every engine by its name.
ENGINES: Mapping[str, type[Engine]] = {
    each.name: each for each in (Random, Greedy, Minimax, AlphaBeta, Gomoku, Solver, Oracle)
}


def best_for(rules: Rules) -> str:
    """The name of the engine that knows most about positions of these rules: ``oracle`` where they
    can be solved, else the one that estimates best."""
    return Oracle.name if Solver.plays(rules) else estimator(rules).name


def parse(engine: PlayerSpec | str) -> PlayerSpec:
    """The engine that a text names, such as ``alphabeta:depth=8,cut=off``, as a value, which may
    also be given itself.

    Raises:
        PlayerTextError: there is no such engine or option, or a value is wrong.
    """
    if isinstance(engine, PlayerSpec):
        return engine
    return PlayerSpec.parse(engine, ENGINES, "an engine")


def create(engine: PlayerSpec | str) -> Engine:
    """Makes an engine, or one from its text.

    Raises:
        PlayerTextError: it is not an engine; else as for :func:`parse`.
    """
    spec = parse(engine)
    if not issubclass(spec.kind, Engine):
        raise PlayerTextError(f"{spec} is not an engine; there are {', '.join(ENGINES)}")
    return spec.kind(**dict(spec.given))


def open(engine: Engine | PlayerSpec | str) -> AsyncEngine:  # noqa: A001
    """An engine for programs with asyncio, to be used in an ``async with`` statement.

    Raises:
        PlayerTextError: as for :func:`create`.
    """
    return AsyncEngine(engine if isinstance(engine, Engine) else create(engine))

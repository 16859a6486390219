"""An engine: position and limit in, analysis out."""

from __future__ import annotations

import math
import queue
import threading
from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from enligne import _core
from enligne.engines.background import Background
from enligne.engines.score import Score, from_core
from enligne.errors import FinishedError, PlayerTextError
from enligne.game import Game
from enligne.move import Move
from enligne.position import Position
from enligne.progress import interruptible
from enligne.spec import Kind, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from enligne.engines.trace import Trace
    from enligne.rules import Rules

_Number = TypeVar("_Number", int, float)

#: No game is longer than the largest board has cells, so no search goes deeper.
MOST_PLIES = _core.LARGEST_SIDE**2


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an engine may search. All limits apply; None is no limit.

    Args:
        seconds: of time.
        nodes: positions visited.
        depth: plies to look ahead.

    Raises:
        ValueError: a limit is not a positive number, a whole one for nodes and depth.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            value = getattr(self, name)
            if value is None:
                continue
            kinds = (int, float) if name == "seconds" else (int,)
            is_number = isinstance(value, kinds) and not isinstance(value, bool)
            if not (is_number and value > 0 and math.isfinite(value)):
                kind = "a number" if name == "seconds" else "a whole number"
                raise ValueError(f"{name}={value!r} is not a limit: it is {kind} above 0")

    @property
    def is_unlimited(self) -> bool:
        """Whether it limits nothing."""
        return self.seconds is None and self.nodes is None and self.depth is None

    def or_else(self, usual: Limit) -> Limit:
        """This limit, or the usual one where it limits nothing."""
        return usual if self.is_unlimited else self

    def and_also(self, other: Limit | None) -> Limit:
        """Both limits at once."""
        if other is None:
            return self
        return Limit(
            seconds=_tighter(self.seconds, other.seconds),
            nodes=_tighter(self.nodes, other.nodes),
            depth=_tighter(self.depth, other.depth),
        )

    def to_core(self) -> _core.Limit:
        """The same for the core."""
        depth = min(self.depth or 0, MOST_PLIES)
        nodes = min(self.nodes or 0, 2**63)
        return _core.Limit(depth=depth, nodes=nodes, seconds=self.seconds or 0)


def _tighter(a: _Number | None, b: _Number | None) -> _Number | None:
    return b if a is None else a if b is None else min(a, b)


class Stop(_core.Stop):
    """Set it from any thread to end a search early; the search then answers with what it has."""


Source = Literal["book", "solver", "search"]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A score, the best line of play, and what it took to find them.

    Args:
        score: as the side to move sees it.
        pv: the best line of play; its first move is the one to play.
        depth: how many plies were searched in full.
        selective_depth: the deepest ply that was looked at.
        nodes: positions visited.
        table_hits: positions that were known already.
        seconds: the time that it took.
        moves: the score of every legal move, best first, where that was asked for.
        trace: every node visited, where that was asked for.
        source: what the score rests on: ``book``, ``solver`` or ``search``.
    """

    score: Score
    pv: tuple[Move, ...]
    depth: int = 0
    selective_depth: int = 0
    nodes: int = 0
    table_hits: int = 0
    seconds: float = 0.0
    moves: Mapping[Move, Score] = field(default_factory=dict)
    trace: Trace | None = field(default=None, repr=False, compare=False)
    source: Source = "search"

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.pv[0]


def from_search(found: _core.Analysis, trace: Trace | None = None) -> Analysis:
    moves = {Move(*cell): from_core(score) for cell, score in found.moves}
    return Analysis(
        score=from_core(found.score),
        pv=tuple(Move(*cell) for cell in found.pv),
        depth=found.depth,
        selective_depth=found.selective_depth,
        nodes=found.nodes,
        table_hits=found.table_hits,
        seconds=found.seconds,
        moves=dict(sorted(moves.items(), key=lambda each: each[1], reverse=True)),
        trace=trace,
    )


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of an engine or a player, which takes of it what it can use.

    Args:
        position: never a finished one.
        limit, stop, listener, all_moves, trace: as for :meth:`Engine.analyse`.
    """

    position: Position
    limit: Limit | None
    stop: Stop
    listener: Callable[[Analysis], None] | None
    all_moves: bool = False
    trace: int | None = None


def position_of(given: Position | Game) -> Position:
    """The position to look at: the one given, or that of a game now.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, Game):
        return given.position
    raise TypeError(
        f"{given!r} is neither a position nor a game: write Position('connect4') or"
        " Game('connect4', '4455')"
    )


class Engine(Kind):
    """Analyses positions. Engines are made by :func:`enligne.engines.create`; your own is a
    subclass with a method :meth:`search`.

    One engine does one analysis at a time: calls from several threads wait for each other. Leaving
    a ``with`` statement stops what is under way.
    """

    is_analyst = True

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        self._be_free()

    def _be_free(self) -> None:
        self._lock = threading.Lock()
        self._running: set[Stop] = set()

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: value for name, value in vars(self).items() if name not in ("_lock", "_running")
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._be_free()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops the analyses under way, which end a moment later."""
        for stop in list(self._running):
            stop.set()

    def __repr__(self) -> str:
        return f"engines.create({self.text!r})"

    def prepare(self, rules: Rules) -> None:
        """Gets ready for positions of these rules, so that the first takes as long as others."""
        del rules

    def analyse(
        self,
        position: Position | Game,
        limit: Limit | None = None,
        *,
        all_moves: bool = False,
        stop: Stop | None = None,
        listener: Callable[[Analysis], None] | None = None,
        trace: int | None = None,
    ) -> Analysis:
        """Analyses a position within the engine's own limit and the one given.

        Args:
            position: or a game, for its position now.
            all_moves: find the score of every legal move too.
            stop: ends the search early once it is set.
            listener: called with what is known each time the search has got deeper.
            trace: how many nodes to keep, the first ones visited, as ``analysis.trace``; the
                others are counted. For engines that have a trace, with one thread.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: the engine does not play by these rules.
            PlayerTextError: the engine has no trace.
            TypeError: it is neither a position nor a game.
        """
        position = position_of(position)
        if trace is not None and not self.has_trace:
            raise PlayerTextError(f"{self.name} has no trace; minimax and alphabeta have")
        outcome = position.outcome()
        if outcome is not None:
            raise FinishedError(f"there is nothing to analyse: the game is over, {outcome}")
        request = Request(position, limit, stop or Stop(), listener, all_moves, trace)
        self._running.add(request.stop)
        try:
            with self._lock:
                return interruptible(lambda: self.search(request), request.stop)
        finally:
            self._running.discard(request.stop)

    def analysis(
        self,
        position: Position | Game,
        limit: Limit | None = None,
        *,
        all_moves: bool = False,
        stop: Stop | None = None,
    ) -> Iterator[Analysis]:
        """Analyses as :meth:`analyse` and yields what is known each time the search has got
        deeper, the final analysis last. Leaving the loop ends the search."""
        position, stop = position_of(position), stop or Stop()
        heard: queue.SimpleQueue[Analysis | BaseException | None] = queue.SimpleQueue()

        def work() -> None:
            try:
                heard.put(
                    self.analyse(
                        position, limit, all_moves=all_moves, stop=stop, listener=heard.put
                    )
                )
                heard.put(None)
            except BaseException as error:
                heard.put(error)

        worker = Background(work, stop)
        try:
            while (news := heard.get()) is not None:
                if isinstance(news, BaseException):
                    raise news
                yield news
        finally:
            worker.end()

    @abstractmethod
    def search(self, request: Request) -> Analysis:
        """The search of a position that is not finished: what an engine of your own has.

        A request has ``position``, and what may be heeded as far as it makes sense: ``limit``,
        ``stop``, ``all_moves``, and ``listener``, to be told of each analysis on the way.
        """

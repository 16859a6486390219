"""An engine: position and limit in, analysis out."""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from enligne import _core
from enligne.engines.options import Option, Value, format_text, parse_options
from enligne.errors import FinishedError, PlayerTextError
from enligne.interruptible import interruptible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from enligne.engines.analysis import Analysis
    from enligne.engines.limit import Limit
    from enligne.position import Position
    from enligne.rules import Rules


class Stop(_core.Stop):
    """Set it from any thread to end a search early; the search then answers with what it has."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of an engine: see :meth:`Engine.analyse`. Each takes of it what it can use."""

    position: Position
    limit: Limit | None
    all_moves: bool
    stop: Stop
    report: Callable[[Analysis], None] | None
    trace: int | None = None


class Engine(ABC):
    """Analyses positions. Engines are made by :func:`enligne.engines.create`.

    One engine does one analysis at a time: calls from several threads wait for each other.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    options: ClassVar[Sequence[Option]] = ()
    #: Whether strangers may ask for it: it starts no program and opens no file.
    is_harmless: ClassVar[bool] = True
    #: Whether it can tell every node that it visits.
    has_trace: ClassVar[bool] = False

    def __init__(self, text: str = "") -> None:
        self.values: dict[str, Value] = parse_options(self.name, text, self.options)
        self._lock = threading.Lock()

    @property
    def text(self) -> str:
        """The text that makes this engine again."""
        return format_text(self.name, self.values, self.options)

    def __repr__(self) -> str:
        return f"engines.create({self.text!r})"

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Whether it plays by these rules."""
        del rules
        return True

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        all_moves: bool = False,
        stop: Stop | None = None,
        report: Callable[[Analysis], None] | None = None,
        trace: int | None = None,
    ) -> Analysis:
        """Analyses a position within the engine's own limit and the one given.

        Args:
            all_moves: find the score of every legal move too.
            stop: ends the search early once it is set.
            report: called with what is known each time the search has got deeper.
            trace: how many nodes to keep, the first ones visited, as ``analysis.trace``; the
                others are counted. For engines that have a trace, with one thread.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: the engine does not play by these rules.
            PlayerTextError: the engine has no trace.
        """
        if trace is not None and not self.has_trace:
            raise PlayerTextError(f"{self.name} has no trace; minimax and alphabeta have")
        outcome = position.outcome()
        if outcome is not None:
            raise FinishedError(f"there is nothing to analyse: the game is over, {outcome}")
        request = Request(position, limit, all_moves, stop or Stop(), report, trace)
        with self._lock:
            return interruptible(lambda: self._search(request), request.stop)

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        all_moves: bool = False,
        stop: Stop | None = None,
    ) -> Iterator[Analysis]:
        """Analyses as :meth:`analyse` and yields what is known each time the search has got
        deeper, the final analysis last. Leaving the loop ends the search."""
        stop = stop or Stop()
        heard: queue.SimpleQueue[Analysis | BaseException | None] = queue.SimpleQueue()

        def work() -> None:
            try:
                heard.put(
                    self.analyse(position, limit, all_moves=all_moves, stop=stop, report=heard.put)
                )
                heard.put(None)
            except BaseException as error:
                heard.put(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            while (news := heard.get()) is not None:
                if isinstance(news, BaseException):
                    raise news
                yield news
        finally:
            stop.set()
            worker.join()

    @abstractmethod
    def _search(self, request: Request) -> Analysis:
        """The search of a position that is not finished."""

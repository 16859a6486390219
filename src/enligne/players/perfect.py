"""The player that cannot be beaten where the game can be solved."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar

from enligne import engines
from enligne.engines import Analysis, Engine, Limit
from enligne.engines.book import shipped_book
from enligne.engines.searches import available_threads
from enligne.engines.solver import Solver, score_of_verdict
from enligne.players.player import Choice, Player
from enligne.spec import Option, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines.engine import Request
    from enligne.rules import Rules


class Perfect(Player):
    """Plays from the opening book, else what the solver proves, else the best line of a search.

    Of the time for a move the solver has four fifths; if it is not done by then, a deepening
    search has the rest.
    """

    name = "perfect"
    about = "opening book, then the exact solver; a search where that takes too long"
    options: ClassVar[Sequence[Option]] = (
        Option("seconds", 2.0, "time for a move", least=0.05, most=86400.0),
        Option("threads", None, "threads; all there are unless given", least=1, most=256),
        Option("table_mb", 256, "memory for positions seen", least=1, most=32768),
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        self._means: dict[str, Value] = {
            "table_mb": self.values["table_mb"],
            "threads": self.values["threads"] or available_threads(),
        }
        self._solver = Solver(**self._means)
        self._searches: dict[str, Engine] = {}

    def _choose(self, request: Request) -> Choice:
        start = time.perf_counter()
        position, stop = request.position, request.stop
        book = shipped_book(position.rules)
        if book is not None and (known := book.find(position)) is not None:
            score = score_of_verdict(known.score, position)
            return Choice(known.move, Analysis(score, (known.move,)))
        seconds = self.values["seconds"]
        assert isinstance(seconds, float)
        seconds = Limit(seconds=seconds).and_also(request.limit).seconds or seconds
        if Solver.plays(position.rules):
            best = self._solver.best(position, Limit(seconds=0.8 * seconds), stop=stop)
            if best is not None:
                score = score_of_verdict(best.score, position)
                spent = time.perf_counter() - start
                return Choice(best.move, Analysis(score, (best.move,), seconds=spent))
        left = max(0.01, seconds - (time.perf_counter() - start) - 0.02)
        search = self._search(position.rules)
        analysis = search.analyse(
            position, Limit(seconds=left), stop=stop, listener=request.listener
        )
        return Choice(analysis.move, analysis)

    def _search(self, rules: Rules) -> Engine:
        name = engines.best_for(rules)
        if name not in self._searches:
            self._searches[name] = engines.create(engines.parse(name).with_options(**self._means))
        return self._searches[name]

"""The search behind the engine's side of the protocol, within the time and memory it is given."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from enligne import engines
from enligne.engines import Limit, Stop, best_for
from enligne.gomocup.time_budget import TimeBudget

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Analysis, Engine
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.spec import PlayerSpec

#: What a Gomocup tournament allows, where the manager does not say.
USUAL_MEMORY_MB = 350
# What Python takes with the compiled module and an engine that has no table yet.
_INTERPRETER_MB = 64
# A table that a search cannot fill costs time to set up and is of no use.
_TABLE_MB_AT_LEAST = 16
_TABLE_MB_A_SECOND = 64


class EngineSearch:
    """Analyses positions within the limits a manager names.

    Args:
        text: of an engine; the best there is for the rules unless given.
        stop: ends every search once it is set.

    Raises:
        PlayerTextError: there is no such engine or option, or a value is wrong.
    """

    def __init__(self, text: str | None = None, stop: Stop | None = None) -> None:
        self.time = TimeBudget()
        self.memory_mb = USUAL_MEMORY_MB
        self._given = None if text is None else engines.parse(text)
        self._stop = stop or Stop()
        self._engine: Engine | None = None
        self._engine_memory_mb = 0

    def start_game(self) -> None:
        """A new game, with a new engine: limits may have changed since the last."""
        self._engine = None
        self.time.start_game()

    def think(
        self,
        position: Position,
        asked: float,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Analyses a position in the time there is since the engine was asked.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: the engine does not play by these rules.
        """
        if self._engine is None or self.memory_mb < self._engine_memory_mb:
            self._engine = None  # before the next one is made: not both tables at once
            self._engine = engines.create(self._spec(position.rules))
            self._engine_memory_mb = self.memory_mb
        # From here on, so that setting up the table is part of the time.
        left = asked + self.time.seconds_for(position) - time.monotonic()
        try:
            limit = Limit(seconds=max(left, 0.001))
            return self._engine.analyse(position, limit, stop=self._stop, listener=report)
        finally:
            self.time.spend(time.monotonic() - asked)

    def _spec(self, rules: Rules) -> PlayerSpec:
        """The engine with a table that is of use and fits, unless another size was given."""
        spec = self._given or engines.parse(best_for(rules))
        for option in spec.kind.options:
            if option.name == "table_mb":
                wish = dict(spec.given).get("table_mb", self._useful_mb())
                assert isinstance(wish, int)
                most = min(wish, self._table_room_mb(), option.most)
                return spec.with_options(table_mb=int(max(most, option.least)))
        return spec

    def _table_room_mb(self) -> int:
        """About half the memory, and less of little: the interpreter needs its part."""
        return max(1, min(self.memory_mb // 2, self.memory_mb - _INTERPRETER_MB))

    def _useful_mb(self) -> int:
        return int(_TABLE_MB_AT_LEAST + _TABLE_MB_A_SECOND * self.time.turn_seconds)

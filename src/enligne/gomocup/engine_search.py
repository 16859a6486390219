"""The search behind the engine's side of the protocol, within the time and memory it is given."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from enligne import engines
from enligne.engines import ENGINES, Limit, Stop, best_for
from enligne.engines.options import format_text, parse_options, split_text
from enligne.errors import PlayerTextError
from enligne.gomocup.time_budget import TimeBudget
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Analysis, Engine
    from enligne.position import Position
    from enligne.rules import Rules

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
        if text is not None:
            _options(text)
        self.time = TimeBudget()
        self.memory_mb = USUAL_MEMORY_MB
        self._text = text
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
            self._engine = engines.create(self._engine_text(position.rules))
            self._engine_memory_mb = self.memory_mb
        # From here on, so that setting up the table is part of the time.
        left = asked + self.time.seconds_for(position) - time.monotonic()
        try:
            limit = Limit(seconds=max(left, 0.001))
            return self._engine.analyse(position, limit, stop=self._stop, report=report)
        finally:
            self.time.spend(time.monotonic() - asked)

    def _engine_text(self, rules: Rules) -> str:
        text = best_for(rules) if self._text is None else self._text
        name, _ = split_text(text)
        values = _options(text)
        for option in ENGINES[name].options:
            if option.name == "table_mb":
                wish = values["table_mb"] if "table_mb=" in text else self._useful_mb()
                assert isinstance(wish, int)
                most = min(wish, self._table_room_mb(), option.most)
                values["table_mb"] = int(max(most, option.least))
        return format_text(name, values, ENGINES[name].options)

    def _table_room_mb(self) -> int:
        """About half the memory, and less of little: the interpreter needs its part."""
        return max(1, min(self.memory_mb // 2, self.memory_mb - _INTERPRETER_MB))

    def _useful_mb(self) -> int:
        return int(_TABLE_MB_AT_LEAST + _TABLE_MB_A_SECOND * self.time.turn_seconds)


def _options(text: str) -> dict[str, int | float | str | bool | None]:
    name, rest = split_text(text)
    if name not in ENGINES:
        raise PlayerTextError(f"{shortened(name)} is not an engine; there are {', '.join(ENGINES)}")
    return parse_options(name, rest, ENGINES[name].options)

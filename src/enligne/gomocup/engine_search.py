"""The search behind the engine's side of the protocol, within the time and memory it is given."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from enligne import engines
from enligne.engines import Limit, Stop
from enligne.engines.oracle import estimator
from enligne.spec import PlayerSpec

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

#: What managers send as ``time_left`` when the time for a game is not limited.
UNLIMITED_MS = 2**31 - 1

# What a search is given where no time can be lost.
_FASTEST = 0.005
_UNTOLD_SECONDS = 5.0
# A game seldom has more moves of one side; in a longer one, this many more are always expected.
_EXPECTED_MOVES = 28
_EXPECTED_MOVES_MORE = 10
_RESERVE_A_MOVE = 0.02


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
        spec = self._given or PlayerSpec.of(estimator(rules))
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


class TimeBudget:
    """The limits that a manager names, and the share of each move in the time for a game."""

    def __init__(self) -> None:
        self.turn_seconds = _UNTOLD_SECONDS
        self._game_seconds: float | None = None
        self._left: float | None = None

    def start_game(self) -> None:
        """The time for a game begins again."""
        self._left = self._game_seconds

    def tell_turn(self, milliseconds: int) -> None:
        """The limit of each move; 0 for as fast as possible."""
        self.turn_seconds = max(0, milliseconds) / 1000

    def tell_game(self, milliseconds: int) -> None:
        """The limit of the whole game; 0 for none."""
        self._game_seconds = milliseconds / 1000 if 0 < milliseconds < UNLIMITED_MS else None
        self._left = self._game_seconds

    def tell_left(self, milliseconds: int) -> None:
        """What is left for the game; it may be less than nothing."""
        self._left = milliseconds / 1000 if milliseconds < UNLIMITED_MS else None

    def spend(self, seconds: float) -> None:
        """Counts what a move took, for managers that do not tell what is left."""
        if self._left is not None:
            self._left -= seconds

    def seconds_for(self, position: Position) -> float:
        """How long the side to move may think, from the moment it was asked to the reply."""
        if self.turn_seconds == 0:
            return _FASTEST
        seconds = _usable(self.turn_seconds)
        if self._left is not None:
            seconds = min(seconds, _share(max(0.0, self._left), position))
        return max(seconds, _FASTEST)


def _usable(limit: float) -> float:
    """A limit less what a reply may take on its way; of a very short one, half."""
    return limit - min(limit / 2, 0.025 + min(0.02 * limit, 0.1))


def _share(left: float, position: Position) -> float:
    """What a move may take of the time for the rest of the game."""
    possible = (position.rules.cell_count - position.ply + 1) // 2
    expected = max(_EXPECTED_MOVES - position.ply // 2, _EXPECTED_MOVES_MORE)
    # A game may last until the board is full; that much is put by for the last of its moves.
    reserve = _RESERVE_A_MOVE * possible
    if left <= reserve:
        return left / max(1, possible)
    return _usable(left - reserve) / max(1, min(possible, expected)) + _RESERVE_A_MOVE

"""Our engines behind the engine's side of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import _core, engines
from enligne.engines import Draw, Heuristic, Limit, Loss, Stop, Win
from enligne.engines.oracle import estimator
from enligne.move import FIRST, SECOND, Cell
from enligne.position import Position
from enligne.rules import Rules
from enligne.spec import PlayerSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Analysis, Engine

    Shape = tuple[int, int, int, bool, bool]


class EngineSearch:
    """Chooses the moves: what the core calls a thinker.

    Args:
        text: of an engine; the best there is for the rules unless given.
        stop: ends every search once it is set.

    Raises:
        PlayerTextError: there is no such engine or option, or a value is wrong.
    """

    def __init__(self, text: str | None = None, stop: Stop | None = None) -> None:
        self._given = None if text is None else engines.parse(text)
        self._stop = stop or Stop()
        self.engine: Engine | None = None

    def set_up(self, shape: Shape, useful_mb: int, most_mb: int) -> None:
        """A new engine for rules of this shape, with a table that is of use and fits, unless
        another size was given."""
        self.engine = None  # before the next one is made: not both tables at once
        rules = Rules(*shape)
        spec = self._given or PlayerSpec.of(estimator(rules))
        for option in spec.kind.options:
            if option.name == "table_mb":
                wish = dict(spec.given).get("table_mb", useful_mb)
                assert isinstance(wish, int)
                table_mb = int(max(min(wish, most_mb, option.most), option.least))
                spec = spec.with_options(table_mb=table_mb)
        self.engine = engines.create(spec)

    def think(
        self, position: _core.Position, seconds: float, report: Callable[[_core.Analysis], None]
    ) -> _core.Analysis:
        """Analyses a position that is not finished.

        Raises:
            RulesError: the engine does not play by these rules.
        """
        assert self.engine is not None
        found = self.engine.analyse(
            _from_core(position),
            Limit(seconds=seconds),
            stop=self._stop,
            listener=lambda analysis: report(_to_core(analysis)),
        )
        return _to_core(found)


def _from_core(position: _core.Position) -> Position:
    first, second = (map(Cell._make, position.stones(side)) for side in (FIRST, SECOND))
    return Position.from_stones(Rules(*position.shape), first, second)


def _to_core(analysis: Analysis) -> _core.Analysis:
    kind, number = _core.ScoreKind.DRAW, 0
    match analysis.score:
        case Win(plies):
            kind, number = _core.ScoreKind.WIN, plies
        case Loss(plies):
            kind, number = _core.ScoreKind.LOSS, plies
        case Heuristic(value):
            kind, number = _core.ScoreKind.HEURISTIC, value
        case Draw():
            pass
    return _core.Analysis(
        kind,
        number,
        list(analysis.pv),
        analysis.depth,
        analysis.selective_depth,
        analysis.nodes,
        analysis.seconds,
    )

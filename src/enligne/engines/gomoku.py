"""The engine for Gomoku, and for other games without gravity whose run its tables reach."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from enligne import _core
from enligne.engines.searches import DEPTH, NODES, SECONDS, TABLE_MB, THREADS, AlphaBeta, Deepening
from enligne.errors import RulesError
from enligne.spec import Option, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines.engine import Analysis, Request
    from enligne.rules import Rules

TECHNIQUES = tuple(_core.gomoku_techniques())

_ANY_TECHNIQUE = f"(?:{'|'.join(TECHNIQUES)})"


class Gomoku(Deepening):
    """Knows the patterns of every line and searches moves that force. Runs of 4 to 7; of other
    lengths, it lets alpha-beta search. Without any limit it takes a second."""

    name = "gomoku"
    about = "knows every pattern of a line, and looks for wins by force"
    options: ClassVar[Sequence[Option]] = (
        DEPTH,
        SECONDS,
        NODES,
        TABLE_MB,
        THREADS,
        Option(
            "without",
            None,
            f"techniques left out, joined by +, of {', '.join(TECHNIQUES)}",
            pattern=rf"{_ANY_TECHNIQUE}(?:\+{_ANY_TECHNIQUE})*",
        ),
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        values = self.values
        left_out = values["without"]
        self._engine = _core.Gomoku(
            table_mb=int(values["table_mb"] or 0),
            threads=int(values["threads"] or 1),
            without=str(left_out).split("+") if left_out else [],
        )
        self._beyond: AlphaBeta | None = None

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Whether it plays by these rules: all without gravity."""
        return not rules.gravity

    def search(self, request: Request) -> Analysis:
        rules = request.position.rules
        if not self.plays(rules):
            raise RulesError(f"gomoku does not play {rules}: it has gravity")
        if not _core.Gomoku.supports(*rules.shape):
            return self._alphabeta().search(replace(request, limit=self._limit(request)))
        return super().search(request)

    def _alphabeta(self) -> AlphaBeta:
        """What searches where the tables do not reach."""
        if self._beyond is None:
            shared = {name: self.values[name] for name in ("table_mb", "threads")}
            self._beyond = AlphaBeta(**shared)
        return self._beyond

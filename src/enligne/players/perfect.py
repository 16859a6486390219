"""The player that cannot be beaten where the game can be solved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from enligne.engines.oracle import Oracle
from enligne.players.player import Choice, Player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines.engine import Request
    from enligne.rules import Rules
    from enligne.spec import Option, Value


class Perfect(Player):
    """Plays what the oracle knows: by the opening book, by a proof, else by a search."""

    name = "perfect"
    about = "opening book, then the exact solver; a search where that takes too long"
    options: ClassVar[Sequence[Option]] = tuple(
        replace(option, default=2.0, least=0.01)
        if option.name == "seconds"
        else replace(option, default=256)
        if option.name == "table_mb"
        else option
        for option in Oracle.options
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        self._oracle = Oracle(**self.values)

    def prepare(self, rules: Rules) -> None:
        self._oracle.prepare(rules)

    def decide(self, request: Request) -> Choice:
        analysis = self._oracle.analyse(
            request.position, request.limit, stop=request.stop, listener=request.listener
        )
        return Choice(analysis.move, analysis)

"""What every engine reports about a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne.engines.score import Score, from_core
from enligne.move import Move

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne import _core
    from enligne.engines.trace import Trace


@dataclass(frozen=True, slots=True)
class Analysis:
    """A score from the side to move, the best line of play, and what it took to find them.

    ``moves`` has the score of every legal move, best first, and ``trace`` every node visited,
    where that was asked for.
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

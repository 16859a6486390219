"""A plain scale of five players for any rules, from anybody's to the best there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.engines import best_for
from enligne.engines.solver import Solver

if TYPE_CHECKING:
    from enligne.rules import Rules


def scale(rules: Rules) -> tuple[str, ...]:
    """Player texts, the weakest first."""
    best = "perfect:seconds=1" if Solver.plays(rules) else "alphabeta:seconds=2"
    if rules.cell_count <= 20:
        return ("random", "greedy", "alphabeta:depth=2", "alphabeta:depth=4", best)
    if rules.gravity:
        return ("greedy", "alphabeta:depth=2", "alphabeta:depth=4", "alphabeta:depth=8", best)
    # The first sees only rows that are nearly whole, the second all of them, the third every
    # answer to its move.
    weaker = ("alphabeta:depth=1,evaluation=report", "greedy", "alphabeta:depth=2")
    if best_for(rules) == "gomoku":
        return (*weaker, "gomoku:nodes=10000", "gomoku:seconds=1")
    return (*weaker, "alphabeta:depth=4,seconds=1", best)

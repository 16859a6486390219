"""A plain scale of five players for any rules, from anybody's to the best there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.engines.solver import Solver

if TYPE_CHECKING:
    from enligne.rules import Rules


def scale(rules: Rules) -> tuple[str, ...]:
    """Player texts, the weakest first."""
    if rules.cell_count <= 20:
        middle = ("random", "greedy", "alphabeta:depth=2", "alphabeta:depth=4")
    elif rules.gravity:
        middle = ("greedy", "alphabeta:depth=2", "alphabeta:depth=4", "alphabeta:depth=8")
    else:
        middle = (
            "greedy",
            "alphabeta:depth=1",
            "alphabeta:depth=2",
            "alphabeta:depth=4,seconds=1",
        )
    best = "perfect:seconds=1" if Solver.plays(rules) else "alphabeta:seconds=2"
    return (*middle, best)

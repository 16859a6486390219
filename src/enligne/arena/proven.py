"""Positions whose score the exact solver proves almost at once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from enligne.engines.solver import Solver, score_of_verdict

if TYPE_CHECKING:
    from enligne.engines import Score
    from enligne.position import Position
    from enligne.rules import Rules

#: Empty cells up to which a position takes some hundredths of a second at most. It is a number of
#: cells and not a time, so that the same game is judged alike on every machine.
_REACH_GRAVITY = 30
_REACH_GRAVITY_LONG = 24  # runs of five and more are harder to rule out
_REACH_FREE = 24
_TABLE_MB = 16


def is_in_reach(rules: Rules, stones: int) -> bool:
    """Whether the solver proves the score of any position with this many stones almost at once."""
    return rules.cell_count - stones <= _reach(rules) and Solver.plays(rules)


def proven_score(position: Position) -> Score | None:
    """The proven score of a position that is not finished; None where it is out of reach."""
    if not is_in_reach(position.rules, position.ply):
        return None
    verdict = _solver().verdict(position)
    return None if verdict is None else score_of_verdict(verdict.score, position)


def _reach(rules: Rules) -> int:
    if not rules.gravity:
        return _REACH_FREE
    return _REACH_GRAVITY if rules.run <= 4 else _REACH_GRAVITY_LONG


@cache
def _solver() -> Solver:
    """One for each process: its table serves all games."""
    return Solver(table_mb=_TABLE_MB)

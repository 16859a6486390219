"""The ten levels as data: how far each looks, and how much it overlooks.

The figures were set by games: `benchmarks/levels.py` plays each level against the one below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines import best_for
from enligne.engines.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.rules import Rules

MOST = 10


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level can do.

    Args:
        look: the engine that it looks ahead with.
        slip: the chance that it overlooks a move, each move by itself.
        blind: the chance that it does not look at all, and puts its stone somewhere.
        takes_wins: whether it never overlooks a win in one.
        minds_threats: whether it never overlooks that the other side would win in one.
        flawless: the chance that it plays a move as the best player there is.
        lures: whether, of moves that are as good, it prefers the one with more wrong answers.
    """

    look: str
    slip: float = 0.0
    blind: float = 0.0
    takes_wins: bool = True
    minds_threats: bool = True
    flawless: float = 0.0
    lures: bool = False


def skill(level: int, rules: Rules) -> Skill:
    """What a level from 1 to 10 can do by these rules."""
    return _ladder(rules)[level - 1]


def _ladder(rules: Rules) -> Sequence[Skill]:
    if best_for(rules) == "gomoku" and not Solver.plays(rules):
        return _FREE
    if rules.gravity or rules.cell_count > 20:
        return _GRAVITY
    return _TINY


def _weak(look: str, slip: float = 0.0, blind: float = 0.0, *, takes_wins: bool = True) -> Skill:
    return Skill(look, slip, blind, takes_wins, minds_threats=False)


_TINY = (
    _weak("alphabeta:depth=1", 1.0, 0.75, takes_wins=False),
    _weak("alphabeta:depth=1", 1.0, 0.42, takes_wins=False),
    _weak("alphabeta:depth=1", 1.0, 1.0),
    _weak("alphabeta:depth=1", 1.0, 0.52),
    _weak("alphabeta:depth=20", 0.9),
    _weak("alphabeta:depth=20", 0.64),
    _weak("alphabeta:depth=2", 0.28),
    Skill("alphabeta:depth=20", 0.775),
    Skill("alphabeta:depth=20", 0.5, lures=True),
    Skill("alphabeta:depth=20", flawless=1.0, lures=True),
)

_GRAVITY = (
    _weak("alphabeta:depth=1", 0.7, 0.4, takes_wins=False),
    _weak("alphabeta:depth=1", 0.6, 0.2, takes_wins=False),
    _weak("alphabeta:depth=1", 0.5, 0.1),
    _weak("alphabeta:depth=2", 0.4),
    _weak("alphabeta:depth=2", 0.2),
    _weak("alphabeta:depth=4", 0.15),
    Skill("alphabeta:depth=5", 0.08),
    Skill("alphabeta:depth=8", 0.03),
    Skill("alphabeta:depth=8", 0.06, flawless=0.75),
    Skill("alphabeta:depth=8", flawless=1.0),
)

_FREE = (
    _weak("alphabeta:depth=1", 0.8, 0.6, takes_wins=False),
    _weak("alphabeta:depth=1", 0.75, 0.4, takes_wins=False),
    _weak("alphabeta:depth=1", 0.7, 0.3),
    _weak("alphabeta:depth=1", 0.6, 0.15),
    _weak("alphabeta:depth=1", 0.42),
    Skill("alphabeta:depth=2", 0.4),
    Skill("gomoku:depth=4", 0.06),
    Skill("gomoku:depth=6", 0.1),
    Skill("gomoku:depth=10", 0.08),
    Skill("gomoku:depth=8", flawless=1.0),
)

"""The ten levels as data: which engine each looks ahead with, and how much it overlooks.

The figures were set by games: `benchmarks/levels.py` plays each level against the one below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines.gomoku import Gomoku
from enligne.engines.oracle import estimator
from enligne.engines.searches import AlphaBeta
from enligne.spec import PlayerSpec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.rules import Rules

MOST = 10

#: Memory for positions seen, where an engine looks a few plies ahead.
LOOK_MB = 8


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level can do.

    Args:
        engine: what it looks ahead with.
        slip: the chance that it overlooks a move, each move by itself.
        blind: the chance that it does not look at all, and puts its stone somewhere.
        takes_wins: whether it never overlooks a win in one.
        minds_threats: whether it never overlooks that the other side would win in one.
        flawless: the chance that it plays a move as the best player there is: the solver where it
            has the answer, else the engine that is best for the rules.
        lures: whether, of moves that are as good, it prefers the one with more wrong answers.
    """

    engine: PlayerSpec
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
    if estimator(rules) is Gomoku:
        return _FREE
    if rules.gravity or rules.cell_count > 20:
        return _GRAVITY
    return _TINY


def _alphabeta(depth: int) -> PlayerSpec:
    return PlayerSpec.of(AlphaBeta, depth=depth, table_mb=LOOK_MB)


def _gomoku(depth: int) -> PlayerSpec:
    # Without memory: what a level sees in a position does not hang on the moves before.
    return PlayerSpec.of(Gomoku, depth=depth, table_mb=LOOK_MB, without="memory")


def _weak(
    engine: PlayerSpec, slip: float = 0.0, blind: float = 0.0, *, takes_wins: bool = True
) -> Skill:
    return Skill(engine, slip, blind, takes_wins, minds_threats=False)


_TINY = (
    _weak(_alphabeta(1), 1.0, 0.75, takes_wins=False),
    _weak(_alphabeta(1), 1.0, 0.42, takes_wins=False),
    _weak(_alphabeta(1), 1.0, 1.0),
    _weak(_alphabeta(1), 1.0, 0.52),
    _weak(_alphabeta(20), 0.9),
    _weak(_alphabeta(20), 0.64),
    _weak(_alphabeta(2), 0.28),
    Skill(_alphabeta(20), 0.775),
    Skill(_alphabeta(20), 0.5, lures=True),
    Skill(_alphabeta(20), flawless=1.0, lures=True),
)

_GRAVITY = (
    _weak(_alphabeta(1), 0.7, 0.4, takes_wins=False),
    _weak(_alphabeta(1), 0.6, 0.2, takes_wins=False),
    _weak(_alphabeta(1), 0.5, 0.1),
    _weak(_alphabeta(2), 0.4),
    _weak(_alphabeta(2), 0.2),
    _weak(_alphabeta(4), 0.15),
    Skill(_alphabeta(5), 0.08),
    Skill(_alphabeta(8), 0.03),
    Skill(_alphabeta(8), 0.06, flawless=0.75),
    Skill(_alphabeta(8), flawless=1.0),
)

_FREE = (
    _weak(_alphabeta(1), 0.8, 0.6, takes_wins=False),
    _weak(_alphabeta(1), 0.75, 0.4, takes_wins=False),
    _weak(_alphabeta(1), 0.7, 0.3),
    _weak(_alphabeta(1), 0.6, 0.15),
    _weak(_alphabeta(1), 0.42),
    Skill(_alphabeta(2), 0.4),
    Skill(_gomoku(4), 0.06),
    Skill(_gomoku(6), 0.1),
    Skill(_gomoku(10), 0.08),
    Skill(_gomoku(8), flawless=1.0),
)

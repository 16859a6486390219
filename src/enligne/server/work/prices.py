"""What players cost, in seconds of a processor, where that depends on more than a request says.

They are estimates, from measurements with room above. The price decides which processes something
may have; what it really took is what its address is charged.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from enligne.engines.gomoku import Gomoku
from enligne.learning.sparring import CorePartner
from enligne.players.levels import Level
from enligne.players.levels.skills import skill

if TYPE_CHECKING:
    from enligne.players import PlayerSpec
    from enligne.rules import Rules

#: Of a look at every move, for each cell.
_LOOK = 70e-6
_NODE = 2e-6
#: Up to here a search to the end is a matter of a moment.
_TINY_CELLS = 12
_MOMENT = 0.02
#: The longest that a level thinks.
_LEVEL = 0.9
#: Of the engine of Gomoku, for each ply and cell.
_GOMOKU = 130e-6
#: Of the core, for a game of a machine against a partner of its own.
_CORE_GAME = 5e-6
_BOX_ON_PAPER = 0.012


def of_thinking(spec: PlayerSpec, rules: Rules, seconds: float) -> float:
    """Of a reply or an analysis that may take so long at most."""
    look = rules.cell_count * _LOOK
    if spec.kind is Level:
        level = _number(spec, "level") or 1.0
        mine = skill(int(level), rules)
        is_long = mine.flawless and rules.cell_count > _TINY_CELLS
        took = _LEVEL if is_long else min(_LEVEL, max(look, _search(mine.engine, rules)))
    else:
        bounds = (
            _number(spec, "seconds"),
            (_number(spec, "nodes") or math.inf) * _NODE,
            _search(spec, rules) if _number(spec, "depth") else None,
            None if {"seconds", "depth"} & set(spec.values) else look,  # it does not search
        )
        took = min(each for each in bounds if each is not None)
    return min(seconds, took) * (_number(spec, "threads") or 1.0)


def _search(spec: PlayerSpec, rules: Rules) -> float:
    """Of a search to a depth."""
    if rules.cell_count <= _TINY_CELLS:
        return _MOMENT
    depth = _number(spec, "depth") or 1.0
    if spec.kind is Gomoku:
        return depth * rules.cell_count * _GOMOKU
    moves = rules.width if rules.gravity else rules.cell_count
    # Cuts halve the depth, but for the first plies.
    plies = depth if depth <= 2 or spec.name == "minimax" else depth / 2 + 1
    return _NODE * math.pow(moves, min(plies, 30.0))


def _number(spec: PlayerSpec, option: str) -> float | None:
    """The value of an option, where it has such a one."""
    value = spec.values.get(option)
    return float(value) if isinstance(value, int | float) else None


def of_training(partner: CorePartner | PlayerSpec, games: int, rules: Rules) -> float:
    """Of games of a matchbox machine against a partner."""
    if isinstance(partner, CorePartner):
        return games * _CORE_GAME
    return games * (rules.cell_count / 2) * of_thinking(partner, rules, 60.0)


def of_sheets(boxes: int) -> float:
    """Of the boxes of a machine on paper."""
    return 0.5 + boxes * _BOX_ON_PAPER

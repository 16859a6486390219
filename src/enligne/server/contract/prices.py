"""What requests may cost, in seconds of a processor: measured on a small machine, rounded up.

A request that is cheap is answered at once. Any other passes the gate (``work``), which decides by
its price who is next. What players cost depends on more than a request says, and is told here to
those who know it; what something really took is what its address is charged.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from enligne.engines.gomoku import Gomoku
from enligne.learning.sparring import CorePartner
from enligne.players.levels import Level
from enligne.players.levels.skills import skill
from enligne.server.contract.words import MOST_CELLS

if TYPE_CHECKING:
    from enligne.players import PlayerSpec
    from enligne.rules import Rules
    from enligne.server.contract.games import Analyse, Read, SetUp
    from enligne.server.contract.lab import (
        CompareRequest,
        MachineSpec,
        SearchRequest,
        TrainRequest,
    )
    from enligne.server.contract.words import GameRequest, Request

#: What the loop may spend on an answer without keeping others waiting.
AT_ONCE = 0.003
#: What a request counts for once, of those that a page and an address may send.
_ONE = 0.0005

_BASE = 0.0002
_CATALOGUE = 0.0006
_PUZZLE = 0.001
_PUZZLES = 0.0015  # looked through
_READ_MOVE = 4e-6  # of a room
_STONE = 4e-6  # put on a board
_MOVE = 15e-6  # to play a move
_CELL = 2e-6  # to tell of a cell in one position
_CELL_IN_BITS = 8e-6
_MOVE_EVALUATED = 30e-6
_CELL_EVALUATED = 0.1e-6  # for each move
_LADDER = 8  # rungs
_TRACE = 5.0
#: A move of a review.
JUDGED = 1.0
#: Of a machine in the Lab: all that it went through when it is made, and a part of a training.
MOST_COURSE_SECONDS = 20.0
SLICE_SECONDS = 0.08
#: The boxes of a machine that fits on a wall.
MOST_BOXES = 1200
GLANCE = 0.05

# Of players.
_LOOK = 70e-6  # at every move, for each cell
_NODE = 2e-6
_TINY_CELLS = 12  # up to here a search to the end is a matter of a moment
_MOMENT = 0.02
_LEVEL = 0.9  # the longest that a level thinks
_GOMOKU = 130e-6  # of its engine, for each ply and cell

# Of machines.
_CORE_GAME = 5e-6  # against a partner of the core
_PAPER = 0.5
_BOX_ON_PAPER = 0.012


def requests(price: float) -> float:
    """How many requests one of this price counts for. What is not answered at once has to pass
    the gate, and counts for one here."""
    return max(1.0, price / _ONE) if price <= AT_ONCE else 1.0


def look_up(_: Request) -> float:
    """Nothing worth waiting for."""
    return _BASE


def catalogue(_: Request) -> float:
    """All that there is of something."""
    return _CATALOGUE


def puzzle(_: Request) -> float:
    """One, with the positions of its solution."""
    return _PUZZLE


def puzzles(_: Request) -> float:
    """Some of all that there are."""
    return _PUZZLES


def stones(wish: SetUp) -> float:
    """A position put together, and all its cells told of."""
    return _BASE + _CELL * MOST_CELLS / 2 + _STONE * (len(wish.first) + len(wish.second))


def game(wish: GameRequest) -> float:
    """A game that is played through."""
    return _BASE + _MOVE * len(wish.moves) + _CELL * MOST_CELLS * (wish.start is not None)


def positions(wish: GameRequest) -> float:
    """Every position of a game told of, with as many cells as its moves could fill."""
    stones = len(wish.moves) + (MOST_CELLS if wish.start is not None else 0)
    return game(wish) + _CELL * len(wish.moves) * max(stones, 60)


def picture(wish: GameRequest) -> float:
    """The last position of a game, drawn."""
    return GLANCE + game(wish)


def text(wish: Read) -> float:
    return _BASE + _MOVE * len(wish.text) / 2


def analysis(wish: Analyse) -> float:
    return wish.seconds


def judged(_: GameRequest) -> float:
    return JUDGED


def review(wish: GameRequest) -> float:
    return JUDGED * len(wish.moves)


def trace(_: SearchRequest) -> float:
    return _TRACE


def ladder(wish: CompareRequest) -> float:
    return _LADDER * wish.seconds


def course(wish: MachineSpec) -> float:
    return MOST_COURSE_SECONDS if wish.course else GLANCE


def training(_: TrainRequest) -> float:
    """A part of it: the next one waits again."""
    return SLICE_SECONDS


def sheets(_: Request) -> float:
    return of_sheets(MOST_BOXES)


def second(_: Request) -> float:
    """A search of about a second."""
    return 1.0


def glance(_: Request) -> float:
    """Some hundredths of a second."""
    return GLANCE


# What rooms, positions, players and machines cost.


def of_room(moves: int, *, has_start: bool) -> float:
    """Of a room that is not in memory; it is read at once, however long it is."""
    return min(AT_ONCE, _BASE + _READ_MOVE * moves + _CELL * MOST_CELLS * has_start)


def of_bits(rules: Rules) -> float:
    """Of a position in bits."""
    return rules.cell_count * _CELL_IN_BITS


def of_evaluation(rules: Rules) -> float:
    """Of all that an evaluation sees: each move with what it changes."""
    moves = rules.width if rules.gravity else rules.cell_count
    return moves * (_MOVE_EVALUATED + rules.cell_count * _CELL_EVALUATED)


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
    return _PAPER + boxes * _BOX_ON_PAPER

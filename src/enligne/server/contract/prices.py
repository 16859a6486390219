"""What requests may cost, in seconds of a processor: measured on a small machine, rounded up.

A request that is cheap is answered at once. Any other passes the gate (``work``), which decides by
its price who is next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.server.contract.words import MOST_CELLS

if TYPE_CHECKING:
    from enligne.server.contract.games import Analyse, Read
    from enligne.server.contract.lab import (
        CompareRequest,
        MachineSpec,
        SearchRequest,
        TrainRequest,
    )
    from enligne.server.contract.words import GameRequest, Request

#: What the loop may spend on an answer without keeping others waiting.
AT_ONCE = 0.003

_BASE = 0.0002
_MOVE = 15e-6  # to play a move
_CELL = 2e-6  # to tell of a cell in one position
_GAME = 0.001  # of a course, with a partner of the core
_SHEETS = 3.0
_LADDER = 8  # rungs
_TRACE = 5.0
_JUDGED = 1.0  # a move of a review


def look_up(_: Request) -> float:
    """Nothing worth waiting for."""
    return _BASE


def game(wish: GameRequest) -> float:
    """A game that is played through."""
    return _BASE + _MOVE * len(wish.moves) + _CELL * MOST_CELLS * (wish.start is not None)


def positions(wish: GameRequest) -> float:
    """Every position of a game told of, with as many cells as its moves could fill."""
    stones = len(wish.moves) + (MOST_CELLS if wish.start is not None else 0)
    return game(wish) + _CELL * len(wish.moves) * max(stones, 60)


def text(wish: Read) -> float:
    return _BASE + _MOVE * len(wish.text) / 2


def analysis(wish: Analyse) -> float:
    return wish.seconds


def review(wish: GameRequest) -> float:
    return _JUDGED * len(wish.moves)


def trace(_: SearchRequest) -> float:
    return _TRACE


def ladder(wish: CompareRequest) -> float:
    return _LADDER * wish.seconds


def course(wish: MachineSpec) -> float:
    return 0.05 + sum(_GAME * (step.games or 1) for step in wish.course)


def training(wish: TrainRequest) -> float:
    return _GAME * wish.games


def sheets(_: Request) -> float:
    return _SHEETS


def second(_: Request) -> float:
    """A search of about a second."""
    return 1.0


def glance(_: Request) -> float:
    """Some hundredths of a second."""
    return 0.05

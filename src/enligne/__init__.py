"""Alignment games: tic-tac-toe, Connect 4, Gomoku and every m,n,k game, with or without gravity.

>>> from enligne import Game
>>> game = Game("connect4", "4455")
>>> "f1" in game.legal_moves
True
"""

from enligne.errors import (
    DrawingError,
    IllegalMoveError,
    NotationError,
    PositionError,
    RecordError,
    RulesError,
)
from enligne.game import Game
from enligne.move import FIRST, SECOND, Cell, Move, Side
from enligne.outcome import Outcome, Termination
from enligne.perft import perft
from enligne.position import Position
from enligne.rules import PRESETS, Rules
from enligne.symmetry import Symmetry, symmetries

__version__ = "0.1.0"

__all__ = [
    "FIRST",
    "PRESETS",
    "SECOND",
    "Cell",
    "DrawingError",
    "Game",
    "IllegalMoveError",
    "Move",
    "NotationError",
    "Outcome",
    "Position",
    "PositionError",
    "RecordError",
    "Rules",
    "RulesError",
    "Side",
    "Symmetry",
    "Termination",
    "perft",
    "symmetries",
]

"""Alignment games: tic-tac-toe, Connect 4, Gomoku and every m,n,k game, with or without gravity.

>>> from enligne import Game
>>> game = Game("connect4", "4455")
>>> "f1" in game.legal_moves
True
"""

from typing import TYPE_CHECKING

from enligne.errors import (
    BrainError,
    DrawingError,
    FinishedError,
    IllegalMoveError,
    NotationError,
    PlayerTextError,
    PositionError,
    RecordError,
    RulesError,
    VariantError,
)
from enligne.game import Game
from enligne.move import FIRST, SECOND, Cell, Move, Side
from enligne.outcome import Outcome, Termination
from enligne.perft import perft
from enligne.position import Position
from enligne.rules import PRESETS, Rules
from enligne.symmetry import Symmetry, symmetries

if TYPE_CHECKING:
    from enligne.engines import Limit

__version__ = "0.1.0"

__all__ = [
    "FIRST",
    "PRESETS",
    "SECOND",
    "BrainError",
    "Cell",
    "DrawingError",
    "FinishedError",
    "Game",
    "IllegalMoveError",
    "Limit",
    "Move",
    "NotationError",
    "Outcome",
    "PlayerTextError",
    "Position",
    "PositionError",
    "RecordError",
    "Rules",
    "RulesError",
    "Side",
    "Symmetry",
    "Termination",
    "VariantError",
    "perft",
    "symmetries",
]


def __getattr__(name: str) -> object:
    # Engines are loaded when they are used: much of what people do needs none.
    if name == "Limit":
        from enligne.engines import Limit

        return Limit
    raise AttributeError(f"module 'enligne' has no attribute {name!r}")

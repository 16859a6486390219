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
    FormatError,
    IllegalMoveError,
    MissingExtraError,
    NotationError,
    PlayerFailedError,
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
    from enligne import (
        arena,
        atlas,
        batch,
        bits,
        charts,
        engines,
        formats,
        gomocup,
        learning,
        parallel,
        players,
        puzzles,
        record,
        review,
        svg,
        text,
    )
    from enligne.engines import (
        Analysis,
        Draw,
        Engine,
        Heuristic,
        Limit,
        Loss,
        Score,
        Stop,
        Win,
    )
    from enligne.players import Choice, Player
    from enligne.record import Record

    __version__: str

# Loaded when they are used: much of what people do needs none of them.
_PARTS = {
    **dict.fromkeys(
        ("Analysis", "Draw", "Engine", "Heuristic", "Limit", "Loss", "Score", "Stop", "Win"),
        "engines",
    ),
    **dict.fromkeys(("Choice", "Player"), "players"),
    "Record": "record",
}
_MODULES = (
    *("arena", "atlas", "batch", "bits", "charts", "engines", "formats", "gomocup", "learning"),
    *("parallel", "players", "puzzles", "record", "review", "svg", "text"),
)

__all__ = [
    "FIRST",
    "PRESETS",
    "SECOND",
    "Analysis",
    "BrainError",
    "Cell",
    "Choice",
    "Draw",
    "DrawingError",
    "Engine",
    "FinishedError",
    "FormatError",
    "Game",
    "Heuristic",
    "IllegalMoveError",
    "Limit",
    "Loss",
    "MissingExtraError",
    "Move",
    "NotationError",
    "Outcome",
    "Player",
    "PlayerFailedError",
    "PlayerTextError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Rules",
    "RulesError",
    "Score",
    "Side",
    "Stop",
    "Symmetry",
    "Termination",
    "VariantError",
    "Win",
    "arena",
    "atlas",
    "batch",
    "bits",
    "charts",
    "engines",
    "formats",
    "gomocup",
    "learning",
    "parallel",
    "perft",
    "players",
    "puzzles",
    "record",
    "review",
    "svg",
    "symmetries",
    "text",
]


if not TYPE_CHECKING:  # a checker of types would take any name for granted

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _MODULES:
            return import_module(f"enligne.{name}")
        if name in _PARTS:
            found = getattr(import_module(f"enligne.{_PARTS[name]}"), name)
            globals()[name] = found
            return found
        if name == "__version__":  # asked of the installed package, which knows its tag
            from importlib.metadata import version

            return version("enligne")
        raise AttributeError(f"module 'enligne' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

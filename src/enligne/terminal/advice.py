"""Hints and evaluations: what the engines make of the position on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines import Draw, Heuristic, Loss, Score, Win, best_for
from enligne.engines.chance import chance, lead
from enligne.move import FIRST, Move, Side
from enligne.players.perfect import Perfect

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Stop
    from enligne.position import Position

_TABLE_MB = 64


@dataclass(frozen=True, slots=True)
class Advice:
    """A move for the side to move, and what the position is worth to it."""

    position: Position
    move: Move
    score: Score
    depth: int = 0

    @property
    def share(self) -> float:
        """How much of the point is the first side's, from 0 to 1."""
        mine = chance(self.score, best_for(self.position.rules))
        return mine if self.position.side is FIRST else 1 - mine


class Adviser:
    """Knows the opening book, solves what can be solved, and searches where that takes too long.

    Args:
        seconds: how long it may think about a position.
    """

    def __init__(self, seconds: float = 1.0) -> None:
        self._seconds = seconds
        self._player: Perfect | None = None

    def ask(self, position: Position, stop: Stop) -> Advice:
        """What it makes of a position.

        Raises:
            FinishedError: the game is over in this position.
        """
        if self._player is None:
            self._player = Perfect(seconds=self._seconds, table_mb=_TABLE_MB)
        choice = self._player.choose(position, stop=stop)
        assert choice.move is not None
        assert choice.analysis is not None
        return Advice(position, choice.move, choice.analysis.score, choice.analysis.depth)


def verdict(advice: Advice, named: Callable[[Side], str]) -> str:
    """What a position is worth, in words: "black wins in 5 plies".

    Args:
        named: the name of a side.
    """
    side, score = advice.position.side, advice.score
    match score:
        case Win(plies):
            return f"{_does(named(side), 'win')} in {_plies(plies)}"
        case Loss(plies):
            return f"{_does(named(side.other), 'win')} in {_plies(plies)}"
        case Draw():
            return "a draw with best play"
    assert isinstance(score, Heuristic)
    worth = chance(score, best_for(advice.position.rules))
    better = named(side if worth > 0.5 else side.other)
    adverb = {"even": None, "slight": "slightly ", "better": "", "much": "much "}[lead(worth)]
    if adverb is None:
        return "about even"
    return f"{better} {'are' if better == 'you' else 'is'} {adverb}better"


def _does(name: str, verb: str) -> str:
    return f"{name} {verb}" if name == "you" else f"{name} {verb}s"


def _plies(count: int) -> str:
    return f"{count} ply" if count == 1 else f"{count} plies"

"""How games end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from enligne.move import FIRST, SECOND, Side


class Termination(StrEnum):
    """Why a game is over."""

    RUN = "run"
    FULL = "full board"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    TIME = "time"
    ILLEGAL_MOVE = "illegal move"
    CRASH = "crash"
    ABANDONED = "abandoned"
    UNSTATED = "unstated"

    @property
    def is_on_board(self) -> bool:
        """Whether the stones alone tell it."""
        return self in (Termination.RUN, Termination.FULL)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, None for nobody, and how the game ended."""

    winner: Side | None
    termination: Termination

    @property
    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        return {FIRST: "1-0", SECOND: "0-1", None: "1/2-1/2"}[self.winner]

    def __repr__(self) -> str:
        winner = None if self.winner is None else self.winner.name
        return f"Outcome({winner}, Termination.{self.termination.name})"

    def __str__(self) -> str:
        verdict = "draw" if self.winner is None else f"the {self.winner} side wins"
        return f"{verdict} ({self.termination})"

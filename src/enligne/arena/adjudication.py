"""Games that end before the board shows it, because their outcome is known; and the scores that
the exact solver proves almost at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from enligne.engines import Draw, Heuristic, Loss, Score, Win
from enligne.engines.book import shipped_book
from enligne.engines.solver import Solver, score_of_verdict
from enligne.outcome import Outcome, Termination
from enligne.rules import shortened

if TYPE_CHECKING:
    from enligne.move import Side
    from enligne.position import Position
    from enligne.rules import Rules

#: Empty cells up to which a position takes some hundredths of a second at most. It is a number of
#: cells and not a time, so that the same game is judged alike on every machine.
_REACH_GRAVITY = 30
_REACH_GRAVITY_LONG = 24  # runs of five and more are harder to rule out
_REACH_FREE = 24
_TABLE_MB = 16


def is_in_reach(rules: Rules, stones: int) -> bool:
    """Whether the solver proves the score of any position with this many stones almost at once."""
    if not Solver.plays(rules):
        return False
    book = shipped_book(rules)
    return rules.cell_count - stones <= _reach(rules) or (book is not None and stones <= book.plies)


def proven_score(position: Position) -> Score | None:
    """The proven score of a position that is not finished; None where it is out of reach."""
    if not is_in_reach(position.rules, position.ply):
        return None
    verdict = _solver().verdict(position)
    return None if verdict is None else score_of_verdict(verdict.score, position)


def _reach(rules: Rules) -> int:
    if not rules.gravity:
        return _REACH_FREE
    return _REACH_GRAVITY if rules.run <= 4 else _REACH_GRAVITY_LONG


@cache
def _solver() -> Solver:
    """One for each process: its table serves all games."""
    return Solver(table_mb=_TABLE_MB)


#: How many plies in a row the scores of both must agree.
AGREEING_PLIES = 4

_PROVEN = 10**9  # as a number, a proven win is beyond every heuristic


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game is ended early. Without either, never.

    Args:
        solver: as soon as the exact solver has its score almost at once.
        scores: as soon as the scores of both players agreed for four plies: that the same side has
            a proven win, or both a proven draw.
        value: for scores, also that the same side is ahead by this much, each by its own scale.
    """

    solver: bool = False
    scores: bool = False
    value: int | None = None

    @classmethod
    def parse(cls, text: str) -> Adjudication:
        """Reads ``solver``, ``scores``, ``scores=2000``, two of them with a comma, or ``off``.

        Raises:
            ValueError: it is none of these.
        """
        solver = scores = False
        value = None
        for part in text.split(",") if text not in ("", "off") else ():
            name, equals, number = part.strip().partition("=")
            if name == "solver" and not equals:
                solver = True
            elif name == "scores" and (not equals or (number.isascii() and number.isdigit())):
                scores = True
                value = int(number[:9]) if equals else None
            else:
                raise ValueError(
                    f"{shortened(part)} is not a way to adjudicate:"
                    " it is solver, scores, scores=2000 or off"
                )
        return cls(solver, scores, value)

    @property
    def about(self) -> str:
        """In words."""
        ways = ["by the solver"] * self.solver
        if self.scores:
            ways.append("by agreement of scores" + (f" from {self.value}" if self.value else ""))
        return " and ".join(ways) or "none"


class Judge:
    """Watches one game and says when it is decided."""

    def __init__(self, adjudication: Adjudication) -> None:
        self._rules = adjudication
        self._agreed: Side | str | None = ""  # for whom, None for a draw; a text for nobody
        self._plies = 0

    def outcome(
        self, position: Position, score: Score | None, side: Side
    ) -> tuple[Outcome, str] | None:
        """The outcome of a game that is not finished on the board, and a remark why.

        Args:
            position: after the last move.
            score: what its player thought of it, if it tells.
            side: who moved.
        """
        if self._rules.solver and (found := proven_score(position)) is not None:
            winner = {Win: position.side, Loss: position.side.other}.get(type(found))
            outcome = Outcome(winner, Termination.ADJUDICATION)
            return outcome, f"adjudicated: the solver has a {found} for the side to move"
        if self._rules.scores:
            self._hear(score, side)
            if self._plies >= AGREEING_PLIES and not isinstance(self._agreed, str):
                outcome = Outcome(self._agreed, Termination.ADJUDICATION)
                return outcome, f"adjudicated: both agree since {self._plies} plies"
        return None

    def _hear(self, score: Score | None, side: Side) -> None:
        agreed = self._claim(score, side)
        self._plies = self._plies + 1 if agreed == self._agreed else 1
        self._agreed = agreed

    def _claim(self, score: Score | None, side: Side) -> Side | str | None:
        """Who wins by a score: None for a draw, a text where it does not say."""
        match score:
            case Draw():
                return None
            case Win():
                value = _PROVEN
            case Loss():
                value = -_PROVEN
            case Heuristic(found):
                value = found
            case _:
                return ""
        if abs(value) < (_PROVEN if self._rules.value is None else max(1, self._rules.value)):
            return ""
        return side if value > 0 else side.other

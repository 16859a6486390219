"""Finds the one move of a position that wins or holds, and proves that there is no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne import _core
from enligne.engines.solver import Solver
from enligne.errors import PuzzleError, RulesError
from enligne.puzzles.exact import ExactProof
from enligne.puzzles.fours import FoursProof
from enligne.puzzles.themes import theme_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from enligne.move import Move
    from enligne.position import Position
    from enligne.puzzles.defence import Defence
    from enligne.puzzles.puzzle import Puzzle, Theme
    from enligne.rules import Rules

    class Proof(Protocol):
        """Knows positions of its rules."""

        def only_win(self, position: Position) -> Sequence[Move]:
            """Best play from the one move that wins; empty where there is no such one."""
            ...

        def only_defence(self, position: Position) -> Defence | None:
            """The one move that does not lose, where none wins."""
            ...


#: The most moves of a win, and of one by zugzwang, which is a long way.
_MOST_MOVES = 6
_MOST_TO_ZUGZWANG = 9
#: With fewer moves to choose from there is nothing to find.
_FEWEST_CHOICES = 3


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of a position: see :class:`~enligne.puzzles.puzzle.Puzzle`."""

    line: tuple[Move, ...]
    theme: Theme
    depth: int


class Prover:
    """Solutions of positions of one kind of rules: by the exact solver where it reaches, else by
    wins by fours.

    Raises:
        RulesError: nothing is proven of positions of these rules.
    """

    def __init__(self, rules: Rules) -> None:
        self._proof: Proof
        self.is_by_fours = not Solver.plays(rules)
        if Solver.plays(rules):
            self._proof = ExactProof()
        elif _core.Gomoku.supports(*rules.shape):
            self._proof = FoursProof(rules)
        else:
            raise RulesError(f"there are no puzzles of {rules}: nothing is proven of its positions")

    def solution(self, position: Position) -> Solution | None:
        """The solution of a position; None where it is no puzzle, or the search was too long."""
        if position.outcome() is not None or len(position.legal_moves) < _FEWEST_CHOICES:
            return None
        if line := tuple(self._proof.only_win(position)):
            theme = theme_of(position, line)
            depth = (len(line) + 1) // 2
            most = _MOST_TO_ZUGZWANG if theme == "zugzwang" else _MOST_MOVES
            return Solution(line, theme, depth) if depth <= most else None
        found = self._proof.only_defence(position)
        if found is None or found.depth > _MOST_MOVES:
            return None
        return Solution((found.move,), "defence", found.depth)

    def check(self, puzzle: Puzzle) -> None:
        """Proves a puzzle again.

        Raises:
            PuzzleError: it is none, or has another solution.
        """
        found = self.solution(puzzle.position)
        if found is None:
            raise PuzzleError("there is not exactly one move that wins or holds")
        if found.line[0] != puzzle.solution[0]:
            raise PuzzleError(f"the move is {found.line[0]}, not {puzzle.solution[0]}")
        if found.theme != puzzle.theme:
            raise PuzzleError(f"its theme is {found.theme}, not {puzzle.theme}")
        if found.depth != puzzle.depth or len(found.line) != len(puzzle.solution):
            raise PuzzleError(f"its depth is {found.depth}, not {puzzle.depth}")

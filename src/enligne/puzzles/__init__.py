"""Puzzles: positions with one move that wins or holds, proven, and how hard each of them is.

>>> from enligne import puzzles
>>> puzzle = puzzles.shipped()[0]
>>> puzzles.Prover(puzzle.position.rules).solution(puzzle.position).line == puzzle.solution
True
"""

from __future__ import annotations

from enligne.puzzles.day import of_the_day
from enligne.puzzles.puzzle import BANDS, THEMES, Puzzle, Theme, shipped
from enligne.puzzles.solution import Prover, Solution

__all__ = ["BANDS", "THEMES", "Prover", "Puzzle", "Solution", "Theme", "of_the_day", "shipped"]

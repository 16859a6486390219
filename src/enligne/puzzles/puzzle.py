"""A puzzle: a position with one move that wins or holds, proven; and the file they are kept in."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from enligne.errors import PuzzleError
from enligne.game import Game
from enligne.notation import format_moves, split_moves

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from enligne.move import Move
    from enligne.position import Position
    from enligne.rules import Rules

#: What the move does. A win is by nothing else that has a name here.
Theme = Literal["win", "double_threat", "four_and_three", "zugzwang", "defence"]
THEMES: tuple[Theme, ...] = get_args(Theme)

#: How often each level tries a puzzle.
TRIES = 5
LEVELS = 10
#: The least share of all tries that solve a puzzle of each band but the hardest.
_BANDS = (0.75, 0.65, 0.55, 0.4)
BANDS = range(1, len(_BANDS) + 2)


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """A position with exactly one move that wins, or where none wins, one that holds.

    Args:
        rules: their text.
        moves: of the game that led to the position.
        line: the move to find, and where it wins best play from there to the end.
        theme: what the move does.
        depth: how many moves of its own the winner needs: the side to move, or where that only
            holds the other side after the worst wrong move.
        solved: a digit for each level from 1 on: how many of its tries found the move.
    """

    rules: str
    moves: str
    line: str
    theme: Theme
    depth: int
    solved: str

    @property
    def position(self) -> Position:
        """Where the move is to be found."""
        return Game(self.rules, self.moves).position

    @property
    def solution(self) -> tuple[Move, ...]:
        """The line as moves."""
        return Game(self.rules, self.moves + self.line).moves[self.ply :]

    @property
    def ply(self) -> int:
        """How many stones are on the board."""
        return len(split_moves(self.moves))

    @property
    def task(self) -> str:
        """What is to be found, in words."""
        side = "the second side" if self.ply % 2 else "the first side"
        if self.theme == "defence":
            return f"{side} holds by one move only"
        return f"{side} wins in {self.depth}" + (" moves" if self.depth > 1 else " move")

    @property
    def ease(self) -> float:
        """The share of all tries of all levels that found the move."""
        return sum(map(int, self.solved)) / (TRIES * LEVELS)

    @property
    def band(self) -> int:
        """How hard it is, from 1, by which levels solve it."""
        return 1 + sum(self.ease < least for least in _BANDS)


def written(moves: Sequence[Move], rules: Rules) -> str:
    """Moves as short as they can be read back, also beside others."""
    return format_moves(moves, rules).replace(" ", "")


def encoded(puzzles: Iterable[Puzzle]) -> bytes:
    """The bytes of a file: a line of JSON for each puzzle."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in puzzles)


def read(data: bytes, name: str) -> list[Puzzle]:
    """The puzzles of a file.

    Raises:
        PuzzleError: a line is not a puzzle.
    """
    return [_read_line(line, f"{name}:{n}") for n, line in enumerate(data.splitlines(), 1)]


def _read_line(line: bytes, place: str) -> Puzzle:
    try:
        puzzle = msgspec.json.decode(line, type=Puzzle)
        if not puzzle.solution:
            raise PuzzleError("it has no solution")
        if len(puzzle.solved) != LEVELS or not set(puzzle.solved) <= set("012345"):
            raise PuzzleError(f"{puzzle.solved!r} does not say how many tries of each level")
    except (msgspec.MsgspecError, ValueError) as error:
        raise PuzzleError(f"{place}: this is not a puzzle: {error}") from None
    return puzzle


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package; a puzzle's number is its place here, from 1."""
    path = resources.files("enligne") / "data" / "puzzles.jsonl"
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in path.read_bytes().splitlines())

"""How hard a puzzle is: which levels find its move."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from enligne.engines import Limit
from enligne.players.levels import Level
from enligne.puzzles.puzzle import LEVELS, TRIES

if TYPE_CHECKING:
    from enligne.move import Move
    from enligne.position import Position

#: What a level may search for a move: few nodes, and no time that a busy machine would change.
LIMIT = Limit(nodes=10_000)


class Solvers:
    """The ten levels, made once for many puzzles.

    Args:
        seed: of their chances.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._levels = [Level(level=number) for number in range(1, LEVELS + 1)]

    def solved(self, position: Position, move: Move) -> str:
        """A digit for each level: how many of its tries in a position find a move."""
        return "".join(str(self._found(level, position, move)) for level in self._levels)

    def _found(self, level: Level, position: Position, move: Move) -> int:
        level.reseed(zlib.crc32(f"{self._seed} {level.level} {position.text}".encode()))
        return sum(level.choose(position, LIMIT).move == move for _ in range(TRIES))

"""The time an engine has for its next move."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enligne.position import Position

#: What managers send as ``time_left`` when the time for a game is not limited.
UNLIMITED_MS = 2**31 - 1

# What a search is given where no time can be lost.
_FASTEST = 0.005
_UNTOLD_SECONDS = 5.0
# A game seldom has more moves of one side; in a longer one, this many more are always expected.
_EXPECTED_MOVES = 28
_EXPECTED_MOVES_MORE = 10
_RESERVE_A_MOVE = 0.02


class TimeBudget:
    """The limits that a manager names, and the share of each move in the time for a game."""

    def __init__(self) -> None:
        self.turn_seconds = _UNTOLD_SECONDS
        self._game_seconds: float | None = None
        self._left: float | None = None

    def start_game(self) -> None:
        """The time for a game begins again."""
        self._left = self._game_seconds

    def tell_turn(self, milliseconds: int) -> None:
        """The limit of each move; 0 for as fast as possible."""
        self.turn_seconds = max(0, milliseconds) / 1000

    def tell_game(self, milliseconds: int) -> None:
        """The limit of the whole game; 0 for none."""
        self._game_seconds = milliseconds / 1000 if 0 < milliseconds < UNLIMITED_MS else None
        self._left = self._game_seconds

    def tell_left(self, milliseconds: int) -> None:
        """What is left for the game; it may be less than nothing."""
        self._left = milliseconds / 1000 if milliseconds < UNLIMITED_MS else None

    def spend(self, seconds: float) -> None:
        """Counts what a move took, for managers that do not tell what is left."""
        if self._left is not None:
            self._left -= seconds

    def seconds_for(self, position: Position) -> float:
        """How long the side to move may think, from the moment it was asked to the reply."""
        if self.turn_seconds == 0:
            return _FASTEST
        seconds = _usable(self.turn_seconds)
        if self._left is not None:
            seconds = min(seconds, _share(max(0.0, self._left), position))
        return max(seconds, _FASTEST)


def _usable(limit: float) -> float:
    """A limit less what a reply may take on its way; of a very short one, half."""
    return limit - min(limit / 2, 0.025 + min(0.02 * limit, 0.1))


def _share(left: float, position: Position) -> float:
    """What a move may take of the time for the rest of the game."""
    possible = (position.rules.cell_count - position.ply + 1) // 2
    expected = max(_EXPECTED_MOVES - position.ply // 2, _EXPECTED_MOVES_MORE)
    # A game may last until the board is full; that much is put by for the last of its moves.
    reserve = _RESERVE_A_MOVE * possible
    if left <= reserve:
        return left / max(1, possible)
    return _usable(left - reserve) / max(1, min(possible, expected)) + _RESERVE_A_MOVE

"""The limits that a manager names, and the share of each move in the time for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import _core

if TYPE_CHECKING:
    from enligne.position import Position


class TimeBudget(_core.TimeBudget):
    """Told of limits in milliseconds, it shares them out in seconds."""

    def seconds_for_move(self, position: Position) -> float:
        """How long the side to move may think, from the moment it was asked to the reply."""
        return self.seconds_for(position.rules.cell_count, position.ply)

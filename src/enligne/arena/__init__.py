"""The arena: where players meet. ``arena.play_game("alphabeta:depth=4", "greedy", "connect4")``."""

from __future__ import annotations

from enligne.arena.game import play_game

__all__ = ["play_game"]

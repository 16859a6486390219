"""The arena: where players meet. ``arena.play("alphabeta:depth=4", "greedy", "connect4")``."""

from __future__ import annotations

from enligne.arena.game import play_game
from enligne.arena.match import Interrupted, Match, play, play_plan, play_tournament
from enligne.arena.plan import Plan
from enligne.arena.results import Pairing, Played, Results, Tally
from enligne.arena.standings import Standing, standings
from enligne.arena.tournament import Tournament

__all__ = [
    "Interrupted",
    "Match",
    "Pairing",
    "Plan",
    "Played",
    "Results",
    "Standing",
    "Tally",
    "Tournament",
    "play",
    "play_game",
    "play_plan",
    "play_tournament",
    "standings",
]

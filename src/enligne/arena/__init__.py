"""The arena, where players meet: games, matches and tournaments.

>>> from enligne import arena
>>> match = arena.play("minimax:depth=4", "random", "tictactoe", games=20, seed=1)
>>> match.record.games
20
>>> match.record.wins > match.record.losses
True
"""

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

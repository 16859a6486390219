"""The ten levels: what each sees and overlooks (`skills`), and the player that plays so."""

from enligne.players.levels.player import Level
from enligne.players.levels.skills import MOST

__all__ = ["MOST", "Level"]

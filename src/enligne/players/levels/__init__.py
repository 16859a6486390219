"""The ten levels. Which engine each uses and what it overlooks is data, in `skills`."""

from enligne.players.levels.player import Level
from enligne.players.levels.skills import MOST

__all__ = ["MOST", "Level"]

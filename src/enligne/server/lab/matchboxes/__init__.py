"""The Matchboxes exhibit: a machine that trains live, plays in slow motion and can be kept."""

from enligne.server.lab.matchboxes.exhibit import Matchboxes

__all__ = ["Matchboxes"]

"""Players: whoever chooses moves. ``players.create("perfect")``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.engines import ENGINES
from enligne.engines.options import split_text
from enligne.errors import PlayerTextError
from enligne.players.connectx import ConnectX
from enligne.players.gomocup import Gomocup
from enligne.players.levels.player import Level
from enligne.players.matchbox import Matchbox
from enligne.players.perfect import Perfect
from enligne.players.player import Choice, EnginePlayer, Player
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PLAYERS", "Choice", "EnginePlayer", "Player", "create"]

#: The players that are not just an engine, by their names.
PLAYERS: Mapping[str, type[Player]] = {
    each.name: each for each in (Level, Perfect, Matchbox, Gomocup, ConnectX)
}


def create(text: str) -> Player:
    """Makes a player from its text: ``perfect``, ``menace:brain=NAME``, ``gomocup:COMMAND``,
    ``connectx:FILE.py``, or any engine such as ``alphabeta:depth=8``.

    Raises:
        PlayerTextError: there is no such player or option, or a value is wrong.
        BrainError: there is no such brain, or it is damaged.
    """
    name, rest = split_text(text)
    if name in PLAYERS:
        return PLAYERS[name](rest)
    if name in ENGINES:
        return EnginePlayer(ENGINES[name](rest))
    known = ", ".join([*PLAYERS, *ENGINES])
    raise PlayerTextError(f"{shortened(name)} is not a player; there are {known}")

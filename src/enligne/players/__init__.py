"""Players: they choose moves. ``players.create("perfect")``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines import ENGINES, Engine
from enligne.players.connectx import ConnectX
from enligne.players.gomocup import Gomocup
from enligne.players.levels import Level
from enligne.players.matchbox import Matchbox
from enligne.players.perfect import Perfect
from enligne.players.player import Choice, EnginePlayer, Player
from enligne.spec import Kind, PlayerSpec, unknown_kind

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "HARMLESS",
    "PLAYERS",
    "Choice",
    "EnginePlayer",
    "Player",
    "PlayerSpec",
    "Policy",
    "create",
    "parse",
]

_OTHERS: tuple[type[Player], ...] = (Level, Perfect, Matchbox, Gomocup, ConnectX)

#: Every kind of player by its name; every engine is one.
PLAYERS: Mapping[str, type[Kind]] = {each.name: each for each in _OTHERS} | dict(ENGINES)

#: The players that start no program, and open no file but a saved brain. A kind that is not listed
#: here is refused.
HARMLESS = (
    *("random", "greedy", "minimax", "alphabeta", "gomoku", "solver", "oracle"),
    *("perfect", "level", "menace"),
)


@dataclass(frozen=True, slots=True)
class Policy:
    """What is granted to someone who names a player: see :meth:`PlayerSpec.limited`.

    Args:
        kinds: the names they may use.
        threads, seconds, table_mb: the most of each; no limit unless given.
    """

    kinds: tuple[str, ...] = HARMLESS
    threads: int | None = None
    seconds: float | None = None
    table_mb: int | None = None


def parse(player: PlayerSpec | str, policy: Policy | None = None) -> PlayerSpec:
    """The player that a text names, as a value, which may also be given itself: ``level:5``,
    ``perfect``, ``menace:brain=NAME``, ``gomocup:COMMAND``, ``connectx:FILE.py``, or any engine
    such as ``alphabeta:depth=8``.

    Args:
        policy: what the writer of the text may ask for; everything unless given.

    Raises:
        PlayerTextError: there is no such player or option, a value is wrong, or the policy does
            not allow it or names a player that there is not.
    """
    if isinstance(player, PlayerSpec):
        return player if policy is None else parse(player.text, policy)
    if policy is None:
        return PlayerSpec.parse(player, PLAYERS)
    for name in policy.kinds:
        if name not in PLAYERS:
            raise unknown_kind(name, "a player", PLAYERS)
    allowed = {name: PLAYERS[name] for name in policy.kinds}
    return PlayerSpec.parse(player, allowed, "a player here").limited(policy)


def create(player: PlayerSpec | str) -> Player:
    """Makes a player, or one from its text.

    Raises:
        PlayerTextError: there is no such player, program or file; else as for :func:`parse`.
        BrainError: there is no such brain, or it is damaged.
    """
    spec = parse(player)
    made = spec.kind(**dict(spec.given))
    if isinstance(made, Engine):
        return EnginePlayer(made)
    assert isinstance(made, Player)
    return made

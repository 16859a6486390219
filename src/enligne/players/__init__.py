"""Players: they choose moves.

>>> from enligne import Game, players
>>> game = Game("connect4", "121212")
>>> str(players.create("level:5,seed=1").choose(game).move)
'a4'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines import ENGINES, Engine, Request
from enligne.players.connectx import ConnectX
from enligne.players.gomocup import Gomocup
from enligne.players.levels import Level
from enligne.players.matchbox import Matchbox
from enligne.players.own import Own, PlayerLike, known, plugin, plugins, spec_of
from enligne.players.perfect import Perfect
from enligne.players.player import Choice, EnginePlayer, Player
from enligne.spec import Kind, Option, PlayerSpec, split_text, unknown_kind

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "HARMLESS",
    "PLAYERS",
    "Choice",
    "EnginePlayer",
    "Option",
    "Player",
    "PlayerLike",
    "PlayerSpec",
    "Policy",
    "Request",
    "create",
    "parse",
    "plugins",
]

_OTHERS: tuple[type[Player], ...] = (Level, Perfect, Matchbox, Gomocup, ConnectX, Own)

#: Every kind of player of this package by its name; every engine is one.
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


def parse(player: PlayerLike, policy: Policy | None = None) -> PlayerSpec:
    """The player that a text names, as a value, which may also be given itself: ``level:5``,
    ``perfect``, ``menace:brain=NAME``, ``gomocup:COMMAND``, ``connectx:FILE.py``,
    ``python:MODULE:NAME``, one that an installed package announces (see :func:`plugins`), or any
    engine such as ``alphabeta:depth=8``. A function, a class or an object that is a player, too.

    Args:
        policy: what the writer of the text may ask for; everything unless given.

    Raises:
        PlayerTextError: there is no such player or option, a value is wrong, or the policy does
            not allow it or names a player that there is not.
    """
    if isinstance(player, PlayerSpec):
        return player if policy is None else parse(player.text, policy)
    if not isinstance(player, str):
        spec = spec_of(player)
        return spec if policy is None else parse(spec.text, policy)
    if policy is None:
        return known(player) or PlayerSpec.parse(player, _kinds(player))
    for name in policy.kinds:
        if name not in PLAYERS:
            raise unknown_kind(name, "a player", PLAYERS)
    allowed = {name: PLAYERS[name] for name in policy.kinds}
    return PlayerSpec.parse(player, allowed, "a player here").limited(policy)


def _kinds(text: str) -> Mapping[str, type[Kind]]:
    """Every kind that a text may name. Of other packages only the one that it does: they are loaded
    when they are needed."""
    name, _ = split_text(text)
    if name in PLAYERS or name not in plugins():
        return PLAYERS
    return {name: plugin(name), **PLAYERS}


def create(player: PlayerLike) -> Player:
    """Makes a player, or one from its text.

    Raises:
        PlayerTextError: there is no such player, program or file; else as for :func:`parse`.
        BrainError: there is no such brain, or it is damaged.
    """
    if isinstance(player, Player):
        return player
    spec = parse(player)
    made = spec.kind(**dict(spec.given))
    if isinstance(made, Engine):
        return EnginePlayer(made)
    assert isinstance(made, Player)
    return made

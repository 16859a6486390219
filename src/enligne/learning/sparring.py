"""Sparring partners: whom a machine learns against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from enligne import _core
from enligne.errors import PlayerTextError
from enligne.rules import shortened
from enligne.spec import PlayerSpec, parse_options, split_text

if TYPE_CHECKING:
    from enligne.move import Move
    from enligne.position import Position

#: The partners that the core plays, with what they do.
PARTNERS = {
    "random": "any move",
    "perfect": "any of the moves that keep the best result it can force",
    "mix:SHARE": "a perfect move with this probability, else any: mix:0.5",
    "self": "the machine's own boxes of the other side, which learn too",
    "coach": "knows the boxes, and plays the reply they fear most",
}


class Opponent(Protocol):
    """Chooses moves, as every player does. No move means that it resigns."""

    def choose(self, position: Position) -> Chosen: ...


class Chosen(Protocol):
    @property
    def answer(self) -> Move | None: ...


@dataclass(frozen=True, slots=True)
class CorePartner:
    """A partner that the core plays itself."""

    kind: _core.Partner
    perfect_share: float = 0.0


def core_partner(text: str) -> CorePartner | None:
    """The one of :data:`PARTNERS` that a text names; None if it names none of them.

    Raises:
        PlayerTextError: the share of ``mix`` is not one, or there is an option too many.
    """
    match split_text(text.lower()):
        case "random", "":
            return CorePartner(_core.Partner.MIX, 0.0)
        case "perfect", "":
            return CorePartner(_core.Partner.MIX, 1.0)
        case "self" | "coach" as name, options:
            parse_options(name, options, ())  # it has none
            return CorePartner(_core.Partner.SELF if name == "self" else _core.Partner.COACH)
        case "mix", share:
            return CorePartner(_core.Partner.MIX, _probability(share))
    return None


def partner_of(sparring: PlayerSpec | str | CorePartner | Opponent) -> CorePartner | Opponent:
    """The partner that a text names: one of :data:`PARTNERS`, or any player.

    Raises:
        PlayerTextError: there is no such partner.
    """
    if isinstance(sparring, str):
        return core_partner(sparring) or _player(sparring)
    return _player(sparring) if isinstance(sparring, PlayerSpec) else sparring


def _probability(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise PlayerTextError(f"mix:{text}: the share of perfect moves is from 0 to 1")
    return share


def _player(player: PlayerSpec | str) -> Opponent:
    # A partner may be any player and a player may be a machine: the one loop between the two
    # packages, closed when it is needed.
    from enligne import players

    try:
        return players.create(player)
    except PlayerTextError as error:
        if isinstance(player, PlayerSpec) or ":" in player:
            raise
        raise PlayerTextError(
            f"{shortened(player)} is neither a sparring partner ({', '.join(PARTNERS)})"
            f" nor a player: {error}"
        ) from None

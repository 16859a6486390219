"""Who plays: people at this keyboard, and players that think for themselves."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from enligne import players
from enligne.move import FIRST, SECOND, Side
from enligne.terminal.words import SIDE_NAMES, YOU, side_name

if TYPE_CHECKING:
    from enligne.players import Player, PlayerSpec
    from enligne.rules import Rules

#: Who makes the first move: the person, the other one, or a random one of them.
First = Literal["me", "them", "random"]

_USUAL_OPPONENT = "level:5"
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Participant:
    """Who has a side: a player, or without one a person.

    Args:
        text: who it is, as a record names them.
    """

    text: str
    player: Player | None = None

    @property
    def name(self) -> str:
        """Who it is, in no more than a few words."""
        return self.text if len(self.text) <= _LONGEST_NAME else f"{self.text[:_LONGEST_NAME]}…"

    @property
    def is_person(self) -> bool:
        return self.player is None


Pair = tuple[Participant, Participant]


def two_people(rules: Rules) -> Pair:
    """Two people, who are called after their stones."""
    return Participant(side_name(rules, FIRST)), Participant(side_name(rules, SECOND))


def you() -> Participant:
    return Participant(YOU)


def player(text: PlayerSpec | str, rules: Rules, side: Side | None = None) -> Participant:
    """A player, or the one that a text describes, for a side if that is known.

    Raises:
        PlayerTextError, BrainError: there is no such player.
        RulesError: it does not play by these rules, or this side.
    """
    made = players.create(text)
    made.check_plays(rules)
    if side is not None:
        made.check_side(side)
    return Participant(made.text, made)


def usual_opponent(rules: Rules) -> Participant:
    """Whom a person plays who asks for nobody in particular: someone in the middle."""
    return player(_USUAL_OPPONENT, rules)


def by_side(me: Participant, them: Participant, first: First, side: Side) -> Pair:
    """Both by side, so that the one who begins has the side that is to move. A player who plays one
    side only has that one."""
    if them.player is not None and len(them.player.sides) == 1:
        return (them, me) if them.player.sides[0] is FIRST else (me, them)
    is_mine = secrets.choice((True, False)) if first == "random" else first == "me"
    mover, other = (me, them) if is_mine else (them, me)
    return (mover, other) if side is FIRST else (other, mover)


def from_record(name: str, rules: Rules) -> Participant | None:
    """The participant whom a record names; None where a record alone is not enough.

    A file of games is no reason to start a program, whatever it says.
    """
    if name == YOU or any(name in pair for pair in SIDE_NAMES.values()):
        return Participant(name)
    try:
        return player(players.parse(name, players.Policy()), rules)
    except ValueError:
        return None

"""The messages about people: their names, their reactions, and those who wait for anybody."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from enligne.server.contract.words import Answer, PersonName, Request, RoomId, Rules, Side


class Offered(Answer):
    """What the operator of this server offers to people."""

    names: bool
    reactions: bool
    lobby: bool


# Names.


class NameRequest(Request):
    """Null for no name. With a room, the name of this visitor's seat there changes too."""

    name: PersonName | None
    room: RoomId | None = None


class Named(Answer):
    """The name as it is kept and shown."""

    name: str | None


# Reactions.

Reaction = Literal["hello", "luck", "well_played", "wow", "oops", "thanks"]


class ReactRequest(Request):
    room: RoomId
    reaction: Reaction


class Reacted(Struct):
    """Somebody who has a seat in a room reacts."""

    room: str
    side: Side
    reaction: Reaction


# The lobby.


class OpenRequest(Request):
    """Whether anybody may join a room from the lobby."""

    room: RoomId
    open: bool


class AcceptRequest(Request):
    room: RoomId
    #: For the seat that is taken.
    name: PersonName | None = None


class Pace(Struct):
    """Of a game with a clock: the time for all moves, and what each move adds."""

    seconds: float
    increment: float


class Challenge(Struct):
    """A game that waits for anybody."""

    room: str
    rules: Rules
    #: Of who waits.
    name: str | None
    #: The free one, and whether it begins.
    side: Side
    begins: bool
    clock: Pace | None


class Challenges(Answer):
    """Those who wait, the newest first."""

    challenges: list[Challenge]

"""What processes that share rooms tell each other."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from enligne.server.contract.people import Challenge  # noqa: TC001 - read at run time


class Message(Struct, tag_field="is", kw_only=True):
    """What a process tells the others."""

    process: str


class Beat(Message, tag="beat"):
    """It runs."""

    seconds: float  # the server's time
    rooms: int


class Gone(Message, tag="gone"):
    """It ends."""


class Here(Message, tag="here"):
    """These follow a room through it."""

    room: str
    since: float
    visitors: list[str]
    version: int  # of the room that it knows; 0: it has not seen it yet
    asks: bool  # for the same of others


class Left(Message, tag="left"):
    """Somebody follows a room no longer, through it."""

    room: str
    visitor: str


class Changed(Message, tag="changed"):
    """It has stored a new version of a room."""

    room: str
    version: int


class Told(Message, tag="told"):
    """Its followers were told an event, which those of others should hear too."""

    room: str
    event: str
    data: msgspec.Raw


class Waits(Message, tag="waits"):
    """Somebody waits for anybody, through it."""

    since: float
    challenge: Challenge


class WaitsNot(Message, tag="waits not"):
    """Nobody waits any longer in a room, through it."""

    room: str


class WhoWaits(Message, tag="who waits"):
    """Asks for all that wait."""


AnyMessage = Beat | Gone | Here | Left | Changed | Told | Waits | WaitsNot | WhoWaits

decoder = msgspec.json.Decoder(AnyMessage)

"""What requests, answers and events are made of: their shapes and the sizes they may have.

Fields are as the page reads them. One that is ``UNSET`` is left out of the message.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from enligne import _core
from enligne.server.contract.refusals import Code  # noqa: TC001 - read at run time

MOST_CELLS = _core.LARGEST_SIDE**2

#: The secret by which a page says who it is.
SECRET_PATTERN = r"^[A-Za-z0-9_-]{32,128}\Z"

# What a visitor may write.
RoomId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{12,32}\Z")]
Cell = Annotated[str, Meta(min_length=1, max_length=8)]
Cells = Annotated[list[Cell], Meta(max_length=MOST_CELLS)]
RulesText = Annotated[str, Meta(min_length=1, max_length=40)]
PositionText = Annotated[str, Meta(max_length=2000)]
PlayerText = Annotated[str, Meta(min_length=1, max_length=300)]
Secret = Annotated[str, Meta(pattern=SECRET_PATTERN)]
#: More than a name has, so that what is wrong with a longer one can be said.
PersonName = Annotated[str, Meta(max_length=200)]
Identifier = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
#: What a browser remembers, such as the levels that were beaten.
Kept = Annotated[
    dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=400)]],
    Meta(max_length=100),
]
Ply = Annotated[int, Meta(ge=0, le=MOST_CELLS)]

Side = Literal["first", "second"]
Style = Literal["holes", "grid", "lines"]


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """What every request is: an object with the fields named, of their types, and no others."""


class Answer(Struct, kw_only=True):
    """What a request that is granted is answered with; the message says ``ok: true`` besides."""


class Nothing(Request):
    """Where there is nothing to say."""


class Done(Answer):
    """It is done, and there is no more to say of it."""


class Rules(Struct):
    text: str
    name: str | None
    width: int
    height: int
    run: int
    gravity: bool
    exact: bool
    #: What a board looks like: discs behind holes, crosses and noughts, stones on lines.
    style: Style


class Outcome(Struct):
    winner: Side | None
    #: run, full board, resignation, time, agreement, abandoned, crash …
    termination: str


class Score(Struct):
    """The verdict of a search, from the side to move."""

    kind: Literal["win", "loss", "draw", "heuristic"]
    exact: bool
    #: How much of the point that is to the side to move, from 0 to 1.
    chance: float
    #: How far ahead the better side is.
    lead: Literal["even", "slight", "better", "much"]
    plies: int | UnsetType = UNSET
    value: int | UnsetType = UNSET


class MoveScore(Struct):
    move: str
    score: Score


class Stones(Struct):
    first: list[str]
    second: list[str]


class Picture(Struct):
    """Everything needed to draw a position."""

    rules: Rules
    ply: int
    side: Side
    stones: Stones
    legal: list[str]
    winning: list[str]
    outcome: Outcome | None


class Position(Picture):
    """The same with its text."""

    text: str


class EngineOption(Struct):
    name: str
    about: str
    default: str | int | float | bool | None
    choices: list[str]
    least: float
    most: float | None
    kind: Literal["switch", "choice", "whole", "number", "text"]
    #: What a text must look like, as a regular expression; else empty.
    pattern: str


class BrainAbout(Struct):
    """A saved machine: the owner's, or one of the visitor's own."""

    name: str
    rules: str
    mine: bool


class GameRequest(Request):
    """A game as far as it goes."""

    rules: RulesText
    moves: Cells
    start: PositionText | None = None


class TaskFailure(Struct):
    """Why a task that was told of in events has ended: it was refused, or failed."""

    id: str
    error: Code
    text: str
    values: dict[str, object]
    ok: Literal[False] = False
    final: Literal[True] = True

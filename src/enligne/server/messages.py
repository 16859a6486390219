"""The requests that the page may send: their shapes, sizes and nothing else."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from enligne import _core
from enligne.server.refusals import RefusalError

_MOST_CELLS = _core.LARGEST_SIDE**2
RoomId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{12,32}\Z")]
Cell = Annotated[str, Meta(min_length=1, max_length=8)]
Cells = Annotated[list[Cell], Meta(max_length=_MOST_CELLS)]
RulesText = Annotated[str, Meta(min_length=1, max_length=40)]
PositionText = Annotated[str, Meta(max_length=2000)]
PlayerText = Annotated[str, Meta(min_length=1, max_length=300)]
Identifier = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
Ply = Annotated[int, Meta(ge=0, le=_MOST_CELLS)]


class Request(Struct, forbid_unknown_fields=True):
    """What every request is: an object with the fields named, of their types, and no others."""


class Catalogue(Request):
    rules: RulesText


class SeatWish(Request):
    kind: Literal["me", "friend", "player"]
    text: PlayerText | None = None


class ClockWish(Request):
    seconds: Annotated[float, Meta(ge=5, le=86400)]
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0.0


class Create(Request):
    rules: RulesText
    first: SeatWish
    second: SeatWish
    start: PositionText | None = None
    clock: ClockWish | None = None


class InRoom(Request):
    room: RoomId


class MoveRequest(Request):
    room: RoomId
    ply: Ply
    move: Cell


class RandomMove(Request):
    room: RoomId
    ply: Ply


class Nothing(Request):
    pass


class GameRequest(Request):
    """A game as far as it goes."""

    rules: RulesText
    moves: Cells
    start: PositionText | None = None


class SetUp(Request):
    rules: RulesText
    first: Cells
    second: Cells


class Read(Request):
    text: Annotated[str, Meta(min_length=1, max_length=20000)]
    rules: RulesText | None = None


class Analyse(GameRequest, kw_only=True):
    id: Identifier
    engine: PlayerText
    seconds: Annotated[float, Meta(gt=0, le=3600)]


class ReviewRequest(GameRequest, kw_only=True):
    id: Identifier


class StopRequest(Request):
    id: Identifier


AnyRequest = TypeVar("AnyRequest", bound=Request)


def decode(data: Any, kind: type[AnyRequest]) -> AnyRequest:
    """Reads a request.

    Raises:
        RefusalError: it has another shape, type or size; the text says where.
    """
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise RefusalError("bad_request", str(error)) from None

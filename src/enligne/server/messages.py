"""The requests that the page may send, their shapes and sizes; and how they are refused, with a
code for the page's catalogues and a sentence for people."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from enligne import _core, errors


class RefusalError(Exception):
    """A request that cannot be granted.

    Args:
        code: for the page.
        text: an English sentence.
        values: what the sentence names.
    """

    def __init__(self, code: str, text: str, **values: object) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.values = values

    def answer(self) -> dict[str, object]:
        return {"ok": False, "error": self.code, "text": self.text, "values": self.values}


def failure() -> RefusalError:
    """For an error of our own, which is logged where it is caught."""
    return RefusalError("failed", "something went wrong on the server: it has been logged")


_CODES: tuple[tuple[type[ValueError], str], ...] = (
    (errors.IllegalMoveError, "illegal"),
    (errors.FinishedError, "finished"),
    (errors.NotationError, "notation"),
    (errors.RecordError, "notation"),
    (errors.PositionError, "position"),
    (errors.RulesError, "rules"),
    (errors.PlayerTextError, "player"),
    (errors.BrainError, "player"),
)


def refusal_of(error: ValueError) -> RefusalError:
    """What a mistake that the library found means to the page that asked."""
    for kind, code in _CODES:
        if isinstance(error, kind):
            flaw = {"flaw": error.flaw} if isinstance(error, errors.PositionError) else {}
            return RefusalError(code, str(error), **flaw)
    return RefusalError("bad_request", str(error))


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

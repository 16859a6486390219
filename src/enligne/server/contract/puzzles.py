"""The messages about puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from enligne.puzzles.puzzle import BANDS
from enligne.puzzles.puzzle import Theme as PuzzleTheme
from enligne.server.contract.words import (
    Answer,
    Position,
    Request,
    RulesText,
)


class PuzzleRequest(Request):
    #: Without a number, the one of today.
    number: Annotated[int, Meta(ge=1, le=10**6)] | None = None


class PuzzleTask(Answer):
    """A puzzle with its solution: whoever looks there has only fooled themselves."""

    number: int
    #: The day whose puzzle was asked for.
    day: str | None
    theme: PuzzleTheme
    #: How many moves of its own the winner needs: the side to move, or where that only holds, the
    #: other side after the worst wrong move.
    depth: int
    #: How hard it is, from 1 to 5.
    band: int
    #: The last move before it.
    last: str | None
    #: The move to find, and where it wins best play from there to the end.
    line: list[str]
    position: Position
    #: The position after each move of the line.
    after: list[Position]


class PuzzlesRequest(Request):
    """Which puzzles; what is not given may be any."""

    rules: RulesText | None = None
    theme: PuzzleTheme | None = None
    depth: Annotated[int, Meta(ge=1, le=20)] | None = None
    band: Annotated[int, Meta(ge=BANDS.start, le=BANDS.stop - 1)] | None = None
    #: In which order: any, or from the easiest on.
    order: Literal["any", "rising"] = "any"


class PuzzleNumbers(Answer):
    """Some of those that were asked for, not always the same."""

    numbers: list[int]
    #: How many there are in all.
    count: int

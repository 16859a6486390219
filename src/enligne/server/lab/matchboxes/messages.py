"""The requests of the Matchboxes exhibit: shapes and sizes; ``exhibit`` says what they do."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from enligne.server.lab.matchboxes.machine import MOST_GAMES
from enligne.server.messages import Cells, Identifier, PlayerText, Request, RulesText

VariantText = Annotated[str, Meta(min_length=1, max_length=200)]
BrainName = Annotated[str, Meta(min_length=1, max_length=200)]
Games = Annotated[int, Meta(ge=1, le=MOST_GAMES)]


class Step(Request):
    """A training, or a game somebody played."""

    partner: PlayerText | None = None
    games: Games | None = None
    moves: Cells | None = None


class CreateMachine(Request):
    rules: RulesText = "tictactoe"
    variant: VariantText = "her"
    side: Literal["first", "second"] = "first"
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    course: Annotated[list[Step], Meta(max_length=200)] = msgspec.field(default_factory=list)
    brain: BrainName | None = None


class Train(Request):
    id: Identifier
    partner: PlayerText
    games: Games
    rate: Annotated[float, Meta(ge=0, le=100_000)] = 0.0


class Play(Request):
    moves: Cells


class Save(Request):
    name: BrainName


class Export(Request):
    name: BrainName
    format: Literal["json", "report"]

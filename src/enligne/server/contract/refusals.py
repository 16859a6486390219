"""How requests are refused: with a code for the page's catalogues, and a sentence for people."""

from __future__ import annotations

import math
from typing import Literal

from msgspec import Struct

from enligne import errors

#: Why a request is not granted.
Code = Literal[
    "bad_request",  # the message itself is wrong
    "too_many",  # too often, or too many at once
    "busy",  # the server has too much to do
    "failed",  # the server's own fault, or a player's
    "no_room",
    "damaged",  # a room that cannot be read any more
    "no_seat",
    "not_your_turn",
    "stale",  # the game has gone on meanwhile
    "illegal",  # a move that is not possible
    "finished",
    "not_finished",
    "waiting",  # for the other seat to be taken
    "nothing",  # to take back or to review
    "alone",  # with nobody to agree with
    "not_alone",
    "notation",
    "rules",
    "position",
    "player",  # a player text that is wrong or not allowed
    "replaced",  # by a newer task of the same page
    "no_machine",
    "training",
    "too_many_games",
    "too_many_boxes",
    "too_many_brains",
    "taken",  # the name of a machine
    "name",  # of a person, that cannot be
    "off",  # the operator does not offer it
    "gone",  # who waited in the lobby
    "no_code",  # to carry seats with, or it is used or too old
]


#: After which to come back when nothing can be stored.
_OUTAGE_SECONDS = 5


class Refusal(Struct):
    """The answer to a request that is not granted."""

    error: Code
    text: str
    #: What the sentence names.
    values: dict[str, object]
    ok: Literal[False] = False


class RefusalError(Exception):
    """A request that cannot be granted.

    Args:
        code: for the page.
        text: an English sentence.
        values: what the sentence names.
    """

    def __init__(self, code: Code, text: str, **values: object) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.values = values

    def answer(self) -> Refusal:
        return Refusal(self.code, self.text, self.values)


def try_again(code: Code, text: str, seconds: float) -> RefusalError:
    """For what may be granted later; ``seconds`` says when to come back."""
    wait = max(1, math.ceil(seconds))
    unit = "second" if wait == 1 else "seconds"
    return RefusalError(code, f"{text}: try again in {wait} {unit}", seconds=wait)


def failure() -> RefusalError:
    """For an error of our own, which is logged where it is caught."""
    return RefusalError("failed", "something went wrong on the server: it has been logged")


def nothing_stored() -> RefusalError:
    """For what was not done because nothing can be stored for a while."""
    return try_again("failed", "nothing can be stored now", _OUTAGE_SECONDS)


_CODES: tuple[tuple[type[ValueError], Code], ...] = (
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
            values: dict[str, object] = {}
            if isinstance(error, errors.FlawError) and error.flaw:
                values = {"flaw": error.flaw, **error.values}
            return RefusalError(code, str(error), **values)
    return RefusalError("bad_request", str(error))

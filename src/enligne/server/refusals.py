"""Requests that are refused, with a code for the page's catalogues and a sentence for people."""

from __future__ import annotations

from enligne.errors import (
    BrainError,
    FinishedError,
    IllegalMoveError,
    NotationError,
    PlayerTextError,
    PositionError,
    RecordError,
    RulesError,
)


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
    (IllegalMoveError, "illegal"),
    (FinishedError, "finished"),
    (NotationError, "notation"),
    (RecordError, "notation"),
    (PositionError, "position"),
    (RulesError, "rules"),
    (PlayerTextError, "player"),
    (BrainError, "player"),
)


def refusal_of(error: ValueError) -> RefusalError:
    """What a mistake that the library found means to the page that asked."""
    for kind, code in _CODES:
        if isinstance(error, kind):
            flaw = {"flaw": error.flaw} if isinstance(error, PositionError) else {}
            return RefusalError(code, str(error), **flaw)
    return RefusalError("bad_request", str(error))

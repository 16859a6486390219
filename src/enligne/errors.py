"""The errors a caller can make. All are ValueErrors whose text says what was wrong and where."""

from __future__ import annotations

from functools import partial
from typing import Any


class FlawError(ValueError):
    """Something that is wrong in a way that has a name, for those who say it in another language.

    ``flaw`` is a word for what is wrong, or empty; ``values`` has what the sentence names.
    """

    def __init__(self, reason: str, *, flaw: str = "", **values: str) -> None:
        super().__init__(reason)
        self.flaw = flaw
        self.values = values


class RulesError(FlawError):
    """Rules that cannot be played, or a text that does not describe rules."""


class NotationError(FlawError):
    """A text that does not name a cell, a move, a sequence of moves or a position."""


class IllegalMoveError(FlawError):
    """A move that the rules do not allow in the position."""


class PositionError(FlawError):
    """Stones that cannot be a position of a game."""


class FinishedError(ValueError):
    """A question about a game that goes on, asked of one that is over."""


class PlayerTextError(ValueError):
    """A text that does not describe an engine or a player."""


class PlayerFailedError(ValueError):
    """A player that owes its move: a program that broke down, or broke the rules.

    ``reason`` is a word for it: ``crashed``, ``silent`` past its limit, ``illegal`` move,
    ``error`` as its own answer, or ``stopped`` by the caller.
    """

    def __init__(self, text: str, *, reason: str) -> None:
        super().__init__(text)
        self.reason = reason


class VariantError(ValueError):
    """A matchbox variant that cannot be."""


class BrainError(ValueError):
    """A saved matchbox machine that cannot be read, written or found."""


class AtlasError(ValueError):
    """An atlas that cannot be read."""


class BookError(ValueError):
    """An opening book that cannot be read or built."""


class PuzzleError(ValueError):
    """A puzzle, or a file of them, that cannot be read or does not hold what it says."""


class OpeningsError(ValueError):
    """Openings of games that cannot be read, or do not exist."""


class JournalError(ValueError):
    """The journal of a tournament that cannot be read, or belongs to another one."""


class StorageError(ValueError):
    """A database of rooms, or a backup of one, that cannot be used as asked."""


class DamagedRoomError(StorageError):
    """A stored room that cannot be read."""

    def __init__(self, room: str, reason: object) -> None:
        super().__init__(f"room {room} is damaged: {reason}")
        self.room = room


class DrawingError(ValueError):
    """A picture that cannot be drawn as asked."""


class ParallelError(ValueError):
    """Workers that cannot be started where they were asked for, or a task that ends every one."""


class MissingExtraError(ImportError, ValueError):
    """Something that needs an extra of this package which is not installed; the text says which."""


class RecordError(ValueError):
    """A game record, or a part of one, that cannot be read; knows where it stands.

    Args:
        line: the line, from 1; in a file that is not text, 0.
        byte: the place in such a file, from 0.
        keeps_game: whether only a part of a game is lost, and the game itself was read.
    """

    def __init__(
        self,
        reason: str,
        *,
        line: int = 0,
        byte: int | None = None,
        file: str = "<text>",
        keeps_game: bool = False,
    ) -> None:
        where = f"{file}:{line}" if byte is None else f"{file}: byte {byte}"
        super().__init__(f"{where}: {reason}")
        self.reason = reason
        self.line = line
        self.byte = byte
        self.file = file
        self.keeps_game = keeps_game

    def __reduce__(self) -> tuple[Any, ...]:
        # Made anew from its reason, and not from the text that has its place too.
        place: dict[str, Any] = {"line": self.line, "byte": self.byte, "file": self.file}
        return partial(RecordError, self.reason, **place), (), self.__dict__

    def in_file(self, file: str) -> RecordError:
        """The same, of a file."""
        return RecordError(
            self.reason, line=self.line, byte=self.byte, file=file, keeps_game=self.keeps_game
        )


class FormatError(ValueError):
    """A format of files that does not exist, or cannot hold what was to be written."""

"""What a format of files is: how it is known, what it can hold, how it is read and written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from enligne.errors import FormatError
from enligne.game import Game
from enligne.record import Record, Variation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from enligne.errors import RecordError
    from enligne.rules import Rules

    Scan = Callable[[bytes, Rules | None], Iterator[Record | RecordError]]

#: What a format may be unable to hold of a variation.
_REMARKS = ("comments", "scores", "seconds", "seconds_left", "variations")
#: The same of a record: also the names of the players; event, date and further tags; and an end
#: that the board does not show.
PARTS = ("names", "tags", "end", *_REMARKS)

_Line = TypeVar("_Line", bound=Variation)


@dataclass(frozen=True)
class Format:
    """A format.

    Args:
        name: what it is called on the command line.
        about: what it is, in a few words.
        extensions: of its files, such as ``.sgf``.
        holds: those of :data:`PARTS` that it can hold.
        holds_many: whether a file has several games.
        knows: whether the content of a file is of this format.
        scan: reads the games of a file; the rules are those of games that do not tell theirs.
        write: the text of records that have no more than the format holds; None where it is only
            read.
        refusal: what of a record makes that it cannot be written at all; empty if nothing.
        holds_end: whether it can hold how this game ended, where it cannot hold every end.
    """

    name: str
    about: str
    extensions: tuple[str, ...]
    holds: frozenset[str]
    holds_many: bool
    knows: Callable[[bytes], bool]
    scan: Scan
    write: Callable[[Iterable[Record]], str] | None
    refusal: Callable[[Game], str] = lambda _: ""
    holds_end: Callable[[Game], bool] = lambda _: False

    def reduced(self, record: Record) -> Record:
        """The record with what this format can hold."""
        dropped = self.left_out(record)
        found = _reduced(record, set(dropped))
        if "names" in dropped:
            found = replace(found, first="", second="")
        if "tags" in dropped:
            found = replace(found, event="", date="", tags={})
        if "end" in dropped:
            game = Game(record.game.start)
            for move in record.game.moves:
                game.push(move)
            found = replace(found, game=game)
        return found

    def left_out(self, record: Record) -> list[str]:
        """Those of :data:`PARTS` that the record has and this format cannot hold."""
        outcome = record.game.outcome()
        has = _remarks(record)
        if record.first or record.second:
            has.add("names")
        if record.event or record.date or record.tags:
            has.add("tags")
        is_shown = outcome is None or outcome.termination.is_on_board
        if not is_shown and not self.holds_end(record.game):
            has.add("end")
        return [part for part in PARTS if part in has - self.holds]

    def text(self, records: Iterable[Record]) -> str:
        """Records as the text of a file, with what this format can hold.

        Raises:
            FormatError: it holds one game only, cannot hold such a game at all, or is only read.
            ValueError: a variation does not begin where it is said to.
        """
        if self.write is None:
            raise FormatError(f"{self.name} is only read")
        given = list(records)
        if len(given) != 1 and not self.holds_many:
            raise FormatError(f"a file of {self.name} holds one game, and there are {len(given)}")
        for number, each in enumerate(given, 1):
            if reason := self.refusal(each.game):
                which = f"game {number}: " if len(given) > 1 else ""
                raise FormatError(f"{which}{self.name} cannot hold {reason}")
        return self.write([self.reduced(each) for each in given])


def _remarks(line: Variation) -> set[str]:
    """Those remarks that a variation has, with the variations inside it."""
    has = {name for name in _REMARKS if getattr(line, name)}
    for variations in line.variations.values():
        for each in variations:
            has |= _remarks(each)
    return has


def _reduced(line: _Line, dropped: set[str]) -> _Line:
    found = replace(line)
    for name in dropped.intersection(_REMARKS):
        setattr(found, name, {})
    found.variations = {
        after: [_reduced(each, dropped) for each in variations]
        for after, variations in found.variations.items()
    }
    return found

"""A game with what is known and said about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne.errors import RecordError
from enligne.game import Game
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.engines.score import Score

#: The tags that a record has itself, in their order.
OWN_TAGS = ("Event", "Date", "First", "Second", "Rules", "Start", "Result", "Termination")
#: How deep variations may stand inside variations.
DEEPEST_NESTING = 100

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass
class Variation:
    """Moves, and what is said about them.

    What belongs to a move is kept by its number: 1 for the first move of this variation, 0 for
    what is said before it.

    Args:
        game: the moves; its start is the position where they begin.
        comments: remarks, each behind the move of its number.
        scores: what the position after the move is worth to the side to move there.
        seconds: what the move took.
        seconds_left: what the clock of the side that made it then showed.
        variations: other ways to go on, each by the number of the move that they go on from: those
            of 0 are played instead of the first move.
    """

    game: Game
    comments: dict[int, str] = field(default_factory=dict, kw_only=True)
    scores: dict[int, Score] = field(default_factory=dict, kw_only=True)
    seconds: dict[int, float] = field(default_factory=dict, kw_only=True)
    seconds_left: dict[int, float] = field(default_factory=dict, kw_only=True)
    variations: dict[int, list[Variation]] = field(default_factory=dict, kw_only=True)

    def add_variation(self, after: int, moves: str) -> Variation:
        """Adds another way to go on.

        Args:
            after: the number of the move from which it goes on; 0 for the start.
            moves: at least one, such as ``d2 d3``.

        Raises:
            IndexError: there is no such move.
            NotationError, IllegalMoveError: they cannot be played there.
            ValueError: there are no moves.
        """
        if not 0 <= after <= len(self.game.moves):
            raise IndexError(f"there is no move {after}: {len(self.game.moves)} were played")
        found = Variation(Game(self.game.positions[after], moves))
        if not found.game.moves:
            raise ValueError("a variation has at least one move")
        self.variations.setdefault(after, []).append(found)
        return found

    def variations_after(self, number: int) -> Iterator[Variation]:
        """Those that go on from a move.

        Raises:
            ValueError: one does not begin there, or has no moves.
        """
        for each in self.variations.get(number, ()):
            if not each.game.moves or each.game.start != self.game.positions[number]:
                raise ValueError(f"a variation does not go on from move {number}: {each.game!r}")
            yield each


@dataclass
class Record(Variation):
    """A game with what is known about it.

    Args:
        game: the game; rules, start position, result and termination are taken from it.
        event, date, first, second: free text; ``first`` and ``second`` name the players.
        tags: further tags, by names of letters and digits.
        comments, scores, seconds, seconds_left, variations: see :class:`Variation`.

    Raises:
        ValueError: a further tag has no proper name, or the name of a tag that the record has.
    """

    event: str = ""
    date: str = ""
    first: str = ""
    second: str = ""
    tags: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.tags:
            if name in OWN_TAGS or not _TAG_NAME.fullmatch(name):
                raise ValueError(f"{shortened(name)} cannot be the name of a further tag")

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads a text that holds one record.

        Raises:
            RecordError: it holds none, several, or a broken one.
        """
        from enligne.record.parser import scan  # which makes records

        found = list(scan(text))
        for each in found:
            if isinstance(each, RecordError) and (each.keeps_game or len(found) == 1):
                raise each
        if len(found) != 1 or not isinstance(found[0], Record):
            raise RecordError(f"{len(found)} games instead of one", line=1)
        return found[0]

    @property
    def text(self) -> str:
        """The record, which reads back as an equal one.

        Raises:
            ValueError: a variation does not begin where it is said to.
        """
        from enligne.record.writer import text_of

        return text_of(self)

"""Which moves of a finished game the explorer counts, and what they are called up to symmetry. Pure
functions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from enligne.notation import parse_cell
from enligne.outcome import Termination
from enligne.position import Position
from enligne.symmetry import Symmetry, symmetries

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from enligne.move import Move

#: A game that ends sooner was left rather than played.
LEAST_PLIES = 4
#: Ends that say nothing of the moves before.
_ACCIDENTS = {Termination.CRASH, Termination.ABANDONED, Termination.ILLEGAL_MOVE}
_KEY_BYTES = 8


@dataclass(frozen=True, slots=True)
class Place:
    """A position up to symmetry: the same for all its images, by the same rules.

    Args:
        key: names it; a number of 64 bits.
        back: leads from the position that stands for all of them to this one.
        still: what leaves that one as it is; the identity at least.
    """

    key: int
    back: Symmetry
    still: tuple[Symmetry, ...]

    @classmethod
    def of(cls, position: Position) -> Place:
        found, back = position.canonical()
        still = tuple(each for each in symmetries(found.rules) if found.image(each) == found)
        text = f"{found.rules.text} {found.text}".encode()
        digest = hashlib.blake2b(text, digest_size=_KEY_BYTES).digest()
        return cls(int.from_bytes(digest, signed=True), back, still)

    def name(self, move: Move) -> str:
        """The one name of a move and of all that are the same by symmetry."""
        there = self.back.inverse(move)
        return str(min(each(there) for each in self.still))

    def moves(self, name: str) -> set[Move]:
        """The moves of this name."""
        there = parse_cell(name, self.back.rules)
        return {self.back(each(there)) for each in self.still}


class PlayedMove(NamedTuple):
    """A move in a game that is over: where it was played, and its name there."""

    key: int
    name: str
    ply: int


def counted_moves(document: Mapping[str, Any], plies: int) -> Iterator[PlayedMove]:
    """The first moves of the game of a room that is over. None of a game between machines, from a
    set-up position, that was given up at once, or that an accident has ended.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: the document is damaged.
    """
    moves = document["moves"]
    is_played = any(seat["kind"] == "person" for seat in document["seats"])
    ended = Termination(document["outcome"]["termination"])
    if not is_played or document["start"] or len(moves) < LEAST_PLIES or ended in _ACCIDENTS:
        return
    position = Position(document["rules"])
    for ply, text in enumerate(moves[:plies]):
        move = position.move(text)
        place = Place.of(position)
        yield PlayedMove(place.key, place.name(move), ply)
        position = position.play(move)

"""Opening books: the exact score of every position of a game up to a ply."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from enligne import _core
from enligne.errors import BookError
from enligne.rules import Rules

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from enligne.position import Position


class Book:
    """The exact score of every position of a game with gravity that has at most so many stones.

    Args:
        data: the bytes of a book; ``core/exact/gravity/book.h`` says what they are.
        name: what an error calls it.

    Raises:
        BookError: they are not a book, or damaged.
    """

    def __init__(self, data: bytes, name: str = "the book") -> None:
        core = _core.Book.load(data)
        if core is None:
            raise BookError(f"{name} is damaged, or not an opening book of this version")
        self._core = core
        width, height, run, exact = core.shape
        self.rules = Rules(width, height, run, gravity=True, exact=exact)

    @classmethod
    def load(cls, path: Path | Traversable) -> Book:
        """Reads a book.

        Raises:
            OSError: the file cannot be read.
            BookError: it is not a book, or it is damaged.
        """
        return cls(path.read_bytes(), str(path))

    @property
    def plies(self) -> int:
        """Positions of more stones are not in the book."""
        return self._core.plies

    def __len__(self) -> int:
        """How many scores it keeps. All others follow from them or are seen at a glance."""
        return self._core.positions

    def score(self, position: Position) -> int | None:
        """The exact score of an unfinished position in the field's convention, as
        :class:`~enligne.engines.solver.Solved` has it; None where the book says nothing."""
        return self._core.score(position._handle)


_shipped: dict[Rules, Book | None] = {}


def shipped_book(rules: Rules) -> Book | None:
    """The book that comes with the package for these rules, if there is one."""
    if rules not in _shipped:
        path = resources.files("enligne") / "data" / f"{rules}.book"
        _shipped[rules] = Book.load(path) if path.is_file() else None
    return _shipped[rules]

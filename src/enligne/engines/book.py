"""Opening books: solved positions, each with its exact score and a best move."""

from __future__ import annotations

import json
import zlib
from importlib import resources
from typing import TYPE_CHECKING

from enligne.engines.solver import Best
from enligne.errors import BookError
from enligne.files import replace_file
from enligne.move import FIRST, SECOND, Cell
from enligne.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from enligne.position import Position

_MAGIC = b"enligne book 1\n"


class Book:
    """Solved positions of one game with gravity, mirror images as one.

    Args:
        rules: of the game.
        plies: every position of at most this many stones that can come about against a player who
            follows the book is in it.
        entries: score and column of the best move by :func:`book_key`.
    """

    def __init__(self, rules: Rules, plies: int, entries: Mapping[int, tuple[int, int]]) -> None:
        self.rules = rules
        self.plies = plies
        self._entries = dict(entries)

    def __len__(self) -> int:
        return len(self._entries)

    def keys(self) -> Iterable[int]:
        """The keys of all positions in the book."""
        return self._entries.keys()

    def find(self, position: Position) -> Best | None:
        """What the book says about a position; None where it says nothing."""
        if position.rules != self.rules:
            return None
        canonical, back = position.canonical()
        found = self._entries.get(book_key(canonical))
        if found is None:
            return None
        score, column = found
        landing = next(move for move in canonical.legal_moves if move.column == column)
        return Best(score, back(landing))

    def save(self, path: str | Path) -> None:
        """Writes the book: a line that names the format, a line of JSON, then compressed entries.

        Raises:
            OSError: the file cannot be written.
        """
        payload = bytearray()
        last = 0
        for key, (score, column) in sorted(self._entries.items()):
            payload += _varint(key - last) + bytes((score + 128, column))
            last = key
        header = {
            "rules": self.rules.text,
            "plies": self.plies,
            "positions": len(self._entries),
            "checksum": zlib.crc32(payload),
        }
        packed = zlib.compress(bytes(payload), 9)
        replace_file(path, _MAGIC + json.dumps(header).encode() + b"\n" + packed)

    @classmethod
    def load(cls, path: Path | Traversable) -> Book:
        """Reads a book.

        Raises:
            OSError: the file cannot be read.
            BookError: it is not a book, or it is damaged.
        """
        data = path.read_bytes()
        if not data.startswith(_MAGIC):
            raise BookError(f"{path} is not an opening book of this version")
        try:
            line, _, packed = data.removeprefix(_MAGIC).partition(b"\n")
            header = json.loads(line)
            payload = zlib.decompress(packed)
            if zlib.crc32(payload) != header["checksum"]:
                raise ValueError
            entries = _unpacked(payload)
            if len(entries) != header["positions"]:
                raise ValueError
            return cls(Rules.of(header["rules"]), int(header["plies"]), entries)
        except (ValueError, KeyError, IndexError, TypeError, zlib.error):
            raise BookError(f"{path} is damaged") from None


_shipped: dict[Rules, Book | None] = {}


def shipped_book(rules: Rules) -> Book | None:
    """The book that comes with the package for these rules, if there is one."""
    if rules not in _shipped:
        path = resources.files("enligne") / "data" / f"{rules}.book"
        _shipped[rules] = Book.load(path) if path.is_file() else None
    return _shipped[rules]


def book_key(position: Position) -> int:
    """A number that no other position of the same rules with gravity has.

    In each column, the stones of the first side below a marker on the lowest empty bit.
    """
    stride = position.rules.height + 1
    first, second = position.bits(FIRST), position.bits(SECOND)
    bottom = sum(1 << stride * column for column in range(position.rules.width))
    return (first | second) + bottom + first


def position_of_key(key: int, rules: Rules) -> Position:
    """The position with a key, which must be one of :func:`book_key`."""
    from enligne.position import Position

    stride = rules.height + 1
    first: list[Cell] = []
    second: list[Cell] = []
    for column in range(rules.width):
        bits = key >> stride * column & ((1 << stride) - 1)
        for row in range(bits.bit_length() - 1):
            (first if bits >> row & 1 else second).append(Cell(column, row))
    return Position.from_stones(rules, first, second)


def _varint(number: int) -> bytes:
    result = bytearray()
    while number >= 128:
        result.append(number & 127 | 128)
        number >>= 7
    result.append(number)
    return bytes(result)


def _unpacked(payload: bytes) -> dict[int, tuple[int, int]]:
    entries = {}
    key = place = 0
    while place < len(payload):
        shift = delta = 0
        while payload[place] >= 128:
            delta |= (payload[place] & 127) << shift
            shift += 7
            place += 1
        key += delta | payload[place] << shift
        entries[key] = (payload[place + 1] - 128, payload[place + 2])
        place += 3
    return entries

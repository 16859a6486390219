"""Libraries of RenLib (``.lib``): trees of moves on a board of 15 by 15, with remarks.

    20 bytes     FF "RenLib" FF, the version in two bytes, then FF; old files begin with the moves
    2 bytes      a node: its cell and its flags; with EXTENSION two more bytes of flags
    n bytes      its remark, if it has one, and its text on the board; both end with a zero and are
                 filled to whole pairs

Nodes come depth first: what follows is a child, unless LEAF says that there is none; then it is
the next sibling of the last node that said SIBLING. A cell is its column from 1 plus 16 times its
row from 0, counted from the top; 0 is the root, or a pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from enligne.errors import RecordError
from enligne.formats.texts import decoded
from enligne.formats.tree import Node, grow
from enligne.game import Game
from enligne.move import Move
from enligne.record import Record
from enligne.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.rules import Rules

MAGIC = b"\xffRenLib\xff"
HEADER_BYTES = 20
NEWEST = (3, 4)
SIZE = 15

SIBLING = 0x80
LEAF = 0x40
OLD_REMARK = 0x20
REMARK = 0x08
NO_MOVE = 0x02
EXTENSION = 0x01
#: In the second byte of the extension.
BOARD_TEXT = 0x01

#: An old file has no header, and begins with the middle of the board.
_MIDDLE = 0x78
#: Between the first line of a remark and the others.
_LINE_END = "\x08"
#: In old remarks, which have seven bits a letter.
_OLD_LETTERS = str.maketrans("}{|][\\", "åäöÅÄÖ")


def knows(content: bytes) -> bool:
    return content.startswith(MAGIC)


def scan(content: bytes, rules: Rules | None) -> Iterator[Record | RecordError]:
    """The one tree of a library. What cannot be played, and what follows it, is left out."""
    rules = rules or PRESETS["gomoku"]
    try:
        if (rules.width, rules.height) != (SIZE, SIZE):
            raise RecordError(
                f"a library is of a board of {SIZE} by {SIZE}, not of {rules}", byte=0
            )
        begin = _checked_header(content)
    except RecordError as error:
        yield error
        return
    file = _Bytes(content, begin)
    record = Record(Game(rules))
    tree = Node()
    yield from _read(file, tree)
    yield from grow(record, tree)
    yield record


def _checked_header(content: bytes) -> int:
    """Where the nodes begin."""
    if content.startswith(MAGIC):
        if len(content) < HEADER_BYTES:
            raise RecordError("the file ends within its header", byte=len(content))
        version = content[8], content[9]
        if version > NEWEST:
            raise RecordError(f"version {version[0]}.{version[1]} of RenLib is not known", byte=8)
        return HEADER_BYTES
    if content[:1] == bytes([_MIDDLE]):
        return 0
    raise RecordError("this is not a library of RenLib", byte=0)


class _Bytes:
    """A file read by pairs of bytes."""

    def __init__(self, content: bytes, place: int) -> None:
        self._content = content
        self.place = place

    @property
    def is_over(self) -> bool:
        return self.place >= len(self._content)

    def pair(self) -> tuple[int, int]:
        place = self.place
        if place + 2 > len(self._content):
            raise RecordError("the file ends within a move", byte=place, keeps_game=True)
        self.place += 2
        return self._content[place], self._content[place + 1]

    def text(self) -> str:
        """A text that ends with a zero, filled to whole pairs."""
        end = self._content.find(b"\x00", self.place)
        if end < 0:
            raise RecordError(
                "the remark that begins here has no end", byte=self.place, keeps_game=True
            )
        found = self._content[self.place : end]
        self._go_on(end + 1)
        return decoded(found)

    def _go_on(self, end: int) -> None:
        """Behind what ends there, and what fills it to whole pairs."""
        self.place = min(end + (end - self.place) % 2, len(self._content))

    def old_text(self) -> str:
        """A text whose last letter has the highest bit, filled to whole pairs."""
        begin = self.place
        end = begin
        while end < len(self._content) and not self._content[end] & 0x80:
            end += 1
        if end >= len(self._content):
            raise RecordError("the remark that begins here has no end", byte=begin, keeps_game=True)
        letters = bytes(each & 0x7F for each in self._content[begin : end + 1])
        self._go_on(end + 1)
        return letters.decode("ascii").translate(_OLD_LETTERS)


class _Flags(NamedTuple):
    cell: int
    low: int
    extended: int

    def has(self, flag: int) -> bool:
        return bool(self.low & flag)


def _read(file: _Bytes, root: Node) -> Iterator[RecordError]:
    """Reads the nodes below a root."""
    parents = [root]  # from the root to the node whose children are read
    siblings: list[int] = []  # how many of them there are above each sibling that is to come
    is_first = True
    while not file.is_over:
        place = file.place
        try:
            cell, low = file.pair()
            flags = _Flags(cell, low, file.pair()[1] if low & EXTENSION else 0)
            remark, board_text = _texts(file, flags)
        except RecordError as error:
            yield error  # and where the next node begins cannot be known
            return
        if is_first and cell == 0:
            node = root
            node.comment = remark
        else:
            node = _node(place, flags, remark, board_text)
            parents[-1].children.append(node)
            parents.append(node)
        is_first = False
        if flags.has(SIBLING) and node is not root:
            siblings.append(len(parents) - 1)
        if flags.has(LEAF):
            if siblings:
                del parents[siblings.pop() :]
            elif not file.is_over:
                yield RecordError(
                    "nothing can follow the last move of the library",
                    byte=file.place,
                    keeps_game=True,
                )
                return


def _texts(file: _Bytes, flags: _Flags) -> tuple[str, str]:
    remark = ""
    if flags.has(OLD_REMARK):
        remark = file.old_text()
    elif flags.has(REMARK):
        remark = file.text()
    remark = remark.replace(_LINE_END, "\n").replace("\r\n", "\n").strip()
    return remark, file.text() if flags.extended & BOARD_TEXT else ""


def _node(place: int, flags: _Flags, remark: str, board_text: str) -> Node:
    column, row = flags.cell % 16 - 1, SIZE - 1 - flags.cell // 16
    node = Node(byte=place, comment=remark)
    if flags.cell == 0:
        node.flaw = "a pass, which there is not in these games"
    elif not (0 <= column < SIZE and 0 <= row < SIZE):
        node.flaw = f"{flags.cell:#04x} is not a cell of the board"
    else:
        node.move = Move(column, row)
    if board_text:
        # Beside a move it is a remark on that, on an empty cell one on the position.
        told = f"{node.move or flags.cell}: {board_text}"
        node.comment = f"{node.comment}\n{told}".strip()
    if flags.has(NO_MOVE):
        node.move, node.flaw = None, ""
    return node

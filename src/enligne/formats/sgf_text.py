"""The syntax of SGF: trees of nodes, each with properties, each with values.

(;FF[4]GM[4]SZ[15];B[hh];W[ig](;B[hg]C[the usual way])(;B[ih]))
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEGIN = re.compile(r"\(\s*;")
_PROPERTY = re.compile(r"\s*([A-Za-z]+)\s*(?:\[(?:[^\]\\]|\\.)*\]\s*)+", flags=re.DOTALL)
#: Properties that only the root of a game has: where they stand, a game begins.
_OF_ROOTS = ("FF", "GM")
_ROOT_CHARACTERS = 1000
#: The next game, in a value without an end.
_SWALLOWED = re.compile(r"\n\(\s*;\s*(?:FF|GM)\s*\[")
_TOKEN = re.compile(
    r"\s*(?:([();])|([A-Za-z][A-Za-z0-9]*)\s*(?=\[)|\[((?:[^\]\\]|\\.)*)\])", flags=re.DOTALL
)
_SPACE = re.compile(r"\s*")
_ESCAPE = re.compile(r"\\(?:(\r\n|\n\r|\r|\n)|(.))|\r\n|\n\r|\r|\n", flags=re.DOTALL)
_LINE_END = re.compile(r"\r\n|\n\r|\r|\n")


@dataclass
class Properties:
    """A node as it stands in the file.

    Args:
        line: where it begins.
        values: the values of each property, with their escapes.
    """

    line: int
    values: dict[str, list[str]] = field(default_factory=dict)
    children: list[Properties] = field(default_factory=list)


def trees(text: str) -> Iterator[Properties | RecordError]:
    """The games of a file, each by its first node; in place of a broken one what is wrong with it.
    What stands between games is passed over, as it should be."""
    place = 0
    line = _Lines(text)
    while begin := _BEGIN.search(text, place):
        try:
            root, place = _tree(text, begin.start(), line)
            yield root
        except _BrokenError as error:
            yield RecordError(error.reason, line=line.at(error.place))
            place = _next_game(text, begin.end())


class _BrokenError(Exception):
    def __init__(self, reason: str, place: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place


class _Lines:
    """Which line a place is in, for places that come in order as a rule."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._line = 1

    def at(self, place: int) -> int:
        if place < self._place:
            self._place, self._line = 0, 1
        self._line += self._text.count("\n", self._place, place)
        self._place = place
        return self._line


def _next_game(text: str, place: int) -> int:
    """Where the next game begins, behind one that is broken and may have no end."""
    while begin := _BEGIN.search(text, place):
        if _begins_game(text, begin):
            return begin.start()
        place = begin.end()
    return len(text)


def _begins_game(text: str, begin: re.Match[str]) -> bool:
    place, end = begin.end(), begin.end() + _ROOT_CHARACTERS
    while match := _PROPERTY.match(text, place, end):
        if match[1] in _OF_ROOTS:
            return True
        place = match.end()
    return False


def _tree(text: str, begin: int, line: _Lines) -> tuple[Properties, int]:
    """The game that begins at a place, and where it ends."""
    root: Properties | None = None
    node: Properties | None = None
    forks: list[Properties | None] = []  # the node before each bracket that is open
    name = ""
    place = begin
    while True:
        token = _TOKEN.match(text, place)
        if token is None:
            raise _broken(text, place, begin)
        mark, found, value = token.groups()
        at = token.start(token.lastindex or 0)
        place = token.end()
        if mark == "(":
            if forks and (again := _BEGIN.match(text, at)) and _begins_game(text, again):
                raise _BrokenError("the game that begins here has no end", begin)
            forks.append(node)
        elif mark == ")":
            node = forks.pop()
            if not forks:
                assert root is not None  # a game begins with "(;"
                return root, place
        elif mark == ";":
            new = Properties(line.at(at))
            if node is None:
                root = new
            else:
                node.children.append(new)
            node = new
        elif found is not None:
            name = "".join(letter for letter in found if not letter.islower())
            if node is None or not name:
                raise _BrokenError(f"{found[:20]!r} is not a property of a node", at)
            if name in node.values:
                raise _BrokenError(f"the property {name} is given twice", at)
            node.values[name] = []
        elif node is None or not name:
            raise _BrokenError("a value without a property", at)
        elif _SWALLOWED.search(value):
            raise _BrokenError("the value that begins here has no end", at - 1)
        else:
            node.values[name].append(value)
        name = "" if mark else name


def _broken(text: str, place: int, begin: int) -> _BrokenError:
    match = _SPACE.match(text, place)
    place = match.end() if match else place
    if place >= len(text):
        return _BrokenError("the game that begins here has no end", begin)
    if text[place] == "[":
        return _BrokenError("the value that begins here has no end", place)
    return _BrokenError(f"{text[place : place + 20]!r} has no meaning here", place)


def plain(value: str) -> str:
    """A value without escapes: a backslash takes the meaning, or the line end, behind it away."""
    return _ESCAPE.sub(lambda match: "" if match[1] else match[2] or "\n", value)


def escaped(text: str) -> str:
    """A text as a value. A colon is escaped too, for values of two parts, and an opening bracket,
    so that no game seems to begin in it."""
    text = _LINE_END.sub("\n", text)
    return re.sub(r"([\\[\]:])", r"\\\1", text)


def split_pair(value: str) -> tuple[str, str]:
    """The two parts of a value, at the first colon without an escape."""
    match = re.match(r"((?:[^\\:]|\\.)*):(.*)", value, flags=re.DOTALL)
    return (plain(match[1]), plain(match[2])) if match else (plain(value), "")

"""Game records: text that a person can read and that reads back as the same game.

    [Event "Club evening"]
    [Date "2026-11-15"]
    [First "Ada"]
    [Second "alphabeta:depth=6"]
    [Rules "connect4"]
    [Result "1-0"]
    [Termination "run"]

    1. d1 e1 2. d2 e2 3. d3 {the threat} e3 4. d4 1-0

A file holds any number of them, one after the other. ``Start`` tells the start position where it
is not the empty board, and any other tag may be added.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from enligne.errors import RecordError
from enligne.files import replace_file
from enligne.game import Game
from enligne.move import FIRST, SECOND, Side
from enligne.outcome import Termination
from enligne.position import Position
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_WINNERS: dict[str, Side | None] = {"1-0": FIRST, "0-1": SECOND, "1/2-1/2": None}
_OPEN = "*"
_LINE_WIDTH = 80

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAG_LINE = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(r"\{((?:[^}\\]|\\.)*)\}|([0-9]+)(\.+)|([^\s{}.]+)|(\S)", flags=re.DOTALL)
_OWN_TAGS = ("Event", "Date", "First", "Second", "Rules", "Start", "Result", "Termination")

__all__ = ["Record", "Records", "read", "read_text", "record_text", "scan", "write"]


@dataclass
class Record:
    """A game with what is known about it.

    Args:
        game: the game; rules, start position, result and termination are taken from it.
        event, date, first, second: free text; ``first`` and ``second`` name the players.
        tags: further tags, by names of letters and digits.
        comments: remarks, each by the number of plies played before it.

    Raises:
        ValueError: a further tag has no proper name, or the name of a tag that the record has.
    """

    game: Game
    event: str = ""
    date: str = ""
    first: str = ""
    second: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.tags:
            if name in _OWN_TAGS or not _TAG_NAME.fullmatch(name):
                raise ValueError(f"{shortened(name)} cannot be the name of a further tag")

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads a text that holds one record.

        Raises:
            RecordError: it holds none, several, or a broken one.
        """
        found = list(scan(text))
        if len(found) != 1:
            raise RecordError(f"{len(found)} games instead of one", line=1)
        if isinstance(found[0], RecordError):
            raise found[0]
        return found[0]

    @property
    def text(self) -> str:
        """The record, which reads back as an equal one."""
        game = self.game
        outcome = game.outcome()
        tags = {
            "Event": self.event,
            "Date": self.date,
            "First": self.first,
            "Second": self.second,
            "Rules": str(game.rules),
            "Start": game.start.text if game.start.ply else "",
            "Result": outcome.result if outcome else _OPEN,
            "Termination": outcome.termination.value if outcome else "",
        }
        moves = map(str, game.moves)
        return record_text(tags | self.tags, moves, begins=game.start.side, comments=self.comments)


def record_text(
    tags: Mapping[str, str],
    moves: Iterable[str],
    *,
    begins: Side = FIRST,
    comments: Mapping[int, str] | None = None,
) -> str:
    """The record of a game that is known to be right: nothing is played.

    Args:
        tags: what is known about it, by the names and in the order that a record has; Result is
            among them, and one of a record's own that is empty is left out.
        begins: the side that has the first move.
        comments: remarks, each by the number of plies played before it.
    """
    lines = [
        f'[{name} "{_escaped(value, "")}"]'
        for name, value in tags.items()
        if value or name not in _OWN_TAGS
    ]
    words = _move_text(moves, begins, comments or {}, tags["Result"])
    return "\n".join([*lines, "", *_wrapped(words), ""])


def _move_text(
    moves: Iterable[str], begins: Side, comments: Mapping[int, str], result: str
) -> Iterator[str]:
    if 0 in comments:
        yield _comment(comments[0])
    for ply, move in enumerate(moves, 1):
        number, side = divmod(ply - 1 + begins, 2)  # begins is 1 for the second side
        if side == FIRST:
            yield f"{number + 1}."
        elif ply == 1:
            yield f"{number + 1}..."
        yield move
        if ply in comments:
            yield _comment(comments[ply])
    yield result


class Records(NamedTuple):
    """What a file of records holds: the games that could be read, and why others could not."""

    records: list[Record]
    errors: list[RecordError]


def read(path: str | Path) -> Records:
    """Reads a file of many games. Broken ones are reported and the others kept.

    Raises:
        OSError: the file cannot be read.
    """
    path = Path(path)
    # Bytes that are not UTF-8 spoil the game they stand in, not the whole file.
    text = path.read_bytes().decode("utf-8", errors="surrogateescape")
    return read_text(text, file=str(path))


def read_text(text: str, *, file: str = "<text>") -> Records:
    """Reads a text of many games, as :func:`read` does a file."""
    found = list(scan(text, file=file))
    return Records(
        [each for each in found if isinstance(each, Record)],
        [each for each in found if isinstance(each, RecordError)],
    )


def write(path: str | Path, records: Iterable[Record]) -> None:
    """Writes a file of records, over what it held, whole or not at all.

    Raises:
        OSError: the file cannot be written.
    """
    replace_file(path, "\n".join(record.text for record in records))


def scan(text: str, *, file: str = "<text>") -> Iterator[Record | RecordError]:
    """Reads records one after the other; in place of a broken one comes what is wrong with it."""
    for chunk in _chunks(text):
        try:
            yield _parsed(chunk)
        except RecordError as error:
            yield RecordError(error.reason, line=error.line, file=file)


class _Line(NamedTuple):
    number: int
    text: str

    @property
    def is_tag(self) -> bool:
        return self.text.startswith("[")

    @property
    def has_result(self) -> bool:
        return self.text.split()[-1] in (*_WINNERS, _OPEN)


class _Chunk(NamedTuple):
    """The lines of one record."""

    tags: list[_Line]
    moves: list[_Line]


def _chunks(text: str) -> Iterator[_Chunk]:
    """Splits a file where a tag follows moves, or where after a blank line there are tags though
    no moves came yet, or moves though the result was there."""
    chunk = _Chunk([], [])
    after_blank = False
    for number, raw in enumerate(text.split("\n"), 1):
        line = _Line(number, raw.strip(" \t\r\ufeff"))
        if not line.text:
            after_blank = True
            continue
        if line.is_tag:
            begins = bool(chunk.moves) or (bool(chunk.tags) and after_blank)
        else:
            begins = after_blank and bool(chunk.moves) and chunk.moves[-1].has_result
        if begins:
            yield chunk
            chunk = _Chunk([], [])
        (chunk.tags if line.is_tag else chunk.moves).append(line)
        after_blank = False
    if chunk.tags or chunk.moves:
        yield chunk


def _parsed(chunk: _Chunk) -> Record:
    for line in chunk.tags + chunk.moves:
        if re.search("[\ud800-\udfff]", line.text):
            raise RecordError("this is not UTF-8 text", line=line.number)
    tags: dict[str, tuple[str, int]] = {}
    for line in chunk.tags:
        match = _TAG_LINE.fullmatch(line.text)
        if match is None:
            raise RecordError(
                f'{shortened(line.text)} is not a tag such as [Rules "gomoku"]', line=line.number
            )
        if match[1] in tags:
            raise RecordError(f"the tag {match[1]} is given twice", line=line.number)
        tags[match[1]] = _unescaped(match[2]), line.number

    start_line = (chunk.tags or chunk.moves)[0].number
    if "Rules" not in tags:
        raise RecordError("the tag Rules is missing", line=start_line)
    if not chunk.moves:
        raise RecordError(
            f"there are no moves and no result, not even {_OPEN}", line=chunk.tags[-1].number
        )
    game = _start(tags)
    moves = _Moves(game)
    for line in chunk.moves:
        moves.take(line)
    moves.finish(tags, chunk.moves[-1].number)

    names = ("Event", "Date", "First", "Second")
    event, date, first, second = (tags.get(name, ("", 0))[0] for name in names)
    further = {name: value for name, (value, _) in tags.items() if name not in _OWN_TAGS}
    return Record(game, event, date, first, second, further, moves.comments)


def _start(tags: dict[str, tuple[str, int]]) -> Game:
    text, line = tags["Rules"]
    try:
        rules = Rules.of(text)
        text, line = tags.get("Start", ("", 0))
        return Game(rules, start=Position(rules, text) if text else None)
    except ValueError as error:
        raise RecordError(str(error), line=line) from None


class _Moves:
    """Reads the moves of a record line by line and plays them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.comments: dict[int, str] = {}
        self.result: str | None = None
        self.unclosed: list[str] = []  # a comment that began and has no end yet, line by line
        self.unclosed_line = 0

    def take(self, line: _Line) -> None:
        text = line.text
        if self.unclosed:
            self.unclosed.append(text)
            if "}" not in text:
                return
            text = "\n".join(self.unclosed)
            self.unclosed = []
        for token in _TOKEN.finditer(text):
            comment, number, _, word, stray = token.groups()
            if comment is not None:
                self._comment(_unescaped(comment))
            elif number is not None:
                self._number(int(number[:9]), line.number)
            elif word is not None:
                self._word(word, line.number)
            elif stray == "{":
                self.unclosed = [text[token.start() :]]
                self.unclosed_line = line.number
                return
            else:
                raise RecordError(f"{shortened(stray)} has no meaning here", line=line.number)

    def _comment(self, text: str) -> None:
        ply = len(self.game.moves)
        self.comments[ply] = f"{self.comments[ply]} {text}" if ply in self.comments else text

    def _number(self, number: int, line: int) -> None:
        due = (len(self.game.moves) + self.game.start.side) // 2 + 1
        if number != due:
            raise RecordError(f"move number {number} where {due} is due", line=line)

    def _word(self, word: str, line: int) -> None:
        if self.result is not None:
            raise RecordError(f"{shortened(word)} comes after the result", line=line)
        if word in _WINNERS or word == _OPEN:
            self.result = word
            return
        try:
            self.game.push(word)
        except ValueError as error:
            raise RecordError(f"move {len(self.game.moves) + 1}: {error}", line=line) from None

    def finish(self, tags: dict[str, tuple[str, int]], last_line: int) -> None:
        """Checks the result against the board and the tags, and ends the game accordingly."""
        if self.unclosed:
            raise RecordError("the comment that begins here has no end", line=self.unclosed_line)
        result, line = tags.get("Result", (self.result or "", last_line))
        if self.result is None:
            raise RecordError(
                f"the result is missing after the moves; {_OPEN} if none", line=last_line
            )
        if result != self.result:
            raise RecordError(
                f"the tag Result says {shortened(result)}, the moves {self.result}", line=line
            )
        termination = self._termination(tags)
        shown = self.game.outcome()
        if shown is None:
            if self.result != _OPEN:
                try:
                    self.game.end(_WINNERS[self.result], termination or Termination.UNSTATED)
                except ValueError as error:
                    raise RecordError(str(error), line=line) from None
            elif termination is not None:
                raise RecordError(
                    f"termination by {termination} of a game without result", line=line
                )
        elif self.result != shown.result:
            raise RecordError(f"the result is {self.result}, but on the board {shown}", line=line)
        elif termination not in (None, shown.termination):
            raise RecordError(f"termination by {termination}, but on the board {shown}", line=line)

    def _termination(self, tags: dict[str, tuple[str, int]]) -> Termination | None:
        text, line = tags.get("Termination", ("", 0))
        if not text:
            return None
        try:
            return Termination(text)
        except ValueError:
            known = ", ".join(Termination)
            raise RecordError(
                f"{shortened(text)} is no termination; known: {known}", line=line
            ) from None


def _wrapped(tokens: Iterable[str]) -> Iterator[str]:
    """Lines of tokens, none broken, so that comments keep their spaces."""
    line = ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > _LINE_WIDTH:
            yield line
            line = token
        else:
            line = f"{line} {token}" if line else token
    if line:
        yield line


def _comment(text: str) -> str:
    return "{" + _escaped(text, "{}") + "}"


def _escaped(text: str, brackets: str) -> str:
    result = text.replace("\\", "\\\\").replace('"', '\\"')
    for bracket in brackets:
        result = result.replace(bracket, "\\" + bracket)
    return result.replace("\n", "\\n").replace("\r", "\\r")


def _unescaped(text: str) -> str:
    plain = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda match: plain.get(match[1], match[1]), text, flags=re.DOTALL)

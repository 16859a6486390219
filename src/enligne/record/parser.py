"""Reads records: chunks of lines, their tags, their moves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from enligne.errors import RecordError
from enligne.game import Game
from enligne.move import FIRST, SECOND, Side
from enligne.outcome import Termination
from enligne.position import Position
from enligne.record.annotations import take_annotation
from enligne.record.model import DEEPEST_NESTING, OWN_TAGS, Record, Variation
from enligne.record.writer import OPEN
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

_WINNERS: dict[str, Side | None] = {"1-0": FIRST, "0-1": SECOND, "1/2-1/2": None}

_TAG_LINE = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"\{((?:[^}\\]|\\.)*)\}|([0-9]+)(\.+)|([()])|([^\s{}().]+)|(\S)", flags=re.DOTALL
)


def scan(text: str, *, file: str = "<text>") -> Iterator[Record | RecordError]:
    """Reads records one after the other. In place of a broken one comes what is wrong with it, and
    before one whose variation is broken what is wrong with that."""
    for chunk in _chunks(text):
        try:
            record, errors = _parsed(chunk)
        except RecordError as error:
            yield error.in_file(file)
            continue
        yield from (error.in_file(file) for error in errors)
        yield record


class _Line(NamedTuple):
    number: int
    text: str

    @property
    def is_tag(self) -> bool:
        return self.text.startswith("[")

    @property
    def has_result(self) -> bool:
        return self.text.split()[-1] in (*_WINNERS, OPEN)


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


def _parsed(chunk: _Chunk) -> tuple[Record, list[RecordError]]:
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
            f"there are no moves and no result, not even {OPEN}", line=chunk.tags[-1].number
        )
    names = ("Event", "Date", "First", "Second")
    event, date, first, second = (tags.get(name, ("", 0))[0] for name in names)
    further = {name: value for name, (value, _) in tags.items() if name not in OWN_TAGS}
    record = Record(_start(tags), event, date, first, second, further)
    moves = _Moves(record)
    for line in chunk.moves:
        moves.take(line)
    moves.finish(tags, chunk.moves[-1].number)
    return record, moves.errors


def _start(tags: dict[str, tuple[str, int]]) -> Game:
    text, line = tags["Rules"]
    try:
        rules = Rules.of(text)
        text, line = tags.get("Start", ("", 0))
        return Game(rules, start=Position(rules, text) if text else None)
    except ValueError as error:
        raise RecordError(str(error), line=line) from None


@dataclass
class _OpenVariation:
    """A variation whose end has not come.

    Args:
        line: where it begins.
        after: the number of the move from which it goes on, once that is known.
        found: it, from then on.
        remarks: what is said before that.
    """

    line: int
    after: int = 0
    found: Variation | None = None
    remarks: list[str] = field(default_factory=list)


class _Moves:
    """Reads the moves of a record line by line and plays them."""

    def __init__(self, record: Record) -> None:
        self.game = record.game
        self.lines = [_OpenVariation(0, 0, record)]  # the record, and the variations that are open
        self.errors: list[RecordError] = []  # of variations, which are left out
        self.skipped = 0  # brackets that are open within a variation that is left out
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
            if token[6] == "{":
                self.unclosed = [text[token.start() :]]
                self.unclosed_line = line.number
                return
            if self.skipped:
                self.skipped += {"(": 1, ")": -1}.get(token[0], 0)
                continue
            try:
                self._take(token, line.number)
            except RecordError as error:
                if len(self.lines) == 1:
                    raise
                # The variation is lost, and nothing else.
                self.lines.pop()
                self.skipped = 1 + {"(": 1, ")": -1}.get(token[0], 0)
                self._complain(error.reason, line.number)

    def _complain(self, reason: str, line: int) -> None:
        self.errors.append(RecordError(reason, line=line, keeps_game=True))

    def _take(self, token: re.Match[str], line: int) -> None:
        comment, number, dots, bracket, word, stray = token.groups()
        if comment is not None:
            self._comment(comment)
        elif number is not None:
            self._number(int(number[:9]), dots, line)
        elif bracket == "(":
            self._open(line)
        elif bracket == ")":
            self._close(line)
        elif word is not None:
            self._word(word, line)
        else:
            raise RecordError(f"{shortened(stray)} has no meaning here", line=line)

    def _ply(self, variation: Variation) -> int:
        """How many plies of the record were played before the next move of a variation, counted
        from a move of the first side."""
        return variation.game.position.ply - self.game.start.ply + self.game.start.side

    def _comment(self, text: str) -> None:
        found = self.lines[-1].found
        if found is None:
            self.lines[-1].remarks.append(text)
        else:
            _add_remark(found, len(found.game.moves), text)

    def _number(self, number: int, dots: str, line: int) -> None:
        if self.lines[-1].found is None:
            # By its number it goes on from the last move, or else stands in the place of that.
            parent = self._parent
            side = FIRST if len(dots) == 1 else SECOND
            self._begin(goes_on=side == parent.game.side)
        due = self._ply(self._line(line)) // 2 + 1
        if number != due:
            raise RecordError(f"move number {number} where {due} is due", line=line)

    @property
    def _parent(self) -> Variation:
        found = self.lines[-2].found
        assert found is not None  # a bracket opens behind moves only
        return found

    def _line(self, line: int) -> Variation:
        """The variation that is being read."""
        if self.lines[-1].found is None:
            self._begin(goes_on=not self._parent.game.moves)
        found = self.lines[-1].found
        if found is None:
            raise RecordError("there is no move that a variation could replace", line=line)
        return found

    def _begin(self, *, goes_on: bool) -> None:
        last = self.lines[-1]
        last.after = len(self._parent.game.moves) - (not goes_on)
        if last.after >= 0:
            last.found = Variation(Game(self._parent.game.positions[last.after]))
            for remark in last.remarks:
                _add_remark(last.found, 0, remark)

    def _open(self, line: int) -> None:
        if self.lines[-1].found is None:
            raise RecordError("a variation begins with a move", line=line)
        if self.result is not None:
            raise RecordError("a variation comes after the result", line=line)
        if len(self.lines) > DEEPEST_NESTING:
            self._complain(f"variations are nested more than {DEEPEST_NESTING} deep", line)
            self.skipped = 1
            return
        self.lines.append(_OpenVariation(line))

    def _close(self, line: int) -> None:
        if len(self.lines) == 1:
            raise RecordError("')' ends no variation", line=line)
        last = self.lines[-1]
        if last.found is None or not last.found.game.moves:
            raise RecordError("a variation has at least one move", line=line)
        self._parent.variations.setdefault(last.after, []).append(last.found)
        self.lines.pop()

    def _word(self, word: str, line: int) -> None:
        if self.result is not None:
            raise RecordError(f"{shortened(word)} comes after the result", line=line)
        if word in _WINNERS or word == OPEN:
            if len(self.lines) > 1:
                raise RecordError(f"a variation has no result such as {word}", line=line)
            self.result = word
            return
        game = self._line(line).game
        try:
            game.push(word)
        except ValueError as error:
            number = game.position.ply - self.game.start.ply + 1
            raise RecordError(f"move {number}: {error}", line=line) from None

    def finish(self, tags: dict[str, tuple[str, int]], last_line: int) -> None:
        """Checks the result against the board and the tags, and ends the game accordingly."""
        if self.unclosed:
            raise RecordError("the comment that begins here has no end", line=self.unclosed_line)
        if len(self.lines) > 1 or self.skipped:
            place = self.errors[-1].line if self.skipped else self.lines[-1].line
            raise RecordError("the variation that begins here has no end", line=place)
        result, line = tags.get("Result", (self.result or "", last_line))
        if self.result is None:
            raise RecordError(
                f"the result is missing after the moves; {OPEN} if none", line=last_line
            )
        if result != self.result:
            raise RecordError(
                f"the tag Result says {shortened(result)}, the moves {self.result}", line=line
            )
        termination = self._termination(tags)
        shown = self.game.outcome()
        if shown is None:
            if self.result != OPEN:
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


def _add_remark(variation: Variation, number: int, text: str) -> None:
    rest = take_annotation(variation, number, text)
    if rest is not None:
        comment = _unescaped(rest)
        kept = variation.comments
        kept[number] = f"{kept[number]} {comment}" if number in kept else comment


def _unescaped(text: str) -> str:
    plain = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda match: plain.get(match[1], match[1]), text, flags=re.DOTALL)

"""Games of the Smart Game Format, ``GM[4]``: Gomoku and Renju, and here any rules (``RU``).

Black is the first side. Cells are two letters, the column from the left and the row from the top;
``h8`` is read too. What SGF has no property for has one of our own: ``SCORE`` (as in a record),
``SECONDS`` (what a move took), ``TERMINATION``, ``TAG[name:value]``. Where the game is over and
variations go on, the game ends with an empty node.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from enligne.engines.score import Heuristic, Score, from_text
from enligne.errors import RecordError
from enligne.formats.sgf_text import Properties, escaped, plain, split_pair, trees
from enligne.formats.texts import decoded
from enligne.formats.tree import Node, grow
from enligne.game import Game
from enligne.move import COLUMNS, FIRST, SECOND, Cell, Move, Side
from enligne.notation import parse_cell
from enligne.outcome import Termination
from enligne.position import Position
from enligne.record import Record, Variation
from enligne.record.annotations import seconds_of
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_GAME = "4"
_USUAL_SIZE = 15
_RUN = 5
_COLOURS = "BW"
_FIELDS = {"EV": "event", "DT": "date"}
#: Other facts about a game, which are tags of a record under these names.
_FACTS = (
    *("AN", "BR", "BT", "CP", "GC", "GN", "ON", "OT", "PC", "RO", "SO", "TM", "US", "WR", "WT"),
)
_CELL = re.compile(r"([a-z])([a-z])")
_RESULT = re.compile(r"([BW])\+(.*)", flags=re.IGNORECASE | re.DOTALL)
_DRAWN = ("0", "draw", "jigo", "1/2-1/2")
_ENDINGS = {"R": Termination.RESIGNATION, "T": Termination.TIME}
_ENCODING = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_BEGIN = re.compile(rb"(?:\xef\xbb\xbf)?\s*\(\s*;")
#: Behind the header of a letter, for instance.
_ROOT = re.compile(rb"\(\s*;\s*(?:FF|GM)\s*\[")
_NODES_A_LINE = 8


def knows(content: bytes) -> bool:
    return _BEGIN.match(content) is not None or _ROOT.search(content, 0, 4096) is not None


def scan(content: bytes, rules: Rules | None) -> Iterator[Record | RecordError]:
    """The games of a file. Of a game with a wrong move, that and what follows it is left out."""
    found = False
    for tree in trees(_text(content)):
        found = True
        if isinstance(tree, RecordError):
            yield tree
        else:
            yield from _Reader(tree, rules).read()
    if not found and content.strip():
        yield RecordError("there is no game, which begins with (;", line=1)


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if match := _ENCODING.search(content):
        try:
            return content.decode(match[1].decode(), errors="replace")
        except (LookupError, UnicodeError):
            pass
    return decoded(content)


class _Reader:
    """Makes a record of one game."""

    def __init__(self, tree: Properties, rules: Rules | None) -> None:
        self._tree = tree
        self._given = rules
        self._first = "B"  # the colour of the first side

    def read(self) -> Iterator[Record | RecordError]:
        root = self._tree
        try:
            rules = self._rules()
            start = self._start(rules)
            record = Record(Game(rules, start=start))
        except ValueError as error:
            yield RecordError(str(error), line=root.line)
            return
        names = [self._value(f"P{colour}") for colour in _COLOURS]
        if self._first == "W":
            names.reverse()
        record.first, record.second = names
        for name, kept in _FIELDS.items():
            setattr(record, kept, self._value(name))
        record.tags = {name: self._value(name) for name in _FACTS if name in root.values}
        for pair in root.values.get("TAG", ()):
            name, value = split_pair(pair)
            try:
                Record(record.game, tags={name: value})
            except ValueError as error:
                yield RecordError(str(error), line=root.line, keeps_game=True)
            else:
                record.tags[name] = value
        yield from grow(record, self._nodes(rules))
        yield from self._end(record.game)
        yield record

    def _value(self, name: str, usual: str = "") -> str:
        values = self._tree.values.get(name)
        return plain(values[0]) if values else usual

    def _rules(self) -> Rules:
        if self._value("GM", _GAME).strip() != _GAME:
            raise ValueError(f"GM[{self._value('GM')[:20]}] is another game: these are GM[{_GAME}]")
        told = self._value("SZ", str(_USUAL_SIZE))
        size = re.fullmatch(r"\s*([0-9]{1,3})(?::([0-9]{1,3}))?\s*", told, flags=re.ASCII)
        if size is None:
            raise ValueError(f"{shortened(told)} is not a size such as 15 or 7:6")
        width, height = int(size[1]), int(size[2] or size[1])
        try:
            rules = Rules.of(self._value("RU"))
        except ValueError:  # words of other programs
            rules = self._given or Rules(width, height, _RUN)
        if (rules.width, rules.height) != (width, height):
            raise ValueError(f"a board of {width} by {height} is not that of {rules}")
        return rules

    def _start(self, rules: Rules) -> Position:
        stones = {
            colour: [
                cell
                for value in self._tree.values.get(f"A{colour}", ())
                for cell in _rectangle(value, rules)
            ]
            for colour in _COLOURS
        }
        begins = self._value("PL").strip().upper()[:1] or self._colour_of_first_move()
        more = len(stones["W"]) - len(stones["B"])
        if more > 0 or (more == 0 and begins == "W"):
            self._first = "W"
        second = "B" if self._first == "W" else "W"
        return Position.from_stones(rules, stones[self._first], stones[second])

    def _colour_of_first_move(self) -> str:
        node: Properties | None = self._tree
        while node is not None:
            for colour in _COLOURS:
                if colour in node.values:
                    return colour
            node = node.children[0] if node.children else None
        return "B"

    def _nodes(self, rules: Rules) -> Node:
        """The tree as it is played: its root has no move."""
        root = Node()
        waiting = [(root, self._tree)]
        while waiting:
            parent, properties = waiting.pop()
            node = self._node(properties, rules)
            parent.children.append(node)
            waiting += [(node, child) for child in properties.children[::-1]]
        return root

    def _node(self, properties: Properties, rules: Rules) -> Node:
        values = properties.values
        node = Node(line=properties.line)
        remarks = [plain(values[name][0]) for name in ("N", "C") if values.get(name)]
        node.comment = "\n".join(remarks)
        colours = [colour for colour in _COLOURS if colour in values]
        if len(colours) == 2:
            node.flaw = "both sides move in one node"
        elif colours:
            node.side = FIRST if colours[0] == self._first else SECOND
            try:
                node.move = _cell(plain("".join(values[colours[0]])), rules)
            except ValueError as error:
                node.flaw = str(error)
        if properties is not self._tree and {"AB", "AW", "AE"} & set(values):
            node.flaw = "stones are set up behind the beginning, which no game does"
        try:
            self._annotate(node, properties, colours)
        except ValueError as error:
            # A number that is none stays as it is.
            node.comment = f"{node.comment}\n{error}".strip()
        return node

    def _annotate(self, node: Node, properties: Properties, colours: list[str]) -> None:
        values = {name: plain(each[0]) for name, each in properties.values.items() if each}
        if colours and (left := values.get(f"{colours[0]}L")) is not None:
            node.seconds_left = seconds_of(left)
        if (seconds := values.get("SECONDS")) is not None:
            node.seconds = seconds_of(seconds)
        if (score := values.get("SCORE")) is not None:
            node.score = from_text(score)
        elif (value := values.get("V")) is not None and node.side is not None:
            if not re.fullmatch(r"\s*[+-]?[0-9]{1,9}(?:\.0*)?\s*", value, flags=re.ASCII):
                raise ValueError(f"V: {value}")
            # It is that of black; ours is that of the side to move.
            number = round(float(value))
            node.score = Heuristic(-number if self._is_black(node.side) else number)

    def _is_black(self, side: Side) -> bool:
        return (side is FIRST) == (self._first == "B")

    def _end(self, game: Game) -> Iterator[RecordError]:
        told = self._value("RE").strip()
        match = _RESULT.fullmatch(told)
        winner: Side | None = None
        kind = ""
        if match and match[2].strip().lower() != "draw":
            winner = FIRST if match[1].upper() == self._first else SECOND
            kind = match[2].strip()[:1].upper()
        elif match is None and told.lower() not in _DRAWN:
            return  # not known, or void
        shown = game.outcome()
        if shown is None:
            termination = _ENDINGS.get(kind, Termination.UNSTATED)
            for each in Termination:
                if each == self._value("TERMINATION") and not each.is_on_board:
                    termination = each
            game.end(winner, termination)
        elif shown.winner is not winner:
            reason = f"the result is {told[:20]}, but on the board {shown}"
            yield RecordError(reason, line=self._tree.line, keeps_game=True)


def _cell(text: str, rules: Rules) -> Move:
    text = text.strip()
    match = _CELL.fullmatch(text)
    if match is None and re.fullmatch(r"[A-Za-z][0-9]{1,2}", text):
        return parse_cell(text, rules)
    if not text or (text == "tt" and max(rules.width, rules.height) <= 19):
        raise ValueError("a pass, which there is not in these games")
    if match is None:
        raise ValueError(f"{shortened(text)} is not a cell such as hh")
    column, row = COLUMNS.index(match[1]), rules.height - 1 - COLUMNS.index(match[2])
    if not rules.has((column, row)):
        raise ValueError(f"{text} is outside the board of {rules.width} by {rules.height}")
    return Move(column, row)


def _rectangle(value: str, rules: Rules) -> list[Cell]:
    """The cells of a value, which is one, or two corners."""
    corners = [_cell(plain(each), rules) for each in value.split(":", 1)]
    columns, rows = zip(*corners, strict=True)
    return [
        Cell(column, row)
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    ]


def write(records: Iterable[Record]) -> str:
    """The text of games."""
    return "\n".join(_game(each) for each in records)


def _game(record: Record) -> str:
    from enligne import __version__

    rules = record.game.rules
    size = f"{rules.width}" if rules.width == rules.height else f"{rules.width}:{rules.height}"
    root = f"FF[4]GM[{_GAME}]CA[UTF-8]AP[enligne:{__version__}]SZ[{size}]"
    facts = {"RU": str(rules), "PB": record.first, "PW": record.second}
    facts |= {name: getattr(record, kept) for name, kept in _FIELDS.items()}
    root += "".join(f"{name}[{escaped(value)}]" for name, value in facts.items() if value)
    facts = {name: value for name, value in record.tags.items() if name in _FACTS}
    root += "".join(f"{name}[{escaped(value)}]" for name, value in facts.items())
    # One property with all of them: none may be given twice.
    others = [
        f"[{name}:{escaped(value)}]" for name, value in record.tags.items() if name not in facts
    ]
    root += f"TAG{''.join(others)}" if others else ""
    root += _result(record.game)
    for side, colour in zip(Side, _COLOURS, strict=True):
        stones = "".join(f"[{_letters(cell, rules)}]" for cell in record.game.start.stones(side))
        root += f"A{colour}{stones}" if stones else ""
    return f"(;{root}{_remarks(record, 0)}\n{_line(record)})\n"


def _result(game: Game) -> str:
    outcome = game.outcome()
    if outcome is None:
        return ""
    termination = outcome.termination
    told = {each: letter for letter, each in _ENDINGS.items()}
    result = "0"
    if outcome.winner is not None:
        result = f"{_COLOURS[outcome.winner]}+{told.get(termination, '')}"
    is_told = termination.is_on_board or (outcome.winner is not None and termination in told)
    return f"RE[{result}]" + ("" if is_told else f"TERMINATION[{termination}]")


def _line(variation: Variation) -> str:
    """The nodes of a variation behind its first, and those inside it."""
    text = ""
    moves = variation.game.moves
    side = variation.game.start.side
    forks: list[int] = []  # the moves from which several ways go on
    for number in range(len(moves) + 1):
        if number:
            cell = _letters(moves[number - 1], variation.game.rules)
            text += f";{_COLOURS[side]}[{cell}]{_remarks(variation, number)}"
            text += "\n" if number % _NODES_A_LINE == 0 else ""
            side = side.other
        if variation.variations.get(number):
            forks.append(number)
            text += "\n("
    for number in reversed(forks):
        text += ";)" if number == len(moves) else ")"
        text += "".join(_branch(each) for each in variation.variations_after(number))
    return text


def _branch(variation: Variation) -> str:
    remarks = _remarks(variation, 0)
    return f"\n({f';{remarks}' if remarks else ''}{_line(variation)})"


def _remarks(variation: Variation, number: int) -> str:
    text = ""
    start = variation.game.start.side
    mover = start if number % 2 else start.other
    score: Score | None = variation.scores.get(number)
    if isinstance(score, Heuristic) and number:
        text += f"V[{-score.value if mover is FIRST else score.value}]"
    elif score is not None:
        text += f"SCORE[{score}]"
    if number in variation.seconds:
        text += f"SECONDS[{_seconds(variation.seconds[number])}]"
    if number in variation.seconds_left:
        text += f"{_COLOURS[mover]}L[{_seconds(variation.seconds_left[number])}]"
    comment = variation.comments.get(number)
    return f"{text}C[{escaped(comment)}]" if comment else text


def _seconds(seconds: float) -> str:
    return f"{max(0, round(seconds * 1000)) / 1000:.3f}".rstrip("0").rstrip(".")


def _letters(cell: Cell, rules: Rules) -> str:
    return COLUMNS[cell.column] + COLUMNS[rules.height - 1 - cell.row]

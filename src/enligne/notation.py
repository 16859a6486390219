"""How cells, moves and positions are written. Pure text: what is legal is not decided here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from enligne.errors import IllegalMoveError, NotationError
from enligne.move import COLUMNS, FIRST, SECOND, Cell, Move, Side
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from enligne.rules import Rules

# How programs write the stones of the first and of the second side. The first pair is ours.
_ALPHABETS = (("xX", "oO"), ("P", "p"), ("rR", "yY"), ("bB", "wW"), ("1", "2"))
_EMPTY = "._-"

_CELL = re.compile(r"([A-Za-z])([0-9]{1,3})")
_COLUMN = re.compile(r"[A-Za-z]|[0-9]{1,3}")
_COMPACT = re.compile(r"(?:[A-Za-z][0-9]*)+")


class Target(NamedTuple):
    """What a move text names: a column, and a row unless it is left to gravity."""

    column: int
    row: int | None


def parse_target(text: str, rules: Rules) -> Target:
    """Reads one move: ``d1``, and with gravity also ``d`` or ``4``.

    Raises:
        NotationError: the text names neither a cell nor, with gravity, a column.
        IllegalMoveError: it names one that the board does not have.
    """
    text = text.strip()
    column: int
    row: int | None
    if match := _CELL.fullmatch(text):
        column, row = COLUMNS.index(match[1].lower()), int(match[2]) - 1
    elif rules.gravity and _COLUMN.fullmatch(text):
        column = int(text) - 1 if text.isdigit() else COLUMNS.index(text.lower())
        row = None
    else:
        wanted = "a cell such as a1 or a column such as a or 1" if rules.gravity else "a cell"
        raise NotationError(
            f"{shortened(text)} is not {wanted}; {_extent(rules)}",
            flaw="column" if rules.gravity else "cell",
            last=_last(rules),
        )
    if not rules.has((column, 0 if row is None else row)):
        reason = f"{text} is outside the board; {_extent(rules)}"
        raise IllegalMoveError(reason, flaw="outside", cell=text, last=_last(rules))
    return Target(column, row)


def parse_cell(text: str, rules: Rules) -> Cell:
    """Reads the name of a cell of the board.

    Raises:
        NotationError: the text does not name a cell.
        IllegalMoveError: the board does not have it.
    """
    column, row = parse_target(text, rules)
    if row is None:
        raise NotationError(f"{shortened(text)} is not a cell; {_extent(rules)}")
    return Cell(column, row)


def _extent(rules: Rules) -> str:
    return f"cells are a1 to {_last(rules)}"


def _last(rules: Rules) -> str:
    return str(Cell(rules.width - 1, rules.height - 1))


def split_moves(text: str) -> list[str]:
    """Splits a sequence of moves into single ones, which are not read yet.

    ``d1 d2 e1``, ``d1,d2,e1``, ``d1d2e1``, and with gravity ``d d e``, ``dde``, ``4 4 5`` and
    ``445``. In a list with spaces or commas a number is one column, so that column 10 can be
    written; without them each digit is a column.

    Raises:
        NotationError: a part of the text is nothing of that kind.
    """
    parts = [part for part in re.split(r"[\s,]+", text) if part]
    moves: list[str] = []
    for part in parts:
        if part.isascii() and part.isdigit():
            moves.extend(part if len(parts) == 1 else [part])
        elif _COMPACT.fullmatch(part):
            moves.extend(re.findall(r"[A-Za-z][0-9]*", part))
        else:
            raise NotationError(f"{shortened(part)} is not a move")
    return moves


def format_moves(moves: Sequence[Move], rules: Rules) -> str:
    """A sequence of moves as short as it can be read back: ``4453`` or ``h8 h9``."""
    if rules.gravity and rules.width <= 9:
        return "".join(str(move.column + 1) for move in moves)
    return " ".join(map(str, moves))


class Stones(NamedTuple):
    """The stones a position text describes, and the side to move if it says so."""

    first: list[Cell]
    second: list[Cell]
    side: Side | None


def parse_stones(text: str, rules: Rules) -> Stones:
    """Reads position text: rows from the top, such as ``7/7/7/7/3o3/3x3 x``.

    Stones may be written x/o, X/O, P/p, R/Y, B/W or 1/2 (first side / second side), empty cells
    as a number, or one by one as ``.``, ``_`` or ``-``, or as ``0`` where 1 and 2 are stones.

    Raises:
        NotationError: the text is not of that form, or not of the size of the board.
    """
    board, side_text = _split_side(text)
    rows = board.split("/")
    if len(rows) != rules.height:
        raise NotationError(f"{_count(len(rows), 'row')} instead of {rules.height}")
    # Digits are stones only where every row is written out cell by cell with nothing else.
    digits_are_stones = all(re.fullmatch(f"[012._-]{{{rules.width}}}", row) for row in rows)
    symbols = [
        row.replace("0", ".") if digits_are_stones else _expanded(row, number)
        for number, row in enumerate(rows, 1)
    ]
    for number, row in enumerate(symbols, 1):
        if len(row) != rules.width:
            raise NotationError(
                f"row {number} from the top has {_count(len(row), 'cell')} instead of {rules.width}"
            )
    used = {symbol for row in symbols for symbol in row} - set(_EMPTY)
    first, second = _alphabet(used | set(side_text))
    cells: dict[str, list[Cell]] = {first: [], second: []}
    for row_number, row in enumerate(reversed(symbols)):
        for column, symbol in enumerate(row):
            for alphabet, found in cells.items():
                if symbol in alphabet:
                    found.append(Cell(column, row_number))
    side = None if not side_text else FIRST if side_text in first else SECOND
    return Stones(cells[first], cells[second], side)


def _split_side(text: str) -> tuple[str, str]:
    parts = text.split()
    if not parts:
        raise NotationError("the position is empty; an empty board is written such as 3/3/3")
    if len(parts) > 2 or (len(parts) == 2 and len(parts[1]) != 1):
        raise NotationError(
            f"{shortened(' '.join(parts[1:]))} is not a side to move, which is x or o"
        )
    return parts[0], "".join(parts[1:])


def _expanded(row: str, number: int) -> str:
    """A row with one symbol for each cell."""
    result = ""
    for part in re.findall(r"[0-9]+|.", row, flags=re.DOTALL):
        if part[0] not in "0123456789":
            result += part
        elif len(part) <= 2:
            result += "." * int(part)
        else:
            raise NotationError(f"row {number} from the top has {shortened(part)} empty cells")
    return result


def _alphabet(symbols: set[str]) -> tuple[str, str]:
    for first, second in _ALPHABETS:
        if symbols <= set(first + second):
            return first, second
    known = {symbol for pair in _ALPHABETS for symbol in "".join(pair)}
    if strange := sorted(symbols - known):
        raise NotationError(f"{shortened(strange[0])} is not a stone; stones are x and o")
    raise NotationError(f"stones are written in several ways at once: {', '.join(sorted(symbols))}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def format_stones(first: Iterable[Cell], second: Iterable[Cell], side: Side, rules: Rules) -> str:
    """Position text, rows from the top, then the side to move."""
    symbol = dict.fromkeys(first, "x") | dict.fromkeys(second, "o")
    rows = [
        "".join(symbol.get(Cell(column, row), ".") for column in range(rules.width))
        for row in reversed(range(rules.height))
    ]
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    return f"{board} {'xo'[side]}"

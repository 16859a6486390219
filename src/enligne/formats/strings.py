"""Games as strings of moves, one on each line.

h8i9h10g9           gomocalc.com: cells without spaces, also as the end of an address of it
44455554221         Connect 4: columns from 1
44455554221 -2      the same with its exact score, as test files of solvers have it
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from enligne.engines.score import Loss, Win
from enligne.engines.solver import score_of_verdict
from enligne.errors import RecordError
from enligne.formats.texts import decoded
from enligne.game import Game
from enligne.record import Record
from enligne.rules import PRESETS, Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_CELLS = re.compile(r"(?:https?://\S*/)?((?:[A-Za-z][0-9]{1,2}[\s,]*)+)", flags=re.ASCII)
_COLUMNS = re.compile(r"([1-9]+)(?:[ \t]+(-?[0-9]{1,3}))?", flags=re.ASCII)
_WIDEST = 9


def knows_cells(content: bytes) -> bool:
    return _CELLS.fullmatch(_first_line(content)) is not None


def knows_columns(content: bytes) -> bool:
    return _COLUMNS.fullmatch(_first_line(content)) is not None


def _first_line(content: bytes) -> str:
    return decoded(content).lstrip("\ufeff \t\r\n").partition("\n")[0].strip()


def scan_cells(content: bytes, rules: Rules | None) -> Iterator[Record | RecordError]:
    """Games by their cells; a line that is none is reported."""
    return _scan(content, rules or PRESETS["gomoku"], _of_cells)


def scan_columns(content: bytes, rules: Rules | None) -> Iterator[Record | RecordError]:
    """Games by their columns; a line that is none is reported."""
    return _scan(content, rules or PRESETS["connect4"], _of_columns)


def _scan(
    content: bytes, rules: Rules, read: Callable[[str, Rules], Record]
) -> Iterator[Record | RecordError]:
    for number, raw in enumerate(decoded(content).split("\n"), 1):
        if line := raw.strip(" \t\r\ufeff"):
            try:
                yield read(line, rules)
            except ValueError as error:
                yield RecordError(str(error), line=number)


def _of_cells(line: str, rules: Rules) -> Record:
    match = _CELLS.fullmatch(line)
    if match is None:
        raise ValueError(f"{shortened(line)} is not a game such as h8i9h10")
    return Record(Game(rules, match[1]))


def _of_columns(line: str, rules: Rules) -> Record:
    match = _COLUMNS.fullmatch(line)
    if match is None:
        raise ValueError(f"{shortened(line)} is not a game such as 44455554221")
    if not rules.gravity:
        raise ValueError(f"columns are no moves of {rules}")
    record = Record(Game(rules, match[1]))
    if match[2] is not None and not record.game.is_over:
        position = record.game.position
        score = score_of_verdict(int(match[2]), position)
        if isinstance(score, Win | Loss) and not 0 < score.plies <= rules.cell_count - position.ply:
            raise ValueError(f"no position of {rules} with these moves has the score {match[2]}")
        record.scores[len(record.game.moves)] = score
    return record


def cells_refusal(game: Game) -> str:
    """What of a game cells cannot hold; empty if they can."""
    return _refusal(game)


def columns_refusal(game: Game) -> str:
    """What of a game columns cannot hold; empty if they can."""
    if not game.rules.gravity or game.rules.width > _WIDEST:
        return f"a game of {game.rules}: only gravity and up to {_WIDEST} columns"
    return _refusal(game)


def _refusal(game: Game) -> str:
    if game.start.ply:
        return "a game that does not start on the empty board"
    return "" if game.moves else "a game without moves"


def write_cells(records: Iterable[Record]) -> str:
    return "".join("".join(map(str, each.game.moves)) + "\n" for each in records)


def write_columns(records: Iterable[Record]) -> str:
    return "".join(
        "".join(str(move.column + 1) for move in each.game.moves) + "\n" for each in records
    )

"""Games of Piskvork (``.psq``), the manager of Gomocup.

Piskvorky 15x15, 11:11, 0       the board, the strength of both players, who of them began
8,8,1500                        column from the left, row from the top, milliseconds
…
pbrain-one.exe                  the players, where a tournament was played
pbrain-two.exe
0                               how it ended: 0 on the board, 15 on time, -2 by an error,
                                -1 not known
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from enligne.errors import RecordError, RulesError
from enligne.formats.texts import decoded, one_line
from enligne.game import Game
from enligne.move import Move
from enligne.outcome import Termination
from enligne.record import Record
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEADER = re.compile(
    r"Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})\s*,\s*([0-9]{1,4})\s*:\s*([0-9]{1,4})\s*,\s*([01])",
    flags=re.ASCII,
)
_MOVE = re.compile(
    r"([0-9]{1,3})\s*,\s*([0-9]{1,3})(?:\s*,\s*(-?[0-9]{1,10}))?\s*,?", flags=re.ASCII
)
_CODE = re.compile(r"-?[0-9]{1,6}", flags=re.ASCII)
_RUN = 5
#: Why the side to move lost, by what the last line says.
_ENDS = {15: Termination.TIME, -2: Termination.CRASH}
_SHOWN, _UNKNOWN = 0, -1
#: The name of the tag that keeps any other code.
_CODE_TAG = "PiskvorkCode"


def knows(content: bytes) -> bool:
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"Piskvorky")


def scan(content: bytes, rules: Rules | None) -> Iterator[Record | RecordError]:
    """The games of a file, of which Piskvork writes one. A game with a wrong move has those before
    it, and what is told behind them."""
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(decoded(content).split("\n"), 1):
        line = raw.strip(" \t\r\ufeff")
        if line.startswith("Piskvorky") and lines:
            yield from _game(lines, rules)
            lines = []
        if line:
            lines.append((number, line))
    if lines:
        yield from _game(lines, rules)


def _game(lines: list[tuple[int, str]], rules: Rules | None) -> Iterator[Record | RecordError]:
    number, first = lines[0]
    header = _HEADER.fullmatch(first)
    try:
        if header is None:
            raise RulesError(f"{shortened(first)} is not a line such as Piskvorky 15x15, 0:0, 0")
        size = int(header[1]), int(header[2])
        rules = rules or Rules(*size, _RUN)
        if size != (rules.width, rules.height):
            raise RulesError(f"a board of {size[0]} by {size[1]} is not that of {rules}")
    except RulesError as error:
        yield RecordError(str(error), line=number)
        return
    record = Record(Game(rules))
    is_broken = False
    rest: list[tuple[int, str]] = []
    for number, line in lines[1:]:
        match = _MOVE.fullmatch(line)
        if match is None or rest:
            rest.append((number, line))
        elif not is_broken:
            try:
                _play(record, match)
            except ValueError as error:
                is_broken = True
                reason = f"move {len(record.game.moves) + 1}: {error}"
                yield RecordError(reason, line=number, keeps_game=True)
    yield from _ending(record, rest, begins=int(header[5]))
    yield record


def _play(record: Record, match: re.Match[str]) -> None:
    rules = record.game.rules
    column, row = int(match[1]) - 1, rules.height - int(match[2])
    if not rules.has((column, row)):
        raise ValueError(f"{match[0]} is outside the board of {rules.width} by {rules.height}")
    record.game.push(Move(column, row))
    if match[3] is not None:
        record.seconds[len(record.game.moves)] = max(0, int(match[3])) / 1000


def _ending(record: Record, rest: list[tuple[int, str]], begins: int) -> Iterator[RecordError]:
    """What stands behind the moves: two names, or none, and a number."""
    names: list[str] = []
    while rest and len(names) < 2 and not _CODE.fullmatch(rest[0][1]):
        names.append(rest.pop(0)[1])
    names += [""] * (2 - len(names))
    record.first, record.second = names[begins], names[1 - begins]
    if not rest:
        return
    number, line = rest.pop(0)
    if not _CODE.fullmatch(line):
        reason = f"{shortened(line)} is neither a move such as 8,8,0 nor how the game ended"
        yield RecordError(reason, line=number, keeps_game=True)
        return
    code = int(line)
    game = record.game
    if code in _ENDS:
        if not game.is_over:
            game.end(game.side.other, _ENDS[code])
    elif code not in (_SHOWN, _UNKNOWN):
        record.tags[_CODE_TAG] = str(code)
    if rest:  # newer managers tell the rule of their tournament
        record.tags["PiskvorkRemark"] = " ".join(line for _, line in rest)


def refusal(game: Game) -> str:
    """What of a game it cannot hold; empty if it can."""
    if game.rules.gravity or game.rules.run != _RUN:
        return f"a game of {game.rules}: only five in a row without gravity"
    return "a game that does not start on the empty board" if game.start.ply else ""


def holds_end(game: Game) -> bool:
    outcome = game.outcome()
    return (
        outcome is not None
        and outcome.termination in _ENDS.values()
        and outcome.winner is game.side.other
    )


def write(records: Iterable[Record]) -> str:
    """The text of one game."""
    (record,) = records
    game = record.game
    rules = game.rules
    outcome = game.outcome()
    code = _UNKNOWN
    if outcome is not None:
        code = next((each for each, end in _ENDS.items() if end is outcome.termination), _SHOWN)
    lines = [f"Piskvorky {rules.width}x{rules.height}, 0:0, 0"]
    for number, move in enumerate(game.moves, 1):
        milliseconds = round(record.seconds.get(number, 0) * 1000)
        lines.append(f"{move.column + 1},{rules.height - move.row},{milliseconds}")
    if record.first or record.second:
        lines += [_name(record.first), _name(record.second)]
    return "\n".join([*lines, str(code), ""])


def _name(name: str) -> str:
    """A name as a line that is not read as a move or a number."""
    line = one_line(name) or "?"
    is_taken = _MOVE.fullmatch(line) or _CODE.fullmatch(line) or line.startswith("Piskvorky")
    return f"'{line}'" if is_taken else line

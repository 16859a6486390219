"""The engine's side of the protocol: answers the commands of a manager."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import enligne
from enligne.errors import NotationError, PositionError, RulesError
from enligne.gomocup import swap2
from enligne.gomocup.engine_search import USUAL_MEMORY_MB, EngineSearch
from enligne.gomocup.engine_stones import EngineStones
from enligne.gomocup.notation import cell_at, cell_text, parse_cell, parse_numbers
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Analysis
    from enligne.position import Position

_EXACT = 1
_RULE_BITS = {1: "exactly five", 2: "continuous game", 4: "renju", 8: "caro"}
# More lines than any board has cells; a block of more is wrong anyway and need not be kept.
_LONGEST_BLOCK = 1000
# No limit that is told means more than this; larger numbers would not fit a float.
_LARGEST = 2**62
# "No limit" is no reason to take all the memory there is.
_UNLIMITED_MEMORY_MB = 3 * USUAL_MEMORY_MB


class Command(NamedTuple):
    """A line, and when it came by ``time.monotonic()``: the clock of a move runs from then."""

    text: str
    arrival: float


@dataclass(slots=True)
class _Block:
    """BOARD or SWAP2BOARD, and the lines that follow it up to DONE."""

    word: str
    asked: float
    lines: list[str] = field(default_factory=list)


class GomocupEngine:
    """Takes command after command, and writes the replies.

    No command ends it: a wrong one is answered, too, and the next one can come. END and the end of
    the input are seen to where commands are read (:mod:`enligne.cli.gomocup`).

    Args:
        search: chooses the moves.
        write: is given every line of a reply.
        luck: chooses the openings of swap2.
    """

    def __init__(
        self, search: EngineSearch, write: Callable[[str], None], luck: random.Random | None = None
    ) -> None:
        self._search = search
        self._write = write
        self._luck = luck or random.Random()
        self._size: tuple[int, int] | None = None
        self._rule = 0
        self._stones = EngineStones()
        self._block: _Block | None = None
        self._last_move = 0.0  # when it was answered
        self._answers: dict[str, Callable[[str, float], None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": lambda rest, asked: self._open_block("BOARD", rest, asked),
            "SWAP2BOARD": lambda rest, asked: self._open_block("SWAP2BOARD", rest, asked),
            "TAKEBACK": self._takeback,
            "PLAY": self._play,
            "INFO": self._info,
            "ABOUT": self._about,
        }

    def answer(self, command: Command) -> None:
        """Answers a line. What is wrong with it is said with ERROR and changes nothing."""
        word, _, rest = command.text.strip().partition(" ")
        word = word.upper()
        # What was sent before it was this engine's turn has its time from then on.
        asked = max(command.arrival, self._last_move)
        try:
            if self._block is not None and word != "INFO":
                if self._takes_for_block(word, command.text):
                    return
                opened, self._block = self._block.word, None
                self._write(f"ERROR {opened} was not ended by DONE")
            if word in self._answers:
                self._answers[word](rest.strip(), asked)
            else:
                self._write(f"UNKNOWN command {shortened(command.text)}")
        except ValueError as error:
            self._write(f"ERROR {' '.join(str(error).split())}")
        except MemoryError:
            self._write("ERROR there is not enough memory")

    # Games begin.

    def _start(self, rest: str, _: float) -> None:
        (size,) = parse_numbers(rest, 1, "a size such as START 15")
        self._new_game(size, size)

    def _rectstart(self, rest: str, _: float) -> None:
        width, height = parse_numbers(rest, 2, "a size such as RECTSTART 20,15")
        self._new_game(width, height)

    def _restart(self, *_: object) -> None:
        rules = self._shape()
        self._new_game(rules.width, rules.height)

    def _new_game(self, width: int, height: int) -> None:
        Rules(width, height, 5)  # says why not
        self._size = (width, height)
        self._stones = EngineStones()
        self._search.start_game()
        self._write("OK")

    # Stones come and go.

    def _begin(self, _: str, asked: float) -> None:
        self._rules()
        if self._stones:
            raise PositionError("BEGIN is for an empty board: RESTART comes first")
        self._move(asked)

    def _turn(self, rest: str, asked: float) -> None:
        rules = self._rules()
        cell = parse_cell(rest, rules)
        self._stones.add(cell, rules, is_own=False)
        try:
            self._stones.position(rules)
        except ValueError:
            self._stones.remove(cell, rules)
            raise
        self._move(asked)

    def _play(self, rest: str, _: float) -> None:
        rules = self._rules()
        cell = parse_cell(rest, rules)
        self._stones.position(rules).play(cell)
        self._stones.add(cell, rules, is_own=True)
        self._write(cell_text(cell, rules))

    def _takeback(self, rest: str, _: float) -> None:
        rules = self._shape()
        self._stones.remove(parse_cell(rest, rules), rules)
        self._write("OK")

    # Whole positions.

    def _open_block(self, word: str, rest: str, asked: float) -> None:
        self._shape()
        if rest:
            raise NotationError(f"{word} is alone on its line; stones follow on their own")
        self._block = _Block(word, asked)

    def _takes_for_block(self, word: str, text: str) -> bool:
        """Takes a line for the open block; false if it is a command instead."""
        assert self._block is not None
        if word == "DONE":
            block, self._block = self._block, None
            (self._board if block.word == "BOARD" else self._swap2)(block)
            return True
        if word[:1].isalpha():
            return False
        if len(self._block.lines) < _LONGEST_BLOCK:
            self._block.lines.append(text)
        return True

    def _board(self, block: _Block) -> None:
        rules = self._rules()
        stones = EngineStones()
        for line in block.lines:
            x, y, owner = parse_numbers(line, 3, "a stone such as 7,7,1")
            if owner not in (1, 2):
                raise NotationError(f"{line}: a stone is 1, this engine's, or 2, the other side's")
            stones.add(cell_at(x, y, rules), rules, is_own=owner == 1)
        stones.position(rules)  # says why not
        self._stones = stones
        self._move(block.asked)

    def _swap2(self, block: _Block) -> None:
        rules = self._rules()
        # Some managers add a side to each stone, as in BOARD; the order tells it already.
        cells = [parse_cell(",".join(line.split(",")[:2]), rules) for line in block.lines]
        if len(cells) not in (0, 3, 5):
            raise PositionError(f"SWAP2BOARD has 0, 3 or 5 stones, not {len(cells)}")
        reply = tuple(swap2.opening(rules, self._luck))
        if cells:
            # The engine is offered the second side, which is to move.
            position = EngineStones.in_turn(cells, rules, own_first=False).position(rules)
            reply = swap2.reply(position, self._think(position, block.asked))
        # With one more stone it stays the second side. Otherwise it is the first until it hears
        # otherwise, by a BOARD.
        self._stones = EngineStones.in_turn([*cells, *reply], rules, own_first=len(reply) != 1)
        self._write(" ".join(cell_text(cell, rules) for cell in reply) or "SWAP")

    # What the manager tells and asks.

    def _info(self, rest: str, _: float) -> None:
        # Never answered: managers do not listen then. What cannot be kept is told with the move.
        try:
            key, value = rest.split()
            number = max(-_LARGEST, min(int(value), _LARGEST))
        except ValueError:
            return
        match key.lower():
            case "timeout_turn":
                self._search.time.tell_turn(number)
            case "timeout_match":
                self._search.time.tell_game(number)
            case "time_left":
                self._search.time.tell_left(number)
            case "max_memory":
                limit_mb = number >> 20 if number > 0 else _UNLIMITED_MEMORY_MB
                self._search.memory_mb = min(limit_mb, _UNLIMITED_MEMORY_MB)
            case "rule":
                self._rule = number

    def _about(self, *_: object) -> None:
        self._write(
            f'name="Enligne", version="{enligne.__version__}", author="The Enligne authors"'
        )

    # What they share.

    def _shape(self) -> Rules:
        if self._size is None:
            raise RulesError("there is no game yet: START comes first")
        return Rules(*self._size, 5, exact=self._rule == _EXACT)

    def _rules(self) -> Rules:
        """The rules, where they are such as are played here."""
        rules = self._shape()
        if self._rule not in (0, _EXACT):
            names = [name for bit, name in _RULE_BITS.items() if self._rule & bit]
            raise RulesError(
                f"rule {self._rule} ({', '.join(names) or 'unknown'}) is not played:"
                " 0 (five or more) and 1 (exactly five) are"
            )
        return rules

    def _move(self, asked: float) -> None:
        rules = self._rules()
        move = self._think(self._stones.position(rules), asked)[-1].move
        self._stones.add(move, rules, is_own=True)
        self._write(cell_text(move, rules))
        self._last_move = time.monotonic()

    def _think(self, position: Position, asked: float) -> list[Analysis]:
        """What the engine found, depth by depth, the last one being its answer; told meanwhile."""
        found: list[Analysis] = []

        def report(analysis: Analysis) -> None:
            found.append(analysis)
            self._debug(analysis)

        answer = self._search.think(position, asked, report)
        # Not all searches report the last depth, which is their answer.
        if not found or (found[-1].depth, found[-1].pv) != (answer.depth, answer.pv):
            report(answer)
        return [*found, answer]

    def _debug(self, analysis: Analysis) -> None:
        line = " ".join(cell_text(cell, self._shape()) for cell in analysis.pv)
        self._write(
            f"DEBUG depth {analysis.depth}-{analysis.selective_depth} score {analysis.score}"
            f" nodes {analysis.nodes} ms {analysis.seconds * 1000:.0f} line {line}"
        )

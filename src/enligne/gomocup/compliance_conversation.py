"""The conversation with an engine that is checked: what was said, and what was wrong."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines import create
from enligne.errors import PlayerFailedError
from enligne.game import Game
from enligne.gomocup.notation import cell_at, cell_text, parse_cell
from enligne.gomocup.program import Program
from enligne.position import Position
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.move import Move

    Cells = Sequence[tuple[int, int]]

_LINES_KEPT = 60
_LINE_KEPT = 100
_ANSWER_SECONDS = 5.0


class Failure(Exception):  # noqa: N818 - what a check finds, not an error of ours
    """The engine does not do what this point asks."""


class Unsupported(Exception):  # noqa: N818
    """The engine says that it does not know an optional command."""


class NotChecked(Exception):  # noqa: N818
    """The point cannot be checked here."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How an engine is checked: its time for a move, and how much later a reply may come."""

    seconds: float = 0.5
    tolerance: float = 0.1


class Conversation:
    """Asks one engine, started for one point, and keeps what was said.

    Raises:
        PlayerFailedError: by every method: the engine is gone, or silent past all limits.
        Failure: likewise: it answered, but wrongly.
    """

    def __init__(self, words: Sequence[str], terms: Terms) -> None:
        self.terms = terms
        self.said: list[str] = []
        self.longest = 0.0  # of its replies to what asks for a move
        self.total = 0.0
        self.game = Game("gomoku")
        self._greedy = create("greedy")
        self.program = Program(words, heard=self._hear)

    def _hear(self, direction: str, line: str) -> None:
        is_remark = direction == "<" and line.startswith(("DEBUG", "MESSAGE"))
        if not is_remark and len(self.said) < _LINES_KEPT:
            self.said.append(f"{direction} {line[:_LINE_KEPT]}")

    # Sentences.

    def ask(self, *lines: str, seconds: float | None = None) -> str:
        """Sends lines and returns the reply to the last."""
        self.program.send(*lines)
        usual = _ANSWER_SECONDS + self.terms.tolerance
        return self.program.receive(usual if seconds is None else seconds)

    def start(self, size: int = 15, *, exact: bool = False, seconds: float | None = None) -> None:
        """Starts a game of this size with the time for a move from the terms."""
        answer = self.ask(f"START {size}")
        if answer.split()[0] != "OK":
            raise Failure(f"START {size} was answered {shortened(answer)} instead of OK")
        milliseconds = round(1000 * (self.terms.seconds if seconds is None else seconds))
        self.program.send(f"INFO timeout_turn {milliseconds}", f"INFO rule {int(exact)}")
        self.game = Game(Rules(size, size, 5, exact=exact))

    def move(self, *lines: str, seconds: float | None = None) -> Move:
        """Sends lines that ask for a move, and plays the reply."""
        limit = self.terms.seconds if seconds is None else seconds
        self.program.send(*lines)
        begin = time.monotonic()
        # Late is another point's business; here it need only come at all.
        text = self.program.receive(2 * limit + self.terms.tolerance + 5.0)
        spent = time.monotonic() - begin
        self.longest = max(self.longest, spent)
        self.total += spent
        return self.game.push(self.legal(text))

    def legal(self, text: str) -> Move:
        """The legal move that a reply names."""
        try:
            return self.game.position.move(parse_cell(text, self.game.rules))
        except ValueError as error:
            raise Failure(f"{shortened(text)} is not a legal move: {error}") from None

    def turn(self, *before: str, seconds: float | None = None) -> Move:
        """Plays a sensible move against it, and has its reply."""
        if not self.play_against():
            raise NotChecked("the game was over too soon")
        return self.move(*before, f"TURN {self.text(self.game.peek())}", seconds=seconds)

    def play_against(self) -> bool:
        """Plays a sensible move against it; false if the game was over before or is now."""
        if not self.is_over:
            self.game.push(self._greedy.analyse(self.game.position).move)
        return not self.is_over

    def board(self, own: Cells, other: Cells, *, in_turn: bool = True) -> Move:
        """Sets up a position with BOARD and has the move."""
        self.program.send(*self.board_lines(own, other, in_turn=in_turn)[:-1])
        return self.move("DONE")

    def board_lines(self, own: Cells, other: Cells, *, in_turn: bool = True) -> list[str]:
        """The lines that set up a position with the engine to move, the stones in the order of a
        game or one side's after the other's."""
        rules = self.game.rules
        is_first = len(own) == len(other)
        sides = (own, other) if is_first else (other, own)
        first, second = ([cell_at(x, y, rules) for x, y in side] for side in sides)
        self.game = Game(rules, start=Position.from_stones(rules, first, second))
        stones = [(cell, 1) for cell in own] + [(cell, 2) for cell in other]
        if in_turn:
            leads = 1 if is_first else 2
            plies = [*range(leads - 1, 2 * len(own), 2), *range(2 - leads, 2 * len(other), 2)]
            stones = [stone for _, stone in sorted(zip(plies, stones, strict=True))]
        return ["BOARD", *(f"{x},{y},{owner}" for (x, y), owner in stones), "DONE"]

    def heard_within(self, seconds: float) -> list[str]:
        """Every line that comes until nothing has come for ``seconds``."""
        found: list[str] = []
        try:
            while len(found) < _LINES_KEPT:
                found.append(self.program.receive(seconds))
        except PlayerFailedError as error:
            if error.reason != "silent":
                raise
        return found

    @property
    def patience(self) -> float:
        """Seconds within which a reply comes at all; whether it is late is another point."""
        return 2 * self.terms.seconds + self.terms.tolerance + 5.0

    @property
    def is_over(self) -> bool:
        return self.game.outcome() is not None

    def text(self, cell: Move) -> str:
        return cell_text(cell, self.game.rules)


class MemoryPeak:
    """Measures the most memory that a program and all it started hold while this is open."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.resident_mb = 0.0

    def __enter__(self) -> MemoryPeak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
        self._look()

    def _watch(self) -> None:
        while not self._is_over.wait(0.02):
            self._look()

    def _look(self) -> None:
        self.resident_mb = max(self.resident_mb, self._program.resident_mb)

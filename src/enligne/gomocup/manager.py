"""The manager's side of the protocol: asks an engine that is a program of its own for moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import _core
from enligne.errors import NotationError, PlayerFailedError
from enligne.gomocup.notation import cell_text, parse_cell
from enligne.gomocup.program import Program
from enligne.move import FIRST, SECOND, Side
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines import Stop
    from enligne.move import Cell, Move
    from enligne.position import Position
    from enligne.rules import Rules

_START_SECONDS = 10.0


class GomocupManager:
    """Runs an engine, and keeps it informed of one game after the other.

    Args:
        words: the command of the engine.
        grace: seconds past its limit after which it counts as silent.
    """

    def __init__(self, words: Sequence[str], *, grace: float = 1.0) -> None:
        self._words = words
        self._grace = grace
        self._program: Program | None = None
        self._complaints = ""
        self._rules: Rules | None = None
        self._side: Side | None = None  # the one it plays in the game it knows
        self._moves: list[Cell] = []  # of that game, in turn: the first side's, the second's, …
        self._limit_ms = 0
        self._stop: Stop | None = None

    @property
    def complaints(self) -> str:
        """The last of what the program wrote to its standard error."""
        return self._complaints if self._program is None else self._program.complaints

    def prepare(self, rules: Rules) -> None:
        """Starts the program, unless it runs and knows the rules.

        Raises:
            PlayerFailedError: it cannot be started, or refuses the board.
        """
        self._stop = None
        try:
            if self._rules != rules:
                self._start(rules)
        except BaseException:
            self.close(0.0)
            raise

    def choose(self, position: Position, seconds: float, stop: Stop | None = None) -> Move:
        """Asks for a move in a position that is not finished.

        Raises:
            PlayerFailedError: no legal move came; the program is ended with all it started.
        """
        self._stop = stop
        try:
            move = self._ask(position, seconds)
        except BaseException:
            self.close(0.0)
            raise
        if position.play(move).outcome() is not None:
            self.close()
        return move

    def close(self, seconds: float = 0.5) -> None:
        """Ends the program and everything it started; it has ``seconds`` to do so itself."""
        if self._program is not None:
            self._program.close(seconds)
            self._complaints = self._program.complaints
        self._program, self._rules, self._moves = None, None, []

    def _ask(self, position: Position, seconds: float) -> Move:
        if self._rules != position.rules:
            self._start(position.rules)
        assert self._program is not None
        self._program.forget_output()
        commands = self._catch_up(position)
        self._program.send(*self._limits(seconds), *commands)
        text = self._program.receive(seconds + self._grace, self._stop)
        word, _, rest = text.partition(" ")
        if word.upper() == "SUGGEST":
            self._program.send(f"PLAY {rest}")
            text = self._program.receive(self._grace, self._stop)
        move = self._legal(text, position)
        self._side = position.side
        self._moves.append(move)
        return move

    def _legal(self, text: str, position: Position) -> Move:
        if text.split()[0].upper() in ("ERROR", "UNKNOWN"):
            raise PlayerFailedError(f"it answered {shortened(text)}", reason="error")
        try:
            return position.move(parse_cell(text, position.rules))
        except NotationError as error:
            raise PlayerFailedError(f"it answered: {error}", reason="illegal") from None
        except ValueError as error:
            reason = f"it answered {text}: {error}"
            raise PlayerFailedError(reason, reason="illegal") from None

    def _start(self, rules: Rules) -> None:
        if self._program is None:
            self._program = Program(self._words)
        is_square = rules.width == rules.height
        size = f"START {rules.width}" if is_square else f"RECTSTART {rules.width},{rules.height}"
        answer = self._order(size)
        if answer != "OK":
            raise PlayerFailedError(f"{size}: it answered {shortened(answer)}", reason="error")
        self._rules, self._moves, self._limit_ms = rules, [], 0
        self._program.send(
            "INFO timeout_match 0",
            f"INFO max_memory {_core.GOMOCUP_USUAL_MEMORY_MB << 20}",
            "INFO game_type 1",
            f"INFO rule {int(rules.exact)}",
        )

    def _restart(self, rules: Rules) -> None:
        """Makes it forget the game it knows."""
        if self._order("RESTART") == "OK":
            self._moves, self._limit_ms = [], 0
        else:
            self.close()  # as the protocol has it where RESTART is unknown
            self._start(rules)

    def _order(self, command: str) -> str:
        """Sends a command that is answered without thinking; the first word of the answer, or all
        of it if that is not OK."""
        assert self._program is not None
        self._program.forget_output()
        self._program.send(command)
        answer = self._program.receive(_START_SECONDS, self._stop)
        # Some put words behind it.
        return "OK" if answer.split()[0].upper() == "OK" else answer

    def _limits(self, seconds: float) -> list[str]:
        lines = [f"INFO time_left {_core.GOMOCUP_UNLIMITED_MS}"]
        limit_ms = max(1, round(1000 * seconds))
        if limit_ms != self._limit_ms:
            lines.append(f"INFO timeout_turn {limit_ms}")
        self._limit_ms = limit_ms
        return lines

    def _catch_up(self, position: Position) -> list[str]:
        """The commands after which it knows the position and thinks about its move."""
        rules = position.rules
        common = self._common(position)
        order = _in_turn(position, self._moves[:common])
        is_one_more = position.ply == common + 1 and position.side is self._side
        if self._moves and is_one_more and self._takes_back(common):
            self._moves = order
            return [f"TURN {cell_text(order[-1], rules)}"]
        if self._moves:
            self._restart(rules)
        self._moves = order
        if not order:
            return ["BEGIN"]
        if len(order) == 1:
            return [f"TURN {cell_text(order[0], rules)}"]
        owners = {position.side: 1, position.side.other: 2, None: 0}
        stones = [f"{cell_text(cell, rules)},{owners[position[cell]]}" for cell in order]
        return ["BOARD", *stones, "DONE"]

    def _common(self, position: Position) -> int:
        """How many of the moves it knows are in the position."""
        for number, cell in enumerate(self._moves):
            if position[cell] is not Side(number % 2):
                return number
        return len(self._moves)

    def _takes_back(self, common: int) -> bool:
        """Takes moves back one by one to the common ones; false if it does not know how."""
        while len(self._moves) > common:
            assert self._rules is not None
            if self._order(f"TAKEBACK {cell_text(self._moves[-1], self._rules)}") != "OK":
                return False
            self._moves.pop()
        return True


def _in_turn(position: Position, known: list[Cell]) -> list[Cell]:
    """The stones of a position in an order in which they can have come, the known ones first."""
    seen = set(known)
    rest = {
        side: [cell for cell in position.stones(side) if cell not in seen]
        for side in (FIRST, SECOND)
    }
    order = list(known)
    while len(order) < position.ply:
        order.append(rest[Side(len(order) % 2)].pop(0))
    return order

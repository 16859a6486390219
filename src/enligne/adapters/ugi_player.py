"""The Universal Game Interface, the manager's side: any engine that speaks it is a player, and the
arena its referee. What the engine thinks of the game is compared with the rules on the way."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, ClassVar

from enligne.adapters.ugi import RULES_OPTION
from enligne.errors import PlayerFailedError, PlayerTextError
from enligne.game import Game
from enligne.gomocup.program import Program, parse_command
from enligne.move import FIRST, SECOND
from enligne.players.player import Choice, Player
from enligne.rules import shortened
from enligne.spec import ByOptions, Option, Value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from enligne.engines import Limit, Stop
    from enligne.engines.engine import Request
    from enligne.move import Cell, Move, Side
    from enligne.position import Position
    from enligne.rules import Rules

_USUAL_SECONDS = 1.0
_START_SECONDS = 10.0
_GRACE = 1.0
# A limit of depth or nodes says nothing about time.
_PATIENCE = 600.0
# Stones of a game are put in order within a few hundred; of others there may be no order at all.
_MOST_TRIES = 50_000


class Ugi(ByOptions, Player):
    """An engine that speaks the Universal Game Interface: ``ugi:COMMAND``, where everything behind
    the colon is the command.

    It is told the rules if it has an option of that name; whether it plays by the same ones is seen
    from what it says of each position. The limit of a choice is its own, a second unless given. Its
    program is ended, with all it started, when the game is over, when it fails, by :meth:`close`,
    and when this player is no longer used.
    """

    name = "ugi"
    about = "someone else's engine for the Universal Game Interface: ugi:COMMAND"
    options: ClassVar[Sequence[Option]] = (
        Option("program", None, "with its arguments", is_rest=True, wanted="ugi:COMMAND"),
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        try:
            self._words = parse_command(str(self.values["program"]))
        except PlayerTextError as error:
            raise PlayerTextError(f"ugi: {error}") from None
        self._program: Program | None = None
        self._rules: Rules | None = None
        self._moves: list[Cell] = []  # of the game it knows
        self._stop: Stop | None = None
        self._lock = threading.Lock()

    def prepare(self, rules: Rules) -> None:
        with self._lock:
            self._stop = None
            try:
                self._start(rules)
            except BaseException:
                self._close(0.0)
                raise

    def decide(self, request: Request) -> Choice:
        position = request.position
        with self._lock:
            self._stop = request.stop
            try:
                self._start(position.rules)
                self._tell(position)
                move = self._ask(position, request.limit)
            except BaseException:
                self._close(0.0)
                raise
            self._moves.append(move)
            if position.play(move).outcome() is not None:
                self._close(0.5)
        return Choice(move)

    def close(self) -> None:
        """Ends its program; the next choice starts it again."""
        with self._lock:
            self._close(0.5)

    def _close(self, seconds: float) -> None:
        if self._program is not None:
            self._program.close(seconds)
        self._program, self._rules, self._moves = None, None, []

    def _start(self, rules: Rules) -> None:
        if self._program is None:
            self._program = Program(self._words, pause=0, farewell="quit")
            self._program.send("ugi")
            options = self._heard_until("ugiok", _START_SECONDS)
            self._takes_rules = any(
                line.lower().startswith(f"option name {RULES_OPTION.lower()} ") for line in options
            )
        if self._rules != rules:
            if self._takes_rules:
                self._program.send(f"setoption name {RULES_OPTION} value {rules.text}")
            self._program.send("isready")
            self._heard_until("readyok", _START_SECONDS)
            self._begin()
            self._rules = rules

    def _begin(self) -> None:
        assert self._program is not None
        self._program.send("uginewgame", "isready")
        self._heard_until("readyok", _START_SECONDS)
        self._moves = []

    def _tell(self, position: Position) -> None:
        assert self._program is not None
        if not all(position[cell] is (FIRST, SECOND)[i % 2] for i, cell in enumerate(self._moves)):
            self._begin()  # another game than the one it knows
        moves = moves_to(position, self._moves)
        if moves is None:
            self._program.send(f"position fen {position.text}")
        else:
            self._moves = moves
            told = " ".join(["position startpos", *(["moves"] if moves else []), *map(str, moves)])
            self._program.send(told)
        self._program.send("isready")
        self._heard_until("readyok", _START_SECONDS)
        expected = {"p1turn": str(position.side is FIRST).lower(), "result": "none"}
        for question, answer in expected.items():
            self._program.send(f"query {question}")
            said = self._heard_until("response", _START_SECONDS)[-1].partition(" ")[2].strip()
            if said != answer:
                raise PlayerFailedError(
                    f"it plays by other rules: query {question} is {answer} after"
                    f" {position.ply} moves of {position.rules}, and it said {shortened(said)}",
                    reason="error",
                )

    def _ask(self, position: Position, limit: Limit | None) -> Move:
        assert self._program is not None
        self._program.send(f"go {_limits(limit)}")
        seconds = (limit and limit.seconds) or _USUAL_SECONDS
        is_timed = limit is None or limit.seconds is not None or limit.is_unlimited
        line = self._heard_until("bestmove", seconds + _GRACE if is_timed else _PATIENCE)[-1]
        text = f"{line.partition(' ')[2]} ".split(" ")[0]
        try:
            return position.move(text)
        except ValueError as error:
            reason = f"it answered {shortened(line)}: {error}"
            raise PlayerFailedError(reason, reason="illegal") from None

    def _heard_until(self, word: str, seconds: float) -> list[str]:
        """The lines up to one that begins with a word."""
        assert self._program is not None
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while not lines or lines[-1].split()[0] != word:
            left = max(deadline - time.monotonic(), 0.0)
            lines.append(self._program.receive(left, self._stop))
        return lines


def _limits(limit: Limit | None) -> str:
    """A limit as ``go`` names it, which takes only one."""
    if limit is not None and limit.seconds is None:
        if limit.depth is not None:
            return f"depth {limit.depth}"
        if limit.nodes is not None:
            return f"nodes {limit.nodes}"
    seconds = (limit and limit.seconds) or _USUAL_SECONDS
    return f"movetime {max(1, round(1000 * seconds))}"


def moves_to(position: Position, known: Sequence[Cell] = ()) -> list[Cell] | None:
    """Moves that lead to a position from the empty board; None where none are found.

    Args:
        known: the first of them, if they are in the position.
    """
    seen = set(known)
    sides = {
        side: [cell for cell in position.stones(side) if cell not in seen]
        for side in (FIRST, SECOND)
    }
    rest = len(sides[FIRST]) + len(sides[SECOND])
    turns = [(FIRST, SECOND)[(len(known) + i) % 2] for i in range(rest)]
    found = _stacked(sides, turns) if position.rules.gravity else _in_turn(sides, turns)
    if found is None:
        return None
    moves = [*known, *found]
    try:
        Game(position.rules, " ".join(map(str, moves)))
    except ValueError:  # on the way somebody would have won, where a longer run does not
        return None
    return moves


def _in_turn(stones: Mapping[Side, list[Cell]], turns: Sequence[Side]) -> list[Cell] | None:
    if len(stones[FIRST]) != turns.count(FIRST):
        return None
    both = {side: iter(cells) for side, cells in stones.items()}
    return [next(both[side]) for side in turns]


def _stacked(stones: Mapping[Side, list[Cell]], turns: Sequence[Side]) -> list[Cell] | None:
    """An order in which each stone comes after those below it, by trying."""
    owner = {cell: side for side, cells in stones.items() for cell in cells}
    columns: dict[int, list[Cell]] = {}
    for stone in sorted(owner):
        columns.setdefault(stone.column, []).append(stone)
    taken = dict.fromkeys(columns, 0)
    seen: set[tuple[int, ...]] = set()  # how far the columns were, where no way led on
    path: list[Cell] = []
    ways = [iter(columns)]
    while len(path) < len(turns):
        if len(seen) > _MOST_TRIES:
            return None
        for column in ways[-1]:
            cell = next(iter(columns[column][taken[column] :]), None)
            if cell is None or owner[cell] is not turns[len(path)]:
                continue
            taken[column] += 1
            if tuple(taken.values()) not in seen:
                seen.add(tuple(taken.values()))
                path.append(cell)
                ways.append(iter(columns))
                break
            taken[column] -= 1
        else:
            ways.pop()
            if not ways:
                return None
            taken[path.pop().column] -= 1
    return path

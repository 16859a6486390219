"""The player that is a Python file for Kaggle's ConnectX."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from enligne.errors import IllegalMoveError, PlayerFailedError, PlayerTextError
from enligne.gomocup.program import Program
from enligne.move import FIRST, SECOND, Move
from enligne.players.player import Choice, Player
from enligne.rules import shortened
from enligne.spec import ByOptions, Option, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines.engine import Request, Stop
    from enligne.position import Position
    from enligne.rules import Rules

_HOST = Path(__file__).with_name("connectx_host.py")
# As there: two seconds a move, and a minute to load.
_USUAL_SECONDS = 2.0
_START_SECONDS = 60.0
_GRACE = 1.0


class ConnectX(ByOptions, Player):
    """A Python file with a function ``agent(observation, configuration)``, as Kaggle's ConnectX
    has it: ``connectx:FILE.py``.

    With gravity its answer is a column from 0. Without, it is a cell, counted from 0 at the top
    left, as in Kaggle's tic-tac-toe.

    The file runs in a process of its own, which is ended, with all it started, when the game is
    over, when it fails, by :meth:`close`, and when this player is no longer used. The limit of a
    choice is its time for the move, two seconds unless given. It tells nothing of its thoughts, and
    has no move once it is stopped.
    """

    name = "connectx"
    about = "a Python file for Kaggle's ConnectX: connectx:FILE.py"

    options: ClassVar[Sequence[Option]] = (
        Option("file", None, "a Python file", is_rest=True, wanted="connectx:FILE.py"),
    )

    is_file = True

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        self._path = str(self.values["file"])
        if not Path(self._path).is_file():
            raise PlayerTextError(f"connectx: there is no file {shortened(self._path)}")
        self._program: Program | None = None
        self._complaints = ""
        self._lock = threading.Lock()

    @property
    def complaints(self) -> str:
        """The last of what the file printed, or wrote to its standard error."""
        return self._complaints if self._program is None else self._program.complaints

    def check_loads(self) -> None:
        with self._lock:
            try:
                self._started(None)
            except PlayerFailedError as error:
                raise PlayerFailedError(
                    f"{self.text} cannot be loaded: {error}", reason=error.reason
                ) from None
            self._close(0.5)

    def prepare(self, rules: Rules) -> None:
        """Starts its process and loads the file.

        Raises:
            PlayerFailedError: the file does not load.
        """
        del rules
        with self._lock:
            self._started(None)

    def decide(self, request: Request) -> Choice:
        position, limit, stop = request.position, request.limit, request.stop
        seconds = (limit and limit.seconds) or _USUAL_SECONDS
        with self._lock:
            try:
                program = self._started(stop)
                program.send(json.dumps(_question(position, seconds)))
                move = _move_of(_answer(program, seconds + _GRACE, stop), position)
            except BaseException:
                self._close(0.0)
                raise
            if position.play(move).outcome() is not None:
                self._close(0.5)
        return Choice(move)

    def close(self) -> None:
        """Ends its process; the next choice starts it again."""
        with self._lock:
            self._close(0.5)

    def _started(self, stop: Stop | None) -> Program:
        if self._program is None:
            # Answers come one at a time, and nothing is dropped: there is no need to pause.
            self._program = Program([sys.executable, str(_HOST), self._path], pause=0)
            try:
                _answer(self._program, _START_SECONDS, stop)
            except BaseException:
                self._close(0.0)
                raise
        return self._program

    def _close(self, seconds: float) -> None:
        if self._program is not None:
            self._program.close(seconds)
            self._complaints = self._program.complaints
        self._program = None


def _question(position: Position, seconds: float) -> dict[str, dict[str, Any]]:
    """What the function is called with; names and meanings are Kaggle's."""
    rules = position.rules
    board = [0] * rules.cell_count
    for mark, side in ((1, FIRST), (2, SECOND)):
        for cell in position.stones(side):
            board[(rules.height - 1 - cell.row) * rules.width + cell.column] = mark
    return {
        "observation": {
            "board": board,
            "mark": position.side + 1,
            "step": position.ply,
            "remainingOverageTime": 0.0,  # there is none here: who is late loses
        },
        "configuration": {
            "columns": rules.width,
            "rows": rules.height,
            "inarow": rules.run,
            "timeout": seconds,
            "actTimeout": seconds,
            "agentTimeout": _START_SECONDS,
            "episodeSteps": rules.cell_count + 1,
        },
    }


def _answer(program: Program, seconds: float, stop: Stop | None) -> dict[str, Any]:
    text = program.receive(seconds, stop)
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):  # the file found the pipe
        raise PlayerFailedError(f"it answered {shortened(text)}", reason="illegal")
    if "error" in answer:
        raise PlayerFailedError(str(answer["error"]), reason="crashed")
    return answer


def _move_of(answer: dict[str, Any], position: Position) -> Move:
    number = answer.get("move")
    rules = position.rules
    most = (rules.width if rules.gravity else rules.cell_count) - 1
    if not isinstance(number, int) or not 0 <= number <= most:
        said = answer.get("answer", number)
        raise PlayerFailedError(
            f"it answered {shortened(str(said))}: it is a number from 0 to {most}",
            reason="illegal",
        )
    try:
        if rules.gravity:
            return position.move(str(number + 1))
        row, column = divmod(number, rules.width)
        return position.move(Move(column, rules.height - 1 - row))
    except IllegalMoveError as error:
        raise PlayerFailedError(f"it answered {number}: {error}", reason="illegal") from None

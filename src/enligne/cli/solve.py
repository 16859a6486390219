"""``enligne solve``: exact scores, as a filter from lines of moves to lines with scores."""

from __future__ import annotations

import signal
import sys
import time
from typing import TYPE_CHECKING, TextIO

from enligne.cli.commands import add_command, positive_int
from enligne.game import Game
from enligne.rules import Rules

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from enligne.cli.commands import Commands
    from enligne.engines.solver import Solver
    from enligne.move import Move
    from enligne.position import Position


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "solve",
        run,
        summary="exact scores of positions, as a filter",
        details="Solves the position after each line of moves, from arguments or standard input,\n"
        "and prints the moves as given, a space and the exact score: 0 for a draw,\n"
        "n when the side to move wins with its nth stone from the last it could place,\n"
        "-n when it loses so. A bad line gets 'error: reason' instead; the exit code is then 1.",
        examples="  enligne solve 44455554221\n"
        "  enligne solve --all 4444\n"
        "  enligne solve --rules tictactoe a1b2 a1c1\n"
        "  enligne solve --rules 5x4:4+gravity --json 33",
    )
    parser.add_argument("moves", metavar="MOVES", nargs="*", help="moves from the empty board")
    parser.add_argument("--rules", metavar="R", default="connect4", help="default: connect4")
    parser.add_argument(
        "--all",
        action="store_true",
        help="the score of each column from left to right, '.' where full; without gravity the"
        " score of each cell",
    )
    parser.add_argument("--threads", metavar="N", type=positive_int, default=1, help="default: 1")
    parser.add_argument("--json", action="store_true", help="a JSON object for each line")


def run(options: argparse.Namespace) -> int:
    from enligne.engines.solver import Solver

    # The core solves without looking at Python's signals; let Ctrl-C end it at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    rules = Rules.of(options.rules)
    solver = Solver(f"threads={options.threads}")
    if not Solver.plays(rules):
        solver.verdict(Game(rules).position)  # says why not
    lines, total = _input(options.moves)
    failed = 0
    progress = Progress(total, sys.stderr)
    for line in lines:
        answer, is_error = _answer(line, rules, solver, options)
        failed += is_error
        progress.clear()
        print(answer, flush=True)
        progress.step()
    progress.clear()
    return 1 if failed else 0


def _input(arguments: list[str]) -> tuple[Iterable[str], int | None]:
    """The lines to solve, and how many they are where that is known."""
    if arguments:
        return arguments, len(arguments)
    if sys.stdin.seekable():  # a file
        lines = sys.stdin.read().splitlines()
        return lines, len(lines)
    return (line.rstrip("\r\n") for line in sys.stdin), None


def _answer(
    line: str, rules: Rules, solver: Solver, options: argparse.Namespace
) -> tuple[str, bool]:
    start = time.perf_counter()
    try:
        position = Game.from_texts(rules, [line]).position
        if options.all:
            scores = solver.verdicts(position)
            assert scores is not None
            found: object = {str(move): score for move, score in scores.items()}
            text = _columns(position, scores) if rules.gravity else _cells(scores)
        else:
            verdict = solver.verdict(position)
            assert verdict is not None
            found, text = verdict.score, str(verdict.score)
    except ValueError as error:
        reason = " ".join(str(error).split())
        if options.json:
            return _json({"moves": line, "error": reason}), True
        return f"error: {reason}", True
    if options.json:
        seconds = round(time.perf_counter() - start, 6)
        return _json(
            {"moves": line, "scores" if options.all else "score": found, "seconds": seconds}
        ), False
    return f"{line} {text}", False


def _columns(position: Position, scores: dict[Move, int]) -> str:
    by_column = {move.column: score for move, score in scores.items()}
    return " ".join(str(by_column.get(column, ".")) for column in range(position.rules.width))


def _cells(scores: dict[Move, int]) -> str:
    return " ".join(f"{move}={score}" for move, score in scores.items())


def _json(value: object) -> str:
    import json

    return json.dumps(value)


class Progress:
    """A bar on a terminal for work that takes longer than a second."""

    def __init__(self, total: int | None, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._is_drawn = False
        self._start = self._last = time.monotonic()
        self._done = 0

    def step(self) -> None:
        self._done += 1
        now = time.monotonic()
        if not self._is_terminal or now - self._start < 1 or now - self._last < 0.1:
            return
        self._last = now
        rate = self._done / (now - self._start)
        if self._total is None:
            text = f"{self._done} done, {rate:.1f} a second"
        else:
            filled = 30 * self._done // self._total
            left = (self._total - self._done) / rate
            text = f"[{'#' * filled:<30}] {self._done}/{self._total}, {left:.0f} s left"
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()
        self._is_drawn = True

    def clear(self) -> None:
        """Makes room for a line of output."""
        if self._is_drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._is_drawn = False

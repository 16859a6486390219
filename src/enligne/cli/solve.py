"""``enligne solve``: exact scores, as a filter from lines of moves to lines with scores."""

from __future__ import annotations

import functools
import signal
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from enligne.cli.commands import add_command, add_workers_options, positive_int
from enligne.game import Game
from enligne.progress import Bar
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
        "  enligne solve --all 4455\n"
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
    add_workers_options(parser, usual="one, this one")


def run(options: argparse.Namespace) -> int:
    from enligne.engines.solver import Solver

    rules = Rules.of(options.rules)
    question = Question(rules.text, options.threads, options.all, options.json)
    if not Solver.plays(rules):
        question.solver.verdict(Game(rules).position)  # says why not
    lines, total = _input(options.moves)
    if options.on is None and options.processes in (None, 1):
        # The core solves without looking at Python's signals; let Ctrl-C end it at once.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        answers: Iterable[Answer] = map(question.answer, lines)
    else:
        from enligne.cli.solve_spread import KnownLines, StreamedLines, spread

        source = StreamedLines(sys.stdin) if total is None else KnownLines(lines)
        answers = spread(question, source, on=options.on, processes=options.processes)
    failed = 0
    with Bar(sys.stderr, "lines", seconds_before=1) as bar:
        for done, answer in enumerate(answers, 1):
            failed += answer.is_error
            bar.clear()
            print(answer.text, flush=True)
            bar.show(done, total)
    return 1 if failed else 0


class Answer(NamedTuple):
    """A line of output."""

    text: str
    is_error: bool


@dataclass(frozen=True)
class Question:
    """What is asked of every line."""

    rules_text: str
    threads: int
    all_moves: bool
    as_json: bool

    @functools.cached_property
    def rules(self) -> Rules:
        return Rules.of(self.rules_text)

    @functools.cached_property
    def solver(self) -> Solver:
        from enligne.engines.solver import Solver

        return Solver(threads=self.threads)

    def answer(self, line: str) -> Answer:
        start = time.perf_counter()
        try:
            position = Game.from_texts(self.rules, [line]).position
            if self.all_moves:
                scores = self.solver.verdicts(position)
                assert scores is not None
                found: object = {str(move): score for move, score in scores.items()}
                text = _columns(position, scores) if self.rules.gravity else _cells(scores)
            else:
                verdict = self.solver.verdict(position)
                assert verdict is not None
                found, text = verdict.score, str(verdict.score)
        except ValueError as error:
            reason = " ".join(str(error).split())
            if self.as_json:
                return Answer(_json({"moves": line, "error": reason}), True)
            return Answer(f"error: {reason}", True)
        if self.as_json:
            seconds = round(time.perf_counter() - start, 6)
            key = "scores" if self.all_moves else "score"
            return Answer(_json({"moves": line, key: found, "seconds": seconds}), False)
        return Answer(f"{line} {text}", False)


def _input(arguments: list[str]) -> tuple[Iterable[str], int | None]:
    """The lines to solve, and how many they are where that is known."""
    if arguments:
        return arguments, len(arguments)
    if sys.stdin.seekable():  # a file
        lines = sys.stdin.read().splitlines()
        return lines, len(lines)
    return (line.rstrip("\r\n") for line in sys.stdin), None


def _columns(position: Position, scores: dict[Move, int]) -> str:
    by_column = {move.column: score for move, score in scores.items()}
    return " ".join(str(by_column.get(column, ".")) for column in range(position.rules.width))


def _cells(scores: dict[Move, int]) -> str:
    return " ".join(f"{move}={score}" for move, score in scores.items())


def _json(value: object) -> str:
    import json

    return json.dumps(value)

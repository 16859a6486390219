"""``enligne solve``: exact scores, as a filter from lines of moves to lines with scores."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from enligne.cli.commands import (
    add_command,
    add_workers_options,
    positive_int,
    positive_number,
)
from enligne.cli.solve_watch import Watch
from enligne.cli.streamed import StreamedLines
from enligne.game import Game
from enligne.progress import Bar, InterruptibleThreads
from enligne.rules import Rules

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from enligne.cli.commands import Commands
    from enligne.engines import Limit, Stop
    from enligne.engines.solver import Solver
    from enligne.move import Move
    from enligne.parallel import Later
    from enligne.position import Position

#: How long a portion of lines should take. It is found by doubling and halving their sizes.
_SECONDS_AT_ONCE = 0.05
_MOST_LINES = 256
#: How many portions may be done or begun while an earlier one still is not.
_MOST_AHEAD = 1000


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "solve",
        run,
        summary="exact scores of positions, as a filter",
        details="Solves the position after each line of moves, from arguments or standard input,\n"
        "and prints the moves as given, a space and the exact score of the side to move:\n"
        "0 for a draw; n for a win, where n counts the stones that it could still have\n"
        "placed, its winning one included, so that a sooner win is a greater number; -n for\n"
        "a loss, counted for the other side. 'enligne analyse' tells the moves to the end.\n"
        "What the opening book or the atlas knows is not searched for.\n\n"
        "A line that is not solved in time gets '?' and what is known of its score, a bad\n"
        "one 'error: reason'; the exit code is then 1. A board much larger than those of\n"
        "'enligne atlas show' takes hours, or years: give --seconds.",
        examples="  enligne solve 44455554221\n"
        '  enligne solve ""\n'
        "  enligne solve --all 4455\n"
        "  enligne solve --rules 6x5:4+gravity --seconds 60 33\n"
        "  enligne solve --rules tictactoe a1b2 a1c1\n"
        "  enligne solve --rules 5x4:4+gravity --json 33",
    )
    parser.add_argument(
        "moves",
        metavar="MOVES",
        nargs="*",
        help="moves from the empty board; without any, lines of standard input",
    )
    parser.add_argument("--rules", metavar="R", default="connect4", help="default: connect4")
    parser.add_argument(
        "--seconds", metavar="S", type=positive_number, help="for a line; default: no limit"
    )
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
    question = Question(rules, options.threads, options.all, options.json, options.seconds)
    if not Solver.plays(rules):
        question.solver.verdict(Game(rules).position)  # says why not
    lines, total = _input(options.moves)
    failed = 0
    with Bar(sys.stderr, "lines", seconds_before=1, is_quiet=True) as bar:
        if options.on is None and options.processes in (None, 1):
            answers = _alone(question, lines, Watch(question.solver, bar, total))
        else:
            known = iter(lines)
            take = StreamedLines(sys.stdin).take if total is None else partial(_take, known)
            answers = _Spread(question, take).answers(options.on, options.processes)
        for done, answer in enumerate(answers, 1):
            failed += not answer.is_solved
            bar.clear()
            print(answer.text, flush=True)
            bar.show(done, total)
    return 1 if failed else 0


class Answer(NamedTuple):
    """A line of output."""

    text: str
    is_solved: bool


class _Found(NamedTuple):
    """What is known of a position, as text and for JSON."""

    text: str
    fields: dict[str, object]
    is_solved: bool = True


@dataclass(frozen=True)
class Question:
    """What is asked of every line."""

    rules: Rules
    threads: int
    all_moves: bool
    as_json: bool
    seconds: float | None

    @cached_property
    def solver(self) -> Solver:
        from enligne.engines.solver import Solver

        return Solver(threads=self.threads)

    @cached_property
    def stop(self) -> Stop:
        from enligne.engines import Stop

        return Stop()

    def answer(self, line: str) -> Answer:
        start = time.perf_counter()
        try:
            position = Game.from_texts(self.rules, [line]).position
            found = self._moves(position) if self.all_moves else self._score(position)
        except ValueError as error:
            reason = " ".join(str(error).split())
            text = _json({"moves": line, "error": reason}) if self.as_json else f"error: {reason}"
            return Answer(text, False)
        if self.as_json:
            seconds = round(time.perf_counter() - start, 6)
            return Answer(
                _json({"moves": line, **found.fields, "seconds": seconds}), found.is_solved
            )
        return Answer(f"{line} {found.text}", found.is_solved)

    def _score(self, position: Position) -> _Found:
        from enligne.engines.solved_boards import entry_of

        entry = entry_of(self.rules) if position.ply == 0 else None
        if entry is not None:
            return _Found(str(entry.verdict), {"score": entry.verdict})
        lower, upper = self.solver.known(position, self._limit, stop=self.stop)
        if lower == upper:
            return _Found(str(lower), {"score": lower})
        text = f"? {self._late}, the score is from {lower} to {upper}"
        return _Found(text, {"score": None, "lower": lower, "upper": upper}, is_solved=False)

    def _moves(self, position: Position) -> _Found:
        scores = self.solver.verdicts(position, self._limit, stop=self.stop)
        if scores is None:
            return _Found(f"? {self._late}", {"scores": None}, is_solved=False)
        text = _columns(position, scores) if self.rules.gravity else _cells(scores)
        return _Found(text, {"scores": {str(move): score for move, score in scores.items()}})

    @property
    def _limit(self) -> Limit:
        from enligne.engines import Limit

        return Limit(seconds=self.seconds)

    @property
    def _late(self) -> str:
        return f"not solved in {self.seconds:g} s" if self.seconds else "not solved"


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


def _alone(question: Question, lines: Iterable[str], watch: Watch) -> Iterator[Answer]:
    look = partial(watch.look, question.rules)
    with InterruptibleThreads(1, question.stop) as threads:
        for line in lines:
            watch.begin()
            yield threads.result(threads.submit(partial(question.answer, line)), look)


class _Spread:
    """Lines that go out to workers in portions, and whose answers come back in their order.

    Args:
        take: at most n lines; none if there are none yet, None if there are no more.
    """

    def __init__(self, question: Question, take: Callable[[int], list[str] | None]) -> None:
        self._question = question
        self._take = take
        self._size = 1
        self._given = self._printed = 0

    def answers(self, on: str | None, processes: int | None) -> Iterator[Answer]:
        """The answers, as soon as they can be had.

        Raises:
            ParallelError: see :mod:`enligne.parallel`.
        """
        from enligne import parallel

        done: dict[int, list[Answer]] = {}
        with parallel.create(on, processes) as pool:
            for index, (answers, seconds) in pool.run(_answer, self._portions()):
                if seconds < _SECONDS_AT_ONCE:
                    self._size = min(_MOST_LINES, max(self._size, 2 * len(answers)))
                else:
                    self._size = max(1, len(answers) // 2)
                done[index] = answers
                while self._printed in done:
                    yield from done.pop(self._printed)
                    self._printed += 1

    def _portions(self) -> Iterator[tuple[Question, list[str]] | Later]:
        from enligne.parallel import LATER

        while True:
            is_far_ahead = self._given - self._printed >= _MOST_AHEAD
            lines = [] if is_far_ahead else self._take(self._size)
            if lines is None:
                return
            self._given += bool(lines)
            yield (self._question, lines) if lines else LATER


@lru_cache(maxsize=1)
def _kept(question: Question) -> Question:
    """The same question with the solver of the last time."""
    return question


def _answer(portion: tuple[Question, list[str]]) -> tuple[list[Answer], float]:
    """What a worker does: the answers, and the seconds they took."""
    start = time.perf_counter()
    question = _kept(portion[0])
    return [question.answer(line) for line in portion[1]], time.perf_counter() - start


def _take(lines: Iterator[str], most: int) -> list[str] | None:
    return list(islice(lines, most)) or None


def _json(value: object) -> str:
    import json

    return json.dumps(value)

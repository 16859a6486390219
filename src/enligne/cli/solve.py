"""``enligne solve``: exact scores, as a filter from lines of moves to lines with scores."""

from __future__ import annotations

import codecs
import io
import os
import select
import sys
import time
from collections import deque
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TextIO

from enligne.cli.commands import add_command, add_workers_options, positive_int
from enligne.game import Game
from enligne.progress import Bar, InterruptibleThreads
from enligne.rules import Rules

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from enligne.cli.commands import Commands
    from enligne.engines import Stop
    from enligne.engines.solver import Solver
    from enligne.move import Move
    from enligne.parallel import Later
    from enligne.position import Position

#: How long a portion of lines should take. It is found by doubling and halving their sizes.
_SECONDS_AT_ONCE = 0.05
_MOST_LINES = 256
#: How many portions may be done or begun while an earlier one still is not.
_MOST_AHEAD = 1000
# How long to wait for a line before looking at the answers.
_GLANCE = 0.01


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
    question = Question(rules, options.threads, options.all, options.json)
    if not Solver.plays(rules):
        question.solver.verdict(Game(rules).position)  # says why not
    lines, total = _input(options.moves)
    if options.on is None and options.processes in (None, 1):
        answers = _alone(question, lines)
    else:
        known = iter(lines)
        take = _StreamedLines(sys.stdin).take if total is None else partial(_take, known)
        answers = _Spread(question, take).answers(options.on, options.processes)
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

    rules: Rules
    threads: int
    all_moves: bool
    as_json: bool

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
            if self.all_moves:
                scores = self.solver.verdicts(position, stop=self.stop)
                assert scores is not None
                found: object = {str(move): score for move, score in scores.items()}
                text = _columns(position, scores) if self.rules.gravity else _cells(scores)
            else:
                verdict = self.solver.verdict(position, stop=self.stop)
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


def _alone(question: Question, lines: Iterable[str]) -> Iterator[Answer]:
    with InterruptibleThreads(1, question.stop) as threads:
        for line in lines:
            yield threads.result(threads.submit(partial(question.answer, line)))


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


class _StreamedLines:
    """Lines of a pipe or a terminal, without waiting for more of them than there are: their
    writer may be waiting for an answer."""

    def __init__(self, stream: TextIO) -> None:
        self._file = stream.fileno()
        decoder = codecs.getincrementaldecoder(stream.encoding)(stream.errors or "strict")
        self._decoder = io.IncrementalNewlineDecoder(decoder, translate=True)
        self._lines: deque[str] = deque()
        self._rest = ""
        self._has_ended = False

    def take(self, most: int) -> list[str] | None:
        if not self._lines and not self._has_ended:
            self._read()
        if not self._lines and self._has_ended:
            return None
        return [self._lines.popleft() for _ in range(min(most, len(self._lines)))]

    def _read(self) -> None:
        if not select.select([self._file], [], [], _GLANCE)[0]:
            return
        data = os.read(self._file, 65536)
        *lines, self._rest = (self._rest + self._decoder.decode(data, not data)).split("\n")
        self._lines.extend(lines)
        if not data:
            self._has_ended = True
            if self._rest:
                self._lines.append(self._rest)


def _json(value: object) -> str:
    import json

    return json.dumps(value)

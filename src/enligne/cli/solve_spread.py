"""``enligne solve`` with workers: lines go out in portions, answers come back in their order."""

from __future__ import annotations

import codecs
import functools
import io
import itertools
import os
import select
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, TextIO

from enligne import parallel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from enligne.cli.solve import Answer, Question
    from enligne.parallel import Later

#: How long a portion should take. It is found by doubling and halving their sizes.
_SECONDS_AT_ONCE = 0.05
_MOST_LINES = 256
#: How many portions may be done or begun while an earlier one still is not.
_MOST_AHEAD = 1000
# How long to wait for a line before looking at the answers.
_GLANCE = 0.01


class Portion(NamedTuple):
    """Lines that one worker answers."""

    question: Question
    lines: list[str]


@dataclass(slots=True)
class _Spreading:
    """What the giver of portions and the reader of their answers tell each other."""

    size: int = 1
    given: int = 0
    printed: int = 0


def spread(
    question: Question, source: Source, *, on: str | None, processes: int | None
) -> Iterator[Answer]:
    """The answers to lines by workers, in the order of the lines, as soon as they can be had.

    Raises:
        ParallelError: see :mod:`enligne.parallel`.
    """
    spreading = _Spreading()
    done: dict[int, list[Answer]] = {}
    with parallel.create(on, processes) as pool:
        for index, (answers, seconds) in pool.run(answer, _portions(question, source, spreading)):
            if seconds < _SECONDS_AT_ONCE:
                spreading.size = min(_MOST_LINES, max(spreading.size, 2 * len(answers)))
            else:
                spreading.size = max(1, len(answers) // 2)
            done[index] = answers
            while spreading.printed in done:
                yield from done.pop(spreading.printed)
                spreading.printed += 1


@functools.lru_cache(maxsize=1)
def _kept(question: Question) -> Question:
    """The same question with the solver of the last time."""
    return question


def answer(portion: Portion) -> tuple[list[Answer], float]:
    """What a worker does: the answers, and the seconds they took."""
    start = time.perf_counter()
    question = _kept(portion.question)
    return [question.answer(line) for line in portion.lines], time.perf_counter() - start


def _portions(
    question: Question, source: Source, spreading: _Spreading
) -> Iterator[Portion | Later]:
    while True:
        found: list[str] | None = []
        if spreading.given - spreading.printed < _MOST_AHEAD:
            found = source.take(spreading.size)
        if found is None:
            return
        if found:
            spreading.given += 1
            yield Portion(question, found)
        else:
            yield parallel.LATER


class Source(Protocol):
    """Where lines come from."""

    def take(self, most: int) -> list[str] | None:
        """At most ``most`` lines; none if there are none yet, None if there are no more."""


class KnownLines:
    """Lines that are all there."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def take(self, most: int) -> list[str] | None:
        return list(itertools.islice(self._lines, most)) or None


class StreamedLines:
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

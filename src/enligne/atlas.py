"""An atlas of solved games: the exact result of every board that can be solved.

>>> from enligne import Rules, atlas
>>> atlas.best_play(Rules.of("connect4"))
Win(plies=41)
"""

from __future__ import annotations

import os
import time
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from enligne import _core
from enligne.engines.solved_boards import Entry, entry_of, read_entries, shipped
from enligne.engines.solver import Solver
from enligne.files import naming
from enligne.position import Position
from enligne.rules import Rules

__all__ = ["Atlas", "Entry", "best_play", "boards", "shipped", "solve"]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from enligne.engines import Score
    from enligne.parallel import Pool


def solve(rules: Rules, *, table_mb: int = 1024) -> Entry:
    """Solves a game from nothing.

    Raises:
        RulesError: it cannot be solved.
    """
    solver, empty = Solver(book="none", table_mb=table_mb), Position(rules)
    start = time.perf_counter()
    found = solver.verdict(empty)
    seconds = time.perf_counter() - start
    assert found is not None  # there is no limit
    kept, seen = [], set()
    for move in sorted(empty.legal_moves):
        after = empty.play(move)
        if (key := after.canonical().position) in seen:
            continue
        seen.add(key)
        reply = solver.verdict(after)
        assert reply is not None
        if -reply.score == found.score:
            kept.append(str(move))
    return Entry(rules.text, found.score, tuple(kept), found.nodes, round(seconds, 4))


def boards(
    runs: Iterable[int], *, gravity: bool, most_sum: int, most_cells: int
) -> Iterator[Rules]:
    """Every board that can be solved whose sides have at most this sum, the smallest first. Without
    gravity a board and the same on its side are one."""
    for run in runs:
        sides = (
            (width, total - width)
            for total in range(2 * _core.SMALLEST_SIDE, most_sum + 1)
            for width in range(_core.SMALLEST_SIDE, total - _core.SMALLEST_SIDE + 1)
        )
        for width, height in sides:
            if width * height > most_cells or run > max(width, height):
                continue
            if not gravity and width < height:
                continue
            rules = Rules(width, height, run, gravity=gravity)
            if Solver.plays(rules):
                yield rules


class Atlas:
    """Entries in a file, a line of JSON each, written as soon as a board is solved; by the text of
    their rules. ``is_cut`` says that the file ends within a line, because its writer was ended
    there: that board is not known, and solved again by :meth:`fill`.

    Raises:
        AtlasError: a line is not an entry.
        OSError: the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        self._whole_bytes = len(whole)
        self.is_cut = len(whole) < len(data)
        self.entries = read_entries(whole, str(path))

    def fill(
        self,
        wanted: Iterable[Rules],
        pool: Pool,
        *,
        table_mb: int = 1024,
        progress: Callable[[Entry, int, int], None] | None = None,
    ) -> None:
        """Solves what is not in it yet.

        Args:
            progress: called with each new entry, how many there are, and how many there will be.

        Raises:
            OSError: the file cannot be written.
        """
        wanted = list(wanted)
        missing = [rules for rules in wanted if rules.text not in self.entries]
        if self.is_cut:
            os.truncate(self.path, self._whole_bytes)
            self.is_cut = False
        with naming(self.path), self.path.open("ab") as file:
            for _, entry in pool.run(partial(solve, table_mb=table_mb), missing):
                file.write(msgspec.json.encode(entry) + b"\n")
                file.flush()
                self.entries[entry.rules] = entry
                if progress:
                    done = sum(rules.text in self.entries for rules in wanted)
                    progress(entry, done, len(wanted))


def best_play(rules: Rules) -> Score | None:
    """What the empty board is worth to the side that begins, of the games that were solved when
    the package was made."""
    entry = entry_of(rules)
    return entry.score if entry else None

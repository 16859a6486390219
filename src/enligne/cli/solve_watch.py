"""What ``enligne solve`` shows while a line takes long."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from enligne.cli.commands import remark
from enligne.rules import Rules

if TYPE_CHECKING:
    from enligne.engines.solver import Solver
    from enligne.progress import Bar

#: From when on a line is taken to be hard, in seconds.
_SOON = 10.0


class Watch:
    """Shows how a search goes on, and says of one that takes long what can be hoped for."""

    def __init__(self, solver: Solver, bar: Bar, total: int | None) -> None:
        self._solver = solver
        self._bar = bar
        self._total = total
        self._begun = 0
        self._since = 0.0
        self._has_told = False

    def begin(self) -> None:
        """A line is begun."""
        self._begun += 1
        self._since = time.monotonic()

    def look(self, rules: Rules) -> None:
        """The line is still being solved."""
        if not self._has_told and time.monotonic() - self._since >= _SOON:
            self._has_told = True
            self._bar.clear()
            remark(prospect(rules))
        self._bar.show(self._begun - 1, self._total, f"{self._solver.nodes:,} nodes")


def prospect(rules: Rules) -> str:
    """How large a board is beside the largest of its kind that is known to be solved."""
    from enligne.engines.solved_boards import shipped

    kind = f"{rules.run} in a row, {'with' if rules.gravity else 'without'} gravity"
    alike = [
        (board.cell_count, entry.seconds, board)
        for text, entry in shipped().items()
        if ((board := Rules.of(text)).run, board.gravity) == (rules.run, rules.gravity)
    ]
    solved = "none is in the atlas"
    if alike:
        cells, seconds, board = max(alike, key=lambda each: each[:2])
        solved = (
            f"the largest board in the atlas has {cells} ({board.width}x{board.height},"
            f" {seconds:,.1f} s from the empty board)"
        )
    return f"{rules} has {rules.cell_count} cells; of {kind}, {solved}; --seconds S ends a search"

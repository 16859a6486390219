"""A naive referee: the rules once more, as plainly as they can be said, to test the core by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne import Rules

if TYPE_CHECKING:
    import random

Cell = tuple[int, int]


@dataclass
class NaiveGame:
    rules: Rules
    stones: dict[Cell, int] = field(default_factory=dict)
    winner: int | None = None
    winning_cells: set[Cell] = field(default_factory=set)

    @property
    def is_full(self) -> bool:
        return len(self.stones) == self.rules.width * self.rules.height

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.is_full

    def legal_moves(self) -> set[Cell]:
        if self.is_over:
            return set()
        result = set()
        for column in range(self.rules.width):
            for row in range(self.rules.height):
                if (column, row) in self.stones:
                    continue
                if not self.rules.gravity or row == 0 or (column, row - 1) in self.stones:
                    result.add((column, row))
        return result

    def play(self, cell: Cell) -> None:
        side = len(self.stones) % 2
        self.stones[cell] = side
        for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = {cell}
            for direction in (1, -1):
                reached = cell
                while True:
                    reached = (
                        reached[0] + direction * step[0],
                        reached[1] + direction * step[1],
                    )
                    if self.stones.get(reached) != side:
                        break
                    run.add(reached)
            enough = len(run) == self.rules.run if self.rules.exact else len(run) >= self.rules.run
            if enough:
                self.winner = side
                self.winning_cells |= run


def random_rules(source: random.Random) -> Rules:
    """Rules of every kind; large boards are rarer because their games are long."""
    largest = source.choices([5, 9, 15, 26], weights=[40, 40, 15, 5])[0]
    width, height = source.randint(3, largest), source.randint(3, largest)
    run = source.randint(3, min(10, max(width, height)))
    # Long runs are seldom made by chance: half of the time take a short one.
    if source.random() < 0.5:
        run = min(run, source.randint(3, 5))
    return Rules(width, height, run, gravity=source.random() < 0.5, exact=source.random() < 0.5)

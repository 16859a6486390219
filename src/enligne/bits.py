"""A position as numbers: where each cell has its bit, and the win test that the core does on them.

A column takes ``height + 1`` bits, its lowest cell first; the bit above its top cell is a sentinel
that no stone ever sets, so that rows of stones never go on over the edge of the board. For 7x6::

    s   6  13  20  27  34  41  48
    6   5  12  19  26  33  40  47
    5   4  11  18  25  32  39  46
    4   3  10  17  24  31  38  45
    3   2   9  16  23  30  37  44
    2   1   8  15  22  29  36  43
    1   0   7  14  21  28  35  42
        a   b   c   d   e   f   g

The core does the same in words of 64 bits (core/board/geometry.h, core/board/runs.h) to judge a
whole board, and after each move of a search where the board fits one word; here a number is as long
as it needs to be, and every step can be looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from enligne.move import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.rules import Rules

__all__ = [
    "Direction",
    "Operation",
    "Step",
    "Test",
    "bit_of",
    "cells_of",
    "folding",
    "layout",
    "lines",
    "ones",
    "rows",
    "stride",
    "whole_rows",
    "win_test",
    "win_tests",
]


class Direction(Enum):
    """The directions in which the core looks for runs, in its order. With the height h, the next
    cell of a run is at a distance of 1, h, h + 1 or h + 2 bits."""

    UP = "up"
    FALLING = "falling"
    RIGHT = "right"
    RISING = "rising"

    @property
    def step(self) -> tuple[int, int]:
        """How many columns to the right and rows up the next cell of a run is."""
        return _STEPS[self]

    def distance(self, rules: Rules) -> int:
        """How many bits the next cell of a run is away."""
        across, up = self.step
        return across * stride(rules) + up


_STEPS = {
    Direction.UP: (0, 1),
    Direction.FALLING: (1, -1),
    Direction.RIGHT: (1, 0),
    Direction.RISING: (1, 1),
}


class Operation(Enum):
    """What is done in one step, as it is written in the core."""

    SHIFT_DOWN = ">>"
    SHIFT_UP = "<<"
    AND = "&"
    AND_NOT = "& ~"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a win test.

    Args:
        operation: a shift, or the combination with what was shifted last.
        distance: of a shift, in bits; 0 for a combination.
        of_stones: whether the stones themselves are shifted, and not what was found so far.
        bits: the result: of a shift the shifted bits, of a combination what is left.
    """

    operation: Operation
    distance: int
    of_stones: bool
    bits: int


@dataclass(frozen=True, slots=True)
class Test:
    """The win test in one direction: the steps, and the first bit of each winning run."""

    direction: Direction
    distance: int
    steps: tuple[Step, ...]
    starts: int

    def cells(self, rules: Rules) -> set[Cell]:
        """Every cell of every winning run."""
        runs = (self.starts << place * self.distance for place in range(rules.run))
        return {cell for bits in runs for cell in cells_of(bits, rules)}


def stride(rules: Rules) -> int:
    """How many bits a column takes: one for each cell, and the sentinel."""
    return rules.height + 1


def bit_of(cell: Cell, rules: Rules) -> int:
    """The number of a cell's bit."""
    return cell.column * stride(rules) + cell.row


@lru_cache(maxsize=64)
def layout(rules: Rules) -> tuple[Cell | None, ...]:
    """The cell of each bit, from bit 0 up; None for a sentinel."""
    return tuple(
        Cell(column, row) if row < rules.height else None
        for column in range(rules.width)
        for row in range(stride(rules))
    )


def cells_of(bits: int, rules: Rules) -> list[Cell]:
    """The cells whose bits are set; sentinels and what lies beyond the board are left out."""
    cells = layout(rules)
    return [cell for bit in ones(bits) if bit < len(cells) and (cell := cells[bit]) is not None]


def ones(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def folding(run: int) -> list[int]:
    """By how many cells a set of stones is laid over itself to find runs. Each time the length
    that a surviving bit vouches for doubles: a run of 4 takes 1, 2; one of 5 takes 1, 2, 1; one
    of 10 takes 1, 2, 4, 2."""
    folds, length = [], 1
    while 2 * length <= run:
        folds.append(length)
        length *= 2
    return folds + [run - length] * (length < run)


def win_test(stones: int, direction: Direction, rules: Rules) -> Test:
    """Looks for winning runs in one direction, step by step as the core does."""
    distance = direction.distance(rules)
    steps: list[Step] = []
    found = stones
    for cells in folding(rules.run):
        shifted = found >> cells * distance
        # The first time, what was found so far is the stones.
        steps.append(Step(Operation.SHIFT_DOWN, cells * distance, not steps, shifted))
        found &= shifted
        steps.append(Step(Operation.AND, 0, False, found))
    if rules.exact:  # no stone right before the run, none right after
        before, after = stones << distance, stones >> rules.run * distance
        steps.append(Step(Operation.SHIFT_UP, distance, True, before))
        steps.append(Step(Operation.AND_NOT, 0, False, found := found & ~before))
        steps.append(Step(Operation.SHIFT_DOWN, rules.run * distance, True, after))
        steps.append(Step(Operation.AND_NOT, 0, False, found := found & ~after))
    return Test(direction, distance, tuple(steps), found)


def win_tests(stones: int, rules: Rules) -> list[Test]:
    """The win test in every direction; the stones have won when one of them finds a run."""
    return [win_test(stones, direction, rules) for direction in Direction]


def rows(stones: int, length: int, rules: Rules) -> list[int]:
    """Every place where ``length`` stones stand next to each other, in any direction: the bits of
    each. A longer row has several, and a single stone is one in each direction."""
    found = []
    for direction in Direction:
        distance = direction.distance(rules)
        starts = stones
        for _ in range(1, length):
            starts = stones & (starts >> distance)
        mask = sum(1 << place * distance for place in range(length))
        found += [mask << start for start in ones(starts)]
    return found


def whole_rows(stones: int, rules: Rules) -> list[tuple[Cell, Direction, int]]:
    """Every whole row, which is one that does not go on: where it begins, its direction, and how
    many stones it has."""
    found = []
    for direction in Direction:
        distance = direction.distance(rules)
        for start in cells_of(stones & ~(stones << distance), rules):
            rest, length = stones >> bit_of(start, rules), 1
            while rest >> length * distance & 1:
                length += 1
            found.append((start, direction, length))
    return found


@lru_cache(maxsize=64)
def lines(rules: Rules) -> tuple[int, ...]:
    """The bits of every line: cells in a row, just enough that stones on all of them win."""
    board = sum(1 << bit for bit, cell in enumerate(layout(rules)) if cell is not None)
    return tuple(rows(board, rules.run, rules))

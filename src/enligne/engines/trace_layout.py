"""Where the nodes of a drawn trace go: ply below ply, parents above the middle of their children,
and in larger trees leaves in columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enligne.engines.trace import Trace
    from enligne.engines.trace_text import Excerpt

MARGIN = 28
HEAD = 92
FOOT = 74
LEVELS = 92  # the names of the sides, at the left
_MOST_CARDS = 45
CHIP = 40.0  # what stands for branches that are not there
_LARGEST_BOARD = 64  # cells, where boards are drawn at nodes


@dataclass(frozen=True, slots=True)
class Size:
    """How nodes are drawn: as cards with all they know, as labels, or as leaves in columns."""

    width: float
    height: float
    gap: float
    rise: float  # from one ply to the next, between nodes
    has_window: bool
    board: float = 0
    stacks: bool = False


@dataclass
class Plan:
    """Where everything goes."""

    trace: Trace
    part: Excerpt
    size: Size
    x: dict[int, float] = field(default_factory=dict)
    y: dict[int, float] = field(default_factory=dict)
    stubs: dict[int, float] = field(default_factory=dict)  # the middle of a row's loose ends
    stacked: set[int] = field(default_factory=set)
    width: float = 0
    height: float = 0

    def place(self) -> None:
        root = self.part.rows[0]
        self.width = self._place(root, MARGIN + LEVELS, HEAD)
        chips = [self.y[row] + self.size.height + self.size.rise + 46 for row in self.stubs]
        self.height = max([*chips, *(y + self.size.height for y in self.y.values())])

    def _place(self, row: int, left: float, top: float) -> float:
        """Places a row and all below it from the left; returns where they end."""
        size, children = self.size, self.part.children[row]
        self.y[row] = top
        below = top + size.height + size.rise
        right = left
        leaves = [child for child in children if not self.part.children[child]]
        if size.stacks and len(leaves) > 1 and len(leaves) == len(children):
            for number, child in enumerate(children):
                self.x[child] = left + size.width / 2 + 10
                self.y[child] = below - size.rise / 2 + number * (size.height + 5)
                self.stacked.add(child)
            right = left + size.width + 10 + size.gap
        else:
            for child in children:
                right = self._place(child, right, below)
        if self._has_loose_ends(row):
            self.stubs[row] = right + CHIP / 2
            right += CHIP + size.gap
        right = max(right, left + size.width + size.gap)
        xs = [self.x[child] for child in children] + [
            self.stubs[row] for _ in range(row in self.stubs)
        ]
        self.x[row] = (min(xs) + max(xs)) / 2 if xs else left + size.width / 2
        if children and children[0] in self.stacked:
            self.x[row] = self.x[children[0]]
        shift = left + size.width / 2 - self.x[row]
        if shift > 0:
            self.shift(row, shift)
            right += shift
        return right

    def shift(self, row: int, by: float) -> None:
        """Moves a row and all below it to the right."""
        self.x[row] += by
        if row in self.stubs:
            self.stubs[row] += by
        for child in self.part.children[row]:
            self.shift(child, by)

    def _has_loose_ends(self, row: int) -> bool:
        return bool(self.trace.unvisited[row]) or row in self.part.hidden


def size_of(trace: Trace, part: Excerpt) -> Size:
    count = len(part.rows)
    rules = None if trace.position is None else trace.position.rules
    if rules is not None and count <= _MOST_CARDS and rules.cell_count <= _LARGEST_BOARD:
        tall = 72 * max(1.0, rules.height / rules.width)
        return Size(86, 62 + tall, 14, 46, has_window=True, board=72)
    if count <= _MOST_CARDS:
        return Size(86, 56, 12, 46, has_window=True)
    return Size(58, 34, 8, 40, has_window=False, stacks=True)

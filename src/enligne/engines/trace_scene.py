"""What a picture of a trace shows, and where, before any of it is drawn: ply below ply, parents
above the middle of their children, and in larger trees leaves in columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne.engines.trace_text import Seen, seen
from enligne.svg.themes import THEMES

if TYPE_CHECKING:
    from enligne import svg
    from enligne.engines.trace import Node, Trace
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
        if self.trace.unvisited[row] or row in self.part.hidden:
            self.stubs[row] = right + CHIP / 2
            right += CHIP + size.gap
        right = max(right, left + size.width + size.gap)
        xs = [self.x[child] for child in children]
        if row in self.stubs:
            xs.append(self.stubs[row])
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


def size_of(trace: Trace, part: Excerpt) -> Size:
    count = len(part.rows)
    rules = None if trace.position is None else trace.position.rules
    if rules is not None and count <= _MOST_CARDS and rules.cell_count <= _LARGEST_BOARD:
        tall = 72 * max(1.0, rules.height / rules.width)
        return Size(86, 62 + tall, 14, 46, has_window=True, board=72)
    if count <= _MOST_CARDS:
        return Size(86, 56, 12, 46, has_window=True)
    return Size(58, 34, 8, 40, has_window=False, stacks=True)


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a picture."""

    paper: str
    ink: str
    quiet: str
    line: str
    good: str  # for the side of the root
    bad: str
    even: str
    pv: str
    cut: str
    band: str


# Light and dark.
_COLOURS = {
    "ink": ("#1f2933", "#e6edf3"),
    "quiet": ("#5b6672", "#9aa5b1"),
    "line": ("#b3bcc6", "#4a5663"),
    "good": ("#cfe6fb", "#12395f"),
    "bad": ("#fde0c2", "#5a3310"),
    "even": ("#eceff3", "#232a33"),
    "pv": ("#0b5cad", "#6cb6ff"),
    "cut": ("#b3261e", "#ff8a80"),
    "band": ("#f6f8fa", "#12171e"),
}
LOOKS = {
    theme: Look(THEMES[theme].background, **{part: both[number] for part, both in _COLOURS.items()})
    for number, theme in enumerate(("light", "dark"))
}


@dataclass
class Scene:
    """A plan with what is known of its nodes."""

    plan: Plan
    theme: svg.ThemeName
    look: Look = field(init=False)
    nodes: dict[int, Node] = field(init=False)
    views: dict[int, Seen] = field(init=False)
    pv: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self.look = LOOKS[self.theme]
        self.nodes = {row: self.trace[row] for row in self.plan.part.rows}
        self.views = {row: seen(self.trace, node) for row, node in self.nodes.items()}
        self.pv = self._pv()

    @property
    def trace(self) -> Trace:
        return self.plan.trace

    @property
    def root(self) -> int:
        return self.plan.part.rows[0]

    def _pv(self) -> set[int]:
        """The rows of the line of play that the root's value comes from."""
        row = self.root
        line = {row}
        while True:
            value = self.trace.values[row]
            kept = self.plan.part.children[row]
            best = [each for each in kept if -self.trace.values[each] == value]
            # Of a move asked twice the second answer counts, and of equals the first move.
            best = [each for each in best if self.nodes[each].kind != "probe"] or best
            if not best or self.nodes[row].value is None:
                return line
            row = best[0]
            line.add(row)

    def is_second(self, ply: int) -> bool:
        """Whether the second side moves there."""
        return (self.trace.first_ply + ply) % 2 == 1

    def takes_least(self, ply: int) -> bool:
        """Whether the side that moves there wants little for the side that values are for."""
        return self.is_second(ply) if self.trace.position is None else ply % 2 == 1

    @property
    def subtitle(self) -> str:
        trace, part = self.trace, self.plan.part
        shown = len(part.rows) - 1
        below = shown + sum(part.hidden.values())
        nodes = f"{below:,} nodes" if shown == below else f"{shown:,} of {below:,} nodes shown"
        if trace.position is None:
            whose = "values for the first side"
        else:
            whose = f"values for the {trace.position.side} side, wins counted in plies from the top"
        return f"depth {self.nodes[self.root].depth}, {nodes}; {whose}"

    @property
    def description(self) -> str:
        cut = sum(node.is_cut for node in self.nodes.values())
        return (
            f"A search tree, {self.subtitle}. The root is worth {self.views[self.root].value};"
            f" {cut} nodes were cut."
        )

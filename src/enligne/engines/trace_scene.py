"""What a picture of a trace shows, before any of it is drawn: nodes, values, the best play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne.engines.trace_text import Seen, name_of, seen
from enligne.svg.themes import THEMES

if TYPE_CHECKING:
    from enligne import svg
    from enligne.engines.trace import Node, Trace
    from enligne.engines.trace_layout import Plan

_MOST_NAMES = 30


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

    def unvisited(self, node: Node) -> tuple[str, str]:
        """Why moves of a node were not visited, and which."""
        names = " ".join(name_of(self.trace, move) for move in node.unvisited[:_MOST_NAMES])
        return "cut" if node.is_cut else "needless", names

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

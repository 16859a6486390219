"""A trace as a tree of text, and what its pictures share with it: words, and what fits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines.score import Draw, Heuristic, Loss, Score, Win

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.engines.trace import Node, Trace

#: Why a node ended, in words. A node that visited every child needs none.
END_WORDS = {
    "all": "",
    "win": "a run",
    "draw": "board full",
    "leaf": "leaf",
    "depth": "horizon",
    "beta": "cut by beta",
    "alpha": "cut by alpha",
    "table": "in the table",
    "can_win": "wins next",
    "cannot_parry": "two threats",
    "stopped": "stopped",
}
KIND_WORDS = {"full": "", "probe": "probe", "again": "again"}

_MOST_CUT_NAMED = 12


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of a trace that is shown.

    Args:
        rows: in the order of the search, each with its parent; the first is the root.
        children: of each row, those among the rows.
        hidden: how many nodes were visited below a row and are not shown, where there are any.
    """

    rows: list[int]
    children: dict[int, list[int]]
    hidden: Counter[int]


def excerpt(trace: Trace, root: int, *, most: int, plies: int | None = None) -> Excerpt:
    """The plies below a root that fit as a whole, or as many as asked for; in any case no more
    than ``most`` nodes, the first ones."""
    rows = range(root, next((row for row in trace.roots if row > root), len(trace)))
    if plies is None:
        plies, total = 0, 0
        for ply, count in sorted(Counter(trace.plies[row] for row in rows).items()):
            total += count
            if total > most and ply > 1:
                break
            plies = ply
    shown = [row for row in rows if trace.plies[row] <= plies][: max(most, 1)]
    children: dict[int, list[int]] = {row: [] for row in shown}
    hidden: Counter[int] = Counter()
    nearest: dict[int, int] = {}
    for row in rows:
        if row in children:
            nearest[row] = row
            if row != root:
                children[trace.parents[row]].append(row)
        else:
            above = nearest[row] = nearest[trace.parents[row]]
            hidden[above] += 1
        if row in trace.left_out_below:
            hidden[nearest[row]] += trace.left_out_below[row]
    return Excerpt(shown, children, hidden)


def score_text(score: Score | None, sign: int = 0) -> str:
    """A score in a few letters; None is infinite, with this sign."""
    match score:
        case None:
            return "+∞" if sign > 0 else "-∞"
        case Win(plies):
            return f"win {plies}"
        case Loss(plies):
            return f"loss {plies}"
        case Draw():
            return "draw"
        case Heuristic(value):
            return f"{value:+d}" if value else "0"
    raise AssertionError(score)


@dataclass(frozen=True, slots=True)
class Seen:
    """A node as the side of the root sees it, with wins and losses counted from the root: a score
    reads the same all over the tree, alpha only ever rises on the way down, beta only falls.

    Args:
        worth: the value; None where there is none.
    """

    alpha: str
    beta: str
    value: str
    worth: Score | None

    @property
    def window(self) -> str:
        return f"[{self.alpha}, {self.beta}]"


def seen(trace: Trace, node: Node) -> Seen:
    """What the side of the root makes of a node; of a textbook's tree, the first side."""
    is_other = (node.ply + (trace.first_ply if trace.position is None else 0)) % 2 == 1

    def turned(score: Score | None) -> Score | None:
        match score:
            case Win(plies):
                score = Win(plies + node.ply)
            case Loss(plies):
                score = Loss(plies + node.ply)
        return -score if is_other and score is not None else score

    alpha, beta, worth = turned(node.alpha), turned(node.beta), turned(node.value)
    if is_other:
        alpha, beta = beta, alpha
    value = "?" if worth is None else score_text(worth)
    return Seen(score_text(alpha, -1), score_text(beta, 1), value, worth)


def lines(trace: Trace, part: Excerpt) -> Iterator[str]:
    """A line for each node, and one for the moves cut and the nodes hidden below it."""

    def subtree(row: int, stem: str, branch: str) -> Iterator[str]:
        node = trace[row]
        yield f"{stem}{branch}{_line(trace, node)}"
        below = stem + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
        notes = _notes(trace, node, part.hidden.get(row, 0))
        kept = part.children[row]
        for number, child in enumerate(kept):
            is_last = number + 1 == len(kept) and not notes
            yield from subtree(child, below, "└─ " if is_last else "├─ ")
        for number, note in enumerate(notes):
            yield f"{below}{'└─ ' if number + 1 == len(notes) else '├─ '}{note}"

    yield from subtree(part.rows[0], "", "")


def _line(trace: Trace, node: Node) -> str:
    view = seen(trace, node)
    is_root = node.parent is None
    name = f"root, depth {node.depth}" if is_root else f"{move_name(trace, node):<4}"
    words = [name, KIND_WORDS[node.kind], view.window, f"= {view.value}", END_WORDS[node.end]]
    return "  ".join(word for word in words if word)


def _notes(trace: Trace, node: Node, hidden: int) -> list[str]:
    notes = []
    if hidden:
        notes.append(f"… {hidden:,} node{'s' * (hidden != 1)} not shown")
    if node.unvisited:
        why, names = unvisited(trace, node, _MOST_CUT_NAMED)
        rest = len(node.unvisited) - _MOST_CUT_NAMED
        notes.append(f"{why}: {names}" + (f" and {rest} more" if rest > 0 else ""))
    return notes


def unvisited(trace: Trace, node: Node, most: int = 30) -> tuple[str, str]:
    """Why moves of a node were not visited, and which, the first of them."""
    names = " ".join(name_of(trace, move) for move in node.unvisited[:most])
    return "cut" if node.is_cut else "needless", names


def move_name(trace: Trace, node: Node) -> str:
    return "" if node.move is None else name_of(trace, node.move)


def name_of(trace: Trace, move: object) -> str:
    """A move as people write it; the children of a textbook's tree are counted from 1."""
    return str(move + 1) if trace.position is None and isinstance(move, int) else str(move)

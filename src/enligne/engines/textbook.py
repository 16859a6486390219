"""The textbook's tree: the search of games, run on nested lists of numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from enligne import _core
from enligne.engines import trace
from enligne.engines.engine import MOST_PLIES
from enligne.engines.trace import Trace
from enligne.move import FIRST, SECOND, Side

Tree: TypeAlias = "Sequence[Tree] | int"

#: The orders in which children can be visited: from the left, shuffled, the best first.
ORDERS = {
    "none": _core.Order.NONE,
    "shuffle": _core.Order.SHUFFLE,
    "best": _core.Order.THREATS,
}

_MOST_NODES = 100_000
_MOST_LEVELS = 100
_MOST_CHILDREN = MOST_PLIES


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """What the search found in a tree.

    Args:
        value: of the root, to the side that moves there.
        path: the best line of play, as numbers of children from 0.
        nodes: how many were visited, the root not counted.
    """

    value: int
    path: tuple[int, ...]
    nodes: int
    trace: Trace


def trace_tree(
    tree: Tree,
    *,
    cuts: bool = True,
    probes: bool = False,
    order: str = "none",
    seed: int = 1,
    side: Side = FIRST,
    most: int = _MOST_NODES,
) -> TreeSearch:
    """Searches a tree such as ``[[3, 12, 8], [2, 4, 6], [14, 5, 2]]`` as games are searched.

    Args:
        tree: lists of lists, with a whole number at each leaf: what it is worth to the first side.
        cuts: leave out what cannot change the result.
        probes: ask first whether a child is better at all.
        order: of the children: ``none``, from the left; ``shuffle``, at random; ``best`` first.
        seed: of the shuffled order.
        side: who moves at the root. The first side wants much, the second little.
        most: how many nodes the trace keeps.

    Raises:
        ValueError: the tree is no tree, or larger than it may be; the text says where.
    """
    if order not in ORDERS:
        raise ValueError(f"{order!r} is not an order; there are {', '.join(ORDERS)}")
    parents, leaves = _flat(tree)
    techniques = {"cut": cuts, "probe": probes, "deepen": False}
    engine = _core.AlphaBeta(
        without=[name for name, on in techniques.items() if not on],
        order=ORDERS[order],
        evaluation=_core.Evaluation.ZERO,
        table_mb=0,
        threads=1,
        seed=seed,
    )
    written = trace.new(most)
    found = _core.trace_tree(engine, parents, leaves, side is SECOND, written)
    return TreeSearch(
        value=found.score.number,
        path=tuple(column for column, _ in found.pv),
        nodes=found.nodes,
        trace=Trace(written, None, nodes=found.nodes, first_ply=int(side)),
    )


def _flat(tree: object) -> tuple[list[int], list[int]]:
    """The parents of all nodes but the root, level by level, and what is at each leaf."""
    if not isinstance(tree, Sequence) or isinstance(tree, str | bytes):
        raise ValueError(f"a tree is a list of lists and whole numbers, not {_shown(tree)}")
    parents: list[int] = []
    leaves: list[int] = []
    waiting: deque[tuple[object, int, int, str]] = deque([(tree, -1, 0, "the root")])
    while waiting:
        node, parent, level, where = waiting.popleft()
        number = len(leaves)
        if parent >= 0:
            parents.append(parent)
        if isinstance(node, int) and not isinstance(node, bool):
            if abs(node) > _core.LARGEST_LEAF:
                raise ValueError(
                    f"{where} is {_shown(node)}: leaves are at most {_core.LARGEST_LEAF:,}"
                )
            leaves.append(node)
            continue
        if not isinstance(node, Sequence) or isinstance(node, str | bytes):
            raise ValueError(f"{where} is {_shown(node)}, not a list or a whole number")
        if not node:
            raise ValueError(f"{where} is an empty list: it has neither children nor a number")
        if level >= _MOST_LEVELS:
            raise ValueError(f"the tree has more than {_MOST_LEVELS} levels")
        if len(node) > _MOST_CHILDREN:
            raise ValueError(f"{where} has more than {_MOST_CHILDREN} children")
        if number + len(waiting) + len(node) >= _MOST_NODES:
            raise ValueError(f"the tree has more than {_MOST_NODES:,} nodes")
        leaves.append(0)
        for place, child in enumerate(node, 1):
            name = f"child {place}" if parent < 0 else f"{where}.{place}"
            waiting.append((child, number, level + 1, name))
    return parents, leaves


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, int | float | str | None) else type(value).__name__
    return text if len(text) <= 30 else f"{text[:27]}…"

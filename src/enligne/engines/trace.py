"""What a search did, node by node: ``engine.analyse(position, trace=20_000).trace``."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from enligne import _core
from enligne.engines.score import Draw, Heuristic, Loss, Score, Win
from enligne.move import Move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.position import Position

#: Why a node ended, by the number that the columns have.
ENDS = tuple(each.name.lower() for each in _core.NodeEnd)
#: How a node was asked for.
KINDS = tuple(each.name.lower() for each in _core.Asked)

_STOPPED = ENDS.index("stopped")

#: The most nodes that a trace keeps: 36 bytes each, and 2 for each move never visited there.
MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Node:
    """One visit of a search to a position.

    Scores are from the side to move there. Of a window, None is no bound: minus infinity for
    ``alpha``, plus infinity for ``beta``; wins and losses are counted from this node, as always, so
    that one found higher up may be fewer than 0 plies away.

    Args:
        row: its place in the trace, in the order in which the search came to them.
        parent: the row of the parent; None at a root.
        move: what led here; None at a root, the number of the child, from 0, in a textbook's tree.
        ply: plies below the root.
        depth: plies left to look ahead.
        iteration: the depth of the whole search, where it was deepened.
        kind: ``full``; ``probe`` with a window of no width, to ask whether it is better at all;
            ``again`` because the probe said so.
        value: what was returned; None where the search was stopped.
        end: why it ended: ``all`` (children were visited), ``win``, ``draw``, ``leaf``, ``depth``,
            ``alpha`` or ``beta`` (cut), ``table``, ``can_win``, ``cannot_parry``, ``stopped``.
        is_forced: only the parry of a threat was looked at.
        unvisited: the legal moves never looked at, in the order in which they would have come: cut,
            or needless because of threats, and then the moves that show it stand first.
        left_out: how many nodes were not kept whose nearest ancestor that was is this one.
    """

    row: int
    parent: int | None
    move: Move | int | None
    ply: int
    depth: int
    iteration: int
    kind: str
    alpha: Score | None
    beta: Score | None
    value: Score | None
    end: str
    is_forced: bool
    unvisited: tuple[Move | int, ...]
    left_out: int

    @property
    def is_cut(self) -> bool:
        """Whether the search left it early, since the rest could not change the result."""
        return self.end in ("alpha", "beta")


class Trace:
    """The nodes of a search in the order in which it came to them, parents before children.

    Each iteration of a search that deepens has a root of its own; the last one's is the tree that
    the result comes from. The columns hold the search's own numbers, a row for each node:
    ``parents``, ``moves``, ``depths``, ``iterations``, ``kinds``, ``alphas``, ``betas``,
    ``values``, ``ends``, ``forced`` and ``unvisited``, a number of moves. A value there changes
    its sign with the side; :meth:`score` says what it means.

    Args:
        core: as the search wrote it.
        position: the root; None for a textbook's tree.
        nodes: how many the search visited, roots not counted.
        first_ply: stones at the root; in a textbook's tree 1 where the second side moves there.
    """

    def __init__(
        self, core: _core.Trace, position: Position | None, *, nodes: int, first_ply: int
    ) -> None:
        def column(data: bytes, kind: str = "i") -> Sequence[int]:
            return array(kind, data)

        self.position = position
        self.nodes = nodes
        self.first_ply = first_ply
        self.parents = column(core.parent)
        self.moves = column(core.move)
        self.depths = column(core.depth)
        self.iterations = column(core.iteration)
        self.kinds = column(core.asked)
        self.alphas = column(core.alpha)
        self.betas = column(core.beta)
        self.values = column(core.value)
        self.ends = column(core.end)
        self.forced = column(core.forced)
        self.unvisited = column(core.unvisited)
        self._first_unvisited = column(core.first_unvisited)
        self._unvisited_moves = column(core.unvisited_moves, "h")
        self.left_out_below: dict[int, int] = dict(core.left_out)

    @property
    def left_out(self) -> int:
        """How many nodes were visited and not kept."""
        return sum(self.left_out_below.values())

    @cached_property
    def roots(self) -> list[int]:
        """The rows of the roots, an iteration each."""
        return [row for row, parent in enumerate(self.parents) if parent < 0]

    @cached_property
    def best_root(self) -> int:
        """The root worth looking at, which is the last whose tree was searched to its end and is
        kept whole, else the last that was searched to its end, else the last."""
        finished = [row for row in self.roots if self.ends[row] != _STOPPED]
        bounds = [*self.roots, len(self)]
        ends = dict(pairwise(bounds))
        whole = [
            root
            for root in finished
            if not any(root <= row < ends[root] for row in self.left_out_below)
        ]
        return (whole or finished or self.roots)[-1]

    @cached_property
    def plies(self) -> list[int]:
        """How far below its root each row is."""
        plies: list[int] = []
        for parent in self.parents:
            plies.append(0 if parent < 0 else plies[parent] + 1)
        return plies

    @cached_property
    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in self.parents]
        for row, parent in enumerate(self.parents):
            if parent >= 0:
                children[parent].append(row)
        return children

    def __len__(self) -> int:
        return len(self.parents)

    def __iter__(self) -> Iterator[Node]:
        return (self[row] for row in range(len(self)))

    def __getitem__(self, row: int) -> Node:
        if not -len(self) <= row < len(self):
            raise IndexError(f"there is no row {row}: the trace has {len(self)}")
        row %= len(self)
        parent = self.parents[row]
        return Node(
            row=row,
            parent=None if parent < 0 else parent,
            move=None if parent < 0 else self.move(self.moves[row]),
            ply=self.plies[row],
            depth=self.depths[row],
            iteration=self.iterations[row],
            kind=KINDS[self.kinds[row]],
            alpha=self.score(row, self.alphas[row]),
            beta=self.score(row, self.betas[row]),
            value=None if self.ends[row] == _STOPPED else self.score(row, self.values[row]),
            end=ENDS[self.ends[row]],
            is_forced=bool(self.forced[row]),
            unvisited=tuple(map(self.move, self.unvisited_moves(row))),
            left_out=self.left_out_below.get(row, 0),
        )

    def children(self, row: int) -> list[int]:
        """The rows of the children that were visited and kept, in that order."""
        return self._children[row]

    def line(self, row: int) -> list[int]:
        """The rows from the root to this one."""
        line = [row]
        while (parent := self.parents[line[-1]]) >= 0:
            line.append(parent)
        return line[::-1]

    def path(self, row: int) -> list[Move | int]:
        """The moves that lead from the root to a row."""
        return [self.move(self.moves[each]) for each in self.line(row)[1:]]

    def position_at(self, row: int) -> Position:
        """The position of a row.

        Raises:
            ValueError: this is the trace of a textbook's tree, which has none.
        """
        if self.position is None:
            raise ValueError("a textbook's tree has no positions")
        position = self.position
        for move in self.path(row):
            assert isinstance(move, Move)
            position = position.play(move)
        return position

    def unvisited_moves(self, row: int) -> Sequence[int]:
        """The moves never visited at a row, by the search's own numbers."""
        first = self._first_unvisited[row]
        return self._unvisited_moves[first : first + self.unvisited[row]]

    def move(self, number: int) -> Move | int:
        """A move by the search's own number."""
        if self.position is None:
            return number
        return Move(*divmod(number, self.position.rules.height + 1))

    def score(self, row: int, value: int) -> Score | None:
        """What one of the search's own numbers means at a row; None for a bound that is none."""
        if abs(value) == _core.INFINITE_VALUE:
            return None
        if self.position is None:
            return Heuristic(value)
        ply = self.first_ply + self.plies[row]
        if value > _core.LARGEST_EVALUATION:
            return Win(_core.WIN_VALUE - value - ply)
        if value < -_core.LARGEST_EVALUATION:
            return Loss(_core.WIN_VALUE + value - ply)
        # Nothing but a draw is found where every line is followed to its end.
        if value == 0 and self.depths[row] >= self.position.rules.cell_count - ply:
            return Draw()
        return Heuristic(value)

    def to_json(self, *, most_listed: int | None = None) -> dict[str, Any]:
        """Everything as plain data: columns of numbers, with what the numbers mean.

        Args:
            most_listed: of the moves never visited, at most this many are listed at a node.

        ``scores`` has each score that occurs as [kind, number, rank], the rank being the search's
        own number; ``alpha``, ``beta`` and ``value`` are indexes into it, as ``move`` is into
        ``moves``. -1 is none.
        """
        scores: dict[tuple[str, int, int], int] = {}
        known: dict[tuple[int, int, bool], int] = {}
        cells = 0 if self.position is None else self.position.rules.cell_count

        def score(row: int, value: int) -> int:
            # Rows of the same ply that look to the end, or do not, say the same of a value.
            ply = self.plies[row]
            key = (value, ply, self.depths[row] >= cells - self.first_ply - ply)
            if key not in known:
                entry = (*_described(self.score(row, value), value), value)
                known[key] = scores.setdefault(entry, len(scores))
            return known[key]

        numbers = sorted({*self.moves, *self._unvisited_moves} - {-1})
        index = {number: place for place, number in enumerate(numbers)} | {-1: -1}
        rows = range(len(self))
        columns = {
            "parent": list(self.parents),
            "move": [index[number] for number in self.moves],
            "depth": list(self.depths),
            "iteration": list(self.iterations),
            "kind": list(self.kinds),
            "alpha": [score(row, self.alphas[row]) for row in rows],
            "beta": [score(row, self.betas[row]) for row in rows],
            "value": [
                -1 if self.ends[row] == _STOPPED else score(row, self.values[row]) for row in rows
            ],
            "end": list(self.ends),
            "forced": list(self.forced),
            "cut": list(self.unvisited),
            "left_out": [self.left_out_below.get(row, 0) for row in rows],
        }
        return {
            "nodes": self.nodes,
            "left_out": self.left_out,
            "moves": [self._name(number) for number in numbers],
            "ends": list(ENDS),
            "kinds": list(KINDS),
            "scores": [list(entry) for entry in scores],
            "columns": columns,
            "cut_moves": {
                str(row): [index[number] for number in self.unvisited_moves(row)[:most_listed]]
                for row in rows
                if self.unvisited[row]
            },
        }

    def _name(self, number: int) -> str:
        return str(number + 1 if self.position is None else self.move(number))


def _described(score: Score | None, value: int) -> tuple[str, int]:
    match score:
        case None:
            return "infinity", 1 if value > 0 else -1
        case Win(number) | Loss(number) | Heuristic(number):
            return type(score).__name__.lower(), number
    return "draw", 0


def new(most: int) -> _core.Trace:
    """An empty trace of the core.

    Raises:
        ValueError: it would keep less than one node, or more than a trace can.
    """
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= MOST:
        raise ValueError(f"a trace keeps 1 to {MOST:,} nodes, not {most!r}")
    return _core.Trace(most)

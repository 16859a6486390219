"""The matchbox machine: boxes of beads, one drawn for each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from enligne import _core
from enligne.errors import FinishedError, RulesError
from enligne.learning.positions import graph_of
from enligne.learning.variant import Variant
from enligne.move import FIRST, SECOND, Move, Side
from enligne.position import Position
from enligne.rules import Rules
from enligne.symmetry import Symmetry, symmetries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The sides a machine can have; ``random`` is a random one for each game.
SideName = Literal["first", "second", "random"]

_SIDES: dict[str, tuple[Side, ...]] = {
    "first": (FIRST,),
    "second": (SECOND,),
    "random": (FIRST, SECOND),
}


class Chances(NamedTuple):
    """Exact probabilities of how a game ends for the machine."""

    win: float
    draw: float
    loss: float


class Measures(NamedTuple):
    """The chances of a machine's boxes, computed over every position of the game.

    ``random`` plays any move; ``perfect`` any of those that keep the best result it can force;
    ``worst_case`` knows the boxes and plays what they fear most.
    """

    random: Chances
    perfect: Chances
    worst_case: Chances


@dataclass(slots=True)
class Results:
    """How its games ended."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Box:
    """A box as it is now: the position on its front, and how many beads each move has in it.

    A bead is a move up to the symmetry of the position: ``cells`` says how many moves it stands
    for. ``number`` counts the boxes of a side from 1. Where only one move is left there is
    nothing to draw: the number is 0, and ``is_forced``.
    """

    number: int
    position: Position
    beads: dict[Move, int]
    cells: dict[Move, int]

    @property
    def is_forced(self) -> bool:
        """Whether only one move is left, so that there is nothing to draw."""
        return self.number == 0

    @property
    def turn(self) -> int:
        """Which move of the machine it is for, counted from 1."""
        return self.position.ply // 2 + 1

    @property
    def total(self) -> int:
        """How many beads are in it."""
        return sum(self.beads.values())


@dataclass(frozen=True, slots=True)
class DrawnBead:
    """A bead drawn for a position: the box as it was, the bead, and the move that it means
    there."""

    position: Position
    box: Box
    bead: Move
    move: Move
    _place: tuple[int, int]


class Menace:
    """A matchbox machine.

    It has boxes for both sides, and ``side`` says which it plays; against itself both learn.

    Args:
        rules: rules small enough to have a box for every position.
        variant: how it is filled, rewarded and punished: a preset or another variant.
        side: the side it has in its games, or ``"random"`` for a random one in each.
        seed: of the random numbers that draw its beads: the same seed gives the same machine.

    Raises:
        RulesError: the rules are unknown, or have too many positions.
        VariantError: there is no such variant.
        ValueError: there is no such side, or the seed is not a whole number from 0.
    """

    def __init__(
        self,
        rules: Rules | str = "tictactoe",
        *,
        variant: Variant | str = "her",
        side: SideName = "first",
        seed: int = 0,
    ) -> None:
        if side not in _SIDES:
            raise ValueError(f"side {side!r}: it is one of {', '.join(get_args(SideName))}")
        state = _random_state(seed)
        self.rules = Rules.of(rules)
        self.variant = Variant.of(variant)
        self.side: SideName = side
        self.seed = seed
        self.results = Results()
        self._graph = graph_of(self.rules, symmetry=self.variant.symmetry)
        self._core = _core.Machine(self._graph, self.variant.core, state)

    def __getstate__(self) -> dict[str, object]:
        """All that makes it what it is: a copy in another process goes on in the same way."""
        state = {name: value for name, value in vars(self).items() if not name.startswith("_")}
        return state | {"random_state": self.random_state, "boxes": self._core.boxes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        random_state, boxes = state.pop("random_state"), state.pop("boxes")
        vars(self).update(state)
        self._graph = graph_of(self.rules, symmetry=self.variant.symmetry)
        self._core = _core.Machine(self._graph, self.variant.core, random_state)
        self._core.set_boxes(boxes)

    @property
    def games(self) -> int:
        """How many games it has played."""
        return self.results.games

    @property
    def sides(self) -> Sequence[Side]:
        """The sides it can have."""
        return _SIDES[self.side]

    def __repr__(self) -> str:
        return (
            f"Menace({str(self.rules)!r}, variant={self.variant.text!r}, side={self.side!r},"
            f" seed={self.seed})"
        )

    def box(self, position: Position) -> Box:
        """The box that stands for a position, whichever way that is turned.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: it is a position of other rules.
            ValueError: no game leads to it.
        """
        return self._box(self._find(position)[0])

    def boxes(self, side: Side | None = None, *, forced: bool = False) -> Iterator[Box]:
        """Every box of one side, or of the sides it plays, by ply; if asked also the positions
        that need no box because only one move is left."""
        sides = self.sides if side is None else (side,)
        for node in range(len(self._graph)):
            if self._graph.ply(node) % 2 in sides and (forced or not self._graph.is_forced(node)):
                yield self._box(node)

    def counts(self, side: Side) -> list[list[int]]:
        """The beads of every box of a side, bead by bead, in the order of :meth:`boxes`: much
        quicker than those, for callers that look again and again."""
        graph, core = self._graph, self._core
        return [
            core.beads(node)
            for node in range(len(graph))
            if graph.ply(node) % 2 == side and not graph.is_forced(node)
        ]

    def box_count(self, side: Side, *, forced: bool = False) -> int:
        """How many boxes a side has, with or without those of forced moves."""
        return self._graph.count(side, forced)

    def draw(self, position: Position) -> DrawnBead | None:
        """Draws a bead for a position; None when the box is empty and the machine resigns.

        Raises:
            FinishedError, RulesError, ValueError: as for :meth:`box`.
        """
        node, to_front = self._find(position)
        place = self._core.draw(node)
        if place is None:
            return None
        box = self._box(node)
        bead = list(box.beads)[place]
        return DrawnBead(position, box, bead, to_front.inverse(bead), (node, place))

    def recalled(self, position: Position, move: Move) -> DrawnBead:
        """The bead that means a move, as if it had just been drawn.

        Raises:
            FinishedError, RulesError, ValueError: as for :meth:`box`.
            IllegalMoveError: the move is not legal.
        """
        node, to_front = self._find(position)
        box = self._box(node)
        front_move = to_front(position.move(move))
        bead = next(bead for bead in box.beads if front_move in self.moves_of(box, bead))
        place = list(box.beads).index(bead)
        return DrawnBead(position, box, bead, move, (node, place))

    def to_front(self, position: Position) -> Symmetry:
        """The symmetry that leads from a position to the front of its box; its inverse leads a
        bead back to the move that it means.

        Raises:
            FinishedError, RulesError, ValueError: as for :meth:`box`.
        """
        return self._find(position)[1]

    def moves_of(self, box: Box, bead: Move) -> set[Move]:
        """The moves on the front of a box that a bead stands for."""
        turns = symmetries(self.rules) if self.variant.symmetry else symmetries(self.rules)[:1]
        return {turn(bead) for turn in turns if box.position.image(turn) == box.position}

    @property
    def random_state(self) -> int:
        """The state of the random numbers that draw its beads. Set back to it, it draws the same
        again."""
        return self._core.random_state

    @random_state.setter
    def random_state(self, state: int) -> None:
        self._core.random_state = state

    def reseed(self, seed: int) -> None:
        """Draws by another seed from now on.

        Raises:
            ValueError: the seed is not a whole number from 0.
        """
        self._core.random_state = _random_state(seed)

    def measure(self) -> Measures:
        """The exact chances of the boxes as they are, of a game with the side it has.

        Where the side is random, those of both sides count one half each.
        """
        return Measures(
            self.chances(_core.Opponent.RANDOM),
            self.chances(_core.Opponent.PERFECT),
            self.chances(_core.Opponent.WORST),
        )

    def chances(self, opponent: _core.Opponent) -> Chances:
        """The exact chances against one of the core's opponents; see :meth:`measure`."""
        found = [self._core.chances(side, opponent) for side in self.sides]
        return Chances(*(sum(each) / len(found) for each in zip(*found, strict=True)))

    def losing_line(self, side: Side | None = None) -> list[Move] | None:
        """The shortest game that the machine can still lose with one side, the first that it has
        unless told; at its end it has lost, or meets an empty box. None: it never loses."""
        places = self._core.losing_line(self.sides[0] if side is None else side)
        if places is None:
            return None
        position = Position(self.rules)
        line: list[Move] = []
        for place in places:
            node, to_front = self._find(position)
            bead = Move(*self._graph.moves(node)[place][0])
            line.append(to_front.inverse(bead))
            position = position.play(line[-1])
        return line

    def never_loses(self) -> bool:
        """Whether no opponent can beat it any more, with any side that it has."""
        return all(self._core.losing_line(side) is None for side in self.sides)

    def can_hold(self, side: Side) -> bool:
        """Whether a side need not lose by the rules themselves."""
        return self._core.value(0) >= 0 if side is FIRST else self._core.value(0) <= 0

    def _find(self, position: Position) -> tuple[int, Symmetry]:
        """The node of a position, and the symmetry that leads from it to the front of the box."""
        if position.rules != self.rules:
            raise RulesError(f"a machine for {self.rules} has no box for {position.rules}")
        if (outcome := position.outcome()) is not None:
            raise FinishedError(f"there is no box to open: the game is over, {outcome}")
        found = self._graph.find(position._handle)
        if found is None:
            raise ValueError(f"there is no box for {position.text}: no game leads to it")
        node, flags = found
        return node, Symmetry(self.rules, *flags)

    def _box(self, node: int) -> Box:
        moves = [(Move(*cell), images) for cell, images in self._graph.moves(node)]
        return Box(
            self._graph.number(node),
            Position(self.rules, self._graph.label(node)),
            {move: count for (move, _), count in zip(moves, self._core.beads(node), strict=True)},
            dict(moves),
        )


def _random_state(seed: int) -> int:
    """The state of the random numbers at the beginning of a seed."""
    if not (type(seed) is int and 0 <= seed < 2**63):
        raise ValueError(f"seed {seed!r}: it is a whole number from 0 and below 2^63")
    return _core.random_state(seed)

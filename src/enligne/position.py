"""Positions: rules, stones and the side to move. Immutable; the core decides what is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from enligne import _core
from enligne.errors import IllegalMoveError, NotationError, PositionError
from enligne.move import FIRST, SECOND, Cell, Move, Side
from enligne.notation import format_stones, parse_cell, parse_stones, parse_target
from enligne.outcome import Outcome, Termination
from enligne.rules import Rules
from enligne.symmetry import Symmetry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_OUTCOMES = {
    _core.Result.OPEN: None,
    _core.Result.FIRST_WINS: Outcome(FIRST, Termination.RUN),
    _core.Result.SECOND_WINS: Outcome(SECOND, Termination.RUN),
    _core.Result.DRAW: Outcome(None, Termination.FULL),
}


class Position:
    """A position: immutable, hashable, equal to every position with the same rules and stones.

    ``Position("connect4")`` is the empty board, ``Position("connect4", "7/7/7/7/3o3/3x3 x")`` one
    set up from position text. With gravity, a text whose rows would leave stones in the air is
    read from the bottom row up.

    Raises:
        RulesError: the rules cannot be played.
        NotationError: the text is not position text for these rules.
        PositionError: no game leads to such stones; the text says why.
    """

    __slots__ = ("_handle", "_rules")

    _rules: Rules
    _handle: _core.Position

    def __init__(self, rules: Rules | str, text: str | None = None) -> None:
        self._rules = Rules.of(rules)
        if text is None:
            self._handle = _core.Position(*self.rules.shape)
            return
        first, second, side = parse_stones(text, self.rules)
        self._handle = _set_up(self.rules, first, second, bottom_first=True)
        if side is not None and side is not self.side:
            raise PositionError(
                f"the {side} side cannot be to move: by the stones on the board it is"
                f" the {self.side} side's move",
                flaw="side",
            )

    @classmethod
    def from_stones(
        cls, rules: Rules | str, first: Iterable[Cell], second: Iterable[Cell]
    ) -> Position:
        """A position set up from the cells of both sides' stones.

        Raises:
            RulesError: the rules cannot be played.
            PositionError: no game leads to such stones; the text says why.
        """
        rules = Rules.of(rules)
        first, second = list(first), list(second)
        seen: set[Cell] = set()
        for cell in first + second:
            if not rules.has(cell):
                raise PositionError(f"{cell} is outside the board", flaw="outside")
            if cell in seen:
                raise PositionError(f"{cell} has two stones", flaw="twice")
            seen.add(cell)
        return _wrapped(rules, _set_up(rules, first, second, bottom_first=False))

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def side(self) -> Side:
        """The side to move; after the end, the one whose turn it would be."""
        return Side(self._handle.ply & 1)

    @property
    def ply(self) -> int:
        """How many stones are on the board."""
        return self._handle.ply

    def stones(self, side: Side) -> list[Cell]:
        """The cells with a stone of one side, column by column from the left."""
        return [Cell(*cell) for cell in self._handle.stones(side)]

    def bits(self, side: Side) -> int:
        """The stones of one side as one number, bit ``column * (height + 1) + row`` for a cell."""
        return sum(word << 64 * i for i, word in enumerate(self._handle.words(side)))

    def __getitem__(self, cell: Cell | str) -> Side | None:
        """Whose stone is on a cell.

        Raises:
            NotationError: the text does not name a cell.
            IllegalMoveError: the board does not have it.
        """
        if isinstance(cell, str):
            cell = parse_cell(cell, self.rules)
        elif not self.rules.has(cell):
            raise IllegalMoveError(f"{cell} is outside the board of {self.rules}")
        owner = self._handle.at(cell)
        return None if owner is None else Side(owner)

    @property
    def legal_moves(self) -> LegalMoves:
        return LegalMoves(self)

    def move(self, move: Move | str) -> Move:
        """The move that a text names here, if it is legal.

        Raises:
            NotationError: the text does not name a move.
            IllegalMoveError: the move is not legal; the text says why.
        """
        column, row = parse_target(move, self.rules) if isinstance(move, str) else move
        if row is None:
            row = self._handle.landing_row(column)
        if row is None:
            row = self.rules.height - 1
        cell = Move(column, row)
        legality = self._handle.legality(cell)
        if legality is _core.Legality.LEGAL:
            return cell
        raise IllegalMoveError(self._objection(cell, legality))

    def _objection(self, cell: Cell, legality: _core.Legality) -> str:
        name = str(cell)
        match legality:
            case _core.Legality.OUTSIDE:
                return f"{name} is outside the board of {self.rules}"
            case _core.Legality.FINISHED:
                return f"{name} cannot be played: the game is over, {self.outcome()}"
            case _core.Legality.COLUMN_FULL:
                return f"column {name[0]} is full"
            case _core.Legality.IN_THE_AIR:
                landing = Move(cell.column, self._handle.landing_row(cell.column) or 0)
                return f"{name} is in the air: a stone in column {name[0]} falls to {landing}"
        return f"{name} is occupied"

    def play(self, move: Move | str) -> Position:
        """The position after a move.

        Raises:
            NotationError: the text does not name a move.
            IllegalMoveError: the move is not legal; the text says why.
        """
        return _wrapped(self.rules, self._handle.played(self.move(move)))

    def outcome(self) -> Outcome | None:
        """How the game ended on the board; None while it goes on."""
        return _OUTCOMES[self._handle.result]

    @property
    def winning_cells(self) -> list[Cell]:
        """Every cell of every winning run; empty while nobody has won."""
        return [Cell(*cell) for cell in self._handle.winning_cells()]

    def image(self, symmetry: Symmetry) -> Position:
        """This position turned or mirrored."""
        return _wrapped(self.rules, self._handle.image(symmetry.flags))

    def canonical(self) -> Canonical:
        """The one position that stands for all images of this one, with the way back."""
        core, flags = self._handle.canonical()
        return Canonical(_wrapped(self.rules, core), Symmetry(self.rules, *flags).inverse)

    @property
    def text(self) -> str:
        """Position text, which reads back as this position."""
        return format_stones(self.stones(FIRST), self.stones(SECOND), self.side, self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._handle.equals(other._handle)

    def __hash__(self) -> int:
        return hash((self._handle.hash(), self.rules))

    def __repr__(self) -> str:
        return f"Position({str(self.rules)!r}, {self.text!r})"

    def __reduce__(self) -> tuple[type[Position], tuple[Rules, str]]:
        return Position, (self.rules, self.text)

    # Drawings are loaded when one is asked for: most of what is done with positions needs none.

    def __str__(self) -> str:
        from enligne import text

        return text.board(self)

    def _repr_svg_(self) -> str:
        from enligne import svg

        return svg.board(self)


class Canonical(NamedTuple):
    """A canonical position, and the symmetry that maps its moves back to the original."""

    position: Position
    back: Symmetry


class LegalMoves:
    """The legal moves of a position: a collection that finds them when asked.

    ``in`` takes moves and texts, which is why this is not declared as a collection of moves.
    """

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move | str):
            return False
        try:
            self._position.move(move)
        except (IllegalMoveError, NotationError):
            return False
        return True

    def __iter__(self) -> Iterator[Move]:
        return (Move(*cell) for cell in self._position._handle.moves())

    def __len__(self) -> int:
        return self._position._handle.move_count()

    def __repr__(self) -> str:
        return f"<LegalMoves {' '.join(map(str, self)) or 'none'}>"


def _wrapped(rules: Rules, core: _core.Position) -> Position:
    position = object.__new__(Position)
    position._rules = rules
    position._handle = core
    return position


def _set_up(
    rules: Rules, first: list[Cell], second: list[Cell], *, bottom_first: bool
) -> _core.Position:
    """Puts stones on the board, from the bottom row up if need be and allowed."""
    empty = _core.Position(*rules.shape)
    core = empty.with_stones(first, second)
    flaw, cell = core.flaw()
    if flaw is _core.Flaw.IN_THE_AIR and bottom_first:
        upturned = [
            [Cell(column, rules.height - 1 - row) for column, row in stones]
            for stones in (first, second)
        ]
        other = empty.with_stones(*upturned)
        if other.flaw()[0] is not _core.Flaw.IN_THE_AIR:
            core = other
            flaw, cell = core.flaw()
    if flaw is _core.Flaw.NONE:
        return core
    complaint = _complaint(flaw, Cell(*cell), len(first), len(second), rules)
    raise PositionError(complaint, flaw=flaw.name.lower())


def _complaint(flaw: _core.Flaw, cell: Cell, first: int, second: int, rules: Rules) -> str:
    match flaw:
        case _core.Flaw.IN_THE_AIR:
            return f"the stone on {cell} is in the air: nothing is below it"
        case _core.Flaw.COUNTS:
            return (
                f"{first} stones of the first side and {second} of the second cannot be:"
                " they move in turn, the first side first"
            )
        case _core.Flaw.BOTH_WIN:
            return f"both sides have a winning run of {rules.run}"
    return f"play went on after a winning run of {rules.run}"

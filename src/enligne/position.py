"""Positions: rules, stones and the side to move. Immutable; the core decides what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

from enligne import _core
from enligne.arrays import cells_of_planes, from_bytes
from enligne.errors import IllegalMoveError, NotationError, PositionError
from enligne.move import FIRST, SECOND, Cell, Move, Side
from enligne.notation import format_stones, parse_cell, parse_stones, parse_target
from enligne.outcome import Outcome, Termination
from enligne.rules import Rules
from enligne.symmetry import Symmetry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy import bool_, uint8
    from numpy.typing import ArrayLike, NDArray

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
        """What is played."""
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
        """Every move that may be played, as a sequence; none when the game is over."""
        return LegalMoves(self)

    def move(self, move: Move | str) -> Move:
        """The move that a text names here, if it is legal.

        Raises:
            NotationError: the text does not name a move.
            IllegalMoveError: the move is not legal; the text says why.
        """
        column: int
        row: int | None
        if isinstance(move, str):
            column, row = parse_target(move, self.rules)
        elif isinstance(move, tuple) and len(move) == 2:
            column, row = move
        else:
            raise NotationError(_no_move(move, self.rules))
        if row is None:
            row = self._handle.landing_row(column)
        if row is None:
            row = self.rules.height - 1
        cell = Move(column, row)
        legality = self._handle.legality(cell)
        if legality is _core.Legality.LEGAL:
            return cell
        raise self._objection(cell, legality)

    def move_of(self, action: int) -> Move:
        """The move of an action: see :meth:`enligne.Move.action`.

        Raises:
            IllegalMoveError: it is not legal here, or not a number of these rules.
        """
        rules = self.rules
        if not 0 <= action < rules.action_count:
            raise IllegalMoveError(
                f"{action} is not an action of {rules}: they are 0 to {rules.action_count - 1}"
            )
        if rules.gravity:
            row = self._handle.landing_row(action)
            return self.move(Move(action, rules.height - 1 if row is None else row))
        row, column = divmod(action, rules.width)
        return self.move(Move(column, row))

    def legal_mask(self) -> NDArray[bool_]:
        """Whether each action is legal, by its number; all are False when the game is over.

        Raises:
            ImportError: NumPy is not installed.
        """
        return from_bytes(_core.legal_mask(self._handle), "bool")

    def array(self, side: Side | None = None) -> NDArray[uint8]:
        """Two planes of 0 and 1: the stones of a side, the one to move unless given, and those of
        the other. ``array[0][row][column]`` is about the cell ``Cell(column, row)``.

        Raises:
            ImportError: NumPy is not installed.
        """
        own = self._handle.ply & 1 if side is None else side
        planes = from_bytes(_core.planes(self._handle, own), "uint8")
        return planes.reshape(2, self.rules.height, self.rules.width)

    @classmethod
    def from_array(cls, rules: Rules | str, array: ArrayLike, side: Side | None = None) -> Position:
        """The position of such planes.

        Args:
            array: two planes, as from :meth:`array`.
            side: whose stones the first one has; the side to move unless given.

        Raises:
            RulesError: the rules cannot be played.
            PositionError: the array has another shape, a cell is neither empty nor has one stone,
                or no game leads to such stones.
            ImportError: NumPy is not installed.
        """
        rules = Rules.of(rules)
        own, others = (
            [Cell(column, row) for row, column in cells]
            for cells in cells_of_planes(array, rules.height, rules.width)
        )
        if side is None:  # who has as many stones as the other, or one less, is to move
            side = FIRST if len(own) >= len(others) else SECOND
        return cls.from_stones(rules, *((own, others) if side is FIRST else (others, own)))

    def _objection(self, cell: Cell, legality: _core.Legality) -> IllegalMoveError:
        name = str(cell)
        flaw = legality.name.lower()
        match legality:
            case _core.Legality.OUTSIDE:
                last = str(Cell(self.rules.width - 1, self.rules.height - 1))
                reason = f"{name} is outside the board of {self.rules}"
                return IllegalMoveError(reason, flaw=flaw, cell=name, last=last)
            case _core.Legality.FINISHED:
                reason = f"{name} cannot be played: the game is over, {self.outcome()}"
                return IllegalMoveError(reason, flaw=flaw)
            case _core.Legality.COLUMN_FULL:
                reason = f"column {name[0]} is full"
                return IllegalMoveError(reason, flaw=flaw, column=name[0])
            case _core.Legality.IN_THE_AIR:
                landing = str(Move(cell.column, self._handle.landing_row(cell.column) or 0))
                reason = f"{name} is in the air: a stone in column {name[0]} falls to {landing}"
                return IllegalMoveError(
                    reason, flaw=flaw, cell=name, column=name[0], landing=landing
                )
        return IllegalMoveError(f"{name} is occupied", flaw=flaw, cell=name)

    def play(self, move: Move | str) -> Position:
        """The position after a move.

        Raises:
            NotationError: the text does not name a move.
            IllegalMoveError: the move is not legal; the text says why.
        """
        return _wrapped(self.rules, self._handle.played(self.move(move)))

    @property
    def is_over(self) -> bool:
        """Whether a run or a full board has ended the game."""
        return self._handle.result is not _core.Result.OPEN

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
    """The legal moves of a position: a sequence that finds them when asked.

    ``in`` takes moves and texts, which is why no checker of types is told that this is a sequence
    of moves.
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
        return map(Move._make, self._position._handle.moves())

    def __reversed__(self) -> Iterator[Move]:
        return reversed(list(self))

    def __len__(self) -> int:
        return self._position._handle.move_count()

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        found = self._position._handle.moves()[place]
        return Move._make(found) if isinstance(found, tuple) else list(map(Move._make, found))

    def index(self, move: Move | str) -> int:
        """The place of a move.

        Raises:
            ValueError: it is not legal.
        """
        return list(self).index(self._position.move(move))

    def count(self, move: Move | str) -> int:
        """1 if a move is legal, else 0."""
        return int(move in self)

    def __repr__(self) -> str:
        return f"<LegalMoves {' '.join(map(str, self)) or 'none'}>"


Sequence.register(LegalMoves)


def _no_move(move: object, rules: Rules) -> str:
    """What to write instead of something that is not a move."""
    told = f"{move!r} is not a move: write a text such as 'd1'"
    if rules.gravity:
        told += ", 'd' or '4' (the column from the left, from 1)"
    if isinstance(move, int) and not isinstance(move, bool):
        told += f"; position.move_of({move}) is the move of action {move}, counted from 0"
    return told


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

"""One game: a start position, the moves played, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from enligne.errors import IllegalMoveError, NotationError
from enligne.notation import format_moves, split_moves
from enligne.outcome import Outcome, Termination
from enligne.position import LegalMoves, Position
from enligne.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.move import Move, Side


class Game:
    """A game in progress or finished.

    Args:
        rules: rules or their text; or a position, where the game then starts.
        moves: moves already played, such as ``44455554221`` or ``h8 h9``.
        start: where the game starts if not on the empty board: a position or its text.
        outcome: how it ended, if for a reason that the board does not show.

    Raises:
        RulesError, NotationError, PositionError, IllegalMoveError: what was given does not make
            a game; the text says what was wrong.
    """

    __slots__ = ("_declared", "_moves", "_positions")

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __init__(
        self,
        rules: Rules | Position | str,
        moves: str = "",
        *,
        start: Position | str | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        if isinstance(rules, Position):
            if start is not None:
                raise ValueError("a game has one start: leave out start= behind a position")
            start = rules
            rules = start.rules
        rules = Rules.of(rules)
        if not isinstance(start, Position):
            start = Position(rules, start)
        elif start.rules != rules:
            raise ValueError(f"a game of {rules} cannot start from a position of {start.rules}")
        self._positions = [start]
        self._moves: list[Move] = []
        self._declared: Outcome | None = None
        for number, move in enumerate(split_moves(moves), 1):
            try:
                self.push(move)
            except (IllegalMoveError, NotationError) as error:
                raise type(error)(f"move {number}: {error}") from None
        if outcome is not None:
            self.end(outcome.winner, outcome.termination)

    @classmethod
    def from_texts(cls, rules: Rules | str, texts: Sequence[str]) -> Game:
        """A game from what a person typed: a position text if the first one has slashes, then
        moves.

        Raises:
            RulesError, NotationError, PositionError, IllegalMoveError: as for a game itself.
        """
        start = texts[0] if texts and "/" in texts[0] else None
        return cls(rules, " ".join(texts[1:] if start else texts), start=start)

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.start.rules

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game, from the start to now."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, in order."""
        return tuple(self._moves)

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.position.side

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves now, by the board alone."""
        return self.position.legal_moves

    @property
    def is_over(self) -> bool:
        """Whether it has ended, on the board or by what was declared."""
        return self.outcome() is not None

    def copy(self) -> Self:
        """The same game; what is played in one does not change the other."""
        copy = object.__new__(type(self))
        copy._positions = self._positions.copy()
        copy._moves = self._moves.copy()
        copy._declared = self._declared
        return copy

    __copy__ = copy

    def push(self, move: Move | str) -> Move:
        """Plays a move and returns it.

        Raises:
            NotationError: the text does not name a move.
            IllegalMoveError: the move is not legal, or the game is over.
        """
        if self._declared is not None:
            raise IllegalMoveError(f"the game is over, {self._declared}")
        legal = self.position.move(move)
        self._positions.append(self.position.play(legal))
        self._moves.append(legal)
        return legal

    def pop(self) -> Move:
        """Takes back the last move and returns it; an end that was declared is taken back too.

        Raises:
            IndexError: there is no move to take back.
        """
        move = self.peek()
        self._moves.pop()
        self._positions.pop()
        self._declared = None
        return move

    def peek(self) -> Move:
        """The last move.

        Raises:
            IndexError: no move was played.
        """
        if not self._moves:
            raise IndexError("no move was played")
        return self._moves[-1]

    def end(self, winner: Side | None, termination: Termination) -> None:
        """Declares the game over for a reason that the board does not show.

        Raises:
            ValueError: the game is over already, or the board would have to show it.
        """
        if (outcome := self.outcome()) is not None:
            raise ValueError(f"the game is over already, {outcome}")
        if termination.is_on_board:
            raise ValueError(f"the board does not show the end of the game by {termination}")
        self._declared = Outcome(winner, termination)

    def resign(self, side: Side | None = None) -> None:
        """A side, the one to move unless given, gives the game up.

        Raises:
            ValueError: the game is over already.
        """
        loser = self.side if side is None else side
        self.end(loser.other, Termination.RESIGNATION)

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._declared or self.position.outcome()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and self.start == other.start
            and self._moves == other._moves
            and self._declared == other._declared
        )

    def __repr__(self) -> str:
        parts = [repr(str(self.rules)), repr(format_moves(self._moves, self.rules))]
        if self.start.ply:
            parts.append(f"start={self.start.text!r}")
        if self._declared is not None:
            parts.append(f"outcome={self._declared!r}")
        return f"Game({', '.join(parts)})"

    def __str__(self) -> str:
        from enligne import text  # as in a position: drawings are loaded when asked for

        return text.board(self.position, last=self._moves[-1] if self._moves else None)

    def _repr_svg_(self) -> str:
        from enligne import svg

        return svg.board(self.position, last=self._moves[-1] if self._moves else None)

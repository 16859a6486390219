"""What a player is."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from enligne.engines.engine import Request, Stop, position_of
from enligne.errors import FinishedError, PlayerFailedError, RulesError
from enligne.move import FIRST, SECOND
from enligne.spec import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.engines import Analysis, Engine, Limit
    from enligne.game import Game
    from enligne.learning import DrawnBead
    from enligne.move import Move, Side
    from enligne.position import Position
    from enligne.rules import Rules


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chose: a move, or to resign.

    Args:
        answer: the move; None where it resigns.
        analysis: what it thought about it, where it tells.
        drawn: the bead that it drew, where it is a matchbox machine.
    """

    answer: Move | None
    analysis: Analysis | None = None
    drawn: DrawnBead | None = None

    @property
    def is_resignation(self) -> bool:
        """Whether it gives the game up."""
        return self.answer is None

    @property
    def move(self) -> Move:
        """The move.

        Raises:
            PlayerFailedError: it resigns; see ``is_resignation``.
        """
        if self.answer is None:
            raise PlayerFailedError("it resigns, and has no move", reason="resigned")
        return self.answer


class Player(Kind):
    """Chooses moves. Players are made by :func:`enligne.players.create`; your own is a subclass
    with a method :meth:`decide`, or just a function."""

    #: Whether it is a file of somebody, which may not load.
    is_file: ClassVar[bool] = False
    #: Whether it learned to play from the empty board, so that an opening would take its game away.
    begins_on_empty_board = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def sides(self) -> Sequence[Side]:
        """The sides that it plays."""
        return (FIRST, SECOND)

    def __repr__(self) -> str:
        return f"players.create({self.text!r})"

    def check_plays(self, rules: Rules) -> None:
        """Refuses rules that it does not play by.

        Raises:
            RulesError: it does not.
        """
        if not self.spec.kind.plays(rules):
            raise RulesError(f"{self.text} does not play {rules}")

    def check_side(self, side: Side) -> None:
        """Refuses a side that it does not play.

        Raises:
            RulesError: it does not; the text says how to make it.
        """
        if side not in self.sides:
            raise RulesError(f"{self.text} does not play the {side} side")

    def check_loads(self) -> None:
        """Loads the file that it is, if it is one, to see whether that can be done.

        Raises:
            PlayerFailedError: it cannot.
        """

    def prepare(self, rules: Rules) -> None:
        """Gets ready for a game, so that starting takes nothing from the time for its first move.

        Raises:
            PlayerFailedError: a foreign program does not start.
        """
        del rules

    def close(self) -> None:
        """Ends the program that it is, if it is one; the next choice starts it again."""

    def choose(
        self,
        position: Position | Game,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        listener: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        """Chooses a move in a position that is not finished.

        Args:
            position: where it is to move; or a game, for its position now.
            limit: besides its own.
            stop: ends its thinking early once it is set.
            listener: called with what it thinks meanwhile, where it tells.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: the player does not play by these rules.
            PlayerFailedError: a foreign program broke down, or broke the rules; the text says how.
        """
        position = position_of(position)
        if (outcome := position.outcome()) is not None:
            raise FinishedError(f"there is no move to choose: the game is over, {outcome}")
        return self.decide(Request(position, limit, stop or Stop(), listener))

    @abstractmethod
    def decide(self, request: Request) -> Choice:
        """The choice in a position that is not finished: what a player of your own has.

        A request has ``position``, and what may be heeded as far as it makes sense: ``limit``,
        ``stop``, and ``listener``, to be told of each analysis on the way.
        """


class EnginePlayer(Player):
    """Plays the best move of an engine."""

    name = "engine"
    about = "the best move of an engine"

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.spec = engine.spec
        self.values = engine.values

    def close(self) -> None:
        self.engine.close()

    def prepare(self, rules: Rules) -> None:
        self.engine.prepare(rules)

    def decide(self, request: Request) -> Choice:
        analysis = self.engine.analyse(
            request.position, request.limit, stop=request.stop, listener=request.listener
        )
        return Choice(analysis.move, analysis)

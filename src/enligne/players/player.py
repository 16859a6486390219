"""What a player is."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.engines.engine import Request, Stop
from enligne.errors import FinishedError, RulesError
from enligne.spec import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Analysis, Engine, Limit
    from enligne.learning import DrawnBead
    from enligne.move import Move
    from enligne.position import Position
    from enligne.rules import Rules


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the player thought about it or the bead that it drew, where it tells. No
    move: it resigns."""

    move: Move | None
    analysis: Analysis | None = None
    drawn: DrawnBead | None = None


class Player(Kind):
    """Chooses moves. Players are made by :func:`enligne.players.create`."""

    def __repr__(self) -> str:
        return f"players.create({self.text!r})"

    def check_plays(self, rules: Rules) -> None:
        """Refuses rules that it does not play by.

        Raises:
            RulesError: it does not.
        """
        if not self.spec.kind.plays(rules):
            raise RulesError(f"{self.text} does not play {rules}")

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
        position: Position,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        listener: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        """Chooses a move in a position that is not finished.

        Args:
            position: where it is to move.
            limit: besides its own.
            stop: ends its thinking early once it is set.
            listener: called with what it thinks meanwhile, where it tells.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: the player does not play by these rules.
            PlayerFailedError: a foreign program broke down, or broke the rules; the text says how.
        """
        if (outcome := position.outcome()) is not None:
            raise FinishedError(f"there is no move to choose: the game is over, {outcome}")
        return self._choose(Request(position, limit, stop or Stop(), listener))

    @abstractmethod
    def _choose(self, request: Request) -> Choice:
        """The choice in a position that is not finished."""


class EnginePlayer(Player):
    """Plays the best move of an engine."""

    name = "engine"
    about = "the best move of an engine"

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.spec = engine.spec
        self.values = engine.values

    def prepare(self, rules: Rules) -> None:
        self.engine.prepare(rules)

    def _choose(self, request: Request) -> Choice:
        analysis = self.engine.analyse(
            request.position, request.limit, stop=request.stop, listener=request.listener
        )
        return Choice(analysis.move, analysis)

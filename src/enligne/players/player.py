"""What a player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from enligne.engines.options import Option, Value, format_text, parse_options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.engines import Analysis, Engine, Limit, Stop
    from enligne.learning import Draw
    from enligne.move import Move
    from enligne.position import Position
    from enligne.rules import Rules


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the player thought about it where it tells. No move: it resigns."""

    move: Move | None
    analysis: Analysis | None = None
    draw: Draw | None = None


class Player(ABC):
    """Chooses moves."""

    name: ClassVar[str]
    about: ClassVar[str]
    options: ClassVar[Sequence[Option]] = ()
    #: Whether strangers may ask for it: it starts no program, and opens no file but a saved brain.
    is_harmless: ClassVar[bool] = False

    def __init__(self, text: str = "") -> None:
        self.values: dict[str, Value] = parse_options(self.name, text, self.options)

    @property
    def text(self) -> str:
        """The text that makes this player again."""
        return format_text(self.name, self.values, self.options)

    def __repr__(self) -> str:
        return f"players.create({self.text!r})"

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Whether it plays by these rules, as far as that is known without making one."""
        del rules
        return True

    def prepare(self, rules: Rules) -> None:
        """Gets ready for a game, so that starting takes nothing from the time for its first move.

        Raises:
            PlayerFailedError: a foreign program does not start.
        """
        del rules

    def close(self) -> None:  # noqa: B027  # most players have nothing to end
        """Ends the program that it is, if it is one; it may be asked again."""

    @abstractmethod
    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        """Chooses a move in a position that is not finished.

        Args:
            position: where it is to move.
            limit: besides its own.
            stop: ends its thinking early once it is set.
            report: called with what it thinks meanwhile, where it tells.

        Raises:
            FinishedError: the game is over in this position.
            RulesError: the player does not play by these rules.
        """


class EnginePlayer(Player):
    """Plays the best move of an engine."""

    name = "engine"
    about = "the best move of an engine"

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self.engine = engine

    @property
    def text(self) -> str:
        return self.engine.text

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        analysis = self.engine.analyse(position, limit, stop=stop, report=report)
        return Choice(analysis.move, analysis)

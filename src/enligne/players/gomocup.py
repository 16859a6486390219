"""The player that is someone else's Gomocup engine."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, ClassVar

from enligne.errors import PlayerTextError, RulesError
from enligne.gomocup.manager import GomocupManager
from enligne.gomocup.program import parse_command
from enligne.players.player import Choice, Player
from enligne.spec import ByOptions, Option, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines.engine import Request
    from enligne.rules import Rules

_USUAL_SECONDS = 1.0


class Gomocup(ByOptions, Player):
    """A Gomocup engine: ``gomocup:COMMAND``, where everything behind the colon is the command.

    The limit of a choice is its time for the move, a second unless given. It tells nothing of its
    thoughts, and has no move once it is stopped. Its program is ended, with all it started, when
    the game is over, when it fails, by :meth:`close`, and when this player is no longer used.
    """

    name = "gomocup"
    about = "someone else's Gomocup engine: gomocup:COMMAND, all behind the colon its command"
    options: ClassVar[Sequence[Option]] = (
        Option("program", None, "with its arguments", is_rest=True, wanted="gomocup:COMMAND"),
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        try:
            self._manager = GomocupManager(parse_command(str(self.values["program"])))
        except PlayerTextError as error:
            raise PlayerTextError(f"gomocup: {error}") from None
        self._lock = threading.Lock()

    @property
    def complaints(self) -> str:
        """The last of what its program wrote to its standard error."""
        return self._manager.complaints

    @staticmethod
    def plays(rules: Rules) -> bool:
        return rules.run == 5 and not rules.gravity

    def prepare(self, rules: Rules) -> None:
        if self.plays(rules):
            with self._lock:
                self._manager.prepare(rules)

    def decide(self, request: Request) -> Choice:
        position, limit = request.position, request.limit
        if not self.plays(position.rules):
            raise RulesError(f"{position.rules}: Gomocup engines play five in a row, no gravity")
        seconds = (limit and limit.seconds) or _USUAL_SECONDS
        with self._lock:
            return Choice(self._manager.choose(position, seconds, request.stop))

    def close(self) -> None:
        """Ends its program; the next choice starts it again."""
        with self._lock:
            self._manager.close()

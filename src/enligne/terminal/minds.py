"""Those who think while the screen goes on: the player to move, and the adviser."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from textual.message import Message

from enligne.terminal.thinking import Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.players import Choice
    from enligne.terminal.advice import Advice, Adviser
    from enligne.terminal.table import Table

#: How long a mind that was called off may take to notice before it is left behind.
_PATIENCE_SECONDS = 2.0


class Thought(Message):
    """The player to move has chosen, or failed."""

    def __init__(self, work: Work[Choice]) -> None:
        super().__init__()
        self.work = work


class Advised(Message):
    """The adviser has an answer."""

    def __init__(self, work: Work[Advice]) -> None:
        super().__init__()
        self.work = work


class Minds:
    """At most one player and one adviser at work.

    Args:
        post: takes their messages, from any thread.
    """

    def __init__(self, table: Table, adviser: Adviser, post: Callable[[Message], object]) -> None:
        self._table = table
        self._adviser = adviser
        self._post = post
        self._thought: Work[Choice] | None = None
        self._advice: Work[Advice] | None = None

    def think(self) -> None:
        """Asks the player to move."""
        self.stop_thinking()
        self._thought = Work(self._table.question(), self._tell_thought)

    def think_if_due(self) -> None:
        """Asks the player to move, if it is a player and not at work already."""
        if self._table.awaits_player and self._thought is None:
            self.think()

    def advise(self) -> None:
        """Asks for advice about the position now."""
        self.stop_advising()
        position = self._table.position
        self._advice = Work(lambda stop: self._adviser.ask(position, stop), self._tell_advice)

    def is_wanted(self, message: Thought | Advised) -> bool:
        """Whether an answer that came is still of interest; then nobody works on it any more."""
        if message.work is self._thought:
            self._thought = None
        elif message.work is self._advice:
            self._advice = None
        return not message.work.is_called_off

    def stop_thinking(self) -> None:
        if self._thought is not None:
            self._thought.call_off()
            self._thought = None

    def stop_advising(self) -> None:
        if self._advice is not None:
            self._advice.call_off()
            self._advice = None

    def stop(self) -> None:
        """Ends all work, so that nobody holds on to a program that is to be closed."""
        works = [each for each in (self._thought, self._advice) if each is not None]
        for work in works:
            work.call_off()
        for work in works:
            work.join(_PATIENCE_SECONDS)

    def _tell_thought(self, work: Work[Choice]) -> None:
        with suppress(RuntimeError):  # the screen is gone
            self._post(Thought(work))

    def _tell_advice(self, work: Work[Advice]) -> None:
        with suppress(RuntimeError):
            self._post(Advised(work))

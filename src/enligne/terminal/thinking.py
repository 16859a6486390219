"""The players and the adviser at work beside the interface, which never waits for them."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from enligne.engines import Score, Stop, best_for
from enligne.engines.score import chance
from enligne.move import FIRST
from enligne.players.perfect import Perfect

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen
    from textual.timer import Timer

    from enligne.move import Move
    from enligne.players import Choice
    from enligne.position import Position
    from enligne.terminal.local_game import LocalGame

_TABLE_MB = 64
#: How long work that was called off may take to notice before it is left behind.
_PATIENCE_SECONDS = 2.0
#: Seconds between moves that people watch, the slowest first.
_DELAYS = (5.0, 2.0, 1.0, 0.5, 0.2, 0.0)
_USUAL_DELAY = 3

Result = TypeVar("Result")


class Work(Generic[Result]):
    """A question that is answered in a thread of its own.

    Args:
        ask: what is done there; it looks at the stop it is given.
        done: called there with this work when the answer is known.
    """

    def __init__(
        self,
        ask: Callable[[Stop], Result],
        done: Callable[[Work[Result]], None] | None = None,
    ) -> None:
        self._ask = ask
        self._done = done
        self._stop = Stop()
        self._finished = threading.Event()
        self._answer: Result | BaseException | None = None
        self.is_called_off = False
        # A player that does not heed its stop must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._answer = self._ask(self._stop)
        except BaseException as error:
            self._answer = error
        self._finished.set()
        if self._done is not None:
            self._done(self)

    @property
    def answer(self) -> Result | BaseException:
        """The answer, or the error that came instead; waits for it.

        Ctrl-C meanwhile calls it off.
        """
        try:
            self._finished.wait()
        except BaseException:
            self.call_off()
            raise
        assert self._answer is not None
        return self._answer

    def call_off(self) -> None:
        """Ends it as soon as it heeds the stop; its answer is of no interest any more."""
        self.is_called_off = True
        self._stop.set()

    def join(self, seconds: float) -> None:
        """Waits for its end, but no longer than that."""
        self._thread.join(seconds)


@dataclass(frozen=True, slots=True)
class Advice:
    """A move for the side to move, and what the position is worth to it."""

    position: Position
    move: Move
    score: Score
    depth: int = 0

    @property
    def share(self) -> float:
        """How much of the point is the first side's, from 0 to 1."""
        mine = chance(self.score, best_for(self.position.rules))
        return mine if self.position.side is FIRST else 1 - mine


class Adviser:
    """Knows the opening book, solves what can be solved, and searches where that takes too long.

    Args:
        seconds: how long it may think about a position.
    """

    def __init__(self, seconds: float = 1.0) -> None:
        self._seconds = seconds
        self._player: Perfect | None = None

    def ask(self, position: Position, stop: Stop) -> Advice:
        """What it makes of a position.

        Raises:
            FinishedError: the game is over in this position.
        """
        if self._player is None:
            self._player = Perfect(seconds=self._seconds, table_mb=_TABLE_MB)
        choice = self._player.choose(position, stop=stop)
        assert choice.analysis is not None
        return Advice(position, choice.move, choice.analysis.score, choice.analysis.depth)


class Thinkers:
    """At most one player and one adviser at work for a screen.

    Args:
        chosen: told of what the player to move chose, or of its failure.
        advised: told of what the adviser answers.
        call: calls a function with an argument in the screen's own thread.
    """

    def __init__(
        self,
        local: LocalGame,
        adviser: Adviser,
        *,
        chosen: Callable[[Choice | BaseException], None],
        advised: Callable[[Advice | BaseException], None],
        call: Callable[..., object],
    ) -> None:
        self._local = local
        self._adviser = adviser
        self._chosen = chosen
        self._advised = advised
        self._call = call
        self._choice: Work[Any] | None = None
        self._advice: Work[Any] | None = None

    def think(self) -> None:
        """Asks the player to move."""
        if self._choice is not None:
            self._choice.call_off()
        self._choice = Work(self._local.question(), self._tell)

    def think_if_due(self) -> None:
        """Asks the player to move, if it is a player and not at work already."""
        if self._local.awaits_player and self._choice is None:
            self.think()

    def advise(self) -> None:
        """Asks for advice about the position now."""
        if self._advice is not None:
            self._advice.call_off()
        position = self._local.position
        self._advice = Work(lambda stop: self._adviser.ask(position, stop), self._tell)

    def _tell(self, work: Work[Any]) -> None:
        with suppress(RuntimeError):  # the screen is gone
            self._call(self._take, work)

    def _take(self, work: Work[Any]) -> None:
        """Passes an answer on, unless it was called off meanwhile."""
        if work.is_called_off:
            return
        if work is self._choice:
            self._choice = None
            self._chosen(work.answer)
        else:
            self._advice = None
            self._advised(work.answer)

    def call_off(self) -> list[Work[Any]]:
        """Calls off all work that goes on, and gives it back."""
        works = [each for each in (self._choice, self._advice) if each is not None]
        for work in works:
            work.call_off()
        self._choice = self._advice = None
        return works

    def stop(self) -> None:
        """Ends all work, so that nobody holds on to a program that is to be closed."""
        for work in self.call_off():
            work.join(_PATIENCE_SECONDS)


class Pace:
    """Waits between the moves of players, where people only watch; else asks them at once."""

    def __init__(self, thinkers: Thinkers, *, is_watched: bool) -> None:
        self._thinkers = thinkers
        self._is_watched = is_watched
        self._speed = _USUAL_DELAY
        self._timer: Timer | None = None
        self.is_paused = False

    def turn(self, screen: Screen[None]) -> None:
        """It is a player's turn: lets it think when the time has come."""
        self._forget()
        if not self._is_watched:
            self._thinkers.think()
        elif not self.is_paused:
            delay = max(_DELAYS[self._speed], 0.01)
            self._timer = screen.set_timer(delay, self._thinkers.think)

    def pause(self) -> None:
        self._forget()
        self.is_paused = self._is_watched

    def toggle(self) -> None:
        """Pauses, or goes on. A player that thinks already may finish its thought."""
        if not self.is_paused:
            self.pause()
        else:
            self.is_paused = False
            self._thinkers.think_if_due()

    def step(self) -> None:
        """One move, while it is paused."""
        if self.is_paused:
            self._thinkers.think_if_due()

    def faster(self, steps: int) -> str:
        """Changes the speed; says what it is now."""
        self._speed = min(max(self._speed + steps, 0), len(_DELAYS) - 1)
        delay = _DELAYS[self._speed]
        return f"{delay:g} s between moves." if delay else "As fast as they think."

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

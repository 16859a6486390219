"""How fast a game between two players goes on for those who watch it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen
    from textual.timer import Timer

    from enligne.terminal.minds import Minds

_DELAYS = (5.0, 2.0, 1.0, 0.5, 0.2, 0.0)
_USUAL = 3


class Pace:
    """Waits between the moves of players, where people only watch; else asks them at once."""

    def __init__(self, *, is_watched: bool) -> None:
        self._is_watched = is_watched
        self._speed = _USUAL
        self._timer: Timer | None = None
        self.is_paused = False

    def turn(self, screen: Screen[None], think: Callable[[], None]) -> None:
        """It is a player's turn: lets it think when the time has come."""
        self._forget()
        if not self._is_watched:
            think()
        elif not self.is_paused:
            self._timer = screen.set_timer(max(_DELAYS[self._speed], 0.01), think)

    def pause(self) -> None:
        self._forget()
        self.is_paused = self._is_watched

    def toggle(self, minds: Minds) -> None:
        """Pauses, or goes on. A player that thinks already may finish its thought."""
        if not self.is_paused:
            self.pause()
        else:
            self.is_paused = False
            minds.think_if_due()

    def step(self, minds: Minds) -> None:
        """One move, while it is paused."""
        if self.is_paused:
            minds.think_if_due()

    def faster(self, steps: int) -> str:
        """Changes the speed; says what it is now."""
        self._speed = min(max(self._speed + steps, 0), len(_DELAYS) - 1)
        delay = _DELAYS[self._speed]
        return f"{delay:g} s between moves." if delay else "As fast as they think."

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

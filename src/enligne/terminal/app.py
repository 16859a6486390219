"""The full screen: takes the terminal, and gives it back as it was."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Literal

from rich.console import Console
from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from enligne.notation import format_moves
from enligne.svg.themes import THEMES
from enligne.terminal import words
from enligne.terminal.controls import GameScreen

if TYPE_CHECKING:
    from enligne.terminal.appearance import Colours
    from enligne.terminal.local_game import LocalGame
    from enligne.terminal.thinking import Adviser

_GONE = 128 + 1  # as after the signal that a terminal is gone

ThemeName = Literal["light", "dark"]

_THEMES = {
    "dark": Theme(
        "enligne-dark",
        primary="#3f88c5",
        foreground="#e6edf3",
        background=THEMES["dark"].background,
        surface="#161b22",
        panel="#1c2430",
        error="#f07b5c",
        accent=THEMES["dark"].arrow,
        dark=True,
    ),
    "light": Theme(
        "enligne-light",
        primary="#2b67b1",
        foreground="#1f2328",
        background=THEMES["light"].background,
        surface="#f3f5f8",
        panel="#e7ebf0",
        error="#c2311c",
        accent=THEMES["light"].arrow,
        dark=False,
    ),
}


class EnligneApp(App[None]):
    """One local game on the whole terminal."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "pass", show=False),
    ]

    def __init__(
        self, local: LocalGame, adviser: Adviser, *, theme: ThemeName, colours: Colours
    ) -> None:
        super().__init__(ansi_color=colours != "many")
        if colours == "many":
            for each in _THEMES.values():
                self.register_theme(each)
            self.theme = _THEMES[theme].name
        else:
            # Its name has changed between versions.
            names = ("ansi-dark", "textual-ansi")
            self.theme = next(name for name in names if name in self.available_themes)
        self._colours: Colours = colours
        self.game_screen = GameScreen(local, adviser, colours)

    def on_mount(self) -> None:
        self.push_screen(self.game_screen)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", None)):
            if number is not None:
                with suppress(NotImplementedError, ValueError):  # as on Windows
                    loop.add_signal_handler(number, self._end, number)

    def _end(self, number: signal.Signals) -> None:
        self.exit(return_code=128 + number)

    def action_interrupt(self) -> None:
        self._end(signal.SIGINT)

    def action_toggle_dark(self) -> None:
        if self._colours == "many":
            self.theme = _THEMES["light" if self.current_theme.dark else "dark"].name
            self.game_screen.redraw()


def run_screen(local: LocalGame, adviser: Adviser, *, theme: ThemeName | None = None) -> int:
    """The full screen on this terminal; the exit code."""
    # Where they are exported they hide the true size of the terminal, and every change of it.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    app = EnligneApp(local, adviser, theme=theme or terminal_theme(), colours=terminal_colours())
    is_done = threading.Event()
    threading.Thread(target=_watch_terminal, args=(app, local, is_done), daemon=True).start()
    try:
        app.run()
    finally:
        is_done.set()
        app.game_screen.thinkers.stop()
    if sys.stdout.isatty():
        _take_leave(local)
    return app.return_code or 0


def _watch_terminal(app: EnligneApp, local: LocalGame, is_done: threading.Event) -> None:
    """Ends the program when the terminal is gone, even if no signal says so. What is written to
    it then may never come back, so the screen has only a while to end in good order."""
    while not is_done.wait(1.0):
        if not sys.stdin.isatty():
            app.exit(return_code=_GONE)
            if not is_done.wait(5.0):
                local.close()
                os._exit(_GONE)


def _take_leave(local: LocalGame) -> None:
    """Leaves behind on the terminal how the game ended, or how to go on with it."""
    if local.outcome is not None:
        print(words.outcome(local))
    elif local.is_on and local.path is None and not local.game.start.ply:
        moves = format_moves(local.game.moves, local.rules)
        print("To go on with this game:")
        print(f"  enligne play {local.rules} --position {shlex.quote(moves)}")


def terminal_colours() -> Colours:
    """How many colours this terminal has, or is asked to use."""
    if "NO_COLOR" in os.environ:
        return "none"
    system = Console().color_system
    if system is None:
        return "none"
    return "many" if system in ("256", "truecolor") else "sixteen"


def terminal_theme() -> ThemeName:
    """Whether this terminal is dark, as far as it tells."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"

"""The full screen of a local game: board, panel, a line of news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Static

from enligne.terminal import words
from enligne.terminal.board import BoardView
from enligne.terminal.layout import smallest
from enligne.terminal.panel import WIDTH as PANEL_WIDTH
from enligne.terminal.panel import NewsLine, Panel, Stopwatch
from enligne.terminal.thinking import Pace, Thinkers

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from enligne.players import Choice
    from enligne.terminal.appearance import Colours
    from enligne.terminal.local_game import LocalGame
    from enligne.terminal.thinking import Advice, Adviser

_LEAST_WIDTH, _LEAST_HEIGHT = 20, 7
#: Characters of the board that are worth more than the panel.
_ENOUGH_BOARD = 40


class GameView(Screen[None]):
    """Shows a local game, and lets its players think."""

    CSS = """
    GameView { layout: vertical; }
    #title { height: 1; padding: 0 1; text-style: bold; }
    #middle { height: 1fr; }
    #small { width: 100%; height: 100%; content-align: center middle; text-align: center; }
    """

    def __init__(self, local: LocalGame, adviser: Adviser, colours: Colours) -> None:
        super().__init__()
        self.local = local
        self.thinkers = Thinkers(
            local, adviser, chosen=self._chosen, advised=self._advised, call=self.call_later
        )
        self._stopwatch = Stopwatch()
        self._pace = Pace(self.thinkers, is_watched=not local.people)
        self._board = BoardView(local, colours)
        self._panel = Panel(local, self._stopwatch, colours)
        self._news = NewsLine()
        self._advice: Advice | None = None
        self._evaluates = False
        self._wants_hint = False

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield self._board
            yield self._panel
        yield self._news
        yield Footer(show_command_palette=False)
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        self._board.focus()
        self.set_interval(0.25, self._tick)
        self._changed()

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        is_small = width < _LEAST_WIDTH or height < _LEAST_HEIGHT
        for name in ("#title", "#middle", "NewsLine", "Footer"):
            self.query_one(name).display = not is_small
        small = self.query_one("#small", Static)
        small.display = is_small
        small.update(
            f"A little larger, please:\n{_LEAST_WIDTH} x {_LEAST_HEIGHT} (now {width} x {height})"
        )
        needed = min(smallest(self.local.rules).width + 1, _ENOUGH_BOARD)
        self._panel.display = width - PANEL_WIDTH >= needed
        self._show_news()

    def redraw(self) -> None:
        """Draws everything anew: the colours have changed."""
        self._board.update()
        self._panel.show_people()
        self._advise()

    # What happens in the game.

    def _changed(self, notice: str = "") -> None:
        """Something has happened: shows it, and lets the player to move think."""
        self.thinkers.call_off()
        self._news.entry, self._news.notice = "", notice
        self._board.hint = None
        self._wants_hint = False
        self._stopwatch.run(self.local.game.side if self.local.outcome is None else None)
        self._board.update()
        self._panel.show_moves()
        self._panel.show_people()
        self._advise()
        self._show_news()
        if self.local.awaits_player:
            self._pace.turn(self)

    def _advise(self) -> None:
        """Shows the evaluation if it is wanted, and asks for it if it is not known."""
        known = self._advice
        if known is not None and known.position != self.local.position:
            self._advice = known = None
        if known is None and self._evaluates and self.local.outcome is None:
            self.thinkers.advise()
        self._panel.show_evaluation(known, is_on=self._evaluates)

    def _chosen(self, choice: Choice | BaseException) -> None:
        self.local.accept(choice)
        self._changed()

    def _advised(self, answer: Advice | BaseException) -> None:
        if isinstance(answer, BaseException):
            self._say(f"No advice: {answer}")
            return
        self._advice = answer
        if self._wants_hint:
            self._show_hint()
        self._advise()
        if self._evaluates and not self._panel.display and not self._wants_hint:
            self._say(words.evaluation(answer))
        self._wants_hint = False

    def _show_hint(self) -> None:
        assert self._advice is not None
        self._board.hint = self._advice.move
        self._board.update()
        self._say(f"Hint: {self._advice.move}. {words.evaluation(self._advice)}")

    # What is said.

    def _say(self, notice: str) -> None:
        self._news.notice = notice
        self._show_news()

    def _show_news(self) -> None:
        local = self.local
        title = f"Enligne: {local.rules}, {words.describe(local.rules)}"
        if not self._panel.display:
            first, second = local.participants
            title = f"{local.rules}: {first.name} - {second.name}"
        self.query_one("#title", Static).update(Text(title))
        self._news.show(words.turn(local, is_paused=self._pace.is_paused))

    def _clear_news(self) -> None:
        if self._news.entry or self._news.notice:
            self._news.entry = self._news.notice = ""
            self._show_news()

    def _tick(self) -> None:
        if self.local.outcome is None:
            self._panel.show_people()

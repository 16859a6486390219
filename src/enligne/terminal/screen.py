"""The full screen of a local game: board, panel, a line of news, the keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Static

from enligne.errors import IllegalMoveError, NotationError
from enligne.move import Cell
from enligne.notation import parse_target
from enligne.terminal import words
from enligne.terminal.board import BoardView
from enligne.terminal.dialogs import Help, Question, SaveQuestion
from enligne.terminal.keys import BINDINGS, IN_TURN, help_text
from enligne.terminal.layout import smallest
from enligne.terminal.panel import WIDTH as PANEL_WIDTH
from enligne.terminal.panel import NewsLine, Panel, Stopwatch
from enligne.terminal.thinking import Pace, Thinkers

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from enligne.players import Choice
    from enligne.terminal.appearance import Colours
    from enligne.terminal.local_game import LocalGame
    from enligne.terminal.participants import First
    from enligne.terminal.thinking import Advice, Adviser

_LEAST_WIDTH, _LEAST_HEIGHT = 20, 7
#: Characters of the board that are worth more than the panel.
_ENOUGH_BOARD = 40
_LONGEST_ENTRY = 12


class GameScreen(Screen[None]):
    """A local game on the screen."""

    CSS = """
    GameScreen { layout: vertical; }
    #title { height: 1; padding: 0 1; text-style: bold; }
    #middle { height: 1fr; }
    #small { width: 100%; height: 100%; content-align: center middle; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """People who play have other keys than people who watch."""
        del parameters
        if action in ("enter", "resign", "hint"):
            return bool(self.local.people)
        if action in ("pause", "step", "faster"):
            return not self.local.people
        return True

    def redraw(self) -> None:
        """Draws everything anew: the colours have changed."""
        self._board.update()
        self._panel.show_people()
        self._advise()

    # What happens in the game.

    def _changed(self, notice: str = "") -> None:
        """Something has happened: shows it, and lets the player to move think."""
        self.thinkers.stop_thinking()
        self.thinkers.stop_advising()
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

    def _play(self, move: Cell | str) -> None:
        if self.local.outcome is not None:
            self._say("The game is over: ^n begins another, backspace takes back.")
            return
        if not self.local.people:
            return
        try:
            self.local.play(move)
        except (IllegalMoveError, NotationError) as error:
            self._news.entry = ""
            self._say(f"{words.capital(str(error))}.")
        else:
            self._changed()

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

    def _tick(self) -> None:
        if self.local.outcome is None:
            self._panel.show_people()

    # What people do.

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        target = self._board.target
        self._play(target if target is not None else message.cell)

    def on_board_view_pointed(self) -> None:
        self._clear_news()

    def _clear_news(self) -> None:
        if self._news.entry or self._news.notice:
            self._news.entry = self._news.notice = ""
            self._show_news()

    async def on_key(self, event: events.Key) -> None:
        if self.local.people and (action := IN_TURN.get(event.key)):
            event.stop()
            event.prevent_default()
            await self.run_action(action)
            return
        letter = (event.character or "").lower()
        if len(letter) == 1 and letter.isascii() and letter.isalnum() and self.local.people:
            event.stop()
            self._type(self._news.entry + letter)

    def _type(self, entry: str) -> None:
        """Takes what was typed so far; the cursor is where it points to."""
        self._news.entry = entry[:_LONGEST_ENTRY]
        self._news.notice = ""
        try:
            column, row = parse_target(self._news.entry, self.local.rules)
        except ValueError:
            pass
        else:
            self._board.choose(Cell(column, self._board.cursor.row if row is None else row))
        self._show_news()

    def action_enter(self) -> None:
        if self._news.entry:
            self._obey(self._news.entry)
        else:
            target = self._board.target
            self._play(target if target is not None else str(self._board.cursor)[0])

    def _obey(self, entry: str) -> None:
        """What was typed is a cell, or one of the words of the line mode."""
        word = {"eval": "evaluate", "quit": "leave", "exit": "leave"}.get(entry, entry)
        self._news.entry = ""
        if word in ("hint", "evaluate", "undo", "resign", "new", "save", "help", "leave"):
            self._show_news()
            getattr(self, f"action_{word}")()
        elif entry.isalpha() and len(entry) > 1:
            self._say(f"Unknown word '{entry}': '?' lists the keys.")
        else:
            self._play(entry)

    def action_move(self, across: int, up: int) -> None:
        self._clear_news()
        self._board.move_cursor(across, up)

    def action_forget(self) -> None:
        self._board.hint = None
        self._board.update()
        self._type("")

    def action_undo(self) -> None:
        if self._news.entry:
            self._type(self._news.entry[:-1])
            return
        try:
            self._pace.pause()
            taken = self.local.undo()
        except ValueError as error:
            self._say(f"{words.capital(str(error))}.")
            return
        cells = " ".join(map(str, taken))
        self._changed(f"Took back {cells}." if taken else "The game goes on.")

    def action_hint(self) -> None:
        if self.local.outcome is not None:
            self._say("The game is over: there is nothing to advise.")
        elif self._advice is not None:
            self._show_hint()
        else:
            self._wants_hint = True
            self._say("Looking for a good move …")
            self.thinkers.advise()

    def _show_hint(self) -> None:
        assert self._advice is not None
        self._board.hint = self._advice.move
        self._board.update()
        self._say(f"Hint: {self._advice.move}. {words.evaluation(self._advice)}")

    def action_evaluate(self) -> None:
        self._evaluates = not self._evaluates
        self._news.notice = ""
        self._advise()
        self._show_news()

    def action_pause(self) -> None:
        self._pace.toggle()
        self._say("")

    def action_step(self) -> None:
        self._pace.step()

    def action_faster(self, steps: int) -> None:
        self._say(self._pace.faster(steps))

    def _ask(self, question: str, answers: dict[str, Callable[[], object]]) -> None:
        """Asks, and does what is answered."""

        def act(action: Callable[[], object] | None) -> None:
            if action is not None:
                action()

        self.app.push_screen(Question(question, {**answers, "Play on": None}), act)

    def action_resign(self) -> None:
        if self.local.is_on:
            self._ask("Give this game up?", {"Resign": self._resign})
        else:
            self._say("There is no game to resign.")

    def _resign(self) -> None:
        if self.local.outcome is None:
            self.local.resign()
            self._changed()

    def action_new(self) -> None:
        if len(self.local.people) == 1:
            begins: dict[str, First] = {"Me": "me", "Them": "them", "Random": "random"}
            question = "A new game. Who begins?"
        else:
            begins = {"New game": "me"}
            question = "Begin a new game?"
        self._ask(question, {label: partial(self._renew, who) for label, who in begins.items()})

    def _renew(self, first: First) -> None:
        self.local.renew(first)
        self._stopwatch.reset()
        self._changed()

    def action_save(self) -> None:
        name = str(self.local.path or f"{self.local.rules.text.replace(':', '-')}.txt")

        def save(name: str, over: bool) -> None:
            self._say(f"Saved to {self.local.save(name, over=over)}.")

        self.app.push_screen(SaveQuestion(name, save))

    def action_help(self) -> None:
        self.app.push_screen(Help(help_text(self.local)))

    def action_leave(self) -> None:
        if self.local.is_on and self.local.people:
            self._ask("Leave this game?", {"Leave": self.app.exit, "Save": self.action_save})
        else:
            self.app.exit()

"""The screen of a table: board, panel, a line of news, the keys."""

from __future__ import annotations

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
from enligne.terminal.clock import Clock
from enligne.terminal.dialogs import Help, Question, SaveQuestion
from enligne.terminal.help_text import help_text
from enligne.terminal.keys import BINDINGS, IN_TURN
from enligne.terminal.layout import smallest
from enligne.terminal.minds import Advised, Minds, Thought
from enligne.terminal.pace import Pace
from enligne.terminal.panel import WIDTH as PANEL_WIDTH
from enligne.terminal.panel import Panel, evaluation

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from enligne.terminal.advice import Advice, Adviser
    from enligne.terminal.looks import Colours
    from enligne.terminal.seats import First
    from enligne.terminal.table import Table

_LEAST_WIDTH, _LEAST_HEIGHT = 20, 7
#: So much of the board is worth more than the panel.
_ENOUGH_BOARD = 40
_LONGEST_ENTRY = 12


class GameScreen(Screen[None]):
    """A table on the screen."""

    CSS = """
    GameScreen { layout: vertical; }
    #title { height: 1; padding: 0 1; text-style: bold; }
    #middle { height: 1fr; }
    #news { height: 1; padding: 0 1; }
    #small { width: 100%; height: 100%; content-align: center middle; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, table: Table, adviser: Adviser, colours: Colours) -> None:
        super().__init__()
        self.table = table
        self.minds = Minds(table, adviser, self.post_message)
        self._clock = Clock()
        self._pace = Pace(is_watched=not table.people)
        self._board = BoardView(table, colours)
        self._panel = Panel(table, self._clock, colours)
        self._entry = ""
        self._notice = ""
        self._advice: Advice | None = None
        self._evaluates = False
        self._wants_hint = False

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield self._board
            yield self._panel
        yield Static(id="news", markup=False)
        yield Footer(show_command_palette=False)
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        self._board.focus()
        self.set_interval(0.25, self._tick)
        self._changed()

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        is_small = width < _LEAST_WIDTH or height < _LEAST_HEIGHT
        for name in ("#title", "#middle", "#news", "Footer"):
            self.query_one(name).display = not is_small
        small = self.query_one("#small", Static)
        small.display = is_small
        small.update(
            f"A little larger, please:\n{_LEAST_WIDTH} x {_LEAST_HEIGHT} (now {width} x {height})"
        )
        needed = min(smallest(self.table.rules).width + 1, _ENOUGH_BOARD)
        self._panel.display = width - PANEL_WIDTH >= needed
        self._show_news()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """People who play have other keys than people who watch."""
        del parameters
        if action in ("enter", "resign", "hint"):
            return bool(self.table.people)
        if action in ("pause", "step", "faster"):
            return not self.table.people
        return True

    def redraw(self) -> None:
        """Draws everything anew: the colours have changed."""
        self._board.update()
        self._panel.show_people()
        self._advise()

    # What happens at the table.

    def _changed(self, notice: str = "") -> None:
        """Something has happened: shows it, and asks whoever has to think now."""
        self.minds.stop_thinking()
        self.minds.stop_advising()
        self._entry, self._notice = "", notice
        self._board.hint = None
        self._wants_hint = False
        self._clock.run(self.table.game.side if self.table.outcome is None else None)
        self._board.update()
        self._panel.show_moves()
        self._panel.show_people()
        self._advise()
        self._show_news()
        if self.table.awaits_player:
            self._pace.turn(self, self.minds.think)

    def _advise(self) -> None:
        """Shows the evaluation if it is wanted, and asks for it if it is not known."""
        known = self._advice
        if known is not None and known.position != self.table.position:
            self._advice = known = None
        if known is None and self._evaluates and self.table.outcome is None:
            self.minds.advise()
        self._panel.show_evaluation(known, is_on=self._evaluates)

    def on_thought(self, message: Thought) -> None:
        if not self.minds.is_wanted(message):
            return
        self.table.accept(message.work.answer)
        self._changed()

    def on_advised(self, message: Advised) -> None:
        if not self.minds.is_wanted(message):
            return
        answer = message.work.answer
        if isinstance(answer, BaseException):
            self._say(f"No advice: {answer}")
            return
        self._advice = answer
        if self._wants_hint:
            self._show_hint()
        self._advise()
        if self._evaluates and not self._panel.display and not self._wants_hint:
            self._say(evaluation(self.table, answer))
        self._wants_hint = False

    def _play(self, move: Cell | str) -> None:
        if self.table.outcome is not None:
            self._say("The game is over: ^n begins another, backspace takes back.")
            return
        if not self.table.people:
            return
        try:
            self.table.play(move)
        except (IllegalMoveError, NotationError) as error:
            self._entry = ""
            self._say(f"{words.capital(str(error))}.")
        else:
            self._changed()

    # What is said.

    def _say(self, notice: str) -> None:
        self._notice = notice
        self._show_news()

    def _show_news(self) -> None:
        table = self.table
        seats = "" if self._panel.display else f": {table.seats[0].name} - {table.seats[1].name}"
        title = f"{table.rules}{seats}" if seats else f"Enligne: {table.rules}"
        about = "" if seats else f", {words.describe(table.rules)}"
        self.query_one("#title", Static).update(Text(title + about))
        self.query_one("#news", Static).update(self._news())

    def _news(self) -> Text:
        if self._entry:
            return Text.assemble(
                ("▸ ", "bold"),
                (self._entry, "bold"),
                ("▏", "blink"),
                ("⏎ plays, esc forgets", "dim"),
            )
        return Text(self._notice or words.turn(self.table, is_paused=self._pace.is_paused))

    def _tick(self) -> None:
        if self.table.outcome is None:
            self._panel.show_people()

    # What people do.

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        target = self._board.target
        self._play(target if target is not None else message.cell)

    def on_board_view_pointed(self) -> None:
        if self._entry or self._notice:
            self._entry = self._notice = ""
            self._show_news()

    async def on_key(self, event: events.Key) -> None:
        if self.table.people and (action := IN_TURN.get(event.key)):
            event.stop()
            event.prevent_default()
            await self.run_action(action)
            return
        letter = (event.character or "").lower()
        if len(letter) == 1 and letter.isascii() and letter.isalnum() and self.table.people:
            event.stop()
            self._type(self._entry + letter)

    def _type(self, entry: str) -> None:
        """Takes what is being typed; the cursor is where it points to."""
        self._entry = entry[:_LONGEST_ENTRY]
        self._notice = ""
        try:
            column, row = parse_target(self._entry, self.table.rules)
        except ValueError:
            pass
        else:
            self._board.choose(Cell(column, self._board.cursor.row if row is None else row))
        self._show_news()

    def action_enter(self) -> None:
        if self._entry:
            self._obey(self._entry)
        else:
            target = self._board.target
            self._play(target if target is not None else str(self._board.cursor)[0])

    def _obey(self, entry: str) -> None:
        """What was typed is a cell, or one of the words of the line mode."""
        word = {"eval": "evaluate", "quit": "leave", "exit": "leave"}.get(entry, entry)
        self._entry = ""
        if word in ("hint", "evaluate", "undo", "resign", "new", "save", "help", "leave"):
            self._show_news()
            getattr(self, f"action_{word}")()
        elif entry.isalpha() and len(entry) > 1:
            self._say(f"Unknown word '{entry}': '?' lists the keys.")
        else:
            self._play(entry)

    def action_move(self, across: int, up: int) -> None:
        if self._entry or self._notice:
            self._entry = self._notice = ""
            self._show_news()
        self._board.move_cursor(across, up)

    def action_forget(self) -> None:
        self._board.hint = None
        self._board.update()
        self._type("")

    def action_undo(self) -> None:
        if self._entry:
            self._type(self._entry[:-1])
            return
        try:
            self._pace.pause()
            taken = self.table.undo()
        except ValueError as error:
            self._say(f"{words.capital(str(error))}.")
            return
        cells = " ".join(map(str, taken))
        self._changed(f"Took back {cells}." if taken else "The game goes on.")

    def action_hint(self) -> None:
        if self.table.outcome is not None:
            self._say("The game is over: there is nothing to advise.")
        elif self._advice is not None:
            self._show_hint()
        else:
            self._wants_hint = True
            self._say("Looking for a good move …")
            self.minds.advise()

    def _show_hint(self) -> None:
        assert self._advice is not None
        self._board.hint = self._advice.move
        self._board.update()
        self._say(f"Hint: {self._advice.move}. {evaluation(self.table, self._advice)}")

    def action_evaluate(self) -> None:
        self._evaluates = not self._evaluates
        self._notice = ""
        self._advise()
        self._show_news()

    def action_pause(self) -> None:
        self._pace.toggle(self.minds)
        self._say("")

    def action_step(self) -> None:
        self._pace.step(self.minds)

    def action_faster(self, steps: int) -> None:
        self._say(self._pace.faster(steps))

    def action_resign(self) -> None:
        if not self.table.is_on:
            self._say("There is no game to resign.")
            return
        answers = [("resign", "Resign"), ("stay", "Play on")]
        self.app.push_screen(Question("Give this game up?", answers), self._resign)

    def _resign(self, answer: str | None) -> None:
        if answer == "resign" and self.table.outcome is None:
            self.table.resign()
            self._changed()

    def action_new(self) -> None:
        if len(self.table.people) == 1:
            answers = [("me", "Me"), ("them", "Them"), ("random", "By lot"), ("stay", "Play on")]
            question = "A new game. Who begins?"
        else:
            answers = [("me", "New game"), ("stay", "Play on")]
            question = "Begin a new game?"
        self.app.push_screen(Question(question, answers), self._renew)

    def _renew(self, answer: str | None) -> None:
        begins: dict[str, First] = {"me": "me", "them": "them", "random": "random"}
        if answer in begins:
            self.table.renew(begins[answer])
            self._clock.reset()
            self._changed()

    def action_save(self) -> None:
        name = str(self.table.path or f"{self.table.rules.text.replace(':', '-')}.txt")

        def save(name: str, over: bool) -> None:
            self._say(f"Saved to {self.table.save(name, over=over)}.")

        self.app.push_screen(SaveQuestion(name, save))

    def action_help(self) -> None:
        self.app.push_screen(Help(help_text(self.table)))

    def action_leave(self) -> None:
        if not (self.table.is_on and self.table.people):
            self.app.exit()
            return
        answers = [("leave", "Leave"), ("save", "Save"), ("stay", "Play on")]
        self.app.push_screen(Question("Leave this game?", answers), self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "leave":
            self.app.exit()
        elif answer == "save":
            self.action_save()

"""What people do at the full screen: keys, mouse, words that are typed, questions; and the help."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from enligne import _core
from enligne.errors import IllegalMoveError, NotationError
from enligne.move import Cell
from enligne.notation import parse_target
from enligne.terminal import words
from enligne.terminal.dialogs import Help, Question, SaveQuestion
from enligne.terminal.screen import GameView

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events

    from enligne.terminal.board import BoardView
    from enligne.terminal.local_game import LocalGame
    from enligne.terminal.participants import First

_LONGEST_ENTRY = 12

#: Those in the footer, and others that are not typed between letters.
_BINDINGS: list[BindingType] = [
    Binding("enter", "enter", "play", key_display="⏎"),
    Binding("space", "pause", "pause"),
    Binding("full_stop", "step", show=False),
    Binding("plus,equals_sign", "faster(1)", "speed", key_display="+ -"),
    Binding("minus", "faster(-1)", show=False),
    Binding("ctrl+t", "hint", "hint", key_display="tab"),
    Binding("ctrl+e", "evaluate", "eval", key_display="^e"),
    Binding("backspace,ctrl+z,ctrl+u", "undo", "undo", key_display="⌫"),
    Binding("ctrl+r", "resign", "resign", key_display="^r"),
    Binding("ctrl+n", "new", "new", key_display="^n"),
    Binding("ctrl+s", "save", "save", key_display="^s"),
    Binding("question_mark,f1", "help", "help", key_display="?"),
    Binding("ctrl+q", "leave", "quit", key_display="^q"),
    Binding("ctrl+l", "app.toggle_dark", show=False),
]

# Letters are taken as they come. Bindings are looked up later than that, so what is typed fast
# around letters would be done out of turn if it were left to them.
_IN_TURN = {
    "enter": "enter",
    "space": "enter",
    "backspace": "undo",
    "escape": "forget",
    "tab": "hint",
    "up": "move(0, 1)",
    "down": "move(0, -1)",
    "left": "move(-1, 0)",
    "right": "move(1, 0)",
    "home": f"move({-_core.LARGEST_SIDE}, 0)",
    "end": f"move({_core.LARGEST_SIDE}, 0)",
    "pageup": "move(0, 5)",
    "pagedown": "move(0, -5)",
}

_PLAY = """\
arrows, mouse   choose a {place}
enter, space    play there; so does a click
{example:<15} type it, then enter
"""
_COMMON = """\
tab             a hint
ctrl+e          evaluation on or off
backspace       take back
ctrl+r          resign
ctrl+n          new game
ctrl+s          save
ctrl+l          light or dark
ctrl+q, ctrl+c  quit
"""
_WATCH = """\
space           pause, go on
.               one move
+ -             faster, slower
"""


def help_text(local: LocalGame) -> str:
    """What can be done in this game."""
    rules = local.rules
    run = f"exactly {rules.run}" if rules.exact else str(rules.run)
    aim = f"{run} in a row wins: across, up or slanting."
    if rules.gravity:
        aim += "\nStones fall to the bottom of their column."
    keys = _WATCH
    if local.people:
        place, example = ("column", "d or 4") if rules.gravity else ("cell", "b2")
        keys = _PLAY.format(place=place, example=example)
    return f"{aim}\n\n{keys}{_COMMON}".rstrip()


class GameScreen(GameView):
    """A local game that people play or watch."""

    BINDINGS: ClassVar[list[BindingType]] = _BINDINGS

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """People who play have other keys than people who watch."""
        del parameters
        if action in ("enter", "resign", "hint"):
            return bool(self.local.people)
        if action in ("pause", "step", "faster"):
            return not self.local.people
        return True

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        target = self._board.target
        self._play(target if target is not None else message.cell)

    def on_board_view_pointed(self) -> None:
        self._clear_news()

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

    async def on_key(self, event: events.Key) -> None:
        if self.local.people and (action := _IN_TURN.get(event.key)):
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

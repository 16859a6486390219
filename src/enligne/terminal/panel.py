"""The panel beside the board: who plays, how it stands, and the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from enligne.move import FIRST, SECOND, Side
from enligne.svg.themes import Style
from enligne.terminal import words
from enligne.terminal.advice import Advice, verdict
from enligne.terminal.clock import Clock, clock_text
from enligne.terminal.looks import look
from enligne.terminal.sides import side_name

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from enligne.terminal.looks import Colours, Look
    from enligne.terminal.table import Table

WIDTH = 24
_INSIDE = WIDTH - 2


class Panel(Vertical):
    """Shows a table in words."""

    DEFAULT_CSS = f"""
    Panel {{ width: {WIDTH}; height: 1fr; padding: 1 1 0 1; background: $surface; }}
    Panel > Static {{ height: auto; }}
    Panel > #people {{ margin-bottom: 1; }}
    Panel > #evaluation {{ margin-bottom: 1; }}
    Panel > VerticalScroll {{ height: 1fr; scrollbar-size-vertical: 1; }}
    """

    def __init__(self, table: Table, clock: Clock, colours: Colours) -> None:
        super().__init__()
        self._table = table
        self._clock = clock
        self._colours: Colours = colours
        self._people = Text()

    def compose(self) -> ComposeResult:
        yield Static(id="people")
        yield Static(id="evaluation")
        moves = VerticalScroll(Static(id="moves"))
        moves.can_focus = False
        yield moves

    def show_people(self) -> None:
        """Who has which stones, and the time they took; the one to move stands out."""
        shown = Text()
        for side in (FIRST, SECOND):
            is_next = self._table.outcome is None and self._table.game.side is side
            shown.append(stone(self._table, side, self._look()))
            time = clock_text(self._clock.spent(side))
            name = self._table.seats[side].name
            room = _INSIDE - 3 - len(time)
            if cell_len(name) > room:
                name = set_cell_size(name, room - 1) + "…"
            name = set_cell_size(words.capital(name) if name == "you" else name, room)
            shown.append(f" {name} {time}", "bold" if is_next else "dim")
            shown.append("\n")
        shown.right_crop(1)
        if shown != self._people or shown.spans != self._people.spans:
            # Asked for often, for the clocks; most of the time nothing has changed.
            self._people = shown
            self.query_one("#people", Static).update(shown)

    def show_moves(self) -> None:
        game = self._table.game
        shown = Text()
        for number, first, second in words.numbered(game.moves, game.start.side):
            shown.append(f"{number:>3}. ", "dim")
            shown.append(f"{first or '…':<5}{second}\n")
        shown.right_crop(1)
        self.query_one("#moves", Static).update(shown)
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def show_evaluation(self, advice: Advice | None, *, is_on: bool) -> None:
        """A bar with the first side's share of the point, and the same in words."""
        field = self.query_one("#evaluation", Static)
        field.display = is_on
        if not is_on:
            return
        if advice is None:
            over = words.outcome(self._table)
            field.update(Text(over or "evaluating …", "dim"))
            return
        shown = Text()
        shown.append(self._bar(advice.share))
        shown.append(f"\n{evaluation(self._table, advice)}")
        field.update(shown)

    def _bar(self, share: float) -> Text:
        look = self._look()
        width = _INSIDE - 4
        mine = round(share * width)
        bar = Text()
        bar.append(stone(self._table, FIRST, look))
        bar.append(" ")
        if look.is_filled:
            bar.append("█" * mine, look.first)
            bar.append("█" * (width - mine), look.second)
        else:
            bar.append("█" * mine + "░" * (width - mine))
        bar.append(" ")
        bar.append(stone(self._table, SECOND, look))
        return bar

    def _look(self) -> Look:
        theme = "dark" if self.app.current_theme.dark else "light"
        return look(self._table.rules, self._colours, theme)


def stone(table: Table, side: Side, look: Look) -> Text:
    """A stone among words. On the ground of its board, where its colour needs one."""
    if Style.of(table.rules) is Style.GRID:
        return Text("XO"[side], look.stone(side))
    if not look.is_filled:
        return Text("●○"[side], look.stone(side))
    ground = look.board if Style.of(table.rules) is Style.LINES else None
    style = look.stone(side)
    return Text("●", (ground + style) if ground is not None else style)


def evaluation(table: Table, advice: Advice) -> str:
    """An evaluation in words."""
    said = words.capital(verdict(advice, lambda side: side_name(table.rules, side)))
    if advice.score.is_exact:
        return f"{said}."
    return f"{said} ({advice.score}, depth {advice.depth})."

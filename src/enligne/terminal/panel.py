"""What is said beside and below the board: who plays, how it stands, the moves, the news."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from enligne.move import FIRST, SECOND, Side
from enligne.svg.themes import Style
from enligne.terminal import words
from enligne.terminal.appearance import palette

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from enligne.terminal.appearance import Colours, Palette
    from enligne.terminal.local_game import LocalGame
    from enligne.terminal.thinking import Advice

WIDTH = 24
_INSIDE = WIDTH - 2


class Stopwatch:
    """How long each side has thought: counts the time of one side at a time."""

    def __init__(self) -> None:
        self._spent = [0.0, 0.0]
        self._side: Side | None = None
        self._since = 0.0

    def run(self, side: Side | None) -> None:
        """From now on it is this side's time; None: nobody's."""
        now = time.monotonic()
        if self._side is not None:
            self._spent[self._side] += now - self._since
        self._side, self._since = side, now

    def reset(self) -> None:
        self._spent = [0.0, 0.0]
        self._side = None

    def spent(self, side: Side) -> float:
        """The seconds of a side so far."""
        running = time.monotonic() - self._since if side is self._side else 0.0
        return self._spent[side] + running


def time_text(seconds: float) -> str:
    """``0:07``, ``12:30``, ``1:02:03``."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


class NewsLine(Static):
    """The line below the board: what is typed, else the last notice, else whose move it is."""

    DEFAULT_CSS = "NewsLine { height: 1; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.entry = ""
        self.notice = ""

    def show(self, turn: str) -> None:
        """Draws it anew; ``turn`` says whose move it is."""
        if self.entry:
            typed = (("▸ ", "bold"), (self.entry, "bold"), ("▏", "blink"))
            self.update(Text.assemble(*typed, ("⏎ plays, esc forgets", "dim")))
        else:
            self.update(Text(self.notice or turn))


class Panel(Vertical):
    """Shows a local game in words."""

    DEFAULT_CSS = f"""
    Panel {{ width: {WIDTH}; height: 1fr; padding: 1 1 0 1; background: $surface; }}
    Panel > Static {{ height: auto; }}
    Panel > #people {{ margin-bottom: 1; }}
    Panel > #evaluation {{ margin-bottom: 1; }}
    Panel > VerticalScroll {{ height: 1fr; scrollbar-size-vertical: 1; }}
    """

    def __init__(self, local: LocalGame, stopwatch: Stopwatch, colours: Colours) -> None:
        super().__init__()
        self._local = local
        self._stopwatch = stopwatch
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
            is_next = self._local.outcome is None and self._local.game.side is side
            shown.append(stone(self._local, side, self._palette()))
            spent = time_text(self._stopwatch.spent(side))
            name = self._local.participants[side].name
            room = _INSIDE - 3 - len(spent)
            if cell_len(name) > room:
                name = set_cell_size(name, room - 1) + "…"
            name = set_cell_size(words.capital(name) if name == "you" else name, room)
            shown.append(f" {name} {spent}", "bold" if is_next else "dim")
            shown.append("\n")
        shown.right_crop(1)
        if shown != self._people or shown.spans != self._people.spans:
            # Asked for often, for the clocks; most of the time nothing has changed.
            self._people = shown
            self.query_one("#people", Static).update(shown)

    def show_moves(self) -> None:
        game = self._local.game
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
            over = words.outcome(self._local)
            field.update(Text(over or "evaluating …", "dim"))
            return
        shown = Text()
        shown.append(self._bar(advice.share))
        shown.append(f"\n{words.evaluation(advice)}")
        field.update(shown)

    def _bar(self, share: float) -> Text:
        palette = self._palette()
        width = _INSIDE - 4
        mine = round(share * width)
        bar = Text()
        bar.append(stone(self._local, FIRST, palette))
        bar.append(" ")
        if palette.is_filled:
            bar.append("█" * mine, palette.first)
            bar.append("█" * (width - mine), palette.second)
        else:
            bar.append("█" * mine + "░" * (width - mine))
        bar.append(" ")
        bar.append(stone(self._local, SECOND, palette))
        return bar

    def _palette(self) -> Palette:
        theme = "dark" if self.app.current_theme.dark else "light"
        return palette(self._local.rules, self._colours, theme)


def stone(local: LocalGame, side: Side, palette: Palette) -> Text:
    """A stone among words. On the ground of its board, where its colour needs one."""
    if Style.of(local.rules) is Style.GRID:
        return Text("XO"[side], palette.stone(side))
    if not palette.is_filled:
        return Text("●○"[side], palette.stone(side))
    ground = palette.board if Style.of(local.rules) is Style.LINES else None
    style = palette.stone(side)
    return Text("●", (ground + style) if ground is not None else style)

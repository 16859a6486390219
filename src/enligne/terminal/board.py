"""The board as a widget: shows a local game, and tells where people point and click."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from enligne.move import Cell
from enligne.terminal.appearance import palette
from enligne.terminal.drawing import Scene, draw
from enligne.terminal.layout import Layout, Size, fit

if TYPE_CHECKING:
    from rich.segment import Segment
    from textual import events

    from enligne.terminal.appearance import Colours
    from enligne.terminal.local_game import LocalGame


class BoardView(Widget, can_focus=True):
    """The board of a local game with a cursor on it."""

    DEFAULT_CSS = """
    BoardView { width: 1fr; height: 1fr; }
    """

    class Chosen(Message):
        """Someone clicked on a cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Pointed(Message):
        """The mouse chose another cell."""

    def __init__(self, local: LocalGame, colours: Colours) -> None:
        super().__init__()
        self._local = local
        self._colours: Colours = colours
        self.cursor = _middle(local)
        self.hint: Cell | None = None
        self._layout: Layout | None = None
        self._lines: list[list[Segment]] | None = None

    def update(self) -> None:
        """Draws it anew: something has changed."""
        self._lines = None
        self.refresh()

    def choose(self, cell: Cell) -> None:
        """Puts the cursor on a cell of the board."""
        self.cursor = cell
        self.update()

    def move_cursor(self, across: int, up: int) -> None:
        rules = self._local.rules
        column = min(max(self.cursor.column + across, 0), rules.width - 1)
        row = min(max(self.cursor.row + up, 0), rules.height - 1)
        self.choose(Cell(column, row))

    @property
    def target(self) -> Cell | None:
        """The cell that a move at the cursor would take; with gravity None if there is none."""
        if not self._local.rules.gravity:
            return self.cursor
        column = self.cursor.column
        return next((m for m in self._local.position.legal_moves if m.column == column), None)

    def _fitted(self) -> Layout | None:
        field = Size(self.size.width, self.size.height)
        focus = (self.target or self.cursor) if self._local.rules.gravity else self.cursor
        self._layout = fit(self._local.rules, field, focus, self._layout)
        return self._layout

    def _scene(self) -> Scene:
        local = self._local
        has_cursor = local.outcome is None and bool(local.people)
        return Scene(
            local.position,
            last=local.last,
            cursor=self.target if has_cursor else None,
            column=self.cursor.column if has_cursor and local.rules.gravity else None,
            mover=local.game.side if local.awaits_person else None,
            hint=self.hint,
        )

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if self._lines is None:
            layout = self._fitted()
            theme = "dark" if self.app.current_theme.dark else "light"
            self._lines = (
                draw(self._scene(), layout, palette(self._local.rules, self._colours, theme))
                if layout is not None
                else []
            )
        if y >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        strip = Strip(self._lines[y]).adjust_cell_length(width)
        return strip.apply_style(self.rich_style)

    def on_resize(self) -> None:
        self.update()

    def _cell_at(self, event: events.MouseEvent) -> Cell | None:
        return self._layout.cell_at(event.x, event.y) if self._layout is not None else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self._cell_at(event)
        if cell is not None and cell != self.cursor:
            self.choose(cell)
            self.post_message(self.Pointed())

    def on_click(self, event: events.Click) -> None:
        if (cell := self._cell_at(event)) is not None:
            self.choose(cell)
            self.post_message(self.Chosen(cell))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseScrollUp | events.MouseScrollDown, up: int) -> None:
        """The wheel looks at other rows of a board that is not all in view, with shift at other
        columns."""
        if self._layout is None or self._layout.is_whole:
            return
        event.stop()
        if event.shift:
            self.move_cursor(-2 * up, 0)
        else:
            self.move_cursor(0, 2 * up)


def _middle(local: LocalGame) -> Cell:
    rules = local.rules
    return Cell((rules.width - 1) // 2, (rules.height - 1) // 2)

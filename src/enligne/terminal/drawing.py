"""Draws a board as characters with styles. Pure: a scene, a layout and a palette in, lines out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.color import Color, blend_rgb
from rich.segment import Segment
from rich.style import Style as TextStyle

from enligne.move import COLUMNS, Cell, Side
from enligne.svg.drawing import star_points
from enligne.svg.themes import Style
from enligne.terminal.appearance import DISCS, HINTS, MARKS, POINTERS, RINGS, SPOTS, crossing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.position import Position
    from enligne.terminal.appearance import Palette
    from enligne.terminal.layout import Layout

_PLAIN = TextStyle()
_SMALL = (2, 1)


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be seen.

    Args:
        last: the last move.
        cursor: the cell that is chosen; with gravity, the one where a stone would land.
        column: with gravity, the column that is chosen, even if it is full.
        mover: the side whose stone the cursor would place; None if nobody may move now.
        hint: a cell to point at.
    """

    position: Position
    last: Cell | None = None
    cursor: Cell | None = None
    column: int | None = None
    mover: Side | None = None
    hint: Cell | None = None


class _Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.characters = [[" "] * width for _ in range(height)]
        self.styles = [[_PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: TextStyle) -> None:
        """Writes over what is there; a style adds to the one there."""
        for i, character in enumerate(text, x):
            if 0 <= i < self.width and 0 <= y < self.height:
                self.characters[y][i] = character
                self.styles[y][i] += style

    def shape(self, x: int, y: int, rows: Sequence[str], style: TextStyle) -> None:
        """Writes the characters of a shape that are not blank."""
        for down, row in enumerate(rows):
            for across, character in enumerate(row):
                if character != " ":
                    self.put(x + across, y + down, character, style)

    def fill(self, x: int, y: int, width: int, height: int, style: TextStyle) -> None:
        for row in range(y, y + height):
            for column in range(x, x + width):
                if 0 <= column < self.width and 0 <= row < self.height:
                    self.styles[row][column] += style

    def lines(self) -> list[list[Segment]]:
        return [
            list(Segment.simplify(Segment(*each) for each in zip(*row, strict=True)))
            for row in zip(self.characters, self.styles, strict=True)
        ]


def draw(scene: Scene, layout: Layout, palette: Palette) -> list[list[Segment]]:
    """The lines of the whole field, each as wide as it."""
    return _Drawing(scene, layout, palette).lines()


class _Drawing:
    def __init__(self, scene: Scene, layout: Layout, palette: Palette) -> None:
        self.scene, self.layout, self.palette = scene, layout, palette
        self.rules = scene.position.rules
        self.style = Style.of(self.rules)
        self.canvas = _Canvas(*layout.field)
        self.winning = set(scene.position.winning_cells)
        self.stars = set(star_points(self.rules))
        self.stones = {cell: side for side in Side for cell in scene.position.stones(side)}
        self.size = tuple(layout.cell)
        self.is_small = self.size == _SMALL

    def lines(self) -> list[list[Segment]]:
        self._coordinates()
        self._ground()
        for row in self.layout.rows:
            for column in self.layout.columns:
                self._cell(Cell(column, row))
        for cell in (self.scene.last, self.scene.hint, self.scene.cursor):
            if cell is not None:
                self._marks(cell)
        return self.canvas.lines()

    def _coordinates(self) -> None:
        layout, palette, canvas = self.layout, self.palette, self.canvas
        chosen = self.scene.cursor
        width = len(str(self.rules.height))
        across = 0 if self.is_small else (layout.cell.width - 1) // 2
        down = (layout.cell.height - 1) // 2
        for row in layout.rows:
            place = layout.place(Cell(layout.columns.start, row))
            assert place is not None
            is_chosen = chosen is not None and chosen.row == row
            style = palette.chosen_label if is_chosen else palette.label
            x = layout.left - width - 2
            canvas.put(x, place[1] + down, f"{row + 1:>{width}}", style)
        for column in layout.columns:
            place = layout.place(Cell(column, layout.rows.start))
            assert place is not None
            is_chosen = column == (chosen.column if chosen else self.scene.column)
            style = palette.chosen_label if is_chosen else palette.label
            canvas.put(place[0] + across, self._labels_at(), COLUMNS[column], style)
        self._more()
        if layout.has_pointer and self.scene.column is not None:
            place = layout.place(Cell(self.scene.column, layout.rows.start))
            assert place is not None
            mover = self.scene.mover
            style = palette.label if mover is None else palette.stone(mover)
            small, large = POINTERS[self.scene.cursor is None]
            pointer = small if self.is_small else large.center(layout.cell.width)
            canvas.shape(place[0], layout.top - 1, [pointer], style)

    def _labels_at(self) -> int:
        """The line below the board; the last row of a ruled board has no line below it."""
        return self.layout.bottom - (self.style is Style.GRID and not self.is_small)

    def _more(self) -> None:
        """Marks where the board goes on out of view."""
        layout, palette, canvas = self.layout, self.palette, self.canvas
        if layout.columns.start > 0:
            canvas.put(layout.left - 2, layout.bottom, "◂", palette.chosen_label)
        if layout.columns.stop < self.rules.width:
            canvas.put(layout.right, layout.bottom, "▸", palette.chosen_label)
        if layout.rows.stop < self.rules.height:
            canvas.put(layout.right, layout.top, "▴", palette.chosen_label)
        if layout.rows.start > 0:
            canvas.put(layout.right, layout.bottom - 1, "▾", palette.chosen_label)

    def _ground(self) -> None:
        """The board below its cells. Small cells leave it a margin on the left."""
        layout = self.layout
        margin = int(self.is_small)
        self.canvas.fill(
            layout.left - margin,
            layout.top,
            layout.right - layout.left + margin,
            layout.bottom - layout.top,
            self.palette.board if self.style is not Style.HOLES else self.palette.hole,
        )

    def _cell(self, cell: Cell) -> None:
        place = self.layout.place(cell)
        assert place is not None
        x, y = place
        side = self.stones.get(cell)
        is_cursor = cell == self.scene.cursor
        if self.style is Style.GRID:
            self._grid_lines(cell, x, y)
        width, height = self._inside()
        if self.style is Style.LINES and self.is_small and cell.column < self.rules.width - 1:
            self.canvas.put(x + 1, y, "─", self.palette.line)
        if self.style is Style.LINES and not self.is_small:
            tone = self.palette.star if cell in self.stars else None
            if tone is None and (cell.column + cell.row) % 2:
                tone = self.palette.shaded
            self.canvas.fill(x, y, width, height, tone or _PLAIN)
        if cell in self.winning:
            self.canvas.fill(x, y, 1 if self.is_small else width, height, self.palette.winning)
        if is_cursor and (self.is_small or self.palette.is_filled):
            self.canvas.fill(x, y, 1 if self.is_small else width, height, self.palette.cursor)
        if side is not None:
            self.canvas.shape(x, y, self._stone(side), self.palette.stone(side))
        elif is_cursor and self.scene.mover is not None:
            self._empty(cell, x, y)
            mover = self.scene.mover
            self._ghost(x, y, self._stone(mover), self.palette.stone(mover))
        else:
            self._empty(cell, x, y)

    def _inside(self) -> tuple[int, int]:
        """The size of a cell without the lines beside it."""
        width, height = self.layout.cell
        is_ruled = self.style is Style.GRID and not self.is_small
        return width - is_ruled, height - is_ruled

    def _stone(self, side: Side) -> Sequence[str]:
        if self.style is Style.GRID:
            return MARKS[self.size][side]
        is_ring = side == 1 and not self.palette.is_filled
        return (RINGS if is_ring else DISCS)[self.size]

    def _ghost(self, x: int, y: int, rows: Sequence[str], style: TextStyle) -> None:
        """A stone that is not there yet: half its colour, where there are colours."""
        palette = self.palette
        ground = palette.hole.color if self.style is Style.HOLES else palette.cursor.bgcolor
        if not palette.is_filled or ground is None or style.color is None:
            self.canvas.shape(x, y, rows, style + TextStyle(dim=True))
            return
        mixed = blend_rgb(ground.get_truecolor(), style.color.get_truecolor(), 0.55)
        self.canvas.shape(x, y, rows, TextStyle(color=Color.from_triplet(mixed)))

    def _empty(self, cell: Cell, x: int, y: int) -> None:
        palette = self.palette
        if self.style is Style.LINES and self.is_small:
            is_star = cell in self.stars
            self.canvas.put(x, y, "╋" if is_star else crossing(cell, self.rules), palette.line)
        elif self.style is Style.HOLES and palette.is_filled:
            self.canvas.shape(x, y, DISCS[self.size], TextStyle(color=palette.hole.color))
        elif self.is_small:
            self.canvas.put(x, y, "·", palette.line)
        elif not palette.is_filled and self.style is not Style.GRID:
            width, height = self.layout.cell
            self.canvas.put(x + width // 2 - 1, y + (height - 1) // 2, "··", palette.line)

    def _grid_lines(self, cell: Cell, x: int, y: int) -> None:
        if self.is_small:
            return
        width, height = self._inside()
        has_right = cell.column < self.rules.width - 1
        has_below = cell.row > 0
        for down in range(height):
            if has_right:
                self.canvas.put(x + width, y + down, "│", self.palette.line)
        if has_below:
            corner = "┼" if has_right else ""
            self.canvas.put(x, y + height, "─" * width + corner, self.palette.line)

    def _marks(self, cell: Cell) -> None:
        """What is drawn beside or on a stone: the last move, a hint, the brackets of the cursor."""
        place = self.layout.place(cell)
        if place is None:
            return
        x, y = place
        palette, canvas = self.palette, self.canvas
        side = self.stones.get(cell)
        if cell == self.scene.last and side is not None:
            if self.style is not Style.GRID and not self.is_small:
                mark = SPOTS[self.size]
                canvas.shape(x, y, mark, palette.mark(side))
            else:
                own = palette.stone(side) if self.style is Style.GRID else palette.last
                self._brackets(x, y, "()", own + palette.last if self.is_small else own)
        if cell == self.scene.hint and side is None:
            is_hole = self.style is Style.HOLES and palette.is_filled and not self.is_small
            ground = TextStyle(bgcolor=palette.hole.color) if is_hole else _PLAIN
            canvas.shape(x, y, HINTS[self.style is Style.GRID, self.size], palette.hint + ground)
        if cell == self.scene.cursor and (self.is_small or not palette.is_filled):
            self._brackets(
                x, y, "[]", palette.cursor + palette.last if self.is_small else palette.last
            )

    def _brackets(self, x: int, y: int, pair: str, style: TextStyle) -> None:
        if self.is_small:
            self.canvas.put(x - 1, y, pair[0], style)
            self.canvas.put(x + 1, y, pair[1], style)
            return
        width, height = self._inside()
        y += (height - 1) // 2
        self.canvas.put(x, y, pair[0], style)
        self.canvas.put(x + width - 1, y, pair[1], style)

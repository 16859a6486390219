"""Where cells are on the screen, and that all that matters is drawn there."""

import random

import pytest

from enligne import FIRST, SECOND, Cell, Game, Rules
from enligne.svg.themes import Style
from enligne.terminal.appearance import Colours, palette
from enligne.terminal.drawing import Scene, draw
from enligne.terminal.layout import Layout, Size, fit
from tests.naive import random_rules


def cells(layout: Layout) -> list[Cell]:
    return [Cell(column, row) for column in layout.columns for row in layout.rows]


def test_every_board_fits_a_usual_terminal() -> None:
    """80 x 30 leaves 56 x 27 to the board, beside the panel and between three lines."""
    for width in range(3, 27):
        for height in range(3, 27):
            for gravity in (False, True):
                rules = Rules(width, height, 3, gravity=gravity)
                layout = fit(rules, Size(56, 27), Cell(0, 0))
                assert layout.is_whole


def test_places_and_cells_agree_and_the_focus_is_in_view() -> None:
    source = random.Random(7)
    scrolled = 0
    for _ in range(300):
        rules = random_rules(source)
        field = Size(source.randrange(11, 120), source.randrange(4, 50))
        layout: Layout | None = None
        for _ in range(4):
            focus = Cell(source.randrange(rules.width), source.randrange(rules.height))
            layout = fit(rules, field, focus, layout)
            assert layout is not None
            scrolled += not layout.is_whole
            assert layout.place(focus) is not None
            for cell in cells(layout):
                place = layout.place(cell)
                assert place is not None
                x, y = place
                assert 0 <= x <= field.width - layout.cell.width
                assert 0 <= y < field.height - 1
                corner = (x + layout.cell.width - 1, y + layout.cell.height - 1)
                assert layout.cell_at(x, y) == layout.cell_at(*corner) == cell
            assert layout.cell_at(layout.left - 1, layout.top) is None
            assert layout.cell_at(layout.right, layout.top) is None
    assert scrolled > 50


def test_the_view_moves_no_further_than_it_must() -> None:
    rules = Rules.of("gomoku19")
    layout = fit(rules, Size(30, 12), Cell(9, 9))
    inside = Cell(layout.columns.start + 2, layout.rows.start + 2)
    again = fit(rules, Size(30, 12), inside, layout)
    assert again == layout
    beyond = Cell(layout.columns.stop, layout.rows.start + 2)
    moved = fit(rules, Size(30, 12), beyond, layout)
    assert (moved.columns.start, moved.rows) == (layout.columns.start + 2, layout.rows)


def test_with_gravity_a_whole_column_is_one_place() -> None:
    layout = fit(Rules.of("connect4"), Size(56, 27), Cell(0, 0))
    columns = {
        cell.column for y in range(27) if (cell := layout.cell_at(layout.left, y)) is not None
    }
    assert columns == {0}


@pytest.mark.parametrize("colours", ["many", "sixteen", "none"])
def test_every_stone_is_drawn_and_every_line_is_as_wide_as_the_field(colours: Colours) -> None:
    source = random.Random(11)
    for _ in range(60):
        game = Game(random_rules(source))
        for _ in range(source.randrange(game.rules.cell_count)):
            if game.outcome() is None:
                game.push(source.choice(list(game.legal_moves)))
        field = Size(source.randrange(12, 100), source.randrange(5, 40))
        layout = fit(game.rules, field, Cell(0, 0))
        assert layout is not None
        scene = Scene(
            game.position,
            last=game.moves[-1] if game.moves else None,
            cursor=Cell(0, 0),
            column=0 if game.rules.gravity else None,
            mover=FIRST,
            hint=Cell(1, 1),
        )
        drawn = draw(scene, layout, palette(game.rules, colours, "dark"))
        assert [sum(segment.cell_length for segment in line) for line in drawn] == [
            field.width
        ] * field.height
        shown = draw(Scene(game.position), layout, palette(game.rules, "none", "dark"))
        text = ["".join(segment.text for segment in line) for line in shown]
        glyphs = ("X", "O") if Style.of(game.rules) is Style.GRID else ("●", "○")
        if tuple(layout.cell) != (2, 1):
            continue
        for side, glyph in zip((FIRST, SECOND), glyphs, strict=True):
            stones = [cell for cell in game.position.stones(side) if layout.place(cell)]
            assert sum(line.count(glyph) for line in text) == len(stones)
            for cell in stones:
                place = layout.place(cell)
                assert place is not None
                assert text[place[1]][place[0]] == glyph

"""What a board looks like in a terminal: its colours, and stones drawn with characters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from rich.color import Color, blend_rgb
from rich.style import Style as TextStyle

from enligne.move import FIRST, Side
from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from enligne.move import Cell
    from enligne.rules import Rules

#: How many colours a terminal has: plenty, sixteen of its own choice, or none.
Colours = Literal["many", "sixteen", "none"]

_CURSOR = {"light": "#5aa9e6", "dark": "#3f88c5"}
_SIXTEEN = {
    Style.HOLES: ("red", "yellow"),
    Style.GRID: ("blue", "red"),
    Style.LINES: ("default", "default"),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """What everything on the board is drawn with.

    ``is_filled``: both sides' stones are full, as colours tell them apart; else the second side's
    are rings.
    """

    is_filled: bool
    label: TextStyle
    chosen_label: TextStyle
    line: TextStyle
    board: TextStyle
    shaded: TextStyle  # every other cell of a board without lines, so that they can be told apart
    star: TextStyle
    hole: TextStyle
    first: TextStyle
    second: TextStyle
    first_mark: TextStyle  # on a stone
    second_mark: TextStyle
    last: TextStyle  # beside a small stone
    cursor: TextStyle
    winning: TextStyle
    hint: TextStyle

    def stone(self, side: Side) -> TextStyle:
        return self.first if side is FIRST else self.second

    def mark(self, side: Side) -> TextStyle:
        return self.first_mark if side is FIRST else self.second_mark


@cache
def palette(rules: Rules, colours: Colours, theme: Literal["light", "dark"]) -> Palette:
    """The palette of a board: the colours of the drawings, or as many as the terminal has."""
    if colours == "many":
        return _rich(Style.of(rules), theme)
    return _poor(Style.of(rules), has_colours=colours == "sixteen")


def _rich(style: Style, theme: str) -> Palette:
    surface = THEMES[theme].surfaces[style]
    label = TextStyle(color=THEMES[theme].ink)
    board = TextStyle(color=surface.line, bgcolor=surface.board)
    on_stone = surface.last if style is Style.LINES else "#ffffff"
    return Palette(
        is_filled=True,
        label=label,
        chosen_label=TextStyle(color=_CURSOR[theme], bold=True),
        line=board,
        board=board,
        shaded=TextStyle(color=surface.line, bgcolor=_blend(surface.board, surface.edge, 0.45)),
        star=TextStyle(color=surface.line, bgcolor=_blend(surface.board, surface.line, 0.45)),
        hole=TextStyle(color=surface.empty, bgcolor=surface.board),
        first=TextStyle(color=surface.first.fill),
        second=TextStyle(color=surface.second.fill),
        first_mark=TextStyle(color=on_stone, bgcolor=surface.first.fill),
        second_mark=TextStyle(
            color=on_stone if style is Style.LINES else surface.second.ink,
            bgcolor=surface.second.fill,
        ),
        last=TextStyle(color=surface.last, bold=True),
        cursor=TextStyle(
            bgcolor=_blend(surface.board, _CURSOR[theme], 1 if style is Style.LINES else 0.5)
        ),
        winning=TextStyle(
            bgcolor=_blend(surface.board, surface.winning, 0.75 if style is Style.LINES else 0.6)
        ),
        hint=TextStyle(color=THEMES[theme].arrow, bold=True),
    )


def _poor(style: Style, *, has_colours: bool) -> Palette:
    """What works on any background, and without colours: shapes, and video turned round."""
    plain = TextStyle()
    first, second = (
        TextStyle(color=each if has_colours else None, bold=True) for each in _SIXTEEN[style]
    )
    return Palette(
        is_filled=False,
        label=plain,
        chosen_label=TextStyle(reverse=True, bold=True),
        line=TextStyle(dim=True),
        board=TextStyle(dim=True),
        shaded=TextStyle(dim=True),
        star=TextStyle(bold=True),
        hole=TextStyle(dim=True),
        first=first,
        second=second,
        first_mark=first + TextStyle(reverse=True),
        second_mark=second,
        last=TextStyle(bold=True),
        cursor=TextStyle(reverse=True),
        winning=TextStyle(reverse=True),
        hint=TextStyle(color="green" if has_colours else None, bold=True),
    )


def _blend(one: str, other: str, share: float) -> str:
    return blend_rgb(
        Color.parse(one).get_truecolor(), Color.parse(other).get_truecolor(), share
    ).hex


Shape = tuple[str, ...]
Shapes = dict[tuple[int, ...], Shape]

#: A full stone, by the size of its cell.
DISCS: Shapes = {
    (2, 1): ("●",),
    (4, 2): (
        "▗██▖",
        "▝██▘",
    ),
    (6, 3): (
        " ▗▄▄▖ ",
        " ████ ",
        " ▝▀▀▘ ",
    ),
    (12, 6): (
        "",
        "  ▗▟████▙▖  ",
        "  ████████  ",
        "  ████████  ",
        "  ▝▜████▛▘  ",
    ),
}

#: A hollow one, for terminals without colours.
RINGS: Shapes = {
    (2, 1): ("○",),
    (4, 2): (
        "╭──╮",
        "╰──╯",
    ),
    (6, 3): (
        " ╭──╮ ",
        " │  │ ",
        " ╰──╯ ",
    ),
    (12, 6): (
        "",
        "  ╭──────╮  ",
        "  │      │  ",
        "  │      │  ",
        "  ╰──────╯  ",
    ),
}

#: What marks the stone of the last move, in its middle.
SPOTS: Shapes = {
    (4, 2): (
        " ▗▖ ",
        " ▝▘ ",
    ),
    (6, 3): (
        "",
        "  ▐▌  ",
    ),
    (12, 6): (
        "",
        "",
        "     ▄▄     ",
        "     ▀▀     ",
    ),
}

#: What marks a cell that is proposed: between stones, and between crosses and noughts.
HINTS: Mapping[tuple[bool, tuple[int, ...]], Shape] = {
    (False, (2, 1)): ("◆",),
    (False, (4, 2)): (
        " ▗▖ ",
        " ▝▘ ",
    ),
    (False, (6, 3)): (
        "",
        "  ██  ",
    ),
    (False, (12, 6)): (
        "",
        "",
        "    ████    ",
        "    ████    ",
    ),
    (True, (2, 1)): ("◆",),
    (True, (4, 2)): (" ◆ ",),
    (True, (8, 4)): (
        "",
        "   ◆   ",
    ),
    (True, (12, 6)): (
        "",
        "     ▄     ",
        "    ▐█▌    ",
        "     ▀     ",
    ),
}

#: A cross and a nought. Their cells have a line on the right and one below.
MARKS: Mapping[tuple[int, ...], Sequence[Shape]] = {
    (2, 1): (("X",), ("O",)),
    (4, 2): ((" X ",), (" O ",)),
    (8, 4): (
        (
            " ▜▙ ▟▛ ",
            "  ▐█▌  ",
            " ▟▛ ▜▙ ",
        ),
        (
            " ▟▀▀▀▙ ",
            " █   █ ",
            " ▜▄▄▄▛ ",
        ),
    ),
    (12, 6): (
        (
            "  ▜▙   ▟▛  ",
            "   ▜▙ ▟▛   ",
            "    ███    ",
            "   ▟▛ ▜▙   ",
            "  ▟▛   ▜▙  ",
        ),
        (
            "  ▗▟███▙▖  ",
            "  █▛   ▜█  ",
            "  █▌   ▐█  ",
            "  █▙   ▟█  ",
            "  ▝▜███▛▘  ",
        ),
    ),
}

#: Above the chosen column, small and large; then those of a column that is full.
POINTERS = (("▼", "▜▛"), ("×", "××"))


def crossing(cell: Cell, rules: Rules) -> str:
    """The character where the lines of a cell cross."""
    column = 0 if cell.column == 0 else 2 if cell.column == rules.width - 1 else 1
    row = 0 if cell.row == rules.height - 1 else 2 if cell.row == 0 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[row][column]

"""The shapes of stones and lines, drawn with characters: what you see is what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from enligne.move import Cell
    from enligne.rules import Rules

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

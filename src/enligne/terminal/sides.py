"""What the two sides are called: after their stones, which look different from rules to rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.svg.themes import Style

if TYPE_CHECKING:
    from enligne.move import Side
    from enligne.rules import Rules

NAMES = {
    Style.HOLES: ("red", "yellow"),
    Style.GRID: ("cross", "nought"),
    Style.LINES: ("black", "white"),
}


def side_name(rules: Rules, side: Side) -> str:
    """Red, cross, black …"""
    return NAMES[Style.of(rules)][side]

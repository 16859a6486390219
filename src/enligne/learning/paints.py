"""The colours of beads: the same on sheets to print and in the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enligne.move import Move
    from enligne.rules import Rules


@dataclass(frozen=True, slots=True)
class Paint:
    """The colour of a bead: one that can be bought, and told apart by every eye."""

    name: str
    fill: str
    ink: str = "#ffffff"


# Red and yellow are last: with gravity, which has few beads, the discs have these colours.
PAINTS = (
    Paint("black", "#1b1e23"),
    Paint("light blue", "#62bdf0", "#1b1e23"),
    Paint("green", "#0a8f5b"),
    Paint("pink", "#f7a8c4", "#1b1e23"),
    Paint("white", "#ffffff", "#1b1e23"),
    Paint("purple", "#7a3aa8"),
    Paint("orange", "#ef7d0f", "#1b1e23"),
    Paint("red", "#c9211e"),
    Paint("yellow", "#ffd92e", "#1b1e23"),
)


def paint_of(rules: Rules, move: Move) -> Paint:
    """The colour of the beads that play a cell, row by row from the top; with gravity a column."""
    row = 0 if rules.gravity else rules.height - 1 - move.row
    return PAINTS[(row * rules.width + move.column) % len(PAINTS)]

"""What the Matchboxes exhibit is told of boxes and beads. Pure functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.learning.cards import paint_of
from enligne.move import Cell
from enligne.server.contract.lab import BeadChange, BeadDraw, CurveData, Paint, Turn, WallBox
from enligne.server.views import stones_view

if TYPE_CHECKING:
    from enligne.learning import Box, Change, Curve, DrawnBead, Menace
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.server.contract.lab import TurnName
    from enligne.symmetry import Symmetry


def box_view(box: Box) -> WallBox:
    """A box of the wall: its front, and its beads."""
    return WallBox(
        box.number,
        box.turn,
        box.position.text,
        stones_view(box.position),
        [(str(move), count, box.cells[move]) for move, count in box.beads.items()],
    )


def paints_view(rules: Rules) -> dict[str, Paint]:
    """The colour of the beads of each cell, and of what is written on them."""
    every = [Cell(column, row) for column in range(rules.width) for row in range(rules.height)]
    paints = {str(cell): paint_of(rules, cell) for cell in every}
    return {cell: Paint(paint.fill, paint.ink) for cell, paint in paints.items()}


def curve_view(curve: Curve, first: int = 0) -> CurveData:
    """The points of a curve from this one on."""
    return CurveData(**{name: values[first:] for name, values in curve.data().items()})


def draw_view(draw: DrawnBead, machine: Menace) -> BeadDraw:
    """A bead drawn: the box, and how the board leads to its front and the bead back."""
    return BeadDraw(
        draw.position.ply,
        None if draw.box.is_forced else box_view(draw.box),
        str(draw.bead),
        str(draw.move),
        chance_of(draw),
        turn_view(machine.to_front(draw.position)),
    )


def empty_view(position: Position, machine: Menace) -> BeadDraw:
    """An empty box: the machine resigns."""
    box = box_view(machine.box(position))
    return BeadDraw(position.ply, box, None, None, 1.0, turn_view(machine.to_front(position)))


def chance_of(draw: DrawnBead) -> float:
    """How likely such a bead was; where a bead stands for several moves, each of them will do."""
    if draw.box.is_forced or draw.box.total == 0:
        return 1.0
    return draw.box.beads[draw.bead] / draw.box.total


#: What the symmetries are called, by mirror, flip and transpose, as seen on a screen.
_TURNS: dict[tuple[bool, bool, bool], TurnName] = {
    (False, False, False): "none",
    (True, False, False): "mirror",
    (False, True, False): "flip",
    (True, True, False): "half",
    (False, False, True): "rising",  # mirrored at the diagonal that rises to the right
    (True, False, True): "right",
    (False, True, True): "left",
    (True, True, True): "falling",
}


def turn_view(front: Symmetry) -> Turn:
    """A symmetry by its name and as a matrix (a, b, c, d) of a screen, whose rows go down: what
    stands at (x, y) from the middle goes to (a x + c y, b x + d y)."""
    across, up = (-1 if front.mirror else 1), (-1 if front.flip else 1)
    # Columns go to the right and rows up; on a screen the second axis points the other way.
    matrix = (0, -across, -up, 0) if front.transpose else (across, 0, 0, up)
    return Turn(_TURNS[front.flags], matrix)


def change_view(change: Change) -> BeadChange:
    return BeadChange(
        change.box.number,
        str(change.bead),
        change.before,
        change.after,
        change.box.total == 0,
    )

"""What the Matchboxes exhibit is told of boxes and beads, as plain data. Pure functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.learning.cards import paint_of
from enligne.move import Cell
from enligne.server.views import View, position_view

if TYPE_CHECKING:
    from enligne.learning import Box, Change, DrawnBead, Menace
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.symmetry import Symmetry


def box_view(box: Box) -> View:
    """A box of the wall: its front, and its beads as [cell, beads, cells it stands for]."""
    view = position_view(box.position)
    return {
        "number": box.number,
        "turn": box.turn,
        "position": view["text"],
        "stones": view["stones"],
        "beads": [[str(move), count, box.cells[move]] for move, count in box.beads.items()],
    }


def paints_view(rules: Rules) -> View:
    """The colour of the beads of each cell, and of what is written on them."""
    every = [Cell(column, row) for column in range(rules.width) for row in range(rules.height)]
    paints = {str(cell): paint_of(rules, cell) for cell in every}
    return {cell: {"fill": paint.fill, "ink": paint.ink} for cell, paint in paints.items()}


def draw_view(draw: DrawnBead, machine: Menace) -> View:
    """A bead drawn: the box, and how the board leads to its front and the bead back."""
    front = machine.to_front(draw.position)
    return {
        "ply": draw.position.ply,
        "box": None if draw.box.is_forced else box_view(draw.box),
        "bead": str(draw.bead),
        "move": str(draw.move),
        "chance": chance_of(draw),
        "turn": turn_view(front),
    }


def empty_view(position: Position, machine: Menace) -> View:
    """An empty box: the machine resigns."""
    return {
        "ply": position.ply,
        "box": box_view(machine.box(position)),
        "bead": None,
        "move": None,
        "chance": 1.0,
        "turn": turn_view(machine.to_front(position)),
    }


def chance_of(draw: DrawnBead) -> float:
    """How likely such a bead was; where a bead stands for several moves, each of them will do."""
    if draw.box.is_forced or draw.box.total == 0:
        return 1.0
    return draw.box.beads[draw.bead] / draw.box.total


#: What the symmetries are called, by mirror, flip and transpose, as seen on a screen.
_TURNS = {
    (False, False, False): "none",
    (True, False, False): "mirror",
    (False, True, False): "flip",
    (True, True, False): "half",
    (False, False, True): "rising",  # mirrored at the diagonal that rises to the right
    (True, False, True): "right",
    (False, True, True): "left",
    (True, True, True): "falling",
}


def turn_view(front: Symmetry) -> View:
    """A symmetry by its name and as a matrix (a, b, c, d) of a screen, whose rows go down: what
    stands at (x, y) from the middle goes to (a x + c y, b x + d y)."""
    across, up = (-1 if front.mirror else 1), (-1 if front.flip else 1)
    # Columns go to the right and rows up; on a screen the second axis points the other way.
    matrix = (0, -across, -up, 0) if front.transpose else (across, 0, 0, up)
    return {"name": _TURNS[front.flags], "matrix": matrix}


def change_view(change: Change) -> View:
    return {
        "number": change.box.number,
        "bead": str(change.bead),
        "before": change.before,
        "after": change.after,
        "is_empty": change.box.total == 0,
    }

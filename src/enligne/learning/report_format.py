"""The file of the student report's machine: 627 lines of digits, one for each box of
tic-tac-toe.

A line lists the beads of a box, a digit each: the cell that it plays, counted from 0 in the top
left corner row by row. The boxes come in the order in which the report's program found them: it
counted through all boards in base 3, the top left cell as the fastest digit, and kept a board if
it was unfinished and no turned or mirrored image was a smaller number with that cell as the
slowest digit.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from enligne.errors import BrainError, PositionError
from enligne.move import Cell, Move
from enligne.position import Position
from enligne.rules import PRESETS
from enligne.symmetry import symmetries

if TYPE_CHECKING:
    from enligne.learning.menace import Menace

LINES = 627
_RULES = PRESETS["tictactoe"]
#: The report's numbers of cells.
_CELLS = [Cell(column, 2 - row) for row in range(3) for column in range(3)]
_NUMBERS = {cell: number for number, cell in enumerate(_CELLS)}


@cache
def fronts() -> tuple[Position, ...]:
    """The positions of the report's boxes, in its order."""
    # What each symmetry does to the report's numbers of cells.
    turns = [[_NUMBERS[turn(Move(*cell))] for cell in _CELLS] for turn in symmetries(_RULES)]
    found = []
    for digits in product((0, 1, 2), repeat=9):
        grid = digits[::-1]
        if not 0 <= grid.count(1) - grid.count(2) <= 1:
            continue
        if any(tuple(grid[number] for number in turn) < grid for turn in turns):
            continue
        try:
            position = Position.from_stones(
                _RULES,
                [cell for cell, stone in zip(_CELLS, grid, strict=True) if stone == 1],
                [cell for cell, stone in zip(_CELLS, grid, strict=True) if stone == 2],
            )
        except PositionError:
            continue
        if position.outcome() is None:
            found.append(position)
    return tuple(found)


def export(machine: Menace) -> str:
    """The boxes of a machine as the report's file. What a bead counts for several cells is dealt
    out to them in turn.

    Raises:
        BrainError: the machine is not one that has the report's boxes.
    """
    _check(machine)
    return "".join(f"{_line(machine, front)}\n" for front in fronts())


def import_into(machine: Menace, text: str) -> None:
    """Fills the boxes of a machine from the report's file.

    Raises:
        BrainError: the text is not such a file, and it says which line is wrong; or the machine has
            other boxes.
    """
    _check(machine)
    lines = text.splitlines()
    while lines and len(lines) > LINES and not lines[-1].strip():
        lines.pop()
    if len(lines) != LINES:
        raise BrainError(f"the report's format has {LINES} lines, and this has {len(lines)}")
    boxes: dict[str, list[int]] = {}
    for number, (line, front) in enumerate(zip(lines, fronts(), strict=True), 1):
        box, cells = machine.box(front), _cells_of_beads(machine, front)
        digits = line.strip()
        counts = dict.fromkeys(box.beads, 0)
        for digit in digits:
            bead = next((bead for bead in cells if digit in cells[bead]), None)
            if bead is None:
                raise BrainError(f"line {number}: {digit!r} is not an empty cell of {front.text}")
            counts[bead] += 1
        if not box.is_forced:
            boxes[box.position.text] = list(counts.values())
    assert machine._core.set_boxes(list(boxes.items())) is None


def _check(machine: Menace) -> None:
    if machine.rules != _RULES or not machine.variant.symmetry:
        raise BrainError("the report's format has boxes of tictactoe up to symmetry, and no others")


def _line(machine: Menace, front: Position) -> str:
    box, cells = machine.box(front), _cells_of_beads(machine, front)
    rounds: dict[tuple[int, str], str] = {}
    for bead, count in box.beads.items():
        for index in range(count):
            turn, place = divmod(index, len(cells[bead]))
            digit = cells[bead][place]
            rounds[turn, digit] = digit
    return "".join(rounds[key] for key in sorted(rounds))


def _cells_of_beads(machine: Menace, front: Position) -> dict[Move, str]:
    """The report's digits of the cells that each bead of a front's box stands for."""
    box, back = machine.box(front), machine._find(front)[1].inverse
    return {
        bead: "".join(sorted(str(_NUMBERS[back(move)]) for move in machine.moves_of(box, bead)))
        for bead in box.beads
    }

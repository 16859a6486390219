"""Machines that are kept: read again, as a file, or as sheets to print."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.errors import RulesError
from enligne.learning import Brain, report_format
from enligne.rules import Rules
from enligne.server.contract.lab import TextFile
from enligne.server.lab.matchboxes.machine import LabMachine, check_wall

if TYPE_CHECKING:
    from enligne.move import Side

#: The rules of which a wall can be built: few boxes, and quickly made.
RULES = ("tictactoe", "3x3:3+gravity", "3x4:3+gravity", "4x3:3+gravity")


def check_rules(rules: Rules) -> None:
    """Refuses rules of which no wall can be built.

    Raises:
        RulesError: they are such.
    """
    if rules not in map(Rules.of, RULES):
        raise RulesError(f"{rules} is not for this wall; there are {', '.join(RULES)}")


def load(text: str) -> LabMachine:
    """A copy of a saved brain.

    Raises:
        BrainError, RulesError, RefusalError: it is damaged, or does not fit on a wall.
    """
    brain = Brain.from_json(text)
    check_rules(brain.machine.rules)
    check_wall(brain.machine)
    return LabMachine(brain.machine, brain.curve)


def export(brain: Brain, file_format: str) -> TextFile:
    """A brain as the text of a file, in our own format or in that of the student's program."""
    if file_format == "report":
        text = report_format.export(brain.machine)
        return TextFile(file=f"{brain.name}-AI.txt", text=text)
    return TextFile(file=f"{brain.name}.json", text=brain.to_json())


def sheets(brain: Brain, side: Side) -> bytes:
    """The boxes of a side to print, as a PDF."""
    from enligne.learning.sheets import write_sheets

    with tempfile.TemporaryDirectory(prefix="enligne-") as folder:
        path = Path(folder) / "boxes.pdf"
        write_sheets(brain.machine, path, title=brain.name, side=side)
        return path.read_bytes()

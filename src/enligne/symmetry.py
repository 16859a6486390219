"""The symmetries of a board: ways to turn or mirror it that leave the rules as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne import _core
from enligne.move import Move
from enligne.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Mirrors the columns, then flips the rows, then exchanges both, each if asked.

    Call it with a move to see where that move goes.
    """

    rules: Rules
    mirror: bool = False
    flip: bool = False
    transpose: bool = False

    @property
    def flags(self) -> tuple[bool, bool, bool]:
        """What it does, in that order."""
        return (self.mirror, self.flip, self.transpose)

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that leads back."""
        return Symmetry(self.rules, *_core.inverse(self.flags))

    def __call__(self, move: Move) -> Move:
        return Move(*_core.image_of_cell(self.flags, self.rules.width, self.rules.height, move))


def symmetries(rules: Rules | str) -> Sequence[Symmetry]:
    """Every symmetry of the rules, the identity first: 8 on a square, 4 on a rectangle, 2 with
    gravity.

    Raises:
        RulesError: the text does not describe rules.
    """
    rules = Rules.of(rules)
    flags = _core.symmetries(rules.width, rules.height, rules.gravity)
    return [Symmetry(rules, *each) for each in flags]

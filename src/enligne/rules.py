"""What is being played: board size, run length, gravity, exactness."""

from __future__ import annotations

import re
from dataclasses import dataclass

from enligne import _core
from enligne.errors import RulesError

_TEXT = re.compile(r"([0-9]{1,3})x([0-9]{1,3}):([0-9]{1,3})((?:\+[a-z]+)*)")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an alignment game. Two sides take turns; a run of stones in a line wins.
    ``enligne rules`` says how large boards and runs may be.

    Args:
        width: columns.
        height: rows.
        run: stones in a row that win, at most the longer side.
        gravity: stones fall to the lowest empty cell of their column.
        exact: a run longer than ``run`` does not win.

    Raises:
        RulesError: such rules cannot be played; the text says why.
    """

    width: int
    height: int
    run: int
    gravity: bool = False
    exact: bool = False

    def __post_init__(self) -> None:
        for name in ("width", "height", "run"):
            value = getattr(self, name)
            if not isinstance(value, int) or abs(value) > 999:
                raise RulesError(f"{name} {value!r} is not a number of cells", flaw="size")
        if reason := _core.refusal(self.width, self.height, self.run):
            fits = all(
                _core.SMALLEST_SIDE <= side <= _core.LARGEST_SIDE
                for side in (self.width, self.height)
            )
            raise RulesError(reason, flaw="row" if fits else "size")

    @classmethod
    def of(cls, rules: Rules | str) -> Rules:
        """Rules as they are, or read from a text.

        Raises:
            RulesError: the text is no preset and not of the form ``9x7:5+gravity+exact``.
        """
        if isinstance(rules, Rules):
            return rules
        if not isinstance(rules, str):
            raise RulesError(
                f"{shortened(repr(rules))} is not rules: write a text such as 'connect4',"
                " or Rules(7, 6, 4)"
            )
        text = rules.strip().lower()
        if text in PRESETS:
            return PRESETS[text]
        match = _TEXT.fullmatch(text)
        if match is None:
            raise RulesError(
                f"{shortened(rules)} is neither a preset ({', '.join(PRESETS)})"
                " nor rules such as 9x7:5, 9x7:5+gravity or 15x15:5+exact",
                flaw="unknown",
            )
        width, height, run = (int(match[group]) for group in (1, 2, 3))
        options = match[4].split("+")[1:]
        for option in options:
            if option not in ("gravity", "exact"):
                raise RulesError(
                    f"+{option} is not an option of rules: +gravity and +exact are", flaw="unknown"
                )
            if options.count(option) > 1:
                raise RulesError(f"+{option} is given twice", flaw="unknown")
        return cls(width, height, run, gravity="gravity" in options, exact="exact" in options)

    @property
    def text(self) -> str:
        """The rules spelt out, as in ``7x6:4+gravity``."""
        options = "+gravity" * self.gravity + "+exact" * self.exact
        return f"{self.width}x{self.height}:{self.run}{options}"

    @property
    def shape(self) -> tuple[int, int, int, bool, bool]:
        """All of it, in the order in which the core takes it."""
        return self.width, self.height, self.run, self.gravity, self.exact

    @property
    def cell_count(self) -> int:
        """How many cells the board has."""
        return self.width * self.height

    @property
    def action_count(self) -> int:
        """How many actions there are; see :meth:`enligne.Move.action`."""
        return self.width if self.gravity else self.cell_count

    def has(self, cell: tuple[int, int]) -> bool:
        """Whether the board has a cell, given as column and row from 0."""
        column, row = cell
        return 0 <= column < self.width and 0 <= row < self.height

    def __str__(self) -> str:
        """The name of the preset where there is one, else the rules spelt out."""
        return _PRESET_NAMES.get(self, self.text)


PRESETS: dict[str, Rules] = {
    "tictactoe": Rules(3, 3, 3),
    "connect4": Rules(7, 6, 4, gravity=True),
    "connect5": Rules(9, 6, 5, gravity=True),
    "gomoku": Rules(15, 15, 5),
    "gomoku19": Rules(19, 19, 5),
    "gomoku20": Rules(20, 20, 5),
    "gomoku-exact": Rules(15, 15, 5, exact=True),
}

_PRESET_NAMES = {rules: name for name, rules in PRESETS.items()}


def shortened(text: str) -> str:
    """A text as it is quoted in a message, which stays one readable line whatever was given."""
    return repr(text if len(text) <= 60 else text[:57] + "...")

"""How boards look: three styles, and the colours of two themes.

The sides differ in lightness first, so that they differ for every eye and in grey print, then in
pattern or shape; the tests hold the contrasts.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING, Literal

from enligne.move import FIRST, Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.rules import Rules

ThemeName = Literal["light", "dark"]


class Style(Enum):
    """What a board looks like."""

    HOLES = "holes"  # discs fallen into a board with round holes
    GRID = "grid"  # crosses and noughts between ruled lines
    LINES = "lines"  # stones on the crossings of lines

    @classmethod
    def of(cls, rules: Rules) -> Style:
        """How boards of these rules look."""
        if rules.gravity:
            return cls.HOLES
        is_small = rules.run <= 4 and max(rules.width, rules.height) <= 10
        return cls.GRID if is_small else cls.LINES


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of one side's stones."""

    fill: str
    rim: str
    pattern: str
    ink: str  # of what is written on the stone


@dataclass(frozen=True, slots=True)
class Surface:
    """The colours of a board and of all that is on it."""

    board: str
    edge: str
    line: str  # between cells, or the shaded rim of a hole
    empty: str  # what an empty cell shows
    ink: str  # of what is written on an empty cell
    winning: str
    last: str
    first: Paint
    second: Paint

    def paint(self, side: Side) -> Paint:
        return self.first if side is FIRST else self.second


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a picture."""

    background: str
    ink: str  # of the coordinates
    arrow: str
    arrow_edge: str
    surfaces: Mapping[Style, Surface]


THEMES: Mapping[str, Theme] = {
    "light": Theme(
        background="#ffffff",
        ink="#57606a",
        arrow="#008a64",
        arrow_edge="#ffffff",
        surfaces={
            Style.HOLES: Surface(
                board="#2b67b1",
                edge="#1f4d88",
                line="#1c457b",
                empty="#eef3fa",
                ink="#1c3350",
                winning="#ffffff",
                last="#ffffff",
                first=Paint(fill="#c2311c", rim="#8f1f10", pattern="#94210f", ink="#ffffff"),
                second=Paint(fill="#fac432", rim="#b07e08", pattern="#b98509", ink="#3b2a00"),
            ),
            Style.GRID: Surface(
                board="#ffffff",
                edge="#ffffff",
                line="#b6bec8",
                empty="#ffffff",
                ink="#3d4752",
                winning="#009e73",
                last="#8b96a3",
                first=Paint(fill="#082f4f", rim="#082f4f", pattern="#082f4f", ink="#082f4f"),
                second=Paint(fill="#d55e00", rim="#d55e00", pattern="#d55e00", ink="#a34800"),
            ),
            Style.LINES: Surface(
                board="#e8c992",
                edge="#cfa968",
                line="#7d5f33",
                empty="#e8c992",
                ink="#3d2c10",
                winning="#c2311c",
                last="#c2311c",
                first=Paint(fill="#1b1e23", rim="#000000", pattern="#5d646e", ink="#ffffff"),
                second=Paint(fill="#fdfcf9", rim="#77664a", pattern="#cfc8ba", ink="#1b1e23"),
            ),
        },
    ),
    "dark": Theme(
        background="#0d1117",
        ink="#9aa5b1",
        arrow="#2fd6a4",
        arrow_edge="#0d1117",
        surfaces={
            Style.HOLES: Surface(
                board="#24467a",
                edge="#1a3358",
                line="#0a1322",
                empty="#101b2d",
                ink="#d4deeb",
                winning="#ffffff",
                last="#ffffff",
                first=Paint(fill="#cf4423", rim="#f07b5c", pattern="#8c240d", ink="#ffffff"),
                second=Paint(fill="#ffe08a", rim="#fff1c4", pattern="#c79a2b", ink="#3b2a00"),
            ),
            Style.GRID: Surface(
                board="#0d1117",
                edge="#0d1117",
                line="#465160",
                empty="#0d1117",
                ink="#c3ccd6",
                winning="#2fd6a4",
                last="#7d8998",
                first=Paint(fill="#bde6ff", rim="#bde6ff", pattern="#bde6ff", ink="#bde6ff"),
                second=Paint(fill="#cb5800", rim="#cb5800", pattern="#cb5800", ink="#f58a3c"),
            ),
            Style.LINES: Surface(
                board="#86683f",
                edge="#5f4929",
                line="#3a2b14",
                empty="#86683f",
                ink="#ffffff",
                winning="#ffb000",
                last="#ffd166",
                first=Paint(fill="#14171b", rim="#000000", pattern="#5d646e", ink="#ffffff"),
                second=Paint(fill="#f4f1ea", rim="#3a2b14", pattern="#bdb5a4", ink="#1b1e23"),
            ),
        },
    ),
}


def turned_dark(rules: Rules) -> dict[str, str]:
    """The colours of a light picture of a board, each with what it is in a dark one."""
    light, dark = (THEMES[name].surfaces[Style.of(rules)] for name in ("light", "dark"))
    turned: dict[str, str] = {}
    for day, night in ((light, dark), (light.first, dark.first), (light.second, dark.second)):
        for part in fields(day):
            old, new = getattr(day, part.name), getattr(night, part.name)
            if isinstance(old, str):
                turned.setdefault(old, new)
    return {old: new for old, new in turned.items() if old != new}

"""The style sheet of the report."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from enligne.rules import Rules

#: How many players have colours of their own; the others share a grey.
COLOURS = 8

_PARTS = ("board", "edge", "line", "empty", "winning", "last", "fill", "rim", "pattern", "ink")


def sheet(rules: Rules | None) -> str:
    """The style sheet for a report on games by these rules."""
    text = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return text + (_night_of_boards(rules) if rules else "")


def _night_of_boards(rules: Rules) -> str:
    """What gives drawings of boards, which are light ones, the colours of the dark theme."""
    style = Style.of(rules)
    light, dark = (THEMES[name].surfaces[style] for name in ("light", "dark"))
    turned: dict[str, str] = {}
    for day, night in ((light, dark), (light.first, dark.first), (light.second, dark.second)):
        for part in _PARTS:
            if hasattr(day, part):
                turned.setdefault(getattr(day, part), getattr(night, part))
    changes = "".join(
        f'.enligne [{attribute}="{old}"]{{{attribute}:{new}}}'
        for old, new in turned.items()
        if old != new
        for attribute in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme:dark){{{changes}}}"

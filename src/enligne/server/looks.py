"""The colours of boards as a style sheet for the page: those of the library's drawings."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from enligne.svg.themes import THEMES

if TYPE_CHECKING:
    from enligne.svg.themes import Theme


def board_colours() -> str:
    """A variable for each colour: ``--holes-board``, ``--lines-first``, ``--lines-first-rim`` …

    The theme is the visitor's choice, ``data-theme`` of the page, or else what the device has.
    """
    light, dark = _variables(THEMES["light"]), _variables(THEMES["dark"])
    return (
        f":root{{{light}}}"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f":root[data-theme=dark]{{{dark}}}"
    )


def _variables(theme: Theme) -> str:
    found: dict[str, str] = {}
    for style, surface in theme.surfaces.items():
        for name, colour in asdict(surface).items():
            if isinstance(colour, str):
                found[f"{style.value}-{name}"] = colour
                continue
            found[f"{style.value}-{name}"] = colour.pop("fill")
            found |= {f"{style.value}-{name}-{part}": each for part, each in colour.items()}
    return "".join(f"--{name}:{colour};" for name, colour in found.items())

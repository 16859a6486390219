"""The help of the full screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enligne.terminal.table import Table

_PLAY = """\
arrows, mouse   choose a {place}
enter, space    play there; so does a click
{example:<15} type it, then enter
"""
_COMMON = """\
tab             a hint
ctrl+e          evaluation on or off
backspace       take back
ctrl+r          resign
ctrl+n          new game
ctrl+s          save
ctrl+l          light or dark
ctrl+q, ctrl+c  quit
"""
_WATCH = """\
space           pause, go on
.               one move
+ -             faster, slower
"""


def help_text(table: Table) -> str:
    """What can be done at this table."""
    rules = table.rules
    run = f"exactly {rules.run}" if rules.exact else str(rules.run)
    aim = f"{run} in a row wins: across, up or slanting."
    if rules.gravity:
        aim += "\nStones fall to the bottom of their column."
    keys = _WATCH
    if table.people:
        place, example = ("column", "d or 4") if rules.gravity else ("cell", "b2")
        keys = _PLAY.format(place=place, example=example)
    return f"{aim}\n\n{keys}{_COMMON}".rstrip()

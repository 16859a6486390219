"""The keys of the screen, and the help that lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding, BindingType

if TYPE_CHECKING:
    from enligne.terminal.local_game import LocalGame

#: Those in the footer, and others that are not typed between letters.
BINDINGS: list[BindingType] = [
    Binding("enter", "enter", "play", key_display="⏎"),
    Binding("space", "pause", "pause"),
    Binding("full_stop", "step", show=False),
    Binding("plus,equals_sign", "faster(1)", "speed", key_display="+ -"),
    Binding("minus", "faster(-1)", show=False),
    Binding("ctrl+t", "hint", "hint", key_display="tab"),
    Binding("ctrl+e", "evaluate", "eval", key_display="^e"),
    Binding("backspace,ctrl+z,ctrl+u", "undo", "undo", key_display="⌫"),
    Binding("ctrl+r", "resign", "resign", key_display="^r"),
    Binding("ctrl+n", "new", "new", key_display="^n"),
    Binding("ctrl+s", "save", "save", key_display="^s"),
    Binding("question_mark,f1", "help", "help", key_display="?"),
    Binding("ctrl+q", "leave", "quit", key_display="^q"),
    Binding("ctrl+l", "app.toggle_dark", show=False),
]

# Letters are taken as they come. Bindings are looked up later than that, so what is typed fast
# around letters would be done out of turn if it were left to them.
IN_TURN = {
    "enter": "enter",
    "space": "enter",
    "backspace": "undo",
    "escape": "forget",
    "tab": "hint",
    "up": "move(0, 1)",
    "down": "move(0, -1)",
    "left": "move(-1, 0)",
    "right": "move(1, 0)",
    "home": "move(-26, 0)",
    "end": "move(26, 0)",
    "pageup": "move(0, 5)",
    "pagedown": "move(0, -5)",
}

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


def help_text(local: LocalGame) -> str:
    """What can be done in this game."""
    rules = local.rules
    run = f"exactly {rules.run}" if rules.exact else str(rules.run)
    aim = f"{run} in a row wins: across, up or slanting."
    if rules.gravity:
        aim += "\nStones fall to the bottom of their column."
    keys = _WATCH
    if local.people:
        place, example = ("column", "d or 4") if rules.gravity else ("cell", "b2")
        keys = _PLAY.format(place=place, example=example)
    return f"{aim}\n\n{keys}{_COMMON}".rstrip()

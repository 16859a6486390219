"""What all that is drawn with matplotlib shares. It is imported when something is drawn, and its
settings are as they were afterwards."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from enligne.svg.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator

INK = "#1f2933"
QUIET_INK = THEMES["light"].ink

_SETTINGS = {
    # It comes with matplotlib: texts are as wide on every machine.
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10.0,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": QUIET_INK,
    "axes.labelcolor": QUIET_INK,
    "xtick.color": QUIET_INK,
    "ytick.color": QUIET_INK,
    "svg.fonttype": "none",
    "svg.hashsalt": "enligne",
    "pdf.fonttype": 42,
}
# The settings of matplotlib are those of the whole process.
_settings_lock = threading.Lock()


@contextmanager
def settings() -> Iterator[None]:
    """Gives matplotlib our settings meanwhile, whatever the user's are; for one at a time."""
    import matplotlib

    with _settings_lock, matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def printable(text: str) -> str:
    """A text on one line, without what XML and fonts cannot hold."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())

"""Every page: its address, its heading, and what is drawn on it. A new page is added here."""

from __future__ import annotations

from typing import NamedTuple

from tests.browser.texts import text


class Page(NamedTuple):
    """A page that an address shows to anybody."""

    path: str
    #: The key of the text of its heading.
    title: str
    #: A selector of what is seen on it, the largest that there is.
    drawing: str = "main svg"

    @property
    def heading(self) -> str:
        return text("en", self.title)


_BOARD = "main [data-cell]"
_EXHIBITS = {
    "search": _BOARD,
    "bits": _BOARD,
    "evaluation": _BOARD,
    "matchboxes": "main [data-place]",
    "compare": "main svg",
}

PAGES = {
    "home": Page("/", "home.title"),
    "analysis": Page("/analysis?rules=connect4&moves=d1,d2", "header.analysis", _BOARD),
    "puzzles": Page("/puzzles", "header.puzzles", _BOARD),
    "training": Page("/puzzles?mode=train", "header.puzzles", _BOARD),
    "rush": Page("/puzzles?mode=rush", "header.puzzles", "main .card"),
    "mistakes": Page("/puzzles?mode=mistakes", "header.puzzles", "main nav"),
    "learn": Page("/learn", "learn.title"),
    "lesson": Page("/learn/1", "lab.bits.title", _BOARD),
    "lab": Page("/lab", "lab.title"),
    **{
        name: Page(f"/lab/{name}", f"lab.{name}.title", drawing)
        for name, drawing in _EXHIBITS.items()
    },
    "carry": Page("/carry", "carry.title", "main .card"),
    "no such game": Page("/g/no-such-room", "game.refused"),
    "unknown": Page("/no-such-page", "notfound.title"),
}

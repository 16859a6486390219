"""Takes the pictures of the terminal game: ``python docs/terminal_pictures.py``.

The game runs in a pseudo-terminal, and the screen of a terminal emulator is drawn.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib
from PIL import Image, ImageDraw, ImageFont

from enligne import Game, record

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.terminal.emulator import Terminal

if TYPE_CHECKING:
    import pyte

FOLDER = Path(__file__).parent / "pictures"
FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
WIDTH, HEIGHT, FONT_SIZE = 12, 24, 20
NAMES = {
    "black": "#000000",
    "red": "#cc241d",
    "green": "#689d6a",
    "brown": "#b57614",
    "blue": "#458588",
    "magenta": "#b16286",
    "cyan": "#689d6a",
    "white": "#d5d5d5",
}
# Where quadrant blocks are filled: top left, top right, bottom left, bottom right.
BLOCKS = {
    "█": (1, 1, 1, 1),
    "▀": (1, 1, 0, 0),
    "▄": (0, 0, 1, 1),
    "▌": (1, 0, 1, 0),
    "▐": (0, 1, 0, 1),
    "▖": (0, 0, 1, 0),
    "▗": (0, 0, 0, 1),
    "▘": (1, 0, 0, 0),
    "▝": (0, 1, 0, 0),
    "▙": (1, 0, 1, 1),
    "▟": (0, 1, 1, 1),
    "▛": (1, 1, 1, 0),
    "▜": (1, 1, 0, 1),
}


def picture(screen: pyte.Screen, *, is_light: bool = False) -> Image.Image:
    """The screen of an emulator as it would look in a window."""
    ink, ground = ("#1f2328", "#ffffff") if is_light else ("#e6edf3", "#0d1117")
    drawn = Image.new("RGB", (screen.columns * WIDTH, screen.lines * HEIGHT), ground)
    draw = ImageDraw.Draw(drawn)
    fonts = {
        False: ImageFont.truetype(FONTS / "DejaVuSansMono.ttf", FONT_SIZE),
        True: ImageFont.truetype(FONTS / "DejaVuSansMono-Bold.ttf", FONT_SIZE),
    }
    for y in range(screen.lines):
        for x in range(screen.columns):
            character = screen.buffer[y][x]
            colours = [
                default if name == "default" else NAMES.get(name.removeprefix("bright"), f"#{name}")
                for name, default in ((character.fg, ink), (character.bg, ground))
            ]
            fore, back = reversed(colours) if character.reverse else colours
            left, top = x * WIDTH, y * HEIGHT
            draw.rectangle((left, top, left + WIDTH - 1, top + HEIGHT - 1), back)
            if character.data in BLOCKS:
                _block(draw, left, top, BLOCKS[character.data], fore)
            elif character.data.strip():
                font = fonts[bool(character.bold)]
                draw.text((left, top), character.data, fore, font)
    return drawn


def _block(
    draw: ImageDraw.ImageDraw, left: int, top: int, filled: tuple[int, ...], colour: str
) -> None:
    for number, is_filled in enumerate(filled):
        if is_filled:
            x, y = left + number % 2 * WIDTH // 2, top + number // 2 * HEIGHT // 2
            draw.rectangle((x, y, x + WIDTH // 2 - 1, y + HEIGHT // 2 - 1), colour)


def take(name: str, kept: record.Record, *keys: str, theme: str, shown: str) -> None:
    """A game that is loaded, some keys, and a picture once a text is on the screen."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.txt"
        record.write(path, [kept])
        with Terminal("play", "--load", str(path), "--theme", theme) as terminal:
            terminal.wait("Your move")
            terminal.press(*keys)
            terminal.wait(shown)
            while terminal.read(0.3):
                pass
            drawn = picture(terminal.screen, is_light=theme == "light")
            drawn.quantize(64).save(FOLDER / name, optimize=True)


def main() -> None:
    take(
        "terminal-connect4.png",
        record.Record(Game("connect4", "4454455333662"), first="greedy", second="you"),
        *("ctrl+e", "tab"),
        theme="light",
        shown="Hint: ",
    )
    take(
        "terminal-gomoku.png",
        record.Record(
            Game("gomoku", "h8 i9 h9 h10 i8 g8 j7 g10 g9 f9 k6 l5"),
            first="you",
            second="gomoku:nodes=10000",
        ),
        *("ctrl+e", "i10"),
        theme="dark",
        shown="depth",
    )


if __name__ == "__main__":
    main()

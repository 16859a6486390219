"""Draws the icons of the page from its sign, in a real browser: ``python docs/icons.py``."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run"]

_WEB = Path(__file__).parents[1] / "web"
SIGN = _WEB / "src" / "icon.svg"
FOLDER = _WEB / "public"

#: Behind the sign where a device shows no page through it.
PAPER = "#f8f7f4"

#: By file: how large it is, and which share of that the sign takes. A device may cut a maskable
#: icon to a circle of 80 %.
ICONS = {
    "icon-192.png": (192, 0.84),
    "icon-512.png": (512, 0.84),
    "icon-maskable-512.png": (512, 0.58),
    "apple-touch-icon.png": (180, 0.72),
}


def drawn(page: Page, size: int, share: float) -> bytes:
    """The sign in the middle of a square, as PNG."""
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<body style='margin:0;display:grid;place-items:center;height:100vh;background:{PAPER}'>"
        + SIGN.read_text().replace("<svg ", f"<svg style='width:{share:.0%}' ")
    )
    return page.screenshot()


def main() -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit("a browser is needed: install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        page = browser.new_page()
        for name, (size, share) in ICONS.items():
            (FOLDER / name).write_bytes(drawn(page, size, share))
        browser.close()


if __name__ == "__main__":
    main()

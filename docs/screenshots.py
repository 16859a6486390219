"""Takes the README's pictures of the page in a real browser: ``python docs/screenshots.py``."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")

FOLDER = Path(__file__).parent / "pictures"
GAME = "d1 d2 d3 e1 e2 e3 d4 e4 c1 b1 c2 c3 b2 b3 f1 a1 e5 f2"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def main() -> None:
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser_path is None:
        sys.exit("a browser is needed: install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "enligne", "serve", "--port", "0"),
                *("--database", f"sqlite:///{folder}/rooms.sqlite3"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        found = re.search(r"http://\S+/", server.stdout.readline())
        assert found is not None
        browser = playwright.chromium.launch(executable_path=browser_path, args=ARGUMENTS)
        try:
            for theme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": 1280, "height": 860},
                    color_scheme="light" if theme == "light" else "dark",
                    reduced_motion="reduce",
                )
                take(page, found[0], theme)
                page.close()
        finally:
            browser.close()
            server.terminate()
            server.wait(timeout=30)


def take(page: Page, address: str, theme: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Connect 4").first.click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / f"page-home-{theme}.png")
    page.goto(f"{address}analysis?rules=connect4&moves={GAME.replace(' ', ',')}")
    page.get_by_text("proven").first.wait_for()
    page.wait_for_timeout(3000)
    page.screenshot(path=FOLDER / f"page-analysis-{theme}.png")


if __name__ == "__main__":
    main()

"""Takes pictures of the page in a real browser, which it drives as the tests do.

python -m docs.screenshots                 the README's pictures
python -m docs.screenshots --all FOLDER    every page and state, to look at: at four sizes, in
                                           light and dark, with a sheet of all for each
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs.scenes import GAME, SCENES
from playwright.sync_api import Error, expect, sync_playwright

from tests.browser.conftest import BROWSERS
from tests.browser.person import Person
from tests.server.helpers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = Path(__file__).parent / "pictures"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
THEMES = ("light", "dark")
SIZES = ((1280, 800), (1024, 768), (360, 740), (740, 360))
PHONE = 800  # pixels: what is narrower is held in a hand

_SHEET = """<style>
  body { margin: 16px; display: flex; flex-wrap: wrap; gap: 16px; font: 15px sans-serif; }
  figure { margin: 0; width: %dpx; }
  img { width: 100%%; max-height: %dpx; object-fit: cover; object-position: top;
        outline: 1px solid #888; }
</style>%s"""
_FIGURE = "<figure><img src='{file}'><figcaption>{name}</figcaption></figure>"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", metavar="FOLDER", type=Path, help="every page and state")
    parser.add_argument("--only", metavar="TEXT", default="", help="scenes with this in their name")
    wish = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit("a browser is needed: install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            with Server(Path(folder)) as server:
                if wish.all is None:
                    take_pictures(browser, server.address)
                else:
                    take_all(browser, server.address, wish.all, wish.only)
        finally:
            browser.close()


def take_pictures(browser: Browser, address: str) -> None:
    """The README's: the home page with a game chosen, and an analysis; both whole."""
    person = visitor(browser, address, 1280, 860)
    person.choose_game("connect4")
    expect(person.button("setup.play")).to_be_visible()
    for theme in THEMES:
        take(person.page, PICTURES / f"page-home-{theme}.png", theme)
    person.open(f"/analysis?rules=connect4&moves={GAME}")
    expect(person.page.get_by_text("proven").first).to_be_visible()
    for theme in THEMES:
        take(person.page, PICTURES / f"page-analysis-{theme}.png", theme)
    person.context.close()


def take_all(browser: Browser, address: str, folder: Path, only: str) -> None:
    """Every scene at every size in both themes, and a sheet for each size and theme."""
    for width, height in SIZES:
        size = f"{width}x{height}"
        (folder / size).mkdir(parents=True, exist_ok=True)
        person = visitor(browser, address, width, height)
        for name, play in SCENES.items():
            if only not in name:
                continue
            person.page.goto("about:blank")
            try:
                play(person)
            except (AssertionError, Error) as error:  # what there is instead is worth a look
                print(f"{size} {name}: {str(error).partition(chr(10))[0]}")
            for theme in THEMES:
                take(person.page, folder / size / f"{name}-{theme}.png", theme)
        person.context.close()
        for theme in THEMES:
            sheet(browser, folder, size, theme, 300 if width < height else 420)
        print(folder / f"{size}-light.png", *person.problems, sep="\n  ")


def visitor(browser: Browser, address: str, width: int, height: int) -> Person:
    options: dict[str, Any] = {"viewport": {"width": width, "height": height}}
    if width < PHONE:
        options |= {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **options)
    return Person(context, address, "en")


def take(page: Page, file: Path, theme: str) -> None:
    """The whole page, once it is drawn and nothing moves."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.mouse.move(0, 0)
    page.evaluate("""async () => {
      scrollTo(0, 0);
      await document.fonts.ready;
      await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)));
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }""")
    page.screenshot(path=file, full_page=True)


def sheet(browser: Browser, folder: Path, size: str, theme: str, width: int) -> None:
    """All pictures of a size and a theme on one."""
    files = sorted((folder / size).glob(f"*-{theme}.png"), key=lambda file: file.stat().st_mtime)
    figures = [
        _FIGURE.format(file=file.resolve().as_uri(), name=file.stem.removesuffix(f"-{theme}"))
        for file in files
    ]
    text = folder / f"{size}-{theme}.html"
    text.write_text(_SHEET % (width, 2 * width, "".join(figures)))
    page = browser.new_page(viewport={"width": 1800, "height": 900})
    page.goto(text.resolve().as_uri())
    page.screenshot(path=text.with_suffix(".png"), full_page=True)
    page.close()


if __name__ == "__main__":
    main()

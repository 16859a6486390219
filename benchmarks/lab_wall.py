"""Whether the wall of matchboxes trains live without the page stalling, in real Chromium.

    python -m benchmarks.lab_wall [--games 1000] [--attempts 3] [--trace FILE.json]

A server of its own is started, the Matchboxes room is opened with its 304 boxes, and a machine is
trained at each speed while the page notes the time of every frame. Printed is the longest time
between two frames, how many were longer than 50 ms, and for comparison the same of an idle page.
The browser has no graphics card here: with one, frames are cheaper. The exit code is 1 if the wall
has not 304 boxes, or did not learn all games.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect, sync_playwright

from benchmarks.server_processes import ENLIGNE, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")

BOXES = 304
SLOW_MS = 50.0
_IDLE_SECONDS = 3
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run"]

_RECORD = """() => {
  window.gaps = [];
  let before = performance.now();
  const note = (now) => {
    window.gaps.push(now - before);
    before = now;
    window.noting = requestAnimationFrame(note);
  };
  window.noting = requestAnimationFrame((now) => { before = now; note(now); });
}"""
_STOP = "() => { cancelAnimationFrame(window.noting); return window.gaps.slice(1); }"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--attempts", type=int, default=3)
    parser.add_argument("--trace", metavar="FILE", help="write every time between two frames")
    options = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print("this drives a real browser: install the package chromium", file=sys.stderr)
        return 2
    found: dict[str, list[list[float]]] = {}
    is_right = True
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(ENLIGNE, Path(folder))
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        try:
            for _ in range(options.attempts):
                for what in ("idle", "steady", "fast"):
                    page = browser.new_page(viewport={"width": 1280, "height": 900})
                    gaps, games = _run(page, server.address, what, options.games)
                    found.setdefault(what, []).append(gaps)
                    is_right &= what == "idle" or games == options.games
                    page.close()
        finally:
            browser.close()
            server.process.terminate()
            server.process.wait()
    print(f"{BOXES} boxes, {options.games:,} games, times between frames in milliseconds")
    print(f"{'':<8} {'frames':>7} {'median':>7} {'99 %':>7} {'longest':>8} {'over 50 ms':>11}")
    for what, runs in found.items():
        for gaps in runs:
            ordered = sorted(gaps)
            print(
                f"{what:<8} {len(gaps):>7} {ordered[len(gaps) // 2]:>7.1f}"
                f" {ordered[int(0.99 * (len(gaps) - 1))]:>7.1f} {ordered[-1]:>8.1f}"
                f" {sum(gap > SLOW_MS for gap in gaps):>11}"
            )
    if options.trace:
        Path(options.trace).write_text(json.dumps(found))
    return 0 if is_right else 1


def _run(page: Page, address: str, what: str, games: int) -> tuple[list[float], int]:
    """The times between frames while a machine is trained, and how many games that were."""
    rate = "" if what == "idle" else f"&rate={what}"
    page.goto(f"{address}/lab/matchboxes?games={games}{rate}")
    expect(page.locator("[data-place]")).to_have_count(BOXES)
    page.locator('[data-place="0"]').scroll_into_view_if_needed()
    page.wait_for_timeout(1000)
    page.evaluate(_RECORD)
    if what == "idle":
        page.wait_for_timeout(1000 * _IDLE_SECONDS)
    else:
        page.get_by_role("button", name="Train", exact=True).click()
        page.wait_for_function("() => location.search.includes('coach*')", timeout=120_000)
        page.wait_for_timeout(600)  # the last boxes stop glowing
    gaps: list[float] = page.evaluate(_STOP)
    return gaps, _games(page)


def _games(page: Page) -> int:
    """How many games the address says that the machine has learnt from."""
    query: Any = page.evaluate("new URLSearchParams(location.search).get('run')")
    course = str(query).rpartition("/")[2]
    return sum(int(step.rpartition("*")[2]) for step in course.split("~") if step)


if __name__ == "__main__":
    sys.exit(main())

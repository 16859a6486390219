"""How smoothly the Search room of the Lab shows a tree of 20,000 nodes: the longest frame while it
is played, scrubbed, moved and zoomed in a real Chromium, as somebody at a mouse does it.

    python -m benchmarks.lab_frames [--address URL] [--attempts 3] [--most 50]

Frames are the times between calls of ``requestAnimationFrame``. There is no graphics card in it:
every pixel is drawn by the processor. Other programs on the machine lengthen frames too, so that
the best of a few attempts counts; what the page itself is to blame for is beside it, the processor
time of the longest task of its main thread as Chromium's trace has it. The exit code is 1 if in
each attempt a frame took longer than ``--most``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator, Page

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")

WHOLE_GAME = (
    "/lab/search?rules=tictactoe&a=alphabeta:depth=9,cut=on,probe=off,order=none,"
    "deepen=off,table_mb=0,evaluation=lines"
)
NODES = 20_000
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

_RECORD = """() => {
  const record = window.record = { frames: [], isOn: true };
  let before = performance.now();
  const frame = (now) => {
    if (!record.isOn) return;
    record.frames.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(frame); });
}"""
_STOP = "() => { window.record.isOn = false; return window.record.frames; }"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--address", help="of a running server; else one is started")
    parser.add_argument("--attempts", type=int, default=3)
    parser.add_argument("--most", type=float, default=50.0, help="milliseconds a frame may take")
    wish = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit("a browser is needed: install chromium")
    with served(wish.address) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        worst = []
        for attempt in range(1, wish.attempts + 1):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            print(f"attempt {attempt}, load {os.getloadavg()[0]:.1f}")
            worst.append(run(browser, page, address))
            page.close()
            if worst[-1] <= wish.most:
                break
        browser.close()
    print(f"longest frame of the best attempt: {min(worst):.1f} ms")
    return 0 if min(worst) <= wish.most else 1


def run(browser: Browser, page: Page, address: str) -> float:
    """The longest frame of everything that is done to the tree, in milliseconds."""
    page.goto(address.rstrip("/") + WHOLE_GAME)
    slider = page.get_by_role("slider")
    slider.wait_for()
    tree = page.get_by_role("application")
    tree.wait_for()
    page.wait_for_function(f"Number(document.querySelector('input[type=range]').max) > {NODES}")
    tree.scroll_into_view_if_needed()
    page.wait_for_timeout(1500)
    longest = 0.0
    for name, deed in DEEDS.items():
        browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
        page.evaluate(_RECORD)
        deed(page, tree, slider)
        frames = page.evaluate(_STOP)
        task = longest_task(json.loads(browser.stop_tracing()))
        frames.sort()
        longest = max(longest, frames[-1])
        middle, late = frames[len(frames) // 2], frames[int(len(frames) * 0.99)]
        print(
            f"  {name:22} {len(frames):5} frames, middle {middle:5.1f} ms, 99 % {late:5.1f} ms,"
            f" longest {frames[-1]:5.1f} ms; longest task {task:5.1f} ms of processor time"
        )
    return longest


def longest_task(trace: dict[str, Any]) -> float:
    """Processor time of the longest task of a page's main thread, in milliseconds."""
    events = trace["traceEvents"]
    threads = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    times = [
        each["tdur"]
        for each in events
        if each.get("ph") == "X" and "tdur" in each and (each["pid"], each["tid"]) in threads
    ]
    return max(times, default=0) / 1000


def scrub(page: Page, _: Locator, slider: Locator) -> None:
    """Drags the time from the end to the beginning and back."""
    box = slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    left, right = box["x"] + 8, box["x"] + box["width"] - 8
    page.mouse.move(right, y)
    page.mouse.down()
    page.mouse.move(left, y, steps=150)
    page.mouse.move(right, y, steps=150)
    page.mouse.up()


def play(page: Page, _: Locator, slider: Locator) -> None:
    """Lets it play from the beginning for some seconds."""
    slider.press("Home")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(6000)
    page.get_by_role("button", name="Pause", exact=True).click()
    slider.press("End")


def move(page: Page, tree: Locator, _: Locator) -> None:
    """Drags the tree from side to side."""
    box = tree.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6
    for _attempt in range(3):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 300, y - 60, steps=40)
        page.mouse.move(x + 300, y + 60, steps=80)
        page.mouse.up()


def zoom(page: Page, tree: Locator, _: Locator) -> None:
    """Zooms from the whole tree to a few boards with the wheel, and moves on there."""
    box = tree.bounding_box()
    assert box is not None
    tree.focus()
    page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.7)
    for _attempt in range(60):
        page.mouse.wheel(0, -60)
        page.wait_for_timeout(16)
    for _attempt in range(60):
        page.mouse.wheel(200, 0)
        page.wait_for_timeout(16)


def back(page: Page, *_: Locator) -> None:
    """Zooms out again, by and by."""
    for _attempt in range(70):
        page.mouse.wheel(0, 60)
        page.wait_for_timeout(16)


def play_near(page: Page, _: Locator, slider: Locator) -> None:
    """Lets it play while the view follows the search from near."""
    slider.press("Home")
    page.get_by_role("button", name="Go near the node").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(4000)
    page.get_by_role("button", name="Pause", exact=True).click()


DEEDS: dict[str, Callable[[Page, Locator, Locator], None]] = {
    "scrub the whole tree": scrub,
    "play": play,
    "zoom in and scroll": zoom,
    "drag": move,
    "zoom out": back,
    "scrub again": scrub,
    "play from near": play_near,
    "scrub from near": scrub,
}


@contextmanager
def served(address: str | None) -> Iterator[str]:
    """A server to look at: the one named, or one of its own."""
    if address is not None:
        yield address
        return
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "enligne", "serve", "--port", "0"),
                *("--database", f"sqlite:///{folder}/rooms.sqlite3"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()
            server.wait(timeout=30)


if __name__ == "__main__":
    sys.exit(main())

"""What somebody who opens the page waits for: bytes, a stone after a click, and long frames.

    python -m benchmarks.page [--moves 120] [--slowed 4] [--most 50]

A server of its own is started, and a real Chromium on the same machine looks at it, without a
graphics card: every pixel is drawn by the processor. Measured are

- the bytes of the first load of ``/`` as they are sent, compressed, file by file;
- the time from the press of a mouse button on a cell to the stone in the document, and to the
  frame that shows it, over many moves of Connect 4 by two people at one screen;
- the times between frames while stones fall, while a search tree is played and while a wall of
  matchboxes is trained, with the page's processor slowed down. What the page itself is to blame
  for is beside it: the longest task of its main thread as Chromium's trace has it.

The exit code is 1 if a frame took longer than ``--most`` milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect, sync_playwright

from benchmarks.lab_frames import ARGUMENTS, BROWSERS, longest_task
from benchmarks.server_processes import ENLIGNE, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Response, ViewportSize

SIZE: ViewportSize = {"width": 1280, "height": 800}
#: Connect 4 without a row of four for as long as it goes: the board is full.
COLUMNS = "abababbabacdcdcddcdcefefeffefegggggg"
TREE = "/lab/search?rules=tictactoe&a=alphabeta:depth=9"
WALL = "/lab/matchboxes?games=1000&rate=steady"

# From the press of the button to the next stone in the document, and to the frame after that.
_CLICKS = """() => {
  window.clicks = [];
  const stone = "svg :is(.first, .second):not(.ghost)";
  const stones = () => document.querySelectorAll(stone).length;
  addEventListener("pointerdown", (event) => {
    if (!event.target.closest("[data-cell]")) return;
    const [pressed, before] = [event.timeStamp, stones()];
    const observer = new MutationObserver(() => {
      if (stones() <= before) return;
      observer.disconnect();
      const there = performance.now() - pressed;
      requestAnimationFrame(() => setTimeout(() =>
        window.clicks.push([there, performance.now() - pressed])));
    });
    observer.observe(document, { subtree: true, childList: true });
  }, true);
}"""

_RECORD = """() => {
  const record = (window.record = { frames: [], isOn: true });
  let before;
  const frame = (now) => {
    if (before !== undefined) record.frames.push(now - before);
    before = now;
    if (record.isOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
_STOP = "() => { window.record.isOn = false; return window.record.frames; }"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=120, help="from click to stone")
    parser.add_argument("--slowed", type=float, default=4.0, help="times, for the frames")
    parser.add_argument("--most", type=float, default=50.0, help="milliseconds a frame may take")
    wish = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit("a browser is needed: install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(ENLIGNE, Path(folder))
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            print(f"load {os.getloadavg()[0]:.1f}")
            first_load(browser, server.address)
            click_to_stone(browser, server.address, wish.moves)
            longest = frames(browser, server.address, wish.slowed)
        finally:
            browser.close()
            server.process.terminate()
            server.process.wait()
    return 0 if longest <= wish.most else 1


def first_load(browser: Browser, address: str) -> None:
    """Prints the bytes of every file of the first load, without what is asked over the socket."""
    page = browser.new_page(viewport=SIZE)
    found: list[Response] = []
    page.on("response", lambda each: found.append(each))
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    total = [0, 0]
    for each in found:
        if "/socket.io/" in each.url or not each.url.startswith(address):
            continue
        sizes = each.request.sizes()
        plain = len(each.body())
        total = [total[0] + sizes["responseBodySize"], total[1] + plain]
        encoding = each.headers.get("content-encoding", "plain")
        name = each.url.removeprefix(address)
        print(f"  {name:40} {sizes['responseBodySize']:>8,} B {encoding:6} of {plain:>9,} B")
    print(f"first load: {total[0]:,} B sent, {total[1]:,} B unpacked")
    page.close()


def click_to_stone(browser: Browser, address: str, moves: int) -> None:
    """Prints how long somebody waits for a stone, by two people at one screen."""
    times: list[list[float]] = []
    with game(browser, address) as page:
        page.evaluate(_CLICKS)
        while len(times) < moves:
            play(page, COLUMNS[: moves - len(times)])
            page.wait_for_timeout(50)
            times += page.evaluate("() => window.clicks.splice(0)")
            start_over(page)
    for name, column in (("in the document", 0), ("in a frame", 1)):
        ordered = sorted(each[column] for each in times)
        cuts = statistics.quantiles(ordered, n=20)
        print(
            f"click to stone {name:16} {len(ordered)} moves: p50 {cuts[9]:.1f} ms,"
            f" p95 {cuts[18]:.1f} ms, worst {ordered[-1]:.1f} ms"
        )


def frames(browser: Browser, address: str, slowed: float) -> float:
    """The longest frame of all that moves, in milliseconds."""
    print(f"frames with the processor slowed {slowed:g} times")
    longest = []
    with game(browser, address) as page, measured(browser, page, slowed) as record:
        play(page, COLUMNS[:16])
    longest.append(tell("stones that fall", record))

    page = browser.new_page(viewport=SIZE)
    page.goto(address + TREE)
    page.get_by_role("application").wait_for()
    play_button = page.get_by_role("button", name="Play", exact=True)
    play_button.wait_for()
    page.get_by_role("slider").press("Home")
    page.wait_for_timeout(1000)
    with measured(browser, page, slowed) as record:
        play_button.click()
        page.wait_for_timeout(6000)
    longest.append(tell("a search tree played", record))
    page.close()

    page = browser.new_page(viewport=SIZE)
    page.goto(address + WALL)
    page.locator("[data-place]").first.wait_for()
    page.wait_for_timeout(1000)
    with measured(browser, page, slowed) as record:
        page.get_by_role("button", name="Train", exact=True).click()
        page.wait_for_function("() => location.search.includes('coach*')", timeout=120_000)
    longest.append(tell("a wall trained", record))
    page.close()
    return max(longest)


def tell(name: str, record: dict[str, Any]) -> float:
    """Prints the times between frames; returns the longest."""
    times = sorted(record["frames"])
    print(
        f"  {name:22} {len(times):5} frames, middle {times[len(times) // 2]:5.1f} ms,"
        f" 99 % {times[int(len(times) * 0.99)]:5.1f} ms, longest {times[-1]:5.1f} ms;"
        f" longest task {record['task']:5.1f} ms of processor time"
    )
    return float(times[-1])


@contextmanager
def measured(browser: Browser, page: Page, slowed: float) -> Iterator[dict[str, Any]]:
    """Slows the page down, and notes its frames and its longest task meanwhile."""
    record: dict[str, Any] = {}
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.wait_for_timeout(300)
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    page.evaluate(_RECORD)
    yield record
    record["frames"] = page.evaluate(_STOP)
    record["task"] = longest_task(json.loads(browser.stop_tracing()))
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})


@contextmanager
def game(browser: Browser, address: str) -> Iterator[Page]:
    """A game of Connect 4 by two people at one screen, as a page that moves."""
    page = browser.new_page(viewport=SIZE, reduced_motion="no-preference")
    page.goto(address)
    page.get_by_role("button", name="Connect 4").first.click()
    page.get_by_role("radio", name="Two people here").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("[data-cell]").first.wait_for()
    yield page
    page.close()


def play(page: Page, columns: str) -> None:
    """Plays stone after stone, each when the one before it lies."""
    for ply, column in enumerate(columns, 1):
        cell = page.locator(f'[data-cell="{column}6"][aria-disabled="false"]')
        cell.click(position={"x": 20, "y": 20})
        page.locator(f'[data-ply="{ply}"]').wait_for()


def start_over(page: Page) -> None:
    page.get_by_role("button", name="Start over", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Start over", exact=True).click()
    page.locator("[data-ply]").first.wait_for(state="detached")


if __name__ == "__main__":
    sys.exit(main())

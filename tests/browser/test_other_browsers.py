"""Every page and a whole game in Firefox and in WebKit, by real clicks, without a complaint."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from enligne import Game
from tests.browser.drivers import Driver, Firefox, WebKit
from tests.browser.pages import PAGES
from tests.browser.person import by
from tests.browser.texts import text
from tests.programs import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.helpers import Server

# The middle of the first element of a kind whose text begins so, if it is on the screen and nothing
# lies over it, and else null. Only what is not on the screen is brought there: the page may scroll
# by itself, and what is clicked must be still.
_FIND = """(([selector, words]) => {
  for (const each of document.querySelectorAll(selector)) {
    if (!each.textContent.trim().startsWith(words) || !each.checkVisibility()) continue;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (y < 0 || y > innerHeight) each.scrollIntoView({ block: "center", behavior: "instant" });
    else if (each.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
})(%s)"""

# Whether there is such an element, and it is drawn.
_SEE = """(([selector, words]) => [...document.querySelectorAll(selector)].some(
  (each) => each.textContent.trim().startsWith(words) && each.checkVisibility() &&
    each.getBoundingClientRect().height > 0,
))(%s)"""


class Visitor:
    """Somebody at another browser."""

    def __init__(self, driver: Driver, address: str) -> None:
        self.driver = driver
        self.address = address

    def open(self, path: str) -> None:
        self.driver.open(self.address + path)

    def find(self, selector: str, words: str = "") -> Any:
        """The middle of what is seen of this kind, once it is there."""
        expression = _FIND % json.dumps([selector, words])
        places: list[Any] = [None, None]

        def is_still() -> bool:
            places[:] = places[1], self.driver.evaluate(expression)
            return places[1] is not None and places[0] == places[1]

        wait_until(is_still)
        return places[1]

    def wait_for(self, selector: str, words: str) -> None:
        """Waits until something of this kind can be seen."""
        wait_until(lambda: self.driver.evaluate(_SEE % json.dumps([selector, words])))

    def click(self, selector: str, words: str = "") -> None:
        self.driver.click(*self.find(selector, words))

    def words(self, selector: str) -> list[str]:
        expression = f"[...document.querySelectorAll({json.dumps(selector)})]"
        found = self.driver.evaluate(f"{expression}.map((each) => each.textContent.trim())")
        return list(found)


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def visitor(
    request: pytest.FixtureRequest, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visitor]:
    with request.param(tmp_path_factory.mktemp("browser")) as driver:
        yield Visitor(driver, server.address)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_its_heading_and_its_picture(visitor: Visitor, name: str) -> None:
    page = PAGES[name]
    visitor.open(page.path)
    visitor.wait_for("main h1", page.heading)
    visitor.wait_for(page.drawing, "")
    assert visitor.driver.problems() == []


def test_a_whole_game(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.click("main button", text("en", "home.connect4.name"))
    visitor.click("main label", text("en", "level.number", level=1))
    visitor.click("main button", text("en", "setup.play"))
    choose = by("alphabeta:depth=6")
    ends = {text("en", f"outcome.{each}") for each in ("won", "lost", "draw")}
    moves: list[str] = []

    def is_to_move_or_over() -> bool:
        moves[:] = visitor.words("[data-ply]")
        is_turn = visitor.words("main h1") == [text("en", "turn.yours")] and len(moves) % 2 == 0
        return is_turn or bool(ends & set(visitor.words("main h2")))

    wait_until(is_to_move_or_over)
    while (game := Game("connect4", " ".join(moves))).outcome() is None:
        move = choose(game.position)
        visitor.click(f'[data-cell="{move}"][aria-disabled="false"]')  # once all stones lie
        wait_until(lambda: len(visitor.words("[data-ply]")) > len(moves))
        wait_until(is_to_move_or_over)
    assert game.outcome().winner is not None
    won = text("en", "outcome.won" if len(moves) % 2 else "outcome.lost")
    visitor.find("main h2", won)
    assert len(visitor.words('[data-cell][aria-label*="winning"]')) >= 4
    assert visitor.driver.problems() == []

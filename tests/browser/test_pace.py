"""One thing at a time: a stone lands, the other side is seen thinking, then its stone falls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.programs import PATIENCE

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.person import Person

MOTION = pytest.mark.parametrize("motion", ["reduce", "no-preference"])

#: Longer than any stone falls and any machine is seen thinking, in milliseconds.
LONG = 3000


class Replies:
    """Somebody whose page has a clock that stands still, and what the server told it."""

    def __init__(self, visit: Visit, **options: Any) -> None:
        self.person = visit(**options)
        self._told: list[str] = []
        self.person.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        self.person.page.clock.install()

    def _hear(self, frame: str | bytes) -> None:
        self._told.append(str(frame))

    def begin(self, game: str, **setup: Any) -> Person:
        """Begins a game, and stops the clock."""
        self.person.begin(game, **setup)
        expect(self.person.heading("turn.yours")).to_be_visible()
        self.person.page.clock.pause_at(self.person.page.evaluate("Date.now() / 1000 + 0.5"))
        return self.person

    def wait_for_move(self, ply: int) -> None:
        """Waits until the server has told a move, whatever the page shows of it."""
        for _ in range(round(PATIENCE * 20)):
            if sum('"change"' in frame and '"moves":' in frame for frame in self._told) >= ply:
                return
            self.person.page.wait_for_timeout(50)  # lets the frames come in
        raise AssertionError("the server has told no move")


@MOTION
@pytest.mark.parametrize("game", ["tictactoe", "connect4", "gomoku"])
def test_the_reply_waits_until_the_stone_has_landed(visit: Visit, game: str, motion: str) -> None:
    replies = Replies(visit, reduced_motion=motion)
    person = replies.begin(game, engine="greedy")
    person.cell("b2").click()
    replies.wait_for_move(2)
    person.expect_ply(1)
    thinks = person.text("turn.thinking", name=person.text("engine.greedy"))
    expect(person.page.get_by_role("heading", level=1, name=thinks)).to_be_visible()
    # What is clicked meanwhile is no move, neither now nor later.
    person.try_cell("c1")
    person.page.clock.run_for(LONG)
    person.expect_ply(2)
    expect(person.heading("turn.yours")).to_be_visible()
    person.expect_ply(2)


@MOTION
@pytest.mark.parametrize(("opponent", "ply"), [("machine", 2), ("here", 1)])
def test_a_double_click_is_one_move(visit: Visit, opponent: str, ply: int, motion: str) -> None:
    person = visit(reduced_motion=motion)
    person.begin("connect4", opponent, level=1 if opponent == "machine" else 0)
    person.cell("d6").click()
    # However slow the second click is, and though it could be a move by now.
    person.expect_ply(ply)
    expect(person.cell("d6")).to_have_attribute("aria-disabled", "false")
    person.page.mouse.down(click_count=2)
    person.page.mouse.up(click_count=2)
    person.play("a6")
    assert person.moves[0] == "d1"
    assert person.moves[ply].startswith("a")


# Whatever moves stands still at the beginning of its way.
_STOP = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    return animation;
  };
}"""

# Where the falling stone is, and what cuts off a part of it.
_CLIPPED = """() => {
  const moving = document.getAnimations().map(({ effect }) => effect.target);
  const stone = moving.map((each) => each.querySelector(".stone")).find(Boolean);
  if (!stone) return null;
  const { top, bottom, left, right } = stone.getBoundingClientRect();
  const cutBy = [];
  for (let each = stone.parentElement; each; each = each.parentElement) {
    const isOpen = getComputedStyle(each).overflowY === "visible" || each.matches("g");
    const box = each.getBoundingClientRect();
    const holds = box.top <= top && box.bottom >= bottom && box.left <= left && box.right >= right;
    if (!isOpen && !holds) cutBy.push(each.className.baseVal ?? each.className);
  }
  const plate = stone.ownerSVGElement.querySelector(".plate").getBoundingClientRect();
  return { cutBy, bottom, plate: plate.top };
}"""


@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (740, 360)])
def test_a_stone_falls_from_above_the_board(visit: Visit, size: tuple[int, int]) -> None:
    width, height = size
    person = visit(reduced_motion="no-preference", viewport={"width": width, "height": height})
    person.begin("connect4", "here")
    person.page.evaluate(_STOP)
    person.cell("d1").click()
    found = person.page.wait_for_function(_CLIPPED).json_value()
    assert found["cutBy"] == []
    assert found["bottom"] <= found["plate"] + 1

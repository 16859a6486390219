"""The Bits exhibit: numbers, the bit of a cell, and the win test step by step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from enligne import FIRST, SECOND, Game, bits
from tests.browser.axe import violations

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

#: Four in a row on the rising diagonal.
WON = "a1 b1 b2 c1 d1 c2 c3 d2 e1 d3 d4"
ADDRESS = f"/lab/bits?rules=connect4&moves={WON.replace(' ', ',')}"


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def test_a_position_is_two_numbers(visit: Visit) -> None:
    person = visit()
    person.open(ADDRESS)
    numbers = person.region("lab.bits.numbers")
    position = Game("connect4", WON).position
    for index, side in enumerate((FIRST, SECOND)):
        article = numbers.get_by_role("article").nth(index)
        expect(article.locator(".decimal")).to_have_text(f"{position.bits(side):,}")
        groups = article.locator(".binary .digits").all_inner_texts()
        assert "".join(map(digits, groups)) == f"{position.bits(side):049b}"
    # A pointer, then a keyboard.
    person.cell("d2").hover()
    expect(numbers).to_contain_text("d2 is bit 3 × 7 + 1 = 22")
    expect(numbers).to_contain_text("4,194,304")
    expect(numbers.get_by_role("article").nth(1).locator(".binary mark")).to_have_text("1")
    person.cell("d2").focus()
    person.page.keyboard.press("ArrowRight")
    expect(person.cell("e2")).to_be_focused()
    expect(numbers).to_contain_text("bit 4 × 7 + 1 = 29")
    expect(person.cell("e2")).to_have_attribute("aria-label", re.compile("bit 29"))
    # The game is over: moves are taken back, and another is played.
    person.button("analysis.go.back").click()
    person.cell("g1").click()
    after = Game("connect4", WON.replace("d4", "g1")).position
    expect(numbers.locator(".decimal").first).to_have_text(f"{after.bits(FIRST):,}")
    expect(person.page).to_have_url(re.compile(r"moves=.*d3,g1&cell=g1"))


def test_the_win_test_step_by_step(visit: Visit) -> None:
    person = visit()
    person.open(ADDRESS)
    person.radio("lab.bits.show.test").check()
    steps = person.region("lab.bits.test").get_by_role("listitem")
    expect(steps).to_have_count(6)
    status = person.page.locator(".stage").get_by_role("status")
    expect(status).to_contain_text("a1, b2, c3, d1, d4, e1")
    person.page.locator("h1").click()
    for _ in range(2):
        person.page.keyboard.press("ArrowRight")
    test = bits.win_test(
        Game("connect4", WON).position.bits(FIRST),
        bits.Direction.RISING,
        Game("connect4").rules,
    )
    left = ", ".join(map(str, bits.cells_of(test.steps[1].bits, Game("connect4").rules)))
    expect(status).to_contain_text(f"Left: {left}.")
    expect(steps.nth(2).get_by_role("button")).to_have_attribute("aria-current", "step")
    # The address brings back exactly this.
    expect(person.page).to_have_url(re.compile("show=test&side=first&direction=rising&step=2"))
    sentence = status.inner_text()
    person.button("lab.copy").click()
    person.page.goto(person.copied())
    expect(status).to_have_text(sentence)
    for _ in range(3):
        person.button("lab.bits.next").click()
    expect(status).to_contain_text("a1, b2, c3, d4")
    expect(person.button("lab.bits.next")).to_be_disabled()
    person.button("analysis.go.back").click()
    expect(status).to_contain_text(person.text("lab.bits.say.none"))
    # It plays by itself through the directions that are left.
    person.radio("lab.bits.direction.falling").check()
    person.button("lab.bits.play").click()
    expect(person.button("lab.bits.pause")).to_be_visible()
    expect(status).to_contain_text("Shift by 6 bits")


def test_any_rules_and_screens(visit: Visit) -> None:
    person = visit(color_scheme="dark", viewport={"width": 360, "height": 740})
    five = "h8,a1,h9,a2,h10,a3,h11,a5,h12"
    person.open(
        f"/lab/bits?rules=gomoku-exact&moves={five}&show=test&side=first&direction=up&step=11"
    )
    steps = person.region("lab.bits.test").get_by_role("listitem")
    expect(steps).to_have_count(12)
    expect(steps.last).to_contain_text(person.text("lab.bits.won"))
    assert violations(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    person.open("/lab/bits?rules=26x26:5&moves=h8&cell=h8")
    numbers = person.region("lab.bits.numbers")
    expect(numbers).to_contain_text("702 bits")
    numbers.locator("summary").first.click()
    expect(numbers.locator("details").first.locator(".digits")).to_have_count(26)

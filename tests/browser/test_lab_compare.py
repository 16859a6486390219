"""The Compare exhibit: a ladder that is climbed while one looks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from enligne import Game, engines
from enligne.engines.searches import available_threads
from tests.browser.axe import violations

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

MOVES = [str(move) for move in Game("connect4", "44455554221").moves]
ADDRESS = f"/lab/compare?rules=connect4&moves={','.join(MOVES)}&depth=5&seconds=0.5"


def test_the_ladder_is_climbed(visit: Visit) -> None:
    person = visit()
    person.open(ADDRESS)
    ladder = person.region("lab.compare.ladder")
    expect(ladder).to_contain_text(person.text("lab.compare.empty"))
    person.button("lab.compare.run").click()
    rungs = ladder.get_by_role("listitem")
    expect(rungs).to_have_count(7)
    expect(person.button("lab.compare.again")).to_be_visible()
    position = Game("connect4", " ".join(MOVES)).position
    for index, text in enumerate(
        ("minimax:depth=5", "alphabeta:depth=5,order=none,table_mb=0,deepen=off")
    ):
        found = engines.create(text).analyse(position)
        expect(rungs.nth(index)).to_contain_text(f"{found.nodes:,} positions")
        expect(rungs.nth(index).locator(".found b")).to_have_text(str(found.move))
    expect(rungs.nth(5)).to_contain_text(
        "positions" if available_threads() > 1 else person.text("lab.compare.skipped.threads")
    )
    expect(rungs.last).to_contain_text("proven")
    person.expect_said(person.text("lab.compare.done"))

    def width(index: int) -> float:
        box = rungs.nth(index).locator(".bar.nodes").bounding_box()
        assert box is not None
        return box["width"]

    assert width(0) > width(1) > width(2)
    logarithmic = width(1) / width(0)
    person.radio("lab.compare.scale.linear").check()
    person.page.wait_for_function(
        "before => { const bars = document.querySelectorAll('.bar.nodes');"
        " return bars[1].clientWidth / bars[0].clientWidth < before }",
        arg=logarithmic,
    )
    # The address climbs it again by itself.
    expect(person.page).to_have_url(re.compile("scale=linear&run=1"))
    person.page.reload()
    expect(person.radio("lab.compare.scale.linear")).to_be_checked()
    expect(person.button("lab.compare.again")).to_be_visible()
    expect(rungs.first).to_contain_text("positions")
    assert violations(person.page) == []


def test_what_does_not_finish_and_what_is_stopped(visit: Visit) -> None:
    person = visit(color_scheme="dark", viewport={"width": 360, "height": 740})
    person.open("/lab/compare?rules=gomoku&moves=h8&depth=9&seconds=0.5&run=1")
    rungs = person.region("lab.compare.ladder").get_by_role("listitem")
    expect(rungs.first).to_contain_text(person.text("lab.compare.unfinished"))
    expect(rungs.first.locator(".bar.open")).to_have_count(2)
    person.button("lab.compare.stop").click()
    expect(person.button("lab.compare.again")).to_be_visible()
    expect(rungs.last).to_contain_text(person.text("lab.compare.skipped.rules"))
    assert violations(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    # Another position has no figures yet.
    person.cell("h9").click()
    expect(person.button("lab.compare.run")).to_be_visible()

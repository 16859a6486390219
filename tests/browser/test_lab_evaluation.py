"""The Evaluation exhibit: the map, the cell under the pointer, and the two moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from enligne import Game, engines
from enligne.engines.filters import filter_sums
from enligne.server.lab.evaluation import evaluation_view
from tests.browser.axe import violations

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

GOMOKU = ["h8", "i9", "h9", "i8", "h10", "i7"]


def test_threes_and_twos_and_the_two_moves(visit: Visit) -> None:
    person = visit()
    person.open("/lab/evaluation")
    position = Game("connect4", "a1 g1 c1 f1 g2 d1 e1 a2").position
    view = evaluation_view(position, "report")
    expect(person.region("lab.evaluation.plays")).to_contain_text(view["plays"])
    plays = person.region("lab.evaluation.plays").locator(".move")
    expect(plays).to_have_text(str(engines.create(view["player"]).analyse(position).move))
    for cell, about in view["cells"].items():
        label = person.cell(cell).get_attribute("aria-label") or ""
        assert label.endswith(f"{about['heat']:+d}".replace("+0", "0"))
    person.cell("b1").hover()
    looked = person.region("lab.evaluation.looked")
    expect(looked).to_contain_text("+106")
    expect(looked).to_contain_text("1 new row of 3, 100 each")
    engine = person.region("lab.evaluation.engine").locator(".move")
    expect(engine).to_have_text(re.compile(r"^[a-g][1-6]$"))
    expect(
        person.sees("lab.evaluation.different").or_(person.sees("lab.evaluation.same"))
    ).to_be_visible()
    # Playing on it makes a three, which is counted.
    person.cell("b1").click()
    row = person.page.get_by_role("row", name=re.compile("^3 next to each other"))
    expect(row.get_by_role("cell").nth(1)).to_have_text("1")
    assert violations(person.page) == []


def test_filters_lie_on_the_board(visit: Visit) -> None:
    person = visit()
    address = f"/lab/evaluation?rules=gomoku&moves={','.join(GOMOKU)}&evaluation=filters"
    person.open(address)
    position = Game("gomoku", " ".join(GOMOKU)).position
    sums = {str(move): each for move, each in filter_sums(position).items()}
    person.cell("h7").focus()
    person.page.keyboard.press("ArrowUp")  # a stone is there
    looked = person.region("lab.evaluation.looked")
    expect(looked).to_contain_text(person.text("lab.evaluation.looked.no", cell="h8"))
    person.page.keyboard.press("ArrowDown")
    for value, shown in zip(
        sums["h7"].by_direction, looked.get_by_role("definition").all(), strict=True
    ):
        expect(shown).to_have_text(f"{value:+d}".replace("-", "−").replace("+0", "0"))
    expect(person.page.locator(".arm")).to_have_count(4 * 8)
    expect(person.page).to_have_url(re.compile(r"evaluation=filters&cell=h7"))
    # The list says the same in words, and leads to a cell.
    person.page.get_by_text(person.text("lab.evaluation.ranked", count=len(sums))).click()
    person.page.get_by_role("button", name=re.compile(r"^h6 ")).click()
    expect(looked.locator("b")).to_have_text("h6")
    # Each evaluation in its turn; the address brings it back.
    person.radio("lab.evaluation.gomoku").check()
    person.cell("h11").hover()
    expect(looked).to_contain_text("open four")
    expect(person.page).to_have_url(re.compile(r"evaluation=gomoku&cell=h11"))
    person.page.reload()
    expect(person.radio("lab.evaluation.gomoku")).to_be_checked()
    expect(looked).to_contain_text("open four")


def test_a_dark_phone_in_french(visit: Visit) -> None:
    person = visit("fr", color_scheme="dark", viewport={"width": 360, "height": 740})
    person.open("/lab/evaluation?rules=connect4&moves=d1,d2,d3&evaluation=lines&cell=d4")
    expect(person.region("lab.evaluation.looked")).to_contain_text("d4")
    assert violations(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    person.open("/lab/evaluation?rules=tictactoe&moves=a1,b1,a2,b2,a3")
    expect(person.sees("lab.evaluation.over")).to_be_visible()

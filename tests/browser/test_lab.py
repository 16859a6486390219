"""The hall of the Lab and the ways between its exhibits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from enligne import FIRST, SECOND, Game, bits, engines
from enligne.engines.filters import filter_sums
from enligne.engines.searches import available_threads
from enligne.server.lab.evaluation import evaluation_view
from tests.browser.axe import violations
from tests.server.helpers import plain

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit


EXHIBITS = ("search", "bits", "evaluation", "matchboxes", "compare")


def test_a_card_leads_to_each_exhibit_and_tabs_from_exhibit_to_exhibit(visit: Visit) -> None:
    person = visit()
    person.open()
    person.link("header.lab").click()
    expect(person.heading("lab.title")).to_be_visible()
    cards = person.page.locator("main").get_by_role("listitem").get_by_role("link")
    expect(cards).to_have_count(len(EXHIBITS))
    assert violations(person.page) == []
    cards.filter(has_text=person.text("lab.card.search")).click()
    tabs = person.page.get_by_role("navigation", name=person.text("lab.exhibits"))
    for exhibit in EXHIBITS:
        tabs.get_by_role("link", name=person.text(f"lab.exhibit.{exhibit}"), exact=True).click()
        expect(person.heading(f"lab.{exhibit}.title")).to_be_visible()
        expect(person.page).to_have_url(re.compile(rf"/lab/{exhibit}(\?|$)"))
        current = tabs.locator('[aria-current="page"]')
        expect(current).to_have_text(person.text(f"lab.exhibit.{exhibit}"))
    person.page.go_back()
    expect(person.heading("lab.matchboxes.title")).to_be_visible()
    tabs.get_by_role("link", name=person.text("header.lab"), exact=True).click()
    expect(person.heading("lab.title")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_hall_fits_a_small_screen(visit: Visit, language: str) -> None:
    person = visit(language, viewport={"width": 360, "height": 740})
    person.open("/lab")
    expect(person.heading("lab.title")).to_be_visible()
    width = person.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


def test_there_is_no_such_exhibit(visit: Visit) -> None:
    person = visit()
    person.open("/lab/kitchen")
    expect(person.heading("notfound.title")).to_be_visible()


# The Bits exhibit: numbers, the bit of a cell, and the win test step by step.


#: Four in a row on the rising diagonal.
WON = "a1 b1 b2 c1 d1 c2 c3 d2 e1 d3 d4"
BITS = f"/lab/bits?rules=connect4&moves={WON.replace(' ', ',')}"


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def test_a_position_is_two_numbers(visit: Visit) -> None:
    person = visit()
    person.open(BITS)
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
    person.button("walk.back").click()
    person.cell("g1").click()
    after = Game("connect4", WON.replace("d4", "g1")).position
    expect(numbers.locator(".decimal").first).to_have_text(f"{after.bits(FIRST):,}")
    expect(person.page).to_have_url(re.compile(r"moves=.*d3,g1&cell=g1"))


def test_the_win_test_step_by_step(visit: Visit) -> None:
    person = visit()
    person.open(BITS)
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
    person.button("walk.back").click()
    expect(status).to_contain_text(person.text("lab.bits.say.none"))
    # It plays by itself through the directions that are left.
    person.radio("lab.bits.direction.falling").check()
    person.button("lab.bits.play").click()
    expect(person.button("lab.pause")).to_be_visible()
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


# The Compare exhibit: a ladder that is climbed while one looks.


MOVES = [str(move) for move in Game("connect4", "44455554221").moves]
COMPARE = f"/lab/compare?rules=connect4&moves={','.join(MOVES)}&depth=5&seconds=0.5"


def test_the_ladder_is_climbed(visit: Visit) -> None:
    person = visit()
    person.open(COMPARE)
    ladder = person.region("lab.compare.ladder")
    expect(ladder).to_contain_text(person.text("lab.compare.empty"))
    person.button("lab.compare.run").click()
    rungs = ladder.get_by_role("listitem")
    expect(rungs).to_have_count(8)
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
    person.button("action.stop").click()
    expect(person.button("lab.compare.again")).to_be_visible()
    expect(rungs.last).to_contain_text(person.text("lab.compare.skipped.rules"))
    assert violations(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    # Another position has no figures yet.
    person.cell("h9").click()
    expect(person.button("lab.compare.run")).to_be_visible()


# The Evaluation exhibit: the map, the cell under the pointer, and the two moves.


GOMOKU = ["h8", "i9", "h9", "i8", "h10", "i7"]


def test_threes_and_twos_and_the_two_moves(visit: Visit) -> None:
    person = visit()
    person.open("/lab/evaluation")
    position = Game("connect4", "a1 g1 c1 f1 g2 d1 e1 a2").position
    view = plain(evaluation_view(position, "report"))
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


# Every exhibit: the picture first, on a phone too, and alone on the screen of a projector.


#: What of each exhibit is its picture.
PICTURES = {
    "search": ".panes .tree",
    "bits": ".stage .board",
    "evaluation": ".stage .board",
    "matchboxes": ".wall",
    "compare": ".stage .board",
}


@pytest.mark.parametrize("exhibit", EXHIBITS)
def test_the_picture_comes_first_and_fills_a_projector(visit: Visit, exhibit: str) -> None:
    person = visit(viewport={"width": 1280, "height": 800})
    person.open(f"/lab/{exhibit}")
    picture = person.page.locator(f".showcase {PICTURES[exhibit]}").first
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box is not None
    assert box["y"] < 370
    about = person.sees(f"lab.{exhibit}.about")
    expect(about).to_be_hidden()
    # The prose unfolds, and stays so.
    person.button("lab.what").click()
    expect(about).to_be_visible()
    person.page.reload()
    expect(about).to_be_visible()
    person.button("lab.what").click()
    expect(about).to_be_hidden()

    for width, height in ((1280, 800), (1024, 768)):
        person.page.set_viewport_size({"width": width, "height": height})
        before = _seen(picture)
        person.button("lab.present").click()
        expect(person.page.locator("h1")).to_be_hidden()
        expect(person.page.get_by_role("banner")).to_be_hidden()
        assert _seen(picture) > before
        # Nothing has to be scrolled to, and the way out covers nothing.
        sizes = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert person.page.evaluate(sizes) == [width, height]
        expect(person.button("lab.present.end")).to_be_visible()
        person.page.keyboard.press("Escape")
        expect(person.heading(f"lab.{exhibit}.title")).to_be_visible()
    person.page.keyboard.press("p")
    expect(person.page.locator("h1")).to_be_hidden()
    assert violations(person.page) == []
    person.button("lab.present.end").click()
    expect(person.heading(f"lab.{exhibit}.title")).to_be_visible()


def _seen(picture: Locator) -> float:
    """How much of the screen it has."""
    share: float = picture.evaluate(
        """element => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const down = Math.min(bottom, innerHeight) - Math.max(top, 0);
          return ((right - left) * down) / (innerWidth * innerHeight);
        }"""
    )
    return share


def test_the_step_of_the_win_test_is_in_sight(visit: Visit) -> None:
    for width, height in ((1280, 800), (1024, 768)):
        person = visit(viewport={"width": width, "height": height})
        person.open(f"{BITS}&show=test")
        expect(person.button("lab.bits.next")).to_be_in_viewport(ratio=1)
        # Hexadecimal digits say so, and each side has its stone.
        first = person.region("lab.bits.test").get_by_role("listitem").first
        expect(first).to_contain_text("0x11210101")
        stones = person.region("lab.bits.numbers").locator("h3 svg")
        expect(stones.nth(0)).to_have_class(re.compile(r"holes first"))
        expect(stones.nth(1)).to_have_class(re.compile(r"holes second"))


def test_every_stone_of_a_map_keeps_its_mark(visit: Visit) -> None:
    person = visit()
    person.open("/lab/evaluation")
    marks = person.page.locator(".stage .board g.first .pattern")
    expect(marks).to_have_count(4)

"""The Search exhibit: replayed, walked by keys, edited, and brought back by its address."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from enligne import Game, engines
from tests.browser.axe import violations
from tests.browser.test_french import check

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

MOVES = "b2 b3 a1"
PLAIN = "probe=off,order=none,deepen=off,table_mb=0,evaluation=lines"
TWICE = (
    f"/lab/search?rules=tictactoe&moves={MOVES.replace(' ', ',')}"
    f"&a=alphabeta:depth=6,cut=off,{PLAIN}&b=alphabeta:depth=6,cut=on,{PLAIN}"
)


def facts(person: Person) -> Locator:
    return person.region("lab.search.facts")


def nodes(cut: str) -> int:
    """How many the library's own search visits."""
    engine = engines.create(f"alphabeta:depth=6,cut={cut},{PLAIN}")
    return engine.analyse(Game("tictactoe", MOVES).position).nodes


def test_the_same_search_with_and_without_cuts(visit: Visit) -> None:
    person = visit()
    person.open(TWICE)
    plain, cut = nodes("off"), nodes("on")
    assert plain > cut
    for name, count in (("first", plain), ("second", cut)):
        pane = person.region(f"lab.search.pane.{name}")
        expect(pane).to_contain_text(f"{count} of {count} nodes")
    expect(person.page.get_by_text(re.compile("The second needs .* times fewer"))).to_contain_text(
        f"{plain / cut:.3g}"
    )
    # The switch makes both the same search.
    second = person.region("lab.search.pane.second")
    second.get_by_role("switch", name=person.text("lab.search.technique.cut")).click()
    expect(second).to_contain_text(f"{plain} of {plain} nodes")
    expect(person.sees("lab.search.ratio.same")).to_be_visible()
    assert violations(person.page) == []


def test_time_goes_back_to_the_root_and_on_step_by_step(visit: Visit) -> None:
    person = visit()
    person.open("/lab/search?show=endgame")
    slider = person.page.get_by_role("slider")
    tree = person.region("lab.search.tree")
    expect(tree).to_contain_text(re.compile(r"(\d+) of \1 nodes"))
    expect(person.button("walk.forward")).to_be_disabled()
    slider.focus()
    person.page.keyboard.press("Home")
    expect(tree).to_contain_text(re.compile(r"(?<!\d)0 of \d+ nodes"))
    expect(facts(person)).to_contain_text(person.text("lab.search.value.open"))
    person.button("walk.forward").click()
    expect(tree).to_contain_text(re.compile(r"(?<!\d)1 of \d+ nodes"))
    speed = person.page.get_by_role("combobox", name=person.text("analysis.speed"))
    speed.select_option(person.text("lab.search.speed.of", speed=100))
    person.button("lab.search.play").click()
    expect(tree).to_contain_text(re.compile(r"(\d+) of \1 nodes"))
    expect(person.button("lab.search.play")).to_be_visible()


def test_keys_walk_the_tree_and_the_address_brings_it_back(visit: Visit) -> None:
    person = visit()
    person.open("/lab/search?show=endgame")
    tree = person.page.get_by_role("application")
    expect(facts(person).get_by_role("heading")).to_contain_text("The root")
    tree.focus()
    for key in ("ArrowDown", "ArrowRight"):
        person.page.keyboard.press(key)
    # Its second move is cut: a move that loses at once is refuted by one reply.
    heading = facts(person).get_by_role("heading")
    expect(heading).to_have_text(re.compile(r"^\w\d: cross \(Min\) to move"))
    expect(facts(person)).to_contain_text("Cut by α")
    expect(facts(person)).to_contain_text(re.compile(r"2 moves were never looked at: \w\d, \w\d"))
    person.expect_said("Cut by α")
    cell = heading.inner_text().partition(":")[0]
    person.expect_stone(cell, "nought")
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("-")
    person.button("lab.copy").click()
    expect(person.sees("lab.copied")).to_be_visible()
    address = person.copied()
    assert {"node", "view"} <= {part.partition("=")[0] for part in address.split("&")}

    friend = visit()
    friend.page.goto(address)
    expect(facts(friend).get_by_role("heading")).to_have_text(heading.inner_text())
    friend.expect_stone(cell, "nought")
    friend.button("lab.copy").click()
    expect(friend.sees("lab.copied")).to_be_visible()
    assert friend.copied() == address
    # From there the search can begin anew.
    friend.button("lab.search.from_here").click()
    expect(facts(friend).get_by_role("heading")).to_have_text("The root: cross (Max) to move")
    expect(friend.page).to_have_url(re.compile(f"moves=b2,b3,a1,c3,a3,{cell}&"))


def test_a_pointer_finds_the_node_under_it(visit: Visit) -> None:
    # High enough for the root and the node: the camera stays where it is.
    person = visit(viewport={"width": 1280, "height": 940})
    person.open("/lab/search?show=endgame")
    heading = facts(person).get_by_role("heading")
    expect(heading).to_contain_text("The root")
    person.page.get_by_role("application").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        person.page.keyboard.press(key)
    expect(facts(person)).to_contain_text("The game is over")
    wanted = heading.inner_text()
    person.page.keyboard.press("Enter")  # into the middle
    person.page.keyboard.press("Escape")
    expect(heading).to_contain_text("The root")
    canvas = person.page.locator("canvas")
    box = canvas.bounding_box()
    assert box is not None
    for down in range(20, int(box["height"]), 24):
        canvas.click(position={"x": box["width"] / 2, "y": down}, force=True)
        if heading.inner_text() == wanted:
            break
    expect(heading).to_have_text(wanted)


def test_two_fingers_zoom_the_tree(visit: Visit) -> None:
    person = visit(viewport={"width": 390, "height": 800}, has_touch=True)
    person.open("/lab/search?show=connect4&view=3,20,0")
    canvas = person.page.locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    middle, level = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = person.context.new_cdp_session(person.page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": middle + side * each, "y": level} for each in apart for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def scale(address: str) -> float:
        return float(unquote(address).partition("view=")[2].split(",")[1])

    def shows(wanted: object, address: str) -> bool:
        return scale(address) == wanted

    for before, after in ((40, 100), (120, 60)):
        expected = pytest.approx(scale(person.page.url) * after / before, rel=0.05)
        touch("touchStart", before)
        for step in range(1, 6):
            touch("touchMove", before + (after - before) * step / 5)
        touch("touchEnd")
        person.page.wait_for_url(partial(shows, expected))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_exhibit_fits_a_small_screen(visit: Visit, language: str) -> None:
    person = visit(language, viewport={"width": 360, "height": 740}, has_touch=True)
    person.open("/lab/search?show=connect4")
    expect(person.page.get_by_role("application")).to_be_visible()
    expect(facts(person)).to_be_visible()
    width = person.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    if language == "fr":
        check(person)
    assert violations(person.page) == []


def test_what_cannot_be_searched_is_said(visit: Visit) -> None:
    person = visit()
    person.open("/lab/search?rules=tictactoe&moves=z9")
    expect(person.page.get_by_role("alert").first).to_be_visible()
    person.open("/lab/search?show=endgame")
    person.page.get_by_text(person.text("lab.search.own")).click()
    moves = person.page.get_by_role("textbox", name=person.text("lab.search.moves"))
    moves.fill("b2 b2")
    person.button("lab.search.run").click()
    expect(person.page.get_by_role("alert").first).to_contain_text(person.text("error.illegal"))
    moves.fill("b2 a1 c3 a3")
    person.button("lab.search.run").click()
    expect(person.page).to_have_url(re.compile("moves=b2,a1,c3,a3&"))

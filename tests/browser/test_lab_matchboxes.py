"""The Matchboxes exhibit as a student uses it: the wall learns, a game is played in slow motion,
the machine's weakness is shown, and it is kept. What is on screen is what the library's machine
has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from enligne.learning import Brain, Menace, Store, train
from tests.browser import axe

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.person import Person
    from tests.server.helpers import Server

EXHIBIT = "/lab/matchboxes"
KEY = "lab.matchboxes"


def enter(person: Person, query: str = "") -> Locator:
    """Opens the exhibit, and waits for its wall."""
    person.open(EXHIBIT + query)
    boxes = person.page.locator("[data-place]")
    expect(boxes.first).to_be_visible()
    return boxes


def told(person: Person, place: int) -> str:
    """What the page tells of a box that is pointed at."""
    box = person.page.locator(f'[data-place="{place}"]')
    box.focus()
    described = box.get_attribute("aria-describedby")
    return person.page.locator(f"#{described}").inner_text()


def counts(text: str) -> dict[str, int]:
    return {
        cell: int(count.replace(",", "")) for cell, count in re.findall(r"(\w+): ([\d,]+)", text)
    }


def look(person: Person, view: str) -> None:
    person.radio(f"{KEY}.view.{view}").check()


def test_the_wall_learns_as_the_library_does(visit: Visit) -> None:
    me = visit()
    boxes = enter(me, "?games=400&rate=fast")
    expect(boxes).to_have_count(304)
    machine = Menace("tictactoe", variant="her", seed=1)
    before = machine.measure()
    train(machine, "coach", 400)
    me.button(f"{KEY}.view.train").click()
    expect(me.page.get_by_text(me.text(f"{KEY}.games", count=400), exact=True)).to_be_visible()
    me.page.wait_for_function("() => location.search.includes('coach*400')")
    assert machine.measure() != before
    all_boxes = list(machine.boxes())
    changed = [
        place for place, box in enumerate(Menace("tictactoe").boxes()) if box != all_boxes[place]
    ]
    for place in [0, *changed[:2], changed[-1]]:
        expected = {str(move): count for move, count in all_boxes[place].beads.items()}
        found = counts(told(me, place))
        assert {cell: count for cell, count in found.items() if cell in expected} == expected
    worst = machine.measure().worst_case.loss
    figure = me.page.get_by_role("img", name=re.compile("knows the boxes"))
    expect(figure).to_have_attribute("aria-label", re.compile(rf"{100 * worst:.0f}%"))
    # The address alone brings back the same wall.
    words = told(me, changed[0])
    me.page.reload()
    expect(boxes).to_have_count(304)
    assert told(me, changed[0]) == words


def test_boxes_by_keyboard(visit: Visit) -> None:
    me = visit()
    enter(me, "?run=tictactoe/michie/first/1/")
    me.page.locator('[data-place="0"]').focus()
    for key in ("PageDown", "ArrowRight", "ArrowDown", "Enter"):
        me.page.keyboard.press(key)
    dialog = me.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    number = int(re.sub(r"\D", "", dialog.get_by_role("heading").inner_text()))
    box = list(Menace("tictactoe", variant="michie").boxes())[number - 1]
    rows = dialog.locator("tbody tr")
    expect(rows).to_have_count(len(box.beads))
    for row, (move, count) in zip(rows.all(), box.beads.items(), strict=True):
        assert row.inner_text().split()[0] == str(move)
        expect(row.locator("td").first).to_have_text(str(count))
    me.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(me.page.locator(f'[data-place="{number - 1}"]')).to_be_focused()


def test_a_game_in_slow_motion_and_what_it_teaches(visit: Visit) -> None:
    me = visit()
    enter(me, "?run=tictactoe/scroggs/first/1/random*300&view=play")
    step, learn = me.button(f"{KEY}.play.next"), me.button(f"{KEY}.play.learn")
    free = me.page.locator('[data-cell][aria-label*="empty"]:not([aria-disabled="true"])')
    seen = 0
    while True:
        # Whose turn it is says nothing yet: the words stay while the machine is being asked.
        expect(step.or_(learn).or_(free).first).to_be_visible()
        while step.is_visible():
            step.click()
            seen += 1
        if learn.is_visible():
            break
        free.last.click()
    assert seen >= 10  # five stages for each of at least two moves
    expect(me.page).to_have_url(re.compile("moves="))
    moves = dict(part.split("=") for part in me.page.url.partition("?")[2].split("&"))["moves"]
    learn.click()
    changes = me.region(f"{KEY}.play.changes")
    expect(changes).to_be_visible()
    me.page.wait_for_function("moves => location.search.includes('~play*' + moves)", arg=moves)
    # The library's machine, taught the same game, has the same beads.
    text = changes.inner_text()
    me.page.reload()
    look(me, "train")
    expect(me.page.get_by_text(me.text(f"{KEY}.games", count=301), exact=True)).to_be_visible()
    for number, bead, after in re.findall(r"Box (\d+), bead (\w+): \d+ → (\d+)", text):
        assert counts(told(me, int(number) - 1))[bead] == int(after)


def test_several_runs_on_the_same_plot(visit: Visit) -> None:
    me = visit()
    enter(me, "?run=tictactoe/her/first/1/coach*200&rate=fast&games=10&partner=self")
    legend = me.region(f"{KEY}.curves").get_by_role("listitem")
    expect(legend).to_have_count(1)
    me.radio(f"{KEY}.variant.report").check()
    expect(legend).to_have_count(2)
    me.button(f"{KEY}.view.train").click()
    expect(legend.first).to_contain_text(me.text(f"{KEY}.partner.self"))
    expect(me.page).to_have_url(re.compile(r"with=tictactoe/her/first/1/coach\*200"))
    me.page.reload()
    expect(legend).to_have_count(2)
    legend.last.get_by_role("button").click()
    expect(legend).to_have_count(1)


def test_keeping_it(visit: Visit, server: Server) -> None:
    me = visit()
    enter(me, "?run=tictactoe/michie/first/4/random*50&view=keep")
    me.page.get_by_label(me.text(f"{KEY}.keep.name")).fill("kept-in-the-lab")
    me.button(f"{KEY}.keep.save").click()
    expect(me.sees(f"{KEY}.keep.saved.about", name="kept-in-the-lab")).to_be_visible()
    machine = Menace("tictactoe", variant="michie", seed=4)
    train(machine, "random", 50)
    assert "kept-in-the-lab" not in Store(server.folder / "brains")  # it is the visitor's own
    with me.page.expect_download() as download:
        me.button(f"{KEY}.keep.json").click()
    text = Path(download.value.path()).read_text()
    assert list(Brain.from_json(text).machine.boxes()) == list(machine.boxes())
    me.page.get_by_label(me.text(f"{KEY}.keep.open")).select_option("class-a")
    me.button(f"{KEY}.keep.show").click()
    expect(me.page).to_have_url(re.compile("run=brain/class-a/"))
    # Only one's own can be removed.
    choice = me.page.get_by_label(me.text(f"{KEY}.keep.open"))
    remove = me.button(f"{KEY}.keep.remove", name="kept-in-the-lab")
    look(me, "keep")
    expect(remove).to_have_count(0)
    choice.select_option("kept-in-the-lab")
    remove.click()
    expect(choice.get_by_role("option", name="kept-in-the-lab")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "options"),
    [
        ("en", {"color_scheme": "dark"}),
        ("fr", {"viewport": {"width": 360, "height": 740}, "has_touch": True}),
    ],
)
def test_everyone_can_use_it(visit: Visit, language: str, options: dict[str, object]) -> None:
    me = visit(language, **options)
    enter(me, "?run=tictactoe/report/first/1/self*100")
    for view in ("train", "play", "lose", "keep"):
        look(me, view)
        me.page.wait_for_timeout(150)
        assert axe.violations(me.page) == []
        overflow = me.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert overflow <= 0, view
    # Nothing makes the page longer than what is on it.
    below = me.page.evaluate(
        "document.documentElement.scrollHeight -"
        " document.querySelector('main').getBoundingClientRect().bottom - scrollY"
    )
    assert below <= 1

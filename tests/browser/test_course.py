"""The course, followed lesson by lesson: its addresses are opened, what it says to do is done, and
the figures that it names are on the screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

COURSE = (Path(__file__).parents[2] / "docs" / "course.md").read_text()
LESSONS = dict(re.findall(r"^## (\d)\. (.*?)(?=^## |\Z)", COURSE, re.DOTALL | re.MULTILINE))


def addresses(text: str) -> list[str]:
    """Those of the Lab in a text, without the host, which is another here."""
    return re.findall(r"<http://localhost:8000(/lab[^>]*)>", text)


class Lesson:
    """A lesson of the page, and somebody who follows it."""

    def __init__(self, number: int, person: Person) -> None:
        self._text = LESSONS[str(number)]
        self.person = person
        self.addresses = addresses(self._text)

    def says(self, text: str) -> str:
        """A text of the page that the lesson quotes: so the two are the same."""
        assert text in self._text
        return text

    def open(self, address: str) -> None:
        self.person.open(address)
        expect(self.person.page.locator("h1")).to_be_visible()

    def facts(self) -> Locator:
        """What the Search exhibit tells of a node."""
        return self.person.region("lab.search.facts")

    def replay(self) -> Locator:
        """The step that is shown, and what happens in it."""
        name = self.person.text("lab.search.timeline")
        return self.person.page.get_by_role("group", name=name, exact=True)

    def change_leaf(self, place: str, value: int) -> None:
        leaf = self.person.page.get_by_role("spinbutton", name=f"leaf {place}", exact=True)
        leaf.fill(str(value))
        leaf.press("Enter")


@pytest.fixture
def lesson(visit: Visit, request: pytest.FixtureRequest) -> Iterator[Lesson]:
    """The lesson of the test's name. Nothing may go wrong on the way."""
    number = int(re.findall(r"\d", request.node.name)[0])
    lesson = Lesson(number, visit())
    yield lesson
    expect(lesson.person.page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def test_there_are_six_lessons() -> None:
    assert list(LESSONS) == list("123456")
    assert LESSONS["1"].startswith("A board is two numbers\n")
    assert "a machine that cannot lose\n" in LESSONS["6"]


def test_every_address_belongs_to_a_lesson() -> None:
    """Each of these is opened below: a lesson's test unpacks all that it has."""
    in_lessons = [each for text in LESSONS.values() for each in addresses(text)]
    assert in_lessons == addresses(COURSE)
    assert len(in_lessons) == len(re.findall("://[^ ]*/lab", COURSE))


def test_lesson_1_bits(lesson: Lesson) -> None:
    person = lesson.person
    start, won = lesson.addresses
    lesson.open(start)
    numbers = person.region("lab.bits.numbers")
    person.cell("d1").hover()
    expect(numbers).to_contain_text(lesson.says("d1 is bit 3 × 7 + 0 = 21"))
    red, yellow = numbers.locator(".decimal").first, numbers.locator(".decimal").last
    expect(red).to_have_text(lesson.says("2,097,152"))
    expect(yellow).to_have_text(lesson.says("4,194,304"))
    person.cell("e1").click()
    expect(red).to_have_text(lesson.says("270,532,608"))

    lesson.open(won)
    steps = person.region("lab.bits.test").get_by_role("listitem")
    for place, count in ((0, "6 bits"), (2, "3 bits"), (4, "1 bit")):
        expect(steps.nth(place)).to_contain_text(count)
    step = person.button("lab.bits.next")
    for _ in range(5):
        step.click()
    expect(step).to_be_disabled()
    status = person.page.locator(".stage").get_by_role("status")
    expect(status).to_contain_text("A bit is left at a1: a row begins there.")
    person.button("walk.back").click()
    expect(steps.last).to_contain_text(lesson.says("m = 0"))
    expect(steps.last).to_contain_text(lesson.says(person.text("lab.bits.none")))


def test_lesson_2_evaluation(lesson: Lesson) -> None:
    person = lesson.person
    (start,) = lesson.addresses
    lesson.open(start)
    looked = person.region("lab.evaluation.looked")
    expect(looked).to_contain_text(lesson.says("+106"))
    expect(looked).to_contain_text("1 new row of 3, 100 each")
    expect(looked).to_contain_text("2 new rows of 2, 3 each")
    alone = person.region("lab.evaluation.plays").locator(".move")
    expect(alone).to_have_text("b1")
    expect(person.page.get_by_text(lesson.says("0 − 3 = −3"))).to_be_visible()
    expect(person.sees("lab.evaluation.different")).to_be_visible()
    expect(person.region("lab.evaluation.engine").locator(".move")).not_to_have_text("b1")
    person.radio("lab.evaluation.lines").check()
    expect(looked.locator("b + *, b ~ *").first).to_have_text(lesson.says("+2"))
    expect(alone).to_have_text("d2")
    expect(person.cell("d2")).to_have_attribute("aria-label", re.compile(r"\+10$"))


def test_lesson_3_minimax(lesson: Lesson) -> None:
    person = lesson.person
    tree, game = lesson.addresses
    lesson.open(tree)
    on = person.button("walk.forward")
    for _ in range(5):
        on.click()
    expect(lesson.replay()).to_contain_text("Step 6 of 17")
    expect(lesson.replay()).to_contain_text("Back from branch 1: its value is 3")
    person.button("walk.end").click()
    expect(person.region("lab.search.tree")).to_contain_text(lesson.says("12 of 12 nodes"))
    for name, value in (("The root", "3"), ("Branch 1", "3"), ("Branch 2", "2"), ("Branch 3", "1")):
        expect(triangle(person, name)).to_have_text(value)
    lesson.change_leaf("1.3", 7)
    expect(triangle(person, "The root")).to_have_text("6")

    lesson.open(game)
    expect(person.region("lab.search.tree")).to_contain_text(f"161 of {lesson.says('161 nodes')}")
    expect(lesson.replay()).to_contain_text("Back from the root: its value is W3")
    expect(lesson.facts()).to_contain_text(lesson.says("cross wins in 3 plies"))
    person.page.get_by_role("application").focus()
    person.page.keyboard.press("ArrowDown")
    for move in ("a2", "a3", "b1", "c1", "c2"):
        expect(lesson.facts().get_by_role("heading")).to_contain_text(f"{move}: nought")
        value = "cross wins in 2 plies" if move == "a3" else "nought wins in 1 ply"
        expect(lesson.facts()).to_contain_text(value)
        person.page.keyboard.press("ArrowRight")


def test_lesson_4_alpha_beta(lesson: Lesson) -> None:
    person = lesson.person
    best_first, worst_first, twice = lesson.addresses
    lesson.open(best_first)
    exhibit = person.region("lab.search.tree")
    expect(exhibit).to_contain_text(lesson.says("9 of 9 nodes"))
    root, middle = triangle(person, "The root"), triangle(person, "Branch 2")
    expect(root).to_have_text("3")
    expect(middle).to_have_text(lesson.says("≤ 2"))
    middle.click()
    expect(lesson.facts()).to_contain_text("Cut by α: 2 ≤ α = 3.")
    expect(lesson.facts()).to_contain_text("2 moves were never looked at: 2, 3.")
    assert violations(person.page) == []
    lesson.change_leaf("2.2", 99)
    expect(person.page).to_have_url(re.compile("99"))
    expect(exhibit).to_contain_text("9 of 9 nodes")
    expect(root).to_have_text("3")
    lesson.change_leaf("2.1", 50)
    expect(root).to_have_text("7")
    middle.click()
    expect(lesson.facts()).to_contain_text(person.text("lab.search.end.all"))

    lesson.open(worst_first)
    expect(exhibit).to_contain_text(lesson.says("12 of 12 nodes"))
    expect(root).to_have_text("3")
    order = person.text("option.order")
    best = lesson.says(person.text("lab.search.treeorder.threats"))
    exhibit.get_by_role("combobox", name=order).select_option(label=best)
    expect(exhibit).to_contain_text(lesson.says("8 of 8 nodes"))
    expect(root).to_have_text("3")

    lesson.open(twice)
    first = person.region("lab.search.pane.first")
    second = person.region("lab.search.pane.second")
    expect(first).to_contain_text(f"836 of {lesson.says('836 nodes')}")
    expect(second).to_contain_text("318 of 318 nodes")
    lesson.says("the second 318")
    fewer = person.text("lab.search.ratio.fewer", times="2.63")
    expect(person.page.get_by_text(fewer)).to_be_visible()
    lesson.says("2.63 times fewer")
    expect(lesson.replay()).to_contain_text("Back from the root: its value is L4")
    threats = lesson.says(person.text("lab.search.order.threats"))
    second.get_by_role("combobox", name=order).select_option(label=threats)
    expect(second).to_contain_text(f"7 of {lesson.says('7 nodes')}")


def test_lesson_5_compare(lesson: Lesson) -> None:
    person = lesson.person
    (start,) = lesson.addresses
    lesson.open(start)
    rungs = person.region("lab.compare.ladder").get_by_role("listitem")
    expect(person.button("lab.compare.again")).to_be_visible()
    for rung, count in zip(
        rungs.all(), ("745,245", "103,552", "2,373", "1,521", "2,664"), strict=False
    ):
        expect(rung).to_contain_text(f"{lesson.says(count)} positions")
        expect(rung.locator(".found")).to_contain_text("c2 +3")
    expect(rungs.last).to_contain_text(lesson.says("loss in 32 plies, proven"))
    # What is known stands beside every estimate.
    expect(rungs.first.locator(".truth")).to_contain_text("loss in 32 plies, proven")
    depth = person.page.get_by_label(lesson.says(person.text("lab.compare.depth")))
    depth.fill("8")
    depth.press("Enter")
    person.button("lab.compare.run").click()
    expect(rungs.first).to_contain_text(f"{lesson.says('4,643,264')} positions")
    expect(rungs.nth(3)).to_contain_text(f"{lesson.says('2,008')} positions")
    expect(rungs.nth(3).locator(".found")).to_contain_text(lesson.says("−33"))
    person.radio("lab.compare.scale.linear").check()
    expect(person.button("lab.compare.again")).to_be_visible()


def test_lesson_6_matchboxes(lesson: Lesson) -> None:
    person = lesson.person
    start, report = lesson.addresses
    lesson.open(start)
    boxes = person.page.locator("[data-place]")
    expect(boxes).to_have_count(304)
    boxes.first.hover()
    expect(
        person.page.get_by_text("a1: 4 beads, 44%; a2: 4 beads, 44%; b2: 1 bead")
    ).to_be_visible()
    curves = person.region("lab.matchboxes.curves")
    expect(curves).to_contain_text(lesson.says("94%"))
    person.button("lab.matchboxes.view.train").click()
    expect(person.page.get_by_text(lesson.says("1,500 games"), exact=True)).to_be_visible()
    results = person.text("lab.matchboxes.results", wins=355, draws=714, losses=431)
    expect(person.page.get_by_text(results)).to_be_visible()
    lesson.says("It wins 355, draws 714 and loses 431")
    safe = re.compile(f": {lesson.says('0%')} after 1,500 games")
    expect(curves.get_by_role("img", name=safe)).to_have_count(3)
    person.radio("lab.matchboxes.view.lose").check()
    expect(person.sees("lab.matchboxes.lose.never")).to_be_visible()
    lesson.says(person.text("lab.matchboxes.lose.never"))
    person.radio("lab.matchboxes.view.play").check()
    expect(person.sees("lab.matchboxes.stage.look")).to_be_visible()

    lesson.open(report)
    expect(person.sees("lab.matchboxes.lose.yes", count=6)).to_be_visible()
    lesson.says("in 6 moves")
    for _ in range(6):
        person.button("walk.forward").click()
    expect(person.button("walk.forward")).to_be_disabled()
    expect(person.page).to_have_url(re.compile("ply=6"))
    expect(person.page.get_by_role("status").get_by_text("wins")).to_be_visible()
    person.radio("lab.matchboxes.view.train").check()
    expect(curves).to_contain_text(lesson.says("88%"))
    expect(curves.get_by_role("listitem")).to_have_count(2)


def triangle(person: Person, name: str) -> Locator:
    """A node of the textbook's tree."""
    return person.page.get_by_role("button", name=re.compile(rf"^{name}\. (Max|Min) to move"))

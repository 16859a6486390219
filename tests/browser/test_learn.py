"""The course inside the page, followed word for word in both languages: what a step says to do is
done, the step ticks itself off then and not before, and everything that its text quotes is on the
screen. What it asks to press is covered by nothing, on screens of four sizes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from docs import course
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.test_screens import check_width, phone

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, ViewportSize

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

LESSONS = course.course()["lesson"]
SIZES = ((1280, 800), (1024, 768), (360, 740), (740, 360))

# Whether a click in the middle of what was just brought into sight would hit it: as little as
# needed is scrolled, so that whatever sticks to an edge would lie over it.
_HIT = """element => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  if (found && (element.contains(found) || found.contains(element))) return "";
  return `${element.outerHTML.slice(0, 90)} is below ${found?.outerHTML.slice(0, 90)}`;
}"""

# Whether an exhibit says this: in its texts, its fields, or to ears.
_SAYS = """wanted => {
  const place = document.querySelector(".showcase");
  const others = [...place.querySelectorAll("input, [aria-label]")];
  const texts = [place.innerText, ...others.map((each) => each.value ?? each.ariaLabel)];
  const plain = texts.map((text) => text?.replaceAll("\\u2011", "-").replace(/\\s+/g, " "));
  return plain.some((text) => text?.includes(wanted));
}"""


def plain(text: str) -> str:
    """Without the differences of spaces and hyphens."""
    return re.sub(r"\s+", " ", text.replace("\u2011", "-"))


def _size(width: int, height: int) -> ViewportSize:
    return {"width": width, "height": height}


class Student:
    """Somebody who follows a lesson."""

    def __init__(self, person: Person, number: int, sizes: tuple[tuple[int, int], ...]) -> None:
        self.person, self.number, self._sizes = person, number, list(sizes)
        self._looked: set[str] = set()
        self.exhibit = person.page.locator(".showcase")
        self.steps = person.page.locator(".lesson ol > li")

    def press(self, what: Locator, deed: str = "click", **options: Any) -> None:
        """Does something to what the lesson names, after a look whether it could be hit."""
        expect(what).to_be_visible()
        if str(what) not in self._looked:
            self._looked.add(str(what))
            # From the size of now through all the others, the last of which stays.
            for size in self._sizes:
                self.person.page.set_viewport_size(_size(*size))
                assert what.evaluate(_HIT) == "", size
            self._sizes.reverse()
        getattr(what, deed)(**options)

    def button(self, key: str) -> Locator:
        name = self.person.text(key)
        return self.exhibit.get_by_role("button", name=name, exact=True)

    def cell(self, name: str) -> Locator:
        return self.exhibit.locator(f'[data-cell="{name}"]')

    def point(self, cell: str) -> None:
        # A stone is looked at, and played by nobody.
        self.press(self.cell(cell), "tap" if self.person.touches else "hover", force=True)

    def play(self, cell: str) -> None:
        if self.person.touches:
            self.press(self.cell(cell), "tap")
            expect(self.person.button("board.play", cell=cell)).to_be_visible()
            self.cell(cell).tap()
        else:
            self.press(self.cell(cell))

    def leaf(self, place: str, value: int) -> None:
        name = self.person.text("lab.search.leaf", place=place)
        leaf = self.exhibit.get_by_role("spinbutton", name=name, exact=True)
        self.press(leaf)
        leaf.fill(str(value))
        leaf.press("Enter")

    def choose(self, key: str, option: str, within: Locator | None = None) -> None:
        fields = (within or self.exhibit).get_by_role("combobox", name=self.person.text(key))
        self.press(fields)
        fields.select_option(label=option)

    def tick(self, radio: str) -> None:
        choice = self.exhibit.get_by_role("radio", name=self.person.text(radio), exact=True)
        self.press(choice, "check")

    def do(self, step: int, deed: Callable[[], None]) -> None:
        """Does what a step says, and looks whether it was noticed and what the text promises."""
        source, item = LESSONS[self.number - 1]["step"][step - 1], self.steps.nth(step - 1)
        language = self.person.language
        said = course.said(source, language)
        assert plain(item.locator("p").inner_text()) == plain(re.sub(r"[*`]", "", said))
        if "show" in source:
            self.person.page.get_by_role(
                "link", name=self.person.text("learn.show", number=step)
            ).click()
            # What is shown is there before anything is done to it.
            self.wait_for(source["show"])
        done = item.get_by_text(self.person.text("learn.done"), exact=True)
        expect(item).to_have_attribute("aria-current", "step")
        expect(done).to_have_count(0)
        deed()
        expect(done).to_be_attached()
        for quoted in course.quotes(source, language):
            self.person.page.wait_for_function(_SAYS, arg=plain(quoted))

    def wait_for(self, query: str) -> None:
        """Until the exhibit has written what it shows into its address."""
        first = re.escape(query.split("&")[0].replace("[", "%5B").replace("]", "%5D"))
        expect(self.person.page).to_have_url(re.compile(first))
        expect(self.exhibit.get_by_role("status").filter(has_text="…")).to_have_count(0)


def bits(student: Student) -> None:
    student.do(1, lambda: student.point("d1"))
    student.do(2, lambda: student.play("e1"))

    def five_times() -> None:
        for _ in range(5):
            student.press(student.button("lab.bits.next"))

    student.do(3, five_times)
    student.do(4, lambda: student.press(student.button("walk.back")))


def evaluation(student: Student) -> None:
    person = student.person
    student.do(1, lambda: student.point("b1"))
    half = {"en": "0.5 seconds", "fr": "0,5 seconde"}[person.language]
    student.do(2, lambda: student.choose("lab.evaluation.seconds", half))
    move = person.region("lab.evaluation.engine").locator(".move")
    expect(move).not_to_have_text("b1")
    student.do(3, lambda: student.tick("lab.evaluation.lines"))
    expect(person.region("lab.evaluation.plays").locator(".move")).to_have_text("d2")
    expect(student.cell("d2")).to_have_attribute("aria-label", re.compile(r"\+10$"))
    assert violations(person.page) == []


def minimax(student: Student) -> None:
    def five_times() -> None:
        for _ in range(5):
            student.press(student.button("walk.forward"))

    student.do(1, five_times)

    def to_the_end() -> None:
        student.press(student.button("lab.search.play"))
        student.press(student.button("walk.end"))

    student.do(2, to_the_end)
    student.do(3, lambda: student.leaf("1.3", 7))
    student.do(4, lambda: student.press(student.cell("a2")))

    def follow() -> None:
        root = student.person.text("lab.search.root").capitalize()
        expect(student.person.region("lab.search.facts")).to_contain_text(root)
        student.press(student.cell("a3"))

    student.do(5, follow)


def alpha_beta(student: Student) -> None:
    person = student.person
    middle = student.exhibit.get_by_role("button").filter(has_text="≤ 2")
    student.do(1, lambda: student.press(middle))
    assert violations(person.page) == []
    student.do(2, lambda: student.leaf("2.2", 99))
    student.do(3, lambda: student.leaf("2.1", 50))
    best = person.text("lab.search.treeorder.threats")
    student.do(4, lambda: student.choose("option.order", best))
    second = person.region("lab.search.pane.second")

    def threats_first() -> None:
        # What the text says of both before.
        expect(second).to_contain_text("318")
        fewer = {"en": "2.63", "fr": "2,63"}[person.language]
        expect(person.sees("lab.search.ratio.fewer", times=fewer)).to_be_visible()
        student.choose("option.order", person.text("lab.search.order.threats"), second)

    student.do(5, threats_first)


def compare(student: Student) -> None:
    student.do(1, lambda: student.press(student.button("lab.compare.run")))

    def deeper() -> None:
        depth = student.exhibit.get_by_label(student.person.text("lab.compare.depth"))
        student.press(depth)
        depth.fill("8")
        depth.press("Enter")
        student.press(student.button("lab.compare.run"))

    student.do(2, deeper)
    student.do(3, lambda: student.tick("lab.compare.scale.linear"))


def matchboxes(student: Student) -> None:
    person = student.person
    boxes = student.exhibit.locator("[data-place]")
    expect(boxes).to_have_count(304)
    student.do(1, lambda: student.press(boxes.first))
    person.button("dialog.close").click()
    student.do(2, lambda: student.press(student.button("lab.matchboxes.view.train")))
    student.do(3, lambda: student.tick("lab.matchboxes.view.lose"))

    def play() -> None:
        student.tick("lab.matchboxes.view.play")
        on = student.button("lab.matchboxes.play.next")
        board = student.exhibit.locator('[data-cell][aria-disabled="false"]')
        while not board.count():
            student.press(on)
        student.press(board.first)

    student.do(4, play)

    def six_times() -> None:
        for _ in range(6):
            student.press(student.button("walk.forward"))

    student.do(5, six_times)
    student.do(6, lambda: student.tick("lab.matchboxes.view.train"))


FOLLOWED = (bits, evaluation, minimax, alpha_beta, compare, matchboxes)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("number", range(1, 7))
def test_a_lesson_is_followed(visit: Visit, number: int, language: str) -> None:
    """In English with a mouse on screens of every size; in French on a phone."""
    is_phone = language == "fr"
    options: dict[str, Any] = phone(360, 740) if is_phone else {"viewport": _size(*SIZES[0])}
    person = visit(language, **options)
    person.open(f"/learn/{number}")
    student = Student(person, number, () if is_phone else SIZES)
    lesson = LESSONS[number - 1]
    expect(person.page.get_by_role("heading", level=1)).to_have_text(
        course.said(lesson["title"], language)
    )
    FOLLOWED[number - 1](student)
    if is_phone:
        check_width(person)
    answer(student)
    expect(person.page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def answer(student: Student) -> None:
    """Answers every question, first wrongly: which is explained, and costs nothing."""
    person, lesson = student.person, LESSONS[student.number - 1]
    language = person.language
    for question in lesson["question"]:
        asked = person.page.get_by_role(
            "group", name=re.compile(re.escape(plain(course.said(question["ask"], language))))
        )
        for choice in sorted(course.choices(question), key=lambda each: "because" not in each):
            name = plain(course.said(choice["text"], language))
            asked.get_by_role("radio", name=name, exact=True).check()
            told = choice.get("because", question["answer"])
            plain_text = course.said(told, language).replace("`", "")
            expect(asked.get_by_role("status")).to_contain_text(plain_text)
            right = asked.get_by_text(person.text("learn.done"), exact=True)
            expect(right).to_have_count(0 if "because" in choice else 1)
    expect(person.sees("learn.finished", number=student.number)).to_be_visible()


def test_progress_is_kept_and_can_begin_again(visit: Visit) -> None:
    person = visit()
    person.open("/learn")
    cards = person.page.locator("main ol > li")
    expect(cards).to_have_count(6)
    assert violations(person.page) == []
    cards.first.get_by_role("link").click()
    student = Student(person, 1, ())
    student.do(1, lambda: student.point("d1"))
    person.expect_said(person.text("learn.said", number=1))
    person.page.reload()
    expect(student.steps.nth(1)).to_have_attribute("aria-current", "step")
    person.open("/learn")
    expect(cards.first).to_contain_text(person.text("learn.parts", done=1, all=6))
    cards.first.get_by_role("link").click()
    person.button("learn.again").click()
    expect(student.steps.first).to_have_attribute("aria-current", "step")
    # Another lesson is another exhibit; there are six.
    person.open("/learn/7")
    expect(person.heading("notfound.title")).to_be_visible()


def test_a_lesson_by_keyboard_alone(visit: Visit) -> None:
    person = visit()
    person.open("/learn/4")
    student = Student(person, 4, ())
    keys = person.page.keyboard
    middle = student.exhibit.get_by_role("button").filter(has_text="≤ 2")
    expect(middle).to_be_visible()

    def to(what: Locator) -> None:
        for _ in range(60):
            if what.evaluate("element => element === document.activeElement"):
                return
            keys.press("Tab")
        pytest.fail("the Tab key does not reach it")

    def look() -> None:
        to(middle)
        keys.press("Enter")

    student.do(1, look)

    def change() -> None:
        to(student.exhibit.get_by_role("spinbutton", name="leaf 2.2", exact=True))
        keys.press("Control+A")
        keys.type("99")
        keys.press("Enter")

    student.do(2, change)


def test_the_sheet_of_a_phone_unfolds(visit: Visit) -> None:
    person = visit(color_scheme="dark", **phone(360, 740))
    person.open("/learn/3")
    student = Student(person, 3, ())
    # All nine leaves of the tree are in sight, side by side.
    leaves = student.exhibit.get_by_role("spinbutton")
    expect(leaves).to_have_count(9)
    leaves.first.scroll_into_view_if_needed()
    for leaf in leaves.all():
        expect(leaf).to_be_in_viewport(ratio=1)
    expect(student.steps.filter(visible=True)).to_have_count(1)
    assert violations(person.page) == []
    person.button("learn.whole").tap()
    expect(student.steps.filter(visible=True)).to_have_count(5)
    assert violations(person.page) == []
    check_width(person)

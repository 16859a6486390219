"""axe finds nothing serious on any page and in any state, in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.pages import PAGES
from tests.browser.test_friend import THEM
from tests.browser.test_puzzles import shown
from tests.browser.test_screens import phone

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.person import Person


class Inspection:
    """What is found on all screens of a test, told at its end."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._found: list[str] = []

    def look(self, screen: str) -> None:
        page = self.person.page
        self._found += [f"{screen}: {each}" for each in violations(page)]
        # In the dark only the colours are others.
        page.emulate_media(color_scheme="dark")
        dark = violations(page, ["color-contrast"])
        self._found += [f"{screen} in the dark: {each}" for each in dark]
        page.emulate_media(color_scheme="light")

    def end(self) -> None:
        assert not self._found, "\n".join(self._found)


@pytest.fixture
def inspection(visit: Visit) -> Inspection:
    return Inspection(visit(color_scheme="light"))


@pytest.mark.parametrize(
    ("language", "options"),
    [("en", {"color_scheme": "light"}), ("fr", {"color_scheme": "dark", **phone(360, 740)})],
    ids=["light", "a dark phone in French"],
)
def test_every_page_as_it_opens(visit: Visit, language: str, options: dict[str, Any]) -> None:
    person = visit(language, **options)
    found = []
    for name, page in PAGES.items():
        person.open(page.path)
        expect(person.heading(page.title)).to_be_visible()
        expect(person.page.locator(page.drawing).first).to_be_visible()
        found += [f"{name}: {each}" for each in violations(person.page)]
    # An unknown address is told to be one.
    person.problems = [each for each in person.problems if "status of 404" not in each]
    assert not found, "\n".join(found)


def test_home_and_setup(inspection: Inspection) -> None:
    person = inspection.person
    person.begin("tictactoe", level=10)
    person.open()
    expect(person.heading("games.title")).to_be_visible()
    inspection.look("home")
    panel = person.choose_game("connect4")
    expect(person.button("setup.play")).to_be_visible()
    panel.get_by_text(person.text("setup.advanced"), exact=True).click()
    panel.get_by_role("combobox", name=person.text("analysis.engine")).select_option("alphabeta")
    person.show_more(panel)
    panel.get_by_role("radio", name=person.text("setup.clock.own")).check()
    inspection.look("setup against an engine")
    panel.get_by_role("radio", name=person.text("setup.opponent.watch")).check()
    inspection.look("setup of a game to watch")
    panel = person.choose_game("own")
    expect(panel.get_by_role("figure")).to_contain_text("8 × 8")
    inspection.look("rules of one's own")
    panel.get_by_role("slider", name=person.text("own.width")).fill("3")
    panel.get_by_role("slider", name=person.text("own.height")).fill("3")
    expect(panel.get_by_role("alert")).to_be_visible()
    inspection.look("rules that are not possible")
    inspection.end()


def test_games(inspection: Inspection) -> None:
    person = inspection.person
    person.begin("gomoku", "friend")
    expect(person.button("share.copy")).to_be_visible()
    inspection.look("waiting for a friend")
    person.begin("connect4", level=1)
    person.play("d1")
    person.expect_ply(2)
    person.button("action.hint").click()
    expect(person.page.get_by_text("Hint: ").last).to_be_visible()
    inspection.look("a running game with a hint")
    person.button("walk.start").click()
    expect(person.button("analysis.review.back")).to_be_visible()
    person.page.get_by_text(person.text("texts.title"), exact=True).click()
    inspection.look("looking back")
    person.button("action.resign").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    inspection.look("a dialog")
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name=person.text("action.resign"), exact=True).click()
    expect(person.result).to_be_visible()
    inspection.look("a lost game")
    person.begin("tictactoe", "here")
    for cell in ("a1", "b1", "a2", "b2"):
        person.play(cell)
    person.button("action.reset").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    inspection.look("a question")
    person.page.keyboard.press("Escape")
    person.play("a3")
    expect(person.result).to_be_visible()
    inspection.look("a won game")
    person.begin("tictactoe", "matchbox", begins="them")
    person.expect_ply(1)
    inspection.look("a matchbox")
    person.open("/g/no-such-room")
    expect(person.heading("game.refused")).to_be_visible()
    inspection.look("no such game")
    inspection.end()


def test_two_people_and_what_they_offer(visit: Visit) -> None:
    anna, ben, carol = (visit(color_scheme="light") for _ in range(3))
    anna.begin("connect4", "friend")
    ben.page.goto(anna.page.url)
    expect(anna.heading("turn.yours")).to_be_visible()
    carol.page.goto(anna.page.url)
    expect(carol.sees("game.watching")).to_be_visible()
    anna.play("d1")
    ben.expect_stone("d1", "red")
    inspections = hers, his, spectators = [Inspection(each) for each in (anna, ben, carol)]
    spectators.look("somebody who watches")
    for offer in ("takeback", "draw"):
        anna.button(f"action.{offer}").click()
        expect(anna.sees(f"offer.{offer}.mine", name=THEM)).to_be_visible()
        expect(ben.sees(f"offer.{offer}.theirs", name=THEM).last).to_be_visible()
        hers.look(f"{offer} offered")
        his.look(f"{offer} to answer")
        ben.button("offer.decline").click()
        expect(anna.sees(f"offer.{offer}.declined", name=THEM).last).to_be_visible()
        hers.look(f"{offer} declined")
    ben.play("d2")
    anna.expect_stone("d2", "yellow")
    anna.button("action.draw").click()
    ben.button("offer.accept").click()
    expect(anna.heading("outcome.draw")).to_be_visible()
    hers.look("a draw agreed")
    for inspection in inspections:
        inspection.end()


def test_a_celebration(visit: Visit) -> None:
    person = visit(reduced_motion="no-preference")
    person.begin("tictactoe", "here")
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        person.play(cell)
    expect(person.page.locator(".celebration rect")).not_to_have_count(0)
    # What fades in has no colour yet that could be judged; what stays is judged without motion.
    assert [each for each in violations(person.page) if "color-contrast" not in each] == []


def test_puzzles(inspection: Inspection) -> None:
    person = inspection.person
    person.open("/puzzles")
    person.cell(str(shown(person).solution[0])).click()
    expect(person.page.locator(".note")).to_be_visible()
    inspection.look("the puzzle of the day, solved")
    person.open("/puzzles?mode=train")
    person.button("puzzles.reveal").click()
    expect(person.page.locator(".note")).to_contain_text(person.text("puzzles.shown"))
    inspection.look("the solution")
    person.open("/puzzles?mode=rush")
    person.button("puzzles.rush.start").click()
    expect(person.page.get_by_role("timer")).to_be_visible()
    inspection.look("a rush")
    inspection.end()


def test_analysis_and_editor(inspection: Inspection) -> None:
    person = inspection.person
    person.open("/analysis?rules=tictactoe&moves=a1,b1,b2,c3,a2,a3,c2&review=1&at=2")
    expect(person.sees("analysis.review.exact")).to_be_visible()
    expect(person.region("analysis.lines")).to_be_visible()
    inspection.look("analysis with a review")
    person.button("analysis.help").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    inspection.look("help")
    person.page.keyboard.press("Escape")
    person.button("analysis.play").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    inspection.look("play from here")
    person.open("/analysis?rules=connect4&moves=d1,d2")
    expect(person.region("analysis.lines")).to_be_visible()
    inspection.look("analysis of Connect 4")
    person.radio("analysis.mode.editor").check()
    expect(person.region("analysis.mode.editor")).to_be_visible()
    inspection.look("editor")
    person.cell("a4").click()
    expect(person.page.get_by_text(person.text("error.position.in_the_air"))).to_be_visible()
    inspection.look("editor with an error")
    person.open("/analysis?rules=gomoku&moves=h8,h9")
    expect(person.region("analysis.lines")).to_be_visible()
    inspection.look("analysis of Gomoku")
    inspection.end()


def test_a_phone(visit: Visit) -> None:
    person = visit(color_scheme="light", **phone(360, 740))
    inspection = Inspection(person)
    person.choose_game("connect4")
    expect(person.button("setup.play")).to_be_visible()
    inspection.look("home")
    person.begin("connect4", level=1)
    person.play("d1")
    person.expect_ply(2)
    inspection.look("a running game")
    person.begin("gomoku", "here")
    person.cell("h8").tap()
    expect(person.button("board.play", cell="h8")).to_be_visible()
    inspection.look("a first tap")
    person.open("/analysis?rules=tictactoe&moves=a1,b1,b2,c3,a2,a3,c2&review=1&at=2")
    expect(person.sees("analysis.review.exact")).to_be_visible()
    expect(person.region("analysis.lines")).to_be_visible()
    inspection.look("analysis with a review")
    inspection.end()

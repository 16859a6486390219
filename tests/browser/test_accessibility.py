"""axe finds nothing serious on any page, in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations

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
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        person.play(cell)
    expect(person.result).to_be_visible()
    inspection.look("a won game")
    person.begin("tictactoe", "matchbox", begins="them")
    person.expect_ply(1)
    inspection.look("a matchbox")
    person.open("/g/no-such-room")
    expect(person.heading("game.refused")).to_be_visible()
    inspection.look("no such game")
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
    person = visit(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    inspection = Inspection(person)
    person.choose_game("connect4")
    expect(person.button("setup.play")).to_be_visible()
    inspection.look("home")
    person.begin("connect4", level=1)
    person.play("d1")
    person.expect_ply(2)
    inspection.look("a running game")
    person.open("/analysis?rules=tictactoe&moves=a1,b1,b2,c3,a2,a3,c2&review=1&at=2")
    expect(person.sees("analysis.review.exact")).to_be_visible()
    expect(person.region("analysis.lines")).to_be_visible()
    inspection.look("analysis with a review")
    inspection.end()

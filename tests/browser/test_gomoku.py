"""Gomoku on its large board: opponents who tell what they think, wins proven by its engine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.test_analysis import choose_engine

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.person import Person

#: An open three of black, who is to move.
WON = ("h8", "a1", "i8", "a15", "j8", "o15")


def analyse(person: Person, *moves: str, rules: str = "gomoku") -> None:
    person.open(f"/analysis?rules={rules}&moves={','.join(moves)}")
    person.expect_moves(*moves)


def test_a_proven_win_is_shown_as_proven(visit: Visit) -> None:
    person = visit()
    analyse(person, *WON)
    panel = person.region("analysis.engine")
    expect(panel).to_contain_text(person.text("engine.gomoku"))
    verdict = person.text("analysis.verdict.win", side="Black", count=3)
    expect(panel).to_contain_text(verdict)
    expect(panel).to_contain_text(person.text("analysis.proven"))
    for cell in ("g8", "k8"):
        expect(person.cell(cell)).to_have_attribute("aria-label", f"{cell}, empty, W3")
    bar = person.page.get_by_role("meter", name=person.text("option.evaluation"))
    expect(bar).to_have_attribute("aria-valuenow", "100")
    line = person.region("analysis.lines").get_by_role("listitem").first
    expect(line.get_by_role("button")).to_have_count(3)
    line.get_by_role("button").last.click()
    person.expect_ply(9)
    expect(panel).to_contain_text(person.text("outcome.side.lines.first"))
    assert len(person.winning) == 5


def test_live_thinking_shows_depth_and_estimates(visit: Visit) -> None:
    person = visit()
    analyse(person, "h8", "i9", "h9")
    panel = person.region("analysis.engine")
    for number in panel.get_by_role("definition").all():
        expect(number).to_have_text(re.compile(r"^[1-9]"))
    expect(panel).to_contain_text(person.text("analysis.estimated"))
    # Of these many moves the best have their score on the board.
    expect(person.page.locator('[data-cell][aria-label*="empty, "]')).to_have_count(10)
    expect(person.region("analysis.lines").get_by_role("listitem")).to_have_count(3)


def test_each_game_has_the_engine_that_knows_it(visit: Visit) -> None:
    person = visit()
    analyse(person, "d1", rules="connect4")
    panel = person.region("analysis.engine")
    expect(panel).to_contain_text(person.text("engine.alphabeta"))
    choose_engine(person, "solver")
    expect(panel.locator("summary")).to_contain_text(person.text("engine.solver"))
    # What was chosen for one game is kept for it, and does not disturb the other.
    analyse(person, "h8")
    expect(panel.locator("summary")).to_contain_text(person.text("engine.gomoku"))
    expect(panel).to_contain_text(person.text("analysis.estimated"))
    analyse(person, "d1", rules="connect4")
    expect(panel.locator("summary")).to_contain_text(person.text("engine.solver"))


def test_only_engines_that_play_by_the_rules_are_offered(visit: Visit) -> None:
    person = visit()
    panel = person.choose_game("gomoku")
    panel.get_by_text(person.text("setup.advanced"), exact=True).click()
    engines = panel.get_by_role("combobox", name=person.text("analysis.engine"))
    expect(engines).to_be_visible()
    names = engines.locator("option").all_inner_texts()
    assert person.text("engine.gomoku") in names
    assert person.text("engine.solver") not in names


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_engine_and_its_options_are_chosen(visit: Visit, language: str) -> None:
    person = visit(language)
    panel = person.choose_game("gomoku")
    panel.get_by_text(person.text("setup.advanced"), exact=True).click()
    panel.get_by_role("combobox", name=person.text("analysis.engine")).select_option("gomoku")
    expect(panel).to_contain_text(person.text("engine.gomoku.about"))
    panel.get_by_role("spinbutton", name=person.text("option.nodes")).fill("300")
    without = panel.get_by_role("textbox", name=person.text("option.without"))
    expect(without).to_have_accessible_description(
        re.compile(re.escape(person.text("option.without.about")))
    )
    without.fill("everything")
    person.button("setup.play").click()  # the browser says what is wrong
    assert without.evaluate("field => field.validity.patternMismatch")
    without.fill("futility+reductions")
    person.start()
    person.play("h8")
    person.expect_ply(2)
    seats = person.page.get_by_role("list", name=person.text("game.players"))
    expect(seats).to_contain_text("without=futility+reductions")


def test_a_large_board_opens_in_the_middle_of_a_phone(visit: Visit) -> None:
    person = visit(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    analyse(person, "j10", "k11", rules="gomoku19")
    expect(person.region("analysis.lines")).to_be_visible()
    for cell in ("j10", "k11"):
        expect(person.cell(cell)).to_be_in_viewport(ratio=1)
    # Cells this small have no room for numbers: dots show where the best moves are.
    expect(person.page.locator("svg .dot").first).to_be_visible()
    texts = person.page.locator("svg .mark text").all_inner_texts()
    assert not [text for text in texts if re.search(r"[+−]\d", text)]

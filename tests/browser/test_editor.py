"""The board editor: stones put anywhere, impossible positions refused with the reason."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.person import Person


def open_editor(person: Person, rules: str) -> None:
    person.open(f"/analysis?rules={rules}")
    expect(person.cells.first).to_be_visible()
    person.radio("analysis.mode.editor").check()
    expect(person.region("analysis.mode.editor")).to_be_visible()


def put(person: Person, side: str, *cells: str) -> None:
    panel = person.region("analysis.mode.editor")
    panel.get_by_role("radio", name=side[0].upper() + side[1:]).check()
    for cell in cells:
        person.cell(cell).click()
        person.expect_stone(cell, side)


def expect_status(person: Person, text: str) -> None:
    expect(person.region("analysis.mode.editor").get_by_role("status")).to_contain_text(text)


def test_impossible_positions_are_refused(visit: Visit) -> None:
    person = visit()
    open_editor(person, "tictactoe")
    for flaw, crosses, noughts in (
        ("counts", ["a1", "a2", "a3"], []),
        ("after_a_win", [], ["b1", "b2", "c3"]),
        ("both_win", ["c1"], ["b3"]),
    ):
        put(person, "cross", *crosses)
        put(person, "nought", *noughts)
        expect_status(person, person.text(f"error.position.{flaw}"))
        expect(person.button("analysis.editor.use")).to_be_disabled()


def test_a_stone_in_the_air_is_refused_until_it_stands(visit: Visit) -> None:
    person = visit()
    open_editor(person, "connect4")
    expect_status(person, person.text("turn.side.holes.first"))
    put(person, "red", "d3")
    expect_status(person, person.text("error.position.in_the_air"))
    expect(person.button("analysis.editor.use")).to_be_disabled()
    put(person, "yellow", "d2")
    expect_status(person, person.text("error.position.in_the_air"))
    put(person, "red", "d1")
    expect_status(person, person.text("turn.side.holes.second"))
    person.button("analysis.editor.use").click()
    expect(person.region("analysis.mode.editor")).to_have_count(0)
    for cell, side in (("d1", "red"), ("d2", "yellow"), ("d3", "red")):
        person.expect_stone(cell, side)
    person.play("c1")
    person.expect_stone("c1", "yellow")


def test_stones_are_taken_away_swapped_and_cleared(visit: Visit) -> None:
    person = visit()
    open_editor(person, "tictactoe")
    put(person, "cross", "a1", "b2")
    put(person, "nought", "c3")
    expect_status(person, person.text("turn.side.grid.second"))
    person.button("analysis.editor.swap").click()
    person.expect_stone("c3", "cross")
    person.expect_stone("a1", "nought")
    person.page.get_by_role("radio", name=person.text("analysis.editor.erase")).check()
    person.cell("b2").click()
    person.expect_stone("b2", "empty")
    expect_status(person, person.text("turn.side.grid.first"))
    person.button("analysis.editor.clear").click()
    person.expect_stone("a1", "empty")
    person.expect_stone("c3", "empty")


def test_the_editor_is_in_the_address_and_leads_to_a_game(visit: Visit) -> None:
    person = visit()
    open_editor(person, "connect4")
    put(person, "red", "d1")
    put(person, "yellow", "e1")
    expect_status(person, person.text("turn.side.holes.first"))
    expect(person.page).to_have_url(re.compile(r"edit=[\w/]*3xo2$"))
    person.page.reload()
    person.expect_stone("e1", "yellow")
    expect(person.region("analysis.mode.editor")).to_be_visible()
    person.region("analysis.mode.editor").get_by_role(
        "button", name=person.text("analysis.play")
    ).click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("combobox").select_option(label=person.text("analysis.play.here"))
    dialog.get_by_role("button", name=person.text("analysis.play.start")).click()
    person.wait_for_room()
    person.expect_stone("d1", "red")
    person.play("d2")
    person.expect_stone("d2", "red")

"""From the first load to the end of a game without a pointer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, expect

from enligne import Game
from enligne.notation import parse_cell
from tests.browser.person import by

if TYPE_CHECKING:
    from enligne.rules import Rules
    from tests.browser.conftest import Visit
    from tests.browser.person import Person


def is_focused(wanted: Locator) -> bool:
    return wanted.count() > 0 and bool(
        wanted.first.evaluate("(element) => element.contains(document.activeElement)")
    )


def tab_to(person: Person, wanted: Locator) -> None:
    """Presses Tab until something has the focus, which must be seen then."""
    for _ in range(60):
        if is_focused(wanted):
            break
        person.page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab does not reach {wanted}")
    # Visible with the focus, not hidden under something or outside.
    assert person.page.evaluate("document.activeElement.matches(':focus-visible')")


def heard(person: Person) -> str:
    """What a screen reader says of what has the focus."""
    return str(person.page.evaluate("document.activeElement.ariaLabel"))


def walk_to(person: Person, cell: str, rules: Rules) -> None:
    """From the cell that has the focus to another with arrow keys."""
    now = person.page.evaluate("document.activeElement.dataset.cell")
    here, there = parse_cell(now, rules), parse_cell(cell, rules)
    for keys, count in (
        (("ArrowRight", "ArrowLeft"), there.column - here.column),
        (("ArrowUp", "ArrowDown"), there.row - here.row),
    ):
        for _ in range(abs(count)):
            person.page.keyboard.press(keys[0] if count > 0 else keys[1])
    assert person.page.evaluate("document.activeElement.dataset.cell") == cell


def test_a_whole_game_with_tab_arrows_and_enter(visit: Visit) -> None:
    person = visit()
    person.open()
    expect(person.heading("home.title")).to_be_visible()
    name = person.text("home.tictactoe.name")
    tab_to(person, person.page.get_by_role("button", name=re.compile(f"^{name}")))
    person.page.keyboard.press("Enter")
    expect(person.button("setup.play")).to_be_visible()
    levels = person.page.get_by_role("group", name=person.text("setup.level"))
    tab_to(person, levels)
    for _ in range(6):  # from the fourth level to the tenth
        person.page.keyboard.press("ArrowRight")
    expect(levels.get_by_role("radio", name=person.text("level.10.name"))).to_be_checked()
    tab_to(person, person.button("setup.play"))
    person.page.keyboard.press("Enter")
    person.wait_for_room()
    expect(person.heading("turn.yours")).to_be_visible()
    choose = by("perfect")
    ply, goes_on = 0, True
    while goes_on:
        tab_to(person, person.page.get_by_role("group", name=re.compile("^Board")))
        position = Game("tictactoe", " ".join(person.moves)).position
        move = choose(position)
        walk_to(person, move, position.rules)
        assert heard(person) == f"{move}, empty"
        person.page.keyboard.press("Enter")
        ply += 2
        goes_on = person.wait_for_turn(ply)
        person.expect_said(person.text("told.move", side="Cross", move=move))
        assert heard(person).startswith(f"{move}, cross")
        if goes_on:
            reply = person.text("told.move", side="Nought", move=person.moves[-1])
            person.expect_said(f"{reply} {person.text('turn.yours')}")
    expect(person.heading("outcome.draw")).to_be_visible()
    expect(person.live).to_contain_text(person.text("termination.full_board"))
    tab_to(person, person.button("result.rematch"))
    person.page.keyboard.press("Enter")
    person.expect_ply(1)
    expect(person.heading("turn.yours")).to_be_visible()


def test_the_content_is_reached_past_the_header(visit: Visit) -> None:
    person = visit()
    person.open()
    expect(person.heading("home.title")).to_be_visible()
    person.page.keyboard.press("Tab")
    skip = person.link("app.skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("Tab")
    expect(person.button("quick.play")).to_be_focused()


def test_dialogs_hold_the_focus_and_give_it_back(visit: Visit) -> None:
    person = visit()
    person.begin("connect4", level=1)
    resign = person.button("action.resign")
    resign.focus()
    person.page.keyboard.press("Enter")
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(6):
        person.page.keyboard.press("Tab")
        assert person.page.evaluate(
            "document.activeElement === document.body"
            " || document.activeElement.closest('dialog') !== null"
        )
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(resign).to_be_focused()

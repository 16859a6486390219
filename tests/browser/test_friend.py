"""Two people who play by a link, each at a browser of their own, and one who watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.person import Person


@pytest.fixture
def friends(visit: Visit) -> tuple[Person, Person]:
    """Who made a game of Connect 4 and begins, and who opened the link that was copied."""
    anna, ben = visit(), visit()
    anna.begin("connect4", "friend")
    expect(anna.page.get_by_role("heading", name=anna.text("turn.waiting")).first).to_be_visible()
    anna.button("share.copy").click()
    expect(anna.button("copy.done")).to_be_visible()
    link = anna.page.get_by_role("textbox", name=anna.text("share.link")).input_value()
    assert anna.copied() == link == anna.page.url
    ben.page.goto(link)
    expect(anna.heading("turn.yours")).to_be_visible()
    expect(ben.heading("turn.friend")).to_be_visible()
    return anna, ben


def test_moves_appear_on_both_sides(friends: tuple[Person, Person]) -> None:
    anna, ben = friends
    anna.play("d1")
    ben.expect_stone("d1", "red")
    ben.expect_said("Red plays d1.")
    expect(ben.heading("turn.yours")).to_be_visible()
    anna.try_cell("e1")  # not her turn
    ben.play("d2")
    anna.expect_stone("d2", "yellow")
    ben.page.reload()  # he keeps his seat
    for mine, theirs in (("c1", "c2"), ("e1", "e2")):
        anna.play(mine)
        ben.expect_stone(mine, "red")
        ben.play(theirs)
        anna.expect_stone(theirs, "yellow")
    anna.play("b1")
    expect(anna.heading("outcome.won")).to_be_visible()
    expect(ben.heading("outcome.lost")).to_be_visible()
    for person in friends:
        person.expect_moves("d1", "d2", "c1", "c2", "e1", "e2", "b1")
        assert sorted(person.winning) == ["b1", "c1", "d1", "e1"]


def test_a_third_person_only_watches(friends: tuple[Person, Person], visit: Visit) -> None:
    anna, ben = friends
    carol = visit()
    carol.page.goto(anna.page.url)
    expect(carol.sees("game.watching")).to_be_visible()
    for person in friends:
        expect(person.sees("game.spectators", count=1)).to_be_visible()
    carol.try_cell("a1")
    expect(carol.page.locator('[data-cell]:not([aria-disabled="true"])')).to_have_count(0)
    for key in ("action.takeback", "action.hint", "action.resign"):
        expect(carol.button(key)).to_have_count(0)
    anna.play("d1")
    ben.expect_ply(1)
    ben.play("e1")
    carol.expect_moves("d1", "e1")
    carol.context.close()
    expect(anna.sees("game.spectators", count=1)).to_have_count(0)


def test_a_takeback_needs_the_friend(friends: tuple[Person, Person]) -> None:
    anna, ben = friends
    anna.play("d1")
    anna.button("action.takeback").click()
    expect(anna.sees("offer.mine")).to_be_visible()
    expect(ben.sees("offer.theirs")).to_be_visible()
    anna.expect_ply(1)
    ben.button("offer.accept").click()
    for person in friends:
        person.expect_ply(0)
        person.expect_said(person.text("told.takeback"))
    anna.play("c1")
    ben.expect_stone("c1", "red")


def test_a_friend_resigns_and_the_rematch_changes_sides(friends: tuple[Person, Person]) -> None:
    anna, ben = friends
    anna.play("d1")
    ben.expect_ply(1)
    ben.button("action.resign").click()
    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_role("button", name=ben.text("action.resign"), exact=True).click()
    expect(ben.heading("outcome.lost")).to_be_visible()
    expect(anna.heading("outcome.won")).to_be_visible()
    expect(anna.live).to_contain_text(anna.text("termination.resignation"))
    before = anna.page.url
    anna.button("result.rematch").click()
    expect(anna.page).not_to_have_url(before)
    ben.link("result.to_rematch").click()
    expect(ben.heading("turn.yours")).to_be_visible()
    expect(anna.heading("turn.friend")).to_be_visible()
    assert anna.page.url == ben.page.url
    ben.play("d1")
    anna.expect_stone("d1", "red")

"""Two people who play by a link, each at a browser of their own, and one who watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.person import Person


#: What one who has no name is called by the other.
THEM = "Your opponent"


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


def test_who_is_left_alone_is_told_so(friends: tuple[Person, Person], visit: Visit) -> None:
    """Ben deletes his games: that is not waiting for a friend who has never come."""
    anna, ben = friends
    anna.play("d1")
    ben.expect_stone("d1", "red")
    ben.open()
    ben.manage_games()
    ben.button("games.delete").click()
    ben.page.get_by_role("dialog").get_by_role("button", name=ben.text("games.delete")).click()
    expect(anna.heading("turn.deserted").first).to_be_visible()
    expect(anna.sees("turn.deserted.about")).to_be_visible()
    expect(anna.sees("turn.waiting.about")).to_have_count(0)
    carol = visit()
    carol.page.goto(anna.page.url)
    carol.play("d2")
    anna.expect_stone("d2", "yellow")
    expect(anna.sees("turn.deserted.about")).to_have_count(0)


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
    expect(anna.sees("offer.takeback.mine", name=THEM)).to_be_visible()
    ben.expect_said(ben.text("offer.takeback.theirs", name=THEM))
    ben.button("offer.decline").click()
    expect(anna.sees("offer.takeback.declined", name=THEM).last).to_be_visible()
    expect(ben.button("offer.decline")).to_have_count(0)
    anna.expect_ply(1)
    anna.button("action.takeback").click()
    ben.button("offer.accept").click()
    for person in friends:
        person.expect_ply(0)
        person.expect_said(person.text("told.takeback"))
    anna.play("c1")
    ben.expect_stone("c1", "red")


def test_a_draw_is_offered_declined_and_agreed_to(friends: tuple[Person, Person]) -> None:
    anna, ben = friends
    anna.play("d1")
    anna.button("action.draw").click()
    expect(anna.sees("offer.draw.mine", name=THEM)).to_be_visible()
    ben.expect_said(ben.text("offer.draw.theirs", name=THEM))
    ben.button("offer.decline").click()
    expect(anna.sees("offer.draw.declined", name=THEM).last).to_be_visible()
    expect(anna.button("action.draw")).to_be_disabled()  # until the game has gone on
    ben.play("d2")
    anna.expect_ply(2)
    anna.button("action.draw").click()
    ben.button("offer.accept").click()
    for person in friends:
        expect(person.heading("outcome.draw")).to_be_visible()
        expect(person.live).to_contain_text(person.text("termination.agreement"))
    anna.button("result.rematch").click()
    ben.link("result.to_rematch").click()
    ben.play("d1")
    anna.button("action.resign").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_role("button", name=anna.text("action.resign"), exact=True).click()
    draws = ben.text("result.draws", count=1)
    for person, score in ((anna, "You 0, Your opponent 1"), (ben, "You 1, Your opponent 0")):
        expect(person.sees("result.score", score=f"{score}, {draws}")).to_be_visible()


def test_nobody_is_helped_against_a_friend(friends: tuple[Person, Person], visit: Visit) -> None:
    carol = visit()
    carol.page.goto(friends[0].page.url)
    expect(carol.sees("game.watching")).to_be_visible()
    everyone = (*friends, carol)
    for person in everyone:
        expect(person.button("action.hint")).to_have_count(0)
        expect(person.link("action.analyse")).to_have_count(0)
    ben = friends[1]
    ben.button("action.resign").click()
    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_role("button", name=ben.text("action.resign"), exact=True).click()
    for person in everyone:
        expect(person.link("action.analyse")).to_be_visible()


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

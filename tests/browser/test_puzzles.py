"""Puzzles in a browser: by keyboard alone, with what is heard; wrong moves; and the rush."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from enligne.puzzles import Puzzle, shipped
from tests.browser.axe import violations
from tests.browser.test_keyboard import tab_to, walk_to
from tests.browser.test_screens import check_width, phone

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.person import Person


def shown(person: Person) -> Puzzle:
    """The puzzle on the screen, by the number that is told of it."""
    task = person.region("puzzles.task")
    digits = re.sub(r"\D", "", task.locator("p").first.inner_text().partition("·")[0])
    return shipped()[int(digits) - 1]


def wrong_move(puzzle: Puzzle) -> str:
    return next(str(each) for each in puzzle.position.legal_moves if each != puzzle.solution[0])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_puzzle_of_the_day_by_keyboard(visit: Visit, language: str) -> None:
    person = visit(language)
    person.open("/puzzles")
    expect(person.region("puzzles.task")).to_be_visible()
    assert violations(person.page) == []
    puzzle = shown(person)
    tab_to(person, person.page.get_by_role("group").filter(has=person.cells))
    walk_to(person, str(puzzle.solution[0]), puzzle.position.rules)
    person.page.keyboard.press("Enter")
    right = person.text("puzzles.right")
    expect(person.page.locator(".note")).to_contain_text(right)
    person.expect_said(right)
    streak = person.page.get_by_text(person.text("puzzles.streak", count=1))
    expect(streak).to_be_visible()
    assert violations(person.page) == []
    person.page.reload()
    expect(streak).to_be_visible()


def test_a_wrong_move_and_another_try_by_keyboard(visit: Visit) -> None:
    """What is asked, what was wrong and what is right is all heard."""
    person = visit()
    person.open("/puzzles?mode=train")
    asked = person.region("puzzles.task").get_by_role("heading")
    expect(asked).to_be_visible()
    puzzle = shown(person)
    tab_to(person, person.page.get_by_role("group").filter(has=person.cells))
    for move, told in (
        (wrong_move(puzzle), person.text("puzzles.wrong", move=wrong_move(puzzle))),
        (str(puzzle.solution[0]), person.text("puzzles.right")),
    ):
        walk_to(person, move, puzzle.position.rules)
        person.page.keyboard.press("Enter")
        person.expect_said(told)
    tab_to(person, person.button("puzzles.next"))
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".note")).to_have_count(0)
    assert shown(person) != puzzle


def test_a_kind_of_puzzles_and_a_wrong_move(visit: Visit) -> None:
    person = visit()
    person.open("/puzzles?mode=train")
    theme = person.page.get_by_role("combobox", name=person.text("puzzles.theme"))
    theme.select_option("zugzwang")
    count = sum(each.theme == "zugzwang" for each in shipped())
    expect(person.sees("puzzles.found", count=count)).to_be_visible()
    expect(person.page).to_have_url(re.compile("theme=zugzwang"))
    puzzle = shown(person)
    assert puzzle.theme == "zugzwang"
    wrong = wrong_move(puzzle)
    person.cell(wrong).click()
    expect(person.page.locator(".note")).to_have_text(person.text("puzzles.wrong", move=wrong))
    assert violations(person.page) == []
    person.page.emulate_media(color_scheme="dark")
    assert violations(person.page, ["color-contrast"]) == []
    person.button("puzzles.reveal").click()
    expect(person.page.locator(".note")).to_contain_text(person.text("puzzles.shown"))
    expect(person.page.get_by_text(" ".join(map(str, puzzle.solution)), exact=True)).to_be_visible()
    person.button("puzzles.next").click()
    expect(person.page.locator(".note")).to_have_count(0)


def test_a_rush_ends_with_the_third_mistake(visit: Visit) -> None:
    person = visit()
    person.open("/puzzles?mode=rush")
    person.button("puzzles.rush.start").click()
    expect(person.page.get_by_role("timer")).to_be_visible()
    seen = []
    for solved in (1, 2):
        puzzle = shown(person)
        seen.append(puzzle)
        person.cell(str(puzzle.solution[0])).click()
        expect(
            person.page.get_by_text(person.text("puzzles.rush.solved", count=solved), exact=True)
        ).to_be_visible()
        expect(person.page.locator(".note")).to_have_count(0)  # the next has come
    for mistakes in (1, 2, 3):
        person.cell(wrong_move(shown(person))).click()
        if mistakes < 3:
            expect(
                person.page.get_by_text(
                    person.text("puzzles.rush.mistakes", count=mistakes, most=3), exact=True
                )
            ).to_be_visible()
            expect(person.page.locator(".note")).to_have_count(0)
    expect(
        person.page.get_by_role("heading", name=person.text("puzzles.rush.over", count=2))
    ).to_be_visible()
    expect(person.page.get_by_text(person.text("puzzles.rush.best", count=2))).to_be_visible()
    assert seen[0].ease >= seen[1].ease
    assert violations(person.page) == []


@pytest.mark.parametrize("size", [(360, 740), (320, 568), (740, 360)])
def test_puzzles_fit_a_phone(visit: Visit, size: tuple[int, int]) -> None:
    person = visit("fr", **phone(*size))
    person.open("/puzzles?mode=train&rules=connect4")
    expect(person.cells).to_have_count(42)
    check_width(person)


def test_a_finger_that_misses_is_no_try(visit: Visit) -> None:
    person = visit(**phone(360, 740))
    person.open("/puzzles?mode=train&rules=gomoku")
    move = wrong_move(shown(person))
    person.cell(move).tap()
    again = person.button("board.play", cell=move)
    expect(again).to_be_visible()
    expect(person.page.locator(".note")).to_have_count(0)
    again.tap()
    expect(person.page.locator(".note")).to_have_text(person.text("puzzles.wrong", move=move))


def test_on_a_phone_on_its_side_the_task_stands_beside_the_board(visit: Visit) -> None:
    person = visit(**phone(740, 360))
    person.open("/puzzles?mode=train&rules=connect4")
    expect(person.cells).to_have_count(42)
    task = person.region("puzzles.task").bounding_box()
    corner = person.cell("g1").bounding_box()
    assert task is not None
    assert corner is not None
    assert task["x"] > corner["x"] + corner["width"]
    assert corner["height"] >= 28

"""Mistakes of one's own games as positions to solve."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from enligne import Game
from enligne.engines import Win
from enligne.review import JudgedMove, MoveKind, judge, review
from tests.browser.axe import violations
from tests.browser.person import worst
from tests.browser.test_screens import check_width, phone

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

MOVES = "d1 d2 d3 d4 d5 b1 a1 c1 e1 e2 f1 g1"
WRONG = (MoveKind.MISTAKE, MoveKind.BLUNDER)


@pytest.fixture(scope="module")
def mistakes() -> list[tuple[int, JudgedMove]]:
    """Those of the first side, with their plies."""
    judged = enumerate(review(Game("connect4", MOVES)).moves)
    found = [(ply, each) for ply, each in judged if ply % 2 == 0 and each.kind in WRONG]
    assert len(found) == 3
    return found


def tried(mistake: JudgedMove, *kinds: MoveKind) -> JudgedMove:
    """Another move in the same position, of one of these kinds."""
    for move in mistake.position.legal_moves:
        found = judge(mistake.position, move)
        if move != mistake.move and move not in mistake.best and found.kind in kinds:
            return found
    raise AssertionError("there is none")


def open_retry(person: Person, more: str = "") -> Locator:
    person.open(f"/analysis?rules=connect4&moves={MOVES.replace(' ', ',')}&retry=first{more}")
    task = person.region("study.retry.task")
    expect(task).to_be_visible()
    return task


def number(person: Person, task: Locator, each: int) -> None:
    expect(task).to_contain_text(person.text("study.retry.number", number=each, count=3))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_mistakes_are_solved_one_after_the_other(
    visit: Visit, mistakes: list[tuple[int, JudgedMove]], language: str
) -> None:
    person = visit(language)
    task = open_retry(person)
    (ply, first), _, (_, third) = mistakes
    number(person, task, 1)
    expect(person.page).to_have_url(re.compile(f"at={ply}&retry=first"))
    # It is said why it was a mistake, but not what was better.
    expect(task).to_contain_text(" ".join(map(str, first.line[:9])))
    assert isinstance(first.best_score, Win)
    better = str(first.best[0])
    said = person.text("study.why.wins", better=better, count=first.best_score.plies)
    expect(task).not_to_contain_text(said)
    # No better: why is said, and one may try again.
    wrong = tried(first, *WRONG)
    person.cell(str(wrong.move)).click()
    expect(task.locator(".note")).to_contain_text(" ".join(map(str, wrong.line[:9])))
    person.expect_said(" ".join(map(str, wrong.line[:9])))
    person.cell(str(first.move)).click()
    expect(task.locator(".note")).to_contain_text(" ".join(map(str, first.line[:9])))
    # Found.
    person.cell(better).click()
    expect(task.locator(".note")).to_contain_text(said)
    person.expect_said(said)
    person.button("study.retry.next").click()
    # Shown.
    number(person, task, 2)
    person.button("study.retry.show").click()
    expect(task.locator(".note")).to_be_visible()
    person.button("study.retry.next").click()
    number(person, task, 3)
    person.cell(str(third.best[0])).click()
    person.button("study.retry.finish").click()
    result = person.text("study.retry.result", count=3, found=2)
    expect(person.page.get_by_role("heading", name=result)).to_be_visible()
    person.expect_said(result)
    person.button("study.retry.back").first.click()
    expect(person.region("analysis.review")).to_be_visible()


def test_the_address_shows_the_same_mistake(
    visit: Visit, mistakes: list[tuple[int, JudgedMove]]
) -> None:
    person = visit()
    ply = mistakes[1][0]
    task = open_retry(person, f"&at={ply}")
    number(person, task, 2)
    person.page.reload()
    number(person, task, 2)
    # From here back to where no engine has told anything yet.
    expect(person.page.locator("text.mark")).to_have_count(0)


def test_a_move_that_keeps_the_result_is_right(visit: Visit) -> None:
    """Though it is not the best: the server judges it."""
    person = visit()
    game = Game("connect4", "b1 c1 a1 f1 d1 d2 b2 a2 a3 a4 d3 e1 c2 g1 g2 a5 f2")
    mistake = judge(game.positions[-2], game.moves[-1])
    good = tried(mistake, MoveKind.GOOD, MoveKind.SLOW)
    moves = ",".join(map(str, game.moves[-1:]))
    start = game.positions[-2].text.replace(" ", "+")
    person.open(f"/analysis?rules=connect4&start={start}&moves={moves}&retry=first")
    task = person.region("study.retry.task")
    expect(task).to_be_visible()
    person.cell(str(good.move)).click()
    expect(task.locator(".note")).to_contain_text(f"{good.move} keeps the result")


def test_the_report_says_why_and_leads_to_each_mistake(
    visit: Visit, mistakes: list[tuple[int, JudgedMove]]
) -> None:
    person = visit()
    person.open(f"/analysis?rules=connect4&moves={MOVES.replace(' ', ',')}&review=1")
    report = person.region("analysis.review")
    for _, each in mistakes:
        expect(report).to_contain_text(each.explanation)
    expect(person.button("study.retry.start", count=3)).to_be_visible()
    assert violations(person.page) == []
    _, second = mistakes[1]
    person.button("study.retry.one", move=second.move).click()
    number(person, person.region("study.retry.task"), 2)
    assert violations(person.page) == []


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_it_fits_on_a_phone(visit: Visit, size: tuple[int, int]) -> None:
    person = visit(**phone(*size))
    open_retry(person)
    check_width(person)
    assert violations(person.page) == []


def test_without_mistakes_it_is_said(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=connect4&moves=d1,d2,d3,d4&retry=first")
    expect(person.heading("study.retry.none")).to_be_visible()
    expect(person.link("study.retry.puzzles")).to_have_attribute(
        "href", re.compile("^/puzzles.*connect4")
    )


def test_from_a_game_and_from_the_puzzles(visit: Visit) -> None:
    person = visit()
    person.open("/puzzles?mode=mistakes")
    expect(person.link("puzzles.mistakes.play")).to_be_visible()
    person.begin("tictactoe", engine="perfect")
    person.play_to_the_end("tictactoe", worst)
    person.link("result.mistakes").click()
    expect(person.region("study.retry.task")).to_be_visible()
    expect(person.page).to_have_url(re.compile(r"rules=tictactoe&.*at=\d+&retry=first&room="))
    here = person.page.url
    person.open("/puzzles")
    person.link("puzzles.mode.mistakes").click()
    person.page.get_by_role("button", name=person.text("rules.tictactoe")).click()
    expect(person.region("study.retry.task")).to_be_visible()
    expect(person.page).to_have_url(here)

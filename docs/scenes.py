"""Every page and state of the page that is worth a look, as the way there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.pages import PAGES
from tests.browser.test_puzzles import shown, wrong_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.pages import Page
    from tests.browser.person import Person

    Scene = Callable[[Person], None]

#: Games that have come to something to look at.
GAME = "d1,d2,d3,e1,e2,e3,d4,e4,c1,b1,c2,c3,b2,b3,f1,a1,e5,f2"
_GOMOKU = "h8,i9,i8,g8,h9,h10,g10,i7"


def page(shown: Page) -> Scene:
    def visit(person: Person) -> None:
        person.open(shown.path)
        expect(person.heading(shown.title)).to_be_visible()
        expect(person.page.locator(shown.drawing).first).to_be_visible()
        person.page.wait_for_load_state("networkidle")

    return visit


def setup(person: Person) -> None:
    person.choose_game("connect4")
    expect(person.button("setup.play")).to_be_visible()


def own_rules(person: Person) -> None:
    panel = person.choose_game("own")
    expect(panel.get_by_role("figure").locator("svg")).to_be_visible()
    expect(person.button("setup.play")).to_be_enabled()


def game(person: Person) -> None:
    person.begin("connect4", "here")
    for move in GAME.split(",")[:9]:
        person.play(move)


def hint(person: Person) -> None:
    person.begin("connect4", level=3)
    person.play("d1")
    person.expect_ply(2)
    person.button("action.hint").click()
    expect(person.page.get_by_text("Hint: ").last).to_be_visible()


def seldom(person: Person, action: str) -> None:
    """Does what stands behind a button on a small screen."""
    more = person.button("action.more")
    if more.count():
        more.click()
    person.button(f"action.{action}").click()


def question(person: Person) -> None:
    game(person)
    seldom(person, "reset")
    expect(person.page.get_by_role("dialog")).to_be_visible()


def gomoku(person: Person) -> None:
    person.begin("gomoku", "here")
    for ply, move in enumerate(_GOMOKU.split(","), 1):
        person.cell(move).click()
        again = person.button("board.play", cell=move)
        expect(again.or_(person.page.locator(f'[data-ply="{ply}"]')).first).to_be_attached()
        if again.count():
            again.click()
        person.expect_ply(ply)


def won(person: Person) -> None:
    person.begin("tictactoe", "here")
    for move in ("b2", "a1", "a2", "c2", "c3", "a3", "c1", "b3", "b1"):
        if person.result.count():
            break
        person.play(move)
    expect(person.result).to_be_visible()


def lost(person: Person) -> None:
    person.begin("connect4", level=2)
    person.play("d1")
    person.expect_ply(2)
    seldom(person, "resign")
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name=person.text("action.resign"), exact=True).click()
    expect(person.result).to_be_visible()


def friend(person: Person) -> None:
    person.begin("connect4", "friend")
    expect(person.button("share.copy")).to_be_visible()


def review(person: Person) -> None:
    person.open("/analysis?rules=tictactoe&moves=a1,b1,b2,c3,a2,a3,c2&review=1&at=2")
    expect(person.sees("analysis.review.exact")).to_be_visible()


def editor(person: Person) -> None:
    person.open("/analysis?rules=connect4&moves=d1,d2")
    person.radio("analysis.mode.editor").check()
    expect(person.region("analysis.mode.editor")).to_be_visible()


def gomoku_analysis(person: Person) -> None:
    person.open(f"/analysis?rules=gomoku&moves={_GOMOKU}")
    expect(person.region("analysis.lines")).to_be_visible()


def solved(person: Person) -> None:
    person.open("/puzzles?mode=train")
    person.cell(str(shown(person).solution[0])).click()
    _confirm(person, str(shown(person).solution[0]))


def wrong(person: Person) -> None:
    person.open("/puzzles?mode=train&rules=gomoku")
    move = wrong_move(shown(person))
    person.cell(move).click()
    _confirm(person, move)


def _confirm(person: Person, move: str) -> None:
    """A second tap where cells are small."""
    again = person.button("board.play", cell=move)
    expect(again.or_(person.page.locator(".note")).first).to_be_attached()
    if again.count():
        again.click()
    expect(person.page.locator(".note")).to_be_visible()


def rush(person: Person) -> None:
    person.open("/puzzles?mode=rush")
    person.button("puzzles.rush.start").click()
    expect(person.page.get_by_role("timer")).to_be_visible()


def ladder(person: Person) -> None:
    person.open("/lab/compare?rules=connect4&moves=d1,d2&run=1&seconds=0.5&depth=6")
    expect(person.button("lab.compare.again")).to_be_visible()


def belongings(person: Person) -> None:
    """The home page of somebody who has played."""
    person.open()
    expect(person.heading("games.title")).to_be_visible()


SCENES: dict[str, Scene] = {
    **{name.replace(" ", "-"): page(each) for name, each in PAGES.items()},
    "home-setup": setup,
    "home-own-rules": own_rules,
    "game": game,
    "game-hint": hint,
    "game-question": question,
    "game-gomoku": gomoku,
    "game-won": won,
    "game-lost": lost,
    "game-friend": friend,
    "analysis-review": review,
    "analysis-editor": editor,
    "analysis-gomoku": gomoku_analysis,
    "puzzle-solved": solved,
    "puzzle-wrong": wrong,
    "rush-running": rush,
    "compare-run": ladder,
    "home-belongings": belongings,
}

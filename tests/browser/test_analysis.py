"""The analysis board: engine, scores, lines, bar, address, report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from enligne import Game, engines
from enligne.engines import Draw, Loss, Win
from enligne.review import review as review_of

if TYPE_CHECKING:
    from enligne.engines import Score
    from tests.browser.conftest import Visit
    from tests.browser.person import Person

#: Nought's first move throws the draw away, and cross does nothing wrong.
WON = ("a1", "b1", "b2", "c3", "a2", "a3", "c2")


def choose_engine(person: Person, name: str) -> None:
    panel = person.region("analysis.engine")
    panel.get_by_role("group").locator("summary").click()
    panel.get_by_role("combobox", name=person.text("analysis.engine")).select_option(
        label=person.text(f"engine.{name}")
    )


def short(score: Score) -> str:
    """A score as it stands on a cell."""
    match score:
        case Win(plies):
            return f"W{plies}"
        case Loss(plies):
            return f"L{plies}"
        case Draw():
            return "D"
    raise AssertionError(score)


@pytest.mark.parametrize(
    ("rules", "moves", "verdict"),
    [("tictactoe", "a1 b1", "Cross wins in 5 plies"), ("connect4", "44455554221", "Red wins")],
)
def test_the_solver_proves_the_score_of_every_move(
    visit: Visit, rules: str, moves: str, verdict: str
) -> None:
    person = visit()
    game = Game(rules, moves)
    person.open(f"/analysis?rules={rules}&moves={moves.replace(' ', ',')}")
    person.expect_moves(*map(str, game.moves))
    choose_engine(person, "solver")
    panel = person.region("analysis.engine")
    expect(panel).to_contain_text(verdict)
    expect(panel).to_contain_text(person.text("analysis.proven"))
    exact = engines.create("solver").analyse(game.position, all_moves=True).moves
    for move, score in exact.items():
        expect(person.cell(str(move))).to_have_attribute(
            "aria-label", f"{move}, {person.text('board.empty')}, {short(score)}"
        )
    proven = person.text("analysis.scores.proven", proven=len(exact), count=len(exact))
    explorer = person.region("study.explorer.title")
    expect(explorer).to_contain_text(proven)
    move, score = next(iter(exact.items()))
    kind = "win" if isinstance(score, Win) else "loss"
    assert isinstance(score, Win | Loss)
    words = person.text(f"analysis.words.{kind}", count=score.plies)
    said = person.text("analysis.move.scored", move=move, score=words)
    row = explorer.get_by_role("button", name=re.compile(f"^{re.escape(said)}"))
    expect(row).to_be_visible()
    bar = person.page.get_by_role("meter", name=person.text("option.evaluation"))
    expect(bar).to_have_attribute("aria-valuenow", "100")
    expect(bar).to_have_attribute("aria-valuetext", re.compile(verdict))


def test_the_engine_follows_the_board_and_can_be_switched_off(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=8x7:4%2Bgravity")
    panel = person.region("analysis.engine")
    depth = panel.get_by_role("definition").first
    expect(depth).to_have_text(re.compile(r"^[1-9]\d*$"))
    expect(panel).to_contain_text(person.text("analysis.estimated"))
    person.open("/analysis")
    expect(panel).to_contain_text(person.text("analysis.proven.book"))
    scored = person.page.locator('[data-cell][aria-label*="empty, "]')
    expect(scored).to_have_count(7)
    switch = panel.get_by_role("switch", name=person.text("analysis.live"))
    switch.click()
    expect(panel).to_contain_text(person.text("analysis.engine.off"))
    expect(scored).to_have_count(0)
    person.play("d1")
    person.play("d2")
    expect(scored).to_have_count(0)
    switch.click()
    expect(scored).to_have_count(7)
    person.expect_said("Best move")


def test_both_sides_are_played_freely(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=tictactoe")
    for cell in ("b2", "a1", "c3"):
        person.play(cell)
    person.button("walk.back").click()
    person.expect_stone("c3", "empty")
    person.page.keyboard.press("ArrowLeft")
    person.expect_stone("a1", "empty")
    person.cell("a3").click()  # another way replaces the rest
    person.expect_moves("b2", "a3")
    field = person.page.get_by_role("textbox", name=person.text("analysis.type"))
    field.fill("c1 a1")
    field.press("Enter")
    person.expect_moves("b2", "a3", "c1", "a1")


@pytest.mark.parametrize(
    ("query", "moves", "stones"),
    [
        ("rules=connect4&moves=d1,d2,e1&at=1", ["d1", "g1"], "d1 red, d2 empty, g1 yellow"),
        ("rules=9x7:5%2Bgravity&moves=e1,e2", ["e1", "e2", "g1"], "e2 yellow, g1 red, h1 empty"),
        (
            "rules=connect4&start=7/7/7/7/3o3/3x3+x&moves=c1",
            ["c1", "g1"],
            "d1 red, d2 yellow, c1 red, g1 yellow",
        ),
    ],
)
def test_the_address_reproduces_the_screen(
    visit: Visit, query: str, moves: list[str], stones: str
) -> None:
    person, friend = visit(), visit()
    person.open(f"/analysis?{query}")
    person.cell("g1").click()
    person.expect_moves(*moves)
    expect(person.page).to_have_url(re.compile(f"moves={','.join(moves)}"))
    person.button("analysis.copy.link").click()
    expect(person.sees("copy.done").last).to_be_visible()
    assert person.copied() == person.page.url
    friend.page.goto(person.copied())
    for each in (person, friend):
        each.expect_moves(*moves)
        for stone in stones.split(", "):
            each.expect_stone(*stone.split())
    # Also where the line is looked at, and again after a reload.
    friend.button("walk.back").click()
    friend.expect_stone("g1", "empty")
    expect(friend.page).to_have_url(re.compile(f"at={len(moves) - 1}$"))
    friend.page.reload()
    friend.expect_moves(*moves)
    friend.expect_stone("g1", "empty")


def test_an_address_that_makes_no_sense_is_refused(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=connect4&moves=d1,d1,zz")
    expect(person.page.get_by_role("status").get_by_role("paragraph").first).to_be_visible()
    expect(person.cells).to_have_count(42)


def test_pasted_text_is_put_on_the_board(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=connect4")
    field = person.page.get_by_role("textbox", name=person.text("analysis.paste"))
    field.fill("pPpPpP1/7/7/7/7/7")
    person.button("analysis.paste.use").click()
    person.expect_stone("a1", "yellow")
    person.expect_stone("f1", "red")
    person.expect_stone("g1", "empty")
    field.fill("44455554221")
    person.button("analysis.paste.use").click()
    person.expect_ply(11)
    field.fill("7/7/7/3x3/7/7")
    person.button("analysis.paste.use").click()
    alert = person.page.get_by_role("alert")
    expect(alert.filter(has_text=person.text("error.position.in_the_air"))).to_be_visible()
    person.expect_ply(11)
    # Pasted anywhere on the page.
    person.page.evaluate("navigator.clipboard.writeText('d1 e1 f1')")
    person.heading("header.analysis").click()
    person.page.keyboard.press("Control+V")
    person.expect_moves("d1", "e1", "f1")


def test_a_finished_game_is_reviewed(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "here")
    for cell in WON:
        person.play(cell)
    person.link("action.analyse").click()
    expect(person.heading("header.analysis")).to_be_visible()
    person.expect_moves(*WON)
    person.button("analysis.review.start").click()
    review = person.region("analysis.review")
    expect(review.get_by_text(person.text("analysis.review.exact"))).to_be_visible()
    # Of three moves nought gave away half a point with one.
    expect(review.get_by_text("83.3%")).to_be_visible()
    expect(review.get_by_text("100%")).to_be_visible()
    person.expect_said(person.text("analysis.review.ready"))
    slip = person.text("moves.said", number=2, side="nought", move="b1")
    judged = review.get_by_role("button", name=re.compile(slip))
    expect(judged).to_have_accessible_name(re.compile(person.text("analysis.kind.mistake")))
    expect(judged).to_have_accessible_name(re.compile("b2"))  # what was best
    judged.click()
    # At the move itself, in the words of the library.
    person.expect_stone("b1", "nought")
    person.expect_stone("b2", "empty")
    move = review_of(Game("tictactoe", " ".join(WON))).moves[1]
    assert move.explanation.startswith("b2 draws; this loses in 6 plies, by b1 ")
    expect(person.page.locator(".comment")).to_contain_text(move.explanation)
    graph = review.get_by_role("slider", name=person.text("analysis.graph"))
    graph.press("ArrowLeft")
    person.expect_stone("b1", "empty")
    expect(person.page.locator(".comment")).not_to_contain_text("this loses")
    graph.press("End")
    person.expect_stone("c2", "cross")
    expect(person.page).to_have_url(re.compile("review"))
    # The address shows the review again, also to somebody else.
    other = visit()
    other.page.goto(person.page.url)
    expect(other.region("analysis.review").get_by_text("83.3%")).to_be_visible()


@pytest.mark.parametrize(
    ("rules", "key"),
    [("foo", "unknown"), ("9x9:5%2Bfun", "unknown"), ("99x9:5", "size"), ("4x4:9", "row")],
)
def test_rules_that_cannot_be_are_refused_for_the_right_reason(
    visit: Visit, rules: str, key: str
) -> None:
    person = visit()
    person.open(f"/analysis?rules={rules}")
    expect(person.sees(f"error.rules.{key}")).to_be_visible()


def test_a_better_move_takes_the_place_of_the_one_played(visit: Visit) -> None:
    person = visit()
    person.open(f"/analysis?rules=tictactoe&moves={','.join(WON)}&at=2&review=1")
    comment = person.page.locator(".comment")
    comment.get_by_role("button", name="b2", exact=True).click()
    person.expect_moves("a1", "b2")


def test_what_is_proven_stands_beside_what_an_engine_believes(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=connect4&moves=d1,d2")
    choose_engine(person, "alphabeta")
    panel = person.region("analysis.engine")
    believes = person.text(
        "analysis.believes", engine=person.text("engine.alphabeta"), verdict="", move=""
    )
    expect(panel).to_contain_text(believes.split(":")[0])
    expect(panel).to_contain_text("Red wins in 39 plies")
    expect(panel).to_contain_text(person.text("analysis.proven.book"))
    exact = engines.create("solver").analyse(Game("connect4", "44").position, all_moves=True).moves
    for move, score in exact.items():
        expect(person.cell(str(move))).to_have_attribute(
            "aria-label", f"{move}, {person.text('board.empty')}, {short(score)}"
        )


def test_a_review_says_where_it_only_estimates(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=gomoku&moves=h8")
    person.button("analysis.review.start").click()
    expect(person.sees("analysis.review.partly", exact=0, count=1)).to_be_visible()


def test_a_game_is_played_from_the_board(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=connect4&moves=d1,d2,e1")
    person.expect_ply(3)
    person.button("analysis.play").click()
    dialog = person.page.get_by_role("dialog")
    level = person.text("analysis.play.level", level=1, name=person.text("level.1.name"))
    dialog.get_by_role("combobox").select_option(label=level)
    dialog.get_by_role("button", name=person.text("analysis.play.start")).click()
    person.wait_for_room()
    expect(person.heading("turn.yours")).to_be_visible()
    person.expect_stone("d2", "yellow")
    person.play("c1")
    person.expect_stone("c1", "yellow")
    person.expect_ply(2)


def test_the_keys_of_the_help_work(visit: Visit) -> None:
    person = visit()
    person.open("/analysis?rules=tictactoe&moves=a1,b1")
    choose_engine(person, "solver")
    expect(person.region("analysis.lines")).to_be_visible()
    person.heading("header.analysis").click()
    person.page.keyboard.press("b")  # the best move
    person.expect_ply(3)
    person.page.keyboard.press("ArrowUp")
    person.expect_stone("a1", "empty")
    person.page.keyboard.press("ArrowDown")
    person.expect_stone("b1", "nought")
    person.page.keyboard.press("i")
    person.expect_said(person.text("analysis.proven"))
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog")).to_be_visible()
    person.page.keyboard.press("Escape")
    person.page.keyboard.press("d")
    expect(person.region("analysis.mode.editor")).to_be_visible()


def test_a_variation_is_drawn_while_it_is_pointed_at(visit: Visit) -> None:
    """And not because it came to lie under a mouse that rests."""
    person = visit()
    person.open("/analysis?rules=tictactoe&moves=a1,b1,a2,b2")
    line = person.region("analysis.lines").get_by_role("button").first
    expect(line).to_have_attribute("data-points", "a3")
    line.hover()
    person.expect_stone("a3", "cross")
    person.page.keyboard.press("l")  # the engine is switched off, and on again
    expect(line).to_have_count(0)
    person.expect_stone("a3", "empty")
    person.page.keyboard.press("l")
    person.page.wait_for_function("() => document.querySelector('[data-points=a3]:hover')")
    person.expect_stone("a3", "empty")
    # What the keys point at is a picture too: the board is played as it stands.
    person.page.keyboard.press("Tab")
    line.focus()
    person.expect_stone("a3", "cross")
    expect(person.cell("c1")).to_be_enabled()
    person.page.keyboard.press("ArrowLeft")
    person.expect_stone("b2", "empty")
    person.expect_stone("a3", "empty")

"""What stands beside a board: takeback, hint, random move, resigning, looking back, texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from enligne import Game, Position
from enligne.move import FIRST, SECOND
from enligne.record import Record

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.person import Person


def play_here(person: Person, game: str, *moves: str) -> None:
    person.begin(game, "here")
    for move in moves:
        person.play(move)


def test_a_move_is_taken_back_with_the_reply(visit: Visit) -> None:
    person = visit()
    person.begin("connect4", engine="greedy")
    expect(person.button("action.takeback")).to_be_disabled()
    person.play("d1")
    person.expect_ply(2)
    person.button("action.takeback").click()
    person.expect_ply(0)
    person.expect_stone("d1", "empty")
    person.expect_said(person.text("told.takeback"))
    person.play("c1")
    person.expect_ply(2)


def test_a_lost_game_can_be_taken_back(visit: Visit) -> None:
    person = visit()
    play_here(person, "tictactoe", "a1", "b1", "a2", "b2", "a3")
    expect(person.result).to_be_visible()
    person.button("action.takeback").click()
    person.expect_moves("a1", "b1", "a2", "b2")
    expect(person.result).to_have_count(0)
    assert person.winning == []
    person.play("c3")


def test_a_hint_is_shown_told_and_playable(visit: Visit) -> None:
    person = visit()
    play_here(person, "tictactoe", "a1", "b1", "a2", "b2")
    person.button("action.hint").click()
    sentence = person.text("hint.scored", move="a3", score=person.text("score.win", count=1))
    expect(person.page.get_by_text(sentence).last).to_be_visible()
    person.expect_said(sentence)
    person.play("a3")
    expect(person.heading("outcome.side.grid.first")).to_be_visible()
    expect(person.button("action.hint")).to_have_count(0)


def test_a_random_move_is_played(visit: Visit) -> None:
    person = visit()
    person.begin("gomoku", "here")
    person.button("action.random").click()
    person.expect_ply(1)
    person.button("action.random").click()
    person.expect_ply(2)
    first, second = person.moves
    person.expect_stone(first, "black")
    person.expect_stone(second, "white")


def test_resigning_asks_first(visit: Visit) -> None:
    person = visit()
    person.begin("connect4", engine="greedy")
    person.play("d1")
    person.expect_ply(2)
    person.button("action.resign").click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=person.text("resign.title"))).to_be_visible()
    dialog.get_by_role("button", name=person.text("resign.no"), exact=True).click()
    expect(dialog).to_have_count(0)
    expect(person.result).to_have_count(0)
    person.button("action.resign").click()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.button("action.resign").click()
    dialog.get_by_role("button", name=person.text("action.resign"), exact=True).click()
    expect(person.heading("outcome.lost")).to_be_visible()
    expect(person.live).to_contain_text(person.text("termination.resignation"))
    assert person.winning == []


def test_starting_over_asks_first(visit: Visit) -> None:
    person = visit()
    play_here(person, "connect4", "d1", "d2")
    dialog = person.page.get_by_role("dialog")
    person.button("action.reset").click()
    expect(dialog.get_by_role("heading", name=person.text("reset.title"))).to_be_visible()
    dialog.get_by_role("button", name=person.text("resign.no"), exact=True).click()
    expect(dialog).to_have_count(0)
    person.expect_moves("d1", "d2")
    person.button("action.reset").click()
    dialog.get_by_role("button", name=person.text("action.reset"), exact=True).click()
    person.expect_ply(0)
    expect(person.button("action.reset")).to_be_disabled()


def test_from_the_analysis_back_to_the_game(visit: Visit) -> None:
    person = visit()
    play_here(person, "connect4", "d1", "d2")
    game = person.page.url
    person.link("action.analyse").click()
    person.expect_moves("d1", "d2")
    person.play("d3")  # what is tried there is not played here
    person.page.reload()
    person.link("analysis.game").click()
    expect(person.page).to_have_url(game)
    person.expect_moves("d1", "d2")


def test_one_button_stands_out(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "here")
    primary = person.page.locator(".button.primary:visible")
    field = person.page.get_by_role("textbox", name=person.text("movefield.label"))
    expect(primary).to_have_count(0)
    expect(field).to_be_hidden()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        person.play(move)
    expect(primary).to_have_text(person.text("result.rematch"))
    expect(person.button("action.reset")).to_have_count(0)


def test_looking_back_with_clicks_and_keys(visit: Visit) -> None:
    person = visit()
    moves = ["d1", "d2", "e1", "e2", "f1"]
    play_here(person, "connect4", *moves)
    person.button("moves.said", number=2, side="yellow", move="d2").click()
    expect(person.sees("look.back", ply=2, last=5)).to_be_visible()
    person.expect_said(person.text("look.said", ply=2, move="d2"))
    person.expect_stone("d2", "yellow")
    person.expect_stone("e1", "empty")
    assert person.cell("e1").get_attribute("aria-disabled") == "true"
    person.page.keyboard.press("ArrowLeft")
    person.expect_stone("d2", "empty")
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowRight")
    person.expect_stone("e1", "red")
    person.page.keyboard.press("Home")
    person.expect_stone("d1", "empty")
    person.page.keyboard.press("End")
    person.expect_stone("f1", "red")
    expect(person.sees("analysis.review.back")).to_have_count(0)
    for key, cell, stone in (
        ("walk.start", "d1", "empty"),
        ("walk.forward", "d1", "red"),
        ("walk.end", "f1", "red"),
        ("walk.back", "f1", "empty"),
    ):
        person.button(key).click()
        person.expect_stone(cell, stone)
    person.button("analysis.review.back").click()
    person.expect_stone("f1", "red")
    person.expect_moves(*moves)
    person.play("f2")


def test_moves_are_typed(visit: Visit) -> None:
    person = visit()
    person.begin("connect4", "here")
    person.page.get_by_text(person.text("movefield.open"), exact=True).click()
    field = person.page.get_by_role("textbox", name=person.text("movefield.label"))
    for ply, (typed, cell) in enumerate([("d1", "d1"), ("D", "d2"), ("4", "d3"), ("e", "e1")], 1):
        field.fill(typed)
        field.press("Enter")
        person.expect_ply(ply)
        assert person.moves[-1] == cell
    for wrong in ("d1", "z9", "??"):
        field.fill(wrong)
        person.button("movefield.play").click()
        notice = person.page.get_by_role("status").get_by_role("paragraph").last
        expect(notice).to_be_visible()
        notice.get_by_role("button", name=person.text("notice.dismiss")).click()
        person.expect_ply(4)
    field.fill("g")
    field.press("Enter")
    person.expect_ply(5)


def open_texts(person: Person) -> None:
    person.page.get_by_text(person.text("texts.title"), exact=True).click()


def open_paste(person: Person) -> Locator:
    open_texts(person)
    person.button("texts.paste").click()
    return person.page.get_by_role("dialog")


def paste(person: Person, text: str, then: str) -> Locator:
    """Pastes from the clipboard, as people do."""
    dialog = open_paste(person)
    dialog.get_by_role("textbox").click()
    person.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    person.page.keyboard.press("Control+V")
    dialog.get_by_role("button", name=person.text(then), exact=True).click()
    return dialog


def expect_position(person: Person, position: Position) -> None:
    names = ("red", "yellow") if position.rules.gravity else ("cross", "nought")
    for side, name in zip((FIRST, SECOND), names, strict=True):
        for cell in position.stones(side):
            person.expect_stone(str(cell), name)
    empty = person.page.locator(f'[data-cell][aria-label*=", {person.text("board.empty")}"]')
    expect(empty).to_have_count(position.rules.cell_count - position.ply)


def test_position_and_record_are_copied(visit: Visit) -> None:
    person = visit()
    moves = ["d1", "d2", "e1"]
    play_here(person, "connect4", *moves)
    game = Game("connect4", " ".join(moves))
    open_texts(person)
    person.button("texts.position").click()
    expect(person.sees("copy.done").last).to_be_visible()
    assert person.copied() == game.position.text
    person.button("analysis.copy.record").click()
    person.page.wait_for_function(
        "async () => (await navigator.clipboard.readText()).includes('[Rules')"
    )
    assert Record.parse(person.copied()).game.moves == game.moves


@pytest.mark.parametrize("text", ["pPpPpP1/7/7/7/7/7", "7/7/7/7/7/oxoxox1 x"])
def test_a_position_is_pasted_in_any_form_and_played_from(visit: Visit, text: str) -> None:
    person = visit()
    person.begin("connect4", engine="greedy")
    before = person.page.url
    paste(person, text, "paste.play")
    expect(person.page).not_to_have_url(before)
    expect_position(person, Position("connect4", "7/7/7/7/7/oxoxox1 x"))
    person.play("g1")
    person.expect_ply(2)


def test_a_record_is_pasted_and_analysed(visit: Visit) -> None:
    person = visit()
    game = Game("connect4", "44455554221")
    person.begin("tictactoe", level=1)
    paste(person, Record(game).text, "action.analyse")
    expect(person.heading("header.analysis")).to_be_visible()
    person.expect_moves(*map(str, game.moves))
    expect_position(person, game.position)


def test_what_cannot_be_read_is_refused_with_the_reason(visit: Visit) -> None:
    person = visit()
    person.begin("connect4", engine="greedy")
    before = person.page.url
    dialog = paste(person, "7/7/7/3x3/7/7", "paste.play")
    expect(dialog.get_by_role("alert")).to_contain_text(person.text("error.position.in_the_air"))
    dialog.get_by_role("textbox").fill("hello!")
    dialog.get_by_role("button", name=person.text("action.analyse"), exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text(person.text("error.notation"))
    assert person.page.url == before

"""The page in French: nothing is left in English, and the language can be switched."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from enligne.engines import ENGINES
from enligne.players import PLAYERS
from tests.browser import texts

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.person import Person

# Every text that eyes or ears meet, but that of people's own.
_TEXTS = """() => {
  const found = new Set([document.title]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest('button[lang]'))
      found.add(walker.currentNode.textContent);
  }
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest('button[lang]')) continue;
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"])
      if (element.hasAttribute(name)) found.add(element.getAttribute(name));
  }
  return [...found].map((text) => text.trim()).filter(Boolean);
}"""


@cache
def english() -> tuple[list[tuple[re.Pattern[str], list[re.Pattern[str]]]], set[str]]:
    """Patterns of English texts, each with those of its translations; and English sentences."""
    french = texts.catalogue("fr")
    forms = [
        (form, list(french[key].values()))
        for key, entry in texts.catalogue("en").items()
        for form in entry.values()
        if form not in french[key].values()
    ]
    patterns = [
        (re.compile(texts.pattern(form)), [re.compile(texts.pattern(each)) for each in translated])
        for form, translated in forms
        if re.search(r"[a-z]{2}", re.sub(r"\{\w+\}", "", form))
    ]
    sentences = {form for form, _ in forms if len(form) > 14 and "{" not in form}
    # What the server says of players is English; the page has words of its own for them.
    told = {kind.about for kind in PLAYERS.values()}
    told |= {option.about for kind in PLAYERS.values() for option in kind.options}
    return patterns, sentences | told


def english_left(person: Person) -> list[str]:
    """The texts on the page that are English and not French too."""
    patterns, sentences = english()
    known = {form for entry in texts.catalogue("fr").values() for form in entry.values()}
    return [
        text
        for text in set(person.page.evaluate(_TEXTS)) - known
        if any(sentence in text for sentence in sentences)
        or any(
            pattern.fullmatch(text) and not any(each.fullmatch(text) for each in translated)
            for pattern, translated in patterns
        )
    ]


# A line may break at a plain space; French has none before these signs, nor after «.
_LOOSE = re.compile(r" [;:!?»%]|« ")


def check(person: Person) -> None:
    assert english_left(person) == []
    assert [each for each in person.page.evaluate(_TEXTS) if _LOOSE.search(each)] == []


def test_the_check_finds_english(visit: Visit) -> None:
    person = visit("en")
    person.choose_game("connect4")
    expect(person.button("setup.play")).to_be_visible()
    left = english_left(person)
    for key in ("home.title", "setup.play", "level.4.about", "header.theme.auto"):
        assert person.text(key) in left


def test_home_and_setup_are_french(visit: Visit) -> None:
    person = visit("fr")
    person.begin("tictactoe", level=10)
    person.open()
    expect(person.heading("games.title")).to_be_visible()
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
    check(person)
    for game in ("connect4", "own", "tictactoe"):
        panel = person.choose_game(game)
        expect(person.button("setup.play")).to_be_visible()
        check(person)
    panel.get_by_text(person.text("setup.advanced"), exact=True).click()
    choice = panel.get_by_role("combobox", name=person.text("analysis.engine"))
    for kind in ENGINES:
        choice.select_option(kind)
        check(person)
    for opponent in ("matchbox", "friend", "here", "watch"):
        panel.get_by_role("radio", name=person.text(f"setup.opponent.{opponent}")).check()
        check(person)
    person.show_more(panel)
    panel.get_by_role("radio", name=person.text("setup.clock.own")).check()
    check(person)


def test_games_are_french(visit: Visit) -> None:
    person = visit("fr")
    person.begin("connect4", "friend")
    expect(person.button("share.copy")).to_be_visible()
    check(person)
    person.begin("connect4", level=8)
    person.play("d1")
    person.expect_ply(2)
    person.button("action.hint").click()
    expect(person.page.get_by_text(re.compile(r"^Indice|[a-g]\d\. ")).last).to_be_visible()
    check(person)
    person.button("walk.start").click()
    expect(person.button("analysis.review.back")).to_be_visible()
    person.page.get_by_text(person.text("texts.title"), exact=True).click()
    person.button("texts.paste").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("7/7/7/3x3/7/7")
    dialog.get_by_role("button", name=person.text("paste.play"), exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text(person.text("error.position.in_the_air"))
    check(person)
    person.page.keyboard.press("Escape")
    person.begin("tictactoe", "matchbox", begins="them")
    person.expect_ply(1)
    check(person)
    person.begin("tictactoe", "here")
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        person.play(cell)
    expect(person.heading("outcome.side.grid.first")).to_be_visible()
    check(person)
    person.open("/g/no-such-room")
    expect(person.heading("game.refused")).to_be_visible()
    check(person)


def test_the_analysis_is_french(visit: Visit) -> None:
    person = visit("fr")
    person.open("/analysis?rules=tictactoe&moves=a1,b1,b2,c3,a2,a3,c2&review=1&at=2")
    expect(person.sees("analysis.review.exact")).to_be_visible()
    expect(person.region("analysis.lines")).to_be_visible()
    expect(person.page.get_by_text(re.compile(r"^83,3\s*%"))).to_be_visible()
    check(person)
    person.button("analysis.help").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    check(person)
    person.open("/analysis?rules=gomoku&moves=h8")
    expect(person.region("analysis.lines")).to_be_visible()
    check(person)
    person.radio("analysis.mode.editor").check()
    expect(person.region("analysis.mode.editor")).to_be_visible()
    check(person)


def test_other_pages_have_french_spaces(visit: Visit) -> None:
    person = visit("fr")
    for path, key in (
        ("/puzzles", "header.puzzles"),
        ("/lab", "lab.title"),
        ("/lab/bits", "lab.exhibit.bits"),
        ("/lab/search", "lab.exhibit.search"),
        ("/lab/evaluation", "lab.exhibit.evaluation"),
        ("/lab/compare", "lab.exhibit.compare"),
        ("/carry", "carry.title"),
    ):
        person.open(path)
        expect(person.page.get_by_text(person.text(key)).first).to_be_visible()
        check(person)


def test_a_wrong_move_is_explained_in_french(visit: Visit) -> None:
    person = visit("fr")
    person.begin("connect4", "here")
    person.page.get_by_text(person.text("movefield.open"), exact=True).click()
    field = person.page.get_by_role("textbox", name=person.text("movefield.label"))
    for typed, key, values in (
        ("??", "error.notation.column", {"last": "g6"}),
        ("z9", "error.illegal.outside", {"cell": "z9", "last": "g6"}),
        ("d3", "error.illegal.in_the_air", {"cell": "d3", "column": "d", "landing": "d1"}),
    ):
        field.fill(typed)
        field.press("Enter")
        expect(person.sees(key, **values)).to_be_visible()
    check(person)


@pytest.mark.parametrize(("language", "other"), [("en", "fr"), ("fr", "en")])
def test_the_language_is_switched_and_kept(visit: Visit, language: str, other: str) -> None:
    person = visit(language)
    person.begin("tictactoe", level=1)
    expect(person.heading("turn.yours")).to_be_visible()
    switch = person.text(f"header.language.{other}")
    person.page.get_by_role("button", name=f"{other}: {switch}").click()
    person.language = other
    expect(person.heading("turn.yours")).to_be_visible()
    expect(person.page.locator("html")).to_have_attribute("lang", other)
    person.page.reload()
    expect(person.heading("turn.yours")).to_be_visible()
    person.play("b2")


def test_a_browser_with_another_language_gets_english(visit: Visit) -> None:
    person = visit("en", locale="de-DE")
    person.open()
    expect(person.heading("home.title")).to_be_visible()

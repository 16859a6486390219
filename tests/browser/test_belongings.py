"""One's own games on the start page: more of them, as a file, on another device, and deleted."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from enligne import record
from tests.browser.axe import violations
from tests.server.helpers import ME, Client

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.conftest import Visit
    from tests.browser.person import Person
    from tests.server.helpers import Server

GAMES = 30  # more than a page of the list has


def play(server: Server, person: Person) -> None:
    """Begins games at one screen, as quickly as the server lets this visitor."""
    secret = person.page.evaluate("localStorage.getItem('enligne.visitor')")

    async def begin() -> None:
        async with Client(server, secret) as page:
            for _ in range(GAMES):
                room = (await page.ask("create", rules="tictactoe", first=ME, second=ME))["room"]
                await page.ask("move", room=room, ply=0, move="b2")

    with ThreadPoolExecutor(1) as thread:  # beside the browser's own event loop
        thread.submit(asyncio.run, begin()).result()


def test_games_are_listed_saved_carried_and_deleted(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    person, phone = visit(), visit(viewport={"width": 360, "height": 740})
    person.open()
    expect(person.link("carry.have")).to_be_visible()
    play(server, person)
    person.open()
    cards = person.page.locator('a[href^="/g/"]')
    expect(cards).to_have_count(6)
    person.button("games.more").click()
    expect(cards).to_have_count(24)
    person.button("games.more").click()
    expect(cards).to_have_count(GAMES)
    expect(person.button("games.more")).to_have_count(0)

    person.manage_games()
    with person.page.expect_download() as download:
        person.button("games.download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    records, errors = record.read(file)
    assert not errors
    assert [str(each.game.moves[0]) for each in records] == ["b2"] * GAMES

    # By the link; the code is not left in the address, and nothing happens unasked.
    person.button("carry.out").click()
    code = person.page.get_by_label(person.text("carry.code"))
    expect(code).to_have_text(re.compile(r"^\w{4}-\w{4}-\w{4}$"))
    assert violations(person.page) == []
    person.button("carry.copy").click()
    expect(person.button("copy.done")).to_be_visible()
    link = person.copied()
    assert link == f"{server.address}/carry#{code.inner_text().replace('-', '')}"
    phone.page.goto(link)
    expect(phone.page).to_have_url(f"{server.address}/carry")
    assert violations(phone.page) == []
    phone.button("carry.in").click()
    expect(phone.heading("games.title")).to_be_visible()
    phones = phone.page.locator('a[href^="/g/"]')
    expect(phones).to_have_count(6)
    # It works once.
    phone.page.goto(link)
    phone.button("carry.in").click()
    expect(phone.page.get_by_role("alert")).to_have_text(phone.text("error.no_code"))

    # Deleted on one device, gone on both; not before a question.
    phone.open()
    phone.manage_games()
    phone.button("games.delete").click()
    dialog = phone.page.get_by_role("dialog")
    expect(dialog).to_contain_text(phone.text("games.delete.others"))
    assert violations(phone.page) == []
    phone.button("games.delete.no").click()
    expect(phones).to_have_count(6)
    phone.button("games.delete").click()
    dialog.get_by_role("button", name=phone.text("games.delete"), exact=True).click()
    expect(phones).to_have_count(0)
    person.open()
    expect(person.link("carry.have")).to_be_visible()


def test_what_the_browser_remembers_is_carried_too(visit: Visit) -> None:
    """The name, the levels beaten, the lessons and the streak: those of both devices together."""
    person, phone = visit(), visit()
    remembers = "([key, value]) => localStorage.setItem(`enligne.${key}`, value)"
    for device, kept in (
        (person, {"name": "Anna", "beaten.connect4": "1,2", "learn.1": "s1 s2"}),
        (phone, {"beaten.connect4": "2,4", "learn.1": "q1", "puzzles.streak": "2026-11-17 3"}),
    ):
        device.open()
        for key, value in kept.items():
            device.page.evaluate(remembers, [key, value])
    person.begin("tictactoe", "here")
    person.open()
    person.manage_games()
    person.button("carry.out").click()
    code = person.page.get_by_label(person.text("carry.code"))
    expect(code).to_have_text(re.compile(r"^\w{4}-\w{4}-\w{4}$"))
    phone.open("/carry")
    phone.page.get_by_role("textbox", name=phone.text("carry.code")).fill(code.inner_text())
    phone.button("carry.in").click()
    expect(phone.page.get_by_role("button", name="You are Anna")).to_be_visible()
    kept = phone.page.evaluate("({ ...localStorage })")
    assert kept["enligne.beaten.connect4"] == "2,4,1"
    assert kept["enligne.learn.1"] == "q1 s1 s2"
    assert kept["enligne.puzzles.streak"] == "2026-11-17 3"


def test_a_game_that_waits_says_so_in_the_list(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "friend")
    person.open()
    card = person.page.locator('a[href^="/g/"]')
    expect(card).to_contain_text(person.text("games.waiting"))
    expect(card).not_to_contain_text(person.text("games.turn"))


def test_a_hint_is_offered_where_it_is_granted(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "friend")
    expect(person.button("action.resign")).to_be_visible()
    expect(person.button("action.hint")).to_have_count(0)
    person.begin("tictactoe", "here")
    person.button("action.hint").click()
    person.expect_said(person.text("hint.plain", move="")[:4])

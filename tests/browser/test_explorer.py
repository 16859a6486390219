"""The explorer: every move with its score, how often it was played here, how those games ended."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from enligne import Game, engines
from tests.browser.axe import violations
from tests.browser.test_analysis import short
from tests.browser.test_screens import check_width, phone
from tests.server.helpers import Server
from tests.server.storage.helpers import opened, room_id
from tests.server.storage.test_played import finished

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

#: Games of Connect 4, and who won them.
GAMES = [
    (["d1", "c1", "d2", "c2", "d3", "c3", "d4"], "first"),
    (["d1", "e1", "d2", "e2"], "second"),
    (["d1", "d2", "d3", "d4", "d5"], None),
    (["a1", "d1", "a2", "d2"], "second"),
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which somebody has played."""
    folder = tmp_path_factory.mktemp("played")
    documents = [
        finished(moves, "7x6:4+gravity", outcome={"winner": winner, "termination": "resignation"})
        for moves, winner in GAMES
    ]
    # Beside Playwright, whose event loop runs here.
    storing = threading.Thread(
        target=lambda: asyncio.run(store(folder / "rooms.sqlite3", documents))
    )
    storing.start()
    storing.join()
    with Server(folder) as server:
        yield server


async def store(file: Any, documents: list[dict[str, Any]]) -> None:
    async with opened(f"sqlite:///{file}") as storage:
        for each in documents:
            await storage.create(room_id(), each, set())


def row(person: Person, move: str) -> Locator:
    explorer = person.region("study.explorer.title")
    return explorer.get_by_role("button", name=re.compile(rf"^{move}\b"))


def ends(person: Person, wins: int, draws: int, losses: int) -> re.Pattern[str]:
    return re.compile(
        person.text(
            "study.explorer.ends",
            count=wins + draws + losses,
            first="Red" if person.language == "en" else "Rouge",
            second="Yellow" if person.language == "en" else "Jaune",
            wins=wins,
            draws=draws,
            losses=losses,
        )
    )


def test_every_move_from_the_first_on(visit: Visit, played: Server) -> None:
    """Exact scores, and what was played, up to symmetry."""
    person = visit(at=played)
    person.open("/analysis?rules=connect4")
    explorer = person.region("study.explorer.title")
    expect(explorer).to_contain_text(person.text("analysis.scores.proven", proven=7, count=7))
    exact = engines.create("solver").analyse(Game("connect4").position, all_moves=True).moves
    for move, score in exact.items():
        button = person.page.get_by_role("button", name=re.compile(rf"^{move}\b"))
        line = explorer.get_by_role("row").filter(has=button)
        expect(line).to_contain_text(short(score))
    expect(row(person, "d1")).to_have_accessible_name(ends(person, 1, 1, 1))
    # The mirror image of what was played counts; what was not, does not.
    for cell in ("a1", "g1"):
        expect(row(person, cell)).to_have_accessible_name(ends(person, 0, 0, 1))
    expect(row(person, "b1")).to_have_accessible_name(
        re.compile(person.text("study.explorer.never"))
    )
    # The best move stands first.
    expect(explorer.get_by_role("row").nth(1)).to_contain_text("d1")
    # Where it is pointed at, it is drawn; where it is clicked, it is played.
    row(person, "d1").hover()
    person.expect_stone("d1", "red")
    person.page.mouse.move(5, 5)
    person.expect_stone("d1", "empty")
    row(person, "d1").click()
    person.expect_moves("d1")
    for cell in ("c1", "e1"):
        expect(row(person, cell)).to_have_accessible_name(ends(person, 1, 0, 1))
    # The address shows the same, also to somebody else.
    expect(person.page).to_have_url(re.compile("moves=d1"))
    other = visit("fr", at=played)
    other.page.goto(person.page.url)
    expect(row(other, "d2")).to_have_accessible_name(ends(other, 0, 1, 0))


def test_by_keyboard_on_a_phone(visit: Visit, played: Server) -> None:
    person = visit(at=played, **phone(360, 740))
    person.open("/analysis?rules=connect4")
    expect(row(person, "a1")).to_have_accessible_name(ends(person, 0, 0, 1))
    check_width(person)
    assert violations(person.page) == []
    row(person, "d1").focus()
    person.page.keyboard.press("Tab")  # to the second row, as by keyboard
    person.page.keyboard.press("Shift+Tab")
    person.expect_stone("d1", "red")
    person.page.keyboard.press("Enter")
    person.expect_moves("d1")


def test_where_games_are_not_counted_any_more_it_is_said(visit: Visit, played: Server) -> None:
    person = visit(at=played)
    person.open("/analysis?rules=connect4&moves=4444443333335")
    explorer = person.region("study.explorer.title")
    expect(explorer).to_contain_text(person.text("study.explorer.deep", count=12))
    person.open("/analysis?rules=gomoku")
    expect(explorer).to_contain_text(person.text("study.explorer.none", count=12))

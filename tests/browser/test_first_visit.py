"""The first visit: how much is fetched, and how soon a game runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Response, WebSocket

    from tests.browser.conftest import Visit

CELLS = {"tictactoe": 9, "connect4": 42, "gomoku": 225}


@pytest.mark.parametrize("game", CELLS)
def test_two_clicks_lead_to_a_running_game(visit: Visit, game: str) -> None:
    person = visit()
    person.open()
    expect(person.heading("home.title")).to_be_visible()
    name = person.text(f"home.{game}.name")
    person.page.get_by_role("button", name=re.compile(f"^{name}")).click()  # one
    person.button("setup.play").click()  # two
    expect(person.heading("turn.yours")).to_be_visible()
    expect(person.cells).to_have_count(CELLS[game])
    cell = person.cells.nth(CELLS[game] // 2).get_attribute("data-cell")
    person.cells.nth(CELLS[game] // 2).click()
    person.expect_ply(2)
    assert game == "connect4" or person.moves[0] == cell


def test_the_first_load_is_small(visit: Visit) -> None:
    person = visit()
    answers: list[Response] = []
    news: list[str | bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: news.append(frame))

    person.page.on("response", lambda answer: answers.append(answer))
    person.page.on("websocket", listen)
    person.open()
    expect(person.heading("home.title")).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    sizes = {each.url: each.request.sizes()["responseBodySize"] for each in answers}
    assert any(url.endswith(".js") for url in sizes)
    assert any(url.endswith(".css") for url in sizes)
    assert sum(sizes.values()) + sum(map(len, news)) < 150_000, sizes
    for each in answers:
        assert each.status == 200
        if each.url.endswith((".js", ".css")):
            assert each.headers["content-encoding"] == "gzip"


def test_an_address_without_a_page_says_so(visit: Visit) -> None:
    person = visit()
    person.open("/g/no-such-room")
    expect(person.heading("game.refused")).to_be_visible()
    expect(person.sees("error.no_room")).to_be_visible()
    person.link("notfound.home").click()
    expect(person.heading("home.title")).to_be_visible()

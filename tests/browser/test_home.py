"""The home page: rules of one's own, all kinds of opponents, clocks, games to go on with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.person import by

if TYPE_CHECKING:
    from playwright.sync_api import Response, WebSocket

    from tests.browser.conftest import Visit


def test_own_rules_are_previewed_and_played(visit: Visit) -> None:
    person = visit()
    panel = person.choose_game("own")
    preview = panel.get_by_role("figure")
    expect(preview).to_contain_text("8 × 8, 4 in a row")
    panel.get_by_role("slider", name=person.text("own.width")).fill("9")
    panel.get_by_role("slider", name=person.text("own.height")).fill("7")
    panel.get_by_role("slider", name=person.text("own.run")).fill("5")
    expect(preview).to_contain_text("9 × 7, 5 in a row")
    picture = preview.locator("svg").first
    before = picture.inner_html()
    panel.get_by_role("checkbox", name=re.compile(f"^{person.text('own.gravity')}")).check()
    expect(preview).to_contain_text(person.text("rules.gravity"))
    assert picture.inner_html() != before
    panel.get_by_role("checkbox", name=re.compile(f"^{person.text('own.exact')}")).check()
    expect(preview).to_contain_text(person.text("rules.exact"))
    person.start()
    expect(person.cells).to_have_count(63)
    person.cell("c7").click()
    person.expect_ply(2)
    assert person.moves[0] == "c1"


def test_who_wins_with_best_play_is_said_where_it_is_known(visit: Visit) -> None:
    person = visit()
    expect(person.choose_game("connect4")).to_contain_text(person.text("setup.best_play.win"))
    panel = person.choose_game("own")
    expect(panel).not_to_contain_text("best play")
    for name, value in (("own.width", "6"), ("own.height", "4")):
        panel.get_by_role("slider", name=person.text(name)).fill(value)
    expect(panel).to_contain_text(person.text("setup.best_play.draw"))
    panel.get_by_role("checkbox", name=re.compile(f"^{person.text('own.gravity')}")).check()
    expect(panel).to_contain_text(person.text("setup.best_play.loss"))


def test_two_people_play_here(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "here")
    for ply, cell in enumerate(["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"]):
        side = ("first", "second")[ply % 2]
        expect(person.heading(f"turn.side.grid.{side}")).to_be_visible()
        person.play(cell)
    expect(person.heading("outcome.draw")).to_be_visible()
    person.button("result.rematch").click()
    person.expect_ply(0)
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        person.play(cell)
    expect(person.heading("outcome.side.grid.first")).to_be_visible()
    assert person.winning == ["a3", "a2", "a1"]


def test_two_players_are_watched(visit: Visit) -> None:
    person = visit()
    panel = person.choose_game("tictactoe")
    panel.get_by_role("radio", name=person.text("setup.opponent.watch")).check()
    sides = {"setup.watch.first": 10, "setup.watch.second": 1}
    for legend, level in sides.items():
        group = panel.get_by_role("group", name=person.text(legend))
        group.get_by_role("radio", name=person.text(f"level.{level}.name")).check()
    person.start()
    expect(person.sees("game.watching")).to_be_visible()
    for level in sides.values():
        name = person.text(f"level.{level}.name")
        expect(person.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    expect(person.result).to_be_visible()
    assert len(person.moves) >= 5
    expect(person.button("action.resign")).to_have_count(0)


def test_an_engine_with_options_is_the_opponent(visit: Visit) -> None:
    person = visit()
    panel = person.choose_game("connect4")
    panel.get_by_text(person.text("setup.advanced"), exact=True).click()
    panel.get_by_role("combobox", name=person.text("analysis.engine")).select_option(
        label=person.text("engine.alphabeta")
    )
    expect(panel.get_by_text(person.text("engine.alphabeta.about"))).to_be_visible()
    panel.get_by_role("spinbutton", name=person.text("option.depth")).fill("3")
    person.start()
    seats = person.page.get_by_role("list", name=person.text("game.players"))
    expect(seats).to_contain_text(person.text("engine.alphabeta"))
    person.play("d1")
    person.expect_ply(2)


def test_chance_decides_who_begins(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "machine", level=1, begins="chance")
    expect(person.heading("turn.yours")).to_be_visible()
    assert len(person.moves) in (0, 1)


def test_a_clock_runs_for_both_and_ends_the_game(visit: Visit) -> None:
    person = visit()
    panel = person.choose_game("tictactoe")
    panel.get_by_role("radio", name=person.text("setup.opponent.here")).check()
    person.show_more(panel)
    panel.get_by_role("radio", name=person.text("setup.clock.own")).check()
    panel.get_by_role("spinbutton", name=person.text("setup.clock.minutes")).fill("0.1")
    panel.get_by_role("spinbutton", name=person.text("setup.clock.increment")).fill("0")
    person.start()
    clocks = person.page.get_by_role("timer")
    expect(clocks).to_have_text(["6.0", "6.0"])
    person.play("b2")
    expect(clocks.last).not_to_have_text("6.0")
    expect(person.heading("outcome.side.grid.first")).to_be_visible()
    expect(person.live).to_contain_text(person.text("termination.time"))
    expect(clocks.last).to_have_text("0.0")


def test_games_to_go_on_with_are_listed(visit: Visit) -> None:
    person = visit()
    person.begin("connect4", level=1)
    person.play("d1")
    person.expect_ply(2)
    moves = person.moves
    person.begin("tictactoe", level=10)
    person.play_to_the_end("tictactoe", by("perfect"))
    person.page.get_by_role("link", name=person.text("header.home")).click()
    expect(person.heading("games.title")).to_be_visible()
    games = person.page.locator('a[href^="/g/"]')
    expect(games).to_have_count(2)
    expect(games.last).to_contain_text(person.text("outcome.draw"))
    expect(games.first).to_contain_text(person.text("games.turn"))
    expect(games.first).to_contain_text(person.text("games.moves", count=2))
    games.first.click()
    person.expect_moves(*moves)
    expect(person.heading("turn.yours")).to_be_visible()


def test_other_boards_of_a_game_can_be_chosen(visit: Visit) -> None:
    person = visit()
    panel = person.choose_game("gomoku")
    person.show_more(panel)
    panel.get_by_role("combobox", name=person.text("setup.board")).select_option(
        label=person.text("rules.gomoku19")
    )
    person.start()
    expect(person.page.get_by_text(person.text("rules.gomoku19"))).to_be_visible()
    expect(person.cells).to_have_count(361)


def test_the_back_button_leads_back(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "here")
    person.play("b2")
    person.page.go_back()
    expect(person.heading("home.title")).to_be_visible()
    person.page.go_forward()
    person.expect_moves("b2")
    person.link("header.analysis").click()
    expect(person.heading("header.analysis")).to_be_visible()
    person.page.go_back()
    person.expect_moves("b2")


# The first visit: how much is fetched, and how soon a game runs.


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
    assert sum(sizes.values()) < 100_000, sizes
    assert sum(map(len, news)) < 20_000
    for each in answers:
        assert each.status == 200
        # Less than this is not worth it.
        if each.url.endswith((".js", ".css")) and sizes[each.url] >= 500:
            assert each.headers["content-encoding"] == "gzip"


def test_an_address_without_a_page_says_so(visit: Visit) -> None:
    person = visit()
    person.open("/g/no-such-room")
    expect(person.heading("game.refused")).to_be_visible()
    expect(person.sees("error.no_room")).to_be_visible()
    person.link("notfound.home").click()
    expect(person.heading("home.title")).to_be_visible()


def test_one_click_leads_to_a_running_game(visit: Visit) -> None:
    person = visit()
    person.open()
    expect(person.page.get_by_text(person.text("level.4.name"))).to_be_visible()
    person.button("quick.play").click()
    person.wait_for_room()
    expect(person.cells).to_have_count(CELLS["connect4"])
    expect(person.heading("turn.yours")).to_be_visible()


def test_the_quick_game_is_the_last_one_at_the_next_level(visit: Visit) -> None:
    person = visit()
    person.open()
    for name, value in (("game", "tictactoe"), ("level.tictactoe", "2"), ("beaten.tictactoe", "2")):
        person.page.evaluate(f"localStorage.setItem('enligne.{name}', '{value}')")
    person.page.reload()
    about = {"game": person.text("home.tictactoe.name"), "name": person.text("level.3.name")}
    expect(person.sees("quick.about", level=3, **about)).to_be_visible()
    expect(person.sees("home.beaten.count", count=1, most=10)).to_be_visible()
    person.button("quick.play").click()
    person.wait_for_room()
    expect(person.cells).to_have_count(CELLS["tictactoe"])


def test_what_is_chosen_is_in_the_address(visit: Visit) -> None:
    person, friend = visit(), visit()
    panel = person.choose_game("connect4")
    panel.get_by_role("radio", name=person.text("level.7.name")).check()
    person.show_more(panel)
    panel.get_by_role("radio", name=person.text("setup.begins.them")).check()
    panel.get_by_role("radio", name="3+2").check()
    link = person.page.url
    # Whoever opens it sees the same.
    friend.page.goto(link)
    panel = friend.page.get_by_role("region", name=friend.text("home.connect4.name"), exact=True)
    for name in (friend.text("level.7.name"), friend.text("setup.begins.them"), "3+2"):
        expect(panel.get_by_role("radio", name=name)).to_be_checked()
    # Back and forward.
    person.choose_game("gomoku")
    person.page.go_back()
    person.page.go_back()
    expect(person.page).to_have_url(link)
    expect(person.radio("level.7.name")).to_be_checked()
    person.page.go_back()
    expect(person.page.get_by_role("radio")).to_have_count(0)
    person.page.go_forward()
    expect(person.radio("level.7.name")).to_be_checked()
    person.start()
    person.expect_ply(1)
    expect(person.page.get_by_role("timer")).to_have_count(2)
    person.page.go_back()
    expect(person.radio("level.7.name")).to_be_checked()


def test_rules_of_ones_own_are_in_the_address(visit: Visit) -> None:
    person = visit()
    person.open("/?game=own&rules=6x5:4%2Bgravity&against=here")
    panel = person.page.get_by_role("region", name=person.text("home.own.name"), exact=True)
    expect(panel.get_by_role("figure")).to_contain_text("6 × 5, 4 in a row")
    panel.get_by_role("slider", name=person.text("own.width")).fill("7")
    expect(person.page).to_have_url(re.compile("rules=7x5:4%2Bgravity"))
    person.start()
    expect(person.cells).to_have_count(35)


def test_the_puzzle_of_the_day_has_its_streak(visit: Visit) -> None:
    person = visit()
    person.open()
    card = person.page.get_by_role("link", name=re.compile(person.text("day.title")))
    expect(card).to_contain_text(person.text("day.go"))
    expect(card.locator("svg .stone, svg .ink").first).to_be_attached()
    person.page.evaluate(
        """localStorage.setItem("enligne.puzzles.streak",
            `${new Date().toISOString().slice(0, 10)} 3`)"""
    )
    person.page.reload()
    expect(card).to_contain_text(person.text("day.streak", count=3))
    expect(card).to_contain_text(person.text("day.solved"))
    card.click()
    expect(person.heading("header.puzzles")).to_be_visible()


def test_doors_lead_to_the_other_pages(visit: Visit) -> None:
    person = visit()
    person.open()
    for door in ("puzzles", "learn", "analysis", "lab"):
        link = person.page.locator(f'main a[href="/{door}"]').last
        expect(link).to_contain_text(person.text(f"doors.{door}.about"))


_UNMARKED = """() => [...document.querySelectorAll("svg .first, svg .second")]
  .filter((each) => !each.closest(".ghost, .celebration, .last") && !each.matches(".last"))
  .concat([...document.querySelectorAll("svg.first, svg.second")])
  .filter((each) => !each.querySelector(".pattern, .ink, .stroke"))
  .map((each) => each.outerHTML.slice(0, 200))"""
_STONES = "document.querySelectorAll('svg .stone, svg .ink, svg .body, svg .stroke').length"


def test_stones_differ_in_more_than_colour_wherever_they_are(visit: Visit) -> None:
    """Red has a cross and yellow a ring, noughts are round, black has a glint and white a ring."""
    person = visit()
    for game in ("connect4", "gomoku", "tictactoe"):
        person.begin(game, "here")
        person.cells.nth(4).click()
        person.expect_ply(1)
        person.cells.nth(3).click()
        person.expect_ply(2)
        assert person.page.evaluate(_STONES) >= 4  # on the board, and with the players
        assert person.page.evaluate(_UNMARKED) == []
    person.open()
    expect(person.page.locator('a[href^="/g/"]')).to_have_count(3)
    for path in ("/", "/puzzles", "/analysis?rules=connect4&moves=d1,d2", "/?game=own"):
        person.open(path)
        expect(person.page.locator("svg .stone, svg .ink").first).to_be_attached()
        assert person.page.evaluate(_UNMARKED) == []

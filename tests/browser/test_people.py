"""People who meet: what they are called, what they say to each other, and who waits for anybody."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.test_screens import check_width
from tests.server.helpers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, WebSocketRoute

    from tests.browser.conftest import Visit
    from tests.browser.person import Person


def said(person: Person) -> Locator:
    """The words that stand beside the players."""
    return person.page.locator(".said")


def choose_name(person: Person, name: str) -> None:
    """By the dialog, wherever it can be opened here."""
    person.page.get_by_role(
        "button",
        name=re.compile(f"^({person.text('people.name.choose')}|{person.text('people.name.you')})"),
    ).first.click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(name)
    dialog.get_by_role("button", name=person.text("people.name.keep")).click()


def wait_for_anybody(person: Person, game: str) -> None:
    """One click on the start page: the game waits in the lobby."""
    person.open()
    person.button("people.lobby.wait", name=person.text(f"home.{game}.name")).click()
    person.wait_for_room()
    expect(person.heading("turn.open").first).to_be_visible()


def challenge_of(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=re.compile(f"^Play {name}:"))


@pytest.fixture
def pair(visit: Visit) -> tuple[Person, Person]:
    """Anna and Ben, each with their name, in a game of Connect 4 that Anna begins."""
    anna, ben = visit(), visit()
    panel = anna.choose_game("connect4")
    panel.get_by_role("radio", name=anna.text("setup.opponent.friend")).check()
    expect(panel.get_by_role("button", name=anna.text("people.name.choose"))).to_be_visible()
    panel.get_by_role("button", name=anna.text("people.name.choose")).click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Anna")
    dialog.get_by_role("button", name=anna.text("people.name.keep")).click()
    expect(dialog).to_have_count(0)
    anna.start()
    ben.page.goto(anna.page.url)
    expect(ben.heading("turn.name", name="Anna")).to_be_visible()
    anna.expect_said(anna.text("told.joined", name="Your opponent"))
    choose_name(ben, "Ben")
    expect(anna.page.get_by_role("list", name=anna.text("game.players"))).to_contain_text("Ben")
    return anna, ben


def test_everybody_is_called_by_their_name(pair: tuple[Person, Person], visit: Visit) -> None:
    """Nobody who watches reads "Red / red"."""
    anna, ben = pair
    carol = visit()
    carol.page.goto(anna.page.url)
    match = carol.text(
        "game.match", first="Anna", first_side="red", second="Ben", second_side="yellow"
    )
    assert match == "Anna, red, against Ben, yellow."
    expect(carol.page.get_by_text(match).last).to_be_visible()
    carol.expect_said(match)
    expect(carol.page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_text(
        [re.compile(r"^\s*Anna\s*red"), re.compile(r"^\s*Ben\s*yellow")]
    )
    expect(carol.heading("turn.name", name="Anna")).to_be_visible()
    anna.play("d1")
    for person in (ben, carol):
        person.expect_said("Anna plays d1.")
    expect(anna.heading("turn.name", name="Ben")).to_be_visible()
    ben.button("action.draw").click()
    anna.expect_said("Ben offers a draw.")
    expect(anna.page.get_by_text("Ben offers a draw.").last).to_be_visible()
    anna.button("offer.decline").click()
    expect(ben.page.get_by_text("Anna declined the draw.").last).to_be_visible()
    ben.button("action.resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(carol.heading("outcome.name", name="Anna")).to_be_visible()
    expect(ben.heading("outcome.lost")).to_be_visible()
    anna.open()
    expect(anna.sees("games.against", name="Ben")).to_be_visible()


def test_who_has_no_name_is_a_guest_to_those_who_watch(visit: Visit) -> None:
    anna, ben, carol = visit(), visit(), visit()
    anna.begin("connect4", "friend")
    ben.page.goto(anna.page.url)
    expect(ben.heading("turn.friend")).to_be_visible()
    carol.page.goto(anna.page.url)
    expect(carol.page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_text(
        [re.compile(r"^\s*Guest\s*red"), re.compile(r"^\s*Guest\s*yellow")]
    )
    expect(carol.page.get_by_text("Guest, red, against Guest, yellow.").last).to_be_visible()
    anna.play("d1")
    carol.expect_said("Red plays d1.")


def test_a_name_of_two_tabs_and_after_a_reload(pair: tuple[Person, Person]) -> None:
    anna, ben = pair
    tab = ben.context.new_page()
    tab.goto(ben.address)
    tab.get_by_role("button", name="You are Ben").click()
    tab.get_by_role("textbox", name=ben.text("people.name.label")).fill("  Be\u0301a  🦊 ")
    tab.get_by_role("button", name=ben.text("people.name.keep")).click()
    expect(tab.get_by_role("button", name="You are Béa 🦊")).to_be_visible()
    players = anna.page.get_by_role("list", name=anna.text("game.players"))
    expect(players).to_contain_text("Béa 🦊")
    anna.page.reload()
    expect(players).to_contain_text("Béa 🦊")
    # And none any more.
    tab.get_by_role("button", name="You are Béa 🦊").click()
    tab.get_by_role("textbox", name=ben.text("people.name.label")).fill("")
    tab.get_by_role("button", name=ben.text("people.name.keep")).click()
    expect(players).to_contain_text(anna.text("player.friend"))


def test_names_that_cannot_be_are_explained(visit: Visit) -> None:
    anna = visit()
    anna.open()
    for name in ("<b>Anna</b>", "a\u202eb", "x" * 25):
        choose_name(anna, name)
        dialog = anna.page.get_by_role("dialog")
        expect(dialog.get_by_role("alert")).to_have_text(anna.text("error.name"))
        assert violations(anna.page) == []
        anna.page.keyboard.press("Escape")
    expect(anna.button("people.name.choose")).to_be_visible()
    # One that a browser has kept since the rules were others does not keep anybody out.
    anna.page.evaluate("localStorage.setItem('enligne.name', 'a\\u202eb')")
    ben = visit()
    ben.begin("connect4", "friend")
    anna.page.goto(ben.page.url)
    anna.expect_said(anna.text("turn.friend"))
    assert anna.page.evaluate("localStorage.getItem('enligne.name')") == ""


def test_reactions_are_seen_by_all_and_can_be_hidden(
    pair: tuple[Person, Person], visit: Visit
) -> None:
    anna, ben = pair
    carol = visit()
    carol.page.goto(anna.page.url)
    expect(carol.sees("game.watching")).to_be_visible()
    for person in (anna, carol):
        person.page.clock.install()
    ben.button("reaction.well_played").click()
    for person in (anna, ben, carol):
        expect(said(person)).to_have_text("Well played!")
    for person in (anna, carol):
        person.expect_said("Ben: Well played!")
    # It stands beside who said it, and the page does not scroll sideways for it.
    row = anna.page.get_by_role("list", name="Players").get_by_role("listitem").nth(1)
    expect(row).to_contain_text("Well played!")
    expect(carol.button("reaction.wow")).to_have_count(0)  # she only watches
    anna.page.clock.run_for(5000)
    expect(said(anna)).to_have_count(0)
    anna.button("people.reactions.mute").click()
    expect(anna.button("people.reactions.mute")).to_have_attribute("aria-pressed", "true")
    ben.button("reaction.wow").click()
    expect(said(carol)).to_have_text("Wow!")
    anna.button("reaction.hello").click()
    expect(ben.page.get_by_text("Hello!").first).to_be_visible()
    expect(said(anna)).to_have_text("Hello!")  # her own, and Ben's is not there
    ben.expect_said("Anna: Hello!")


def test_one_click_begins_a_game_with_who_waits(visit: Visit) -> None:
    anna, ben, carol = visit(), visit(), visit()
    for person, name in ((anna, "Zenobia"), (ben, "Ben")):
        person.open()
        choose_name(person, name)
        expect(person.page.get_by_role("button", name=f"You are {name}")).to_be_visible()
    events: list[bool] = []

    def frozen(socket: WebSocketRoute) -> None:
        """Carol's page does not hear any more who waits, once told so."""
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            if not (events and '"lobby"' in str(message)):
                socket.send(message)

        server.on_message(hear)

    carol.page.route_web_socket(re.compile("/socket.io/"), frozen)
    carol.open()
    wait_for_anybody(anna, "gomoku")
    for person in (ben, carol):
        expect(challenge_of(person, "Zenobia")).to_be_visible()
    assert violations(ben.page) == []
    events.append(True)
    ben.open()
    challenge_of(ben, "Zenobia").click()
    ben.wait_for_room()
    assert ben.page.url == anna.page.url
    anna.expect_said(anna.text("told.joined", name="Ben"))
    # Carol was too late: she is told so, and stays where she is.
    challenge_of(carol, "Zenobia").click()
    expect(carol.sees("error.gone")).to_be_visible()
    expect(carol.heading("home.title")).to_be_visible()
    mover = anna if anna.heading("turn.yours").count() else ben
    other = ben if mover is anna else anna
    mover.play("h8")
    other.expect_stone("h8", "black")
    # Whoever comes now does not see her any more.
    dora = visit()
    dora.open()
    expect(dora.heading("people.lobby")).to_be_visible()
    expect(challenge_of(dora, "Zenobia")).to_have_count(0)


def test_a_friends_game_is_opened_to_all_and_closed_again(visit: Visit) -> None:
    anna, ben = visit(), visit()
    anna.open()
    choose_name(anna, "Ottilie")
    ben.open()
    panel = anna.choose_game("connect4")
    anna.show_more(panel)
    panel.get_by_role("radio", name="3+2").check()
    panel.get_by_role("radio", name=anna.text("setup.opponent.friend")).check()
    anna.start()
    expect(anna.heading("turn.waiting").first).to_be_visible()
    anna.button("people.open.begin").click()
    expect(anna.heading("turn.open").first).to_be_visible()
    expect(challenge_of(ben, "Ottilie")).to_have_accessible_name(
        "Play Ottilie: Connect 4 · 3+2 · they begin, you are yellow"
    )
    assert violations(anna.page) == []
    anna.button("people.open.end").click()
    expect(challenge_of(ben, "Ottilie")).to_have_count(0)
    expect(anna.heading("turn.waiting").first).to_be_visible()
    # Or it waits for anybody from the beginning.
    anna.begin("tictactoe", "anyone", begins="them")
    expect(anna.heading("turn.open").first).to_be_visible()
    expect(challenge_of(ben, "Ottilie")).to_have_accessible_name(
        "Play Ottilie: Tic-tac-toe · you begin, you are cross"
    )


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (360, 740), (740, 360)])
def test_nothing_is_cut_off(visit: Visit, size: tuple[int, int]) -> None:
    """With the longest names, on every screen."""
    width, height = size
    screen = {"width": width, "height": height}
    anna, ben = visit(viewport=screen), visit(viewport=screen)
    for person, name in ((anna, "W" * 24), (ben, "Maximiliane-Wilhelmine X")):
        person.open()
        choose_name(person, name)
        expect(person.page.get_by_role("button", name=f"You are {name}")).to_be_visible()
    wait_for_anybody(anna, "connect4")
    button = challenge_of(ben, "W" * 24)
    expect(button).to_be_visible()
    check_width(ben)
    button.click()
    ben.wait_for_room()
    expect(anna.button("reaction.luck")).to_be_visible()
    ben.button("reaction.well_played").click()
    expect(said(anna)).to_be_visible()
    for person in (anna, ben):
        check_width(person)
    box = said(anna).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert violations(anna.page) == []


# An operator who wants none of it.


@pytest.fixture(scope="module")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    off = dict.fromkeys(("lobby", "names", "reactions"), "false")
    with Server(tmp_path_factory.mktemp("plain"), "--log", settings=off) as server:
        yield server


def test_what_is_turned_off_is_not_offered(visit: Visit, plain_server: Server) -> None:
    anna, ben = visit(at=plain_server), visit(at=plain_server)
    panel = anna.choose_game("connect4")
    expect(panel.get_by_role("radio", name=anna.text("setup.opponent.friend"))).to_be_attached()
    expect(panel.get_by_role("radio", name=anna.text("setup.opponent.anyone"))).to_have_count(0)
    expect(anna.heading("people.lobby")).to_have_count(0)
    anna.begin("connect4", "friend")
    expect(anna.button("people.open.begin")).to_have_count(0)
    ben.page.goto(anna.page.url)
    expect(anna.heading("turn.yours")).to_be_visible()
    anna.play("d1")
    ben.expect_ply(1)
    for person in (anna, ben):
        expect(person.button("people.name.choose")).to_have_count(0)
        expect(person.button("reaction.hello")).to_have_count(0)

"""The link to a friend: an address that others can open, as text and as a QR code; and addresses
that lead nowhere."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from enligne.server.reach import network_addresses
from enligne.server.settings import Settings
from tests.browser.axe import violations
from tests.server.helpers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, WebSocketRoute

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

#: In which nobody opens it here: it is only read.
PUBLIC = "https://games.example"


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that listens on all addresses of this machine."""
    with Server(tmp_path_factory.mktemp("everywhere"), "--host", "0.0.0.0") as server:
        yield server


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose operator has told where people reach it."""
    settings = {"public_address": PUBLIC}
    with Server(tmp_path_factory.mktemp("public"), settings=settings) as server:
        yield server


def link_of(person: Person) -> Locator:
    return person.page.get_by_role("textbox", name=person.text("share.link"))


def code_of(person: Person) -> Locator:
    return person.page.get_by_role("img", name=person.text("share.code"))


def scanned(person: Person) -> list[str]:
    """What the camera of a phone reads on the screen."""
    code_of(person).scroll_into_view_if_needed()
    screen = Image.open(io.BytesIO(person.page.screenshot())).convert("L")
    box = code_of(person).bounding_box()
    assert box is not None
    left, middle = round(box["x"]) + 3, round(box["y"] + box["height"] / 2)
    # Some cameras see less than this reader does: it is white around, and black.
    assert screen.getpixel((left, middle)) == 255
    assert screen.crop((left, middle, left + 80, middle + 9)).getextrema() == (0, 255)
    return [found.text for found in zxingcpp.read_barcodes(screen)]


def test_only_this_computer_can_open_it(visit: Visit) -> None:
    """The server of these tests listens to its own machine: the page says so, and what to do."""
    anna = visit()
    anna.begin("connect4", "friend")
    expect(anna.sees("share.alone")).to_be_visible()
    expect(anna.page.get_by_text("enligne serve --host 0.0.0.0")).to_be_visible()
    expect(link_of(anna)).to_have_value(anna.page.url)
    expect(code_of(anna)).to_have_count(0)
    assert violations(anna.page) == []


def test_others_in_the_network_open_the_link(visit: Visit, everywhere: Server) -> None:
    anna = visit(at=everywhere)
    anna.begin("connect4", "friend")
    network = network_addresses(Settings(host="0.0.0.0", port=everywhere.port))
    if not network:  # nor has this machine one
        expect(anna.sees("share.alone.unconnected")).to_be_visible()
        return
    path = anna.page.url.removeprefix(everywhere.address)
    expect(link_of(anna)).to_have_value(network[0] + path)
    expect(anna.sees("share.scan.network")).to_be_visible()
    anna.button("share.copy").click()
    expect(anna.button("copy.done")).to_be_visible()
    assert anna.copied() == network[0] + path
    # Whoever opens it so plays, and offers the same address to others.
    ben = visit(at=everywhere)
    ben.address = network[0]
    ben.page.goto(network[0] + path)
    expect(anna.heading("turn.yours")).to_be_visible()
    anna.play("d1")
    ben.expect_stone("d1", "red")
    ben.page.get_by_text(ben.text("texts.title")).click()
    expect(link_of(ben)).to_have_value(network[0] + path)
    expect(code_of(ben)).to_be_visible()
    # A browser says that it trusts nothing which comes from elsewhere without TLS.
    ben.problems = [each for each in ben.problems if "origin was untrustworthy" not in each]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_the_code_is_read_from_the_screen(
    visit: Visit, public: Server, theme: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    anna = visit(at=public, color_scheme=theme, viewport=viewport)
    anna.begin("tictactoe", "friend")
    expect(code_of(anna)).to_be_visible()
    link = link_of(anna).input_value()
    assert link == PUBLIC + anna.page.url.removeprefix(public.address)
    assert scanned(anna) == [link]
    expect(anna.sees("share.scan")).to_be_visible()
    assert violations(anna.page) == []
    wide: int = anna.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]


NETWORK = ["http://192.168.1.7:8000", "http://[fd00::7]:8000"]


def in_two_networks(page: WebSocketRoute) -> None:
    """A connection to a server that is in these networks."""
    server = page.connect_to_server()
    asked: list[str] = []

    def ask(message: str | bytes) -> None:
        if found := re.match(r'42(\d+)\["reach"', str(message)):
            asked.append(f"43{found[1]}[")
        server.send(message)

    def answer(message: str | bytes) -> None:
        if str(message).startswith(tuple(asked) or "none"):
            told = json.dumps([{"ok": True, "public": None, "network": NETWORK}])
            message = asked.pop() + told.removeprefix("[")
        page.send(message)

    page.on_message(ask)
    server.on_message(answer)


def test_of_several_addresses_one_is_chosen(visit: Visit) -> None:
    anna = visit()
    anna.page.route_web_socket(re.compile("/socket.io/"), in_two_networks)
    anna.begin("tictactoe", "friend")
    path = anna.page.url.removeprefix(anna.address)
    expect(link_of(anna)).to_have_value(NETWORK[0] + path)
    choice = anna.page.get_by_role("combobox", name=anna.text("share.address"))
    expect(choice.locator("option")).to_have_text(NETWORK)
    expect(code_of(anna)).to_be_visible()
    assert scanned(anna) == [NETWORK[0] + path]
    choice.select_option(NETWORK[1])
    expect(link_of(anna)).to_have_value(NETWORK[1] + path)
    assert scanned(anna) == [NETWORK[1] + path]
    assert violations(anna.page) == []


def test_a_device_that_shares_is_given_the_link(visit: Visit, public: Server) -> None:
    anna = visit(at=public)
    anna.page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    anna.begin("tictactoe", "friend")
    expect(code_of(anna)).to_be_visible()
    anna.button("share.send").click()
    anna.page.wait_for_function("window.shared")
    assert anna.page.evaluate("window.shared.url") == link_of(anna).input_value()


def test_the_code_is_not_loaded_with_the_game(visit: Visit) -> None:
    anna = visit()
    loaded: list[str] = []
    anna.page.on("request", lambda request: loaded.append(request.url))
    anna.begin("tictactoe", engine="greedy")
    anna.play("a1")
    assert any("/assets/index-" in url for url in loaded)
    assert [url for url in loaded if re.search("Share|QrCode", url)] == []


# What is told of links: the built page has a head to tell it in.


def test_the_page_tells_what_it_shows(visit: Visit) -> None:
    anna = visit()
    anna.begin("connect4", "friend")
    anna.page.reload()
    told = anna.page.locator("head meta[property='og:title']")
    expect(told).to_have_attribute("content", "Play Connect 4 with me")
    address = anna.page.locator("head meta[property='og:image']").get_attribute("content")
    answer = anna.page.request.get(address or "")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", ["/about", "/nothing/here", "/g/a/b"])
def test_unknown_addresses(visit: Visit, path: str, language: str) -> None:
    anna = visit(language)
    answer = anna.page.goto(anna.address + path)
    assert answer.status == 404
    expect(anna.heading("notfound.title")).to_be_visible()
    assert violations(anna.page) == []
    anna.link("notfound.home").click()
    expect(anna.heading("home.title")).to_be_visible()
    # The browser notes the status; there is nothing else to note.
    assert [each for each in anna.problems if "status of 404" not in each] == []
    anna.problems.clear()


def test_the_icon_is_where_browsers_look_for_it(visit: Visit) -> None:
    anna = visit()
    answer = anna.page.request.get(f"{anna.address}/favicon.ico")
    assert answer.status == 200
    assert Image.open(io.BytesIO(answer.body())).format == "ICO"

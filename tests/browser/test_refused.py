"""A server that has too much to do for a while: what it refused is asked for again, and no page
stays half empty or locked."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.pages import PAGES
from tests.programs import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

#: What each kind of question is answered with before it is granted.
REFUSALS = (
    {"ok": False, "error": "busy", "text": "", "values": {"seconds": 0.1}},
    {"ok": False, "error": "replaced", "text": "", "values": {}},
    {"ok": False, "error": "too_many", "text": "", "values": {"seconds": 0.1}},
)
#: What a page only tells: it waits for no answer.
TOLD = {"stop", "leave", "name", "lobby_leave", "lab_compare_stop", "lab_boxes_stop"}


class BusyServer:
    """Refuses every kind of question of a page a few times."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._refused: Counter[str] = Counter()
        self._granted: set[str] = set()
        person.page.route_web_socket(re.compile("/socket.io/"), self._carry)

    def _carry(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def hear(message: str | bytes) -> None:
            asked = re.match(r'42(\d+)\["(\w+)"', str(message))
            if asked is None or asked[2] in TOLD:
                server.send(message)
                return
            number, event = asked.groups()
            if self._refused[event] < len(REFUSALS):
                line.send(f"43{number}{json.dumps([REFUSALS[self._refused[event]]])}")
                self._refused[event] += 1
            else:
                self._granted.add(event)
                server.send(message)

        line.on_message(hear)

    def expect_all_granted(self, *events: str) -> None:
        """Waits until all that was refused was asked for often enough, these among them."""
        end = time.monotonic() + PATIENCE
        while not (self._refused.keys() | set(events)) <= self._granted:
            missing = self._refused.keys() - self._granted
            assert time.monotonic() < end, f"not asked for again: {missing}"
            self._person.page.wait_for_timeout(50)


@pytest.mark.parametrize("name", [name for name in PAGES if name != "unknown"])
def test_what_a_page_shows_is_asked_for_again(visit: Visit, name: str) -> None:
    person = visit()
    server = BusyServer(person)
    page = PAGES[name]
    person.open(page.path)
    expect(person.page.get_by_role("heading", name=page.heading, exact=True).first).to_be_visible()
    expect(person.page.locator(page.drawing).first).to_be_visible()
    server.expect_all_granted("offered")  # which every page wants to know, and none first


def test_the_analysis_board_goes_on(visit: Visit) -> None:
    """Each time with another question than the page has asked before."""
    person = visit()
    server = BusyServer(person)
    person.open("/analysis?rules=tictactoe&moves=a1,b1")
    expect(person.region("analysis.lines")).to_be_visible()
    person.radio("analysis.mode.editor").check()
    person.cell("c3").click()
    person.button("analysis.editor.use").click()  # what is on the board, not what was there before
    expect(person.region("analysis.mode.editor")).to_have_count(0)
    person.expect_stone("c3", "cross")
    person.play("c2")
    person.play("a2")
    person.button("analysis.copy.record").click()
    expect(person.sees("copy.done")).to_be_visible()
    person.button("analysis.review.start").click()
    expect(person.sees("analysis.review.exact")).to_be_visible()
    server.expect_all_granted("position", "explore", "analyse", "set_up", "record", "review")


def test_a_room_is_entered_and_looked_back_on(visit: Visit) -> None:
    anna, ben = visit(), visit()
    anna.begin("tictactoe", "here")
    anna.play("a1")
    anna.play("b1")
    server = BusyServer(ben)
    ben.page.goto(anna.page.url)
    ben.expect_moves("a1", "b1")
    ben.page.locator('[data-ply="1"]').click()
    ben.expect_stone("b1", "empty")
    server.expect_all_granted("join", "position")


def test_the_page_says_that_it_waits(visit: Visit) -> None:
    """As long as somebody wants what it waits for."""
    person = visit()
    refusal = json.dumps([{**REFUSALS[0], "values": {"seconds": 1}}])

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def hear(message: str | bytes) -> None:
            asked = re.match(r'42(\d+)\["puzzle"', str(message))
            if asked:
                line.send(f"43{asked[1]}{refusal}")
            else:
                server.send(message)

        line.on_message(hear)

    person.page.route_web_socket(re.compile("/socket.io/"), carry)
    person.open("/puzzles")
    expect(person.sees("connection.held")).to_be_visible()
    person.link("header.learn").click()
    expect(person.heading("learn.title")).to_be_visible()
    expect(person.sees("connection.held")).to_have_count(0)

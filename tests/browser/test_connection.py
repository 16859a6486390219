"""A page that is loaded again, a connection that breaks, a server that is gone for a while."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.server.helpers import Server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import WebSocketRoute

    from tests.browser.conftest import Visit
    from tests.browser.person import Person


def begin_connect4(person: Person) -> list[str]:
    """A game with two moves of each side, which are the answer."""
    person.begin("connect4", engine="greedy")
    for cell in ("d1", "a1"):
        ply = len(person.moves)
        person.play(cell)
        person.expect_ply(ply + 2)
    return person.moves


def expect_lost(person: Person) -> None:
    expect(person.sees("connection.lost")).to_be_visible()


def expect_back(person: Person) -> None:
    expect(person.sees("connection.lost")).to_have_count(0)


def test_a_finished_game_can_be_seen_again(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "here")
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        person.play(cell)
    person.page.reload()
    expect(person.heading("outcome.side.grid.first")).to_be_visible()
    person.expect_moves("a1", "b1", "a2", "b2", "a3")
    assert sorted(person.winning) == ["a1", "a2", "a3"]


def test_a_broken_connection_heals_and_no_move_is_played_twice(visit: Visit) -> None:
    person = visit()
    moves = begin_connect4(person)
    person.loses_connection = True
    person.context.set_offline(True)
    expect_lost(person)
    person.link("header.lab").click(trial=True)  # the notice covers no way out
    person.cell("g1").click()
    person.expect_stone("g1", "red")  # drawn at once, though nobody has heard of it yet
    person.try_cell("g2")  # and a second move does not go out with it
    person.expect_moves(*moves)
    person.context.set_offline(False)
    expect_back(person)
    person.expect_ply(6)
    assert person.moves[:5] == [*moves, "g1"]
    expect(person.heading("turn.yours")).to_be_visible()
    person.play("b1")
    person.expect_ply(8)


def test_what_happened_meanwhile_is_caught_up_with(visit: Visit) -> None:
    anna, ben = visit(), visit()
    anna.begin("connect4", "friend")
    ben.page.goto(anna.page.url)
    anna.play("d1")
    ben.expect_ply(1)
    anna.loses_connection = True
    anna.context.set_offline(True)
    expect_lost(anna)
    expect(ben.sees("player.away")).to_be_visible()
    ben.play("e1")
    anna.expect_moves("d1")
    anna.context.set_offline(False)
    anna.expect_moves("d1", "e1")
    expect_back(anna)
    anna.play("d2")
    ben.expect_moves("d1", "e1", "d2")


class SlowConnection:
    """Keeps back what the server sends to a page until it is let through."""

    def __init__(self, person: Person) -> None:
        self._kept: list[str | bytes] = []
        self._line: WebSocketRoute
        self._is_open = False
        person.page.route_web_socket(re.compile("/socket.io/"), self._carry)

    def _carry(self, line: WebSocketRoute) -> None:
        self._line = line
        line.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        # The greetings of the protocol itself pass: only what it carries is slow.
        if self._is_open or not str(message).startswith("4"):
            self._line.send(message)
        else:
            self._kept.append(message)

    def let_through(self) -> None:
        self._is_open = True
        for message in self._kept:
            self._line.send(message)


def test_impossible_rules_are_refused_with_the_reason(visit: Visit) -> None:
    """Also on a slow connection."""
    person = visit()
    line = SlowConnection(person)
    panel = person.choose_game("own")
    expect(panel.get_by_role("slider")).to_have_count(0)  # what is possible is not told yet
    line.let_through()
    for name in ("own.width", "own.height"):
        panel.get_by_role("slider", name=person.text(name)).fill("3")
    expect(panel.get_by_role("alert")).to_contain_text(person.text("error.rules.row"))
    expect(person.button("setup.play")).to_be_disabled()
    panel.get_by_role("slider", name=person.text("own.run")).fill("3")
    expect(panel.get_by_role("alert")).to_have_count(0)
    person.start()
    expect(person.cells).to_have_count(9)


def test_the_editor_is_open_when_it_says_so(visit: Visit) -> None:
    person = visit()
    line = SlowConnection(person)
    person.open("/analysis?rules=tictactoe")
    expect(person.heading("header.analysis")).to_be_visible()
    choice = person.radio("analysis.mode.editor")
    if choice.is_enabled():
        choice.check()
    line.let_through()
    expect(person.cells).to_have_count(9)
    if not choice.is_checked():
        choice.check()
    expect(person.region("analysis.mode.editor")).to_be_visible()


def test_what_the_server_did_not_answer_is_asked_again(visit: Visit) -> None:
    """Though the connection stands all the time: a busy machine answers late."""
    person = visit()
    person.page.clock.install()
    lost: list[str | bytes] = []

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def ask(message: str | bytes) -> None:
            if '"position"' in str(message) and not lost:
                lost.append(message)
            else:
                server.send(message)

        line.on_message(ask)

    person.page.route_web_socket(re.compile("/socket.io/"), carry)
    person.open("/analysis?rules=connect4&moves=d1,d2")
    expect(person.heading("header.analysis")).to_be_visible()
    while not lost:
        person.page.wait_for_timeout(20)
    # The page gives the request up, and asks again: long before it would give up the connection.
    person.page.clock.fast_forward("00:11")
    person.page.clock.fast_forward("00:02")
    person.expect_moves("d1", "d2")


def test_a_server_that_comes_back_goes_on(visit: Visit, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        person, friend = visit(at=server), visit(at=server)
        moves = begin_connect4(person)
        person.loses_connection = friend.loses_connection = True
        friend.page.goto(person.page.url)  # only watches
        friend.expect_moves(*moves)
        for end, cell in ((Server.kill, "g1"), (Server.stop, "d5")):
            person.cell(cell).click()  # whether it got there or not: it is played once
            end(server)
            expect_lost(person)
            expect_lost(friend)
            person.expect_stone(cell, "red")
            server = Server(tmp_path, port=server.port)
            expect_back(person)
            expect_back(friend)
            person.expect_ply(len(moves) + 2)
            assert person.moves[:-1] == [*moves, cell]
            expect(person.heading("turn.yours")).to_be_visible()
            moves = person.moves
        person.play("b1")
        person.expect_ply(len(moves) + 2)
        friend.expect_moves(*person.moves)
        person.page.reload()
        person.expect_moves(*friend.moves)
    finally:
        server.kill()

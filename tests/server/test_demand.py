"""What one visitor asks for leaves the others served, and ends when that visitor goes."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING

import aiohttp
import psutil
import pytest

from enligne.game import Game
from tests.programs import PATIENCE
from tests.server.helpers import ME, Client, Server, View, player
from tests.server.hostile import raw_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_ROWS = range(1, 27)
#: 670 moves, none of which makes a run of ten: every other pair of columns begins a row higher.
LONG_LINE: View = {
    "rules": "26x26:10",
    "moves": [
        f"{chr(ord('a') + column)}{row}"
        for column in range(26)
        for row in ([*_ROWS[1:], 1] if column // 2 % 2 else _ROWS)
    ][:670],
}
#: A partner that thinks, so that its games take minutes.
LONG_COURSE: View = {
    "rules": "4x3:3+gravity",
    "course": [{"partner": "alphabeta:seconds=0.6", "games": 1000}],
}


def position_text(wish: View) -> str:
    return Game(wish["rules"], " ".join(wish["moves"])).position.text


async def numbers(server: Server) -> dict[str, float]:
    """What the server counts."""
    async with aiohttp.ClientSession(server.address) as web, web.get("/metrics") as answer:
        found = re.findall(r"^(enligne_\S+) (\S+)$", await answer.text(), re.MULTILINE)
    return {name: float(value) for name, value in found}


async def wait_until(server: Server, holds: Callable[[dict[str, float]], bool]) -> None:
    async def wait() -> None:
        while not holds(await numbers(server)):
            await asyncio.sleep(0.02)

    await asyncio.wait_for(wait(), PATIENCE)


def is_idle(counted: dict[str, float]) -> bool:
    return counted["enligne_thinking"] == counted["enligne_queue_length"] == 0


async def assert_served(me: Client) -> None:
    """A player answers, and so does the analysis board."""
    room = await me.create("tictactoe", ME, player("level:2"))
    await me.move(room, "a1")
    await me.wait_for_state(room, lambda state: len(state["moves"]) == 2)
    await me.ask("leave", room=room)
    found = await me.ask("position", rules="connect4", moves=["d1"])
    assert len(found["positions"]) == 2


async def test_long_lines_of_one_who_does_not_read_do_not_pile_up(attacked: Server) -> None:
    """Of 100 two are computed, one after the other; nobody else waits for them."""
    async with Client(attacked) as me, aiohttp.ClientSession(attacked.address) as session:
        before = await numbers(attacked)
        endpoint = "/socket.io/?EIO=4&transport=websocket"
        async with session.ws_connect(endpoint, max_msg_size=0) as silent:
            await silent.send_str("40" + json.dumps({"visitor": "s" * 32}))
            for number in range(100):
                await silent.send_str(f"42{number}" + json.dumps(["position", LONG_LINE]))
            await assert_served(me)
            assert (await numbers(attacked))["enligne_queue_length"] <= 1
            told = 'enligne_work_refused_total{code="replaced"}'
            await wait_until(
                attacked, lambda now: now.get(told, 0) > before.get(told, 0) and is_idle(now)
            )
    await wait_until(attacked, is_idle)


async def test_the_newest_of_many_looks_is_answered(attacked: Server) -> None:
    async with raw_page(attacked) as page:
        answers = await page.ask_all([json.dumps(["position", LONG_LINE])] * 6)
    assert len(answers[-1]["positions"]) == 671
    others = [answer.get("error") for answer in answers[:-1]]
    assert set(others[1:]) == {"replaced"}


async def test_sheets_do_not_fill_the_queue(attacked: Server) -> None:
    async with Client(attacked) as me:
        async with raw_page(attacked) as page:
            await page.ask("lab_boxes_create", {"variant": "her"})
            many = [json.dumps(["lab_boxes_print", {"name": "wall"}])] * 30
            asking = asyncio.create_task(page.ask_all(many))
            await wait_until(attacked, lambda now: now["enligne_queue_length"] > 0)
            assert (await numbers(attacked))["enligne_queue_length"] == 1
            await assert_served(me)
            asking.cancel()
        # They end with their page.
        await wait_until(attacked, is_idle)
        await assert_served(me)


async def test_what_is_too_much_says_when_to_come_back(attacked: Server) -> None:
    async with raw_page(attacked) as page:
        await page.ask("lab_boxes_create", {"variant": "her"})
        many = [json.dumps(["lab_boxes_export", {"name": "a", "format": "json"}])] * 5
        answers = await page.ask_all(many)
    refused = [answer for answer in answers if not answer["ok"]]
    assert [answer["ok"] for answer in answers[:2]] == [True, True]
    assert {answer["error"] for answer in refused} == {"too_many"}
    assert all(answer["values"]["seconds"] >= 1 for answer in refused)


@pytest.mark.parametrize("request_name", ["lab_boxes_create", "lab_boxes_curve"])
async def test_a_course_ends_with_its_page(attacked: Server, request_name: str) -> None:
    async with raw_page(attacked) as page:
        asking = asyncio.create_task(page.ask(request_name, LONG_COURSE))
        await wait_until(attacked, lambda now: now["enligne_thinking"] == 1)
        asking.cancel()
    await wait_until(attacked, is_idle)


async def test_a_search_process_that_is_killed_takes_nothing_along(attacked: Server) -> None:
    async with Client(attacked) as me:
        room = await me.create("gomoku", ME, player("alphabeta:seconds=1"))
        task = {"rules": "gomoku", "moves": ["h8"], "engine": "alphabeta", "seconds": 10}
        await me.ask("analyse", id="a", **task)
        await me.wait_for(lambda: me.heard("analysis", id="a") or None)
        await me.move(room, "h8")
        await wait_until(attacked, lambda now: now["enligne_thinking"] == 2)
        for child in psutil.Process(attacked.process.pid).children():
            child.kill()
        # The analysis has failed, and says so; the player is asked again.
        [failed] = await me.wait_for(lambda: me.heard("analysis", id="a", ok=False) or None)
        assert failed["error"] == "failed"
        state = await me.wait_for_state(room, lambda state: len(state["moves"]) == 2)
        assert state["outcome"] is None
        await me.ask("analyse", id="b", **task | {"seconds": 0.1})
        await me.wait_for(lambda: me.heard("analysis", id="b", final=True) or None)
        assert (await numbers(attacked))["enligne_search_restarts_total"] >= 2


async def test_reading_long_games_again_and_again_counts_for_more(tmp_path: Path) -> None:
    """By requests about a room that nobody follows, and by opening its address."""
    settings = {"requests": 1e-6, "requests_at_once": 100}
    settings |= {"requests_per_address": 1e-6, "requests_per_address_at_once": 200}
    with Server(tmp_path, settings=settings) as server:
        async with Client(server) as me:
            short = await me.create("connect4", ME, ME)
            await me.ask("leave", room=short)
            full = position_text(LONG_LINE)
            answer = await me.ask("create", rules="26x26:10", first=ME, second=ME, start=full)
            long = answer["room"]
            for room in (short, long):
                counted = 0
                while counted < 30 and (await me.call("texts", {"room": room}))["ok"]:
                    counted += 1
                assert (counted == 30) == (room == short)
        async with aiohttp.ClientSession(server.address) as web:
            answers: list[int] = []
            while len(answers) < 80 and set(answers) <= {200}:
                async with web.get(f"/g/{long}") as page:
                    answers.append(page.status)
            assert answers[-1] == 429


async def test_a_page_that_goes_on_asking_is_disconnected(tmp_path: Path) -> None:
    settings = {"requests": 0.01, "requests_at_once": 1, "refusals": 5}
    with Server(tmp_path, settings=settings) as server:
        async with Client(server) as me:
            await me.ask("stop", id="a")
            for _ in range(4):
                answer = await me.call("stop", {"id": "a"})
                assert answer["error"] == "too_many"
                assert 1 <= answer["values"]["seconds"] <= 100
            with suppress(ConnectionError):  # its last answer may still come
                await me.call("stop", {"id": "a"})
            await me.wait_for(lambda: me.heard("disconnect") or None)
        async with Client(server) as again:
            await again.ask("stop", id="a")

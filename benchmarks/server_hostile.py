"""Visitors who do their worst: each kind is one way in which a stranger tries to silence a server.

Each begins again as soon as it is thrown out. Nothing that a server answers is read by Python
unless the attack needs it: the attackers must cost the machine less than they cost the server.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.server_page import LostError, Page, RefusedError, text_frame
from benchmarks.server_processes import raise_file_limit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

ADDRESSES = 10  # from which they come
RATE = 30.0  # requests a second of one connection, where it does not simply flood
SOCKETS = 40  # of a visitor who only opens them
PAUSE = 0.3  # seconds before one who was thrown out is there again
MESSAGE = 15_000_000  # bytes
SIDE = 26
MOVES = 670
STONES = 600


def address(number: int) -> str:
    """Where a hostile visitor comes from."""
    return f"127.0.0.{2 + number % ADDRESSES}"


def full_board(count: int) -> list[str]:
    """Cells of a large board in an order in which nobody ever has three in a row."""
    sides: tuple[list[str], list[str]] = ([], [])
    for row in range(SIDE):
        for column in range(SIDE):
            sides[(column + 2 * row) % 4 // 2].append(f"{chr(ord('a') + column)}{row + 1}")
    return [cell for pair in zip(*sides, strict=True) for cell in pair][:count]


def full_position(count: int) -> str:
    """The text of the position after these moves."""
    played = full_board(count)
    stones = {cell: "xo"[ply % 2] for ply, cell in enumerate(played)}
    rows = []
    for row in range(SIDE, 0, -1):
        cells = [stones.get(f"{chr(ord('a') + column)}{row}", "1") for column in range(SIDE)]
        rows.append(re.sub("1+", lambda run: str(len(run[0])), "".join(cells)))
    return "/".join(rows) + " x"


LINE = {"rules": f"{SIDE}x{SIDE}:10", "moves": full_board(MOVES)}
MACHINES = {
    "rules": f"{SIDE}x{SIDE}:5",
    "first": {"kind": "player", "text": "alphabeta:seconds=10"},
    "second": {"kind": "player", "text": "alphabeta:seconds=10"},
}
COURSE = {
    "rules": "tictactoe",
    "course": [{"partner": "alphabeta:seconds=0.6", "games": 1} for _ in range(200)],
}


@dataclass
class Hostile:
    """One hostile visitor."""

    port: int
    number: int

    async def page(self, **wishes: Any) -> Page:
        return await Page.open(self.port, address=address(self.number), **wishes)

    async def steady(self, page: Page, rate: float = RATE) -> AsyncIterator[None]:
        """As often as allowed, while the connection lasts."""
        while page.is_open:
            yield
            await asyncio.sleep(1 / rate)


async def lines(me: Hostile) -> None:
    """Asks for every position of a long game, and does not read."""
    page = await me.page()
    page.transport.pause_reading()
    async for _ in me.steady(page):
        page.send("position", LINE)


async def sheets(me: Hostile) -> None:
    """Asks for the sheets of its machine again and again."""
    page = await me.page()
    await page.grant("lab_boxes_create", {"rules": "tictactoe"})
    async for _ in me.steady(page):
        page.send("lab_boxes_print", {"name": "sheets"})


async def courses(me: Hostile) -> None:
    """Begins a long course and leaves at once."""
    page = await me.page()
    page.send("lab_boxes_create", COURSE)
    await asyncio.sleep(1)
    page.close()


async def machines(me: Hostile) -> None:
    """Lets machines play against each other for as long as they may."""
    page = await me.page()
    while page.is_open:
        with suppress(RefusedError):
            room = (await page.grant("create", MACHINES))["room"]
            await page.grant("join", {"room": room})
        await asyncio.sleep(0.5)


async def half_open(me: Hostile) -> None:
    """Sends half a header, on many sockets."""
    loop = asyncio.get_running_loop()
    sockets = []
    try:
        for _ in range(SOCKETS):
            transport, _ = await loop.create_connection(
                asyncio.Protocol, "127.0.0.1", me.port, local_addr=(address(me.number), 0)
            )
            transport.write(b"GET /socket.io/?EIO=4 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ")
            sockets.append(transport)
        while any(not each.is_closing() for each in sockets):
            await asyncio.sleep(1)
    finally:
        for each in sockets:
            each.abort()


async def nameless(me: Hostile) -> None:
    """Opens many sockets of Engine.IO and never says who it is."""
    pages: list[Page] = []
    try:
        for _ in range(SOCKETS):
            pages.append(await me.page(connects=False))  # noqa: PERF401 - those opened are closed
        while any(each.is_open for each in pages):
            await asyncio.sleep(1)
    finally:
        for each in pages:
            each.close()


async def floods(me: Hostile) -> None:
    """Sends small requests as fast as they are taken."""
    page = await me.page()
    request = text_frame('421["catalogue",{"rules":"connect4"}]') * 20
    async for _ in me.steady(page, 50):
        if page.transport.get_write_buffer_size() < 1_000_000:
            page.transport.write(request)


async def frames(me: Hostile) -> None:
    """Sends what is no request, as fast as it is taken: packets and frames that keep a socket
    open."""
    page = await me.page()
    ping = b"\x89\x80\0\0\0\0"
    nothing = (text_frame("6") + text_frame("3") + text_frame("43[]") + ping) * 50
    async for _ in me.steady(page, 50):
        if page.transport.get_write_buffer_size() < 1_000_000:
            page.transport.write(nothing)


async def broken(me: Hostile) -> None:
    """Sends something broken, and is back at once when it is thrown out."""
    for _ in range(100):
        page = await me.page()
        page.transport.write(text_frame("42[") + text_frame(""))
        with suppress(RefusedError):
            await page.grant("games", {})


async def large(me: Hostile) -> None:
    """Sends messages that are far too large."""
    page = await me.page()
    frame = text_frame('421["read",{"text":"' + "a" * MESSAGE)
    for start in range(0, len(frame), 500_000):
        if not page.is_open:
            return
        page.transport.write(frame[start : start + 500_000])
        await asyncio.sleep(0.02)
    await asyncio.sleep(1)
    page.close()


async def deflated(me: Hostile) -> None:
    """The same in a few kilobytes."""
    page = await me.page(offers_deflate=True)
    page.transport.write(text_frame(b"a" * MESSAGE, deflate=True))
    await asyncio.sleep(1)
    page.close()


async def deaf(me: Hostile) -> None:
    """Asks for large answers and reads none."""
    page = await me.page()
    page.transport.pause_reading()
    async for _ in me.steady(page):
        page.send("catalogue", {"rules": "gomoku"})


async def lists(me: Hostile) -> None:
    """Makes rooms with full boards, and lists them again and again."""
    page = await me.page()
    room = {"rules": LINE["rules"], "start": full_position(STONES)}
    seats = {"first": {"kind": "me"}, "second": {"kind": "friend"}}
    for _ in range(50):
        with suppress(RefusedError):
            await page.grant("create", room | seats)
    async for _ in me.steady(page):
        page.send("games", {})


async def analysts(me: Hostile) -> None:
    """Lets every engine work: analyses, reviews, comparisons, one after the other."""
    page = await me.page()
    game = {"rules": "gomoku", "moves": ["h8", "h9", "i8", "i9", "j8", "j9"]}
    async for _ in me.steady(page, 2):
        page.send("analyse", {"id": "a", "engine": "gomoku", "seconds": 10, **game})
        page.send("review", {"id": "r", "rules": LINE["rules"], "moves": full_board(200)})


KINDS: Mapping[str, Callable[[Hostile], Awaitable[None]]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        *(lines, sheets, courses, machines, half_open, nameless, floods),
        *(frames, broken, large, deflated, deaf, lists, analysts),
    )
}


def run_hostile(pipe: Any, port: int, count: int, kinds: list[str]) -> None:
    """The work of a process of hostile visitors; it reports how often each kind began."""
    raise_file_limit()
    asyncio.run(_run(pipe, port, count, kinds))


async def _run(pipe: Any, port: int, count: int, kinds: list[str]) -> None:
    begun: Counter[str] = Counter()
    thrown_out: Counter[str] = Counter()
    pipe.send(None)
    until = await asyncio.to_thread(pipe.recv)

    async def attack(number: int) -> None:
        name = kinds[number % len(kinds)]
        me = Hostile(port, number)
        while time.monotonic() < until:
            begun[name] += 1
            try:
                await KINDS[name](me)
            except (LostError, RefusedError, OSError) as error:
                thrown_out[f"{name}: {str(error)[:60]}"] += 1
            await asyncio.sleep(PAUSE)

    tasks = [asyncio.create_task(attack(number)) for number in range(count)]
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    for task in tasks:
        task.cancel()
    failed = [
        f"{type(each).__name__}: {each}"
        for each in await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(each, Exception)
    ]
    pipe.send((begun, thrown_out, failed))

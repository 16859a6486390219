"""Findings 1 to 9: what one stranger could do to a server. Each function repeats one and says in a
line what was seen."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from benchmarks.server_figures import milliseconds
from benchmarks.server_games import FRIEND, ME, RULES
from benchmarks.server_hostile import (
    COURSE,
    LINE,
    MACHINES,
    MESSAGE,
    STONES,
    full_position,
)
from benchmarks.server_page import Answer, LostError, Page, RefusedError, source, text_frame

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from benchmarks.server_processes import Server

CAP = 10.0  # seconds after which something counts as not answered
USUAL_FILES = 1024


async def one_page(server: Server, number: int = 0, **wishes: Any) -> Page:
    return await Page.open(server.port, address=source(number), **wishes)


async def within(work: Awaitable[float], cap: float = CAP) -> str:
    """How long something took, in words."""
    try:
        return f"{await asyncio.wait_for(work, cap):.2f} s"
    except TimeoutError:
        return f"none in {cap:.0f} s"
    except (LostError, RefusedError) as error:
        return f"none ({error})"


async def healthy(server: Server) -> float:
    """How long until the server says that it is well."""
    begin = time.monotonic()
    while (await asyncio.to_thread(server.fetch, server.health, 1))[0] != 200:
        await asyncio.sleep(0.1)
    return time.monotonic() - begin


async def reply(server: Server, player: str = "level:2") -> float:
    """How long a player of the server takes to answer a move."""
    page = await one_page(server, 900)
    seat = {"kind": "player", "text": player}
    room = (await page.grant("create", {"rules": RULES, "first": ME, "second": seat}))["room"]
    await page.grant("join", {"room": room})
    heard = page.expect(room, 3)
    begin = time.monotonic()
    await page.grant("random", {"room": room, "ply": 0})
    answered = await heard
    page.close()
    return answered - begin


async def answers(server: Server, until: float) -> list[float]:
    """How long two people who play wait for the answers to all that they ask until then."""
    first, second = await one_page(server, 901), await one_page(server, 902)
    taken: list[float] = []

    async def ask(page: Page, event: str, data: object) -> Answer:
        begin = time.monotonic()
        try:
            return (await asyncio.wait_for(page.ask(event, data), CAP))[0]
        finally:
            taken.append(time.monotonic() - begin)

    with suppress(TimeoutError, LostError):
        while time.monotonic() < until:
            wish = {"rules": "gomoku", "first": ME, "second": FRIEND}
            room = {"room": (await ask(first, "create", wish))["room"]}
            await ask(second, "join", room)
            for ply in range(4):
                move = room | {"ply": ply, "move": f"{'ahoc'[ply]}1"}
                await ask((first, second)[ply % 2], "move", move)
                await asyncio.sleep(0.05)
            await ask(second, "leave", room)
    first.close()
    second.close()
    return taken


async def finding_1(server: Server) -> str:
    """long lines by `position`"""
    before = await settled_memory(server)
    page = await one_page(server)
    received = page.bytes_received
    begin = time.monotonic()
    answer, _, _ = await page.ask("position", LINE)
    what = "answered" if answer.get("ok") else f"refused ({answer.get('error')})"
    one = f"one: {what} in {time.monotonic() - begin:.2f} s, {page.bytes_received - received:,} B"
    page.transport.pause_reading()
    for _ in range(240):
        page.send("position", LINE)
        await asyncio.sleep(1 / 30)
    await asyncio.sleep(0.5)
    page.close()
    well = await within(healthy(server))
    grown = server.memory_mb - before
    return (
        f"{one}; 240 unread in 8 s, then the sender leaves: healthy after {well}, {grown:+.0f} MB"
    )


async def finding_2(server: Server) -> str:
    """sheets in the queue"""
    pages = [await one_page(server, number) for number in range(8)]  # for 90 s it took one
    for page in pages:
        await page.grant("lab_boxes_create", {"rules": "tictactoe"})
    for _ in range(320):
        for page in pages:
            page.send("lab_boxes_print", {"name": "sheets"})
        await asyncio.sleep(1 / 40)
    during = await within(reply(server, "level:1"), 6)
    for page in pages:
        page.close()
    after = await within(reply(server, "level:1"), 6)
    return f"level:1 replies after {during} meanwhile, after {after} when the sender has left"


async def finding_3(server: Server) -> str:
    """opponents starved by machine games"""
    quiet = await within(reply(server))
    pages = [await one_page(server, number) for number in range(3)]
    refused = 0
    for page in pages:
        for _ in range(8):
            try:
                room = (await page.grant("create", MACHINES))["room"]
                await page.grant("join", {"room": room})
            except RefusedError:
                refused += 1
    during = await within(reply(server), 12)
    for page in pages:
        page.close()
    return f"level:2 replies after {during}, {quiet} when quiet; of 24 rooms {refused} refused"


async def finding_4(server: Server) -> str:
    """1,100 half-open connections and nameless sockets"""
    loop = asyncio.get_running_loop()
    halves: list[asyncio.Transport] = []
    for _ in range(1100):
        with suppress(OSError, TimeoutError):
            transport, _ = await asyncio.wait_for(
                loop.create_connection(asyncio.Protocol, "127.0.0.1", server.port), 2
            )
            transport.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ")
            halves.append(transport)
    well = await within(healthy(server), 3)
    for transport in halves:
        transport.abort()
    await within(healthy(server), 3)
    pages = []
    for number in range(300):
        with suppress(LostError, TimeoutError):
            pages.append(await asyncio.wait_for(one_page(server, 0, connects=False), 2))
        if number - len(pages) > 5:
            break
    await asyncio.sleep(11)
    left = sum(page.is_open for page in pages)
    for page in pages:
        page.close()
    return (
        f"with {len(halves)} half headers healthy after {well}; of 300 sockets that never CONNECT"
        f" {len(pages)} opened, {left} there after 11 s"
    )


async def finding_5(server: Server) -> str:
    """lists of rooms with full boards"""
    pages = [await one_page(server, number, visitor="v" * 40) for number in range(5)]
    start = {"rules": LINE["rules"], "start": full_position(STONES)}
    for number in range(50):
        with suppress(RefusedError):
            await pages[number % 5].grant("create", start | {"first": ME, "second": FRIEND})
    until = time.monotonic() + 6

    async def attack(page: Page) -> None:
        with suppress(LostError):
            while time.monotonic() < until:
                if not (await page.ask("games", {}))[0].get("ok"):
                    await asyncio.sleep(1 / 30)

    quiet = await answers(server, time.monotonic() + 1)
    attacks = [asyncio.create_task(attack(page)) for page in pages]
    taken = await answers(server, until)
    for each in attacks:
        each.cancel()
    for page in pages:
        page.close()
    return (
        f"others wait for an answer, ms: {milliseconds(taken)} (p50 / p95 / worst), quiet"
        f" {milliseconds(quiet)}"
    )


async def settled_memory(server: Server) -> float:
    """The memory of a server once all its processes have started."""
    before, now = 0.0, server.memory_mb
    while abs(now - before) > 1:
        await asyncio.sleep(1)
        before, now = now, server.memory_mb
    return now


async def finding_6(server: Server) -> str:
    """messages of 15 MB, plain and deflated"""
    said = []
    for deflate in (False, True):
        before, most = await settled_memory(server), 0.0
        frame = text_frame('421["read",{"text":"' + "a" * MESSAGE, deflate=deflate)
        pages = [await one_page(server, number, offers_deflate=deflate) for number in range(10)]
        for page in pages:
            page.transport.write(frame)
        for _ in range(40):
            await asyncio.sleep(0.05)
            most = max(most, server.memory_mb)
        for page in pages:
            page.close()
        kind = f"{len(frame):,} B deflated" if deflate else "plain"
        said.append(f"ten {kind}: {most - before:+.0f} MB")
    return ", ".join(said)


async def finding_7(server: Server) -> str:
    """300 machines saved"""
    taught = await _taught(server)
    owner = await one_page(server)
    await owner.grant("lab_boxes_create", {"rules": "tictactoe"})
    await owner.grant("lab_boxes_save", {"name": "zz-owner"})
    saved = 0
    reason = "none was"

    async def fill(number: int) -> None:
        nonlocal saved, reason
        page = await one_page(server, 10 + number)
        await page.grant("lab_boxes_create", {"rules": "tictactoe"})
        for each in range(30):
            try:
                await page.grant("lab_boxes_save", {"name": f"a-{number}-{each}"})
                saved += 1
            except RefusedError as error:
                reason = error.code
        page.close()

    await asyncio.gather(*map(fill, range(10)))
    try:
        await owner.grant("lab_boxes_save", {"name": "another"})
        later = "allowed"
    except RefusedError as error:
        later = f"refused ({error.code})"
    listed = (await owner.grant("lab_boxes_catalogue", {}))["brains"]
    names = [each if isinstance(each, str) else each.get("name") for each in listed]
    is_there = any("zz-owner" in str(name) for name in names)
    return (
        f"{saved} of 300 saved (refused: {reason}); a save by somebody else {later};"
        f" their first machine is {'on' if is_there else 'off'} their list of {len(names)};"
        f" {taught}"
    )


async def _taught(server: Server) -> str:
    """Whether a machine of the server's owner learns from a stranger's game."""
    folder = server.file.parent / "brains"
    training = [*server.program, "menace", "train", "owners", "--games", "10"]
    made = await asyncio.create_subprocess_exec(
        *training, stdout=subprocess.DEVNULL, env=os.environ | {"ENLIGNE_BRAINS": str(folder)}
    )
    await made.wait()
    (file,) = folder.glob("owners*")
    before = file.read_bytes()
    page = await one_page(server, 800)
    wish = {"rules": "tictactoe", "first": {"kind": "player", "text": "menace:brain=owners"}}
    room = (await page.grant("create", wish | {"second": ME}))["room"]
    await page.grant("join", {"room": room})
    for ply in (1, 3, 5, 7):
        answer: Answer = {"error": "not_your_turn"}
        while answer.get("error") in ("not_your_turn", "stale"):  # it thinks
            await asyncio.sleep(0.1)
            answer = (await page.ask("random", {"room": room, "ply": ply}))[0]
    for _ in range(50):
        await asyncio.sleep(0.1)
        if file.read_bytes() != before:
            return "a stranger's game has taught the owner's"
    return "a stranger's game has not taught the owner's"


async def finding_8(server: Server) -> str:
    """a course whose page has left"""

    async def analysis() -> float:
        page = await one_page(server, 5)
        begin = time.monotonic()
        heard = page.event("analysis")
        wish = {"id": "a", "engine": "alphabeta", "seconds": 0.2, "rules": RULES, "moves": []}
        await page.grant("analyse", wish)
        await heard
        return time.monotonic() - begin

    page = await one_page(server)
    page.send("lab_boxes_create", COURSE)
    await asyncio.sleep(1)
    page.close()
    return f"the first analysis of somebody else after {await within(analysis(), 15)}"


async def finding_9(server: Server) -> str:
    """a hint without a seat, and against people"""
    first, second, other = [await one_page(server, number) for number in range(3)]
    made = await first.grant("create", {"rules": RULES, "first": ME, "second": FRIEND})
    await second.grant("join", {"room": made["room"]})
    said = []
    for name, page in (("a stranger", other), ("a player of it", first)):
        answer, _, _ = await page.ask("hint", {"room": made["room"]})
        told = answer.get("move") if answer.get("ok") else f"refused ({answer.get('error')})"
        said.append(f"{name} hears {told}")
    return ", ".join(said)

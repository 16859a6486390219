"""Malformed frames, handshakes and plain requests: see test_hostile.py for malformed messages."""

import asyncio
import itertools
import json
import random
import secrets
from contextlib import suppress
from typing import Any

import pytest

from tests.programs import PATIENCE
from tests.server.helpers import Client, Server
from tests.server.hostile import (
    FRAMES,
    HANDSHAKES,
    HTTP_REQUESTS,
    SilenceError,
    Steady,
    raw_page,
    undisturbed,
)
from tests.server.test_web import NOT_THERE, get, raw

# What is not even a request.

FRAMES_OF_NONSENSE = [
    *("420[", '420["games",', "420[]", "420{}", "420", "42", "420null", "4205", '420"games"'),
    *("420[5]", "420[null]", "420[{}]", "420[[]]", '420[{"a":1},{}]', "420[true,{}]"),
    *(
        '420["games",' + "[" * 30_000 + "]" * 30_000 + "]",
        '420["games",' + "9" * 5_000 + "]",
        '420["games",' + "9" * 101 + "]",
    ),
    *("42" + "9" * 200 + '["games",{}]', '42-1["games",{}]', "42/x,", '42/x,0["games",{}]'),
    *("4", "40", "40{", "40[]", "40{}", '40"x"', "40/x,{}", "40/,{}", '40{"visitor":1}'),
    *("43", "430", "430[]", "431[1]", "43999999999[1]", "430{}", "44", "44{}", "45", "46", "47"),
    *("48", "49", "4x", "4-1", "4é", "41/x,", "0", "0{}", "2", "2probe", "3", "3probe", "3x"),
    *("5", "6", "7", "8", "9", "9xx", "x", "", " ", "é", "\0", "-1", "[]", "{}", "null"),
    *('451-0["games",{"_placeholder":true,"num":0}]', '451-0["games",{"_placeholder":true}]'),
    *('450-0["games",{}]', "451-", "4599999999999-[]", "45x-[]", "461-0[]", "46-", "451-0[]"),
    *('451-["games",{"_placeholder":true,"num":-1}]', "4\ud7ff", "4" * 1000, "42" + "[" * 60_000),
]
BINARY_NONSENSE = [b"", b"\0", b"4", b"\xff" * 100, b'420["games",{}]', b"b4", b"\x04" * 60_000]


async def test_frames_of_nonsense(attacked: Server) -> None:
    """They are ignored, or end the connection; the next one is served."""
    source = random.Random(3)
    steady = Steady(attacked)
    sent = 0
    pending: list[str | bytes] = list(
        itertools.islice(itertools.cycle([*FRAMES_OF_NONSENSE, *BINARY_NONSENSE]), FRAMES)
    )
    source.shuffle(pending)
    async with undisturbed(attacked):
        while pending:
            if sent > FRAMES // 5 and not steady.has_begun:
                steady.begin()
            async with raw_page(attacked, connects=source.random() < 0.8) as page:
                for _ in range(source.randrange(5, 20)):
                    if pending:
                        await page.send(pending.pop())
                        sent += 1
                # It has hung up, it waits for what was announced, or it answers.
                with suppress(ConnectionError, SilenceError):
                    await page.ask("games", {}, seconds=0.1)
        async with Client(attacked) as me:
            assert (await me.ask("games"))["games"] == []
    steady.check()
    assert sent == FRAMES


async def test_attachments_do_not_pile_up(attacked: Server) -> None:
    """An event may announce binary parts that follow it: how many, a stranger says."""
    steady = Steady(attacked)
    async with undisturbed(attacked), raw_page(attacked) as page:
        steady.begin()
        await page.send('459999999999-0["games",{"_placeholder":true,"num":0}]')
        for number in range(1200):
            await page.send(secrets.token_bytes(60_000))
            if number % 100 == 0:
                await asyncio.sleep(0)
        # It has read them all when it answers somebody else who came later.
        async with Client(attacked) as me:
            await me.ask("games")
        await asyncio.sleep(0.5)
        steady.check()


@pytest.mark.parametrize("size", [64_001, 100_000, 1_000_000, 20_000_000])
async def test_messages_that_are_too_large(attacked: Server, size: int) -> None:
    steady = Steady(attacked)
    body = '420["games","' + "x" * (size - 15) + '"]'
    async with undisturbed(attacked):
        for number in range(6):
            if number == 2:
                steady.begin()
            async with raw_page(attacked) as page:
                await page.send(body)
                with pytest.raises(ConnectionError):
                    await page.ask("games", {})
                assert page.is_closed
    steady.check()


async def test_messages_that_are_just_small_enough(attacked: Server) -> None:
    async with raw_page(attacked) as page:
        for filler in ("x", "é", "\\u0000"):
            count = 60_000 // len(filler.encode())
            answers = await page.ask_all([f'["read",{{"text":"{filler * count}"}}]'])
            assert answers[0]["error"] in ("bad_request", "notation")
        assert (await page.ask("games", {}))["ok"] is True


# Who connects.


async def test_visitors_who_are_none(attacked: Server) -> None:
    odd: list[Any] = [None, "", "x", "x" * 31, "x" * 129, "x" * 32 + "\n", "é" * 40, 5, [], {}]
    odd += [True, "x" * 31 + "/", "x" * 40_000, "\0" * 32, "../" * 11]
    wishes = [json.dumps({"visitor": each}) for each in odd]
    wishes += ["", "[]", "{}", '"x"', "5", "null", "true", '{"Visitor":"' + "x" * 32 + '"}']
    async with undisturbed(attacked):
        for number in range(HANDSHAKES):
            async with raw_page(attacked, connects=False) as page:
                await page.send("40" + wishes[number % len(wishes)])
                await asyncio.wait_for(page.refused.wait(), PATIENCE)
                assert not page.connected.is_set()
                await page.send('420["games",{}]')


# Plain requests.


def random_request(source: random.Random, port: int) -> bytes:
    path = source.choice(
        [*NOT_THERE, "/socket.io/", "/socket.io", "/socket.io/x", "/socket.io/../"]
    )
    if path.startswith("/socket.io"):
        values = {
            "EIO": ["4", "3", "", "x", "99999999999"],
            "transport": ["polling", "websocket", "x", "", "flashsocket"],
            "sid": ["x", "", "A" * 2000, "../..", "%00", "%ff"],
            "j": ["0", "x", "-1", "9" * 50],
            "t": ["1"],
        }
        chosen = source.sample(list(values), source.randrange(len(values)))
        path += "?" + "&".join(f"{key}={source.choice(values[key])}" for key in chosen)
    method = source.choice(["GET", "GET", "GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "X"])
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
    odd = [
        "Origin: http://evil.example",
        "Range: bytes=0-99999999999",
        "Range: bytes=" + ",".join(f"{n}-{n}" for n in range(200)),
        "Accept-Encoding: gzip;q=x",
        "X-Forwarded-For: 203.0.113.1, <script>",
        "X-Forwarded-Host: evil.example",
        "Cookie: " + "x=y; " * 500,
        "If-Modified-Since: nonsense",
        "If-None-Match: *",
        "Content-Type: application/x-www-form-urlencoded",
        "Upgrade: h2c",
        "Sec-WebSocket-Key: x",
        "X: \xff\xfe",
    ]
    lines += source.sample(odd, source.randrange(4))
    body = ""
    if method in ("POST", "PUT"):
        body = source.choice(["", "x", '4{"a":1}', "\x1e" * 500, "4" * 70_000, '42["games",{}]'])
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode("latin-1")


async def test_plain_requests(attacked: Server) -> None:
    source = random.Random(4)
    steady = Steady(attacked)
    async with undisturbed(attacked):
        for number in range(HTTP_REQUESTS):
            if number == HTTP_REQUESTS // 5:
                steady.begin()
            request = random_request(source, attacked.port)
            try:
                status, _, body = await raw(attacked, request)
            except ConnectionError:  # it did not want to read so much
                assert len(request) > 64_000
                continue
            assert status < 500 or (status == 503 and b"make web" in body), request[:300]
            if b"/socket.io" not in request.split(b"\r\n")[0] and b"/lab" not in request:
                assert status in (307, 400, 404, 405, 413, 416, 431)
    steady.check()
    assert (await get(attacked, "/health"))[0] == 200


async def test_requests_that_are_not_http(attacked: Server) -> None:
    for request in (
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 100 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"POST /socket.io/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", attacked.port)
        with suppress(ConnectionError):
            writer.write(request)
            await writer.drain()
            writer.write_eof()
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
            assert not answer or b" 400 " in answer[:20] or b" 431 " in answer[:20], answer[:100]
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    assert (await get(attacked, "/health"))[0] == 200


async def test_a_page_that_is_not_built(attacked: Server) -> None:
    from enligne.server.app import PAGE

    status, _, body = await get(attacked, "/")
    if (PAGE / "index.html").is_file():
        assert status == 200
    else:
        assert (status, b"make web" in body) == (503, True)

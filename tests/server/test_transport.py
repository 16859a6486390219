"""Connections that are no requests yet, or never will be: a real server and raw sockets."""

import asyncio
import json
import resource
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import aiohttp
import pytest

from tests.programs import PATIENCE
from tests.server.helpers import Server, View
from tests.server.hostile import ENDPOINT, raw_page
from tests.server.test_web import get, raw

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
VISITOR = "v" * 32
TEXT, PING, PONG = 0x1, 0x9, 0xA  # frames
TOO_LARGE = struct.pack("!H", 1009)  # why a WebSocket is closed


def connect(server: Server, source: str = "127.0.0.1") -> socket.socket:
    found = socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0))
    found.settimeout(PATIENCE)
    return found


def is_ended(connection: socket.socket) -> bool:
    """Waits until the server ends a connection, and reads what it still says."""
    with suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return True


def last_words(connection: socket.socket) -> bytes:
    """What a server says until it ends a connection."""
    said = b""
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            said += part
    return said


def status(connection: socket.socket) -> int:
    """Of the answer to a request for whether the server lives."""
    connection.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = b""
    while not answer.endswith(b"}") and (part := connection.recv(65536)):
        answer += part
    return int(answer.split()[1])


def upgraded(
    server: Server, source: str = "127.0.0.1", *more: str, method: str = "GET", query: str = ""
) -> tuple[socket.socket, str]:
    """A WebSocket, and the head of its handshake."""
    connection = connect(server, source)
    lines = [f"{method} {ENDPOINT}{query} HTTP/1.1", "Host: localhost", "Connection: Upgrade"]
    lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13", *more]
    lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    head = b""
    while b"\r\n\r\n" not in head and (part := connection.recv(1)):
        head += part
    return connection, head.decode()


def frame(opcode: int, length: int, *, is_last: bool = True) -> bytes:
    """The beginning of a frame that announces this many bytes; its mask changes nothing."""
    first = bytes([(0x80 if is_last else 0) | opcode])
    size = bytes([0x80 | length]) if length < 126 else b"\xff" + struct.pack("!Q", length)
    return first + size + bytes(4)


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody."""
    settings: View = {"request_seconds": 0.3, "handshake_seconds": 0.3, "keep_alive_seconds": 1}
    settings |= {"backlog_bytes": 100_000, "stall_seconds": 1, "requests": 1e6}
    with Server(tmp_path_factory.mktemp("impatient"), "--log", settings=settings) as server:
        yield server
        assert server.is_running
    assert "Traceback" not in server.log


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for ever, and lets an address have few connections."""
    settings = {"request_seconds": 1e6, "handshake_seconds": 1e6, "connections_per_address": 4}
    with Server(tmp_path_factory.mktemp("patient"), "--log", settings=settings) as server:
        yield server
        assert server.is_running
    assert "Traceback" not in server.log


# How many.


@pytest.mark.parametrize("packet", ["2", "5", "6", "9", "43[]", "", "x", b"42", b""])
async def test_packets_that_nobody_asked_for_end_the_connection(
    impatient: Server, packet: str | bytes
) -> None:
    async with raw_page(impatient) as page:
        await page.send(packet)
        await page.wait_until_closed()


@pytest.mark.parametrize("opcode", [PING, PONG, TEXT])
def test_every_frame_counts(tmp_path: Path, opcode: int) -> None:
    """Also those to which a page answers by itself, which no request is."""
    settings: View = {"requests": 0.01, "requests_at_once": 1, "refusals": 1}
    settings |= {"message_bytes": 4096, "handshake_seconds": 1e6}
    with Server(tmp_path, settings=settings) as server:
        page, _ = upgraded(server)
        text = b"3" if opcode == TEXT else b""
        with page, suppress(ConnectionError):
            page.sendall(100 * (frame(opcode, len(text)) + text))
            assert is_ended(page)


def test_who_is_thrown_out_again_and_again_is_not_heard(tmp_path: Path) -> None:
    settings = {"requests_per_address": 1e-6, "requests_per_address_at_once": 140}
    with Server(tmp_path, settings=settings) as server:

        def break_something() -> None:
            page, head = upgraded(server, "127.0.0.2")
            assert " 101 " in head
            with page:
                page.sendall(frame(TEXT, 1) + b"9")
                assert is_ended(page)

        break_something()
        break_something()
        for _ in range(38):
            with connect(server, "127.0.0.2") as other:
                assert status(other) == 200
        with connect(server, "127.0.0.2") as other:
            other.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b"".join(iter(lambda: other.recv(65536), b"")).decode()
        assert answer.startswith("HTTP/1.1 429 ")
        assert "retry-after: " in answer.lower()
        assert "too many requests from your address" in answer
        with connect(server, "127.0.0.2") as other:
            assert is_ended(other)  # without a word
        with connect(server) as other:
            assert status(other) == 200


def test_a_refused_handshake_is_no_failure_of_ours(tmp_path: Path) -> None:
    settings = {"requests_per_address": 1e-6, "requests_per_address_at_once": 1}
    with Server(tmp_path, "--log", settings=settings) as server:
        heads = []
        for _ in range(2):
            page, head = upgraded(server, "127.0.0.2")
            with page:
                heads.append(head.split()[1])
        assert heads == ["101", "429"]
        server.stop()
        assert '"level":"error"' not in server.log.replace(" ", "")


def test_half_requests_keep_nobody_out(tmp_path: Path) -> None:
    """More than the server can have files, and time has no part in it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    settings = {"request_seconds": 1e6, "connections_per_address": 10**6}
    with Server(tmp_path, settings=settings, files=1024) as server, ExitStack() as stack:
        for number in range(1100):
            half = stack.enter_context(connect(server, f"127.0.0.{2 + number % 3}"))
            half.sendall(HALF)
        for source in ("127.0.0.1", "127.0.0.2"):
            with connect(server, source) as other:
                assert status(other) == 200
        assert "Only 512 connections are possible, not 4000" in server.log


async def test_the_limit_of_files_is_raised_where_that_is_allowed(tmp_path: Path) -> None:
    before, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))  # the usual one, which it inherits
    try:
        server = Server(tmp_path, settings={"connections": 3000})
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, hard))
    with server:
        await get(server, "/health/live")  # it tells its address before it serves
        soft, _ = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        assert soft >= 3000
        assert "connections are possible" not in server.log


def test_an_address_has_so_many_connections(patient: Server) -> None:
    with ExitStack() as stack:
        for _ in range(4):
            page, head = upgraded(patient)
            stack.enter_context(page)
            assert " 101 " in head
        # Nobody waits whose place could be taken: the newcomer is sent away.
        late = stack.enter_context(connect(patient))
        assert is_ended(late)
        assert status(stack.enter_context(connect(patient, "127.0.0.2"))) == 200


def test_who_waits_longest_makes_room(patient: Server) -> None:
    with ExitStack() as stack:
        waiting = [stack.enter_context(connect(patient, "127.0.0.3")) for _ in range(4)]
        assert status(waiting[1]) == 200  # and so it has waited for the shortest time
        assert status(stack.enter_context(connect(patient, "127.0.0.3"))) == 200
        assert is_ended(waiting[0])
        assert status(waiting[1]) == 200


# How long.


SLOW = {
    "nothing": b"",
    "a letter": b"G",
    "half a header": HALF,
    "half a body": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
    "half a second one": b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n" + HALF,
}


@pytest.mark.parametrize("request_", SLOW.values(), ids=SLOW)
def test_a_request_that_does_not_come_is_not_waited_for(impatient: Server, request_: bytes) -> None:
    with connect(impatient) as slow:
        slow.sendall(request_)
        assert is_ended(slow)


async def test_a_socket_must_say_who_it_is(impatient: Server) -> None:
    odd = ["", "40" + json.dumps({"visitor": "x"}), "40" + json.dumps({"visitor": VISITOR})]
    for hello in odd:
        async with raw_page(impatient, connects=False) as page:
            if hello:
                await page.send(hello)
            if VISITOR in hello:  # and then takes it back
                await asyncio.wait_for(page.connected.wait(), PATIENCE)
                await page.send("41")
            await asyncio.wait_for(asyncio.shield(page._reader), PATIENCE)


# How much.


def test_a_message_is_measured_before_it_is_kept(patient: Server) -> None:
    page, _ = upgraded(patient, "127.0.0.7")
    with page:
        page.sendall(frame(1, 15_000_000))  # and nothing of it
        assert TOO_LARGE in last_words(page)


def test_parts_of_a_message_are_measured_together(patient: Server) -> None:
    page, _ = upgraded(patient, "127.0.0.8")
    with page:
        page.sendall(frame(1, 60_000, is_last=False) + b"x" * 60_000)
        page.sendall(frame(0, 60_000))
        assert TOO_LARGE in last_words(page)


def test_parts_without_end(patient: Server) -> None:
    page, _ = upgraded(patient, "127.0.0.4")
    with page, suppress(ConnectionError):
        page.sendall(frame(1, 0, is_last=False))
        page.sendall(frame(0, 0, is_last=False) * 5000)
        assert is_ended(page)


def test_text_that_is_none(patient: Server) -> None:
    """It ends its connection, and nobody has to look into that."""
    page, _ = upgraded(patient, "127.0.0.9")
    with page:
        page.sendall(frame(1, 3) + b"4\xff\xfe")
        assert is_ended(page)


def test_a_socket_that_asks_and_does_not_read(impatient: Server) -> None:
    page, _ = upgraded(impatient)
    asks = b'420["catalogue",{"rules":"gomoku"}]'
    hello = b'40{"visitor":"' + VISITOR.encode() + b'"}'

    def flood() -> None:
        page.sendall(frame(1, len(hello)) + hello)
        while True:
            page.sendall((frame(1, len(asks)) + asks) * 20)
            time.sleep(0.1)

    with page, pytest.raises(ConnectionError):
        flood()


def test_nothing_is_inflated(patient: Server) -> None:
    page, head = upgraded(
        patient, "127.0.0.5", "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
    )
    page.close()
    assert " 101 " in head
    assert "sec-websocket-extensions" not in head.lower()


def test_pings_whose_answers_are_not_read(patient: Server) -> None:
    """The answers pile up at the server, until it has enough."""
    page, _ = upgraded(patient, "127.0.0.10")
    pings = (frame(9, 120) + b"x" * 120) * 1000

    def flood() -> None:
        while True:
            page.sendall(pings)

    with page, pytest.raises(ConnectionError):
        flood()


async def test_bodies_are_measured_before_they_are_read(patient: Server) -> None:
    start = f"POST {ENDPOINT} HTTP/1.1\r\nHost: localhost\r\n"
    found = await raw(patient, f"{start}Content-Length: 64001\r\n\r\n".encode())
    assert (found[0], found[2]) == (413, b"a body has at most 64000 bytes\n")
    found = await raw(patient, f"{start}Transfer-Encoding: chunked\r\n\r\n".encode())
    assert (found[0], found[2]) == (411, b"a body must say its length\n")


LONG_HEADERS = {
    "one": [f"X-Long: {'x' * 17_000}"],
    "many": [f"X-{number}: {'x' * 100}" for number in range(160)],
    "cookies": [f"Cookie: {'a=b; ' * 4000}"],
}


@pytest.mark.parametrize("lines", LONG_HEADERS.values(), ids=LONG_HEADERS)
@pytest.mark.parametrize("is_whole", [True, False])
async def test_headers_are_measured(patient: Server, lines: list[str], is_whole: bool) -> None:
    """Whole, they are not read further; in parts, they are not kept until they are."""
    text = "\r\n".join(["GET /health/live HTTP/1.1", "Host: localhost", *lines])
    status_, headers, body = await raw(patient, text.encode() + b"\r\n\r\n" * is_whole)
    assert status_ == 431
    assert body.strip() == b"the header of a request has at most 16000 bytes"
    assert headers["x-content-type-options"] == "nosniff"


async def test_a_long_target_is_a_long_header(patient: Server) -> None:
    found = await raw(patient, b"GET /?" + b"x" * 17_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert found[0] == 431


HANDSHAKES = {
    "a long line": ("GET", "", [f"X-Long: {'x' * 9000}"], 431),
    "many lines": ("GET", "", [f"X-{number}: 1" for number in range(200)], 431),
    "a long header": ("GET", "", [f"X-{number}: {'x' * 1000}" for number in range(16)], 431),
    "a long target": ("GET", f"&x={'x' * 9000}", [], 414),
    "another method": ("PUT", "", [], 405),
}


@pytest.mark.parametrize(("method", "query", "lines", "code"), HANDSHAKES.values(), ids=HANDSHAKES)
def test_a_handshake_that_is_refused_leaves_nothing_behind(
    tmp_path: Path, method: str, query: str, lines: list[str], code: int
) -> None:
    """Nobody may keep connections open for ever by it; and the server stops as it always does."""
    settings = {"request_seconds": 1e6, "handshake_seconds": 1e6}
    with Server(tmp_path, "--log", settings=settings) as server:
        page, head = upgraded(server, "127.0.0.6", *lines, method=method, query=query)
        with page:
            assert is_ended(page)
        assert int(head.split()[1]) == code
        assert server.stop() == 0
        assert '"level":"error"' not in server.log.replace(" ", "")


async def test_how_long_headers_may_be_is_a_setting(tmp_path: Path) -> None:
    request = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: %s\r\n\r\n"
    with Server(tmp_path, settings={"header_bytes": 40_000}) as server:
        assert (await raw(server, request % (b"x" * 39_000)))[0] == 200
        assert (await raw(server, request % (b"x" * 40_000)))[0] == 431


async def test_a_page_that_does_not_read(impatient: Server) -> None:
    """It is told so much, and not more; others are not kept waiting."""
    async with aiohttp.ClientSession(impatient.address) as session:
        path = "/socket.io/?EIO=4&transport=polling"
        async with session.get(path) as answer:
            sid = json.loads((await answer.text())[1:])["sid"]
        path += f"&sid={sid}"

        async def send(*packets: str) -> int:
            async with session.post(path, data="\x1e".join(packets)) as answer:
                return answer.status

        assert await send("40" + json.dumps({"visitor": VISITOR})) == 200
        asks = '["catalogue",{"rules":"gomoku"}]'
        # Nothing is fetched: in the end the session is gone.
        while await send(*[f"42{number}{asks}" for number in range(8)]) == 200:
            await asyncio.sleep(0.3)
    assert (await get(impatient, "/health/live"))[0] == 200

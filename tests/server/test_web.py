"""What the server answers to plain requests: health, metrics, the page, and nothing else."""

import asyncio
import json
import re
import resource
import socket
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import psutil
import pytest

from enligne import __version__
from enligne.server.addresses import network
from enligne.server.front import Front, Hosts
from enligne.server.monitoring import Metrics
from enligne.server.pace import Paces
from enligne.server.settings import Settings
from enligne.server.views import board_colours
from enligne.svg.themes import THEMES, Style
from tests.programs import PATIENCE
from tests.server.helpers import ME, Client, Server, View, player

SECRET = "nobody may read this"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a built page, beside which there are files that are none of it; it is also
    known as https://games.example."""
    folder = tmp_path_factory.mktemp("site")
    assets = folder / "page" / "assets"
    (assets / "fonts").mkdir(parents=True)
    (folder / "page" / "index.html").write_text(
        "<!doctype html><title>the page</title>" + " " * 2000
    )
    (folder / "page" / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (assets / "app-1234.js").write_text("export const page = 1;" + " " * 2000)
    for place in (folder, folder / "page"):
        (place / "secret.txt").write_text(SECRET)
    (folder / "page" / "secret.txt").rename(folder / "page" / ".secret")
    options = ("--log", "--origin", "https://games.example")
    with Server(folder, *options, page=folder / "page") as server:
        yield server
        assert server.is_running
    assert "Traceback" not in server.log


async def raw(server: Server, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """The answer to a request that no library has put in order."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(request)
        await writer.drain()
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
        await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    return int(first.split()[1]), headers, body


async def get(
    server: Server, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return await raw(server, ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))


async def test_health_and_metrics(site: Server) -> None:
    async with Client(site) as me, aiohttp.ClientSession(site.address) as web:
        room = await me.create("tictactoe", ME, player("greedy"))
        await me.move(room, "a1")
        await me.wait_for_state(room, lambda state: len(state["moves"]) == 2)
        await me.refused("move", room=room, ply=0, move="a1")
        async with web.get("/health") as answer:
            assert answer.status == 200
            health = await answer.json()
        assert health["status"] == "ok"
        assert health["version"] == __version__
        text = ""
        while not re.search(r'enligne_requests_total{answer="stale",event="move"} [1-9]', text):
            async with web.get("/metrics") as answer:  # what is told may be a second old
                assert answer.status == 200
                assert answer.content_type == "text/plain"
                text = await answer.text()

    def value(name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        assert found, name
        return float(found[1])

    assert value('enligne_requests_total{answer="ok",event="move"}') >= 1
    assert value('enligne_requests_total{answer="stale",event="move"}') >= 1
    assert value("enligne_rooms_created_total") >= 1
    assert value("enligne_sockets") >= 1
    assert value("enligne_rooms_in_memory") >= 1
    assert value('enligne_request_seconds_count{event="move"}') >= 2
    assert value("enligne_reply_seconds_count") >= 1


def test_metrics_are_written_once_a_second() -> None:
    metrics = Metrics(iter((100.0, 100.9, 101.1)).__next__)
    told = []
    for _ in range(3):
        metrics.created.inc()
        found = re.search(rb"^enligne_rooms_created_total (\S+)$", metrics.text(), re.MULTILINE)
        told.append(found and float(found[1]))
    assert told == [1.0, 1.0, 3.0]


async def test_metrics_do_not_grow_with_what_strangers_send(site: Server) -> None:
    async with Client(site) as me, aiohttp.ClientSession(site.address) as web:
        for number in range(20):
            await me.call(f"nothing{number}", {})
        async with web.get("/metrics") as answer:
            assert "nothing1" not in await answer.text()


@pytest.mark.parametrize(
    "path", ["/", "/g/abcdefghijkl", "/analysis", "/lab", "/lab/x/y", "/learn", "/learn/3"]
)
async def test_the_page(site: Server, path: str) -> None:
    status, headers, body = await get(site, path)
    assert status == 200
    assert b"the page" in body
    assert headers["content-type"].startswith("text/html")
    assert headers["cache-control"] == "no-cache"
    status, headers, _ = await get(site, path, **{"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"]) == (200, "gzip")


async def test_files_of_the_page(site: Server) -> None:
    status, headers, body = await get(site, "/assets/app-1234.js")
    assert status == 200
    assert body.startswith(b"export")
    assert "javascript" in headers["content-type"]
    assert "immutable" in headers["cache-control"]
    status, headers, _ = await get(site, "/favicon.svg")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")


def assert_secure(headers: dict[str, str]) -> None:
    policy = {
        name: values
        for name, *values in (
            part.split() for part in headers["content-security-policy"].split(";")
        )
    }
    assert policy["default-src"] == ["'self'"]
    assert policy["connect-src"] == ["'self'"]
    assert policy["object-src"] == ["'none'"]
    assert policy["base-uri"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert "'unsafe-inline'" not in headers["content-security-policy"]
    assert "'unsafe-eval'" not in headers["content-security-policy"]
    assert "*" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] in ("same-origin", "no-referrer")
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "strict-transport-security" not in headers


POLLING = "/socket.io/?EIO=4&transport=polling"
SOCKET = "/socket.io/?EIO=4&transport=websocket"


async def test_no_other_site_can_run_an_answer_as_a_script(server: Server) -> None:
    async with (
        aiohttp.ClientSession(server.address) as web,
        web.get(f"{POLLING}&j=0", headers={"Origin": server.address}) as answer,
    ):
        assert answer.status == 200
        assert answer.content_type == "text/plain"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert (await answer.text()).startswith('0{"sid"')


UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
UPGRADE_WITH_KEY = UPGRADE | {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}

#: Requests for answers of every kind, with their status.
ANSWERS: list[tuple[str, dict[str, str], int]] = [
    *((path, {}, 200) for path in ("/", "/health", "/metrics", "/assets/app-1234.js", POLLING)),
    ("/nothing", {}, 404),
    ("/assets/nothing", {}, 404),
    ("/socket.io/", {}, 400),
    (POLLING, {"Origin": "http://evil.example"}, 400),
    ("/", {"Content-Length": "10000000"}, 413),
    ("/", {"Content-Length": "x"}, 400),  # which no application sees
    ("/nothing", UPGRADE_WITH_KEY, 403),
    (SOCKET, UPGRADE_WITH_KEY | {"Origin": "http://evil.example"}, 403),
    (SOCKET, UPGRADE, 400),
]


@pytest.mark.parametrize(("path", "more", "status"), ANSWERS)
async def test_security_headers(site: Server, path: str, more: dict[str, str], status: int) -> None:
    found, headers, _ = await get(site, path, **more)
    assert found == status
    assert_secure(headers)


async def test_security_headers_of_a_socket(site: Server) -> None:
    async with (
        aiohttp.ClientSession(site.address) as web,
        web.ws_connect(SOCKET) as page,
    ):
        raw_headers = page._response.headers
        assert_secure({name.lower(): value for name, value in raw_headers.items()})


#: Files beside the page, told in every way that has opened one somewhere.
_ASSETS = [
    *("", "nothing.js", "fonts", "fonts/", "../secret.txt", "../../secret.txt", "..%2fsecret.txt"),
    *("..%2f..%2fsecret.txt", "%2e%2e/%2e%2e/secret.txt", "%2e%2e%2f%2e%2e%2fsecret.txt"),
    *("..%5c..%5csecret.txt", "..\\..\\secret.txt", "fonts/../../../secret.txt"),
    *("....//....//secret.txt", "%252e%252e/%252e%252e/secret.txt", "..%00/secret.txt", "%00"),
    *("/etc/passwd", "%2fetc%2fpasswd", "../.secret", "a" * 5000, "../" * 1000 + "etc/passwd"),
    *("%ff%fe", "\xff"),
]
NOT_THERE = [
    *(
        "/nothing",
        "/index.php",
        "/g",
        "/g/a/b",
        "/assets",
        *(f"/assets/{each}" for each in _ASSETS),
    ),
    *("/.secret", "/page/.secret", "/../secret.txt", "/../../../../../../etc/passwd"),
    *("//etc/passwd", "/secret.txt", "/%2e%2e/secret.txt", "/rooms.sqlite3", "/brains", "/log"),
    *("/server.py", "/lab/../secret.txt", "/health/../secret.txt", "/" + "%ff" * 100),
]


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
async def test_everything_else_is_not_there(site: Server, method: str) -> None:
    for path in NOT_THERE:
        status, headers, body = await get(site, path, method)
        if path == "/assets":  # a folder
            assert (status, headers["location"]) == (307, f"{site.address}/assets/")
        else:
            allowed = (404, 405, 400) if "lab" not in path else (200, 404, 405)
            assert (path, status) in [(path, each) for each in allowed]
        assert SECRET.encode() not in body
        assert b"root:" not in body


async def test_methods_that_pages_do_not_have(site: Server) -> None:
    for path in ("/", "/health", "/metrics", "/assets/app-1234.js"):
        for method in ("POST", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE"):
            status, _, _ = await get(site, path, method)
            assert (path, method, status) == (path, method, 405)


async def test_a_websocket_elsewhere_is_refused(site: Server) -> None:
    async with aiohttp.ClientSession(site.address) as web:
        for path in ("/", "/health", "/assets/app-1234.js", "/nothing", "/g/abcdefghijkl"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await web.ws_connect(path)
            assert caught.value.status in (403, 404)


@pytest.mark.parametrize("has_origin", [False, True])
async def test_long_polling(site: Server, has_origin: bool) -> None:
    """For whom no WebSocket gets through. Browsers name no origin when they ask their own."""
    headers = {"Origin": site.address} if has_origin else {}
    path = POLLING
    async with aiohttp.ClientSession(site.address, headers=headers) as web:

        async def get_packets() -> list[str]:
            async with web.get(path) as answer:
                assert answer.status == 200
                return (await answer.text()).split("\x1e")

        async def send(packet: str) -> None:
            async with web.post(path, data=packet) as answer:
                assert (answer.status, await answer.text()) == (200, "OK")

        async def ask(name: str, data: View) -> View:
            await send("421" + json.dumps([name, data]))
            while True:
                for packet in await get_packets():
                    if packet.startswith("431"):
                        found: View = json.loads(packet[3:])[0]
                        assert found["ok"] is True
                        return found

        path += f"&sid={json.loads((await get_packets())[0][1:])['sid']}"
        await send("40" + json.dumps({"visitor": "v" * 32}))
        assert (await get_packets())[0].startswith("40")
        room = (await ask("create", {"rules": "tictactoe", "first": ME, "second": ME}))["room"]
        assert (await ask("join", {"room": room}))["state"]["moves"] == []
        assert (await ask("move", {"room": room, "ply": 0, "move": "a1"}))["version"] == 2
        await send("1")


ORIGINS = [
    ("http://127.0.0.1:{port}", True),
    ("http://localhost:{port}", False),  # another name than the one asked for
    ("http://127.0.0.1", False),
    ("http://127.0.0.1:{port}.evil.example", False),
    ("http://evil.example", False),
    ("https://games.example", True),
    ("https://games.example.evil.example", False),
    ("http://games.example", False),
    ("http://127.0.0.1:{port}/", False),
    ("http://evil.example#http://127.0.0.1:{port}", False),
    *((name, False) for name in ("null", "file://", "http://", "é", "x" * 3000)),
]


@pytest.mark.parametrize(("origin", "is_allowed"), ORIGINS)
async def test_origins(site: Server, origin: str, is_allowed: bool) -> None:
    headers = {"Origin": origin.format(port=site.port)}
    async with aiohttp.ClientSession(site.address, headers=headers) as web:
        async with web.get("/socket.io/?EIO=4&transport=polling") as answer:
            assert answer.status == (200 if is_allowed else 400)
            allowed = answer.headers.get("Access-Control-Allow-Origin")
            assert allowed == (headers["Origin"] if is_allowed else None)
        try:
            async with web.ws_connect("/socket.io/?EIO=4&transport=websocket") as page:
                assert (await page.receive_str()).startswith("0{")
            was_allowed = True
        except aiohttp.WSServerHandshakeError as error:
            assert error.status in (400, 403)
            was_allowed = False
        assert was_allowed == is_allowed


async def test_other_schemes_are_no_origin(site: Server) -> None:
    here = f"127.0.0.1:{site.port}"
    for scheme in ("ftp", "chrome-extension", "ws", "file", ""):
        status, _, _ = await get(site, POLLING, Origin=f"{scheme}://{here}")
        assert (scheme, status) == (scheme, 400)


# The names of a server.

HOSTS = [
    ("localhost", True),
    ("LOCALHOST:1", True),
    ("games.localhost", True),
    ("127.0.0.1", True),
    ("192.168.7.7:8000", True),
    ("[::1]:8000", True),
    ("games.example", False),  # a page of which may connect, which is another matter
    ("evil.example", False),
    ("localhost.evil.example", False),
    ("127.0.0.1.evil.example", False),
    ("evil.example:80@localhost", False),
    ("local host", False),
    ("", False),
]


@pytest.mark.parametrize(("host", "is_known"), HOSTS)
async def test_hosts(site: Server, host: str, is_known: bool) -> None:
    for path in ("/", "/health/live", "/assets/app-1234.js", "/nothing", POLLING):
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}"]
        request = "\r\n".join([*lines, "Connection: close"]) + "\r\n\r\n"
        status, headers, body = await raw(site, request.encode())
        assert (status != 400) == is_known, (path, body)
        assert_secure(headers)
        if not is_known and host.isascii() and " " not in host:
            assert b"not known by that name" in body
    async with aiohttp.ClientSession(site.address, headers={"Host": host}) as web:
        try:
            async with web.ws_connect(SOCKET):
                was_known = True
        except (aiohttp.WSServerHandshakeError, ValueError):
            was_known = False
    assert was_known == is_known


# Behind a proxy.


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose proxies are this machine and some beyond it, and that lets an address have
    two sockets."""
    settings = {"public_address": "https://games.example", "sockets_per_address": 2}
    settings |= {"trusted_proxies": "127.0.0.0/30,10.0.0.0/8"}
    with Server(tmp_path_factory.mktemp("proxied"), "--log", settings=settings) as server:
        yield server


async def opened(server: Server, source: str, forwarded: str) -> int:
    """The status with which a socket is opened for whom a proxy names."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source, 0))
    lines = [f"GET {POLLING} HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"X-Forwarded-For: {each}" for each in forwarded.split("|")]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return int(answer.split()[1])


FORWARDED = [
    # By a trusted proxy: whom the rightmost that is not one has seen, whatever was claimed.
    ("127.0.0.1", ["203.0.113.1", "x, 203.0.113.1", "203.0.113.9|203.0.113.1, 10.1.2.3"]),
    # IPv6 counts by its /64.
    ("127.0.0.1", ["2001:db8:1:1::1", "2001:db8:1:1:2::2", "2001:db8:1:1::3"]),
    # By anybody else: not believed.
    ("127.0.0.9", ["203.0.113.21", "203.0.113.22", "203.0.113.23"]),
]


@pytest.mark.parametrize(("source", "claims"), FORWARDED)
async def test_forwarded_addresses(proxied: Server, source: str, claims: list[str]) -> None:
    assert [await opened(proxied, source, claim) for claim in claims] == [200, 200, 401]
    assert await opened(proxied, "127.0.0.2", f"198.51.100.{len(claims[0])}") == 200


async def test_nobody_is_a_proxy_who_was_not_named(tmp_path: Path) -> None:
    """Not even this machine: whoever is on it could be anybody."""
    with Server(tmp_path, settings={"sockets_per_address": 2}) as server:
        claims = ["203.0.113.1", "203.0.113.2", "203.0.113.3"]
        assert [await opened(server, "127.0.0.1", claim) for claim in claims] == [200, 200, 401]


async def test_a_public_address(proxied: Server) -> None:
    lines = ["GET / HTTP/1.1", "Host: games.example", "Connection: close"]
    status, headers, _ = await raw(proxied, ("\r\n".join(lines) + "\r\n\r\n").encode())
    assert status in (200, 503)  # built or not
    assert headers["strict-transport-security"].startswith("max-age=")
    status, _, _ = await get(proxied, POLLING, Origin="https://games.example")
    assert status == 200


# What is for the operator.


async def test_metrics_are_not_for_strangers(site: Server, proxied: Server) -> None:
    assert (await get(site, "/metrics"))[0] == 200
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        assert (await get(site, "/metrics", **{header: "127.0.0.1"}))[0] == 404
    assert (await get(proxied, "/metrics"))[0] == 404


async def test_metrics_with_a_token_and_on_a_port(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"metrics_token": "open sesame", "metrics_port": port}
    with Server(tmp_path, settings=settings) as server:
        status, headers, _ = await get(server, "/metrics")
        assert (status, headers["www-authenticate"]) == (401, "bearer")
        for wrong in ("Bearer open", "Basic open sesame", "open sesame", "Bearer é"):
            assert (await get(server, "/metrics", Authorization=wrong))[0] == 401
        assert (await get(server, "/metrics", Authorization="Bearer open sesame"))[0] == 200
        async with (
            aiohttp.ClientSession() as web,
            web.get(f"http://127.0.0.1:{port}/metrics") as answer,
        ):
            assert "enligne_queue_length 0.0" in await answer.text()


async def health(server: Server, path: str = "/health/ready") -> tuple[int, View]:
    status, _, body = await get(server, path)
    return status, json.loads(body)


async def wait_for_health(server: Server, status: int) -> View:
    while True:
        found, told = await health(server)
        if found == status:
            return told
        await asyncio.sleep(0.2)


async def wait_for_status(server: Server, status: str) -> View:
    """The same for what can be done without: the answer is 200 all the time."""
    while True:
        found, told = await health(server)
        assert found == 200
        if told["status"] == status:
            return told
        await asyncio.sleep(0.2)


async def test_a_server_that_cannot_write_is_not_ready(tmp_path: Path) -> None:
    """As if its disk were full: it can still read."""
    with Server(tmp_path) as server:
        assert (await health(server))[1]["status"] == "ok"
        limit = resource.RLIMIT_FSIZE
        soft, hard = resource.prlimit(server.process.pid, limit)
        resource.prlimit(server.process.pid, limit, (0, hard))
        status, told = await health(server)  # at once
        assert (status, told["status"]) == (503, "failing")
        assert "Error" in told["database"]
        assert str(tmp_path) not in json.dumps(told)
        assert (await health(server, "/health"))[0] == 503
        assert (await health(server, "/health/live"))[0] == 200
        # It recovers by itself.
        resource.prlimit(server.process.pid, limit, (soft, hard))
        assert (await health(server))[1]["status"] == "ok"


async def test_a_server_whose_redis_is_gone_can_still_play(
    tmp_path: Path, start_redis: Callable[..., tuple[str, subprocess.Popen[bytes]]]
) -> None:
    address, redis = start_redis()
    with Server(tmp_path, "--redis", address) as server:
        assert (await health(server))[0] == 200
        redis.kill()
        redis.wait()
        told = await wait_for_status(server, "degraded")
        assert set(told) == {"status", "version", "seconds", "redis"}
        async with Client(server) as me:
            room = await me.create("tictactoe", ME, player("greedy"))
            await me.move(room, "a1")
            await me.wait_for_state(room, lambda state: len(state["moves"]) == 2)
        assert (await health(server))[0] == 200
        start_redis(address)
        await wait_for_status(server, "ok")


_BROKEN = """
import os, sys
if "enligne-search" in sys.orig_argv and os.path.exists({path!r}):
    os._exit(1)
"""


async def test_a_server_whose_searches_cannot_start_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken"
    (tmp_path / "sitecustomize.py").write_text(_BROKEN.format(path=str(broken)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    broken.touch()
    with Server(tmp_path) as server:
        status, told = await health(server)
        assert (status, told["status"]) == (503, "failing")
        assert set(told) == {"status", "version", "seconds", "searches"}
        broken.unlink()
        await wait_for_health(server, 200)
        broken.touch()
        for child in psutil.Process(server.process.pid).children():
            child.kill()
        assert "searches" in await wait_for_health(server, 503)


async def test_searches_start_with_the_server(tmp_path: Path) -> None:
    """Nobody's first move waits for a process to start; and all that is nothing to tell of."""
    with Server(tmp_path, "--log", settings={"people_processes": 3}) as server:
        assert (await health(server))[0] == 200
        assert server.log == ""
        ready = 0
        while ready < 3:
            children = psutil.Process(server.process.pid).children()
            # The limit of its memory is the last thing that it sets before it is ready.
            limits = [resource.prlimit(each.pid, resource.RLIMIT_DATA)[0] for each in children]
            ready = sum(limit != resource.RLIM_INFINITY for limit in limits)
            await asyncio.sleep(0.02)


# What fails behind it all.


async def answer_of(app: Any) -> int:
    """The status with which an application behind the front answers."""
    sent: list[View] = []

    async def send(message: View) -> None:
        sent.append(message)

    settings = Settings()
    scope: View = {"type": "http", "path": "/", "client": ("127.0.0.1", 1)}
    scope |= {"raw_path": b"/", "query_string": b""}
    scope["headers"] = [(b"host", b"localhost")]
    await Front(app, settings, Hosts(settings), Paces(1, 1))(scope, None, send)  # type: ignore[arg-type]
    assert_secure({name.decode(): value.decode() for name, value in sent[0]["headers"]})
    return int(sent[0]["status"])


async def test_own_failures_are_logged_with_their_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "enligne")

    async def fails(*_: object) -> None:
        network("our own code")

    async def is_broken(*_: object) -> None:
        json.loads("{")  # as a library does with what a stranger sent

    assert await answer_of(fails) == 500
    assert caplog.records[-1].levelname == "ERROR"
    assert "our own code" in caplog.text or "it is an address or a network" in caplog.text
    assert await answer_of(is_broken) == 400
    assert (caplog.records[-1].levelname, caplog.records[-1].exc_info) == ("INFO", None)


# The page draws boards in the colours of the library's drawings.


def test_both_themes_are_told_and_the_visitors_choice_comes_before_the_devices() -> None:
    rules = re.findall(r"([^{}]*)\{((?:--[\w-]+:[^;]+;)+)\}", board_colours())
    light, device, chosen, *looks = rules
    assert light[0] == ":root"
    assert device[0] == ":root:not([data-theme=light])"
    assert chosen[0] == ":root[data-theme=dark]"
    assert device[1] == chosen[1]
    for theme, variables in (("light", light[1]), ("dark", chosen[1])):
        found = dict(re.findall(r"--([\w-]+):([^;]+);", variables))
        for style in Style:
            surface = THEMES[theme].surfaces[style]
            assert found[f"{style.value}-board"] == surface.board
            assert found[f"{style.value}-first"] == surface.first.fill
            assert found[f"{style.value}-second-rim"] == surface.second.rim
    assert [selector for selector, _ in looks] == [f".{style.value}" for style in Style]
    for style, (_, variables) in zip(Style, looks, strict=True):
        assert f"--second-rim:var(--{style.value}-second-rim);" in variables
        # The page has an ink of its own.
        assert "--ink:" not in variables


def test_they_are_served_as_a_style_sheet(site: Server) -> None:
    with urllib.request.urlopen(f"{site.address}/boards.css") as answer:
        assert answer.headers.get_content_type() == "text/css"
        assert answer.read().decode() == board_colours()

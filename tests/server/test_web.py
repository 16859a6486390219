"""What the server answers to plain requests: health, metrics, the page, and nothing else."""

import asyncio
import json
import re
import urllib.request
from collections.abc import Iterator

import aiohttp
import pytest

from enligne import __version__
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
    with Server(folder, *options, settings={"page": str(folder / "page")}) as server:
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
        assert health["waiting"] >= 0
        async with web.get("/metrics") as answer:
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


async def test_metrics_do_not_grow_with_what_strangers_send(site: Server) -> None:
    async with Client(site) as me, aiohttp.ClientSession(site.address) as web:
        for number in range(20):
            await me.call(f"nothing{number}", {})
        async with web.get("/metrics") as answer:
            assert "nothing1" not in await answer.text()


@pytest.mark.parametrize("path", ["/", "/g/abcdefghijkl", "/analysis", "/lab", "/lab/x/y"])
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


@pytest.mark.parametrize("path", ["/", "/health", "/metrics", "/assets/app-1234.js", "/nothing"])
async def test_security_headers(site: Server, path: str) -> None:
    _, headers, _ = await get(site, path)
    policy = {
        name: values
        for name, *values in (
            part.split() for part in headers["content-security-policy"].split(";")
        )
    }
    assert policy["default-src"] == ["'self'"]
    assert policy["object-src"] == ["'none'"]
    assert policy["base-uri"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert "'unsafe-inline'" not in headers["content-security-policy"]
    assert "'unsafe-eval'" not in headers["content-security-policy"]
    assert "*" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] in ("same-origin", "no-referrer")
    assert headers["cross-origin-opener-policy"] == "same-origin"


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
    path = "/socket.io/?EIO=4&transport=polling"
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

"""What messengers are told of a link, and the pictures that they show."""

import asyncio
import io
import re
import secrets
import urllib.parse
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import aiohttp
import pytest
from PIL import Image

from enligne import Game
from enligne.server import board_picture
from enligne.server.contract.words import GameRequest
from enligne.server.preview_texts import language_of
from enligne.svg.themes import THEMES, Style
from tests.server.helpers import FRIEND, ME, Client, Server, View, player
from tests.server.test_demand import wait_until
from tests.server.test_web import get, raw

INDEX = "<!doctype html><html><head><title>the page</title></head><body></body></html>"


async def test_a_picture_that_nobody_waits_for_is_not_drawn(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        async with Client(server) as me:
            task = {"rules": "gomoku", "moves": ["h8"], "engine": "alphabeta", "seconds": 10}
            await me.ask("analyse", id="a", **task)  # which has the one process for it
            await wait_until(server, lambda now: now["enligne_thinking"] == 1)
            waiting = []
            for cell in ("a1", "b1", "c1"):
                _, writer = await asyncio.open_connection("127.0.0.1", server.port)
                path = f"/board.png?rules=8x8:5&moves={cell}"
                writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                waiting.append(writer)
            await wait_until(server, lambda now: now["enligne_queue_length"] == 3)
            for writer in waiting:
                writer.close()
            await wait_until(server, lambda now: now["enligne_queue_length"] == 0)
            assert not me.heard("analysis", id="a", final=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(INDEX)
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site"), "--log", page=built) as server:
        yield server
    assert "Traceback" not in server.log


class Head(HTMLParser):
    """All elements of a page, and what its meta elements tell, by their names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.told: dict[str, str] = {}
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        if tag == "meta":
            told = dict(attributes)
            self.attributes |= told.keys()
            self.told[str(told.get("property") or told.get("name"))] = str(told["content"])


async def head(server: Server, path: str, status: int = 200, **headers: str) -> Head:
    found, _, body = await get(server, path, **headers)
    assert found == status, body
    return Head(body.decode())


async def picture(server: Server, address: str) -> Image.Image:
    """What is drawn at an address that a page tells."""
    parts = urllib.parse.urlsplit(address)
    status, headers, body = await get(server, f"{parts.path}?{parts.query}")
    assert (status, headers["content-type"]) == (200, "image/png"), body
    return Image.open(io.BytesIO(body)).convert("RGB")


def drawn(rules: str, moves: str) -> Image.Image:
    wish = GameRequest(rules=rules, moves=moves.split())
    return Image.open(io.BytesIO(board_picture.draw(None, wish))).convert("RGB")


async def test_a_room_is_told_of_with_its_board(site: Server) -> None:
    async with Client(site) as me, Client(site) as friend:
        room = await me.create("connect4", ME, FRIEND)
        told = (await head(site, f"/g/{room}")).told
        assert told["og:title"] == "Play Connect 4 with me"
        assert told["og:url"] == f"http://127.0.0.1:{site.port}/g/{room}"
        assert told["twitter:card"] == "summary_large_image"
        assert await picture(site, told["og:image"]) == drawn("connect4", "")
        await friend.join(room)
        for ply, move in enumerate(["d1", "d2", "c1", "c2", "b1", "b2", "a1"]):
            mover = friend if ply % 2 else me
            await mover.wait_for_state(room, lambda state, ply=ply: len(state["moves"]) == ply)  # type: ignore[misc]
            await mover.move(room, move)
            told = (await head(site, f"/g/{room}")).told
            if ply == 2:
                assert told["og:title"] == "A game of Connect 4"
                assert told["og:description"].startswith("3 moves so far.")
                assert await picture(site, told["og:image"]) == drawn("connect4", "d1 d2 c1")
        assert told["og:description"] == "The first side won in 7 moves."
        assert await picture(site, told["og:image"]) == drawn("connect4", "d1 d2 c1 c2 b1 b2 a1")
        # Nobody's secret, and nothing that who watches does not see.
        _, _, body = await get(site, f"/g/{room}")
        assert me.visitor.encode() not in body
        assert friend.visitor.encode() not in body


async def test_reading_a_room_for_its_preview_takes_no_seat(site: Server) -> None:
    async with Client(site) as me:
        room = await me.create("tictactoe", ME, FRIEND)
        await head(site, f"/g/{room}")
        assert (await me.join(room))["seats"]["second"]["taken"] is False
        assert me.state(room)["spectators"] == 0


async def test_an_analysis_is_told_of_with_its_position(site: Server) -> None:
    path = "/analysis?rules=gomoku&moves=h8,i9,h9&at=2&review=1"
    told = (await head(site, path)).told
    assert told["og:title"] == "Gomoku: a game, analysed"
    assert told["og:url"] == f"http://127.0.0.1:{site.port}{path}"
    assert await picture(site, told["og:image"]) == drawn("gomoku", "h8 i9")
    told = (await head(site, "/analysis?start=7/7/7/7/3o3/3x3+x")).told
    assert await picture(site, told["og:image"]) == await picture(
        site, "/board.png?rules=connect4&start=7/7/7/7/3o3/3x3%20x"
    )


@pytest.mark.parametrize("path", ["/", "/lab/search", "/carry", "/puzzles", "/g/nobodyhasthis"])
async def test_every_other_page_is_told_of(site: Server, path: str) -> None:
    told = (await head(site, path)).told
    assert told["og:title"]
    assert told["og:description"]
    assert told["og:url"] == f"http://127.0.0.1:{site.port}{path}"
    found = await picture(site, told["og:image"])
    assert found.size == (int(told["og:image:width"]), int(told["og:image:height"]))
    assert len(found.getcolors(10**6) or ()) > 10


# In which language.

WANTED = [
    ("", "en"),
    ("fr", "fr"),
    ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
    ("en-GB,en;q=0.9,fr;q=0.8", "en"),
    ("de,fr;q=0.5", "fr"),
    ("en;q=0.3, FR ; q=0.7", "fr"),
    ("de-DE,de", "en"),
    ("*", "en"),
    ("fr;q=0", "en"),
    ("fr;q=1.1.1", "en"),
    ("français," * 500 + "fr", "en"),
]


@pytest.mark.parametrize(("accepted", "language"), WANTED)
def test_the_language_is_the_one_that_is_accepted_most(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


@pytest.mark.parametrize("rules", ["tictactoe", "connect4", "gomoku", "9x7:5+gravity+exact"])
async def test_previews_are_in_french_for_who_reads_it(site: Server, rules: str) -> None:
    french = {"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.8"}
    async with Client(site) as me:
        room = await me.create(rules, ME, FRIEND)
    paths = ["/", "/puzzles", f"/analysis?{urllib.parse.urlencode({'rules': rules})}", f"/g/{room}"]
    for path in paths:
        english = (await head(site, path)).told
        told = (await head(site, path, 200, **french)).told
        assert (english["og:locale"], told["og:locale"]) == ("en_GB", "fr_FR")
        assert told["og:description"] != english["og:description"]
        assert told["og:image"] == english["og:image"]
        # French has no plain space before these.
        assert not re.search(" [:?!;]", told["og:title"] + told["og:description"])
    assert told["og:title"].startswith("Jouez à ")
    _, headers, _ = await get(site, "/")
    assert "accept-language" in headers["vary"].lower()


# By which name.


async def test_addresses_are_absolute_by_the_name_that_was_asked_for(site: Server) -> None:
    request = "GET /puzzles HTTP/1.1\r\nHost: LOCALHOST:77\r\nConnection: close\r\n\r\n"
    status, _, body = await raw(site, request.encode())
    assert status == 200
    assert Head(body.decode()).told["og:url"] == "http://LOCALHOST:77/puzzles"


async def test_addresses_are_the_public_ones(tmp_path: Path, built: Path) -> None:
    settings = {"public_address": "https://games.example/"}
    with Server(tmp_path, page=built, settings=settings) as server:
        told = (await head(server, "/puzzles")).told
    assert told["og:url"] == "https://games.example/puzzles"
    assert told["og:image"].startswith("https://games.example/board.png?")


# Hostile addresses.

HOSTILE = [
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '" onload="alert(1)',
    "</head><body><script>1</script>",
    "</title><svg/onload=1>",
    "&quot;&gt;&lt;script&gt;",
    "\\u003cscript\\u003e",
    "%3Cscript%3E",
    "é‮\u0000\ufeff",
    "x" * 3000,
]


@pytest.mark.parametrize("text", HOSTILE)
async def test_no_address_puts_anything_into_the_page(site: Server, text: str) -> None:
    usual = await head(site, "/")
    quoted = urllib.parse.quote(text, safe="")
    raw_text = "".join(each for each in text if " " < each <= "~")
    paths = []
    for each in (quoted, raw_text):
        paths += [f"/lab/{each}", f"/lab?{each}", f"/?{each}={each}", f"/puzzles?{each}"]
        paths += [f"/analysis?rules={each}&moves={each}&start={each}&at={each}"]
        paths += [f"/analysis?rules=connect4&moves={each}", f"/analysis?start={each}"]
        paths += [f"/g/abcdefghijkl?{each}"]
    for path in paths:
        status, _, body = await get(site, path)
        assert status in (200, 400, 404), path
        if status == 200:
            found = Head(body.decode())
            assert found.elements == usual.elements, path
            assert found.attributes == usual.attributes, path
            assert found.told.keys() == usual.told.keys(), path
    for path in (f"/g/{quoted}", f"/g/{raw_text}"):
        status, _, body = await get(site, path, Accept="text/html")
        assert status in (400, 404)
        assert body.decode() in (INDEX, "Not Found") or status == 400


# Pictures.


@pytest.mark.parametrize(
    "rules", ["tictactoe", "connect4", "gomoku", "26x26:5", "3x26:3", "26x3:3"]
)
def test_a_board_is_in_the_middle_and_whole(rules: str) -> None:
    found = drawn(rules, "")
    assert found.size == (board_picture.WIDTH, board_picture.HEIGHT)
    paper = (255, 255, 255)
    edge = [found.getpixel((x, y)) for x in range(1200) for y in (0, 20, 609, 629)]
    edge += [found.getpixel((x, y)) for y in range(630) for x in (0, 20, 1179, 1199)]
    assert set(edge) == {paper}
    box = Image.eval(found, lambda value: 255 - value).getbbox()
    assert box is not None
    assert abs((box[0] + box[2]) / 2 - 600) < 10
    assert abs((box[1] + box[3]) / 2 - 315) < 10


def test_a_picture_shows_the_stones() -> None:
    game = Game("connect4", "d1 d2")
    found = drawn("connect4", "d1 d2")
    surface = THEMES["light"].surfaces[Style.of(game.rules)]
    colours = {colour for _, colour in found.getcolors(10**6) or ()}
    for paint in (surface.first, surface.second):
        rgb = tuple(bytes.fromhex(paint.fill.removeprefix("#")))
        assert rgb in colours
        assert rgb not in {colour for _, colour in drawn("connect4", "").getcolors(10**6) or ()}


WRONG = [
    ("rules=nothing", 400),
    ("rules=99x99:5", 400),
    ("rules=" + "x" * 41, 400),
    ("rules=connect4&moves=z9", 400),
    ("rules=tictactoe&moves=a1,a1", 400),
    ("rules=tictactoe&start=" + "3/" * 900, 400),
    ("rules=tictactoe&start=%00", 400),
    ("moves=" + ",".join(["a1"] * 677), 400),
    ("moves=" + "a" * 9, 400),
    ("at=" + "9" * 4000, 200),
    ("at=%D9%A3&moves=d1", 200),
    ("at=-1&moves=d1", 200),
    ("", 200),
]


@pytest.mark.parametrize(("query", "status"), WRONG)
async def test_wrong_wishes_are_refused(site: Server, query: str, status: int) -> None:
    found, headers, body = await get(site, f"/board.png?{query}")
    assert found == status, body
    if status == 400:
        assert headers["content-type"].startswith("text/plain")
        assert len(body.splitlines()) == 1


async def test_what_a_reader_has_is_not_sent_again(site: Server) -> None:
    path = "/board.png?rules=connect4&moves=d1,d2"
    _, headers, body = await get(site, path)
    assert "max-age" in headers["cache-control"]
    status, again, nothing = await get(site, path, **{"If-None-Match": headers["etag"]})
    assert (status, nothing, again["etag"]) == (304, b"", headers["etag"])
    status, _, same = await get(site, path, **{"If-None-Match": '"another"'})
    assert (status, same) == (200, body)
    assert (await get(site, path + ",d3"))[1]["etag"] != headers["etag"]
    status, headers, body = await get(site, path, "HEAD")
    assert (status, body) == (200, b"")


async def test_an_operators_limits_hold(tmp_path: Path) -> None:
    """The largest board, and how much of one address may wait."""
    settings = {"largest_side": 10, "queue_of_address": 2}
    with Server(tmp_path, settings=settings) as server:
        assert (await get(server, "/board.png?rules=gomoku"))[0] == 400
        cells = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
        async with aiohttp.ClientSession(server.address) as web:

            async def ask(cell: str) -> tuple[int, str | None]:
                async with web.get(f"/board.png?rules=8x8:5&moves={cell}") as answer:
                    return answer.status, answer.headers.get("Retry-After")

            answers = await asyncio.gather(*map(ask, cells))
        statuses = {status for status, _ in answers}
        assert statuses == {200, 429}
        assert all(re.fullmatch(r"\d+", wait or "") for status, wait in answers if status == 429)


async def test_pictures_that_are_kept_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from starlette.requests import Request

    from enligne.rules import Rules
    from enligne.server import pictures

    drawings = 0

    class Drawing:
        async def run(self, *_: object, **__: object) -> bytes:
            nonlocal drawings
            drawings += 1
            return secrets.token_bytes(100)

    monkeypatch.setattr(pictures, "_MOST_BYTES", 1000)
    kept = pictures.Pictures(Drawing(), Rules.of)  # type: ignore[arg-type]

    async def ask(moves: str) -> bytes:
        scope: View = {"type": "http", "method": "GET", "path": "/board.png", "headers": []}
        scope |= {"query_string": f"moves={moves}".encode(), "client": ("127.0.0.1", 1)}
        return bytes((await kept.answer(Request(scope))).body)

    first = await ask("a")
    for move in "bcdefg":
        await ask(move)
        assert await ask("a") == first  # used again and again, and so not the oldest
    assert drawings == 7
    for move in "bcdefg":
        for reply in "abcdefg":
            await ask(f"{move},{reply}")
            assert kept._bytes == 100 * len(kept._kept) <= 1000
    assert await ask("a") != first


# Addresses that are none.


@pytest.mark.parametrize("path", ["/about", "/course", "/g/a/b", "/g/short", "/lab2", "/nothing/"])
async def test_unknown_addresses_show_the_page_to_people(site: Server, path: str) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    status, headers, body = await get(site, path, **browser)
    assert (status, body.decode()) == (404, INDEX)
    assert headers["content-type"].startswith("text/html")
    status, headers, body = await get(site, path, Accept="*/*")
    assert (status, body) == (404, b"Not Found")


@pytest.mark.parametrize("path", ["/x.js", "/assets/x.js", "/robots.txt", "/a/b.png", "/.env"])
async def test_files_that_are_not_there_are_told_in_a_line(site: Server, path: str) -> None:
    status, _, body = await get(site, path, Accept="text/html")
    assert (status, body) == (404, b"Not Found")


async def test_a_server_without_a_page_has_no_page_for_unknown_addresses(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    with Server(tmp_path, page=tmp_path / "none") as server:
        assert (await get(server, "/about", Accept="text/html"))[0] == 404
        assert (await get(server, "/"))[0] == 503


async def test_a_player_moves_while_pictures_are_drawn(site: Server) -> None:
    """Strangers who ask for pictures do not keep anybody waiting who plays."""
    async with Client(site) as me, aiohttp.ClientSession(site.address) as web:
        room = await me.create("tictactoe", ME, player("greedy"))

        async def ask(number: int) -> int:
            async with web.get(f"/board.png?rules=20x20:5&moves=a{number}") as answer:
                return answer.status

        asked = [asyncio.ensure_future(ask(number)) for number in range(1, 21)]
        await me.move(room, "a1")
        await me.wait_for_state(room, lambda state: len(state["moves"]) == 2)
        assert set(await asyncio.gather(*asked)) == {200}

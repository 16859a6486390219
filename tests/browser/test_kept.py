"""What the browser keeps of the page: without a connection, and after a new version."""

from __future__ import annotations

import json
import re
import shutil
import struct
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from enligne.server.app import PAGE
from tests.server.helpers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

_ENTRY = "document.querySelector('script[src]').getAttribute('src')"
_CACHES = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(
  async (name) => [name, (await (await caches.open(name)).keys())
    .map((request) => new URL(request.url).pathname)])))"""


def another_build(folder: Path) -> Path:
    """The page as if something in it had changed: every built file has another name."""
    shutil.copytree(PAGE, folder)
    assets = folder / "assets"
    names = {path.name: f"new-{path.name}" for path in assets.iterdir()}
    for path in [*folder.glob("*.html"), *folder.glob("*.js"), *assets.glob("*.[jc]s*")]:
        text = path.read_text()
        for old, new in names.items():
            text = text.replace(old, new)
        if path.name == "worker.js":
            text = re.sub(r'(VERSION = ")', r"\1new-", text)
        path.write_text(text)
    for old, new in names.items():
        (assets / old).rename(assets / new)
    return folder


@contextmanager
def running(*arguments: Any, **options: Any) -> Iterator[Server]:
    server = Server(*arguments, **options)
    try:
        yield server
    finally:
        server.kill()


def wait_until_kept(person: Person) -> None:
    person.page.evaluate("navigator.serviceWorker.ready.then(() => null)")


def expect_entry(person: Person, *, new: bool) -> None:
    assert person.page.evaluate(_ENTRY).startswith("/assets/new-" if new else "/assets/index-")


def test_the_page_can_be_installed(visit: Visit, server: Server) -> None:
    person = visit()
    person.open()
    expect(person.heading("home.title")).to_be_visible()
    link = person.page.locator('link[rel="manifest"]').get_attribute("href")
    with urllib.request.urlopen(f"{server.address}{link}") as answer:
        assert answer.headers["Content-Type"].startswith("application/manifest+json")
        told = json.load(answer)
    assert told["start_url"] == "/"
    assert told["display"] == "standalone"
    sizes = set()
    touch = person.page.locator('link[rel="apple-touch-icon"]').get_attribute("href")
    icons = [(each["src"], each["sizes"], each["purpose"]) for each in told["icons"]]
    for path, size, purpose in [*icons, (touch, "180x180", "touch")]:
        with urllib.request.urlopen(f"{server.address}{path}") as answer:
            png = answer.read()
        assert png.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", png[16:24])) == size
        sizes.add((size, purpose))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} < sizes
    with urllib.request.urlopen(f"{server.address}/favicon.ico") as answer:
        assert answer.headers["Content-Type"] == "image/x-icon"
    # What surrounds the page has its colour in both themes.
    colours = person.page.locator('meta[name="theme-color"]')
    light = colours.first.get_attribute("content")
    person.page.emulate_media(color_scheme="dark")
    expect(colours.first).not_to_have_attribute("content", light or "")


def test_a_kept_page_opens_without_a_server_and_gives_way_to_a_newer_one(
    visit: Visit, tmp_path: Path
) -> None:
    new = another_build(tmp_path / "page")
    with running(tmp_path) as server:
        person = visit(at=server, service_workers="allow")
        person.loses_connection = True
        person.begin("tictactoe", "here")
        game = person.page.url
        wait_until_kept(person)
        kept = person.page.evaluate(_CACHES)
        assert len(kept) == 1
        # The files of the page, and nothing else.
        built = {f"/assets/{path.name}" for path in (PAGE / "assets").iterdir()}
        (files,) = (set(each) for each in kept.values())
        assert built < files
        assert files <= built | {"/", "/boards.css"} | {f"/{path.name}" for path in PAGE.iterdir()}
        server.stop()

        person.open("/")
        expect(person.heading("home.title")).to_be_visible()
        expect(person.sees("connection.lost")).to_be_visible()
        expect(person.sees("waiting.offline")).to_be_visible()
        person.page.goto(game)
        expect(person.sees("waiting.offline")).to_be_visible()
        person.open("/lab")
        expect(person.heading("lab.title")).to_be_visible()
        person.open("/?game=connect4")
        expect(person.sees("waiting.offline").first).to_be_visible()
        expect_entry(person, new=False)

        with running(tmp_path, port=server.port, page=new):
            # It notices by itself; and one reload shows the new page.
            expect(person.button("setup.play")).to_be_visible()
            person.page.reload()
            expect(person.button("setup.play")).to_be_visible()
            expect_entry(person, new=True)
            person.page.wait_for_function(
                f"async () => {{ const names = Object.keys(await ({_CACHES})());"
                " return names.length === 1 && names[0].includes('new-'); }"
            )
            person.page.reload()
            expect_entry(person, new=True)
            person.open("/lab")
            expect(person.heading("lab.title")).to_be_visible()


def test_what_does_not_load_comes_when_the_server_is_back(visit: Visit, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        person = visit(at=server)
        person.open()
        expect(person.heading("home.title")).to_be_visible()
        person.loses_connection = True
        server.stop()
        person.page.get_by_role("navigation").get_by_role(
            "link", name=person.text("header.lab")
        ).click()
        expect(person.heading("part.missing")).to_be_visible()
        expect(person.sees("part.away")).to_be_visible()
        person.button("part.again").click()
        expect(person.button("part.again")).to_be_enabled()
        expect(person.heading("part.missing")).to_be_visible()
        with running(tmp_path, port=server.port):
            expect(person.heading("lab.title")).to_be_visible()


def test_an_open_tab_outlives_a_new_version(visit: Visit, tmp_path: Path) -> None:
    new = another_build(tmp_path / "page")
    with running(tmp_path) as server:
        person = visit(at=server)
        person.loses_connection = True
        person.begin("connect4", "here")
        person.play("d1")
        server.stop()
        expect(person.sees("connection.lost")).to_be_visible()
        with running(tmp_path, port=server.port, page=new):
            expect(person.sees("connection.lost")).to_have_count(0)
            person.play("d2")  # the game goes on
            # A part of the old version is not there any more.
            person.page.get_by_role("navigation").get_by_role(
                "link", name=person.text("header.lab")
            ).click()
            expect(person.heading("lab.title")).to_be_visible()
            expect_entry(person, new=True)
    # Whether the link or the missing file led there: a browser says so of a file that is gone.
    person.problems = [each for each in person.problems if "404" not in each]


def test_a_part_that_is_missing_is_not_asked_for_for_ever(visit: Visit, tmp_path: Path) -> None:
    broken = another_build(tmp_path / "page")
    for part in (broken / "assets").glob("new-Lab-*.js"):
        part.unlink()
    with running(tmp_path, page=broken) as server:
        person = visit(at=server)
        loads: list[str] = []
        person.page.on("load", lambda page: loads.append(page.url))
        person.open("/lab")
        expect(person.heading("part.missing")).to_be_visible()
        expect(person.sees("part.broken")).to_be_visible()
        assert len(loads) == 2  # as asked, and once again
        with person.page.expect_navigation():
            person.button("part.again").click()
        expect(person.heading("part.missing")).to_be_visible()
        person.link("notfound.home").click()
        expect(person.heading("home.title")).to_be_visible()
        person.loses_connection = True  # the server ends before the page
    assert all("404" in each for each in person.problems), person.problems
    person.problems.clear()

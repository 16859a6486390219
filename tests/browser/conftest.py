"""A real server, a real Chromium, and people who visit."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

from enligne.learning import Brain, Menace, Store, train
from tests.browser.person import Person
from tests.programs import PATIENCE
from tests.server.helpers import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    Visit = Callable[..., Person]

BRAIN = "class-a"

#: The first starts no window, and so is the quickest.
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Not for the whole session: while Playwright is there, other tests have no event loop to run.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A Chromium for all tests; each person has a context of their own in it."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.fail("these tests drive a real browser: install the package chromium", False)
    expect.set_options(timeout=PATIENCE * 1000 / 3)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def brains(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a trained matchbox machine in it."""
    folder = tmp_path_factory.mktemp("brains")
    brain = Brain(BRAIN, Menace("tictactoe", variant="her", seed=1))
    brain.curve = train(brain.machine, "coach", 2000)
    Store(folder).create(brain)
    return folder


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, brains: Path) -> Iterator[Server]:
    """A server for all tests, each of which uses rooms of its own."""
    folder = tmp_path_factory.mktemp("server")
    shutil.copytree(brains, folder / "brains")
    with Server(folder, "--log") as server:
        yield server


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Visit]:
    """Makes people who look at the page. A test fails when their browsers complain."""
    people: list[Person] = []

    def arrive(language: str = "en", *, at: Server = server, **options: Any) -> Person:
        """Somebody new, at another server if told so, with options of the browser context."""
        quick = {"name": "enligne.analysis.seconds", "value": "0.5"}
        usual = {
            "locale": {"en": "en-GB", "fr": "fr-FR"}[language],
            "permissions": ["clipboard-read", "clipboard-write"],
            # Frames are costly without a graphics card; what moves has tests of its own.
            "reduced_motion": "reduce",
            # It would fetch the whole page for each of them; it has tests of its own.
            "service_workers": "block",
            "storage_state": {"origins": [{"origin": at.address, "localStorage": [quick]}]},
        }
        context = chromium.new_context(**(usual | options))
        context.set_default_timeout(PATIENCE * 1000 / 3)  # a busy machine is no failure
        touches = bool(options.get("has_touch"))
        person = Person(context, at.address, language, touches=touches)
        people.append(person)
        return person

    yield arrive
    for person in people:
        person.context.close()
    assert [problem for person in people for problem in person.problems] == []

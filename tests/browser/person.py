"""Somebody at a browser: what they see, click and type, and whatever goes wrong meanwhile."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from enligne import Game, Limit, engines, players
from tests.browser import texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

    from enligne import Position

    Chooser = Callable[[Position], str]

# What screen readers were told, though another sentence has taken its place since.
_LISTEN = """
window.spoken = [];
new MutationObserver(() => {
  const text = document.querySelector('[aria-live="polite"][aria-atomic="true"]')?.textContent;
  if (text && text !== window.spoken.at(-1)) window.spoken.push(text);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""

_LOST = re.compile(r"WebSocket connection|ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|ERR_NETWORK")


class Person:
    """A browser of one's own with one page open."""

    def __init__(
        self, context: BrowserContext, address: str, language: str, *, touches: bool = False
    ) -> None:
        self.context = context
        self.address = address
        self.language = language
        self.problems: list[str] = []
        #: Whether they use fingers.
        self.touches = touches
        #: Whether the connection is cut in this test: then what the browser says of it is right.
        self.loses_connection = False
        context.add_init_script(_LISTEN)
        context.on("request", self._check_host)
        context.on("requestfailed", self._note_failure)
        context.on("console", self._note_message)
        context.on("weberror", lambda error: self.problems.append(f"page error: {error.error}"))
        self.page = self._new_page()

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.on("websocket", lambda socket: self._check_address(socket.url))
        return page

    # What goes wrong.

    def _check_host(self, request: Request) -> None:
        self._check_address(request.url)

    def _check_address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.address).netloc:
            self.problems.append(f"fetched from elsewhere: {url}")

    def _note_failure(self, request: Request) -> None:
        is_lost = "/socket.io/" in request.url or _LOST.search(request.failure or "")
        if self.loses_connection and is_lost:
            return
        # Aborted is what was still on its way when the page was left.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"request failed: {request.url} {request.failure}")

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type != "error" or (self.loses_connection and _LOST.search(message.text)):
            return
        self.problems.append(f"console: {message.text} {message.location['url']}")

    # What they read.

    def text(self, key: str, **values: object) -> str:
        """A text of the page in their language."""
        return texts.text(self.language, key, **values)

    def button(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.text(key, **values), exact=True)

    def link(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("link", name=self.text(key, **values), exact=True)

    def radio(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("radio", name=self.text(key, **values))

    def heading(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("heading", name=self.text(key, **values), exact=True)

    def region(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("region", name=self.text(key, **values), exact=True)

    def sees(self, key: str, **values: object) -> Locator:
        return self.page.get_by_text(self.text(key, **values))

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'[data-cell="{name}"]')

    @property
    def cells(self) -> Locator:
        return self.page.locator("[data-cell]")

    def expect_stone(self, cell: str, side: str) -> None:
        """Waits until a stone of a side, or none ("empty"), lies on a cell."""
        expect(self.cell(cell)).to_have_attribute(
            "aria-label", re.compile(rf"^{cell}, {re.escape(side)}($|,)")
        )

    @property
    def winning(self) -> list[str]:
        """The cells that are said to be in the winning row."""
        found = self.page.locator(f'[data-cell][aria-label*="{self.text("board.winning")}"]')
        return [each.get_attribute("data-cell") or "" for each in found.all()]

    @property
    def moves(self) -> list[str]:
        """The list of moves."""
        return [text.strip() for text in self.page.locator("[data-ply]").all_inner_texts()]

    def expect_moves(self, *moves: str) -> None:
        """Waits until exactly these moves are in the list."""
        expect(self.page.locator("[data-ply]")).to_have_text(list(moves))

    def expect_ply(self, count: int) -> None:
        """Waits until n moves are in the list."""
        expect(self.page.locator("[data-ply]")).to_have_count(count)

    @property
    def result(self) -> Locator:
        """The heading of how the game ended."""
        titles = "|".join(
            re.escape(forms["other"])
            for key, forms in texts.catalogue(self.language).items()
            if key.startswith("outcome.")
        )
        return self.page.get_by_role("heading", level=2, name=re.compile(f"^(?:{titles})$"))

    @property
    def live(self) -> Locator:
        """What a screen reader is told."""
        return self.page.locator('[aria-live="polite"][aria-atomic="true"]')

    def expect_said(self, sentence: str) -> None:
        """Waits until a screen reader has been told this, perhaps among other things."""
        self.page.wait_for_function(
            "wanted => window.spoken.some((each) => each.includes(wanted))", arg=sentence
        )

    def copied(self) -> str:
        """What is in the clipboard."""
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text

    # What they do.

    def open(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def choose_game(self, game: str) -> Locator:
        """Goes to the home page and clicks the card of a game. Returns what unfolds below."""
        if self.page.url.startswith(self.address):
            self.link("header.home").click()
        else:
            self.open()
        expect(self.heading("home.title")).to_be_visible()
        card = self.page.get_by_role("button", name=re.compile(f"^{self._name(game)}"))
        if card.get_attribute("aria-expanded") != "true":
            card.click()
        panel = self.page.get_by_role("region", name=self._name(game), exact=True)
        expect(panel).to_be_visible()
        return panel

    def _name(self, game: str) -> str:
        return self.text(f"home.{game}.name")

    def begin(
        self,
        game: str,
        opponent: str = "machine",
        *,
        level: int = 0,
        engine: str = "",
        begins: str = "",
    ) -> None:
        """From the home page to a running game; what is not told stays as it is there.

        Levels vary their play, an engine such as greedy does not.
        """
        panel = self.choose_game(game)
        if opponent != "machine":
            panel.get_by_role("radio", name=self.text(f"setup.opponent.{opponent}")).check()
        if level:
            panel.get_by_role("radio", name=self.text(f"level.{level}.name")).check()
        if engine:
            panel.get_by_text(self.text("setup.advanced"), exact=True).click()
            panel.get_by_role("combobox", name=self.text("analysis.engine")).select_option(engine)
        if begins:
            self.show_more(panel)
            panel.get_by_role("radio", name=self.text(f"setup.begins.{begins}")).check()
        self.start()

    def show_more(self, panel: Locator) -> None:
        """Unfolds what few want to choose."""
        choices = panel.get_by_text(self.text("setup.more"), exact=True)
        expect(choices).to_be_visible()
        if not panel.get_by_role("group", name=self.text("setup.clock")).is_visible():
            choices.click()

    def manage_games(self) -> None:
        """Unfolds what can be done with all games."""
        self.page.get_by_text(self.text("games.all"), exact=True).click()

    def start(self) -> None:
        """Submits what was chosen, and waits for the game."""
        name = re.compile(f"^({self.text('setup.play')}|{self.text('setup.opponent.watch')})$")
        self.page.get_by_role("button", name=name).click()
        self.wait_for_room()

    def wait_for_room(self) -> None:
        expect(self.page).to_have_url(re.compile(r"/g/[\w-]+$"))
        expect(self.cells.first).to_be_visible()

    def play(self, cell: str) -> None:
        """Clicks a cell, and waits until its stone is in the list of moves."""
        before = len(self.moves)
        self.cell(cell).click()
        expect(self.page.locator(f'[data-ply="{before + 1}"]')).to_be_visible()

    def try_cell(self, cell: str) -> None:
        """Clicks a cell though it says that nothing can be played there."""
        self.cell(cell).click(force=True)

    def wait_for_turn(self, ply: int) -> bool:
        """Waits until n moves are played or the game is over; whether it goes on."""
        expect(self.page.locator(f'[data-ply="{ply}"]').or_(self.result).first).to_be_attached()
        if self.result.count():
            return False
        expect(self.heading("turn.yours")).to_be_visible()
        return True

    def play_to_the_end(self, rules: str, choose: Chooser, *, begins: bool = True) -> Game:
        """Plays on from the first move until the game is over."""
        ply = 0 if begins else 1
        goes_on = begins or self.wait_for_turn(1)
        while goes_on:
            position = Game(rules, " ".join(self.moves)).position
            self.play(choose(position))
            ply += 2
            goes_on = self.wait_for_turn(ply)
        return Game(rules, " ".join(self.moves))


def by(player: str) -> Chooser:
    """Chooses moves as a player of the library does."""
    made = players.create(player)

    def choose(position: Position) -> str:
        return str(made.choose(position, Limit(seconds=1)).move)

    return choose


def worst(position: Position) -> str:
    """A move that loses as soon as can be, as far as a shallow search sees."""
    scores = engines.create("alphabeta:depth=1").analyse(position, all_moves=True).moves
    return str(min(scores, key=lambda move: scores[move]))

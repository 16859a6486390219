"""A real server in a process of its own, and people who talk to it."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import msgspec
import psutil
import socketio

from enligne.server.pace import Pace
from enligne.server.settings import Settings
from enligne.server.sockets import Connection
from enligne.server.views import Tell
from enligne.server.work import Asker, Gate, Task, search_processes
from tests.programs import PATIENCE

View = dict[str, Any]
Found = TypeVar("Found")

# `enligne serve` itself, with another built page.
_LAUNCHER = """
import sys
from pathlib import Path
from enligne.cli import main
from enligne.server import app
app.PAGE = Path(sys.argv[1])
sys.exit(main(["serve", *sys.argv[2:]]))
"""

#: All people of a test have one address; and it starts more servers than any machine has.
_FOR_TESTS = {
    "rooms_per_minute": 10**6,
    "requests_per_address": 10**6,
    "requests_per_address_at_once": 10**6,
    "sockets_per_address": 10**6,
    "queue_of_address": 10**6,
    "people_processes": 1,
    "other_processes": 1,
}


class Server:
    """A server process.

    Args:
        folder: where its brains, its database unless another is named, and its log are kept.
        arguments: for ``enligne serve``.
        settings: by their names.
        page: a built page.
        files: the most that it may have open.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        settings: View | None = None,
        port: int = 0,
        page: Path | None = None,
        files: int | None = None,
    ) -> None:
        self.folder = folder
        self._log = folder / "log"
        options = [*arguments, "--port", str(port)]
        if "--database" not in arguments:
            options += ["--database", f"sqlite:///{folder / 'rooms.sqlite3'}"]
        command = ["-m", "enligne", "serve"]
        if page is not None:
            command = ["-c", _LAUNCHER, str(page)]
        words = [sys.executable, *command, *options]
        if files is not None:
            words = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *words]
        told = {
            f"ENLIGNE_{name.upper()}": str(value)
            for name, value in (_FOR_TESTS | (settings or {})).items()
        }
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                words,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"ENLIGNE_BRAINS": str(folder / "brains")} | told,
            )
        line = self.process.stdout.readline()
        found = re.search(r"http://([^/\s]+):(\d+)", line)
        if found is None:
            self.kill()
            raise AssertionError(f"the server did not start: {line}{self.log}")
        self.port = int(found[2])
        self.address = f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it wrote to standard error."""
        return self._log.read_text()

    @property
    def memory(self) -> int:
        """The bytes of memory it has."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> int:
        """Asks it to end, and waits."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE)
        finally:
            self.kill()
        return code

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_running:
            self.stop()
        else:
            self.kill()


class Client:
    """A page that somebody has open.

    Args:
        headers: that it connects with, such as a proxy's.
    """

    def __init__(
        self, server: Server, visitor: str | None = None, headers: dict[str, str] | None = None
    ) -> None:
        self.server = server
        self._headers = headers or {}
        self.visitor = visitor or secrets.token_urlsafe(24)
        self.events: list[tuple[str, View]] = []
        self.is_open = False
        self._news = asyncio.Event()
        self._is_lost = asyncio.Event()
        self._session: aiohttp.ClientSession
        self._socket: Any

    async def open(self, server: Server | None = None) -> Client:
        """Connects, to another server if told so."""
        self.server = server or self.server
        self._session = aiohttp.ClientSession()
        socket = socketio.AsyncClient(http_session=self._session, reconnection=False)
        self._socket = socket
        self.events.append(("open", {}))
        told = ("change", "thinking", "analysis", "review", "lab_boxes", "closing", "disconnect")
        for name in (*told, "reaction", "lobby"):
            socket.on(name, self._hearer(name, socket))
        try:
            await self._socket.connect(
                self.server.address,
                headers=self._headers,
                auth={"visitor": self.visitor},
                transports=["websocket"],
                wait_timeout=PATIENCE,
            )
        except BaseException:
            await self._session.close()
            raise
        self.is_open = True
        self._is_lost.clear()
        return self

    async def close(self) -> None:
        self.is_open = False
        with suppress(Exception):
            await self._socket.disconnect()
        await self._session.close()

    async def __aenter__(self) -> Client:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _hearer(self, name: str, socket: object) -> Callable[..., None]:
        def hear(*data: Any) -> None:
            if socket is not self._socket:  # a late word of one that was closed
                return
            if name == "disconnect":
                self.is_open = False
                self._is_lost.set()
            self.events.append((name, data[0] if data and isinstance(data[0], dict) else {}))
            self._news.set()

        return hear

    # Requests.

    async def call(self, request: str, data: object) -> View:
        """Sends anything, and waits for the answer.

        Raises:
            ConnectionError: the connection broke meanwhile.
        """
        calling = asyncio.ensure_future(self._socket.call(request, data, timeout=PATIENCE))
        losing = asyncio.ensure_future(self._is_lost.wait())
        try:
            await asyncio.wait({calling, losing}, return_when=asyncio.FIRST_COMPLETED)
            if not calling.done():
                raise ConnectionError(f"the connection broke before {request} was answered")
            answer = calling.result()
        finally:
            for task in (calling, losing):
                task.cancel()
        assert isinstance(answer, dict)
        return answer

    async def ask(self, request: str, **fields: object) -> View:
        """What the server grants."""
        answer = await self.call(request, fields)
        assert answer.pop("ok") is True, (request, fields, answer)
        return answer

    async def refused(self, request: str, **fields: object) -> str:
        """The code with which the server refuses."""
        answer = await self.call(request, fields)
        assert_refusal(answer)
        return str(answer["error"])

    async def create(self, rules: str, first: object, second: object, **more: object) -> str:
        """A new room, which this page follows."""
        room = str(
            (await self.ask("create", rules=rules, first=first, second=second, **more))["room"]
        )
        await self.join(room)
        return room

    async def join(self, room: str) -> View:
        return self._note(await self.ask("join", room=room))

    async def watch(self, room: str) -> View:
        return self._note(await self.ask("watch", room=room))

    def _note(self, answer: View) -> View:
        state: View = answer["state"]
        self.events.append(("joined", state))
        return state

    async def look_at_lobby(self) -> list[str]:
        """The rooms in which somebody waits; from then on this page is told."""
        self.events.append(("lobby", await self.ask("lobby")))
        return self.waiting

    @property
    def waiting(self) -> list[str]:
        """The rooms of the lobby that this page was told of last, the newest first."""
        return [each["room"] for each in self.heard("lobby")[-1]["challenges"]]

    async def move(self, room: str, move: str) -> int:
        """Plays in the newest position that this page knows."""
        ply = len(self.state(room)["moves"])
        return int((await self.ask("move", room=room, ply=ply, move=move))["version"])

    # What was heard.

    @property
    def _last_events(self) -> str:
        """For people who look for what went wrong."""
        return ", ".join(f"{name} {str(data)[:200]}" for name, data in self.events[-3:])

    def heard(self, name: str, **fields: object) -> list[View]:
        """The events of this name with these values."""
        return [
            data
            for each, data in self.events
            if each == name and all(data.get(key) == value for key, value in fields.items())
        ]

    def state(self, room: str) -> View:
        """The newest state of a room."""
        return self.states(room)[-1]

    def states(self, room: str) -> list[View]:
        """What this page knew of a room: as it was when joined last, and after each change."""
        names = [name for name, _ in self.events]
        since = len(names) - names[::-1].index("open")
        known = [each for each in self.events[since:] if each[1].get("room") == room]
        joined = [data for name, data in known if name == "joined"]
        if not joined:  # not yet, with this connection
            joined = self.heard("joined", room=room)
        found = [joined[-1]]
        for name, data in known:
            if name == "change" and data["number"] > found[-1]["number"]:
                found.append(applied(found[-1], data))
        return found

    async def wait_for(self, find: Callable[[], Found | None]) -> Found:
        """Waits until there is something to find: not None and not False.

        Raises:
            ConnectionError: there is not, and the connection is gone.
        """

        async def wait() -> Found:
            while True:
                self._news.clear()
                if (found := find()) is not None and found is not False:
                    return found
                if not self.is_open:
                    raise ConnectionError(f"the connection is gone, after {self._last_events}")
                await self._news.wait()

        try:
            return await asyncio.wait_for(wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"waited in vain, after {self._last_events}") from None

    async def wait_for_state(self, room: str, holds: Callable[[View], object]) -> View:
        """Waits until the newest state of a room is as wanted."""

        def find() -> View | None:
            state = self.state(room)
            return state if holds(state) else None

        return await self.wait_for(find)

    async def wait_for_turn(self, room: str) -> View:
        """Waits until this page is to move, or the game is over."""
        return await self.wait_for_state(
            room, lambda state: state["outcome"] or state["position"]["side"] in state["you"]
        )


def applied(state: View, change: View) -> View:
    """A room with a change in it, as the page has it."""
    assert change["after"] == state["number"], (state, change)
    position = state["position"]
    moves, legal = state["moves"], position["legal"]
    taken = moves[change.get("kept", len(moves)) :]
    stones = {
        side: [cell for cell in cells if cell not in taken]
        for side, cells in position["stones"].items()
    }
    moves = moves[: len(moves) - len(taken)]
    sides = ["first", "second"]
    begins = sides.index(state["first_to_move"])
    for move in change.get("moves", []):
        stones[sides[(begins + len(moves)) % 2]].append(move)
        moves = [*moves, move]
    told = {name: value for name, value in change.items() if name in state and name != "moves"}
    state = state | told | {"moves": moves}
    gone = change.get("illegal", [])
    state["position"] = position | {
        "ply": sum(map(len, stones.values())),
        "side": sides[(begins + len(moves)) % 2],
        "stones": stones,
        "legal": [cell for cell in legal if cell not in gone] + change.get("legal", []),
        "winning": change.get("winning", position["winning"]),
        "outcome": state["outcome"],
    }
    return state


def assert_refusal(answer: View) -> None:
    """A refusal as the contract has it, and not a failure of the server itself."""
    assert answer.get("ok") is False, answer
    assert isinstance(answer["error"], str)
    assert answer["error"] != "failed", answer
    assert isinstance(answer["text"], str)
    assert answer["text"]
    assert isinstance(answer["values"], dict)


def assert_versions_rise(client: Client, room: str) -> None:
    """No state that is told is older than one before; what was changed has a larger version."""
    for before, after in itertools.pairwise(client.states(room)):
        assert before["version"] <= after["version"]
        if (before["moves"], before["outcome"]) != (after["moves"], after["outcome"]):
            assert before["version"] < after["version"]


@asynccontextmanager
async def open_gate(people: int = 1, others: int = 1, **options: Any) -> AsyncIterator[Gate]:
    """A gate with processes of its own."""
    gate = Gate(search_processes(people, others), **options)
    gate.start()
    try:
        yield gate
    finally:
        await gate.close()


def page_of(tell: Tell | None = None, name: str = "page", address: str = "::1") -> Connection:
    """A page as requests see it, of a visitor of the same name."""

    async def ignore(*_: object) -> None:
        pass

    return Connection(name, name, address, None, tell or ignore, Settings(), Pace(1e6, 1e6))


def full_gate() -> Gate:
    """A gate at which somebody waits, and nobody else may."""
    gate = Gate([], most=1)
    gate.ask(Asker("somebody", "::1"), Task(print), price=1.0)
    return gate


ME = {"kind": "me"}
FRIEND = {"kind": "friend"}


def plain(message: object) -> Any:
    """A message of the contract as a page reads it."""
    return msgspec.json.decode(msgspec.json.encode(message))


def player(text: str) -> View:
    return {"kind": "player", "text": text}

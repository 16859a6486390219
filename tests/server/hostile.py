"""Pages that speak the protocol badly on purpose, and a game that goes on beside them."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiohttp

from tests.programs import PATIENCE
from tests.server.helpers import FRIEND, ME, Client, Server, View, player

#: How many messages, frames and requests the tests send.
CHUNKS = 4
MESSAGES_PER_CHUNK = 1500
OTHERS_MESSAGES = 1000
PLAYER_TEXTS = 400  # twice each
FRAMES = 600
HTTP_REQUESTS = 600
HANDSHAKES = 60
FLOOD = 800  # four times, besides

#: What a server's memory may grow by while it is attacked, after a warm-up.
MOST_GROWTH = 32_000_000

ENDPOINT = "/socket.io/?EIO=4&transport=websocket"


class SilenceError(AssertionError):
    """The server did not answer."""


class RawPage:
    """A WebSocket, and what is written to it letter by letter.

    Frames are Engine.IO's: ``4`` for a message, in which Socket.IO's ``2`` is an event with the
    number of its acknowledgement, ``3`` the acknowledgement itself.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, visitor: str) -> None:
        self.visitor = visitor
        self._socket = socket
        self._answers: dict[int, asyncio.Future[View]] = {}
        self._number = 0
        self.connected = asyncio.Event()
        self.refused = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    @property
    def is_closed(self) -> bool:
        return self._reader.done()

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            frame: str = message.data
            if frame == "2":
                await self.send("3")
            elif frame.startswith("40"):
                self.connected.set()
            elif frame.startswith("44"):
                self.refused.set()
            elif frame.startswith("43"):
                number, bracket, rest = frame[2:].partition("[")
                waiting = self._answers.pop(int(number), None)
                if waiting is not None and not waiting.done():
                    data = json.loads(bracket + rest)
                    waiting.set_result(data[0] if data else {})
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("closed"))

    async def send(self, frame: str | bytes) -> None:
        """Sends a frame, if somebody still listens."""
        with suppress(ConnectionError, aiohttp.ClientError):
            if isinstance(frame, bytes):
                await self._socket.send_bytes(frame)
            else:
                await self._socket.send_str(frame)

    async def ask_all(self, bodies: Sequence[str], seconds: float = PATIENCE) -> list[View]:
        """Sends events, given as the JSON of their array, all at once; the answers to them.

        Raises:
            ConnectionError: the server closed the connection instead.
            SilenceError: it did neither.
        """
        asked: dict[asyncio.Future[View], str] = {}
        for body in bodies:
            self._number += 1
            future: asyncio.Future[View] = asyncio.get_running_loop().create_future()
            self._answers[self._number] = future
            asked[future] = body
            await self.send(f"42{self._number}{body}")
        if self.is_closed:
            raise ConnectionError("the server closed the connection")
        done, silent = await asyncio.wait(asked, timeout=seconds)
        if any(future.exception() for future in done):
            raise ConnectionError("the server closed the connection")
        if silent:
            raise SilenceError(f"no answer to {[asked[future][:200] for future in silent]}")
        return [future.result() for future in asked]

    async def ask(self, name: str, *data: Any, seconds: float = PATIENCE) -> View:
        return (await self.ask_all([json.dumps([name, *data])], seconds))[0]

    async def wait_until_closed(self) -> None:
        """Waits until the server has closed the connection."""
        await asyncio.wait_for(asyncio.shield(self._reader), PATIENCE)

    async def close(self) -> None:
        await self._socket.close()
        with suppress(ConnectionError, aiohttp.ClientError):
            await asyncio.wait_for(self._reader, PATIENCE)
        for waiting in self._answers.values():
            if waiting.done() and not waiting.cancelled():
                waiting.exception()


@asynccontextmanager
async def raw_page(
    server: Server, visitor: str | None = None, *, connects: bool = True
) -> AsyncIterator[RawPage]:
    """A page, which has told who it is unless it is not to."""
    async with aiohttp.ClientSession(server.address) as session:
        socket = await session.ws_connect(ENDPOINT, max_msg_size=0)
        page = RawPage(socket, visitor or secrets.token_urlsafe(24))
        try:
            if connects:
                await page.send("40" + json.dumps({"visitor": page.visitor}))
                await asyncio.wait_for(page.connected.wait(), PATIENCE)
            yield page
        finally:
            await page.close()


class Beside:
    """Games in other rooms: two people, and one against a player."""

    def __init__(self, ann: Client, bob: Client) -> None:
        self._ann = ann
        self._bob = bob
        self.room = ""
        self.other = ""
        self.moves: list[str] = []
        self.games = 0

    async def begin(self) -> None:
        self.room = await self._ann.create("connect4", ME, FRIEND)
        await self._bob.join(self.room)
        self.other = await self._bob.create("tictactoe", ME, player("greedy"))
        self.moves = []

    async def play(self) -> None:
        """For ever, game after game."""
        while True:
            await self.begin()
            await asyncio.gather(self._play_people(), self._play_player())
            for room in (self.room, self.other):
                await self._bob.ask("leave", room=room)
            await self._ann.ask("leave", room=self.room)
            self.games += 1

    async def _play_people(self) -> None:
        room = self.room
        for ply in range(42):
            mover = (self._ann, self._bob)[ply % 2]
            state = await mover.wait_for_turn(room)
            # Nobody else has moved, or done anything else.
            assert state["moves"] == self.moves
            if state["outcome"]:
                assert state["outcome"]["termination"] in ("run", "full board")
                return
            legal = state["position"]["legal"]
            move = legal[(3 * ply) % len(legal)]
            await mover.move(room, move)
            self.moves.append(move)
            await asyncio.sleep(0.01)

    async def _play_player(self) -> None:
        while True:
            state = await self._bob.wait_for_turn(self.other)
            if state["outcome"]:
                assert state["outcome"]["termination"] in ("run", "full board")
                return
            await self._bob.move(self.other, state["position"]["legal"][-1])


@asynccontextmanager
async def undisturbed(server: Server) -> AsyncIterator[Beside]:
    """People who play while others do their worst; at least a game is finished in any case."""
    async with Client(server) as ann, Client(server) as bob:
        beside = Beside(ann, bob)
        playing = asyncio.create_task(beside.play())
        try:
            yield beside
            games = beside.games
            while beside.games == games and not playing.done():
                await asyncio.sleep(0.02)
        finally:
            while not playing.done():  # a wait that ends at this moment may swallow it
                playing.cancel()
                await asyncio.wait({playing}, timeout=0.2)
            with suppress(asyncio.CancelledError):
                playing.result()


class Steady:
    """Watches the memory of a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._before = 0

    @property
    def has_begun(self) -> bool:
        return self._before > 0

    def begin(self) -> None:
        """The warm-up is over."""
        self._before = self._server.memory

    def check(self) -> None:
        assert self.has_begun
        grown = self._server.memory - self._before
        assert grown < MOST_GROWTH, f"the server's memory has grown by {grown / 1e6:.1f} MB"

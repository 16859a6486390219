"""The server as a process: it is killed and loses nothing, it is asked to stop and says so."""

import asyncio
import random
import resource
import signal
from pathlib import Path

from socketio.exceptions import BadNamespaceError

from tests.programs import PATIENCE, start
from tests.server.helpers import (
    ME,
    Client,
    Server,
    View,
    assert_versions_rise,
    player,
)


class Diligent:
    """Plays one game after the other, and remembers which moves were acknowledged."""

    def __init__(self, client: Client, opponent: View, seed: int) -> None:
        self.client = client
        self._opponent = opponent
        self._source = random.Random(seed)
        self.acknowledged: dict[str, list[tuple[int, str, int]]] = {}
        self.room = ""

    @property
    def moves(self) -> int:
        """How many were acknowledged."""
        return sum(map(len, self.acknowledged.values()))

    async def play(self) -> None:
        """Until the connection breaks."""
        while True:
            self.room = await self.client.create("connect4", ME, self._opponent)
            self.acknowledged[self.room] = []
            await self.go_on()

    async def go_on(self) -> None:
        while True:
            state = await self.client.wait_for_turn(self.room)
            if state["outcome"]:
                return
            ply, move = len(state["moves"]), self._source.choice(state["position"]["legal"])
            answer = await self.client.ask("move", room=self.room, ply=ply, move=move)
            self.acknowledged[self.room].append((ply, move, int(answer["version"])))
            await self.client.wait_for_state(self.room, lambda s: len(s["moves"]) > ply)  # noqa: B023


async def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    people: list[Diligent] = []
    wanted = 0
    for kill in range(2):
        with Server(tmp_path, "--log") as server:
            for number in range(6):
                if kill == 0:
                    opponent = (ME, player("greedy"), player("alphabeta:depth=4"))[number % 3]
                    people.append(Diligent(Client(server), opponent, number))
                await people[number].client.open(server)
            games = [asyncio.ensure_future(person.play()) for person in people]
            # Not before something was played, and then at any moment.
            wanted += random.Random(kill).randrange(60, 120)
            while sum(each.moves for each in people) < wanted:
                await asyncio.sleep(0.002)
            server.kill()
            ends = await asyncio.gather(*games, return_exceptions=True)
            assert {type(end) for end in ends} <= {ConnectionError, BadNamespaceError}
            for person in people:
                await person.client.close()
    with Server(tmp_path, "--log") as server:
        moves = 0
        for person in people:
            await person.client.open(server)
            listed = {game["room"] for game in (await person.client.ask("games"))["games"]}
            for room, acknowledged in person.acknowledged.items():
                state = await person.client.watch(room)
                for ply, move, version in acknowledged:
                    assert state["moves"][ply] == move
                    assert state["version"] >= version
                    moves += 1
                assert room in listed
                await person.client.ask("leave", room=room)
        assert moves >= wanted
        # Everyone goes on where they were, players that were thinking too.
        for person in people:
            await person.client.join(person.room)
        await asyncio.gather(*(person.go_on() for person in people))
        for person in people:
            assert person.client.state(person.room)["outcome"] is not None
            assert_versions_rise(person.client, person.room)
            await person.client.close()
        assert "Traceback" not in server.log


async def test_a_server_that_is_asked_to_stop_says_so(tmp_path: Path) -> None:
    rooms: list[str] = []
    visitor = None
    for number in (signal.SIGTERM, signal.SIGINT):
        with Server(tmp_path, "--log") as server:
            me = await Client(server, visitor).open()
            visitor = me.visitor
            for room in rooms:  # of the time before
                assert (await me.join(room))["moves"][0] == "h8"
                await me.ask("leave", room=room)
            # Busy with all it has: a long search, an analysis, and more that waits.
            seats = (ME, player("alphabeta:seconds=10"))
            rooms = [await me.create("gomoku", *seats) for _ in range(4)]
            for room in rooms:
                await me.move(room, "h8")
            wish = {"rules": "gomoku", "moves": [], "engine": "alphabeta", "seconds": 10}
            await me.ask("analyse", id="a", **wish)
            await me.wait_for(lambda: me.heard("thinking") or None)  # noqa: B023
            server.process.send_signal(number)
            await me.wait_for(lambda: me.heard("closing") or None)  # noqa: B023
            await me.wait_for(lambda: not me.is_open)  # noqa: B023
            assert await asyncio.to_thread(server.process.wait, PATIENCE) == 0
            await me.close()
            assert "Traceback" not in server.log


async def test_what_cannot_be_stored_is_refused_until_it_can(tmp_path: Path) -> None:
    """As if the disk were full: who asks is told when to come back, and it is not counted as a
    game of theirs."""
    settings = {"rooms_per_minute": 2}
    with Server(tmp_path, "--log", settings=settings) as server:
        async with Client(server) as me:
            room = await me.create("connect4", ME, ME)
            limit = resource.RLIMIT_FSIZE
            soft, hard = resource.prlimit(server.process.pid, limit)
            resource.prlimit(server.process.pid, limit, (0, hard))
            for _ in range(3):
                answer = await me.call("create", {"rules": "connect4", "first": ME, "second": ME})
                assert (answer["error"], answer["values"]) == ("failed", {"seconds": 5})
            answer = await me.call("move", {"room": room, "ply": 0, "move": "d1"})
            assert (answer["error"], answer["values"]) == ("failed", {"seconds": 5})
            resource.prlimit(server.process.pid, limit, (soft, hard))
            await me.ask("move", room=room, ply=0, move="d1")
            await me.create("connect4", ME, ME)
            assert await me.refused("create", rules="connect4", first=ME, second=ME) == "too_many"


def test_errors_on_the_command_line(tmp_path: Path) -> None:
    wrong = [
        ["--port", "70000"],
        ["--people-processes", "0"],
        ["--database", "nonsense"],
        ["--database", "postgresql+psycopg://nobody@/nothing?host=/nowhere"],
        ["--redis", "nonsense"],
        ["--redis", "redis://127.0.0.1:1/0"],
    ]
    base = ["--port", "0", "--database", f"sqlite:///{tmp_path / 'rooms.sqlite3'}"]
    started = [start("-m", "enligne", "serve", *base, *arguments) for arguments in wrong]
    try:
        for arguments, process in zip(wrong, started, strict=True):
            output, errors = process.communicate(timeout=PATIENCE)
            assert (arguments, process.returncode, output) == (arguments, 2, "")
            assert errors.startswith("enligne: error: ") or "serve: error: " in errors
            assert "Traceback" not in errors
    finally:
        for process in started:
            process.kill()
            process.communicate()

"""The server as a process: it is killed and loses nothing, it is asked to stop and says so."""

import asyncio
import random
import signal
from pathlib import Path

import pytest
from socketio.exceptions import BadNamespaceError

from tests.programs import PATIENCE, start
from tests.server.helpers import (
    FRIEND,
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


@pytest.mark.parametrize("seed", range(2))
async def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, seed: int) -> None:
    people = []
    with Server(tmp_path, "--log") as server:
        for number in range(6):
            opponent = (ME, player("greedy"), player("alphabeta:depth=4"))[number % 3]
            client = await Client(server).open()
            people.append(Diligent(client, opponent, seed * 100 + number))
        games = [asyncio.ensure_future(person.play()) for person in people]
        # Not before something was played, and then at any moment.
        wanted = random.Random(seed).randrange(60, 120)
        while sum(len(moves) for each in people for moves in each.acknowledged.values()) < wanted:
            await asyncio.sleep(0.002)
        server.kill()
        ends = await asyncio.gather(*games, return_exceptions=True)
        assert {type(end) for end in ends} <= {ConnectionError, BadNamespaceError}
    with Server(tmp_path, "--log") as server:
        moves = 0
        for person in people:
            await person.client.close()
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


async def test_two_people_go_on_after_a_restart_on_the_same_port(tmp_path: Path) -> None:
    with Server(tmp_path, "--log") as server:
        ann, bob = await Client(server).open(), await Client(server).open()
        room = await ann.create("tictactoe", ME, FRIEND, clock={"seconds": 600, "increment": 0})
        await bob.join(room)
        version = await ann.move(room, "b2")
        server.kill()
        await ann.wait_for(lambda: not ann.is_open)
    with Server(tmp_path, "--log", port=server.port) as again:
        assert again.port == server.port
        for each in (ann, bob):
            await each.close()
            await each.open(again)
        state = await bob.join(room)
        assert (state["moves"], state["version"], state["you"]) == (["b2"], version, ["second"])
        assert state["clock"]["running"] == "second"
        assert (await ann.join(room))["you"] == ["first"]
        assert await ann.refused("move", room=room, ply=0, move="b2") == "stale"
        await bob.move(room, "a1")
        await ann.wait_for_turn(room)
        for each in (ann, bob):
            await each.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_that_is_asked_to_stop_says_so(
    tmp_path: Path, number: signal.Signals
) -> None:
    with Server(tmp_path, "--log") as server:
        me = await Client(server).open()
        # Busy with all it has: a long search, an analysis, and more that waits.
        rooms = [await me.create("gomoku", ME, player("alphabeta:seconds=10")) for _ in range(4)]
        for room in rooms:
            await me.move(room, "h8")
        wish = {"rules": "gomoku", "moves": [], "engine": "alphabeta", "seconds": 10}
        await me.ask("analyse", id="a", **wish)
        await me.wait_for(lambda: me.heard("thinking") or None)
        server.process.send_signal(number)
        await me.wait_for(lambda: me.heard("closing") or None)
        await me.wait_for(lambda: not me.is_open)
        assert await asyncio.to_thread(server.process.wait, PATIENCE) == 0
        await me.close()
        assert "Traceback" not in server.log
    with Server(tmp_path, "--log") as server:
        await me.open(server)
        for room in rooms:
            assert (await me.join(room))["moves"][0] == "h8"
        await me.close()


def test_errors_on_the_command_line(tmp_path: Path) -> None:
    wrong = [
        ["--port", "70000"],
        ["--workers", "0"],
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

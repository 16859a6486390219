"""Two server processes with one real PostgreSQL: any serves any room. They hear of each other by a
real Redis, or by that PostgreSQL."""

import asyncio
import subprocess
from collections.abc import Callable, Iterator

import pytest

from tests.programs import PATIENCE
from tests.server.helpers import (
    FRIEND,
    ME,
    Client,
    Server,
    View,
    assert_versions_rise,
    player,
)


class Pair:
    """Two servers that share everything but their process."""

    def __init__(self, one: Server, other: Server, start: Callable[[str], Server]) -> None:
        self.one = one
        self.other = other
        self.start = start


@pytest.fixture(scope="module", params=["Redis", "PostgreSQL"])
def pair(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    postgresql: Callable[[], str],
    redis_address: str,
) -> Iterator[Pair]:
    database = postgresql()
    options = ["--log", "--database", database]
    if request.param == "Redis":
        options += ["--redis", redis_address]

    def start(name: str) -> Server:
        return Server(tmp_path_factory.mktemp(name), *options)

    with start("one") as one, start("other") as other:
        yield Pair(one, other, start)
        assert one.is_running
        assert other.is_running
    for server in (one, other):
        assert "Traceback" not in server.log


async def test_two_people_on_different_processes_play_a_game(pair: Pair) -> None:
    async with Client(pair.one) as ann, Client(pair.other) as bob, Client(pair.other) as eve:
        room = await ann.create("connect4", ME, FRIEND, clock={"seconds": 600, "increment": 1})
        assert (await bob.join(room))["you"] == ["second"]
        await ann.wait_for_state(room, lambda state: state["seats"]["second"]["taken"])
        assert (await eve.join(room))["you"] == []
        for ply, move in enumerate(("d1", "a1", "d2", "a2", "d3", "b1", "c1", "a3", "d4")):
            mover, waits = ((ann, bob), (bob, ann))[ply % 2]
            await mover.wait_for_turn(room)
            assert await waits.refused("move", room=room, ply=ply, move=move) == "not_your_turn"
            await mover.move(room, move)
            assert await mover.refused("move", room=room, ply=ply, move=move) in (
                "stale",
                "finished",
            )
        for each in (ann, bob, eve):
            state = await each.wait_for_state(room, lambda state: state["outcome"])
            assert state["outcome"] == {"winner": "first", "termination": "run"}
            assert len(state["moves"]) == 9
            assert_versions_rise(each, room)
        for each in (ann, bob):
            newest = (await each.ask("games"))["games"][0]
            assert newest["room"] == room
            assert newest["outcome"] is not None


async def test_who_is_there_is_known_to_all_processes(pair: Pair) -> None:
    async with Client(pair.one) as ann, Client(pair.other) as bob, Client(pair.other) as eve:
        room = await ann.create("connect4", ME, FRIEND)
        await bob.join(room)
        await eve.watch(room)

        def is_complete(state: View) -> bool:
            seats = state["seats"].values()
            return all(seat["online"] for seat in seats) and state["spectators"] == 1

        for each in (ann, bob):
            await each.wait_for_state(room, is_complete)
        await bob.close()
        await ann.wait_for_state(room, lambda state: not state["seats"]["second"]["online"])


async def test_takeback_and_rematch_between_processes(pair: Pair) -> None:
    async with Client(pair.one) as ann, Client(pair.other) as bob:
        room = await ann.create("tictactoe", ME, FRIEND)
        await bob.join(room)
        await ann.move(room, "a1")
        await bob.wait_for_turn(room)
        await bob.move(room, "b2")
        await ann.wait_for_turn(room)
        await ann.ask("takeback", room=room)
        await bob.wait_for_state(room, lambda state: state["offers"]["takeback"] == "first")
        await bob.ask("takeback", room=room)
        await ann.wait_for_state(room, lambda state: not state["moves"])
        await bob.ask("resign", room=room)
        await ann.wait_for_state(room, lambda state: state["outcome"])
        before = {game["room"] for game in (await ann.ask("games"))["games"]}
        answers = await asyncio.gather(*(each.ask("rematch", room=room) for each in (ann, bob)))
        assert answers[0] == answers[1]
        # And no other room was made on the way.
        after = {game["room"] for game in (await ann.ask("games"))["games"]}
        assert after - before == {answers[0]["room"]}


async def test_a_move_sent_to_both_processes_is_played_once(pair: Pair) -> None:
    me = Client(pair.one)
    tab = Client(pair.other, me.visitor)
    async with me, tab:
        room = await me.create("connect4", ME, ME)
        await tab.join(room)
        for ply in range(10):
            data = {"room": room, "ply": ply, "move": "abcdefg"[ply % 7]}
            answers = await asyncio.gather(
                *(each.call("move", data) for each in (me, tab, me, tab))
            )
            assert sorted(answer["ok"] for answer in answers) == [False, False, False, True]
            assert {answer["error"] for answer in answers if not answer["ok"]} == {"stale"}
        for each in (me, tab):
            await each.wait_for_state(room, lambda state: len(state["moves"]) == 10)


async def test_a_player_answers_on_either_process(pair: Pair) -> None:
    me = Client(pair.one)
    tab = Client(pair.other, me.visitor)
    async with me, tab:
        room = await me.create("tictactoe", ME, player("greedy"))
        await tab.join(room)
        ply = 0
        while True:
            mover = (me, tab)[ply // 2 % 2]
            state = await mover.wait_for_turn(room)
            if state["outcome"]:
                break
            assert len(state["moves"]) == ply
            await mover.move(room, state["position"]["legal"][0])
            await mover.wait_for_state(room, lambda s: s["outcome"] or len(s["moves"]) == ply + 2)  # noqa: B023
            ply += 2
            for each in (me, tab):
                await each.wait_for_state(room, lambda s: s["outcome"] or len(s["moves"]) == ply)  # noqa: B023


async def test_one_who_waits_is_found_through_another_process(pair: Pair) -> None:
    async with Client(pair.one) as ann, Client(pair.other) as bob, Client(pair.one) as eve:
        for each in (bob, eve):
            await each.look_at_lobby()
        room = await ann.create("connect4", ME, FRIEND, name="Anna", open=True)
        for each in (bob, eve):
            await each.wait_for(lambda: each.waiting == [room])  # noqa: B023
        # Both click at once, each at their process.
        answers = await asyncio.gather(
            *(each.call("accept", {"room": room, "name": "Ben"}) for each in (bob, eve))
        )
        assert sorted(answer["ok"] for answer in answers) == [False, True]
        assert {answer["error"] for answer in answers if not answer["ok"]} == {"gone"}
        for each in (bob, eve):
            await each.wait_for(lambda: each.waiting == [])  # noqa: B023
        state = await ann.wait_for_state(room, lambda state: state["seats"]["second"]["taken"])
        assert [seat["name"] for seat in state["seats"].values()] == ["Anna", "Ben"]
        # Reactions come through, too.
        guest = (bob, eve)[[answer["ok"] for answer in answers].index(True)]
        await guest.join(room)
        # Nobody waits for them, so that one may be lost where a process is late.
        async with asyncio.timeout(PATIENCE):
            while not ann.heard("reaction", room=room, side="second"):
                await guest.call("react", {"room": room, "reaction": "hello"})
                await asyncio.sleep(0.5)


@pytest.mark.parametrize("pair", ["Redis"], indirect=True)
async def test_who_waits_at_a_process_that_comes_and_goes(pair: Pair) -> None:
    async with Client(pair.one) as ann, Client(pair.other) as bob:
        await bob.look_at_lobby()
        here = await ann.create("connect4", ME, FRIEND, open=True)
        with pair.start("fourth") as fourth:
            async with Client(fourth) as eve:
                # It has heard of who waited before it came.
                await eve.look_at_lobby()
                await eve.wait_for(lambda: eve.waiting == [here])
                there = await eve.create("connect4", ME, FRIEND, open=True)
                await bob.wait_for(lambda: bob.waiting == [there, here])
                fourth.kill()
        await bob.wait_for(lambda: bob.waiting == [here])


@pytest.mark.parametrize("pair", ["Redis"], indirect=True)
async def test_the_process_that_thinks_is_killed(pair: Pair) -> None:
    async with Client(pair.other) as watcher:
        with pair.start("third") as third:
            me = await Client(third).open()
            room = await me.create("gomoku", ME, player("alphabeta:seconds=2"))
            await watcher.join(room)
            version = await me.move(room, "h8")
            await me.wait_for(lambda: me.heard("thinking", room=room, queue=0) or None)
            third.kill()
            await me.wait_for(lambda: not me.is_open)
            await me.close()
        await me.open(pair.one)
        state = await me.join(room)
        assert (state["moves"], state["version"]) == (["h8"], version)
        for each in (me, watcher):
            state = await each.wait_for_state(room, lambda state: len(state["moves"]) == 2)
            assert state["outcome"] is None
        await me.move(room, next(iter(me.state(room)["position"]["legal"])))
        await me.wait_for_state(room, lambda state: len(state["moves"]) == 4)
        await me.close()


# When Redis is away.


async def test_rooms_go_on_without_redis(
    tmp_path_factory: pytest.TempPathFactory,
    postgresql: Callable[[], str],
    start_redis: Callable[..., tuple[str, subprocess.Popen[bytes]]],
) -> None:
    address, redis = start_redis()
    options = ("--log", "--database", postgresql(), "--redis", address)
    with (
        Server(tmp_path_factory.mktemp("one"), *options) as one,
        Server(tmp_path_factory.mktemp("other"), *options) as other,
    ):
        async with Client(one) as ann, Client(other) as bob:
            room = await ann.create("connect4", ME, FRIEND)
            redis.kill()
            redis.wait()
            # Who comes is let in, who plays against a player is answered, ...
            assert (await bob.join(room))["you"] == ["second"]
            alone = await bob.create("connect4", ME, player("greedy"))
            await bob.move(alone, "d1")
            await bob.wait_for_state(alone, lambda state: len(state["moves"]) == 2)
            # ... and what others do is seen, if later.
            await ann.move(room, "d1")
            await bob.wait_for_turn(room)
            start_redis(address)
            assert (await bob.join(room))["you"] == ["second"]
            await bob.move(room, "d2")
            await ann.wait_for_turn(room)
            await ann.wait_for_state(room, lambda state: state["seats"]["second"]["online"])
    for server in (one, other):
        assert "Traceback" not in server.log
        told = [line for line in server.log.splitlines() if "cannot be heard" in line]
        assert len(told) <= 2, told

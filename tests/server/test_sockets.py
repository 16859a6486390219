"""Games over a real connection to a real server."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from enligne import FIRST, SECOND, Game, Position, players
from enligne.learning import Brain, Menace, Store, train
from enligne.players import Player
from enligne.record import Record, scan
from tests.server.helpers import (
    FRIEND,
    ME,
    Client,
    Server,
    View,
    assert_versions_rise,
    player,
)


def check_state(state: View) -> Game:
    """What a page is told about a room agrees with the rules; its game."""
    rules = state["rules"]["text"]
    game = Game(rules, " ".join(state["moves"]), start=Position(rules, state["start"]))
    position = state["position"]
    for side in (FIRST, SECOND):
        stones = {str(cell) for cell in game.position.stones(side)}
        assert set(position["stones"][str(side)]) == stones
    assert position["side"] == str(game.side)
    assert position["ply"] == game.position.ply
    assert position["outcome"] == state["outcome"]
    if (ended := game.outcome()) is not None:
        winner = None if ended.winner is None else str(ended.winner)
        assert state["outcome"] == {"winner": winner, "termination": ended.termination.value}
    legal = [] if state["outcome"] else [str(move) for move in game.legal_moves]
    assert sorted(position["legal"]) == sorted(legal)
    assert position["winning"] == [str(cell) for cell in game.position.winning_cells]
    return game


def has_moves(count: int) -> Callable[[View], bool]:
    return lambda state: len(state["moves"]) == count


async def play_out(client: Client, room: str, chooser: Player | None = None) -> View:
    """Plays to the end against any opponent; the first legal move unless told better."""
    while True:
        state = await client.wait_for_turn(room)
        game = check_state(state)
        if state["outcome"]:
            return state
        move = state["position"]["legal"][0]
        if chooser is not None:
            move = str(chooser.choose(game.position).move)
        await client.move(room, move)


LEVELS = [
    *(("tictactoe", level, "random:seed=3") for level in (1, 4, 7, 9, 10)),
    *(("connect4", level, "greedy") for level in (1, 5, 8)),
    *(("connect5", level, "greedy") for level in (3, 6)),
    *(("gomoku", level, "greedy") for level in (2, 7)),
    *(("gomoku-exact", level, "greedy") for level in (1, 6)),
    ("gomoku19", 2, "random:seed=1"),
    ("gomoku20", 1, "random:seed=1"),
    ("5x4:4", 2, "greedy"),
    ("7x5:4+gravity+exact", 2, "greedy"),
]


@pytest.mark.parametrize(("rules", "level", "mine"), LEVELS)
async def test_a_game_against_a_level_to_its_end(
    me: Client, rules: str, level: int, mine: str
) -> None:
    opponent = f"level:{level}"
    seats = (ME, player(opponent)) if level % 2 else (player(opponent), ME)
    room = await me.create(rules, *seats)
    state = me.state(room)
    assert state["you"] == (["first"] if level % 2 else ["second"])
    seat = state["seats"]["second" if level % 2 else "first"]
    assert seat["kind"] == "player"
    assert seat["level"] == level
    state = await play_out(me, room, players.create(mine))
    assert state["outcome"]["termination"] in ("run", "full board")
    assert_versions_rise(me, room)
    assert await me.refused("move", room=room, ply=len(state["moves"]), move="a1") == "finished"


async def test_a_friend_by_link(ann: Client, bob: Client, eve: Client) -> None:
    room = await ann.create("connect4", ME, FRIEND)
    assert ann.state(room)["seats"]["second"] == {
        "kind": "person",
        "taken": False,
        "online": False,
        "name": None,
    }
    assert await ann.refused("move", room=room, ply=0, move="d1") == "waiting"
    # Who only watches takes no seat.
    assert (await eve.watch(room))["you"] == []
    assert (await bob.join(room))["you"] == ["second"]
    await ann.wait_for_state(room, lambda state: state["seats"]["second"]["online"])
    assert (await eve.join(room))["you"] == []
    await ann.wait_for_state(room, lambda state: state["spectators"] == 1)
    for request in ("takeback", "draw", "decline", "resign", "reset", "rematch"):
        assert await eve.refused(request, room=room) == "no_seat"
    assert await eve.refused("move", room=room, ply=0, move="d1") == "no_seat"
    assert await eve.refused("random", room=room, ply=0) == "no_seat"
    assert await bob.refused("move", room=room, ply=0, move="d1") == "not_your_turn"
    for ply, move in enumerate(("d1", "a1", "d2", "a2", "d3", "a3", "d4")):
        mover = (ann, bob)[ply % 2]
        await mover.wait_for_turn(room)
        await mover.move(room, move)
    for each, you in ((ann, ["first"]), (bob, ["second"]), (eve, [])):
        state = await each.wait_for_state(room, lambda state: state["outcome"])
        assert state["outcome"] == {"winner": "first", "termination": "run"}
        assert state["you"] == you
        check_state(state)
        assert_versions_rise(each, room)
    await eve.ask("leave", room=room)
    await ann.wait_for_state(room, lambda state: state["spectators"] == 0)
    await bob.close()
    await ann.wait_for_state(room, lambda state: not state["seats"]["second"]["online"])


async def test_two_people_at_one_screen(me: Client) -> None:
    room = await me.create("tictactoe", ME, ME)
    assert me.state(room)["you"] == ["first", "second"]
    state = await play_out(me, room)
    assert state["outcome"] is not None
    version = state["version"]
    assert (await me.ask("takeback", room=room))["version"] > version
    assert (
        len((await me.wait_for_state(room, lambda s: not s["outcome"]))["moves"])
        == len(state["moves"]) - 1
    )
    await me.ask("resign", room=room)
    state = await me.wait_for_state(room, lambda s: s["outcome"])
    assert state["outcome"] == {
        "winner": "second" if state["position"]["side"] == "first" else "first",
        "termination": "resignation",
    }
    assert await me.refused("takeback", room=room) == "finished"
    await me.ask("reset", room=room)
    state = await me.wait_for_state(room, lambda s: not s["moves"])
    assert state["outcome"] is None


async def test_watching_two_players(me: Client, other: Client) -> None:
    start = Game("tictactoe", "b2 a1 a2 c2").position.text
    room = await me.create("tictactoe", player("greedy"), player("random"), start=start)
    assert me.state(room)["you"] == []
    assert (await other.join(room))["you"] == []
    for request in ("takeback", "resign", "reset"):
        assert await me.refused(request, room=room) == "no_seat"
    assert await me.refused("move", room=room, ply=0, move="a3") == "no_seat"
    mine = await me.wait_for_state(room, lambda state: state["outcome"])
    theirs = await other.wait_for_state(room, lambda state: state["outcome"])
    assert mine["moves"] == theirs["moves"]
    check_state(mine)
    assert mine["start"] == start


async def test_takeback_hint_random_resign_and_reset_against_a_player(me: Client) -> None:
    room = await me.create("connect4", ME, player("greedy"))
    assert await me.refused("takeback", room=room) == "nothing"
    assert await me.refused("draw", room=room) == "alone"
    await me.move(room, "d1")
    await me.wait_for_state(room, has_moves(2))
    await me.ask("random", room=room, ply=2)
    await me.wait_for_state(room, has_moves(4))
    hint = await me.ask("hint", room=room)
    assert hint["move"] in me.state(room)["position"]["legal"]
    assert hint["score"]["kind"] in ("win", "loss", "draw", "heuristic")
    await me.ask("takeback", room=room)
    state = await me.wait_for_turn(room)
    assert (len(state["moves"]), state["moves"][0]) == (2, "d1")
    await me.ask("resign", room=room)
    state = await me.wait_for_state(room, lambda state: state["outcome"])
    assert state["outcome"] == {"winner": "second", "termination": "resignation"}
    assert await me.refused("resign", room=room) == "finished"
    assert await me.refused("hint", room=room) == "finished"
    await me.ask("reset", room=room)
    state = await me.wait_for_state(room, lambda state: not state["outcome"])
    assert state["moves"] == []
    await me.move(room, "a1")
    await me.wait_for_state(room, has_moves(2))
    assert_versions_rise(me, room)


async def test_offers_are_agreed_to_and_declined(ann: Client, bob: Client) -> None:
    room = await ann.create("connect4", ME, FRIEND)
    assert await ann.refused("draw", room=room) == "alone"
    await bob.join(room)
    assert await bob.refused("decline", room=room) == "stale"
    await ann.move(room, "d1")
    none = {"takeback": None, "draw": None}
    for offer in ("takeback", "draw"):
        await ann.ask(offer, room=room)
        await bob.wait_for_state(room, lambda state: "first" in state["offers"].values())
        assert bob.state(room)["offers"] == none | {offer: "first"}
        assert await ann.refused("decline", room=room) == "stale"
        await bob.ask("decline", room=room)
        state = await ann.wait_for_state(room, lambda state: state["offers"] == none)
        assert (state["moves"], state["outcome"]) == (["d1"], None)
    # A draw that was offered stands until the other moves on.
    await bob.ask("draw", room=room)
    await bob.move(room, "d2")
    await ann.wait_for_state(room, lambda state: state["offers"]["draw"] == "second")
    await ann.move(room, "d3")
    await bob.wait_for_state(room, lambda state: state["offers"]["draw"] is None)
    await bob.ask("draw", room=room)
    await ann.ask("draw", room=room)
    for each in (ann, bob):
        state = await each.wait_for_state(room, lambda state: state["outcome"])
        assert state["outcome"] == {"winner": None, "termination": "agreement"}
        assert state["offers"] == none
    # And it counts, as does what comes after it.
    second = str((await ann.ask("rematch", room=room))["room"])
    state = await ann.join(second)
    assert (state["you"], state["series"]) == (["second"], {"first": 0, "second": 0, "draws": 1})
    await bob.join(second)
    await bob.ask("resign", room=second)
    await ann.wait_for_state(second, lambda state: state["outcome"])
    third = str((await ann.ask("rematch", room=second))["room"])
    state = await ann.join(third)
    assert (state["you"], state["series"]) == (["first"], {"first": 1, "second": 0, "draws": 1})


async def test_taking_back_while_the_player_thinks(me: Client) -> None:
    room = await me.create("gomoku", ME, player("alphabeta:seconds=10"))
    for _ in range(3):
        await me.move(room, "h8")
        await me.wait_for(lambda: me.heard("thinking", room=room) or None)
        await me.ask("takeback", room=room)
        await me.wait_for_state(room, lambda state: not state["moves"])
    thoughts = me.heard("thinking", room=room)
    assert {thought["ply"] for thought in thoughts} == {1}
    assert any(thought.get("depth", 0) > 0 and thought["pv"] for thought in thoughts) or thoughts
    assert thoughts[-1]["player"].startswith("alphabeta")
    assert me.state(room)["moves"] == []


async def test_a_rematch_is_the_same_room_for_both_with_sides_changed(
    ann: Client, bob: Client
) -> None:
    room = await ann.create("tictactoe", ME, FRIEND, clock={"seconds": 600, "increment": 1})
    await bob.join(room)
    assert await ann.refused("rematch", room=room) == "not_finished"
    await ann.ask("resign", room=room)
    answers = await asyncio.gather(*(each.ask("rematch", room=room) for each in (ann, bob, ann)))
    again = {str(answer["room"]) for answer in answers}
    assert len(again) == 1
    second = again.pop()
    assert second != room
    for each in (ann, bob):
        state = await each.wait_for_state(room, lambda state: state["rematch"])
        assert state["rematch"] == second
    assert (await ann.join(second))["you"] == ["second"]
    state = await bob.join(second)
    assert state["you"] == ["first"]
    assert state["clock"]["seconds"] == 600
    await bob.move(second, "b2")
    await ann.wait_for_turn(second)
    await ann.move(second, "a1")


async def test_a_rematch_after_a_reset_is_a_new_one(me: Client) -> None:
    room = await me.create("tictactoe", ME, player("greedy"))
    await me.ask("resign", room=room)
    first = (await me.ask("rematch", room=room))["room"]
    await me.ask("reset", room=room)
    assert (await me.wait_for_state(room, lambda s: not s["outcome"]))["rematch"] is None
    await me.ask("resign", room=room)
    assert (await me.ask("rematch", room=room))["room"] != first


async def test_my_games_the_newest_first(ann: Client, bob: Client) -> None:
    assert await ann.ask("games") == {"games": [], "next": None}
    one = await ann.create("tictactoe", ME, player("greedy"))
    two = await ann.create("connect4", ME, FRIEND)
    three = await ann.create("tictactoe", player("greedy"), player("greedy"))
    await bob.join(two)
    await ann.move(one, "b2")
    await ann.wait_for_state(one, has_moves(2))
    await ann.ask("leave", room=three)
    games = {game["room"]: game for game in (await ann.ask("games"))["games"]}
    assert {one, two} <= set(games)
    assert [game["updated"] for game in games.values()] == sorted(
        (game["updated"] for game in games.values()), reverse=True
    )
    mine = games[one]
    assert (mine["moves"], mine["you"], mine["turn"]) == (2, ["first"], True)
    assert mine["opponent"] == "greedy"
    assert mine["outcome"] is None
    assert mine["rules"]["name"] == "tictactoe"
    assert [game["room"] for game in (await bob.ask("games"))["games"]] == [two]
    assert (await bob.ask("games"))["games"][0]["turn"] is False
    await ann.ask("resign", room=one)
    newest = (await ann.ask("games"))["games"][0]
    assert newest["room"] == one
    assert newest["outcome"] == {"winner": "second", "termination": "resignation"}
    assert newest["turn"] is False


async def test_a_move_is_never_played_twice(server: Server) -> None:
    me = Client(server)
    tab = Client(server, me.visitor)
    async with me, tab:
        room = await me.create("connect4", ME, ME)
        await tab.join(room)
        for ply in range(12):
            move = me.state(room)["position"]["legal"][ply % 3]
            calls = [
                each.call("move", {"room": room, "ply": ply, "move": move})
                for each in (me, me, tab)
            ]
            answers = await asyncio.gather(*calls)
            assert sorted(answer["ok"] for answer in answers) == [False, False, True]
            assert {answer["error"] for answer in answers if not answer["ok"]} == {"stale"}
            for each in (me, tab):
                await each.wait_for_state(room, has_moves(ply + 1))
            state = me.state(room)
            assert len(state["moves"]) == ply + 1
            assert state["moves"][-1] == move
        assert await me.refused("move", room=room, ply=3, move="a1") == "stale"
        assert await me.refused("move", room=room, ply=600, move="a1") == "stale"
        assert await me.refused("random", room=room, ply=11) == "stale"
        assert await me.refused("move", room=room, ply=12, move="z26") in ("illegal", "notation")
        assert await me.refused("move", room=room, ply=12, move="nothing") == "notation"
        assert_versions_rise(me, room)
        assert_versions_rise(tab, room)


async def test_a_room_is_told_as_text_when_asked(ann: Client, bob: Client) -> None:
    room = await ann.create("connect4", ME, player("level:1"))
    await ann.move(room, "d1")
    await ann.wait_for_turn(room)
    await ann.ask("resign", room=room)
    texts = await bob.ask("texts", room=room)
    record = next(iter(scan(texts["record"])))
    assert isinstance(record, Record)
    assert [str(move) for move in record.game.moves] == ann.state(room)["moves"]
    assert record.second == "level:1"
    assert record.game.outcome().termination.value == "resignation"
    assert texts["position"] == record.game.position.text


async def test_who_comes_back_has_the_newest_state(ann: Client, bob: Client) -> None:
    room = await ann.create("connect4", ME, FRIEND)
    await bob.join(room)
    await ann.move(room, "d1")
    await ann.close()
    await bob.wait_for_state(room, lambda state: not state["seats"]["first"]["online"])
    version = await bob.move(room, "d2")
    await ann.open()
    state = await ann.join(room)
    assert state["version"] == version
    assert state["moves"] == ["d1", "d2"]
    assert state["you"] == ["first"]
    # A move that was sent before, and whose answer was lost.
    assert await ann.refused("move", room=room, ply=0, move="d1") == "stale"
    await ann.move(room, "d3")
    await bob.wait_for_state(room, has_moves(3))


async def test_a_matchbox_machine_shows_its_box(server: Server, me: Client) -> None:
    store = Store(server.folder / "brains")
    brain = Brain("class-b", Menace("tictactoe", variant="her", seed=1))
    brain.curve = train(brain.machine, "coach", 100)
    store.create(brain)
    catalogue = await me.ask("catalogue", rules="tictactoe")
    assert {"name": "class-b", "rules": "3x3:3", "mine": False} in catalogue["brains"]
    room = await me.create("tictactoe", player("menace:brain=class-b"), ME)
    boxes = 0
    while not (state := await me.wait_for_turn(room))["outcome"]:
        if (box := state["box"]) is not None:
            boxes += 1
            assert box["move"] == state["moves"][-1]
            beads = dict(box["beads"])
            assert beads[box["bead"]] > 0
            stones = box["stones"]
            assert len(stones["first"]) + len(stones["second"]) == len(state["moves"]) - 1
            assert Position("tictactoe", box["position"]).ply == len(state["moves"]) - 1
            assert box["number"] >= 1
        await me.move(room, state["position"]["legal"][-1])
    assert boxes > 0


@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [
        ("connect4", ME, player("menace:brain=class-c")),
        ("connect4", player("menace:brain=class-c"), ME),
        ("gomoku", ME, player("solver")),
    ],
)
async def test_a_player_that_cannot_play_there_is_refused(
    server: Server, me: Client, rules: str, first: object, second: object
) -> None:
    store = Store(server.folder / "brains")
    if "class-c" not in store.names():
        store.create(Brain("class-c", Menace("tictactoe", variant="her", seed=1)))
    assert await me.refused("create", rules=rules, first=first, second=second) == "player"


#: A time of day that a file moves, in a server of its own.
_MOVED = """
import os, time
_time = time.time
time.time = lambda: _time() + float(open(os.environ["MOVED"]).read())
"""


async def test_nobody_loses_by_the_time_of_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "moved"
    moved.write_text("0")
    (tmp_path / "sitecustomize.py").write_text(_MOVED)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("MOVED", str(moved))
    with Server(tmp_path) as server:
        async with Client(server) as me:
            room = await me.create("tictactoe", ME, ME, clock={"seconds": 1800})
            await me.move(room, "a1")
            for hours in (1, -1):
                moved.write_text(str(3600 * hours))
                await me.ask("leave", room=room)
                state = await me.join(room)
                assert state["outcome"] is None
                assert 1500 < state["clock"]["second"] <= 1800


async def test_clocks(ann: Client, bob: Client) -> None:
    seen = await ann.create("tictactoe", ME, FRIEND, clock={"seconds": 5, "increment": 0})
    unseen = await ann.create("tictactoe", ME, FRIEND, clock={"seconds": 5})
    machine = await ann.create(
        "tictactoe", ME, player("greedy"), clock={"seconds": 5, "increment": 60}
    )
    for room in (seen, unseen):
        state = await bob.join(room)
        assert state["clock"]["running"] is None
        await ann.move(room, "a1")
    state = await bob.wait_for_turn(seen)
    assert state["clock"]["running"] == "second"
    assert 0 < state["clock"]["second"] <= 5
    assert state["clock"]["first"] == 5
    for each in (ann, bob):
        await each.ask("leave", room=unseen)
    await ann.move(machine, "a1")
    state = await ann.wait_for_state(machine, has_moves(2))
    assert state["clock"]["running"] == "first"
    assert state["clock"]["second"] > 5  # it earned an increment
    for each in (ann, bob):
        state = await each.wait_for_state(seen, lambda state: state["outcome"])
        assert state["outcome"] == {"winner": "first", "termination": "time"}
        assert state["clock"]["second"] == 0
        assert state["clock"]["running"] is None
    assert await bob.refused("move", room=seen, ply=1, move="b1") == "finished"
    # Nobody looked, and yet time has passed.
    while (state := await bob.join(unseen))["outcome"] is None:
        await bob.ask("leave", room=unseen)
        await asyncio.sleep(0.2)
    assert state["outcome"] == {"winner": "first", "termination": "time"}


async def test_the_queue_is_shown(me: Client) -> None:
    """More rooms than workers: those that wait are told their place, and all are answered."""
    rooms = [await me.create("gomoku", ME, player("alphabeta:seconds=0.7")) for _ in range(5)]
    await asyncio.gather(*(me.move(room, "h8") for room in rooms))
    for room in rooms:
        await me.wait_for_state(room, has_moves(2))
    places = [thought["queue"] for thought in me.heard("thinking")]
    assert 0 in places
    assert max(places) >= 2
    assert all(thought["ply"] == 1 for thought in me.heard("thinking"))


async def test_a_page_follows_few_rooms(me: Client) -> None:
    wish = {"rules": "tictactoe", "first": ME, "second": ME}
    rooms = [(await me.ask("create", **wish))["room"] for _ in range(9)]
    for room in rooms[:8]:
        await me.join(room)
    assert await me.refused("join", room=rooms[8]) == "too_many"
    await me.join(rooms[0])
    await me.ask("leave", room=rooms[0])
    await me.ask("leave", room=rooms[0])
    await me.join(rooms[8])
    # Who does not follow a room may still play in it.
    await me.ask("move", room=rooms[0], ply=0, move="a1")
    assert me.state(rooms[0])["moves"] == []

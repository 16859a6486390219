"""The Search room: traces of real searches and of trees, within limits."""

import asyncio
import json

import pytest

from enligne import Game, engines
from tests.server.helpers import Client, View


def check_columns(view: View) -> None:
    """Everything that the page relies on without asking the game."""
    columns = view["columns"]
    count = len(columns["parent"])
    assert {len(column) for column in columns.values()} == {count}
    roots = 0
    for row in range(count):
        parent = columns["parent"][row]
        assert -1 <= parent < row
        roots += parent < 0
        assert (columns["move"][row] < 0) == (parent < 0)
        assert columns["move"][row] < len(view["moves"])
        for name in ("alpha", "beta"):
            kind, number, rank = view["scores"][columns[name][row]]
            assert kind in ("win", "loss", "draw", "heuristic", "infinity")
            assert isinstance(number, int)
            assert isinstance(rank, int)
        is_stopped = view["ends"][columns["end"][row]] == "stopped"
        assert (columns["value"][row] == -1) == is_stopped
        listed = view["cut_moves"].get(str(row), [])
        assert len(listed) == min(16, columns["cut"][row])
        assert all(0 <= move < len(view["moves"]) for move in listed)
        if parent >= 0:
            # The window of a child lies within what its parent was asked.
            low, high = (view["scores"][columns[name][parent]][2] for name in ("alpha", "beta"))
            alpha, beta = (view["scores"][columns[name][row]][2] for name in ("alpha", "beta"))
            assert -high <= alpha < beta <= -low
    assert count - roots + view["left_out"] == view["nodes"]
    assert sum(columns["left_out"]) == view["left_out"]


async def test_a_search_is_told_as_it_was(me: Client) -> None:
    for engine in ("alphabeta:depth=5", "minimax:depth=3", "alphabeta:depth=4,cut=off"):
        view = await me.ask("lab_search", rules="connect4", moves=["d1", "d2", "d3"], engine=engine)
        check_columns(view)
        expected = engines.create(engine).analyse(Game("connect4", "444").position)
        assert view["nodes"] == expected.nodes
        assert view["pv"] == [str(move) for move in expected.pv]
        assert view["score"]["value"] == expected.score.value  # type: ignore[attr-defined]
        assert view["engine"].startswith(engine)
        assert (view["side"], view["ply"], view["depth"]) == ("second", 3, expected.depth)
        assert view["is_complete"] is True
        assert view["rules"]["name"] == "connect4"
    # The same trace with a bound: what is not kept is counted.
    view = await me.ask(
        "lab_search", rules="connect4", moves=[], engine="minimax:depth=4", most=100
    )
    check_columns(view)
    assert view["left_out"] == view["nodes"] - 100
    every = {"all_moves": True, "start": "3/3/3 x"}
    view = await me.ask("lab_search", rules="tictactoe", moves=["b2"], engine="alphabeta", **every)
    assert view["depth"] == 4  # where none is given


async def test_the_largest_traces_stay_small_and_end_in_time(me: Client) -> None:
    wishes = [
        ("connect4", "alphabeta:depth=9,table_mb=0"),
        ("gomoku", "alphabeta:depth=3"),
        ("tictactoe", "minimax:depth=9"),
    ]
    for rules, engine in wishes:
        view = await me.ask("lab_search", rules=rules, moves=[], engine=engine)
        assert len(json.dumps(view, separators=(",", ":"))) < 1_500_000
        assert view["left_out"] > 0
        check_columns(view)
    view = await me.ask("lab_search", rules="connect5", moves=[], engine="minimax:depth=676")
    assert view["is_complete"] is False
    assert view["nodes"] <= 2_000_000
    assert "depth=20" in view["engine"]
    check_columns(view)


async def test_another_search_takes_the_place_of_the_first(me: Client, other: Client) -> None:
    wish: View = {"rules": "gomoku", "moves": [], "engine": "minimax:depth=9"}
    first = asyncio.ensure_future(me.call("lab_search", wish))
    await asyncio.sleep(0.05)
    answer = await me.call("lab_search", wish | {"engine": "minimax:depth=1"})
    assert answer["ok"] is True
    assert (await first)["error"] == "replaced"
    # Who leaves does not keep a worker.
    leaving = asyncio.ensure_future(me.call("lab_search", wish))
    await asyncio.sleep(0.05)
    await me.close()
    with pytest.raises(ConnectionError):
        await leaving
    await other.ask("lab_search", **wish | {"engine": "minimax:depth=1"})


async def test_a_tree_is_searched(me: Client) -> None:
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    view = await me.ask("lab_tree", tree=tree)
    check_columns(view)
    assert (view["nodes"], view["score"]["value"], view["pv"]) == (10, 3, ["1", "1"])
    assert view["rules"] is None
    ends = [view["ends"][end] for end in view["columns"]["end"]]
    assert ends.count("alpha") == 1
    assert view["columns"]["cut"][ends.index("alpha")] == 2
    assert (await me.ask("lab_tree", tree=tree, cuts=False))["nodes"] == 12
    least = await me.ask("lab_tree", tree=tree, side="second", order="best", probes=True)
    assert least["score"]["value"] == -6  # the least of 12, 6 and 14
    check_columns(least)


async def test_every_option_that_is_told_can_be_searched_with(me: Client) -> None:
    told = (await me.ask("lab_search_options"))["options"]
    bounds = {each["name"]: (each["least"], each["most"]) for each in told}
    assert bounds["depth"] == (1, 20)
    wishes = [f"{each['name']}={choice}" for each in told for choice in each["choices"]]
    assert {"order=none", "order=threats", "evaluation=lines", "cut=off"} <= set(wishes)
    for wish in wishes:
        engine = f"alphabeta:depth=2,{wish}"
        await me.ask("lab_search", rules="tictactoe", moves=[], engine=engine)


async def test_refusals(me: Client) -> None:
    wish: View = {"rules": "tictactoe", "moves": [], "engine": "alphabeta:depth=2"}
    refused: list[tuple[View, str]] = [
        ({"engine": "solver"}, "player"),
        ({"engine": "greedy"}, "player"),
        ({"engine": "perfect"}, "player"),
        ({"engine": "menace:brain=nobody"}, "player"),
        ({"engine": "alphabeta:depth=0"}, "player"),
        ({"engine": "alphabeta:trace=9"}, "player"),
        ({"most": 0}, "bad_request"),
        ({"most": 20_001}, "bad_request"),
        ({"most": "many"}, "bad_request"),
        ({"more": 1}, "bad_request"),
        ({"rules": "2x2:2"}, "rules"),
        ({"moves": ["a1", "a1"]}, "illegal"),
        ({"moves": ["a1", "b1", "a2", "b2", "a3"]}, "finished"),
    ]
    for change, code in refused:
        assert (change, await me.refused("lab_search", **wish | change)) == (change, code)
    deep: object = 1
    for _ in range(7):
        deep = [deep]
    for tree in ([], 5, [[]], ["x"], [1.5], [True], [None], [1] * 201, deep, [10**9], [{}]):
        assert (tree, await me.refused("lab_tree", tree=tree)) == (tree, "bad_request")
    wrong: list[View] = [{"order": "worst"}, {"side": "third"}, {"seed": -1}, {"cuts": 2}]
    for each in wrong:
        assert await me.refused("lab_tree", tree=[1], **each) == "bad_request"
    assert (await me.ask("lab_tree", tree=[1] * 200))["nodes"] == 200

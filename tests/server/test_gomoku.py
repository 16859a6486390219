"""Gomoku has an engine of its own: it analyses, hints, judges games, and tells what it thinks."""

import pytest

from enligne import Game
from tests.server.helpers import ME, Client, player

#: An open three of the first side, which is to move: four in a row with two ends, then five.
WON = ["h8", "a1", "i8", "a15", "j8", "o15"]
WIN_IN_3 = {"kind": "win", "plies": 3, "exact": True, "chance": 1, "lead": "much"}


@pytest.mark.parametrize("rules", ["gomoku", "gomoku19", "gomoku-exact"])
async def test_a_win_by_force_is_proven(me: Client, rules: str) -> None:
    found = await me.ask("catalogue", rules=rules)
    assert found["analyst"] == "gomoku"
    wish = {"rules": rules, "moves": WON, "engine": found["analyst"], "seconds": 1}
    await me.ask("analyse", id="won", **wish)
    final = (await me.wait_for(lambda: me.heard("analysis", id="won", final=True) or None))[-1]
    assert final["score"] == WIN_IN_3
    assert final["pv"][0] in ("g8", "k8")
    assert len(final["pv"]) == 3
    scores = {each["move"]: each["score"] for each in final["moves"]}
    assert len(scores) == len((await me.ask("position", **line(wish)))["position"]["legal"])
    assert scores["g8"]["exact"]
    assert scores["k8"]["exact"]
    assert not scores["a2"]["exact"]
    assert 0.05 <= scores["a2"]["chance"] <= 0.95


def line(wish: dict[str, object]) -> dict[str, object]:
    return {key: wish[key] for key in ("rules", "moves")}


async def test_a_hint_is_the_engines(me: Client) -> None:
    room = await me.create("gomoku", ME, ME)
    for move in WON:
        await me.move(room, move)
    hint = await me.ask("hint", room=room)
    assert hint["move"] in ("g8", "k8")
    assert hint["score"]["kind"] == "win"
    assert hint["score"]["plies"] == 3


async def test_a_missed_win_is_found_in_the_review(me: Client) -> None:
    moves = [*WON, "b2", "k8"]  # the first side looks away, and the second blocks
    await me.ask("review", id="r", rules="gomoku", moves=moves)
    await me.wait_for(lambda: len(me.heard("review", id="r")) == len(moves))
    plies = me.heard("review", id="r")[-1]["plies"]
    missed = plies[6]
    assert missed["best_score"]["kind"] == "win"
    assert missed["best_score"]["exact"]
    assert set(missed["best"]) <= {"g8", "k8"}
    assert missed["kind"] in ("blunder", "mistake", "good")  # it may still win, and often does
    assert not plies[0]["exact"]
    # The second side had three moves to see the row, and let it grow.
    assert plies[5]["kind"] != "best"


@pytest.mark.parametrize("level", [6, 10])
async def test_the_last_thought_of_a_quick_player_is_told(me: Client, level: int) -> None:
    scale = (await me.ask("catalogue", rules="gomoku"))["scale"]
    room = await me.create("gomoku", ME, player(scale[level - 1]["text"]))
    assert me.state(room)["seats"]["second"]["level"] == level
    await me.move(room, "h8")
    state = await me.wait_for_state(room, lambda state: len(state["moves"]) == 2)
    thought = me.heard("thinking", room=room)[-1]
    assert thought["ply"] == 1
    assert thought["queue"] == 0
    assert thought["depth"] >= 1
    assert thought["nodes"] > 0
    assert thought["pv"][0] == state["moves"][1]
    assert thought["score"]["kind"] == "heuristic"
    assert "moves" not in thought


async def test_a_win_that_the_opponent_has_proven_is_told(me: Client) -> None:
    """Found at once, before there was anything to report."""
    start = Game("gomoku", "a1 h8 a15 i8 o15 j8").position.text
    room = await me.create("gomoku", ME, player("gomoku:seconds=1"), start=start)
    await me.move(room, "o1")
    await me.wait_for_state(room, lambda state: len(state["moves"]) == 2)
    thought = me.heard("thinking", room=room)[-1]
    assert thought["score"] == WIN_IN_3
    assert len(thought["pv"]) == 3

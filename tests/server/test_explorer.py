"""The explorer: what was played on a server is told, also of games from before."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from tests.server.helpers import ME, Client, Server, View

#: Wins for the first side.
MOVES = ["d1", "c1", "d2", "c2", "d3", "c3", "d4"]


async def play(page: Client, moves: list[str]) -> str:
    """A game at one screen."""
    room = await page.create("connect4", ME, ME)
    await page.join(room)
    for ply, move in enumerate(moves):
        await page.ask("move", room=room, ply=ply, move=move)
    await page.ask("leave", room=room)
    return room


async def played(page: Client, *moves: str) -> list[View]:
    found: list[View] = (await page.ask("explore", rules="connect4", moves=moves))["moves"]
    return found


async def wait_for_games(page: Client, count: int) -> None:
    while True:
        found = await played(page)
        if sum(each["first"] + each["draws"] + each["second"] for each in found) == count:
            return
        await asyncio.sleep(0.1)


async def test_a_game_is_told_of_once_it_is_over(me: Client) -> None:
    assert await played(me) == []
    room = await play(me, MOVES)
    await wait_for_games(me, 1)
    assert await played(me) == [{"moves": ["d1"], "first": 1, "draws": 0, "second": 0}]
    # Up to symmetry: after d1 the board is its own mirror image, after that no longer.
    assert (await played(me, "d1"))[0]["moves"] == ["c1", "e1"]
    assert (await played(me, "d1", "e1"))[0]["moves"] == ["d2"]
    assert await played(me, "a1") == []
    # Mirrored it is the same game; given up by the first side, the other has won.
    other = await play(me, ["d1", "e1", "d2", "e2"])
    await me.ask("resign", room=other)
    await wait_for_games(me, 2)
    assert await played(me, "d1") == [
        {"moves": ["c1", "e1"], "first": 1, "draws": 0, "second": 1},
    ]
    # Taken back and won again, it is still one game.
    await me.ask("takeback", room=room)
    await me.ask("move", room=room, ply=len(MOVES) - 1, move=MOVES[-1])
    another = await play(me, MOVES)
    await wait_for_games(me, 3)
    assert another != room


async def test_games_from_before_are_counted_while_it_runs(tmp_path: Path) -> None:
    with Server(tmp_path, settings={"explorer_plies": 0, "requests_at_once": 1000}) as server:
        async with Client(server) as me:
            for _ in range(12):
                await play(me, MOVES)
            answer = await me.ask("explore", rules="connect4", moves=[])
            assert (answer["plies"], answer["moves"]) == (0, [])
    with Server(tmp_path, settings={"explorer_plies": 3}) as server:
        async with Client(server) as me:
            await wait_for_games(me, 12)
            answer = await me.ask("explore", rules="connect4", moves=MOVES[:2])
            assert (answer["plies"], len(answer["moves"])) == (3, 1)
            assert await played(me, *MOVES[:3]) == []
    with sqlite3.connect(tmp_path / "rooms.sqlite3") as database:
        assert database.execute("SELECT COUNT(*) FROM played").fetchone() == (3,)


async def test_a_position_that_cannot_be_is_refused(me: Client) -> None:
    assert await me.refused("explore", rules="connect4", moves=["d9"]) == "illegal"
    assert await me.refused("explore", rules="nothing", moves=[]) == "rules"

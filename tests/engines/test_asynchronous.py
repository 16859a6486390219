"""Engines that are awaited, copied and closed."""

import asyncio
import copy
import pickle
import threading

import pytest

from enligne import Analysis, FinishedError, Game, Limit, Position, Stop, engines, players
from tests.engines.test_engines import TEXTS
from tests.players.own import Middle

LONG = Limit(seconds=600)


def test_awaited_analyses() -> None:
    async def main() -> tuple[Analysis, list[int]]:
        async with engines.open("alphabeta:depth=5") as engine:
            found = await engine.analyse(Game("connect4"), all_moves=True)
            depths = [info.depth async for info in engine.analysis(Position("connect4"))]
        return found, depths

    found, depths = asyncio.run(main())
    assert found.depth == 5
    assert len(found.moves) == 7
    assert depths == [1, 2, 3, 4, 5]


def test_errors_arrive() -> None:
    async def main() -> None:
        async with engines.open(Middle()) as engine:
            with pytest.raises(FinishedError):
                await engine.analyse(Position("tictactoe", "xxx/oo1/3"))
            with pytest.raises(TypeError, match="'connect4' is neither a position nor a game"):
                await engine.analyse("connect4")  # type: ignore[arg-type]

    asyncio.run(main())


def test_a_search_ends_with_its_task_its_loop_and_its_engine() -> None:
    stops = [Stop(), Stop(), Stop()]

    async def main() -> None:
        async with engines.open("gomoku") as engine:
            position = Position("gomoku")
            task = asyncio.create_task(engine.analyse(position, LONG, stop=stops[0]))
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            async for info in engine.analysis(position, LONG, stop=stops[1]):
                assert info.depth >= 1
                break
            waiting = asyncio.create_task(engine.analyse(position, LONG, stop=stops[2]))
            await asyncio.sleep(0.05)
            engine.close()
            assert (await waiting).move in position.legal_moves

    asyncio.run(main())
    assert [stop.is_set() for stop in stops] == [True] * 3


def test_leaving_a_with_statement_ends_a_search() -> None:
    position = Position("gomoku")
    found: list[Analysis] = []
    with engines.create("gomoku") as engine:
        begun = threading.Event()
        worker = threading.Thread(
            target=lambda: found.append(
                engine.analyse(position, LONG, listener=lambda _: begun.set())
            )
        )
        worker.start()
        begun.wait()
    worker.join()
    assert found[0].move in position.legal_moves


@pytest.mark.parametrize("text", TEXTS.values())
def test_a_copy_says_the_same(text: str) -> None:
    engine = engines.create(text)
    position = Game("tictactoe", "b2 a1").position
    for twin in (pickle.loads(pickle.dumps(engine)), copy.copy(engine), copy.deepcopy(engine)):
        assert twin.spec == engine.spec
        assert twin.analyse(position, Limit(seconds=0.1)).move in position.legal_moves


@pytest.mark.parametrize("text", ["level:4,seed=1", "perfect:table_mb=1,threads=1", "greedy"])
def test_players_are_copied_too(text: str) -> None:
    player = players.create(text)
    twin = pickle.loads(pickle.dumps(player))
    position = Position("tictactoe")
    assert twin.text == player.text
    assert twin.choose(position).move in position.legal_moves


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ({"depth": 2.5}, "depth=2.5 is not a limit: it is a whole number above 0"),
        ({"depth": 0}, "depth=0 is not a limit"),
        ({"nodes": "many"}, "nodes='many' is not a limit: it is a whole number"),
        ({"seconds": "1"}, "seconds='1' is not a limit: it is a number above 0"),
        ({"seconds": float("inf")}, "seconds=inf is not a limit"),
        ({"depth": True}, "depth=True is not a limit"),
    ],
)
def test_what_is_no_limit(limit: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Limit(**limit)  # type: ignore[arg-type]


def test_a_limit_is_never_falsy() -> None:
    assert Limit()
    assert Limit().is_unlimited
    assert Limit().or_else(Limit(depth=1)) == Limit(depth=1)
    assert Limit(nodes=2).or_else(Limit(depth=1)) == Limit(nodes=2)

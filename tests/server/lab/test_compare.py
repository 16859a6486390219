"""The Compare room: each rung in turn, by real engines, within its time."""

import asyncio

import pytest
from msgspec import Raw, Struct

from enligne import Game, Rules, engines
from enligne.engines import Stop
from enligne.server.allowed import AllowedPlayers
from enligne.server.analysis import AnalysisBoard
from enligne.server.contract import REQUESTS, decode
from enligne.server.lab.compare import (
    Comparisons,
    ladder,
    measured,
    suitable_depth,
)
from enligne.server.settings import Settings
from enligne.server.work import Gate
from tests.programs import PATIENCE
from tests.server.helpers import View, full_gate, open_gate, page_of, plain

OPENING = ["d1", "d2", "c1"]


class Page:
    """One that follows a ladder."""

    def __init__(self) -> None:
        self.heard: list[View] = []
        self.news = asyncio.Event()

    async def tell(self, event: str, data: Struct | Raw) -> None:
        assert event == "lab_compare"
        self.heard.append(plain(data))
        self.news.set()

    async def wait(self, wanted: str, value: object) -> View:
        while not (found := [each for each in self.heard if each.get(wanted) == value]):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)
        return found[-1]


async def ask(comparisons: Comparisons, request: str, wish: View, page: Page) -> View:
    asks = REQUESTS[request].asks
    answer = await comparisons.requests[request](page_of(page.tell), decode(wish, asks))
    return plain(answer)  # type: ignore[no-any-return]


def room(gate: Gate, threads: int = 1) -> Comparisons:
    settings = Settings(seconds=60, threads=threads)
    allowed = AllowedPlayers(settings)
    return Comparisons(settings, gate, allowed, AnalysisBoard(settings, gate, allowed, Rules.of))


def test_every_rung_is_an_engine_that_finds_the_same() -> None:
    """At the same depth, as far as they look at the same; each text reads."""
    position = Game("connect4", " ".join(OPENING)).position
    scores = set()
    nodes = []
    for rung in ladder(position.rules, 5, 2):
        assert engines.create(str(rung.spec)).spec == rung.spec
        if rung.name in ("solver", "oracle"):
            continue
        found = plain(measured(rung.spec, position, PATIENCE, Stop()))
        assert found["finished"]
        scores.add(found["score"].get("value"))
        nodes.append(found["nodes"])
        if rung.name != "threads":
            assert measured(rung.spec, position, PATIENCE, Stop()).nodes == found["nodes"]
    assert len(scores) == 1
    minimax, cut, order, table, *_ = nodes
    assert minimax > cut > order >= table


def test_who_does_not_finish_says_so() -> None:
    position = Game("connect4").position
    for text in ("minimax:depth=30", "alphabeta:depth=30", "solver:table_mb=1,book=none"):
        found = plain(measured(engines.parse(text), position, 0.05, Stop()))
        assert found["finished"] is False
        assert "move" not in found
        assert found["seconds"] > 0


def test_depth_suits_the_position() -> None:
    depths = {name: suitable_depth(Game(name).position) for name in ("connect4", "gomoku")}
    assert depths["connect4"] > depths["gomoku"] >= 2
    assert suitable_depth(Game("tictactoe", "a1 a2 b1 b2 a3 c1 b3").position) == 2


def test_threads_and_solver_say_why_they_are_skipped() -> None:
    skipped = {rung.name: rung.skipped for rung in ladder(Rules.of("gomoku"), 2, 1)}
    assert skipped["threads"] == "threads"
    assert skipped["solver"] == skipped["oracle"] == "rules"
    skipped = {rung.name: rung.skipped for rung in ladder(Rules.of("connect4"), 2, 4)}
    assert not any(skipped.values())


async def test_a_ladder_is_told_rung_by_rung() -> None:
    async with open_gate() as gate:
        comparisons, page = room(gate), Page()
        moves = [str(move) for move in Game("connect4", "44455554221").moves]
        wish = {"rules": "connect4", "moves": moves, "id": "a", "seconds": 3600, "depth": 4}
        answer = await ask(comparisons, "lab_compare", wish, page)
        assert (answer["depth"], answer["seconds"], answer["threads"]) == (4, 60, 1)
        await page.wait("final", True)
        ended = [each for each in page.heard if each.get("state") == "ended"]
        run = [number for number, rung in enumerate(answer["rungs"]) if rung["skipped"] is None]
        assert [each["rung"] for each in ended] == run
        assert answer["rungs"][5] == {
            "name": "threads",
            "text": "alphabeta:depth=4,threads=2",
            "skipped": "threads",
        }
        for each in ended:
            assert each["finished"]
            assert each["nodes"] is None if each is ended[-1] else each["nodes"] > 0
            assert each["score"]["kind"] in ("win", "loss", "draw", "heuristic")
        position = Game("connect4", "44455554221").position
        truth = engines.create("solver:book=none").analyse(position, all_moves=True)
        known = {each["move"]: each["score"].get("plies") for each in ended[-1]["moves"]}
        assert known == {
            str(move): getattr(score, "plies", None) for move, score in truth.moves.items()
        }
        assert ended[-1]["score"] == ended[-2]["score"]
        await comparisons.close()


async def test_a_ladder_can_be_stopped_and_replaced() -> None:
    async with open_gate() as gate:
        comparisons, page = room(gate), Page()
        long = {"rules": "gomoku", "moves": [], "seconds": 60, "depth": 9}
        await ask(comparisons, "lab_compare", long | {"id": "one"}, page)
        await page.wait("state", "running")
        await ask(comparisons, "lab_compare_stop", {"id": "other"}, page)
        short = {"rules": "tictactoe", "moves": ["a1"], "seconds": 60, "depth": 2}
        await ask(comparisons, "lab_compare", short | {"id": "two"}, page)
        await page.wait("final", True)
        assert {each["id"] for each in page.heard if "final" in each} == {"two"}
        await ask(comparisons, "lab_compare", long | {"id": "three"}, page)
        comparisons.forget(page_of(page.tell))
        while gate.running + gate.waiting:
            await asyncio.sleep(0.01)
        await comparisons.close()


async def test_a_full_queue_is_told() -> None:
    comparisons, page = room(full_gate()), Page()
    wish = {"rules": "tictactoe", "moves": [], "seconds": 60, "id": "a"}
    await ask(comparisons, "lab_compare", wish, page)
    assert (await page.wait("final", True))["error"] == "busy"
    await comparisons.close()


async def test_as_many_threads_as_the_server_lends(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_gate() as gate:
        comparisons = room(gate, threads=8)
        monkeypatch.setattr("enligne.server.lab.compare.available_threads", lambda: 2)
        page = Page()
        wish = {"rules": "tictactoe", "moves": ["b2"], "id": "a", "seconds": 60, "depth": 3}
        answer = await ask(comparisons, "lab_compare", wish, page)
        assert answer["threads"] == 2
        # What the rung is called is what it searches with.
        rung = ladder(Rules.of("tictactoe"), 3, 2)[5]
        assert answer["rungs"][5]["text"] == rung.spec.text == "alphabeta:depth=3,threads=2"
        policy = AllowedPlayers(Settings(threads=8)).policy
        assert rung.spec.limited(policy).values["threads"] == 2
        await page.wait("final", True)
        assert [each["rung"] for each in page.heard if each.get("state") == "ended"] == list(
            range(8)
        )
        await comparisons.close()

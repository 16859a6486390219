"""The catalogue, positions set up and read, analyses and reviews, over a real connection."""

import asyncio
import json
from typing import Any

import pytest
from msgspec import Raw, Struct

from enligne import Game, engines, formats
from enligne.engines import Score
from enligne.engines.score import Draw, Loss, Win
from enligne.learning import Brain, Menace, Store
from enligne.record import Record
from enligne.review import review
from enligne.rules import PRESETS, Rules
from enligne.server.allowed import AllowedPlayers
from enligne.server.analysis import AnalysisBoard
from enligne.server.contract.games import Analyse, ReviewRequest
from enligne.server.settings import Settings
from enligne.server.views import position_view
from tests.server.helpers import (
    ME,
    Client,
    Server,
    View,
    full_gate,
    open_gate,
    page_of,
    plain,
    player,
)

# The report's own Connect 4 game.
GAME = "44455554221"
# Few empty cells: the solver is done at once.
SOLVED = "2252576253462244111563365343671351441"


def moves_of(rules: str, text: str) -> list[str]:
    return [str(move) for move in Game(rules, text).moves]


@pytest.mark.parametrize("rules", [*PRESETS, "9x7:5+gravity", "26x26:10", "3x3:3+exact"])
async def test_the_catalogue(me: Client, rules: str) -> None:
    found = await me.ask("catalogue", rules=rules)
    json.dumps(found, allow_nan=False)
    assert Rules.of(found["rules"]["text"]) == Rules.of(rules)
    assert [each["name"] for each in found["presets"]] == list(PRESETS)
    assert [each["level"] for each in found["scale"]] == list(range(1, 11))
    for each in found["scale"]:
        await me.ask("create", rules=rules, first=ME, second=player(each["text"]))
    names = {engine["name"] for engine in found["engines"]}
    assert {"random", "greedy", "minimax", "alphabeta", "perfect"} <= names
    for name in ("gomoku", "solver"):
        assert (name in names) == engines.ENGINES[name].plays(Rules.of(rules))
    assert found["analyst"] == engines.best_for(Rules.of(rules))
    assert found["analyst"] in names
    for engine in found["engines"]:
        assert engine["about"]
        for option in engine["options"]:
            assert option["kind"] in ("switch", "choice", "whole", "number", "text")
            assert option["about"]
            assert (option["kind"] == "choice") <= bool(option["choices"])
    # The smallest and the largest rules within the limits are possible, those beyond are not.
    (least, most), (shortest, longest) = found["limits"]["side"], found["limits"]["run"]
    assert (least, most, shortest, longest) == (3, 26, 3, 10)
    for side, run in ((least, shortest), (most, longest)):
        await me.ask("catalogue", rules=f"{side}x{side}:{run}")
    for side, run in ((least - 1, 2), (most + 1, 5), (most, shortest - 1), (most, longest + 1)):
        assert await me.refused("catalogue", rules=f"{side}x{side}:{run}") == "rules"
    assert found["limits"]["seconds"] > 0


@pytest.mark.parametrize(
    ("request_name", "fields", "code"),
    [
        ("catalogue", {"rules": "chess"}, "rules"),
        ("create", {"rules": "connect4", "first": ME, "second": {"kind": "player"}}, "bad_request"),
        ("create", {"rules": "connect4", "first": ME}, "bad_request"),
        ("create", {"rules": "connect4", "first": ME, "second": player("nobody")}, "player"),
        ("create", {"rules": "connect4", "first": ME, "second": player("alphabeta:x=1")}, "player"),
        ("create", {"rules": "connect4", "first": ME, "second": player("menace")}, "player"),
        (
            "create",
            {"rules": "tictactoe", "first": ME, "second": player("menace:brain=no")},
            "player",
        ),
        (
            "create",
            {"rules": "connect4", "first": ME, "second": ME, "start": "nonsense"},
            "notation",
        ),
        (
            "create",
            {"rules": "tictactoe", "first": ME, "second": ME, "start": "xxx/oo1/3 o"},
            "finished",
        ),
        *(
            (name, {"room": "nobodyhasthis"}, "no_room")
            for name in ("join", "watch", "takeback", "resign", "reset", "rematch", "hint")
        ),
        ("move", {"room": "nobodyhasthis", "ply": 0, "move": "a1"}, "no_room"),
        ("random", {"room": "nobodyhasthis", "ply": 0}, "no_room"),
        ("position", {"rules": "connect4", "moves": ["d1", "d3"]}, "illegal"),
        ("position", {"rules": "tictactoe", "moves": ["a1", "a1"]}, "illegal"),
        ("position", {"rules": "tictactoe", "moves": ["?"]}, "notation"),
        ("position", {"rules": "tictactoe", "start": "xxx/ooo/3 x", "moves": []}, "position"),
        ("record", {"rules": "tictactoe", "moves": ["a1", "a1"]}, "illegal"),
        ("read", {"text": "what?", "rules": "connect4"}, "notation"),
        ("read", {"text": "44455554221"}, "notation"),
        ("read", {"text": "[Rules", "rules": "connect4"}, "notation"),
        ("read", {"text": '[Rules "chess"]\n\n1. a1 *', "rules": "connect4"}, "notation"),
        ("read", {"text": "(;GM[1];B[aa])"}, "notation"),
        ("read", {"text": "Piskvorky ?"}, "notation"),
        ("read", {"text": "4444444", "rules": "connect4"}, "illegal"),
        ("read", {"text": "7/7/7/7/7 x", "rules": "connect4"}, "notation"),
        (
            "analyse",
            {"id": "a", "rules": "tictactoe", "moves": [], "engine": "x", "seconds": 1},
            "player",
        ),
        (
            "analyse",
            {
                "id": "a",
                "rules": "tictactoe",
                "moves": ["a1", "b1", "a2", "b2", "a3"],
                "engine": "alphabeta",
                "seconds": 1,
            },
            "finished",
        ),
        ("review", {"id": "a", "rules": "tictactoe", "moves": []}, "nothing"),
        ("nothing_like_it", {}, "bad_request"),
    ],
)
async def test_refusals(me: Client, request_name: str, fields: View, code: str) -> None:
    assert await me.refused(request_name, **fields) == code


async def test_positions_of_a_game(me: Client) -> None:
    moves = moves_of("connect4", GAME)
    game = Game("connect4", GAME)
    found = await me.ask("position", rules="connect4", moves=moves)
    assert len(found["positions"]) == len(moves) + 1
    assert found["positions"][-1] == found["position"]
    for ply, view in enumerate(found["positions"]):
        assert view == plain(position_view(game.positions[ply]))
    start = game.positions[4].text
    later = await me.ask("position", rules="connect4", start=start, moves=moves[4:])
    assert later["position"] == found["position"]
    record = (await me.ask("record", rules="connect4", moves=moves))["record"]
    assert Record(game).text == record


@pytest.mark.parametrize(
    ("rules", "first", "second", "flaw"),
    [
        ("connect4", ["d2"], [], "in_the_air"),
        ("tictactoe", ["a1", "b1"], [], "counts"),
        ("tictactoe", [], ["a1"], "counts"),
        ("tictactoe", ["a1", "b1", "c1"], ["a3", "b3", "c3"], "both_win"),
        ("tictactoe", ["a1", "b1", "c1"], ["a3", "b3", "c2"], "after_a_win"),
        ("tictactoe", ["d1"], [], "outside"),
        ("tictactoe", ["a1"], ["a1"], "twice"),
    ],
)
async def test_the_editor_refuses_what_cannot_be(
    me: Client, rules: str, first: list[str], second: list[str], flaw: str
) -> None:
    answer = await me.call("set_up", {"rules": rules, "first": first, "second": second})
    assert answer["ok"] is False
    assert answer["error"] == "position"
    assert answer["values"]["flaw"] == flaw


async def test_the_editor(me: Client) -> None:
    game = Game("connect4", GAME)
    view = plain(position_view(game.position))
    found = await me.ask("set_up", rules="connect4", **view["stones"])
    assert found["position"] == view
    empty = await me.ask("set_up", rules="gomoku", first=[], second=[])
    assert len(empty["position"]["legal"]) == 225


@pytest.mark.parametrize("space", ["", "  \n"])
async def test_reading_whatever_was_pasted(me: Client, space: str) -> None:
    game = Game("connect4", GAME)
    moves = moves_of("connect4", GAME)
    start = game.position

    async def read(text: str, rules: str | None = "connect4") -> View:
        fields = {"text": space + text + space} | ({} if rules is None else {"rules": rules})
        found = await me.ask("read", **fields)
        assert Rules.of(found["rules"]["text"]) == Rules.of("connect4")
        return found

    annotated = Record(game, comments={1: "the middle"})
    annotated.add_variation(3, "33")
    of_others = formats.text([annotated], "sgf")
    broken = of_others.replace("W[ce]", "W[tt]")  # in the variation
    for text in (GAME, " ".join(moves), Record(game).text, annotated.text, of_others, broken):
        found = await read(text)
        assert (found["start"], found["moves"], found["outcome"]) == (None, moves, None)
    assert (await read(Record(game).text, None))["moves"] == moves
    found = await read(start.text)
    assert (found["start"], found["moves"]) == (start.text, [])
    rows, side = start.text.split()
    assert (await read(rows))["start"] == start.text
    found = await read(f"{rows} {side} e5 d5")
    assert (found["start"], found["moves"]) == (start.text, ["e5", "d5"])
    # The report's form: the lowest row first.
    upside_down = "/".join(reversed(rows.split("/")))
    assert (await read(f"{upside_down} {side}"))["start"] == start.text
    capitals = rows.replace("x", "X").replace("o", "O")
    assert (await read(f"{capitals} {side}"))["start"] == start.text
    assert (await read("7/7/7/7/7/7"))["start"] is None
    psq = formats.text([Record(Game("gomoku", "h8 i9"))], "psq")
    assert (await me.ask("read", text=space + psq))["moves"] == ["h8", "i9"]


def score_of(view: View) -> Score | None:
    match view["kind"]:
        case "win":
            return Win(view["plies"])
        case "loss":
            return Loss(view["plies"])
        case "draw":
            return Draw()
    return None


async def test_an_exact_analysis(me: Client) -> None:
    moves = moves_of("connect4", SOLVED)
    position = Game("connect4", SOLVED).position
    expected = engines.create("solver").analyse(position, all_moves=True)
    await me.ask("analyse", id="one", rules="connect4", moves=moves, engine="solver", seconds=10)
    final = (await me.wait_for(lambda: me.heard("analysis", id="one", final=True) or None))[-1]
    assert score_of(final["score"]) == expected.score
    assert final["score"]["exact"] is True
    assert {each["move"] for each in final["moves"]} == set(map(str, position.legal_moves))
    for each in final["moves"]:
        assert each["score"]["exact"] is True
    assert final["pv"][0] in {str(move) for move in position.legal_moves}
    assert final["nodes"] >= 0
    assert final["depth"] >= 0


@pytest.mark.parametrize(("rules", "engine"), [("connect5", "alphabeta"), ("gomoku", "gomoku")])
async def test_an_analysis_is_told_as_it_deepens_and_can_be_stopped(
    me: Client, rules: str, engine: str
) -> None:
    wish = {"rules": rules, "moves": [], "engine": engine, "seconds": 3600}
    await me.ask("analyse", id="one", **wish)
    await me.wait_for(lambda: len(me.heard("analysis", id="one", final=False)) >= 2)
    told = me.heard("analysis", id="one")
    assert all(each["pv"] and each["moves"] for each in told)
    for name in ("depth", "nodes"):
        assert [each[name] for each in told] == sorted(each[name] for each in told)
    await me.ask("stop", id="one")
    count = len(me.heard("analysis", id="one"))
    # Another one takes its place, and is replaced in turn.
    await me.ask("analyse", id="two", **wish)
    await me.wait_for(lambda: me.heard("analysis", id="two") or None)
    await me.ask("analyse", id="three", **wish | {"engine": f"{engine}:depth=4"})
    await me.ask("stop", id="two")  # which is not running any more
    await me.wait_for(lambda: me.heard("analysis", id="three", final=True) or None)
    assert len(me.heard("analysis", id="one")) == count
    assert not me.heard("analysis", id="one", final=True)
    assert not me.heard("analysis", id="two", final=True)
    await me.ask("stop", id="three")


async def test_a_page_hears_that_another_one_of_its_visitor_took_its_place(
    server: Server, me: Client
) -> None:
    wish = {"rules": "gomoku", "moves": [], "engine": "gomoku", "seconds": 3600}
    async with Client(server, me.visitor) as other:
        await me.ask("analyse", id="mine", **wish)
        await me.wait_for(lambda: me.heard("analysis", id="mine") or None)
        await other.ask("review", id="theirs", rules="tictactoe", moves=["a1"])
        told = await me.wait_for(lambda: me.heard("analysis", id="mine", final=True) or None)
        assert [each["error"] for each in told] == ["replaced"]
        await other.wait_for(lambda: other.heard("review", id="theirs", done=1) or None)


@pytest.mark.parametrize(
    ("rules", "engine"),
    [
        ("tictactoe", "perfect"),
        ("tictactoe", "menace:brain=class-d"),
        ("gomoku", "solver"),
    ],
)
async def test_who_cannot_analyse_says_so(
    server: Server, me: Client, rules: str, engine: str
) -> None:
    """At once, or as the analysis: but nobody waits for ever."""
    store = Store(server.folder / "brains")
    if "class-d" not in store.names():
        store.create(Brain("class-d", Menace("tictactoe", seed=1)))
    wish = {"id": "a", "rules": rules, "moves": [], "engine": engine, "seconds": 1}
    answer = await me.call("analyse", wish)
    if answer["ok"]:
        answer = (await me.wait_for(lambda: me.heard("analysis", id="a") or None))[-1]
    assert answer["ok"] is False
    assert answer["error"] == "player"
    assert answer["text"].startswith(f"{engine} ")


class Listener:
    """A page that asked for an analysis."""

    def __init__(self) -> None:
        self.heard: list[View] = []
        self.has_heard = asyncio.Event()

    async def tell(self, _: str, data: Struct | Raw) -> None:
        self.heard.append(plain(data))
        self.has_heard.set()


async def test_analyses_of_different_visitors_do_not_wait_for_each_other() -> None:
    """Though both pages call theirs by the same name."""
    settings = Settings(seconds=600)
    wish = Analyse(rules="gomoku", moves=["h8"], id="1", engine="alphabeta", seconds=600)
    async with open_gate(others=3) as gate:  # of which one is for short tasks only
        board = AnalysisBoard(settings, gate, AllowedPlayers(settings), Rules.of)
        ann, bob = Listener(), Listener()
        await board.analyse(page_of(ann.tell, "ann"), wish)
        await ann.has_heard.wait()
        await board.analyse(page_of(bob.tell, "bob"), wish)
        await bob.has_heard.wait()
        assert not any(data["final"] for data in ann.heard)
        await board.close()


async def test_a_review_that_finds_no_process_says_so() -> None:
    settings = Settings()
    board = AnalysisBoard(settings, full_gate(), AllowedPlayers(settings), Rules.of)
    ann = Listener()
    wish = ReviewRequest(rules="tictactoe", moves=["a1"], id="1")
    await board.review(page_of(ann.tell), wish)
    await ann.has_heard.wait()
    assert ann.heard[-1]["error"] == "busy"
    assert ann.heard[-1]["values"]["seconds"] >= 1
    await board.close()


def check_review(events: list[View], moves: list[str]) -> View:
    assert [event["done"] for event in events] == list(range(1, len(moves) + 1))
    assert {event["total"] for event in events} == {len(moves)}
    for event in events[:-1]:
        assert event["accuracy"] is None
    final = events[-1]
    assert [ply["move"] for ply in final["plies"]] == moves
    assert [ply["ply"] for ply in final["plies"]] == list(range(len(moves)))
    for ply in final["plies"]:
        assert ply["kind"] in ("best", "good", "slow", "mistake", "blunder", "forced")
        assert ply["best"]
        assert (ply["kind"] == "best") <= (ply["move"] in ply["best"])
    for value in final["accuracy"].values():
        assert 0 <= value <= 100
    return final


async def test_a_review_of_a_solved_game(me: Client) -> None:
    # The second side answers the corner at the side, and has lost; the first side wins.
    moves = ["a1", "a2", "b2", "c3", "c1", "b1", "a3"]
    await me.ask("review", id="r", rules="tictactoe", moves=moves)
    await me.wait_for(lambda: len(me.heard("review", id="r")) == len(moves))
    final = check_review(me.heard("review", id="r"), moves)
    kinds = [ply["kind"] for ply in final["plies"]]
    assert kinds[1] == "mistake"
    assert all(ply["exact"] for ply in final["plies"])
    assert final["plies"][1]["best_score"]["kind"] == "draw"
    assert final["accuracy"]["first"] > final["accuracy"]["second"]


async def test_reviews_of_larger_games(me: Client) -> None:
    games: list[tuple[str, list[str]]] = [
        ("connect4", moves_of("connect4", SOLVED)[-8:]),
        ("gomoku", ["h8", "h9", "i9"]),
    ]
    for rules, moves in games:
        start: Any = None
        if rules == "connect4":
            start = Game("connect4", SOLVED[:-8]).position.text
        await me.ask("review", id=rules, rules=rules, moves=moves, start=start)
        await me.wait_for(lambda: len(me.heard("review", id=rules)) == len(moves))  # noqa: B023
        check_review(me.heard("review", id=rules), moves)


async def test_a_review_can_be_stopped(me: Client) -> None:
    moves = ["h8", "h9", "i9", "g7", "j10"]
    await me.ask("review", id="long", rules="gomoku", moves=moves)
    await me.wait_for(lambda: me.heard("review", id="long") or None)
    await me.ask("stop", id="long")
    count = len(me.heard("review", id="long"))
    await me.ask("review", id="short", rules="tictactoe", moves=["a1", "b2"])
    await me.wait_for(lambda: len(me.heard("review", id="short")) == 2)
    assert len(me.heard("review", id="long")) == count < len(moves)


async def test_a_single_move_is_judged_as_in_a_review(me: Client) -> None:
    game = Game("tictactoe", "a1 b1 b2")
    for ply, expected in enumerate(review(game).moves):
        moves = moves_of("tictactoe", "a1 b1 b2")[: ply + 1]
        found = (await me.ask("judge", rules="tictactoe", moves=moves))["move"]
        assert (found["ply"], found["kind"]) == (ply, expected.kind)
        assert found["best"] == [str(move) for move in expected.best]
        why = expected.why
        assert (found["why"] is None) == (why is None)
        if why is not None:
            assert found["why"]["better"] == [str(move) for move in why.better]
            assert found["why"]["line"] == [str(move) for move in why.line]
    assert await me.refused("judge", rules="tictactoe", moves=[]) == "nothing"
    assert await me.refused("judge", rules="tictactoe", moves=["a1", "a1"]) == "illegal"


async def test_an_estimated_mistake_comes_with_the_line_that_is_expected(me: Client) -> None:
    found = (await me.ask("judge", rules="gomoku", moves=["h8", "i9", "a1"]))["move"]
    assert found["kind"] in ("mistake", "blunder")
    assert not found["exact"]
    assert (found["why"]["fault"], found["why"]["exact"]) == ("worse", False)
    assert found["why"]["line"][0] == "a1"
    assert len(found["why"]["line"]) > 1

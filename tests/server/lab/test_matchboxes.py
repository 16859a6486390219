"""The Matchboxes exhibit: however it is asked, it tells what the library's own machine has."""

import base64
import random
from collections.abc import Sequence
from typing import Any

import pytest

from enligne import Game, Position, Rules
from enligne.engines import Stop
from enligne.learning import Brain, MachineGame, Menace, Store, Training, train
from enligne.move import Move, Side
from enligne.server.lab.matchboxes import exhibit
from enligne.server.lab.matchboxes.machine import LabMachine, next_point
from enligne.server.lab.matchboxes.tasks import Kept
from enligne.server.lab.matchboxes.views import turn_view
from enligne.symmetry import symmetries
from tests.server.helpers import Client, Server, View, page_of, plain

COACH = {"partner": "coach", "games": 400}
RANDOM = {"partner": "random", "games": 400}


def beads_of(wall: View) -> list[list[int]]:
    return [[count for _, count, _ in box["beads"]] for box in wall["boxes"]]


def counts(machine: Menace) -> list[list[int]]:
    return [list(box.beads.values()) for box in machine.boxes(machine.sides[0])]


async def trained(client: Client, wall: View, **wish: Any) -> View:
    """Trains to the end, and keeps a copy of the wall up to date by what is told alone."""
    identifier = f"t{len(client.events)}"
    await client.ask("lab_boxes_train", id=identifier, **wish)
    await client.wait_for(lambda: client.heard("lab_boxes", id=identifier, final=True) or None)
    for event in client.heard("lab_boxes", id=identifier):
        assert "error" not in event
        for place, beads in event["changed"]:
            for bead, count in zip(wall["boxes"][place]["beads"], beads, strict=True):
                bead[1] = count
        for name, values in event["points"].items():
            wall["curve"][name] += values
    return client.heard("lab_boxes", id=identifier, final=True)[0]


async def test_a_training_told_in_pieces_is_the_library_s_training(me: Client) -> None:
    machine = Menace("tictactoe", variant="her", seed=7)
    train(machine, "coach", 400)
    train(machine, "random", 130)
    wall = await me.ask("lab_boxes_create", variant="her", seed=7)
    assert len(wall["boxes"]) == 304
    assert [box["turn"] for box in wall["boxes"]] == sorted(box.turn for box in machine.boxes())
    last = await trained(me, wall, **COACH, rate=1500)
    assert last["done"] == 400
    assert len(me.heard("lab_boxes")) > 1
    await trained(me, wall, partner="random", games=130)
    assert beads_of(wall) == counts(machine)
    # The address tells the same course: the same wall, and the same curve point by point.
    course = [COACH, {"partner": "random", "games": 130}]
    again = await me.ask("lab_boxes_create", variant="her", seed=7, course=course)
    assert beads_of(again) == counts(machine)
    assert again["curve"] == wall["curve"]
    alone = await me.ask("lab_boxes_curve", variant="her", seed=7, course=course)
    assert alone["curve"] == again["curve"]
    measures = machine.measure()
    assert again["now"]["worst_case"] == measures.worst_case.loss
    assert again["curve"]["perfect"][-1] == measures.perfect.loss
    assert again["results"]["losses"] == machine.results.losses


@pytest.mark.parametrize("seed", range(3))
def test_slices_make_no_difference(seed: int) -> None:
    source = random.Random(seed)
    whole, sliced = (LabMachine.create("tictactoe", "scroggs", "second", seed) for _ in range(2))
    for lab, least, most in ((whole, 1234, 1234), (sliced, 1, 90)):
        training = Training(lab.machine, "mix:0.5", lab.curve)
        while lab.machine.games < 1234:
            until = min(1234, lab.machine.games + source.randint(least, most))
            lab.train(training, until, Stop(), seconds=600)
        lab.curve.measure(lab.machine)
    assert counts(sliced.machine) == counts(whole.machine)
    assert sliced.curve == whole.curve


def test_points_of_a_curve_thin_out_and_never_stop() -> None:
    points = [0]
    while points[-1] < 100_000:
        points.append(next_point(points[-1]))
    assert points[:101] == list(range(101))
    assert {250, 990, 1000, 1100, 9900, 10_000, 100_000} <= set(points)
    assert len(points) < 400


async def test_a_training_is_stopped_and_repeated_as_far_as_it_went(me: Client) -> None:
    wall = await me.ask("lab_boxes_create", variant="michie", seed=3)
    await me.ask("lab_boxes_train", id="a", partner="random", games=5000, rate=100)
    await me.wait_for(lambda: me.heard("lab_boxes", id="a") or None)
    for request in ("lab_boxes_weakness", "lab_boxes_play"):
        fields: View = {"moves": []} if request.endswith("play") else {}
        assert await me.refused(request, **fields) == "training"
    assert await me.refused("lab_boxes_train", id="b", partner="self", games=1) == "training"
    await me.ask("lab_boxes_stop")
    [last] = await me.wait_for(lambda: me.heard("lab_boxes", final=True) or None)
    assert 0 < last["done"] < 5000
    for event in me.heard("lab_boxes"):
        for place, beads in event["changed"]:
            for bead, count in zip(wall["boxes"][place]["beads"], beads, strict=True):
                bead[1] = count
    course = [{"partner": "random", "games": last["done"]}]
    again = await me.ask("lab_boxes_create", variant="michie", seed=3, course=course)
    assert beads_of(again) == beads_of(wall)


async def test_a_game_in_slow_motion(me: Client) -> None:
    """Every box that opens is the library's, the bead leads back to the move, looking twice changes
    nothing, and learning is what the library learns."""
    await me.ask("lab_boxes_create", variant="scroggs", seed=11, course=[RANDOM])
    lab = LabMachine.create("tictactoe", "scroggs", "first", 11)
    lab.train(Training(lab.machine, "random", lab.curve), 400, Stop(), seconds=600)
    moves: list[str] = []
    while True:
        game = await me.ask("lab_boxes_play", moves=moves)
        assert await me.ask("lab_boxes_play", moves=moves) == game
        if game["outcome"]:
            break
        assert await me.refused("lab_boxes_learn", moves=moves) == "not_finished"
        moves.append(game["positions"][-1]["legal"][-1])
    machine = lab.machine
    played_by = MachineGame(machine, Side.FIRST)
    played = Game("tictactoe", " ".join(game["moves"]))
    for draw in game["draws"]:
        position = played.positions[draw["ply"]]
        own = played_by.draw(position)
        assert draw["move"] == str(own.move) == game["moves"][draw["ply"]]
        if draw["box"] is not None:
            assert draw["box"]["position"] == own.box.position.text
            assert draw["bead"] == str(own.bead)
            assert draw["chance"] == own.box.beads[own.bead] / own.box.total
    outcome = played.outcome()
    expected = played_by.learn(outcome.winner)
    learnt = await me.ask("lab_boxes_learn", moves=moves)
    assert [(each["number"], each["after"]) for each in learnt["changes"]] == [
        (each.box.number, each.after) for each in expected
    ]
    course = [RANDOM, {"moves": moves}]
    again = await me.ask("lab_boxes_create", variant="scroggs", seed=11, course=course)
    assert beads_of(again) == counts(machine)
    assert await me.refused("lab_boxes_play", moves=["a1", "a1"]) in ("illegal", "finished")


@pytest.mark.parametrize("rules", ["tictactoe", "4x3:3+gravity"])
def test_the_matrix_of_a_symmetry_moves_a_screen_as_the_symmetry_moves_cells(rules: str) -> None:
    names = set()
    for symmetry in symmetries(rules):
        view = plain(turn_view(symmetry))
        names.add(view["name"])
        a, b, c, d = view["matrix"]
        wide, high = symmetry.rules.width - 1, symmetry.rules.height - 1

        def on_screen(cell: Move, wide: int = wide, high: int = high) -> tuple[int, int]:
            return 2 * cell.column - wide, high - 2 * cell.row

        for column in range(wide + 1):
            for row in range(high + 1):
                x, y = on_screen(Move(column, row))
                assert on_screen(symmetry(Move(column, row))) == (a * x + c * y, b * x + d * y)
    assert len(names) == len(symmetries(rules))


async def test_can_it_still_lose(me: Client) -> None:
    await me.ask("lab_boxes_create", variant="her", seed=1)
    line = (await me.ask("lab_boxes_weakness"))["line"]
    end = Position("tictactoe", line["positions"][-1]["text"])
    assert len(line["moves"]) == 6
    assert end.outcome() is not None
    assert line["outcome"]["winner"] == "second"
    assert 0 < line["chance"] < 1
    assert [draw["move"] for draw in line["draws"]] == line["moves"][::2]
    course = [{"partner": "coach", "games": 2000}]
    wall = await me.ask("lab_boxes_create", variant="her", seed=1, course=course)
    assert wall["now"]["worst_case"] == 0
    assert (await me.ask("lab_boxes_weakness"))["line"] is None
    # The second side of these rules loses by force: it ends by resigning at once.
    course = [{"partner": "coach", "games": 20_000}]
    lost = {"rules": "4x3:3+gravity", "side": "second", "course": course}
    await me.ask("lab_boxes_create", **lost)
    weak = await me.ask("lab_boxes_weakness")
    assert not weak["can_hold"]
    assert weak["line"]["outcome"] is None
    assert weak["line"]["draws"][-1]["move"] is None


async def test_keeping_a_machine(server: Server, me: Client) -> None:
    wall = await me.ask("lab_boxes_create", variant="report", seed=9, course=[COACH])
    assert await me.refused("lab_boxes_save", name="../evil") == "player"
    await me.ask("lab_boxes_save", name="lab-class")
    assert Store(server.folder / "brains").names() == []  # those are the owner's
    await me.ask("lab_boxes_save", name="lab-class")  # one's own, again
    exported = await me.ask("lab_boxes_export", name="lab-class", format="json")
    assert counts(Brain.from_json(exported["text"]).machine) == beads_of(wall)
    report = await me.ask("lab_boxes_export", name="lab-class", format="report")
    assert report["text"].count("\n") == 627
    async with Client(server, me.visitor) as other:  # another page of the same visitor
        mine = {"name": "lab-class", "rules": "3x3:3", "mine": True}
        assert mine in (await other.ask("lab_boxes_catalogue"))["brains"]
        opened = await other.ask("lab_boxes_create", brain="lab-class")
        assert beads_of(opened) == beads_of(wall)
        assert opened["curve"] == wall["curve"]
        assert await other.refused("lab_boxes_save", name="lab-class") == "taken"
    small = await me.ask("lab_boxes_create", rules="3x3:3+gravity")
    assert len(small["boxes"]) == 90
    printed = await me.ask("lab_boxes_print", name="small")
    assert printed["file"] == "small.pdf"
    assert base64.b64decode(printed["content"]).startswith(b"%PDF")
    assert await me.refused("lab_boxes_export", name="x", format="report") == "player"


@pytest.mark.parametrize(
    ("request_name", "fields", "code"),
    [
        ("lab_boxes_train", {"id": "a", "partner": "coach", "games": 1}, "no_machine"),
        ("lab_boxes_play", {"moves": []}, "no_machine"),
        ("lab_boxes_create", {"rules": "connect4"}, "rules"),
        ("lab_boxes_create", {"rules": "4x4:4"}, "rules"),
        ("lab_boxes_create", {"variant": "nobody"}, "bad_request"),
        ("lab_boxes_create", {"variant": "her:symmetry=off"}, "too_many_boxes"),
        ("lab_boxes_create", {"side": "random"}, "bad_request"),
        ("lab_boxes_create", {"seed": -1}, "bad_request"),
        ("lab_boxes_create", {"seed": 2**70}, "bad_request"),
        ("lab_boxes_create", {"brain": "nobody-has-this"}, "player"),
        ("lab_boxes_create", {"brain": "../rooms"}, "player"),
        ("lab_boxes_create", {"course": [{}]}, "bad_request"),
        ("lab_boxes_create", {"course": [{"partner": "coach"}]}, "bad_request"),
        ("lab_boxes_create", {"course": [{"moves": ["a1", "a1"]}]}, "illegal"),
        ("lab_boxes_create", {"course": [{"moves": []}] * 201}, "bad_request"),
        ("lab_boxes_create", {"course": [{"partner": "mix:2", "games": 1}]}, "player"),
        ("lab_boxes_create", {"course": [{"partner": "nobody", "games": 1}]}, "player"),
        ("lab_boxes_create", {"course": [{"partner": "gomocup:x", "games": 1}]}, "player"),
        ("lab_boxes_create", {"course": [COACH] * 200 + [COACH]}, "bad_request"),
        (
            "lab_boxes_create",
            {"course": [{"partner": "random", "games": 99_999}] * 2},
            "too_many_games",
        ),
        (
            "lab_boxes_create",
            {"course": [{"partner": "greedy", "games": 3000}]},
            "too_many_games",
        ),
        ("lab_boxes_save", {"name": "x" * 500}, "bad_request"),
        ("lab_boxes_export", {"name": "x", "format": "exe"}, "bad_request"),
        ("lab_boxes_stop", {"x": 1}, "bad_request"),
    ],
)
async def test_refusals(me: Client, request_name: str, fields: View, code: str) -> None:
    assert await me.refused(request_name, **fields) == code


async def test_any_player_is_a_partner(me: Client) -> None:
    walls = []
    for _ in range(2):
        wall = await me.ask("lab_boxes_create", variant="her", seed=1)
        await trained(me, wall, partner="level:2", games=15)
        walls.append(beads_of(wall))
    assert walls[0] == walls[1]  # by the seed of the machine
    wish = {"id": "x", "partner": "menace:brain=no", "games": 1}
    assert await me.refused("lab_boxes_train", **wish) == "player"


class _Nobody:
    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


def test_machines_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhibit, "_MOST_MACHINES", 3)
    surroundings: list[Any] = [_Nobody()] * 4
    walls = exhibit.Matchboxes(*surroundings, brains=surroundings[0])

    def known() -> Sequence[str]:
        return list(walls._held)

    kept = Kept(b"", Rules.of("3x3:3+gravity"), 0, 0, 1, 10)
    for name in "abcd":
        walls._keep(page_of(name=name), kept)
    assert known() == ["b", "c", "d"]
    walls._machine(page_of(name="b"))
    walls._keep(page_of(name="e"), kept)
    assert known() == ["d", "b", "e"]
    walls.forget(page_of(name="b"))
    walls.forget(page_of(name="b"))
    walls._held["d"].used -= 7200
    walls._keep(page_of(name="f"), kept)
    assert known() == ["e", "f"]

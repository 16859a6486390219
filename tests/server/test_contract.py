"""Requests are read strictly: what has another shape, type or size is refused, whatever it is."""

import json
import math
import random
from typing import Any

import msgspec
import pytest
from docs import contract as made

from enligne import Position
from enligne.errors import (
    BrainError,
    FinishedError,
    IllegalMoveError,
    NotationError,
    PlayerTextError,
    PositionError,
    RecordError,
    RulesError,
)
from enligne.server.contract import (
    EVENTS,
    REQUESTS,
    decode,
    games,
    granted,
    lab,
    people,
    puzzles,
    words,
)
from enligne.server.contract.prices import AT_ONCE
from enligne.server.contract.refusals import RefusalError, refusal_of
from tests.server.helpers import plain

ROOM = "AZaz09_-" * 2

#: Every request with all its fields.
SAMPLES: dict[type[words.Request], dict[str, Any]] = {
    games.CatalogueRequest: {"rules": "connect4"},
    games.Create: {
        "rules": "9x7:5+gravity",
        "first": {"kind": "me"},
        "second": {"kind": "player", "text": "alphabeta:depth=2"},
        "start": "7/7/7/7/7/3x3 o",
        "clock": {"seconds": 300, "increment": 2.5},
        "name": "Zoë",
        "open": True,
    },
    games.InRoom: {"room": ROOM},
    games.Join: {"room": ROOM, "name": "Anna"},
    people.NameRequest: {"name": "Anna", "room": ROOM},
    people.ReactRequest: {"room": ROOM, "reaction": "wow"},
    people.OpenRequest: {"room": ROOM, "open": True},
    people.AcceptRequest: {"room": ROOM, "name": "Ben"},
    games.MoveRequest: {"room": ROOM, "ply": 3, "move": "d1"},
    games.RandomMove: {"room": ROOM, "ply": 0},
    words.Nothing: {},
    games.GamesRequest: {"after": {"updated": 1763000000.5, "room": ROOM}},
    games.RecordsRequest: {"after": 7},
    games.CarryOut: {"visitor": ROOM * 3},
    games.CarryIn: {"code": "AB12-CD34-EF56"},
    words.GameRequest: {"rules": "gomoku", "moves": ["h8", "i9"], "start": ""},
    games.SetUp: {"rules": "tictactoe", "first": ["a1"], "second": []},
    games.Read: {"text": "44455554221", "rules": "connect4"},
    games.Analyse: {
        "rules": "connect4",
        "moves": ["d1"],
        "start": None,
        "id": "a-1",
        "engine": "solver",
        "seconds": 0.5,
    },
    games.ReviewRequest: {"rules": "connect4", "moves": ["d1"], "start": None, "id": "r"},
    games.StopRequest: {"id": "x" * 32},
    puzzles.PuzzleRequest: {"number": 7},
    puzzles.PuzzlesRequest: {
        "rules": "connect4",
        "theme": "zugzwang",
        "depth": 4,
        "band": 3,
        "order": "rising",
    },
    lab.SearchRequest: {
        "rules": "tictactoe",
        "moves": [],
        "start": None,
        "engine": "minimax:depth=2",
        "most": 100,
        "all_moves": True,
    },
    lab.TreeRequest: {
        "tree": [1, [2, 3]],
        "cuts": False,
        "probes": True,
        "order": "shuffle",
        "seed": 7,
        "side": "second",
    },
    lab.EvaluationRequest: {
        "rules": "connect4",
        "moves": ["d1"],
        "start": None,
        "evaluation": "report",
    },
    lab.CompareRequest: {
        "rules": "connect4",
        "moves": ["d1"],
        "start": None,
        "id": "c",
        "seconds": 1.5,
        "depth": 4,
    },
    lab.MachineSpec: {
        "rules": "tictactoe",
        "variant": "her",
        "side": "second",
        "seed": 3,
        "course": [{"partner": "coach", "games": 5, "moves": None}],
        "brain": None,
    },
    lab.TrainRequest: {"id": "t", "partner": "coach", "games": 10, "rate": 2.0},
    lab.PlayRequest: {"moves": ["b2"]},
    lab.NamedMachine: {"name": "class-a"},
    lab.ExportRequest: {"name": "class-a", "format": "json"},
}

JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1, 677, 10**30, -(10**400), 0.5, -0.5, math.nan, math.inf),
    *("", "a1", "\0", "\ud800", "x" * 20_001, "../../etc/passwd", "d1\n", b"", b"d1", b"\xff"),
    *([], [[]], [None], [1], ["a1"] * 677, [""], ["x" * 9], {}, {"": ""}, {1: 2}, {"kind": "me"}),
]


def refusal(data: Any, kind: type[words.Request]) -> RefusalError:
    with pytest.raises(RefusalError) as caught:
        decode(data, kind)
    answer = plain(caught.value.answer())
    assert answer["ok"] is False
    assert answer["error"] == "bad_request"
    assert 0 < len(str(answer["text"])) < 300
    return caught.value


def is_optional(kind: type[words.Request], name: str) -> bool:
    field = next(each for each in msgspec.structs.fields(kind) if each.name == name)
    return not field.required


def same(read: Any, sent: Any) -> bool:
    """Whether what was read says what was sent; fields left out have their defaults."""
    if isinstance(sent, dict):
        return all(same(read.get(key), value) for key, value in sent.items())
    return bool(read == sent)


def test_every_request_has_a_sample() -> None:
    assert {entry.asks for entry in REQUESTS.values()} == set(SAMPLES)


def test_what_is_made_from_the_contract_is_up_to_date() -> None:
    """The types of the page and the tables of the documentation: ``make contract`` mends them."""
    assert made.typescript() == made.TYPES.read_text()
    text = made.PAGE.read_text()
    assert made.page(text) == text


def test_every_request_has_a_price() -> None:
    for entry in REQUESTS.values():
        price = entry.price(decode(SAMPLES[entry.asks], entry.asks))
        assert 0 < price < 100
    # More to tell costs more.
    price_of = REQUESTS["position"].price
    short, long = (
        decode({"rules": "26x26:5", "moves": ["a1"] * count}, words.GameRequest)
        for count in (10, 676)
    )
    assert price_of(short) < AT_ONCE < 100 * AT_ONCE < price_of(long)


def test_answers_say_that_they_are_granted() -> None:
    assert json.loads(bytes(granted(words.Done()))) == {"ok": True}
    answer = granted(games.Changed(version=3))
    assert json.loads(bytes(answer)) == {"ok": True, "version": 3}
    # What a search process has encoded already.
    assert granted(msgspec.Raw(b'{"version":3}')) == answer


def test_no_answer_or_event_has_a_field_of_its_envelope() -> None:
    for entry in REQUESTS.values():
        assert "ok" not in entry.answers.__struct_fields__
    assert all(isinstance(name, str) for name in EVENTS)


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_sample_is_read_as_it_is(kind: type[words.Request]) -> None:
    sample = SAMPLES[kind]
    assert same(msgspec.to_builtins(decode(sample, kind)), sample)
    # As it comes from the wire.
    assert decode(json.loads(json.dumps(sample)), kind) == decode(sample, kind)


@pytest.mark.parametrize("kind", SAMPLES)
def test_missing_and_unknown_fields(kind: type[words.Request]) -> None:
    sample = SAMPLES[kind]
    for name in sample:
        less = {key: value for key, value in sample.items() if key != name}
        if is_optional(kind, name):
            decode(less, kind)
        else:
            assert f"`{name}`" in refusal(less, kind).text
    for name in ("x", "", "__class__", "Room", "rooms", "visitor"):
        refusal(sample | {name: 1}, kind)
    for data in (None, [], [sample], json.dumps(sample), 5, b"{}", list(sample.items())):
        refusal(data, kind)


def test_unknown_fields_inside() -> None:
    sample = SAMPLES[games.Create]
    refusal(sample | {"first": {"kind": "me", "visitor": "x"}}, games.Create)
    refusal(sample | {"first": {"kind": "owner"}}, games.Create)
    refusal(sample | {"first": {}}, games.Create)
    refusal(sample | {"first": "me"}, games.Create)
    refusal(sample | {"clock": {"seconds": 300, "increment": 1, "left": [9, 9]}}, games.Create)
    refusal(sample | {"clock": {}}, games.Create)


@pytest.mark.parametrize(
    ("kind", "name", "good", "bad"),
    [
        (games.InRoom, "room", ["a" * 12, "-" * 32], ["a" * 11, "a" * 33, "a" * 12 + "\n"]),
        (games.InRoom, "room", [], ["../" * 5, "a" * 12 + "é", "a" * 12 + " ", "\0" * 12]),
        (games.MoveRequest, "ply", [0, 676], [-1, 677, 1.5, "1", True, None, 10**30]),
        (games.MoveRequest, "move", ["d", "z26", "x" * 8], ["", "x" * 9, 4, None, ["d1"]]),
        (games.CatalogueRequest, "rules", ["x", "x" * 40], ["", "x" * 41, 3, None]),
        (words.GameRequest, "moves", [[], ["a1"] * 676], [["a1"] * 677, "a1", [1], [""], None]),
        (words.GameRequest, "start", [None, "x" * 2000], ["x" * 2001, 5, []]),
        (games.Read, "text", ["x", "x" * 20_000], ["", "x" * 20_001, None]),
        (games.Analyse, "id", ["a", "_" * 32], ["", "a" * 33, "a b", "a\n", 1, None]),
        (games.Analyse, "seconds", [0.001, 1, 3600], [0, -1, 3600.1, math.nan, "1", None]),
        (games.Analyse, "engine", ["x", "x" * 300], ["", "x" * 301, None, {}]),
    ],
)
def test_the_bounds(kind: type[words.Request], name: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert getattr(decode(SAMPLES[kind] | {name: value}, kind), name) == value
    for value in bad:
        refusal(SAMPLES[kind] | {name: value}, kind)


@pytest.mark.parametrize("seconds", [4.9, 86401, math.nan, math.inf, -math.inf, "300", None])
def test_clocks_that_cannot_be(seconds: Any) -> None:
    refusal(SAMPLES[games.Create] | {"clock": {"seconds": seconds}}, games.Create)
    clock = {"seconds": 300, "increment": 3601 if seconds is None else -1}
    refusal(SAMPLES[games.Create] | {"clock": clock}, games.Create)


def random_value(source: random.Random, depth: int = 0) -> Any:
    if depth < 4 and source.random() < 0.3:
        values = [random_value(source, depth + 1) for _ in range(source.randrange(4))]
        if source.random() < 0.5:
            return values
        keys = ["room", "ply", "move", "rules", "kind", "text", "id", "first", "zzz"]
        return {source.choice(keys): value for value in values}
    return source.choice(JUNK)


@pytest.mark.parametrize("chunk", range(4))
def test_fuzz(chunk: int) -> None:
    source = random.Random(chunk)
    taken = refused = 0
    kinds = list(SAMPLES)
    for _ in range(2_500):
        kind = source.choice(kinds)
        data: Any = dict(SAMPLES[kind])
        for _ in range(source.randrange(1, 3)):
            match source.randrange(4):
                case 0 if data:
                    del data[source.choice(list(data))]
                case 1 if data:
                    data[source.choice(list(data))] = random_value(source)
                case 2:
                    data[source.choice(["room", "ply", "x", "rules", "text"])] = random_value(
                        source
                    )
        if source.random() < 0.1:
            data = random_value(source)
        try:
            read = decode(data, kind)
        except RefusalError as error:
            assert error.code == "bad_request"
            refused += 1
            continue
        assert set(data) <= set(type(read).__struct_fields__)
        assert same(msgspec.to_builtins(read), data)
        taken += 1
    assert taken > 125
    assert refused > 500


def test_half_a_character() -> None:
    """JSON can name one, but no text can hold it."""
    refusal("\ud800", words.Nothing)
    refusal({"\ud800": 1}, words.Nothing)
    for kind, sample in SAMPLES.items():
        refusal(sample | {"\ud800": 1}, kind)
    refusal(SAMPLES[games.Create] | {"first": {"kind": "\ud800"}}, games.Create)


def test_what_is_nested_without_end() -> None:
    deep: Any = {}
    for _ in range(200_000):
        deep = [deep]
    for kind, sample in SAMPLES.items():
        refusal(deep, kind)
        for name in sample:
            if name != "tree":  # whose size the exhibit checks, before anything is done with it
                refusal(sample | {name: deep}, kind)


def test_the_codes_of_what_the_library_finds() -> None:
    errors: list[tuple[ValueError, str]] = [
        (IllegalMoveError("x"), "illegal"),
        (FinishedError("x"), "finished"),
        (NotationError("x"), "notation"),
        (RecordError("x", line=1), "notation"),
        (PositionError("x", flaw="twice"), "position"),
        (RulesError("x"), "rules"),
        (PlayerTextError("x"), "player"),
        (BrainError("x"), "player"),
        (ValueError("x"), "bad_request"),
    ]
    for error, code in errors:
        answer = plain(refusal_of(error).answer())
        assert answer["error"] == code
        assert answer["text"] == str(error)
    assert refusal_of(PositionError("x", flaw="twice")).values["flaw"] == "twice"
    with pytest.raises(PositionError) as caught:
        Position("connect4", "7/7/3x3/7/7/7 o")
    assert refusal_of(caught.value).values == {"flaw": "in_the_air"}

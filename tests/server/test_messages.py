"""Requests are read strictly: what has another shape, type or size is refused, whatever it is."""

import json
import math
import random
from typing import Any

import msgspec
import pytest

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
from enligne.server import messages
from enligne.server.messages import RefusalError, refusal_of

ROOM = "AZaz09_-" * 2

#: Every request with all its fields.
SAMPLES: dict[type[messages.Request], dict[str, Any]] = {
    messages.Catalogue: {"rules": "connect4"},
    messages.Create: {
        "rules": "9x7:5+gravity",
        "first": {"kind": "me"},
        "second": {"kind": "player", "text": "alphabeta:depth=2"},
        "start": "7/7/7/7/7/3x3 o",
        "clock": {"seconds": 300, "increment": 2.5},
    },
    messages.InRoom: {"room": ROOM},
    messages.MoveRequest: {"room": ROOM, "ply": 3, "move": "d1"},
    messages.RandomMove: {"room": ROOM, "ply": 0},
    messages.Nothing: {},
    messages.GameRequest: {"rules": "gomoku", "moves": ["h8", "i9"], "start": ""},
    messages.SetUp: {"rules": "tictactoe", "first": ["a1"], "second": []},
    messages.Read: {"text": "44455554221", "rules": "connect4"},
    messages.Analyse: {
        "rules": "connect4",
        "moves": ["d1"],
        "start": None,
        "id": "a-1",
        "engine": "solver",
        "seconds": 0.5,
    },
    messages.ReviewRequest: {"rules": "connect4", "moves": ["d1"], "start": None, "id": "r"},
    messages.StopRequest: {"id": "x" * 32},
}
OPTIONAL = {"start", "clock", "increment", "text", "rules"}

JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1, 677, 10**30, -(10**400), 0.5, -0.5, math.nan, math.inf),
    *("", "a1", "\0", "\ud800", "x" * 20_001, "../../etc/passwd", "d1\n", b"", b"d1", b"\xff"),
    *([], [[]], [None], [1], ["a1"] * 677, [""], ["x" * 9], {}, {"": ""}, {1: 2}, {"kind": "me"}),
]


def refusal(data: Any, kind: type[messages.Request]) -> RefusalError:
    with pytest.raises(RefusalError) as caught:
        messages.decode(data, kind)
    answer = caught.value.answer()
    assert answer["ok"] is False
    assert answer["error"] == "bad_request"
    assert 0 < len(str(answer["text"])) < 300
    json.dumps(answer)
    return caught.value


def same(read: Any, sent: Any) -> bool:
    """Whether what was read says what was sent; fields left out have their defaults."""
    if isinstance(sent, dict):
        return all(same(read.get(key), value) for key, value in sent.items())
    return bool(read == sent)


def test_every_request_has_a_sample() -> None:
    kinds = set()
    for each in vars(messages).values():
        if isinstance(each, type) and issubclass(each, messages.Request):
            kinds.add(each)
    assert kinds - {messages.Request, messages.SeatWish, messages.ClockWish} == set(SAMPLES)


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_sample_is_read_as_it_is(kind: type[messages.Request]) -> None:
    sample = SAMPLES[kind]
    assert same(msgspec.to_builtins(messages.decode(sample, kind)), sample)
    # As it comes from the wire.
    assert messages.decode(json.loads(json.dumps(sample)), kind) == messages.decode(sample, kind)


@pytest.mark.parametrize("kind", SAMPLES)
def test_missing_and_unknown_fields(kind: type[messages.Request]) -> None:
    sample = SAMPLES[kind]
    for name in sample:
        less = {key: value for key, value in sample.items() if key != name}
        if name in OPTIONAL and not (name == "rules" and kind is not messages.Read):
            if (kind, name) != (messages.Read, "text"):
                messages.decode(less, kind)
        else:
            assert f"`{name}`" in refusal(less, kind).text
    for name in ("x", "", "__class__", "Room", "rooms", "visitor"):
        refusal(sample | {name: 1}, kind)
    for data in (None, [], [sample], json.dumps(sample), 5, b"{}", list(sample.items())):
        refusal(data, kind)


def test_unknown_fields_inside() -> None:
    sample = SAMPLES[messages.Create]
    refusal(sample | {"first": {"kind": "me", "visitor": "x"}}, messages.Create)
    refusal(sample | {"first": {"kind": "owner"}}, messages.Create)
    refusal(sample | {"first": {}}, messages.Create)
    refusal(sample | {"first": "me"}, messages.Create)
    refusal(sample | {"clock": {"seconds": 300, "increment": 1, "left": [9, 9]}}, messages.Create)
    refusal(sample | {"clock": {}}, messages.Create)


@pytest.mark.parametrize(
    ("kind", "name", "good", "bad"),
    [
        (messages.InRoom, "room", ["a" * 12, "-" * 32], ["a" * 11, "a" * 33, "a" * 12 + "\n"]),
        (messages.InRoom, "room", [], ["../" * 5, "a" * 12 + "é", "a" * 12 + " ", "\0" * 12]),
        (messages.MoveRequest, "ply", [0, 676], [-1, 677, 1.5, "1", True, None, 10**30]),
        (messages.MoveRequest, "move", ["d", "z26", "x" * 8], ["", "x" * 9, 4, None, ["d1"]]),
        (messages.Catalogue, "rules", ["x", "x" * 40], ["", "x" * 41, 3, None]),
        (messages.GameRequest, "moves", [[], ["a1"] * 676], [["a1"] * 677, "a1", [1], [""], None]),
        (messages.GameRequest, "start", [None, "x" * 2000], ["x" * 2001, 5, []]),
        (messages.Read, "text", ["x", "x" * 20_000], ["", "x" * 20_001, None]),
        (messages.Analyse, "id", ["a", "_" * 32], ["", "a" * 33, "a b", "a\n", 1, None]),
        (messages.Analyse, "seconds", [0.001, 1, 3600], [0, -1, 3600.1, math.nan, "1", None]),
        (messages.Analyse, "engine", ["x", "x" * 300], ["", "x" * 301, None, {}]),
    ],
)
def test_the_bounds(
    kind: type[messages.Request], name: str, good: list[Any], bad: list[Any]
) -> None:
    for value in good:
        assert getattr(messages.decode(SAMPLES[kind] | {name: value}, kind), name) == value
    for value in bad:
        refusal(SAMPLES[kind] | {name: value}, kind)


@pytest.mark.parametrize("seconds", [4.9, 86401, math.nan, math.inf, -math.inf, "300", None])
def test_clocks_that_cannot_be(seconds: Any) -> None:
    refusal(SAMPLES[messages.Create] | {"clock": {"seconds": seconds}}, messages.Create)
    clock = {"seconds": 300, "increment": 3601 if seconds is None else -1}
    refusal(SAMPLES[messages.Create] | {"clock": clock}, messages.Create)


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
            read = messages.decode(data, kind)
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
    refusal("\ud800", messages.Nothing)
    refusal({"\ud800": 1}, messages.Nothing)
    for kind, sample in SAMPLES.items():
        refusal(sample | {"\ud800": 1}, kind)
    refusal(SAMPLES[messages.Create] | {"first": {"kind": "\ud800"}}, messages.Create)


def test_what_is_nested_without_end() -> None:
    deep: Any = {}
    for _ in range(200_000):
        deep = [deep]
    for kind, sample in SAMPLES.items():
        refusal(deep, kind)
        for name in sample:
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
        answer = refusal_of(error).answer()
        assert answer["error"] == code
        assert answer["text"] == str(error)
    assert refusal_of(PositionError("x", flaw="twice")).values["flaw"] == "twice"
    with pytest.raises(PositionError) as caught:
        Position("connect4", "7/7/3x3/7/7/7 o")
    assert refusal_of(caught.value).answer()["values"] == {"flaw": "in_the_air"}

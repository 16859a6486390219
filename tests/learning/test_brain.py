"""Brains as text: what is written reads back, and what is damaged is never taken for a brain."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from enligne.errors import BrainError
from enligne.learning import VARIANTS, Brain, Menace, Store, train
from enligne.learning.menace import SideName
from tests.learning.plain import random_variant
from tests.learning.test_store import BAD_NAMES


def trained(
    variant: str = "her", side: SideName = "first", games: int = 300, rules: str = "tictactoe"
) -> Brain:
    machine = Menace(rules, variant=variant, side=side, seed=4)
    return Brain("class-a", machine, train(machine, "mix:0.5", games, every=games))


def assert_same(a: Brain, b: Brain) -> None:
    assert a.name == b.name
    assert a.curve == b.curve
    assert (a.machine.rules, a.machine.variant) == (b.machine.rules, b.machine.variant)
    assert (a.machine.side, a.machine.seed) == (b.machine.side, b.machine.seed)
    assert a.machine.results == b.machine.results
    assert a.machine._core.random_state == b.machine._core.random_state
    assert list(a.machine.boxes()) == list(b.machine.boxes())
    assert a.machine._core.boxes() == b.machine._core.boxes()
    assert a.to_json() == b.to_json()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("side", ["first", "second", "random"])
def test_texts_round_trip(variant: str, side: SideName) -> None:
    brain = trained(variant, side)
    again = Brain.from_json(brain.to_json())
    assert_same(again, brain)
    # The copy goes on as the original does.
    for each in (brain, again):
        each.curve.extend(train(each.machine, "coach", 50))
    assert_same(again, brain)


def test_other_rules_and_variants_round_trip() -> None:
    source = random.Random(1)
    for rules in ("3x3:3+gravity", "4x3:3+gravity", "3x4:4+gravity+exact", "4x3:3"):
        brain = trained(random_variant(source).text, "random", rules=rules)
        assert_same(Brain.from_json(brain.to_json()), brain)


def test_brains_of_older_versions_are_read() -> None:
    """The file was written when what is random was called a lot."""
    text = Path(__file__).with_name("old_brain.json").read_text()
    brain = Brain.from_json(text)
    assert (brain.name, brain.machine.side, brain.machine.seed) == ("old", "random", 5)
    assert brain.machine._core.random_state == json.loads(text)["lot"]
    assert brain.machine.results.losses == 12
    assert dict(brain.machine._core.boxes()) == json.loads(text)["boxes"]
    assert_same(Brain.from_json(brain.to_json()), brain)


def test_fresh_machines_round_trip() -> None:
    brain = Brain("fresh", Menace("tictactoe"))
    assert json.loads(brain.to_json())["boxes"] == {}
    assert_same(Brain.from_json(brain.to_json()), brain)


@pytest.mark.parametrize("games", [500, 5000])
def test_boxes_with_very_many_beads_round_trip(games: int) -> None:
    brain = trained("scroggs:win=1000000", "first", games)
    assert max(box.total for box in brain.machine.boxes()) > 10**8
    assert_same(Brain.from_json(brain.to_json()), brain)


def test_the_text_is_for_people_too() -> None:
    text = trained().to_json()
    data = json.loads(text)
    assert list(data) == [
        "format", "version", "name", "rules", "variant", "side", "seed", "random", "results",
        "curve", "boxes", "check",
    ]  # fmt: skip
    assert data["rules"] == "3x3:3"
    # A line for each box.
    for front, beads in data["boxes"].items():
        line = f' "{front}": {json.dumps(beads, separators=(",", ":"))}'
        assert line in text
    assert text.endswith("}\n")


def test_names() -> None:
    for name in ("a", "class-a", "Mme.Curie_2", "9", "é", "漢字", "x" * 64):
        brain = Brain(name, Menace("tictactoe"))
        assert_same(Brain.from_json(brain.to_json()), brain)
    for name in (*BAD_NAMES, " ", "-x", "a:b", "\0"):
        with pytest.raises(BrainError, match="cannot be the name of a brain"):
            Brain(name, Menace("tictactoe"))


def changed(change: dict[str, Any]) -> str:
    """A brain written by hand, without a checksum, with something else in it."""
    data = json.loads(trained(games=5).to_json())
    del data["check"]
    return json.dumps(data | change)


def test_a_file_written_by_hand_needs_no_checksum() -> None:
    brain = Brain.from_json(changed({"boxes": {"3/3/3 x": [0, 0, 5]}, "name": "mine"}))
    assert brain.name == "mine"
    front = next(brain.machine.boxes())
    assert list(front.beads.values()) == [0, 0, 5]
    assert list(front.cells.values()) == [4, 4, 1]
    assert "check" in json.loads(brain.to_json())


def test_what_was_changed_by_hand_does_not_match_its_checksum() -> None:
    data = json.loads(trained().to_json())
    data["results"]["wins"] += 1
    with pytest.raises(BrainError, match="does not match its checksum"):
        Brain.from_json(json.dumps(data))
    checks: list[object] = ["", "0" * 64, 1, [], {}, False]
    for check in checks:
        data = json.loads(trained().to_json())
        with pytest.raises(BrainError, match="checksum"):
            Brain.from_json(json.dumps(data | {"check": check}))


@pytest.mark.parametrize("version", [0, 2, 99, "1", None, [1]])
def test_other_versions_are_refused_by_number(version: object) -> None:
    with pytest.raises(BrainError) as caught:
        Brain.from_json(changed({"version": version}))
    assert f"its version is {version!r}, and this program reads 1" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "{", "nonsense", "[]", "null", "3", '"enligne brain"', "{}", '{"format": "other"}',
     '{"format": ["enligne brain"]}', "[" * 100_000, "1" * 5000, "\ufeff{}", "{} {}"],
    ids=range(14),
)  # fmt: skip
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BrainError, match="it is not"):
        Brain.from_json(text)


@pytest.mark.parametrize(
    "field", ["name", "rules", "variant", "side", "seed", "random", "results", "curve", "boxes"]
)
def test_missing_fields_are_named(field: str) -> None:
    data = json.loads(changed({}))
    del data[field]
    with pytest.raises(BrainError, match=f"{field} is missing"):
        Brain.from_json(json.dumps(data))


VARIANT = VARIANTS["her"].data()
RESULTS = {"wins": 1, "draws": 2, "losses": 3}
CURVE: dict[str, list[float]] = {"games": [], "worst_case": [], "perfect": [], "random": []}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name": 3}, "name is not a text"),
        ({"name": "../x"}, "'../x' cannot be the name"),
        ({"name": "\ud800"}, "cannot be the name"),
        ({"rules": None}, "rules is not a text"),
        ({"rules": "chess"}, "'chess' is neither a preset"),
        ({"rules": "19x19:5"}, "gomoku19 has too many positions for matchboxes"),
        ({"side": ["first"]}, "side is not a text"),
        ({"side": "third"}, "side 'third': it is one of first, second, random"),
        *(({"seed": seed}, f"seed {seed!r}") for seed in (-1, 1.0, "1", 2**63, True)),
        *(({"random": state}, "random is not") for state in (-1, 2**64, 0.5, True)),
        *(({"results": RESULTS | {name: 2**64}}, "results are") for name in RESULTS),
        *(({"results": RESULTS | {"losses": wrong}}, "results are") for wrong in (-3, 3.0)),
        ({"results": RESULTS | {"x": 4}}, "results are"),
        ({"results": {"wins": 1, "draws": 2}}, "results are"),
        ({"results": None}, "results are"),
        ({"variant": "her"}, "a matchbox variant is an object"),
        ({"variant": {}}, "missing or unknown"),
        ({"variant": VARIANT | {"win": -1}}, "win=-1"),
        ({"variant": VARIANT | {"win": 1.0}}, "win"),
        ({"variant": VARIANT | {"win": 10**30}}, "win"),
        ({"variant": VARIANT | {"beads": []}}, "beads"),
        ({"variant": VARIANT | {"empty": "x"}}, "empty='x'"),
        ({"variant": VARIANT | {"symmetry": 1}}, "symmetry"),
        ({"curve": None}, "a curve has games"),
        ({"curve": CURVE | {"games": [1]}}, "lists of the same length"),
        ({"boxes": []}, "boxes are an object"),
        ({"boxes": {"3/3/3 x": 3}}, "box '3/3/3 x': beads are a list of whole numbers from 0"),
        *(
            ({"boxes": {"3/3/3 x": [1, 1, wrong]}}, "box '3/3/3 x': beads are")
            for wrong in (-1, 1.0, True, None, 10**30)
        ),
        ({"boxes": {"3/3/3 x": [2**31] * 3}}, "box '3/3/3 x': beads are"),
        ({"boxes": {"3/3/3 x": [1, 1]}}, "box '3/3/3 x': there is no such box with 2 moves"),
        ({"boxes": {"3/3/3 x": []}}, "box '3/3/3 x': there is no such box with 0 moves"),
        ({"boxes": {"3/3/3 o": [1, 1, 1]}}, "box '3/3/3 o': there is no such box"),
        ({"boxes": {"": [1]}}, "box '': there is no such box"),
        ({"boxes": {"\ud800": [1]}}, "box '"),
        ({"boxes": {"x" * 10**5: [1]}}, "box 'xxx"),
        ({"boxes": {"xxx/oo1/3 o": [1]}}, "there is no such box"),
        # The box shows another image of the position.
        ({"boxes": {"x2/3/3 o": [1] * 5}}, "box 'x2/3/3 o': there is no such box"),
    ],
)
def test_wrong_fields_say_what_is_wrong(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BrainError) as caught:
        Brain.from_json(changed(change))
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 500


def test_forced_moves_have_no_box() -> None:
    forced = [box for box in Menace("tictactoe").boxes(forced=True) if box.is_forced]
    assert len(forced) == 34
    for box in forced:
        with pytest.raises(BrainError, match="there is no such box with 1 moves"):
            Brain.from_json(changed({"boxes": {box.position.text: [1]}}))


def corrupted(data: bytes, source: random.Random) -> bytes:
    """A byte flipped, deleted or inserted."""
    place = source.randrange(len(data))
    match source.randrange(4):
        case 0:
            bit = 1 << source.randrange(8)
            return data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]
        case 1:
            return data[:place] + data[place + 1 :]
        case 2:
            return data[:place] + bytes([source.randrange(256)]) + data[place:]
    return data[:place] + source.choice([b" ", b"\n", b"0", b"1", b"-", b'"', b","]) + data[place:]


def test_no_corruption_of_a_byte_is_taken_for_a_brain(tmp_path: Path) -> None:
    store, source = Store(tmp_path), random.Random(6)
    brain = trained("michie", games=40)
    store.save(brain)
    path = store.path(brain.name)
    original = path.read_bytes()
    refused = same = 0
    for _ in range(400):
        damaged = corrupted(original, source)
        path.write_bytes(damaged)
        try:
            found = store.load(brain.name)
        except BrainError as error:
            refused += 1
            assert str(path) in str(error)
            assert len(str(error)) < len(str(path)) + 500
        else:
            same += 1
            assert_same(found, brain)
        assert path.read_bytes() == damaged
    assert refused > 300
    assert same > 5


def test_no_cut_is_taken_for_a_brain(tmp_path: Path) -> None:
    """As after a write that was broken off."""
    store = Store(tmp_path)
    brain = trained("michie", games=40)
    store.save(brain)
    path = store.path(brain.name)
    original = path.read_bytes()
    for length in range(0, len(original) - 2, 61):
        path.write_bytes(original[:length])
        with pytest.raises(BrainError, match="damaged, left as it is"):
            store.load(brain.name)
        assert path.read_bytes() == original[:length]


def test_damage_that_looks_like_json(tmp_path: Path) -> None:
    """Values exchanged for others of any type: refused by name, or taken for what they say."""
    source = random.Random(7)
    values: list[Any] = [None, True, -1, 0, 1, 2.5, 2**70, "", "x", [], [1], {}, {"a": 1}]
    store = Store(tmp_path)
    for _ in range(600):
        data = json.loads(changed({}))
        for _ in range(source.choice([1, 1, 2])):
            inside: Any = data
            while True:
                key = source.choice(
                    list(inside) if isinstance(inside, dict) else list(range(len(inside)))
                )
                if isinstance(inside[key], dict | list) and inside[key] and source.random() < 0.7:
                    inside = inside[key]
                    continue
                inside[key] = source.choice(values)
                break
        store.path("a").parent.mkdir(parents=True, exist_ok=True)
        store.path("a").write_text(json.dumps(data))
        try:
            brain = store.load("a")
        except BrainError as error:
            assert str(store.path("a")) in str(error)
        else:
            assert_same(Brain.from_json(brain.to_json()), brain)

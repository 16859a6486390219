"""Variants as texts, as data and as values: what can be written reads back, and the rest is
refused by name."""

import dataclasses
import json
import random

import pytest

from enligne.errors import VariantError
from enligne.learning import VARIANTS, Menace, Variant
from tests.learning.plain import random_variant

ALPHABET = "abcdehilmnoprstuwxyBEADS0123456789=,:-+._ \t\néß²٣\x00\ud800"


@pytest.mark.parametrize("name", VARIANTS)
def test_presets_have_their_names(name: str) -> None:
    preset = VARIANTS[name]
    assert preset.text == name
    assert str(preset) == name
    assert Variant.of(name) == Variant.of(f" {name.upper()} ") == Variant.of(preset) == preset
    assert Variant.of(f"{name}:") == preset


def test_changes_to_a_preset() -> None:
    variant = Variant.of("michie:loss=2,empty=refill")
    assert variant == dataclasses.replace(VARIANTS["michie"], loss=2, empty="refill")
    assert Variant.of("her:beads=8-4-2-1").beads == (8, 4, 2, 1)
    assert not Variant.of("her:symmetry=off").symmetry
    assert Variant.of("her: win=1 , draw=2") == Variant.of("her:draw=2,win=1")


def test_random_variants_round_trip() -> None:
    source = random.Random(1)
    for _ in range(120):
        variant = random_variant(source)
        assert Variant.of(variant.text) == variant
        assert Variant.of(str(variant)).text == variant.text
        data = json.loads(json.dumps(variant.data()))
        assert Variant.from_data(data) == variant
        assert hash(Variant.from_data(data)) == hash(variant)
        # No preset gives a shorter text.
        for name in VARIANTS:
            assert len(variant.text) <= len(f"{name}:{variant.details}")
            assert Variant.of(f"{name}:{variant.details}") == variant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a matchbox variant; there are michie, scroggs, report, her"),
        ("hers", "'hers' is not a matchbox variant"),
        ("win=3", "'win=3' is not a matchbox variant"),
        ("her:beads", "her: beads needs a value"),
        ("her:bead=1", "her has no option 'bead=1'"),
        ("her:win=1,win=2", "her: win is given twice"),
        ("her:win=1,", "her has no option ''"),
        ("her:beads=0", "her: beads='0'"),
        ("her:beads=1-0", "her: beads='1-0'"),
        ("her:beads=1--1", "her: beads='1--1'"),
        ("her:beads=1000000", "her: beads='1000000'"),
        ("her:beads=" + "-".join("1" * 33), "her: beads='1-1-"),
        ("her:beads=", "her: beads=''"),
        ("her:per=box", "her: per='box': it is one of move, cell"),
        ("her:win=-1", "her: win=-1: it is at least 0"),
        ("her:win=1000001", "her: win=1000001: it is at least 0 and at most 1000000"),
        ("her:draw=x", "her: draw='x': it is a whole number"),
        ("her:loss=1.5", "her: loss='1.5': it is a whole number"),
        ("her:loss=1_0", "her: loss='1_0': it is a whole number"),
        ("her:loss=٣", "her: loss='٣': it is a whole number"),
        ("her:blame=first", "her: blame='first': it is one of all, last"),
        ("her:empty=die", "her: empty='die': it is one of resign, refill, charge"),
        ("her:floor=", "her: floor=''"),
        ("her:cap=-5", "her: cap=-5"),
        ("her:symmetry=yes", "her: symmetry='yes': it is one of on, off"),
        ("michie:cap=3", "cap=3 is below its beads or its floor"),
        ("her:cap=2,floor=3", "cap=2 is below its beads or its floor"),
    ],
)
def test_bad_texts_say_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(VariantError) as caught:
        Variant.of(text)
    assert reason in str(caught.value)
    with pytest.raises(VariantError):
        Menace("tictactoe", variant=text)


BAD_VALUES: dict[str, list[object]] = {
    "beads": [(), (0,), (-1,), (1.0,), (True,), ("x",), (10**6,), (1,) * 33, 3, None],
    "per": ["both", None, ["cell"]],
    "win": [-1, 10**6 + 1, 10**100, 1.0, 1.5, "1", True, None],
    "draw": [-1, float("nan")],
    "loss": [float("inf"), [1]],
    "blame": ["none"],
    "empty": [""],
    "floor": [-1],
    "cap": [-1, 2.0],
    "symmetry": [1, "on", None],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD_VALUES.items() for value in values]
)
def test_bad_values_name_their_option(name: str, value: object) -> None:
    with pytest.raises(VariantError, match=name):
        Variant(**{name: value})  # type: ignore[arg-type]
    data = VARIANTS["her"].data() | {name: list(value) if isinstance(value, tuple) else value}
    with pytest.raises(VariantError, match=name):
        Variant.from_data(data)


def test_bad_data() -> None:
    for wrong in (None, [], "her", 1, ["beads"]):
        with pytest.raises(VariantError, match="is an object"):
            Variant.from_data(wrong)
    data = VARIANTS["her"].data()
    for name in data:
        with pytest.raises(VariantError, match=f"missing or unknown: {name}"):
            Variant.from_data({key: value for key, value in data.items() if key != name})
    with pytest.raises(VariantError, match="missing or unknown: colour"):
        Variant.from_data(data | {"colour": "red"})
    with pytest.raises(VariantError, match="beads is a list of whole numbers"):
        Variant.from_data(data | {"beads": "1"})


def test_any_other_text_is_refused_by_name() -> None:
    source = random.Random(3)
    samples = [*VARIANTS, *(random_variant(source).text for _ in range(60))]
    taken = refused = 0
    for _ in range(5000):
        text = _mutated(source.choice(samples), source)
        try:
            variant = Variant.of(text)
        except VariantError as error:
            assert str(error)
            refused += 1
        else:
            assert Variant.of(variant.text) == variant
            taken += 1
    assert taken > 500
    assert refused > 500


def test_any_other_value_is_refused_by_name() -> None:
    source = random.Random(4)
    values: list[object] = [None, True, 0, 1, 7, -1, 10**9, 0.5, "", "on", "cell", "last"]
    values += [[], [1], [2, 1]]
    for _ in range(2000):
        data = VARIANTS[source.choice(list(VARIANTS))].data()
        for _ in range(source.randrange(3)):
            data[source.choice([*data, "other"])] = source.choice(values)
        try:
            variant = Variant.from_data(data)
        except VariantError as error:
            assert str(error)
        else:
            assert variant.data() == data


def _mutated(text: str, source: random.Random) -> str:
    if source.random() < 0.1:
        return "".join(source.choices(ALPHABET, k=source.randrange(30)))
    characters = list(text)
    for _ in range(source.choice([0, 1, 1, 2, 5])):
        place = source.randrange(len(characters) + 1)
        match source.randrange(3):
            case 0:
                characters.insert(place, source.choice(ALPHABET))
            case 1:
                del characters[place : place + source.randrange(1, 4)]
            case 2:
                characters[place : place + 1] = source.choice(ALPHABET)
    return "".join(characters)

"""Players as values: their texts, seeds, and what a policy grants."""

import math
import pickle
import random
from dataclasses import fields

import pytest

from enligne import PlayerTextError, arena, engines, players
from enligne.engines import ENGINES
from enligne.engines.gomoku import TECHNIQUES
from enligne.learning import Menace, train
from enligne.players import HARMLESS, PLAYERS, PlayerSpec, Policy
from enligne.players.levels import Level
from enligne.spec import Kind, Option, Value

#: Texts that cannot be made up from the bounds of an option.
WORDS = {
    "brain": ["class-a", "b"],
    "program": ["./pbrain-x", "/a b/c --x=1,2 y:z", "level:5", "a=b,a=b"],
    "book": ["shipped", "none"],
    "object": ["mine:best", "package.mine:Class:depth=3,seed=1"],
    "file": ["agent.py", "/some where/a,b=c:d.py", "GREEDY"],
    "without": [TECHNIQUES[0], "+".join(TECHNIQUES)],
}
LIMITED = ("threads", "seconds", "table_mb")


def random_value(option: Option, source: random.Random) -> Value:
    if option.name in WORDS:
        return source.choice(WORDS[option.name])
    if option.choices == ("on", "off"):
        return source.random() < 0.5
    if option.choices:
        return source.choice(option.choices)
    if isinstance(option.least, float):
        # Numbers of every size, with as many digits as they come.
        low, high = math.log(option.least), math.log(option.most)
        drawn = math.exp(source.uniform(low, high))
        return min(max(source.choice([drawn, float(round(drawn, 2))]), option.least), option.most)
    assert option.most < math.inf
    most = int(source.choice([option.most, min(option.most, 100)]))
    return source.randint(int(option.least), most)


def random_spec(kind: type[Kind], source: random.Random) -> PlayerSpec:
    return PlayerSpec.of(
        kind,
        **{
            option.name: random_value(option, source)
            for option in kind.options
            if option.wanted or source.random() < 0.5
        },
    )


def random_policy(source: random.Random) -> Policy:
    return Policy(
        threads=source.choice([None, 1, 2, 16]),
        seconds=source.choice([None, 0.05, 1.0, 12.5]),
        table_mb=source.choice([None, 1, 32, 512]),
    )


@pytest.fixture(params=PLAYERS)
def kind(request: pytest.FixtureRequest) -> type[Kind]:
    return PLAYERS[request.param]


def test_texts_and_values_say_the_same(kind: type[Kind]) -> None:
    source = random.Random(f"texts/{kind.name}")
    for _ in range(300):
        spec = random_spec(kind, source)
        assert players.parse(spec.text) == spec
        assert players.parse(spec.text).text == spec.text == str(spec)
        assert players.parse(f" {spec.text} ") == spec
        assert hash(players.parse(spec.text)) == hash(spec)
        assert pickle.loads(pickle.dumps(spec)) == spec
        assert PlayerSpec.of(kind, **spec.values) == spec
        assert spec.with_options(**spec.values) == spec
        assert list(spec.values) == [option.name for option in kind.options]
        if kind.name in ENGINES:
            assert engines.parse(spec.text) == spec


def test_defaults_are_left_out_of_the_text(kind: type[Kind]) -> None:
    source = random.Random(f"defaults/{kind.name}")
    for _ in range(50):
        spec = random_spec(kind, source)
        defaults = {each.name: each.default for each in kind.options if not each.wanted}
        bare = spec.with_options(**defaults)
        wanted = {name: value for name, value in spec.values.items() if name not in defaults}
        assert bare.text == PlayerSpec.of(kind, **wanted).text
        assert len(bare.text) <= len(spec.text)


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("Greedy", "greedy"),
        ("greedy:", "greedy"),
        ("greedy:evaluation=lines", "greedy"),
        ("level:level=5", "level:5"),
        (" LEVEL:5, seed=3 ", "level:5,seed=3"),
        ("alphabeta:threads=1,depth=8,cut=on", "alphabeta:depth=8"),
        ("alphabeta:table_mb=0,depth=3,cut=off", "alphabeta:depth=3,cut=off,table_mb=0"),
        ("perfect:seconds=2.0", "perfect"),
        ("perfect:seconds=2.50", "perfect:seconds=2.5"),
        ("perfect:seconds=0.12345678901", "perfect:seconds=0.12345678901"),
        ("gomocup: ./prog -x a=1,b=2 ", "gomocup:./prog -x a=1,b=2"),
    ],
)
def test_the_shortest_text(text: str, shortest: str) -> None:
    assert players.parse(text).text == shortest
    assert players.parse(shortest).text == shortest


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a player; there are level, perfect, menace, gomocup, connectx, python"),
        ("alphabeta:depth=0", "alphabeta: depth=0: it is at least 1 and at most 676"),
        ("alphabeta:depth=2.5", "alphabeta: depth='2.5': it is a whole number"),
        ("alphabeta:depth=1,depth=2", "alphabeta: depth is given twice"),
        ("alphabeta:cut=maybe", "alphabeta: cut='maybe': it is one of on, off"),
        ("alphabeta:8", "alphabeta has no option '8'; it has depth, seconds, nodes"),
        ("alphabeta:depth", "alphabeta: depth needs a value: depth=…"),
        ("random:seed", "random: seed needs a value: seed=…"),
        ("menace:seed=-1", "menace: seed=-1: it is at least 0 and at most 9223372036854775807"),
        ("level", "level: which level? Write level:1 to level:10"),
        ("level:seed=1", "level: which level? Write level:1 to level:10"),
        ("level:11", "level: level=11: it is at least 1 and at most 10"),
        ("menace:seed=1", "menace: which brain? Write menace:brain=NAME"),
        ("connectx: ", "connectx: which file? Write connectx:FILE.py"),
        ("perfect:seconds=nan", "perfect: seconds=nan: it is at least 0.01 and at most 86400"),
    ],
)
def test_wrong_texts_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PlayerTextError) as caught:
        players.parse(text)
    assert str(caught.value).startswith(reason)


def test_values_are_checked_as_texts_are() -> None:
    level = PlayerSpec.of(Level, level=3)
    with pytest.raises(PlayerTextError, match="level has no option 'depth'; it has level, seed"):
        level.with_options(depth=1)
    for wrong in (0, 11, 2.5, True, "x"):
        with pytest.raises(PlayerTextError, match="level: level="):
            level.with_options(level=wrong)
    with pytest.raises(PlayerTextError, match="which"):
        PlayerSpec.of(Level)
    assert level == PlayerSpec.of(Level, level=3)


def test_a_player_that_is_no_engine_is_not_one() -> None:
    for text in ("level:5", "nobody"):
        with pytest.raises(PlayerTextError, match="is not an engine; there are random, greedy"):
            engines.create(text)
    with pytest.raises(PlayerTextError, match="level:5 is not an engine; there are random"):
        engines.create(players.parse("level:5"))


def test_a_seed_only_where_there_is_none(kind: type[Kind]) -> None:
    source = random.Random(f"seeds/{kind.name}")
    for _ in range(50):
        spec = random_spec(kind, source)
        seeded = spec.with_seed(7)
        if "seed" in spec.values and spec.values["seed"] is None:
            assert seeded == spec.with_options(seed=7)
        else:
            assert seeded == spec


def test_what_is_allowed_is_listed_and_all_else_refused(kind: type[Kind]) -> None:
    source = random.Random(f"kinds/{kind.name}")
    for _ in range(20):
        spec, policy = random_spec(kind, source), random_policy(source)
        if kind.name in HARMLESS:
            assert players.parse(spec.text, policy) == spec.limited(policy)
            continue
        with pytest.raises(PlayerTextError) as caught:
            players.parse(spec.text, policy)
        about, _, known = str(caught.value).partition("there are ")
        assert about == f"{kind.name!r} is not a player here; "
        assert known.split(", ") == list(HARMLESS)
        with pytest.raises(PlayerTextError, match="is not a player here"):
            spec.limited(policy)


def test_programs_and_files_are_not_for_strangers() -> None:
    assert {"gomocup", "connectx", "python"} == set(PLAYERS) - set(HARMLESS)
    assert set(HARMLESS) <= set(PLAYERS)


def test_a_new_kind_is_refused_until_it_is_listed() -> None:
    class New(Level):
        name = "new"

    spec = PlayerSpec.of(New, level=1)
    with pytest.raises(PlayerTextError, match="'new' is not a player here"):
        spec.limited(Policy())
    assert spec.limited(Policy(kinds=("new",))) == spec
    with pytest.raises(PlayerTextError, match="'greedy' is not a player here; there are random"):
        players.parse("greedy", Policy(kinds=("random",)))
    with pytest.raises(PlayerTextError, match="'new' is not a player; there are level, perfect"):
        players.parse("random", Policy(kinds=("random", "new")))


@pytest.mark.parametrize("name", HARMLESS)
def test_a_policy_never_grants_more(name: str) -> None:
    source = random.Random(f"policy/{name}")
    assert {each.name for each in fields(Policy)} == {"kinds", *LIMITED}
    for _ in range(200):
        spec, policy = random_spec(PLAYERS[name], source), random_policy(source)
        granted = spec.limited(policy)
        assert granted.limited(policy) == granted
        for key, asked in spec.values.items():
            has, most = granted.values[key], getattr(policy, key) if key in LIMITED else None
            if most is None:
                assert has == asked
                continue
            assert isinstance(has, int | float)
            assert has <= most
            if asked is None:
                assert has == (1 if key == "threads" else most)
            else:
                assert isinstance(asked, int | float)
                assert has == min(asked, most)


def test_players_are_made_from_specs() -> None:
    spec = players.parse("alphabeta:depth=3,cut=off")
    assert players.create(spec).spec == engines.create(spec).spec == spec
    assert players.create(spec).text == "alphabeta:depth=3,cut=off"
    assert repr(players.create("level:3,seed=1")) == "players.create('level:3,seed=1')"
    assert repr(engines.create(spec)) == "engines.create('alphabeta:depth=3,cut=off')"


def test_a_value_serves_wherever_a_player_is_named() -> None:
    spec = players.parse("greedy")
    assert arena.play(spec, spec, "tictactoe", games=2).record.games == 2
    machine = Menace("tictactoe")
    train(machine, spec, games=3)
    assert machine.results.games == 3
    assert players.parse(spec) == spec
    with pytest.raises(PlayerTextError, match="solver"):
        players.parse(engines.parse("solver"), Policy(kinds=("greedy",)))

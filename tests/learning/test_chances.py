"""Exact chances against going through all games, one real position after the other."""

import random

import pytest

from enligne import FIRST, SECOND, Move, Position, Side, _core
from enligne.learning import VARIANTS, Menace, Variant, train
from enligne.learning.menace import SideName
from tests.learning.plain import chances, random_variant, same_moves, state_of, tree_of

OPPONENTS = {
    "random": _core.Opponent.RANDOM,
    "perfect": _core.Opponent.PERFECT,
    "worst": _core.Opponent.WORST,
}
#: Small enough to go through all games without symmetry.
RULES = ["3x3:3+gravity", "4x3:3+gravity", "3x4:3+gravity+exact"]


def assert_exact(machine: Menace) -> None:
    measures = machine.measure()
    found = {
        "random": measures.random,
        "perfect": measures.perfect,
        "worst": measures.worst_case,
    }
    for opponent in OPPONENTS:
        assert abs(sum(found[opponent]) - 1) < 1e-12
        expected = [chances(machine, side, opponent) for side in machine.sides]
        for i, chance in enumerate(found[opponent]):
            # Of the worst case only the losses are certain: among replies that lose alike,
            # rounding may choose the other one.
            if opponent != "worst" or i == 2:
                mean = sum(float(each[i]) for each in expected) / len(expected)
                assert abs(chance - mean) < 1e-12


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("side", ["first", "second"])
def test_every_variant_after_training(variant: str, side: SideName) -> None:
    machine = Menace("tictactoe", variant=variant, side=side, seed=3)
    for sparring, games in (("mix:0.5", 150), ("self", 2000)):
        train(machine, sparring, games)
        assert_exact(machine)


@pytest.mark.parametrize("variant", VARIANTS)
def test_fresh_machines_with_either_side(variant: str) -> None:
    assert_exact(Menace("tictactoe", variant=variant, side="random"))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("sparring", ["random", "coach"])
def test_other_rules_and_variants(rules: str, sparring: str) -> None:
    source = random.Random(f"{rules} {sparring}")
    for variant in (Variant.of("her"), random_variant(source), random_variant(source)):
        side: SideName = source.choice(["first", "second"])
        machine = Menace(rules, variant=variant, side=side, seed=source.randrange(100))
        train(machine, sparring, 200)
        assert_exact(machine)


@pytest.mark.parametrize(
    ("variant", "side", "seed", "games"),
    [
        ("michie:beads=6-8-4,floor=1,cap=12,symmetry=off", "first", 46, 98),
        ("her:beads=7-6-7,win=4,empty=resign", "second", 7, 66),
        ("michie", "first", 1, 50),
        ("her", "second", 2, 50),
        ("report", "first", 3, 50),
    ],
)
def test_wins_and_draws_of_the_worst_case(
    variant: str, side: SideName, seed: int, games: int
) -> None:
    """Of replies that lose as often, the one that lets the machine win least is the worst."""
    machine = Menace("3x3:3+gravity", variant=variant, side=side, seed=seed)
    train(machine, "coach", games)
    expected = chances(machine, machine.sides[0], "worst", exact=True)
    for chance, exact in zip(machine.measure().worst_case, expected, strict=True):
        assert abs(chance - float(exact)) < 1e-12


@pytest.mark.parametrize("empty", ["resign", "refill", "charge"])
def test_empty_boxes(empty: str) -> None:
    # A machine that only ever loses beads: many of its boxes are soon empty.
    machine = Menace("tictactoe", variant=f"michie:win=0,draw=0,empty={empty}", seed=1)
    train(machine, "perfect", 60)
    boxes = list(machine.boxes())
    assert (
        machine._core.set_boxes([(box.position.text, [0] * len(box.beads)) for box in boxes[5:90]])
        is None
    )
    assert any(box.total == 0 for box in machine.boxes())
    assert_exact(machine)


def test_a_dead_machine_always_loses() -> None:
    machine = Menace("tictactoe", variant="michie")
    assert machine._core.set_boxes([("3/3/3 x", [0, 0, 0])]) is None
    assert machine.measure() == ((0, 0, 1),) * 3
    assert machine.losing_line() == []
    assert not machine.never_loses()


def replay(machine: Menace, side: Side) -> Position:
    """Plays a losing line: every move of the machine has a bead that can be drawn."""
    line = machine.losing_line(side)
    assert line is not None
    position = Position(machine.rules)
    for move in line:
        assert isinstance(move, Move)
        if position.side is side:
            box = machine.box(position)
            state = state_of(position)
            # The bead means this move, or one that is the same up to symmetry.
            same = {
                tuple(draw.move)
                for draw in (machine.draw(position) for _ in range(400))
                if draw is not None
            }
            assert same & same_moves(state, move, machine.rules)
            assert box.total > 0
        position = position.play(move)
    return position


@pytest.mark.parametrize(("name", "side"), [("first", FIRST), ("second", SECOND)])
def test_the_report_can_still_lose_after_playing_itself(name: SideName, side: Side) -> None:
    machine = Menace("tictactoe", variant="report", side=name, seed=1)
    curve = train(machine, "self", 20_000)
    assert machine.games == 20_000
    assert curve.worst_case[-1] > 0.05
    assert not machine.never_loses()
    end = replay(machine, side)
    outcome = end.outcome()
    assert outcome.winner is side.other


@pytest.mark.parametrize("side", Side)
def test_losing_lines_are_replayed_by_beads_that_are_there(side: Side) -> None:
    """Of machines with few beads, whose lines end in a loss or at an empty box."""
    ends = set()
    for seed in range(12):
        machine = Menace("tictactoe", variant="her", side="random", seed=seed)
        train(machine, "random", 40 * seed + 1)
        if machine.losing_line(side) is None:
            continue
        end = replay(machine, side)
        outcome = end.outcome()
        if outcome is None:
            assert end.side is side
            assert machine.box(end).total == 0
        else:
            assert outcome.winner is side.other
        ends.add(outcome is None)
    assert False in ends


def test_what_the_rules_allow() -> None:
    for rules in ("tictactoe", "3x3:3+gravity", "4x3:3+gravity"):
        value = tree_of(rules).values[()]
        machine = Menace(rules)
        assert machine.can_hold(FIRST) == (value >= 0)
        assert machine.can_hold(SECOND) == (value <= 0)
    assert not Menace("4x3:3+gravity").can_hold(SECOND)


# The shortest losing line, against a search that goes through every position; and what a page
# needs to look into a machine while it learns.


@pytest.mark.parametrize("rules", ["tictactoe", "3x4:3+gravity"])
@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_counts_are_those_of_the_boxes(rules: str, side: Side) -> None:
    machine = Menace(rules, variant="scroggs", side="random", seed=2)
    train(machine, "random", 300)
    assert machine.counts(side) == [list(box.beads.values()) for box in machine.boxes(side)]


def test_a_lot_set_back_draws_the_same_again() -> None:
    machine = Menace(seed=4)
    position = Position("tictactoe")

    def drawn() -> list[object]:
        return [draw.bead for draw in (machine.draw(position) for _ in range(30)) if draw]

    state = machine.random_state
    first = drawn()
    assert drawn() != first  # it goes on
    machine.random_state = state
    assert drawn() == first


def test_the_symmetry_to_the_front_leads_a_bead_back() -> None:
    machine = Menace(seed=3)
    turned = 0
    for text in ("3/1o1/2x x", "o2/3/x2 x", "3/x2/o2 x", "1o1/3/x2 x"):
        position = Position("tictactoe", text)
        front = machine.to_front(position)
        assert position.image(front) == machine.box(position).position
        draw = machine.draw(position)
        assert front(draw.move) == draw.bead
        turned += position != draw.box.position
    assert turned

"""Training: what it promises of every machine, partner and seed."""

import itertools
import pickle
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from enligne import FIRST, SECOND, Move, PlayerTextError, Position, Side, _core
from enligne.learning import Brain, Curve, Menace, Training, sparring, train
from enligne.learning.menace import SideName
from enligne.learning.sparring import CorePartner, partner_of
from tests.learning.plain import chances, fresh_beads, state_of, tree_of

SIDES: list[SideName] = ["first", "second", "random"]
PARTNERS = ["random", "perfect", "mix:0.5", "self", "coach"]


def everything(machine: Menace) -> tuple[object, ...]:
    """All that tells one machine from another."""
    return (
        machine.results,
        machine._core.random_state,
        machine._core.boxes(),
        machine.measure(),
    )


@dataclass
class Chosen:
    answer: Move | None


@dataclass
class Fickle:
    """A partner of one's own: any move, and now and then it resigns."""

    source: random.Random
    positions: list[Position] = field(default_factory=list)

    def choose(self, position: Position) -> Chosen:
        self.positions.append(position)
        if self.source.random() < 0.1:
            return Chosen(None)
        return Chosen(self.source.choice(list(position.legal_moves)))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(2))
def test_her_and_the_coach_never_lose_again(side: SideName, seed: int) -> None:
    machine = Menace("tictactoe", variant="her", side=side, seed=seed)
    curve = train(machine, "coach", 5000 if side == "random" else 2500)
    assert machine.never_loses()
    assert curve.worst_case[-1] == curve.perfect[-1] == curve.random[-1] == 0.0
    assert curve.worst_case[0] > 0.5
    first = curve.never_loses_from
    assert first is not None
    assert 0 < first <= machine.games
    for each in machine.sides:
        assert machine.losing_line(each) is None
        for opponent in ("random", "perfect", "worst"):
            assert chances(machine, each, opponent)[2] == 0


def test_a_machine_that_never_loses_does_not_learn_to() -> None:
    machine = Menace("tictactoe", variant="her", seed=1)
    train(machine, "coach", 2500)
    losses = machine.results.losses
    for partner in PARTNERS:
        assert max(train(machine, partner, 300).worst_case) == 0
    assert machine.results.losses == losses


@pytest.mark.parametrize("rules", ["tictactoe", "3x3:3+gravity", "4x3:3+gravity"])
@pytest.mark.parametrize("partner", [*PARTNERS, "fickle"])
def test_her_takes_only_what_truly_loses(rules: str, partner: str) -> None:
    tree = tree_of(rules)
    sparring = Fickle(random.Random(5)) if partner == "fickle" else partner
    games = [60, 100] if partner == "fickle" else [50, 2000]
    machine = Menace(rules, variant="her", side="random", seed=len(partner))
    for number in games:
        train(machine, sparring, number)
        taken = 0
        for side in Side:
            for box in machine.boxes(side):
                state = state_of(box.position)
                fresh = fresh_beads(machine.variant, box)
                for bead, count in box.beads.items():
                    assert count <= fresh[bead]
                    if count < fresh[bead]:
                        assert tree.worth(state, bead) == -1
                        taken += fresh[bead] - count
        # Each loss takes one bead at most; playing itself the other side loses too.
        assert 0 < taken <= (machine.games if partner == "self" else machine.results.losses)


def test_losing_moves_in_boxes_of_tictactoe() -> None:
    """How many losses HER can have with one bead a move."""
    tree, machine = tree_of("tictactoe"), Menace("tictactoe", side="random")
    for side, number in ((FIRST, 432), (SECOND, 636)):
        losing = [
            bead
            for box in machine.boxes(side)
            for bead in box.beads
            if tree.worth(state_of(box.position), bead) < 0
        ]
        assert len(losing) == number


@pytest.mark.parametrize("partner", PARTNERS)
@pytest.mark.parametrize("side", SIDES)
def test_the_same_seed_gives_the_same_machine(partner: str, side: SideName) -> None:
    for variant in ("scroggs", "her"):
        whole, parts, twin, other = (
            Menace("tictactoe", variant=variant, side=side, seed=seed) for seed in (7, 7, 7, 8)
        )
        curve = train(whole, partner, 1500)
        train(parts, partner, 700)
        end = train(parts, partner, 800, every=11)
        assert everything(parts) == everything(whole)
        assert [column[-1] for column in end.data().values()] == [
            column[-1] for column in curve.data().values()
        ]
        for count in Training(twin, partner, Curve()).steps(1500, every=1000):
            assert count == twin.games
        assert everything(twin) == everything(whole)
        assert train(other, partner, 1500).games == curve.games
        assert everything(other) != everything(whole)


def test_a_saved_machine_goes_on_as_if_it_had_not_stopped() -> None:
    whole, parts = (Menace("tictactoe", variant="her", side="random", seed=3) for _ in range(2))
    train(whole, "coach", 900)
    for games in (100, 350, 450):
        train(parts, "coach", games)
        parts = Brain.from_json(Brain("saved", parts).to_json()).machine
    assert everything(parts) == everything(whole)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("partner", ["greedy", "alphabeta:depth=2"])
def test_players_as_partners(side: SideName, partner: str) -> None:
    machine = Menace("tictactoe", variant="her", side=side, seed=1)
    curve = train(machine, partner, 60, every=20)
    assert curve.games == [0, 20, 40, 60]
    assert machine.games == 60
    assert machine.results.losses > 0
    # It has learnt from its losses.
    assert curve.perfect[-1] < curve.perfect[0]
    assert machine._core.boxes()
    twin = Menace("tictactoe", variant="her", side=side, seed=1)
    for games in (10, 20, 30):
        train(twin, partner, games)
    assert everything(twin) == everything(machine)


@pytest.mark.parametrize("side", SIDES)
def test_a_partner_of_ones_own(side: SideName) -> None:
    partner = Fickle(random.Random(1))
    machine = Menace("tictactoe", variant="michie", side=side, seed=1)
    train(machine, partner, 120)
    assert machine.games == 120
    assert machine.results.wins > 20  # many by resignation
    asked = {position.side for position in partner.positions}
    assert asked == {each.other for each in machine.sides}
    for position in partner.positions:
        assert position.outcome() is None


@dataclass
class Resigning:
    def choose(self, position: Position) -> Chosen:
        assert position.outcome() is None
        return Chosen(None)


def test_a_partner_that_resigns_has_lost() -> None:
    machine = Menace("tictactoe", variant="michie", seed=1)
    train(machine, Resigning(), 5)
    assert (machine.results.wins, machine.games) == (5, 5)
    assert machine.box(Position("tictactoe")).total == 12 + 15


def test_a_partner_that_plays_illegally_is_told() -> None:
    class Cheat:
        def choose(self, position: Position) -> Chosen:
            return Chosen(position.stones(FIRST)[0])

    machine = Menace("tictactoe", seed=1)
    with pytest.raises(ValueError, match="occupied"):
        train(machine, Cheat(), 1)
    assert machine.games == 0
    assert machine._core.boxes() == []


def test_the_dead_machine_goes_on_losing() -> None:
    """Michie's machine against perfect play: the first box may die."""
    for seed in range(20):
        machine = Menace("tictactoe", variant="michie:win=0,draw=0", seed=seed)
        train(machine, "perfect", 400)
        assert machine.games == 400
        if machine.box(Position("tictactoe")).total == 0:
            assert train(machine, "random", 10).random[-1] == 1.0
            return
    pytest.fail("no machine died")


def test_points_of_the_curve() -> None:
    machine = Menace("tictactoe", seed=1)
    assert train(machine, "random", 1000).games == list(range(0, 1001, 10))
    assert train(machine, "random", 10, every=3).games == [1000, 1003, 1006, 1009, 1010]
    assert train(machine, "random", 7).games == list(range(1010, 1018))
    assert train(machine, "random", 5, every=100).games == [1017, 1022]
    # Every point is the machine as it was then.
    later = Menace("tictactoe", seed=2)
    curve = train(later, "mix:0.2", 60, every=20)
    again = Menace("tictactoe", seed=2)
    for point, (before, games) in enumerate(itertools.pairwise(curve.games), 1):
        train(again, "mix:0.2", games - before)
        measures = again.measure()
        assert curve.worst_case[point] == measures.worst_case.loss
        assert curve.perfect[point] == measures.perfect.loss
        assert curve.random[point] == measures.random.loss


def test_progress_is_told_and_training_can_be_stopped() -> None:
    machine = Menace("tictactoe", seed=1)
    told: list[int] = []
    train(machine, "coach", 500, on_progress=lambda each: told.append(each.games))
    assert told == sorted(told)
    assert told[-1] == 500
    steps = Training(machine, "random", Curve()).steps(10**9, every=10**8)
    done = [next(steps) for _ in range(5)]
    assert done == sorted(done)
    assert machine.games == 500 + done[-1]


@pytest.mark.parametrize(("games", "every"), [(0, None), (-1, None), (10, 0), (10, -3)])
def test_numbers_below_one_are_refused(games: int, every: int | None) -> None:
    machine = Menace("tictactoe")
    with pytest.raises(ValueError, match=f"games {games}, every {every}: they are at least 1"):
        train(machine, "random", games, every=every)
    assert machine.games == 0


def test_an_unknown_partner_changes_nothing() -> None:
    machine = Menace("tictactoe")
    before = everything(machine)
    with pytest.raises(PlayerTextError, match="nobody"):
        train(machine, "nobody", 10)
    assert everything(machine) == before


def test_both_sides_learn_from_playing_itself() -> None:
    machine = Menace("tictactoe", variant="michie", side="first", seed=1)
    train(machine, "self", 200)
    changed = {Position("tictactoe", front).side for front, _ in machine._core.boxes()}
    assert changed == {FIRST, SECOND}
    machine = Menace("tictactoe", variant="michie", side="second", seed=1)
    train(machine, "mix:0.3", 200)
    changed = {Position("tictactoe", front).side for front, _ in machine._core.boxes()}
    assert changed == {SECOND}


# Which sparring partner a text names, and what the partners of the core do.


@pytest.mark.parametrize(
    ("text", "kind", "share"),
    [
        ("random", _core.Partner.MIX, 0.0),
        ("perfect", _core.Partner.MIX, 1.0),
        ("mix:0", _core.Partner.MIX, 0.0),
        ("mix:0.25", _core.Partner.MIX, 0.25),
        ("mix:1", _core.Partner.MIX, 1.0),
        ("self", _core.Partner.SELF, 0.0),
        ("coach", _core.Partner.COACH, 0.0),
        (" Coach ", _core.Partner.COACH, 0.0),
        ("MIX:1e-3", _core.Partner.MIX, 0.001),
    ],
)
def test_partners_of_the_core(text: str, kind: _core.Partner, share: float) -> None:
    assert partner_of(text) == CorePartner(kind, share)


def test_every_listed_partner_can_be_had() -> None:
    for text, about in sparring.PARTNERS.items():
        assert about
        assert isinstance(partner_of(text.replace("SHARE", "0.5")), CorePartner)


def test_objects_are_partners_as_they_are() -> None:
    partner = partner_of("greedy")
    assert partner_of(partner) is partner


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "neither a sparring partner"),
        (
            "nobody",
            "'nobody' is neither a sparring partner (random, perfect, mix:SHARE, self, coach)",
        ),
        ("mix", "the share of perfect moves is from 0 to 1"),
        ("mix:", "the share of perfect moves is from 0 to 1"),
        ("mix:half", "mix:half: the share"),
        ("mix:-0.1", "mix:-0.1: the share"),
        ("mix:1.01", "mix:1.01: the share"),
        ("mix:nan", "mix:nan: the share"),
        ("mix:inf", "mix:inf: the share"),
        ("self:1", "self has no option '1'; it has none"),
        ("coach:x=1", "coach has no option 'x=1'; it has none"),
        ("greedy:depth=2", "greedy has no option"),
        ("alphabeta:depth=x", "depth"),
    ],
)
def test_texts_of_nobody_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PlayerTextError) as caught:
        partner_of(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("sparring", "opponent"), [("random", "random"), ("perfect", "perfect"), ("coach", "worst")]
)
def test_partners_play_as_the_opponents_that_are_measured(sparring: str, opponent: str) -> None:
    """Of a machine that learns nothing, the results are as its exact chances say."""
    machine = Menace("tictactoe", variant="michie:win=0,draw=0,loss=0", side="second", seed=9)
    expected = [float(each) for each in chances(machine, SECOND, opponent)]
    games = 40_000
    train(machine, sparring, games, every=games)
    results = (machine.results.wins, machine.results.draws, machine.results.losses)
    # Four standard deviations are at most one hundredth.
    for count, chance in zip(results, expected, strict=True):
        assert abs(count / games - chance) < 0.01


def test_the_lot_draws_both_sides_alike() -> None:
    machine = Menace("tictactoe", variant="michie:win=0,draw=0,loss=0", side="random", seed=9)
    tosses = Counter(machine._core.toss() for _ in range(10_000))
    assert set(tosses) == {FIRST, SECOND}
    assert abs(tosses[0] - 5000) < 200


@pytest.mark.parametrize("partner", PARTNERS)
def test_a_copy_that_was_pickled_goes_on_in_the_same_way(partner: str) -> None:
    machine = Menace("tictactoe", variant="michie", side="random", seed=5)
    train(machine, partner, 50)
    copy = pickle.loads(pickle.dumps(machine))
    assert everything(copy) == everything(machine)
    train(machine, partner, 50)
    train(copy, partner, 50)
    assert everything(copy) == everything(machine)
    assert copy.results.games == 100

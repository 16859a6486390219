"""What a machine learns from a game: by hand for every rule, and against the rules written out."""

import random
from dataclasses import dataclass, field

import pytest

from enligne import FIRST, SECOND, Game, Position, Side, symmetries
from enligne.learning import MachineGame, Menace, Variant
from tests.learning.plain import State, fresh_beads, random_variant, state_of, times

START = Position("tictactoe")
#: Positions at the first side's 1st, 2nd, 3rd and 4th turn.
TURNS = [
    START,
    START.play("a1").play("b2"),
    START.play("a1").play("b2").play("c3").play("a2"),
    START.play("a1").play("b2").play("c3").play("a2").play("c2").play("c1"),
]


def game_of(machine: Menace, *positions: Position, side: Side = FIRST) -> MachineGame:
    """A game in which the machine has drawn a bead in each of some positions."""
    played = MachineGame(machine, side)
    for position in positions:
        assert played.draw(position) is not None
    return played


def changes(variant: str, winner: Side | None, *positions: Position) -> list[tuple[int, int]]:
    """The counts before and after that a game leaves of each bead drawn, if they differ."""
    played = game_of(Menace("tictactoe", variant=variant, seed=1), *positions)
    drawn = {draw.box.position: draw.bead for draw in played.draws}
    found = played.learn(winner)
    for change in found:
        assert drawn[change.box.position] == change.bead
        assert change.box.beads[change.bead] == change.after
        assert played.machine.box(change.box.position) == change.box
    return [(change.before, change.after) for change in found]


@pytest.mark.parametrize(
    ("variant", "winner", "expected"),
    [
        ("michie", FIRST, [(4, 7), (3, 6), (2, 5), (1, 4)]),
        ("michie", None, [(4, 5), (3, 4), (2, 3), (1, 2)]),
        ("michie", SECOND, [(4, 3), (3, 2), (2, 1), (1, 0)]),
        ("michie:win=0", FIRST, []),
        ("michie:draw=0", None, []),
        ("michie:loss=0", SECOND, []),
        # What is not there cannot be taken.
        ("michie:loss=3", SECOND, [(4, 1), (3, 0), (2, 0), (1, 0)]),
        ("michie:blame=last", SECOND, [(1, 0)]),
        ("michie:blame=last", FIRST, [(4, 7), (3, 6), (2, 5), (1, 4)]),
        ("michie:loss=3,floor=2", SECOND, [(4, 2), (3, 2)]),
        # The floor is never given, only left.
        ("michie:floor=9", SECOND, []),
        ("michie:floor=9", FIRST, [(4, 7), (3, 6), (2, 5), (1, 4)]),
        ("michie:cap=5", FIRST, [(4, 5), (3, 5), (2, 5), (1, 4)]),
        ("michie:cap=4", FIRST, [(3, 4), (2, 4), (1, 4)]),
        ("michie:cap=4", None, [(3, 4), (2, 3), (1, 2)]),
        ("scroggs", FIRST, [(8, 11), (4, 7), (2, 5), (1, 4)]),
        ("scroggs:beads=5-2", SECOND, [(5, 4), (2, 1), (2, 1), (2, 1)]),
        ("scroggs:beads=9", SECOND, [(9, 8)] * 4),
        ("her", FIRST, []),
        ("her", None, []),
        ("her", SECOND, [(1, 0)]),
    ],
)
def test_rewards_and_punishments(
    variant: str, winner: Side | None, expected: list[tuple[int, int]]
) -> None:
    assert changes(variant, winner, *TURNS) == expected


def test_the_order_of_games_is_counted() -> None:
    machine = Menace("tictactoe", variant="michie")
    for winner in (FIRST, FIRST, None, SECOND, SECOND, SECOND):
        MachineGame(machine, FIRST).learn(winner)
    assert (machine.results.wins, machine.results.draws, machine.results.losses) == (2, 1, 3)
    assert machine.games == 6


def test_a_cell_counts_for_those_it_stands_for() -> None:
    """The corner and the edge of the empty board stand for four cells each, the middle for one."""
    seen = set()
    for seed in range(12):
        machine = Menace("tictactoe", variant="report:cap=2,floor=1,loss=9", seed=seed)
        (won,) = game_of(machine, START).learn(FIRST)
        cells = machine.box(START).cells[won.bead]
        assert (won.before, won.after) == (cells, min(cells + 3, 2 * cells))
        for _ in range(30):
            game_of(machine, START).learn(SECOND)
        assert machine.box(START).beads == machine.box(START).cells
        seen.add(cells)
    assert seen == {1, 4}


def empty_a_box(machine: Menace, position: Position) -> None:
    front = machine.box(position)
    assert machine._core.set_boxes([(front.position.text, [0] * len(front.beads))]) is None


@pytest.mark.parametrize("variant", ["michie", "scroggs", "michie:blame=last", "michie:loss=2"])
def test_an_empty_box_resigns_and_is_a_loss_like_any_other(variant: str) -> None:
    machine = Menace("tictactoe", variant=variant, seed=3)
    empty_a_box(machine, TURNS[2])
    played = game_of(machine, *TURNS[:2])
    assert played.draw(TURNS[2]) is None
    assert played.has_resigned
    changed = played.learn(SECOND)
    beads, loss = machine.variant.beads, machine.variant.loss
    expected = [(beads[0], beads[0] - loss), (beads[1], beads[1] - loss)]
    assert [(c.before, c.after) for c in changed] == expected[-len(changed) :]
    assert len(changed) == (1 if machine.variant.blame == "last" else 2)
    assert machine.results.losses == 1


@pytest.mark.parametrize("blame", ["all", "last"])
def test_an_empty_box_charges_the_bead_before(blame: str) -> None:
    machine = Menace("tictactoe", variant=f"michie:empty=charge,blame={blame}", seed=3)
    empty_a_box(machine, TURNS[2])
    played = game_of(machine, *TURNS[:2])
    assert played.draw(TURNS[2]) is None
    (change,) = played.learn(SECOND)
    assert (change.before, change.after) == (3, 2)
    assert change.box.position == machine.box(TURNS[1]).position
    # Any other loss is paid as the blame says.
    played = game_of(machine, TURNS[0], TURNS[3])
    assert len(played.learn(SECOND)) == (2 if blame == "all" else 1)


def test_an_empty_first_box_has_nobody_to_charge() -> None:
    for variant in ("her", "michie"):
        machine = Menace("tictactoe", variant=variant)
        empty_a_box(machine, START)
        played = MachineGame(machine, FIRST)
        assert played.draw(START) is None
        assert played.learn(SECOND) == []
        assert machine.results.losses == 1


def test_an_empty_box_is_refilled() -> None:
    machine = Menace("tictactoe", variant="michie:empty=refill", seed=3)
    fresh = machine.box(TURNS[1]).beads
    empty_a_box(machine, TURNS[1])
    assert machine.box(TURNS[1]).total == 0
    played = game_of(machine, TURNS[1])
    assert machine.box(TURNS[1]).beads == fresh
    assert played.draws[0].box.beads == fresh
    assert not played.has_resigned


def test_another_copy_is_taught() -> None:
    machine = Menace("tictactoe", variant="michie", seed=1)
    copy = Menace("tictactoe", variant="michie", seed=2)
    played = game_of(machine, *TURNS)
    changed = played.learn(FIRST, copy)
    assert [(c.before, c.after) for c in changed] == [(4, 7), (3, 6), (2, 5), (1, 4)]
    assert (machine.games, copy.games) == (0, 1)
    assert machine._core.boxes() == []
    assert len(copy._core.boxes()) == 4


def test_no_count_of_beads_overflows() -> None:
    machine = Menace("tictactoe", variant="michie:win=1000000")
    for _ in range(3000):
        game_of(machine, START).learn(FIRST)
    assert 10**9 <= machine.box(START).total < 2**32
    assert machine.box(START).total == sum(machine.box(START).beads.values())


@dataclass
class PlainMachine:
    """Boxes and the rules by which they learn, written out."""

    variant: Variant
    boxes: dict[State, dict[tuple[int, int], int]] = field(default_factory=dict)

    def learn(self, played: MachineGame, winner: Side | None) -> None:
        drawn = [draw for draw in played.draws if not draw.box.is_forced]
        variant = self.variant
        lost = winner is not None and winner is not played.side
        if lost and (
            variant.blame == "last" or (played.has_resigned and variant.empty == "charge")
        ):
            drawn = drawn[-1:]
        for draw in drawn:
            state, rules = state_of(draw.box.position), draw.position.rules
            beads = self.boxes[state]
            count, per = beads[draw.bead], times(variant, state, draw.bead, rules)
            if lost:
                count = max(count - variant.loss, min(count, variant.floor * per))
            else:
                more = count + (variant.draw if winner is None else variant.win)
                count = max(count, min(more, variant.cap * per)) if variant.cap else more
            beads[draw.bead] = count


@pytest.mark.parametrize("seed", range(6))
def test_games_against_the_rules_written_out(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source)
    rules = source.choice(["tictactoe", "3x3:3+gravity", "4x3:3+gravity"])
    machine = Menace(rules, variant=variant, side="random", seed=seed)
    plain = PlainMachine(variant)
    for side in Side:
        for box in machine.boxes(side, forced=True):
            state = state_of(box.position)
            plain.boxes[state] = fresh_beads(variant, box)
            if box.is_forced:
                plain.boxes[state] = dict.fromkeys(plain.boxes[state], 1)
    for _ in range(80):
        side = source.choice([FIRST, SECOND])
        played, position = MachineGame(machine, side), Position(rules)
        winner: Side | None
        while (outcome := position.outcome()) is None:
            if position.side is not side:
                position = position.play(source.choice(list(position.legal_moves)))
                continue
            front = machine.box(position)
            beads = plain.boxes[state_of(front.position)]
            assert front.beads == beads
            if not any(beads.values()) and variant.empty == "refill":
                beads.update(fresh_beads(variant, front))
            draw = played.draw(position)
            assert (draw is None) == (not any(beads.values()))
            if draw is None:
                break
            assert beads[draw.bead] > 0
            position = position.play(draw.move)
        winner = side.other if outcome is None else outcome.winner
        before = {state: dict(beads) for state, beads in plain.boxes.items()}
        plain.learn(played, winner)
        changed = {
            (state, bead, before[state][bead], count)
            for state, beads in plain.boxes.items()
            for bead, count in beads.items()
            if before[state][bead] != count
        }
        assert changed == {
            (state_of(each.box.position), tuple(each.bead), each.before, each.after)
            for each in played.learn(winner)
        }
    for side in Side:
        for box in machine.boxes(side, forced=True):
            assert box.beads == plain.boxes[state_of(box.position)]


@pytest.mark.parametrize("variant", ["michie", "report", "her", "scroggs:symmetry=off"])
def test_a_machine_learns_the_same_from_a_game_as_from_having_played_it(variant: str) -> None:
    """Whichever way the board lies: the moves alone tell the beads."""
    luck = random.Random(5)
    for seed in range(60):
        machine = Menace("tictactoe", variant=variant, side="first", seed=seed)
        other = Menace("tictactoe", variant=variant, side="first", seed=seed)
        played, game = MachineGame(machine, FIRST), Game("tictactoe")
        while game.outcome() is None:
            if game.side is FIRST:
                draw = played.draw(game.position)
                game.push(draw.move)
            else:
                game.push(luck.choice(list(game.legal_moves)))
        outcome = game.outcome()
        played.learn(outcome.winner)
        turns = symmetries("tictactoe") if machine.variant.symmetry else symmetries("tictactoe")[:1]
        turn = luck.choice(turns)
        turned = Game("tictactoe", " ".join(str(turn(move)) for move in game.moves))
        MachineGame.of_game(other, turned, FIRST).learn(outcome.winner)
        assert machine._core.boxes() == other._core.boxes()

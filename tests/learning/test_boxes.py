"""The boxes of a machine against all positions of the game, found by a naive referee."""

import random
import re
from collections import Counter

import pytest

from enligne import FIRST, SECOND, FinishedError, Move, Position, RulesError, Side
from enligne.learning import VARIANTS, Menace
from tests.learning.plain import (
    State,
    beads_by_state,
    fresh_beads,
    position_of,
    random_variant,
    same_moves,
    state_of,
    tree_of,
    turned,
    turns_of,
)

RULES = ["tictactoe", "3x3:3+gravity", "4x3:3+gravity+exact"]


def test_counts_of_tictactoe() -> None:
    machine = Menace("tictactoe")
    assert machine.box_count(FIRST) == 304
    assert machine.box_count(FIRST, forced=True) == 304 + 34
    assert machine.box_count(SECOND) == machine.box_count(SECOND, forced=True) == 289
    assert sum(machine.box_count(side, forced=True) for side in Side) == 627
    by_turn = Counter(box.position.ply for box in machine.boxes(FIRST))
    assert by_turn == {0: 1, 2: 12, 4: 108, 6: 183}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("symmetry", ["on", "off"])
def test_boxes_are_numbered_and_counted(rules: str, symmetry: str) -> None:
    machine = Menace(rules, variant=f"her:symmetry={symmetry}", side="random")
    for side in Side:
        boxes = list(machine.boxes(side))
        assert [box.number for box in boxes] == list(range(1, len(boxes) + 1))
        assert len(boxes) == machine.box_count(side)
        everything = list(machine.boxes(side, forced=True))
        assert len(everything) == machine.box_count(side, forced=True)
        assert [box for box in everything if not box.is_forced] == boxes
        assert all(box.position.side is side for box in everything)
        for box in everything:
            assert box.is_forced == (len(box.position.legal_moves) == 1)
            assert box.turn == box.position.ply // 2 + 1
    assert list(machine.boxes()) == sorted(
        [box for side in Side for box in machine.boxes(side)], key=lambda box: box.position.ply
    )


@pytest.mark.parametrize("rules", RULES)
def test_boxes_stand_for_every_unfinished_position_once(rules: str) -> None:
    machine, tree = Menace(rules), tree_of(rules)
    turns = turns_of(machine.rules)
    covered = Counter[State]()
    for side in Side:
        for box in machine.boxes(side, forced=True):
            front = state_of(box.position)
            covered.update({turned(front, turn) for turn in turns})
    assert covered == Counter(tree.moves.keys())


@pytest.mark.parametrize("rules", RULES)
def test_a_draw_is_a_legal_move_however_the_board_is_turned(rules: str) -> None:
    machine, tree = Menace(rules, variant="michie", side="random", seed=1), tree_of(rules)
    turns = turns_of(machine.rules)
    for side in Side:
        for box in machine.boxes(side, forced=True):
            front = state_of(box.position)
            for turn in turns:
                state = turned(front, turn)
                draw = machine.draw(position_of(rules, state))
                assert draw.box == box
                assert draw.position == position_of(rules, state)
                assert draw.bead in box.beads
                assert draw.move in tree.moves[state]
                # The move is what the bead means on this board, whichever way led here.
                wanted = {turn(cell) for cell in same_moves(front, draw.bead, machine.rules)}
                assert draw.move in wanted


def test_fresh_boxes() -> None:
    source = random.Random(1)
    variants = [*VARIANTS.values(), *(random_variant(source) for _ in range(6))]
    for variant in variants:
        machine = Menace(source.choice(RULES), variant=variant, side="random")
        for box in machine.boxes():
            assert box.beads == fresh_beads(variant, box)
            assert box.total == sum(box.beads.values())


def test_beads_are_drawn_as_often_as_they_are_there() -> None:
    machine = Menace("tictactoe", variant="report", seed=5)
    position = Position("tictactoe")
    drawn = Counter(_bead(machine, position) for _ in range(9000))
    assert set(drawn) == {Move(0, 0), Move(0, 1), Move(1, 1)}
    # Four standard deviations of 9000 draws are about 190.
    assert abs(drawn[Move(0, 0)] - 4000) < 200
    assert abs(drawn[Move(0, 1)] - 4000) < 200
    assert abs(drawn[Move(1, 1)] - 1000) < 130


def _bead(machine: Menace, position: Position) -> Move:
    draw = machine.draw(position)
    return draw.bead


def test_beads_that_are_not_there_are_never_drawn() -> None:
    machine = Menace("tictactoe", variant="michie", seed=6)
    assert machine._core.set_boxes([("3/3/3 x", [0, 7, 0])]) is None
    assert {_bead(machine, Position("tictactoe")) for _ in range(200)} == {Move(0, 1)}
    assert machine._core.set_boxes([("3/3/3 x", [0, 0, 0])]) is None
    assert machine.draw(Position("tictactoe")) is None


def test_drawing_changes_no_box() -> None:
    machine = Menace("tictactoe", variant="scroggs", seed=2)
    before = beads_by_state(machine, FIRST)
    for _ in range(50):
        machine.draw(Position("tictactoe"))
    assert beads_by_state(machine, FIRST) == before


def test_positions_without_a_box_are_refused() -> None:
    machine = Menace("tictactoe")
    finished = Position("tictactoe", "xxx/oo1/3 o")
    for ask in (machine.box, machine.draw):
        with pytest.raises(FinishedError, match="first"):
            ask(finished)
        with pytest.raises(RulesError, match=r"tictactoe has no box for 3x3:3\+gravity"):
            ask(Position("3x3:3+gravity"))
        with pytest.raises(RulesError, match="gomoku"):
            ask(Position("gomoku"))
    # The first stone on the board would be in the air.
    with pytest.raises(ValueError, match="no game leads to it"):
        Menace("3x3:3+gravity").box(Position("3x3:3+gravity", "3/x2/o2 x"))


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "1", None, True])
def test_bad_seeds_are_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        Menace(seed=seed)


def test_bad_sides_are_refused() -> None:
    with pytest.raises(ValueError, match="side 'third': it is one of first, second, random"):
        Menace(side="third")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "symmetry"),
    [
        ("connect4", "on"),
        ("connect5", "on"),
        ("gomoku", "on"),
        ("gomoku19", "off"),
        ("26x26:10", "on"),
        ("26x3:10+gravity", "on"),
        ("5x5:4", "on"),
        ("5x5:5+exact", "off"),
        ("6x6:6", "on"),
        ("8x8:4+gravity", "off"),
    ],
)
def test_rules_with_too_many_positions_are_refused_with_their_number(
    rules: str, symmetry: str
) -> None:
    with pytest.raises(RulesError) as caught:
        Menace(rules, variant=f"her:symmetry={symmetry}")
    text = str(caught.value)
    assert text.startswith(f"{rules} has too many positions for matchboxes: more than 2,000,000 ")
    assert ("up to symmetry" in text) == (symmetry == "on")
    most = re.search(r"at most about (10\^[0-9]+|[0-9,]+)", text)
    assert most is not None
    assert _number(most[1]) > 2_000_000


def _number(text: str) -> int:
    base, _, power = text.replace(",", "").partition("^")
    return int(base + "0" * (int(power) - 1) if power else base)

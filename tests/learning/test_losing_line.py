"""The shortest losing line, against a search that goes through every position; and what a page
needs to look into a machine while it learns."""

from __future__ import annotations

import pytest

from enligne.learning import Menace, train
from enligne.move import FIRST, SECOND, Side
from enligne.position import Position


def shortest_loss(machine: Menace, side: Side) -> int | None:
    """The plies of the shortest game the machine can lose, found ply by ply over all games in
    which it plays a bead that is there; at an empty box it has lost."""
    layer, plies = {Position(machine.rules)}, 0
    while layer:
        following = set()
        for position in layer:
            outcome = position.outcome()
            if outcome is not None:
                if outcome.winner is side.other:
                    return plies
                continue
            if position.side is not side:
                following |= {position.play(move) for move in position.legal_moves}
                continue
            box = machine.box(position)
            if box.is_forced:
                following |= {position.play(move) for move in position.legal_moves}
                continue
            if box.total == 0:
                return plies
            back = machine.to_front(position).inverse
            following |= {position.play(back(bead)) for bead, count in box.beads.items() if count}
        layer, plies = following, plies + 1
    return None


@pytest.mark.parametrize(
    ("rules", "variant", "partner", "games"),
    [
        ("tictactoe", "her", "coach", 0),
        ("tictactoe", "her", "coach", 150),
        ("tictactoe", "her", "coach", 2000),
        ("tictactoe", "michie", "perfect", 300),
        ("3x3:3+gravity", "her", "coach", 40),
        ("3x3:3+gravity", "her:symmetry=off", "random", 200),
    ],
)
@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_no_line_is_shorter(rules: str, variant: str, partner: str, games: int, side: Side) -> None:
    machine = Menace(rules, variant=variant, side="lot", seed=5)
    if games:
        train(machine, partner, games)
    line = machine.losing_line(side)
    assert (None if line is None else len(line)) == shortest_loss(machine, side)


@pytest.mark.parametrize("rules", ["tictactoe", "3x4:3+gravity"])
@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_counts_are_those_of_the_boxes(rules: str, side: Side) -> None:
    machine = Menace(rules, variant="scroggs", side="lot", seed=2)
    train(machine, "random", 300)
    assert machine.counts(side) == [list(box.beads.values()) for box in machine.boxes(side)]


def test_a_lot_set_back_draws_the_same_again() -> None:
    machine = Menace(seed=4)
    position = Position("tictactoe")

    def drawn() -> list[object]:
        return [draw.bead for draw in (machine.draw(position) for _ in range(30)) if draw]

    lot = machine.random_state
    first = drawn()
    assert drawn() != first  # it goes on
    machine.random_state = lot
    assert drawn() == first


def test_the_symmetry_to_the_front_leads_a_bead_back() -> None:
    machine = Menace(seed=3)
    turned = 0
    for text in ("3/1o1/2x x", "o2/3/x2 x", "3/x2/o2 x", "1o1/3/x2 x"):
        position = Position("tictactoe", text)
        front = machine.to_front(position)
        assert position.image(front) == machine.box(position).position
        draw = machine.draw(position)
        assert draw is not None
        assert front(draw.move) == draw.bead
        turned += position != draw.box.position
    assert turned

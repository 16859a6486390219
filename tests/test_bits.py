"""The numbers of a position, and the win test on them, against the core's own."""

import random

import pytest

from enligne import FIRST, SECOND, Cell, Position, Rules, Side, bits
from tests.naive import random_rules

#: Seven columns of six cells, as every text on Connect 4 draws them.
DRAWN = """
     6  13  20  27  34  41  48
     5  12  19  26  33  40  47
     4  11  18  25  32  39  46
     3  10  17  24  31  38  45
     2   9  16  23  30  37  44
     1   8  15  22  29  36  43
     0   7  14  21  28  35  42
"""


def test_the_layout_is_the_one_drawn() -> None:
    rules = Rules.of("connect4")
    rows = [[int(number) for number in line.split()] for line in DRAWN.strip().splitlines()]
    drawn = {}
    for row, numbers in zip(range(6, -1, -1), rows, strict=True):
        for column, number in enumerate(numbers):
            drawn[number] = Cell(column, row) if row < 6 else None
    assert dict(enumerate(bits.layout(rules))) == drawn


@pytest.mark.parametrize(
    ("run", "folds"),
    [(3, [1, 1]), (4, [1, 2]), (5, [1, 2, 1]), (7, [1, 2, 3]), (8, [1, 2, 4]), (10, [1, 2, 4, 2])],
)
def test_the_folds_are_those_of_the_core(run: int, folds: list[int]) -> None:
    assert bits.folding(run) == folds
    assert sum(folds) + 1 == run


def walk(source: random.Random) -> list[Position]:
    """A random game, to its end. It keeps near its stones, so that long runs come about too."""
    position = Position(random_rules(source))
    positions = [position]
    while position.outcome() is None:
        moves = list(position.legal_moves)
        own = position.stones(position.side)
        if own and source.random() < 0.8:
            near = source.choice(own)
            few = source.sample(moves, min(12, len(moves)))
            moves = [min(few, key=lambda move: abs(move[0] - near[0]) + abs(move[1] - near[1]))]
        position = position.play(source.choice(moves))
        positions.append(position)
    return positions


@pytest.mark.parametrize("seed", range(4))
def test_the_win_test_finds_what_the_core_finds(seed: int) -> None:
    source = random.Random(seed)
    wins = 0
    for _ in range(60):
        positions = walk(source)
        for position in [*source.sample(positions, min(6, len(positions))), positions[-1]]:
            rules = position.rules
            cells: set[Cell] = set()
            winners: list[Side] = []
            for side in (FIRST, SECOND):
                stones = position.bits(side)
                assert bits.cells_of(stones, rules) == position.stones(side)
                assert stones == sum(
                    1 << bits.bit_of(each, rules) for each in position.stones(side)
                )
                tests = bits.win_tests(stones, rules)
                found = set().union(*(test.cells(rules) for test in tests))
                assert bool(found) == any(test.starts for test in tests)
                winners += [side] * bool(found)
                cells |= found
            outcome = position.outcome()
            winner = None if outcome is None else outcome.winner
            assert winners == ([] if winner is None else [winner])
            assert cells == set(position.winning_cells)
            wins += winner is not None
    assert wins > 30


def test_the_steps_follow_from_each_other() -> None:
    """Each is what it says of the one before, for any stones."""
    source = random.Random(5)
    for _ in range(300):
        rules = random_rules(source)
        stones = sum(
            1 << bit
            for bit, cell in enumerate(bits.layout(rules))
            if cell and source.random() < 0.6
        )
        for test in bits.win_tests(stones, rules):
            found = shifted = stones
            for step in test.steps:
                operand = stones if step.of_stones else found
                match step.operation:
                    case bits.Operation.SHIFT_DOWN:
                        shifted = operand >> step.distance
                        assert step.bits == shifted
                    case bits.Operation.SHIFT_UP:
                        shifted = operand << step.distance
                        assert step.bits == shifted
                    case bits.Operation.AND:
                        found &= shifted
                        assert step.bits == found
                    case bits.Operation.AND_NOT:
                        found &= ~shifted
                        assert step.bits == found
            assert found == test.starts


def test_lines_are_those_of_the_games() -> None:
    assert len(bits.lines(Rules.of("tictactoe"))) == 8
    assert len(bits.lines(Rules.of("connect4"))) == 69
    assert len(bits.lines(Rules.of("gomoku"))) == 572
    rules = Rules.of("tictactoe")
    assert {tuple(bits.cells_of(line, rules)) for line in bits.lines(rules)} >= {
        (Cell(0, 0), Cell(1, 1), Cell(2, 2)),
        (Cell(0, 2), Cell(1, 1), Cell(2, 0)),
    }

"""The Gomoku report's evaluation, held against its matrices laid over the board one by one."""

import random

import pytest

from enligne import Game, Position
from enligne.engines import Heuristic, create
from enligne.engines.filters import filter_values
from enligne.errors import PlayerTextError
from enligne.move import FIRST, SECOND, Move
from tests.naive import random_rules

FILTERS = create("greedy:evaluation=filters")


def matrices(run: int) -> list[list[list[int]]]:
    """As the report prints them: one for each direction, of twice the run less one on a side."""
    side = 2 * run - 1
    middle = run - 1
    weights = [0 if i == middle else run + 1 - abs(i - middle) for i in range(side)]
    empty = [[0] * side for _ in range(side)]
    upright, level, falling, rising = ([row[:] for row in empty] for _ in range(4))
    for i, weight in enumerate(weights):
        upright[i][middle] = level[middle][i] = weight
        falling[i][i] = rising[side - 1 - i][i] = weight
    return [upright, level, falling, rising]


def plainly(position: Position) -> dict[tuple[int, int], int]:
    """The worth of every empty cell by the matrices alone, on a board with a wide margin."""
    rules = position.rules
    margin = rules.run - 1
    board = [[0] * (rules.width + 2 * margin) for _ in range(rules.height + 2 * margin)]
    for side, sign in ((FIRST, 1), (SECOND, -1)):
        for cell in position.stones(side):
            board[cell.row + margin][cell.column + margin] = sign
    values = {}
    for column, row in ((move.column, move.row) for move in position.legal_moves):
        part = [line[column : column + 2 * margin + 1] for line in board[row:][: 2 * margin + 1]]
        values[column, row] = max(
            abs(
                sum(
                    weight * stone
                    for weights, stones in zip(matrix, part, strict=True)
                    for weight, stone in zip(weights, stones, strict=True)
                )
            )
            for matrix in matrices(rules.run)
        )
    return values


def has_row_beside(position: Position, cell: tuple[int, int]) -> bool:
    """Whether the other side has a row one short of the run that ends beside this cell."""
    theirs = set(position.stones(position.side.other))
    steps = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up]
    return any(
        {(cell[0] + n * across, cell[1] + n * up) for n in range(1, position.rules.run)} <= theirs
        for across, up in steps
    )


def test_the_matrix_of_the_report() -> None:
    assert matrices(5)[1][4] == [2, 3, 4, 5, 0, 5, 4, 3, 2]


def test_cells_are_worth_what_the_matrices_say() -> None:
    source = random.Random(1)
    blocked = 0
    for number in range(120):
        position = Position("gomoku" if number % 3 else random_rules(source))
        for _ in range(source.randrange(position.rules.cell_count)):
            # Crowded, so that rows come about.
            near = [move for move in position.legal_moves if number % 2 or move.column < 6]
            after = position.play(source.choice(near or list(position.legal_moves)))
            if after.outcome() is not None:
                break
            position = after
        found = FILTERS.analyse(position, all_moves=True).moves
        run = position.rules.run
        for cell, value in plainly(position).items():
            is_blocked = has_row_beside(position, cell)
            blocked += is_blocked
            expected = 1000 * (run - 1) // run if is_blocked else value
            assert found[Move(*cell)] == Heuristic(expected)
    assert blocked > 20


def test_the_first_of_the_best_cells_is_played() -> None:
    source = random.Random(2)
    for rules in ("gomoku", "connect4", "9x8:5+gravity", "tictactoe"):
        game = Game(rules)
        game.push(source.choice(list(game.legal_moves)))
        while game.outcome() is None:
            values = filter_values(game.position)
            best = max(values.values())
            cells = [move for move, value in values.items() if value == best]
            found = FILTERS.analyse(game.position, all_moves=True)
            assert found.move == min(cells, key=lambda move: (move.row, move.column))
            assert found.score == Heuristic(best) == found.moves[found.move]
            game.push(found.move)


@pytest.mark.parametrize(
    ("rules", "move"), [("gomoku", "h8"), ("gomoku19", "j10"), ("connect4", "d1"), ("8x6:5", "e4")]
)
def test_it_begins_in_the_middle(rules: str, move: str) -> None:
    assert str(FILTERS.analyse(Position(rules)).move) == move


def test_it_blocks_a_row_before_it_wins_itself() -> None:
    """As the report's player did, for which four stones are four stones of either side."""
    game = Game("gomoku", "d4 d10 e4 e10 f4 f10 g4 g10 a15 n1")
    assert str(FILTERS.analyse(game.position).move) in ("c10", "h10")
    assert str(create("greedy").analyse(game.position).move) in ("c4", "h4")


@pytest.mark.parametrize("engine", ["minimax", "alphabeta"])
def test_searches_have_no_use_for_the_worth_of_cells(engine: str) -> None:
    with pytest.raises(PlayerTextError, match="it is one of zero, report, lines"):
        create(f"{engine}:evaluation=filters")

"""The core's search for wins by fours against a plain one."""

import random

import pytest

from enligne import Cell, Position, Rules, _core
from tests.naive import lively_game
from tests.puzzles.fours import PlainFours


def late_positions(rules: str) -> list[Position]:
    """Positions in which there is something to be found."""
    source = random.Random(rules)
    return [
        position for _ in range(8) for position in lively_game(Rules.of(rules), source)[6:][-12:]
    ]


@pytest.mark.parametrize("rules", ["15x15:5", "9x9:5+exact", "10x7:5", "8x8:4", "12x12:6"])
def test_first_moves_are_those_of_a_plain_search(rules: str) -> None:
    search = _core.Fours(*Rules.of(rules).shape)
    found = 0
    for position in late_positions(rules):
        plain = PlainFours(position)
        lines = search.wins(position._handle, 40, 1_000_000)
        assert lines is not None
        first = {Cell(*line[0]) for line in lines}
        assert first == plain.first_moves()
        line = search.win(position._handle, 40, 1_000_000)
        assert line is not None
        assert bool(line) == bool(first) == plain.is_won()
        found += bool(first)
        for each in [*lines, line] if line else lines:
            assert ends_in_a_win(position, each)
            assert len(each) >= len(line)
    assert found


def ends_in_a_win(position: Position, line: list[tuple[int, int]]) -> bool:
    side = position.side
    for cell in line:
        position = position.play(str(Cell(*cell)))
    outcome = position.outcome()
    return outcome is not None and outcome.winner is side


def test_too_few_nodes_are_told() -> None:
    search = _core.Fours(*Rules.of("gomoku").shape)
    position = next(
        each
        for each in late_positions("15x15:5")
        if len(search.win(each._handle, 40, 1_000_000) or ()) > 5
    )
    assert search.win(position._handle, 40, 1) is None
    assert search.wins(position._handle, 40, 1) is None

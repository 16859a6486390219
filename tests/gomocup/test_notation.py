"""Lines and cells as they come through a pipe."""

from __future__ import annotations

import random

import pytest

from enligne import NotationError, Rules
from enligne.gomocup.notation import Lines, cell_text, parse_cell, parse_numbers
from enligne.move import Cell


def test_lines_come_whole_however_they_are_cut() -> None:
    text = b"START 15\r\nINFO rule 1\n\n  \r\rTURN 7,7\r\n\xff\nEND"
    source = random.Random(1)
    for _ in range(200):
        lines, found, rest = Lines(), [], text
        while rest:
            size = source.randint(1, 12)
            found += lines.feed(rest[:size])
            rest = rest[size:]
        assert found + lines.end() == ["START 15", "INFO rule 1", "TURN 7,7", "\ufffd", "END"]
        assert lines.end() == []


def test_a_flood_without_line_ends_keeps_only_its_beginning() -> None:
    lines = Lines(longest=100)
    for _ in range(1000):
        assert lines.feed(b"x" * 1000) == []
    assert lines.feed(b"\nOK\n") == ["x" * 100, "OK"]


def test_cells_count_from_the_top_left() -> None:
    rules = Rules(20, 12, 5)
    assert parse_cell("0,0", rules) == Cell(0, 11)
    assert parse_cell(" 19 , 11 ", rules) == Cell(19, 0)
    for column in range(20):
        for row in range(12):
            cell = Cell(column, row)
            assert parse_cell(cell_text(cell, rules), rules) == cell


@pytest.mark.parametrize("text", ["", "7", "7,", ",7", "7,7,7", "a,b", "-1,2", "7;7", "٣,٣", "7 7"])
def test_what_is_not_a_cell_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a cell such as 7,7"):
        parse_cell(text, Rules(15, 15, 5))


def test_cells_outside_are_refused() -> None:
    for text in ("20,0", "0,12", "9999,0"):
        with pytest.raises(NotationError, match="is outside: cells are 0,0 to 19,11"):
            parse_cell(text, Rules(20, 12, 5))
    assert parse_numbers("7,7,1", 3, "a stone") == [7, 7, 1]

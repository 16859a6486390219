"""The file of the student report's machine: what the report printed of it, and both ways."""

import pytest

from enligne import Position
from enligne.errors import BrainError, RulesError
from enligne.learning import VARIANTS, Menace, train
from enligne.learning.report_format import export, fronts, import_into
from tests.learning.plain import position_of, same_moves, state_of, tree_of, turned, turns_of

#: The first lines of the file, as the report prints them.
FIRST_LINES = [
    "012345678", "01235678", "012678", "0124678", "012678", "013578", "012378", "0123478",
    "012478", "01478", "012378", "01278", "0178", "0134578", "013578", "0123478",
]  # fmt: skip
#: The last boards, as numbers in base 3 with the top left cell as the highest digit.
LAST_FRONTS = [2501, 1043, 3230, 395, 2582, 3392]


def digits(position: Position) -> list[int]:
    """The stones from the top left row by row: 1 first side, 2 second."""
    stones = dict(state_of(position))
    return [
        stones[column, row] + 1 if (column, row) in stones else 0
        for row in (2, 1, 0)
        for column in range(3)
    ]


def number(position: Position) -> int:
    result = 0
    for digit in digits(position):
        result = 3 * result + digit
    return result


def test_a_fresh_machine_is_the_reports_file() -> None:
    lines = export(Menace("tictactoe", variant="report")).splitlines()
    assert len(lines) == 627
    assert lines[: len(FIRST_LINES)] == FIRST_LINES
    for line, front in zip(lines, fronts(), strict=True):
        # One bead for every empty cell.
        assert line == "".join(str(i) for i, digit in enumerate(digits(front)) if digit == 0)


def test_fronts_are_all_positions_once_up_to_symmetry() -> None:
    assert len(fronts()) == len(set(fronts())) == 627
    assert [number(front) for front in fronts()[-6:]] == LAST_FRONTS
    turns = turns_of(fronts()[0].rules)
    states = [turned(state_of(front), turn) for front in fronts() for turn in turns]
    assert set(states) == set(tree_of("tictactoe").moves)
    # In the order of base 3 numbers whose fastest digit is the top left cell.
    order = [digits(front)[::-1] for front in fronts()]
    assert order == sorted(order)
    for front in fronts():
        images = [turned(state_of(front), turn) for turn in turns]
        smallest = min(number(position_of("tictactoe", image)) for image in images)
        assert number(front) == smallest


@pytest.mark.parametrize("variant", [*VARIANTS, "report:per=move", "her:empty=refill"])
def test_export_and_import_give_equal_boxes(variant: str) -> None:
    machine = Menace("tictactoe", variant=variant, side="random", seed=2)
    for sparring, games in (("self", 300), ("coach", 300)):
        train(machine, sparring, games)
        text = export(machine)
        copy = Menace("tictactoe", variant=variant, side="random")
        train(copy, "random", 50)
        import_into(copy, text)
        assert list(copy.boxes()) == list(machine.boxes())
        assert copy.measure() == machine.measure()
        assert export(copy) == text


def test_every_digit_is_an_empty_cell() -> None:
    machine = Menace("tictactoe", variant="report", side="random", seed=2)
    train(machine, "self", 2000)
    for line, front in zip(export(machine).splitlines(), fronts(), strict=True):
        assert all(digits(front)[int(digit)] == 0 for digit in line)
        assert len(line) == machine.box(front).total
        # Cells that are one move up to symmetry have the same number of beads, or one less.
        box = machine.box(front)
        for bead, cells in box.cells.items():
            if box.position == front and cells > 1 and not box.is_forced:
                share, rest = divmod(box.beads[bead], cells)
                counts = sorted(line.count(digit) for digit in _orbit(front, bead))
                assert counts == [share] * (cells - rest) + [share + 1] * rest


def _orbit(front: Position, bead: tuple[int, int]) -> set[str]:
    cells = same_moves(state_of(front), bead, front.rules)
    return {str((2 - row) * 3 + column) for column, row in cells}


def test_the_order_of_digits_and_the_last_lines_do_not_matter() -> None:
    machine = Menace("tictactoe", variant="report", seed=2)
    train(machine, "self", 500)
    lines = export(machine).splitlines()
    for text in (
        "\n".join(line[::-1] for line in lines),
        "\r\n".join(lines) + "\r\n",
        "\n".join(lines) + "\n\n \n",
        "\n".join(f" {line} " for line in lines),
    ):
        copy = Menace("tictactoe", variant="report")
        import_into(copy, text)
        assert list(copy.boxes()) == list(machine.boxes())


def test_empty_boxes_are_empty_lines() -> None:
    machine = Menace("tictactoe", variant="her", side="random", seed=1)
    train(machine, "coach", 5000)
    text = export(machine)
    assert "\n\n" in text
    copy = Menace("tictactoe", variant="her", side="random")
    import_into(copy, text)
    assert list(copy.boxes()) == list(machine.boxes())
    assert copy.never_loses()


@pytest.mark.parametrize("count", [0, 1, 626, 628, 1254])
def test_another_number_of_lines_is_refused(count: int) -> None:
    lines = (export(Menace("tictactoe", variant="report")).splitlines() * 2)[:count]
    machine = Menace("tictactoe", variant="report", seed=1)
    train(machine, "self", 100)
    before = list(machine.boxes())
    with pytest.raises(BrainError, match=f"has 627 lines, and this has {count}"):
        import_into(machine, "\n".join(lines))
    assert list(machine.boxes()) == before


@pytest.mark.parametrize("line", [1, 300, 627])
@pytest.mark.parametrize("digit", ["9", "x", "-", "٣", "taken"])
def test_a_wrong_digit_is_refused_with_its_line(line: int, digit: str) -> None:
    taken = [i for i, stone in enumerate(digits(fronts()[line - 1])) if stone]
    if digit == "taken":
        digit = str(taken[0]) if taken else "9"
    machine = Menace("tictactoe", variant="report", side="random", seed=1)
    train(machine, "self", 100)
    before = list(machine.boxes())
    lines = export(machine).splitlines()
    lines[line - 1] += digit
    with pytest.raises(BrainError, match=f"line {line}: '{digit}' is not an empty cell of"):
        import_into(machine, "\n".join(lines))
    assert list(machine.boxes()) == before


@pytest.mark.parametrize(
    ("rules", "variant"), [("4x3:3", "report"), ("3x3:3+gravity", "report"),
                           ("tictactoe", "report:symmetry=off")],
)  # fmt: skip
def test_machines_with_other_boxes_are_refused(rules: str, variant: str) -> None:
    machine = Menace(rules, variant=variant, side="random")
    text = export(Menace("tictactoe", variant="report"))
    with pytest.raises(BrainError, match="boxes of tictactoe up to symmetry"):
        export(machine)
    with pytest.raises((BrainError, RulesError), match="tictactoe"):
        import_into(machine, text)
    assert machine._core.boxes() == []

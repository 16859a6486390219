import copy
import pickle
import random

import pytest

from enligne import (
    FIRST,
    SECOND,
    Cell,
    IllegalMoveError,
    Move,
    NotationError,
    Outcome,
    Position,
    PositionError,
    Rules,
    Side,
    Termination,
    symmetries,
)
from tests.naive import NaiveGame, random_rules


@pytest.mark.parametrize(
    "text",
    [
        "7/7/7/7/3o3/3x3 x",
        "7/7/7/7/3o3/3x3",
        "7/7/7/7/3O3/3X3 X",
        "7/7/7/7/3p3/3P3 P",
        "7/7/7/7/3Y3/3R3 R",
        "7/7/7/7/3y3/3r3 r",
        "7/7/7/7/3w3/3b3 b",
        "......./......./......./......./...o.../...x...",
        "_______/_______/_______/_______/___o___/___x___",
        "0000000/0000000/0000000/0000000/0002000/0001000",
        "......./......./......./......./...2.../...1... 1",
        "3x3/3o3/7/7/7/7",  # the report's form: bottom row first
        "3P3/3p3/7/7/7/7",
        "  7/7/7/7/3o3/3x3   x ",
    ],
)
def test_every_way_to_write_a_position(text: str) -> None:
    position = Position("connect4", text)
    assert position.stones(FIRST) == [Cell(3, 0)]
    assert position.stones(SECOND) == [Cell(3, 1)]
    assert position.text == "7/7/7/7/3o3/3x3 x"


def test_the_reports_own_text() -> None:
    position = Position("connect4", "pPpPpP1/7/7/7/7/7")
    assert position.text == "7/7/7/7/7/oxoxox1 x"


def test_without_gravity_rows_are_always_from_the_top() -> None:
    assert Position("tictactoe", "x2/3/3").stones(FIRST) == [Cell(0, 2)]


@pytest.mark.parametrize(
    ("rules", "text", "error", "reason"),
    [
        ("connect4", "7/7/7/3x3/7/7", PositionError, "the stone on d3 is in the air"),
        ("connect4", "7/7/7/7/7/xxx4", PositionError, "3 stones of the first side and 0 of"),
        ("connect4", "7/7/7/7/7/o6", PositionError, "0 stones of the first side and 1 of"),
        ("tictactoe", "xxx/ooo/3", PositionError, "both sides have a winning run of 3"),
        ("tictactoe", "xxx/oo1/o2", PositionError, "play went on after a winning run of 3"),
        # Two runs of the winner that no single last stone can have completed.
        ("5x5:3", "xxx2/5/oo1oo/2o2/xxx2", PositionError, "play went on after a winning run"),
        ("4x3:3+gravity", "4/4/4 o", PositionError, "the second side cannot be to move"),
        ("tictactoe", "3/3", NotationError, "2 rows instead of 3"),
        ("tictactoe", "3/4/3", NotationError, "row 2 from the top has 4 cells instead of 3"),
        ("tictactoe", "3/x1/3", NotationError, "row 2 from the top has 2 cells instead of 3"),
        ("tictactoe", "3/99999999999/3", NotationError, "row 2 from the top has '99999999999'"),
        ("tictactoe", "xq1/3/3", NotationError, "'q' is not a stone"),
        ("tictactoe", "xR1/3/3", NotationError, "written in several ways at once: R, x"),
        ("tictactoe", "x2/3/3 R", NotationError, "written in several ways at once: R, x"),
        ("tictactoe", "3/3/3 first", NotationError, "'first' is not a side to move"),
        ("tictactoe", "3/3/3 x x", NotationError, "'x x' is not a side to move"),
        ("tictactoe", "", NotationError, "the position is empty"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(
    rules: str, text: str, error: type[ValueError], reason: str
) -> None:
    with pytest.raises(error) as caught:
        Position(rules, text)
    assert reason in str(caught.value)


def test_with_gravity_the_last_stone_of_a_win_is_on_top() -> None:
    # Only b2 can have completed both diagonals, but with gravity b3 was played after it.
    crossed = "xox/oxo/xox"
    assert Position("3x3:3", crossed).outcome() == Outcome(FIRST, Termination.RUN)
    with pytest.raises(PositionError, match="play went on"):
        Position("3x3:3+gravity", crossed)


def test_stones_given_by_cells() -> None:
    position = Position.from_stones("tictactoe", [Cell(0, 0)], [Cell(1, 1)])
    assert position == Position("tictactoe").play("a1").play("b2")
    with pytest.raises(PositionError, match="a1 has two stones"):
        Position.from_stones("tictactoe", [Cell(0, 0)], [Cell(0, 0)])
    with pytest.raises(PositionError, match="d1 is outside the board"):
        Position.from_stones("tictactoe", [Cell(3, 0)], [])


@pytest.mark.parametrize("rules", ["tictactoe", "connect4", "12x12:5", "gomoku19", "26x26:6"])
def test_reprs_pickles_and_copies_round_trip(rules: str) -> None:
    position = Position(rules).play("c1").play("b1")
    for twin in (eval(repr(position)), pickle.loads(pickle.dumps(position)), copy.copy(position)):
        assert twin == position
        assert hash(twin) == hash(position)
        assert twin.rules == position.rules


def test_positions_of_other_rules_are_not_equal() -> None:
    assert Position("3x3:3") != Position("3x3:3+gravity")
    assert Position("connect4") != Position("tictactoe")
    assert Position("connect4") != "connect4"


def test_playing_leaves_the_position_as_it_was() -> None:
    position = Position("connect4")
    after = position.play("d")
    assert position == Position("connect4")
    assert after["d1"] is FIRST
    assert position["d1"] is None
    assert (position.side, after.side) == (FIRST, SECOND)
    for name in ("rules", "side", "ply", "text"):
        with pytest.raises(AttributeError):
            setattr(position, name, None)


@pytest.mark.parametrize("text", ["d", "D", "4", "d1", "D1", " d1 "])
def test_ways_to_write_a_move_with_gravity(text: str) -> None:
    assert Position("connect4").move(text) == Move(3, 0)
    assert text in Position("connect4").legal_moves


@pytest.mark.parametrize(
    ("rules", "played", "move", "error", "reason"),
    [
        ("connect4", "", "h", IllegalMoveError, "h is outside the board; cells are a1 to g6"),
        ("connect4", "", "8", IllegalMoveError, "8 is outside the board"),
        ("connect4", "", "0", IllegalMoveError, "0 is outside the board"),
        ("connect4", "", "a7", IllegalMoveError, "a7 is outside the board"),
        ("connect4", "", "a0", IllegalMoveError, "a0 is outside the board"),
        (
            "connect4",
            "",
            "d3",
            IllegalMoveError,
            "d3 is in the air: a stone in column d falls to d1",
        ),
        ("connect4", "d", "d1", IllegalMoveError, "d1 is occupied"),
        ("connect4", "d d d d d d", "d", IllegalMoveError, "column d is full"),
        ("connect4", "d d d d d d", "d6", IllegalMoveError, "column d is full"),
        (
            "connect4",
            "a b a b a b a",
            "c",
            IllegalMoveError,
            "the game is over, the first side wins",
        ),
        (
            "connect4",
            "",
            "",
            NotationError,
            "'' is not a cell such as a1 or a column such as a or 1",
        ),
        ("connect4", "", "é1", NotationError, "is not a cell"),
        ("tictactoe", "", "b", NotationError, "'b' is not a cell; cells are a1 to c3"),
        ("tictactoe", "", "2", NotationError, "'2' is not a cell"),
        ("tictactoe", "b2", "b2", IllegalMoveError, "b2 is occupied"),
        ("tictactoe", "", "d1", IllegalMoveError, "d1 is outside the board"),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(
    rules: str, played: str, move: str, error: type[ValueError], reason: str
) -> None:
    position = Position(rules)
    for each in played.split():
        position = position.play(each)
    with pytest.raises(error) as caught:
        position.play(move)
    assert reason in str(caught.value)
    assert move not in position.legal_moves


def test_a_move_beside_the_board_is_refused_as_a_value_too() -> None:
    assert Move(9, 9) not in Position("connect4").legal_moves
    with pytest.raises(IllegalMoveError, match="j10 is outside the board of connect4"):
        Position("connect4").play(Move(9, 9))
    with pytest.raises(IllegalMoveError, match="j10 is outside the board of connect4"):
        Position("connect4")[Move(9, 9)]
    with pytest.raises(NotationError, match="no board has a cell at column -1, row 0"):
        Move(-1, 0)


def test_legal_moves_are_a_collection() -> None:
    moves = Position("connect4").legal_moves
    assert [str(move) for move in moves] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]
    assert len(moves) == 7
    assert moves
    assert Move(3, 0) in moves
    assert 3 not in moves
    assert repr(moves) == "<LegalMoves a1 b1 c1 d1 e1 f1 g1>"
    finished = Position("tictactoe", "xxx/oo1/3").legal_moves
    assert not finished
    assert list(finished) == []


@pytest.mark.parametrize(
    ("rules", "count"),
    [("tictactoe", 8), ("4x3:3", 4), ("connect4", 2), ("5x5:4+gravity", 2), ("26x26:5", 8)],
)
def test_number_of_symmetries(rules: str, count: int) -> None:
    found = symmetries(rules)
    assert len(set(found)) == count
    board = Rules.of(rules)
    cells = {Cell(column, row) for column in range(board.width) for row in range(board.height)}
    images = {tuple(symmetry(cell) for cell in sorted(cells)) for symmetry in found}
    assert len(images) == count
    for symmetry in found:
        assert {symmetry(cell) for cell in cells} == cells
        assert all(symmetry.inverse(symmetry(cell)) == cell for cell in cells)


# The core against a naive referee over many random games of random rules.


CHUNKS = 6
GAMES_PER_CHUNK = 1000


def outcome_of(position: Position) -> tuple[bool, Side | None]:
    outcome = position.outcome()
    return outcome is not None, None if outcome is None else outcome.winner


def check(position: Position, naive: NaiveGame) -> None:
    assert outcome_of(position) == (naive.is_over, naive.winner)
    assert set(position.winning_cells) == naive.winning_cells
    assert set(position.legal_moves) == naive.legal_moves()
    assert len(position.legal_moves) == len(naive.legal_moves())


def check_images(position: Position, naive: NaiveGame) -> None:
    canonical, back = position.canonical()
    assert canonical.image(back) == position
    for symmetry in symmetries(position.rules):
        image = position.image(symmetry)
        assert outcome_of(image) == outcome_of(position)
        assert set(image.winning_cells) == {symmetry(cell) for cell in position.winning_cells}
        assert set(image.legal_moves) == {symmetry(move) for move in position.legal_moves}
        assert image.canonical().position == canonical
        assert image.image(symmetry.inverse) == position
        if not naive.is_over:
            move = next(iter(position.legal_moves))
            assert image.play(symmetry(move)) == position.play(move).image(symmetry)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_core_agrees_with_the_naive_referee(chunk: int) -> None:
    source = random.Random(chunk)
    wins = draws = 0
    for _ in range(GAMES_PER_CHUNK):
        rules = random_rules(source)
        position, naive = Position(rules), NaiveGame(rules)
        positions = [position]
        # Looking at everything at every ply of a 26x26 game would take too long.
        looks = {source.randrange(rules.cell_count) for _ in range(3)}
        look_at_images = source.choice(sorted(looks))
        check(position, naive)
        while not naive.is_over:
            move = source.choice(list(position.legal_moves))
            naive.play(move)
            position = position.play(move)
            positions.append(position)
            assert outcome_of(position) == (naive.is_over, naive.winner)
            if position.ply in looks:
                check(position, naive)
            if position.ply == look_at_images:
                check_images(position, naive)
        check(position, naive)
        if source.random() < 0.2:
            check_images(position, naive)
        assert {cell: position[Cell(*cell)] for cell in naive.stones} == naive.stones
        # What was reached by play can also be set up, and is then the same position.
        assert Position(rules, position.text) == position
        assert hash(Position(rules, position.text)) == hash(position)
        wins += naive.winner is not None
        draws += naive.winner is None
    assert wins > GAMES_PER_CHUNK / 5
    assert draws > GAMES_PER_CHUNK / 20

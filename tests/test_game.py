import pytest

from enligne import (
    FIRST,
    SECOND,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Outcome,
    Position,
    Termination,
)
from enligne.notation import format_moves
from tests.programs import python


def test_push_pop_and_peek() -> None:
    game = Game("connect4")
    assert game.push("d") == Move(3, 0)
    assert game.push(Move(3, 1)) == Move(3, 1)
    assert game.peek() == Move(3, 1)
    assert game.pop() == Move(3, 1)
    assert game == Game("connect4", "4")
    assert "e1" in game.legal_moves
    game.pop()
    for empty in (game.pop, game.peek):
        with pytest.raises(IndexError, match="no move was played"):
            empty()


@pytest.mark.parametrize(
    ("rules", "text", "moves"),
    [
        ("connect4", "44455554221", "d1 d2 d3 e1 e2 e3 e4 d4 b1 b2 a1"),
        ("connect4", "4 4 5", "d1 d2 e1"),
        ("connect4", "dde", "d1 d2 e1"),
        ("connect4", "d1d2e1", "d1 d2 e1"),
        ("connect4", "d, d2\n5", "d1 d2 e1"),
        ("12x6:4+gravity", "10 11 1", "j1 k1 a1"),
        ("12x6:4+gravity", "11", "a1 a2"),
        ("gomoku", "h8i9h10", "h8 i9 h10"),
        ("gomoku", "H8, I9", "h8 i9"),
        ("gomoku", "", ""),
    ],
)
def test_sequences_of_moves(rules: str, text: str, moves: str) -> None:
    game = Game(rules, text)
    assert " ".join(map(str, game.moves)) == moves
    assert Game(rules, format_moves(game.moves, game.rules)) == game
    assert eval(repr(game)) == game


@pytest.mark.parametrize(
    ("rules", "text", "error", "reason"),
    [
        ("connect4", "4444444", IllegalMoveError, "move 7: column d is full"),
        ("connect4", "48", IllegalMoveError, "move 2: 8 is outside the board"),
        ("connect4", "4?", NotationError, "'4?' is not a move"),
        ("connect4", "44 55", IllegalMoveError, "move 1: 44 is outside the board"),
        ("tictactoe", "a1 44", NotationError, "move 2: '44' is not a cell"),
    ],
)
def test_broken_sequences_say_which_move(
    rules: str, text: str, error: type[ValueError], reason: str
) -> None:
    with pytest.raises(error) as caught:
        Game(rules, text)
    assert reason in str(caught.value)


def test_an_illegal_move_changes_nothing() -> None:
    game = Game("connect4", "44")
    with pytest.raises(IllegalMoveError):
        game.push("d1")
    assert game == Game("connect4", "44")


def test_outcomes_on_the_board() -> None:
    assert Game("connect4", "1212121").outcome() == Outcome(FIRST, Termination.RUN)
    assert Game("connect4", "12121").outcome() is None
    drawn = Game("tictactoe", "a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert drawn.outcome() == Outcome(None, Termination.FULL)
    assert str(drawn.outcome()) == "draw (full board)"
    assert Outcome(None, Termination.FULL).result == "1/2-1/2"


def test_a_game_can_be_given_up_and_that_taken_back() -> None:
    game = Game("connect4", "4")
    game.resign()
    assert game.outcome() == Outcome(FIRST, Termination.RESIGNATION)
    assert eval(repr(game)) == game
    assert game != Game("connect4", "4")
    with pytest.raises(IllegalMoveError, match="the game is over, the first side wins"):
        game.push("d")
    with pytest.raises(ValueError, match="the game is over already"):
        game.resign(SECOND)
    game.pop()
    assert game.outcome() is None


def test_the_end_on_the_board_cannot_be_declared() -> None:
    with pytest.raises(ValueError, match="the board does not show the end of the game by run"):
        Game("connect4").end(FIRST, Termination.RUN)


def test_a_game_from_a_position() -> None:
    game = Game("connect4", "4", start="7/7/7/7/3o3/3x3 x")
    assert game.position.ply == 3
    assert eval(repr(game)) == game
    assert Game("connect4", "444") != game
    assert game.positions[-1] == Game("connect4", "444").position
    with pytest.raises(ValueError, match="a game of connect4 cannot start from a position of"):
        Game("connect4", start=Position("tictactoe"))


def test_outcome_repr_round_trips() -> None:
    for outcome in (Outcome(SECOND, Termination.TIME), Outcome(None, Termination.FULL)):
        assert eval(repr(outcome)) == outcome


def test_text_board_shows_last_move_and_winning_cells() -> None:
    assert str(Game("tictactoe", "a1 b2")).splitlines() == [
        "3 . . .",
        "2 .(o).",
        "1 x . .",
        "  a b c",
    ]
    assert str(Game("tictactoe", "a1 a2 b1 b2 c1")).splitlines()[2] == "1 X X(X)"
    wide = str(Game("26x26:5", "z26")).splitlines()
    assert wide[0].endswith(" .(x)")
    assert len(wide) == 27
    assert wide[-1] == "   " + " ".join("abcdefghijklmnopqrstuvwxyz")


def test_the_model_is_loaded_without_the_drawings() -> None:
    code = (
        "import sys, enligne; game = enligne.Game('connect4', '44'); print(*sys.modules);"
        "str(game); game._repr_svg_(); print(*sys.modules)"
    )
    before, after = (set(line.split()) for line in python("-c", code).output.splitlines())
    drawings = {"enligne.svg", "enligne.svg.drawing", "enligne.text"}
    assert drawings.isdisjoint(before)
    assert drawings <= after

"""The full screen, driven through a real pseudo-terminal by keys, mouse and signals."""

import re
import signal
from pathlib import Path

import pytest

from enligne import FIRST, SECOND, Game, Rules, Side, record
from enligne.svg.themes import THEMES, Style
from tests.programs import PATIENCE, peer, wait_until_gone
from tests.terminal.emulator import Terminal

HIDDEN = ("1000", "1002", "1003", "1006", "1015", "1004", "1049", "2004")


def left(terminal: Terminal) -> int:
    """The exit code; the terminal must be as it was before."""
    code = terminal.leave()
    modes = terminal.modes
    assert modes["1049"] is False, "the other screen is left"
    assert modes["25"] is True, "the cursor is shown"
    assert not any(modes.get(mode, False) for mode in HIDDEN), modes
    assert terminal.settings_now == terminal.settings
    return code


def stones(terminal: Terminal, rules: str, theme: str = "dark") -> dict[Side, int]:
    """How many characters of the board are of each side's colour, whatever their shape."""
    surface = THEMES[theme].surfaces[Style.of(Rules.of(rules))]
    found = {FIRST: 0, SECOND: 0}
    for y, line in enumerate(terminal.screen.display):
        for x in range(terminal.screen.columns - 24):
            if line[x].isspace():
                continue
            for side in Side:
                found[side] += f"#{terminal.colour(x, y)}" == surface.paint(side).fill
    return found


def column(terminal: Terminal, letter: str) -> int:
    """The x of a column, by its label below the board."""
    for line in reversed(terminal.screen.display):
        if re.match(r"^\s+a( +[b-z]){2,}", line[:56]):
            return line.index(letter)
    raise AssertionError(f"no labels:\n{terminal.text}")


def row(terminal: Terminal, number: int) -> int:
    """The y of a row, by its label beside the board."""
    for y, line in enumerate(terminal.screen.display[1:], 1):
        if re.match(rf"^\s*{number}(\s|\[|$)", line):
            return y
    raise AssertionError(f"no row {number}:\n{terminal.text}")


def test_a_whole_game_by_keys_then_undo_and_a_new_one() -> None:
    with Terminal("play", "tictactoe", "--two") as terminal:
        terminal.wait("Cross to move.")
        assert "Enligne: tictactoe, 3 x 3, 3 in a row" in terminal.text
        terminal.press("enter")  # the cursor begins in the middle
        terminal.wait("1. b2")
        terminal.press("left", "down", "space")
        terminal.wait("b2   a1")
        terminal.press("A2")
        terminal.wait("▸ a2")
        terminal.press("backspace", "backspace")
        terminal.wait(lambda: "▸" not in terminal.text)
        terminal.press("a2", "enter", "c1", "enter", "c3", "backspace", "2", "enter")
        terminal.wait("Cross wins with a2 b2 c2.")
        winning = THEMES["dark"].surfaces[Style.GRID]
        x, y = column(terminal, "a"), row(terminal, 2)
        ground = terminal.background(x - 3, y)
        assert ground not in (winning.board[1:], "default")
        assert terminal.background(x - 3, row(terminal, 3)) != ground
        terminal.press("a3", "enter")
        terminal.wait("The game is over")
        terminal.press("backspace")
        terminal.wait("Took back c2.")
        terminal.press("a1", "enter")
        terminal.wait("A1 is occupied.")
        terminal.press("z9", "enter")
        terminal.wait("Z9 is outside the board; cells are a1 to c3.")
        terminal.press("nonsense", "enter")
        terminal.wait("Unknown word 'nonsense'")
        terminal.press("undo", "enter")
        terminal.wait("Took back c1.")
        terminal.press("ctrl+n")
        terminal.wait("Begin a new game?")
        terminal.press("n")
        terminal.wait(lambda: "Cross to move." in terminal.text and "1. " not in terminal.text)
        terminal.press("ctrl+q")  # nothing is lost: no question
        assert left(terminal) == 0


def drop(terminal: Terminal, game: Game, letter: str) -> None:
    """Points at a column, sees that it is chosen, and clicks somewhere in it."""
    x = column(terminal, letter)
    terminal.point(x, 4)
    terminal.wait(lambda: terminal.screen.display[4][x : x + 2] == "▜▛")
    before, side = stones(terminal, "connect4"), game.side
    terminal.click(x, 10)
    terminal.wait(re.compile(rf"\d\. .*\b{game.push(letter)}\b"))
    terminal.wait(lambda: stones(terminal, "connect4")[side] > before[side])


def test_a_game_by_mouse_with_gravity() -> None:
    with Terminal("play", "connect4", "--two") as terminal:
        terminal.wait("Red to move.")
        fall = Game("connect4")
        for letter in "dcdcdcd":
            drop(terminal, fall, letter)
        terminal.wait("Red wins with d1 d2 d3 d4.")
        terminal.click(*terminal.find("quit"))
        assert left(terminal) == 0
        assert "Red wins with d1 d2 d3 d4." in terminal.raw.decode().split("\x1b[?1049l")[1]


def test_against_a_player_with_hint_and_evaluation() -> None:
    with Terminal("play", "connect4", "--against", "greedy", "--first", "them") as terminal:
        terminal.wait("Your move: yellow.")
        terminal.wait("1. d1")
        terminal.press("ctrl+e")
        terminal.wait("Red wins in 40")
        x, y = terminal.find("● █")
        red = THEMES["dark"].surfaces[Style.HOLES].first.fill
        assert f"#{terminal.colour(x + 2, y)}" == red
        terminal.press("tab")
        terminal.wait("Hint: d2. Red wins in 40 plies.")
        hint = THEMES["dark"].arrow[1:]
        xs = [x for x in range(56) for y in range(30) if terminal.colour(x, y) == hint]
        assert column(terminal, "d") in xs
        terminal.press("4", "enter")
        terminal.wait(re.compile(r"2\. \w"))
        terminal.press("ctrl+e")
        terminal.wait(lambda: "wins in" not in terminal.text)
        terminal.press("backspace")
        terminal.wait(lambda: "2. " not in terminal.text)
        terminal.wait("Took back")
        terminal.press("backspace")
        terminal.wait("There is no move of yours to take back.")
        terminal.press("ctrl+r")
        terminal.wait("Give this game up?")
        terminal.press("p")
        terminal.wait(lambda: "Give this game up?" not in terminal.text)
        terminal.press("ctrl+r")
        terminal.wait("Give this game up?")
        terminal.press("enter")
        terminal.wait("greedy wins: you have resigned.")


def test_save_asks_before_it_writes_over_and_the_game_goes_on_later(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("precious")
    with Terminal("play", "gomoku", "--against", "greedy", folder=tmp_path) as terminal:
        terminal.wait("Your move: black.")
        terminal.press("h8", "enter")
        terminal.wait(re.compile(r"1\. h8\s+\w"))
        terminal.press("ctrl+s")
        terminal.wait("Save the game to which file?")
        terminal.wait("15x15-5.txt")
        terminal.press("backspace")  # what is proposed is chosen as a whole
        terminal.wait(lambda: "15x15-5.txt" not in terminal.text)
        terminal.press("old.txt")
        terminal.wait("old.txt")
        terminal.press("enter")
        terminal.wait("Enter again")
        assert (tmp_path / "old.txt").read_text() == "precious"
        terminal.press(*["backspace"] * 7)
        # All of it is gone before more is typed: letters may overtake the keys before them.
        terminal.wait(re.compile(r"│ +│\n.*│ +old\.txt exists"))
        terminal.press("new.txt")
        terminal.wait("new.txt")
        terminal.press("enter")
        terminal.wait("Saved to new.txt.")
        terminal.press("ctrl+q")
        terminal.wait("Leave this game?")
        terminal.press("l")
        assert left(terminal) == 0
    kept = record.read(tmp_path / "new.txt").records[0]
    assert (kept.first, kept.second, len(kept.game.moves)) == ("you", "greedy", 2)
    with Terminal("play", "--load", "new.txt", folder=tmp_path) as terminal:
        terminal.wait("Your move: black.")
        assert f"1. h8   {kept.game.moves[1]}" in terminal.text
        terminal.press("ctrl+c")
        assert left(terminal) == 130


def test_every_cell_of_the_largest_board_fits_and_can_be_clicked() -> None:
    with Terminal("play", "26x26:5", "--two") as terminal:
        terminal.wait("Black to move.")
        terminal.wait("z")
        lines = terminal.screen.display
        assert [line.split()[0] for line in lines[1:27]] == [str(n) for n in range(26, 0, -1)]
        assert lines[27].split()[:26] == list("abcdefghijklmnopqrstuvwxyz")
        for cell in ("a1", "z26", "a26", "z1"):
            terminal.click(column(terminal, cell[0]), row(terminal, int(cell[1:])))
            terminal.wait(re.compile(rf"\d\. .*\b{cell}\b"))
        terminal.wait(lambda: stones(terminal, "26x26:5") == {FIRST: 2, SECOND: 2})


def test_a_small_window_scrolls_and_a_tiny_one_asks_for_room() -> None:
    with Terminal("play", "gomoku19", "--two", "--position", "a1 s19") as terminal:
        terminal.wait("Black to move.")
        terminal.wait("1. a1")
        terminal.resize(40, 15)
        terminal.wait(lambda: "▾" in terminal.text and "▴" in terminal.text)
        assert "19" not in terminal.text.replace("gomoku19", "")
        terminal.press(*["up"] * 9)
        terminal.wait(lambda: "19 " in terminal.text and "▴" not in terminal.text)
        terminal.press("home", *["pagedown"] * 4)
        terminal.wait(lambda: re.search(r"^ 1 \[●\]", terminal.text, re.MULTILINE))
        for _ in range(20):
            terminal.wheel(10, 5, up=True)
        terminal.wait(lambda: "19 " in terminal.text and "▴" not in terminal.text)
        terminal.press("b2", "enter")
        terminal.wait("White to move.")
        terminal.resize(16, 5)
        terminal.wait("A little")
        assert "┼" not in terminal.text
        terminal.resize(80, 30)
        terminal.wait(lambda: "2. b2" in terminal.text and "▾" not in terminal.text)
        terminal.wait(lambda: terminal.text.count("┼") > 200)
        terminal.resize(120, 45)
        terminal.wait(lambda: "┼" not in terminal.text and "██" in terminal.text)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_give_the_terminal_back_while_a_player_thinks(number: signal.Signals) -> None:
    with Terminal("play", "gomoku", "--against", "gomoku:seconds=600") as terminal:
        terminal.wait("Your move: black.")
        terminal.press("h8", "enter")
        terminal.wait("is thinking")
        terminal.process.send_signal(number)
        assert left(terminal) == 128 + number
        shown = terminal.raw.decode().split("\x1b[?1049l")[1]
        assert "enligne play gomoku --position h8" in shown
        assert "Traceback" not in shown


def test_it_ends_when_the_terminal_is_gone() -> None:
    with Terminal("play", "gomoku", "--against", "gomoku:seconds=600") as terminal:
        terminal.wait("Your move: black.")
        terminal.press("h8", "enter")
        terminal.wait("is thinking")
        terminal.hang_up()  # without a signal, as it is not the terminal that started it
        assert terminal.process.wait(timeout=PATIENCE) == 129


def test_a_fault_of_its_own_gives_the_terminal_back_too() -> None:
    program = """
import sys
from enligne.cli import main
from enligne.terminal.controls import GameScreen

def fail(self):
    raise ZeroDivisionError("on purpose")

GameScreen.action_hint = fail
sys.exit(main(sys.argv[1:]))
"""
    with Terminal("play", "gomoku", "--two", program=program) as terminal:
        terminal.wait("Black to move.")
        terminal.press("h8", "enter", "tab")
        assert left(terminal) == 1
        shown = terminal.raw.decode().split("\x1b[?1049l")[1]
        assert "on purpose" in shown
        assert "enligne play gomoku --position h8" in shown


def test_nothing_waits_for_a_foreign_program_and_none_is_left_behind(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Terminal(
        *("play", "gomoku", "--against", peer("hang"), "--seconds", "300"),
        environment={"PEER_LOG": str(log)},
    ) as terminal:
        terminal.wait("Your move: black.")
        terminal.press("h8", "enter")
        terminal.wait(lambda: log.exists() and "TURN" in log.read_text())
        terminal.press("i9", "enter")
        terminal.wait("It is not your move")
        terminal.press("backspace")
        terminal.wait("Took back h8.")
        terminal.press("i9", "enter")
        terminal.wait("is thinking")
        terminal.press("ctrl+c")
        assert left(terminal) == 130
    wait_until_gone(*(int(line.split()[0]) for line in log.read_text().splitlines()))


def test_a_player_that_fails_loses_and_its_reason_is_shown() -> None:
    with Terminal("play", "gomoku", "--against", peer("crash"), size=(160, 30)) as terminal:
        terminal.wait("Your move: black.")
        terminal.press("h8", "enter")
        terminal.wait("You win (crash).")
        assert "failed:" in terminal.text


def test_two_players_are_watched_paused_stepped_and_taken_back() -> None:
    with Terminal("play", "tictactoe", "--watch", "greedy", "greedy") as terminal:
        terminal.wait("is thinking")
        terminal.press("space")
        terminal.wait("Paused")

        def count() -> int:
            return len(re.findall(r"\b[abc][123]\b", terminal.text))

        terminal.press(*["backspace"] * 3)
        terminal.wait("No move was played yet.")
        for number in (1, 2):
            terminal.press(".")
            terminal.wait(lambda: count() == number)  # noqa: B023
        terminal.press("backspace")
        terminal.wait(lambda: count() == 1)
        terminal.press("-")
        terminal.wait("1 s between moves.")
        terminal.press("+", "+", "+", "+", "space")
        terminal.wait("A draw: the board is full.")
        terminal.press("?")
        terminal.wait("pause, go on")
        terminal.press("escape")
        terminal.wait(lambda: "pause, go on" not in terminal.text)
        terminal.press("ctrl+q")
        assert left(terminal) == 0


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1"}, {"TERM": "xterm", "COLORTERM": ""}], ids=["none", "sixteen"]
)
def test_without_colours_shapes_tell_the_sides_apart(environment: dict[str, str]) -> None:
    arguments = ("play", "gomoku", "--two", "--position", "h8 h9 i8")
    with Terminal(*arguments, environment=environment) as terminal:
        terminal.wait("White to move.")
        terminal.press("down")
        terminal.wait("[○]")  # where the cursor would place one
        board = "".join(line[:56] for line in terminal.screen.display)
        assert (board.count("●"), board.count("○")) == (2, 2)
        assert "─●(●)┼" in board
        colours = {
            getattr(terminal.screen.buffer[y][x], part)
            for y in range(30)
            for x in range(80)
            for part in ("fg", "bg")
        }
        if "NO_COLOR" in environment:
            assert colours == {"default"}
        assert not any(re.fullmatch("[0-9a-f]{6}", colour) for colour in colours)


def test_light_and_dark() -> None:
    with Terminal("play", "tictactoe", "--two", "--theme", "light") as terminal:
        terminal.wait("Cross to move.")
        terminal.wait(lambda: f"#{terminal.background(0, 5)}" == THEMES["light"].background)
        terminal.press("ctrl+l")
        terminal.wait(lambda: f"#{terminal.background(0, 5)}" == THEMES["dark"].background)


def test_a_terminal_that_is_only_a_printer_gets_lines() -> None:
    with Terminal("play", "tictactoe", "--two", environment={"TERM": "dumb"}) as terminal:
        terminal.wait(re.compile("^x>", re.MULTILINE))
        terminal.press("b2\n")
        terminal.wait(re.compile("^o>", re.MULTILINE))
        assert "2 .(x)." in terminal.text
        terminal.press("\x04")
        terminal.wait("The input has ended")
        assert terminal.leave() == 0
        assert terminal.modes.get("1049") is None

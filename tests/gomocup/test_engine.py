"""The answering side of the protocol, command by command."""

import random

import pytest

from enligne import Game, NotationError, Rules
from enligne.gomocup.engine import GomocupEngine
from enligne.gomocup.notation import Lines, cell_text, parse_cell, parse_numbers
from enligne.move import Cell

OPENS = "4,10"  # the greedy engine on an empty board of 15 x 15


class Manager:
    """Tells commands and returns the replies, without those that begin with DEBUG."""

    def __init__(self, engine: str = "greedy") -> None:
        self.lines: list[str] = []
        self.gomocup = GomocupEngine(engine, seed=1)

    def __call__(self, *commands: str) -> list[str]:
        self.lines.clear()
        for command in commands:
            self.lines += self.gomocup.answer(command)
        return [line for line in self.lines if not line.startswith("DEBUG")]

    def one(self, *commands: str) -> str:
        (line,) = self(*commands)
        return line


@pytest.fixture
def manager() -> Manager:
    return Manager()


def test_a_game_is_legal_to_its_end(manager: Manager) -> None:
    for command, rules in (
        ("START 7", Rules(7, 7, 5)),
        ("RECTSTART 9,6", Rules(9, 6, 5)),
        ("START 5", Rules(5, 5, 5)),
    ):
        assert manager.one(command) == "OK"
        game = Game(rules)
        source = random.Random(command)
        reply = manager.one("BEGIN")
        while True:
            game.push(parse_cell(reply, rules))
            if game.outcome() is not None:
                break
            move = game.push(source.choice(list(game.legal_moves)))
            reply = manager.one(f"TURN {move.column},{rules.height - 1 - move.row}")
            if game.outcome() is not None:
                assert reply.startswith("ERROR there is nothing to analyse: the game is over")
                break


def test_commands_in_any_case_and_spacing(manager: Manager) -> None:
    assert manager.one("  start   15 ") == "OK"
    assert manager.one("Begin") == OPENS
    assert len(manager("turn 7 , 8")) == 1


def test_board_for_either_side_in_any_order(manager: Manager) -> None:
    manager("START 15")
    four = ["3,7,1", "4,7,1", "5,7,1", "6,7,1"]
    others = ["0,0,2", "14,0,2", "0,14,2", "14,14,2"]
    assert manager.one("BOARD", *four, *others, "DONE") in ("2,7", "7,7")
    assert manager.one("RESTART") == "OK"
    assert manager.one("BOARD", *others, *four, "9,1,2", "DONE") in ("2,7", "7,7")
    assert manager.one("BOARD", "DONE") == OPENS


def test_the_rule_says_whether_six_win(manager: Manager) -> None:
    own = [f"{x},7,1" for x in (3, 4, 5, 7, 8)] + ["2,11,1"]
    others = [f"{x},11,2" for x in (3, 4, 5, 6)] + ["12,2,2", "1,5,2"]
    manager("START 15")
    assert manager.one("BOARD", *own, *others, "DONE") == "6,7"
    manager("INFO rule 1", "RESTART")
    assert manager.one("BOARD", *own, *others, "DONE") == "7,11"


@pytest.mark.parametrize(
    ("rule", "name"), [("4", "renju"), ("5", "exactly five, renju"), ("8", "caro"), ("99", "")]
)
def test_other_rules_are_refused_with_the_move(manager: Manager, rule: str, name: str) -> None:
    assert manager(f"INFO rule {rule}", "START 15") == ["OK"]
    for commands in (["BEGIN"], ["TURN 7,7"], ["BOARD", "DONE"], ["SWAP2BOARD", "DONE"]):
        reply = manager.one(*commands)
        assert reply.startswith(f"ERROR rule {rule} (")
        assert name in reply
    assert manager.one("INFO rule 0", "BEGIN") == OPENS


def test_takeback_frees_the_cells(manager: Manager) -> None:
    manager("START 15")
    own = manager.one("BEGIN")
    reply = manager.one("TURN 0,0")
    assert manager(f"TAKEBACK {reply}", "TAKEBACK 0,0") == ["OK", "OK"]
    assert manager.one(f"TURN {reply}") not in (own, reply)
    assert manager.one("TAKEBACK 0,0").startswith("ERROR there is no stone on 0,0")


def test_play_imposes_a_move(manager: Manager) -> None:
    manager("START 15")
    assert manager.one("PLAY 3,3") == "3,3"
    assert manager.one("PLAY 4,4").startswith("ERROR 1 own stones and 0 of the other side")
    assert manager.one("TURN 3,3") == "ERROR 3,3 is occupied"


def test_info_is_never_answered(manager: Manager) -> None:
    keys = ("timeout_turn", "timeout_match", "max_memory", "time_left", "game_type", "rule")
    values = ("0", "1", "", "x", "-1", "1 2", "9" * 400, "3,4", "1.5", "²")
    assert manager("INFO", "INFO evaluate 3,4", "INFO folder C:\\some folder", "INFO new 1") == []
    assert manager(*(f"INFO {key} {value}" for key in keys for value in values)) == []
    assert manager("INFO rule 0", "INFO timeout_turn 100", "START 15", "BEGIN") == ["OK", OPENS]


def test_about_is_in_keywords(manager: Manager) -> None:
    assert manager.one("ABOUT").startswith('name="Enligne", version="')


def test_thoughts_are_told() -> None:
    manager = Manager("alphabeta:depth=2")
    manager("START 15", "TURN 7,7")
    assert manager.lines[1].startswith("DEBUG depth 1-1 score ")
    assert manager.lines[2].startswith("DEBUG depth 2-")
    line = manager.lines[2].partition(" line ")[2].split()
    assert line[0] == manager.lines[3]
    assert len(manager.lines) == 4


@pytest.mark.parametrize(
    ("commands", "reason"),
    [
        (["START"], "'' is not a size such as START 15"),
        (["START 4"], "run 5"),
        (["START 27"], "width 27 is outside 3 to 26"),
        (["START 15 20"], "'15 20' is not a size"),
        (["RECTSTART 15"], "'15' is not a size such as RECTSTART 20,15"),
        (["RECTSTART 100,20"], "width 100 is outside"),
        *(
            ([command], "START comes first")
            for command in ("BEGIN", "RESTART", "TURN 7,7", "BOARD", "SWAP2BOARD", "TAKEBACK 7,7")
        ),
        (["START 15", "TURN"], "'' is not a cell such as 7,7"),
        (["START 15", "TURN 15,0"], "15,0 is outside: cells are 0,0 to 14,14"),
        (["START 15", "TURN 7,7", "TURN 7,7"], "7,7 is occupied"),
        (["START 15", "BEGIN", "BEGIN"], "BEGIN is for an empty board"),
        (["START 15", "BOARD 3", "TURN 7,7"], "BOARD is alone on its line"),
        (["START 15", "BOARD", "7,7", "DONE"], "'7,7' is not a stone such as 7,7,1"),
        (["START 15", "BOARD", "7,7,3", "DONE"], "a stone is 1, this engine's, or 2"),
        (["START 15", "BOARD", "7,7,1", "7,7,2", "DONE"], "7,7 is occupied"),
        (["START 15", "BOARD", "7,7,1", "DONE"], "it is not this engine's move"),
        (["START 15", "BOARD", "7,7,2", "8,8,2", "DONE"], "it is not this engine's move"),
        (["START 15", "BOARD", "99,7,1", "DONE"], "99,7 is outside"),
        (["START 15", "BOARD", "7,7,1", "BEGIN"], "BOARD was not ended by DONE"),
        (["START 15", "SWAP2BOARD", "7,7", "DONE"], "0, 3 or 5 stones, not 1"),
        (["START 15", "SWAP2BOARD", "7,7", "7,7", "8,8", "DONE"], "7,7 is occupied"),
    ],
)
def test_errors_say_why_and_change_nothing(commands: list[str], reason: str) -> None:
    manager = Manager()
    replies = manager(*commands)
    assert any(line.startswith("ERROR ") and reason in line for line in replies)
    manager("START 15", "TURN 3,3")
    before = manager.gomocup.stone_count
    if commands[0] == "START 15":
        manager(*[command for command in commands[1:] if not command.startswith("TURN")])
        assert manager.gomocup.stone_count in (before, before + 1)
    assert manager("RESTART", "BEGIN") == ["OK", OPENS]


@pytest.mark.parametrize("seed", range(5))
def test_any_junk_is_answered_and_it_goes_on(seed: int) -> None:
    source = random.Random(seed)
    manager = Manager()
    words = "START RECTSTART RESTART BEGIN TURN BOARD DONE INFO TAKEBACK PLAY SWAP2BOARD ABOUT"
    for _ in range(300):
        word = source.choice([*words.split(), "junk", "\u2603", "\0", ""])
        rest = source.choice(["", "5", "5,5", "1,2,1", "-3,9", "rule 1", "x" * 300, "٣"])
        line = f"{word} {rest}".strip()
        if not line:
            continue
        for reply in manager(line):
            assert "\n" not in reply
            assert reply.startswith(("OK", "ERROR ", "UNKNOWN ", "name=")) or "," in reply
    manager("DONE")
    assert manager("INFO rule 0", "START 15", "BEGIN") == ["OK", OPENS]


def test_swap2_lays_three_stones_on_any_board() -> None:
    for size in ("START 5", "START 6", "START 9", "START 15", "START 20", "RECTSTART 26,3"):
        manager = Manager()
        for _ in range(20):
            assert manager.one(size) == "OK"
            cells = manager.one("SWAP2BOARD", "DONE").split()
            assert len(set(cells)) == 3
            # If the other side stays the second with a fourth stone, this one is the first.
            free = next(f"{x},0" for x in range(5) if f"{x},0" not in cells)
            assert "," in manager.one(f"TURN {free}")


def test_swap2_with_stones_and_the_game_after_it() -> None:
    manager = Manager("alphabeta:depth=2")
    three = ["7,7", "8,7", "9,9"]
    for stones in (three, [*three, "8,8", "8,6"]):
        manager("START 15")
        reply = manager.one("SWAP2BOARD", *stones, "DONE")
        cells = [] if reply == "SWAP" else reply.split()
        assert len(cells) <= (2 if stones is three else 1)
        assert not set(cells) & set(stones)
        assert "," in manager.one("TURN 0,0")


# Lines and cells as they come through a pipe.


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

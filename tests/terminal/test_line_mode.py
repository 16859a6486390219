"""The line mode through pipes: every command, every mistake, and the scores recomputed."""

import random
import re
import sys
from pathlib import Path

import pytest

from enligne import FIRST, SECOND, Game, Position, Side, record, text
from enligne.engines import Heuristic, create
from enligne.terminal.line_mode import run_score
from tests.naive import random_rules
from tests.programs import output, peer, refusal


def play(*arguments: str, lines: str, folder: Path | None = None) -> str:
    """Plays with these lines typed; all that was answered."""
    return output("play", *arguments, stdin=lines, folder=folder)


def naive_score(position: Position, side: Side) -> int:
    """The longest row by looking at every row of every length, and its part of 1000."""
    rules = position.rules
    mine = {(cell.column, cell.row) for cell in position.stones(side)}
    best = 0
    for column in range(rules.width):
        for row in range(rules.height):
            for across, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                for length in range(1, 27):
                    cells = {(column + n * across, row + n * up) for n in range(length)}
                    ends = {
                        (column - across, row - up),
                        (column + length * across, row + length * up),
                    }
                    if not cells <= mine:
                        break
                    if rules.exact and (ends & mine or length > rules.run):
                        continue  # a part of a longer row, which may be too long
                    best = max(best, min(length, rules.run))
    return 1000 * best // rules.run


def test_the_scores_are_those_of_the_longest_runs() -> None:
    source = random.Random(5)
    seen = set()
    for _ in range(150):
        position = Position(random_rules(source))
        for _ in range(source.randrange(position.rules.cell_count)):
            # Crowded on one side, so that long rows come about.
            moves = sorted(position.legal_moves)[: source.choice((4, 700))]
            after = position.play(source.choice(moves))
            if after.outcome() is not None and source.random() < 0.5:
                break
            position = after
            if position.outcome() is not None:
                break
        for side in (FIRST, SECOND):
            assert run_score(position, side) == naive_score(position, side)
            seen.add(run_score(position, side))
    assert 1000 in seen
    assert len(seen) > 8


def test_a_row_that_is_too_long_counts_for_nothing_where_runs_are_exact() -> None:
    moves = "a1 a15 b1 c15 c1 e15 e1 g15 f1 i15 d1"
    assert run_score(Game("gomoku", moves).position, FIRST) == 1000
    assert run_score(Game("gomoku-exact", moves).position, FIRST) == 200


def test_a_whole_game_by_two_people() -> None:
    said = play("tictactoe", "--two", lines="b2\na1\nC2\na2\nA3\nc1\nb3\nb1\n")
    game = Game("tictactoe", "b2 a1 c2 a2 a3 c1 b3 b1")
    board = text.board(game.position, last=game.moves[-1])
    assert f"o plays b1\n{board}\nNought wins with a1 b1 c1.\n" in said


def test_every_command() -> None:
    lines = "help\nh8\nhint\nmoves\nscores\ntest\nscore h9\nprh9\nPR H9\nprint\nundo\nmoves\n"
    said = play(
        "gomoku", "--against", "greedy:evaluation=filters", lines=lines + "resign\nundo\nnew them\n"
    )
    assert said.startswith("gomoku (15x15:5): 15 x 15, 5 in a row. You have x, greedy")
    for word in ("help", "quit", "print", "scores", "score CELL", "undo", "hint", "moves", "save"):
        assert f"\n  {word}" in said
    reply = re.search(r"you play h8\ngreedy:evaluation=filters plays (\S+)\n", said)
    assert reply is not None
    game = Game("gomoku", f"h8 {reply[1]}")
    board = str(game)
    assert said.count(board) == 2  # after the reply, and for 'print'
    assert f"{board}\nx to move\n" in said
    hint = re.search(r"^hint: (\S+)$", said, re.MULTILINE)
    assert hint is not None
    assert hint[1] in game.legal_moves
    assert f"\n1. h8 {reply[1]}\n" in said
    assert said.splitlines().count("x 200, o 200") == 2
    worth = create("greedy:evaluation=filters").analyse(game.position, all_moves=True).moves
    value = worth[game.position.move("h9")]
    assert isinstance(value, Heuristic)
    assert said.splitlines().count(f"h9: {value.value}") == 3
    assert f"took back {reply[1]} h8\n" in said
    assert "\nno move was played yet\n" in said
    assert "wins: you have resigned.\nthe game goes on\n" in said
    assert "A new game. greedy:evaluation=filters has x, you have o.\ngreedy" in said
    assert said.endswith("The input has ended, and the game with it.\n")


def test_evaluations_are_exact_where_they_can_be() -> None:
    said = play("connect4", "--two", lines="eval\n4\n4\n3\neval\nhint\n")
    assert "x wins in 41 plies" in said
    assert re.search(r"^o wins in \d+ plies$", said, re.MULTILINE)
    assert "hint: e1" in said
    said = play("tictactoe", "--two", "--position", "a1 b1 a2 b2", lines="eval\na3\neval\nhint\n")
    assert "x wins in 1 ply\n" in said
    assert said.count("the game is over: there is nothing to advise\n") == 2


def test_every_mistake_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    lines = [
        *("foo bar", "z9", "a0", "a9999", "7", "d", "h8", "h8", "score", "score h8", "score q20"),
        *("score foo", "new you", "save", "save missing/x.txt", "undo", "undo", "\x00", "é8", ""),
    ]
    said = play("gomoku", "--two", lines="\n".join(lines) + "\nh8\nquit\nnot read", folder=tmp_path)
    for line in (
        "unknown word 'foo': 'help' lists the commands",
        "z9 is outside the board; cells are a1 to o15",
        "a0 is outside the board; cells are a1 to o15",
        "'7' is not a cell; cells are a1 to o15",
        "'d' is not a cell; cells are a1 to o15",
        "the score of which cell? Write 'score b2'",
        "q20 is outside the board; cells are a1 to o15",
        "'foo' is not a cell; cells are a1 to o15",
        "new 'you': who begins is me, them or random",
        "save to which file?",
        "missing/x.txt: No such file or directory",
        "no move was played yet",
        "unknown word '\\x00': 'help' lists the commands",
        "unknown word 'é8': 'help' lists the commands",
    ):
        assert f"\n{line}\n" in said
    assert said.count("\nh8 is occupied\n") == 2
    assert said.count("x plays h8\n") == 2
    assert "not read" not in said


def test_bytes_that_are_no_text_are_an_unknown_word() -> None:
    assert "unknown word '\ufffd" in play("tictactoe", "--two", lines="\udcff\udcfe\n")


def test_gravity_takes_columns_and_names_what_cannot_be() -> None:
    said = play("connect4", "--two", lines="4\nd\nd3\nd9\nd6\n4\n4\n4\nd\n8\nscore d\nscore e\n")
    assert "x plays d1\n" in said
    assert "o plays d2\n" in said
    assert "d9 is outside the board; cells are a1 to g6\n" in said
    assert "d6 is in the air: a stone in column d falls to d4\n" in said
    assert said.count("column d is full\n") == 2
    assert "8 is outside the board" in said
    assert re.search(r"^e1: \d+$", said, re.MULTILINE)


def test_a_game_is_saved_never_over_another_and_loaded_again(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("precious")
    lines = "b2\nsave game.txt\nsave other.txt\nsave game.txt\nc1\nsave game.txt\nsave! other.txt\n"
    said = play("tictactoe", "--against", "greedy", lines=lines, folder=tmp_path)
    assert said.count("saved to game.txt\n") == 3
    assert "other.txt exists: 'save! other.txt' writes over it\nsaved to game.txt\n" in said
    kept = record.read(tmp_path / "game.txt").records[0]
    assert (kept.first, kept.second, str(kept.game.moves[0])) == ("you", "greedy", "b2")
    assert kept.game == record.read(tmp_path / "other.txt").records[0].game
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.txt", "other.txt"]
    said = play("--load", "game.txt", lines="moves\nundo\n", folder=tmp_path)
    assert "You have x, greedy has o." in said
    moves = [str(move) for move in kept.game.moves]
    assert f"\n1. b2 {moves[1]}\n2. c1 {moves[3]}\n" in said
    assert f"took back {moves[3]} c1\n" in said
    # Against someone else, the person keeps the side.
    said = play("--load", "game.txt", "--against", "random", lines="", folder=tmp_path)
    assert "You have x, random has o." in said


def test_a_game_of_another_program_is_loaded_and_saved(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;GM[4]PB[Ada]PW[Bo];B[hh];W[ig](;B[hg])(;B[zz]))")
    lines = "moves\nsave game.psq\nsave game.columns\n"
    said = play("--load", "game.sgf", "--two", lines=lines, folder=tmp_path)
    assert "1. h8 i9\n2. h9\n" in said
    assert "saved to game.psq" in said
    assert "columns cannot hold a game of gomoku" in said
    assert (tmp_path / "game.psq").read_text().startswith("Piskvorky 15x15")


def test_a_record_starts_no_program(tmp_path: Path) -> None:
    kept = record.Record(Game("gomoku", "h8"), first="you", second="gomocup:touch started")
    record.write(tmp_path / "game.txt", [kept])
    said = play("--load", "game.txt", "--seconds", "0.1", lines="", folder=tmp_path)
    assert "gomocup" not in said
    assert not (tmp_path / "started").exists()


def test_who_begins() -> None:
    assert "You have x, greedy has o." in play("tictactoe", "--against", "greedy", lines="")
    said = play("tictactoe", "--against", "greedy", "--first", "them", lines="")
    assert "greedy has x, you have o." in said
    assert "greedy plays" in said
    # Where the second side is to move, the one who begins has it.
    later = ("connect4", "--against", "greedy", "--position", "7/7/7/7/7/3x3 o")
    assert "greedy has x, you have o." in play(*later, "--first", "me", lines="")
    lots = play("3x3:3", "--against", "greedy", lines="new random\n" * 40)
    assert "A new game. You have x" in lots
    assert "A new game. greedy has x" in lots


def test_two_players_are_watched_to_the_end() -> None:
    said = play("connect4", "--watch", "greedy", "alphabeta:depth=2", lines="moves\nscores\n")
    assert "greedy has x, alphabeta:depth=2 has o." in said
    moves = re.findall(r"^(?:greedy|alphabeta:depth=2) plays (\S+)$", said, re.MULTILINE)
    game = Game("connect4", " ".join(moves))
    assert game.outcome() is not None
    assert text.board(game.position, last=game.moves[-1]) in said
    scores = [naive_score(game.position, side) for side in (FIRST, SECOND)]
    assert said.endswith(f"\nx {scores[0]}, o {scores[1]}\n")


def test_a_player_that_fails_loses_with_its_reason() -> None:
    said = play("gomoku", "--against", peer("crash"), lines="h8\nmoves\n")
    assert "You win (crash). gomocup:" in said
    assert "failed: it ended with exit code 3: 'it all went wrong'\n" in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nonsense"], "'nonsense' is neither a preset"),
        (["gomoku", "--against", "nobody"], "'nobody' is not a player"),
        (["connect4", "--against", f"gomocup:{sys.executable}"], "does not play connect4"),
        (["gomoku", "--watch", "solver", "random"], "solver does not play gomoku"),
        (["gomoku", "--two", "--first", "them"], "--first goes with one person"),
        (["gomoku", "--two", "--against", "random"], "not allowed with"),
        (["connect4", "--position", "9"], "outside the board"),
        (["connect4", "--position", "xx5/7/7/7/7/7"], "cannot be"),
        (["--game", "1"], "--game N goes with --load FILE"),
        (["--load", "missing.txt"], "missing.txt: No such file"),
        (["--load", "empty.txt"], "there is no game in it"),
        (["--load", "two.txt"], "it holds 2 games; --game N says which"),
        (["--load", "two.txt", "--game", "3"], "there is no game 3"),
        (["--load", "broken.txt"], "broken.txt:1:"),
        (["gomoku", "--load", "two.txt"], "leave out others"),
        (["gomoku", "--seconds", "0"], "'0' is not a number above 0"),
    ],
)
def test_what_cannot_be_begun(arguments: list[str], reason: str, tmp_path: Path) -> None:
    kept = record.Record(Game("tictactoe", "b2"))
    record.write(tmp_path / "two.txt", [kept, kept])
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "broken.txt").write_text("[Rules\n")
    assert reason in refusal("play", *arguments, folder=tmp_path)

"""Files as other programs write them, whole and broken: the broken part is named, the rest kept."""

from pathlib import Path

import pytest

from enligne import FIRST, SECOND, Game, Record, RecordError, Rules, Termination, formats
from enligne.engines import Draw, Heuristic, Loss, Win
from enligne.formats import FormatError, renlib
from enligne.record import DEEPEST_NESTING

PSQ = """\
Piskvorky 20x20, 11:11, 1\r
11,10,0\r
10,9,1520\r
pbrain-one.exe\r
pbrain-two.exe\r
15\r
"""


def one(text: str | bytes, **options: str) -> Record:
    found = formats.read_text(text, **options)
    assert found.errors == []
    (record,) = found.records
    return record


def broken(text: str | bytes, **options: str) -> tuple[list[Record], list[RecordError]]:
    return formats.read_text(text, **options)


def test_psq() -> None:
    record = one(PSQ)
    assert record.game.rules == Rules(20, 20, 5)
    assert [str(move) for move in record.game.moves] == ["k11", "j12"]
    assert record.seconds == {1: 0.0, 2: 1.52}
    assert (record.first, record.second) == ("pbrain-two.exe", "pbrain-one.exe")  # 1: that began
    assert record.game.outcome().winner is SECOND
    assert record.game.outcome().termination is Termination.TIME
    lines = formats.text([record], "psq").splitlines()
    assert lines[:2] == ["Piskvorky 20x20, 0:0, 0", "11,10,0"]
    assert lines[-3:] == ["pbrain-two.exe", "pbrain-one.exe", "15"]


def test_psq_without_names_and_with_more_than_is_known() -> None:
    record = one("Piskvorky 15x15, 0:0, 0\n8,8\n-1\n")
    assert (record.first, record.game.outcome(), record.seconds) == ("", None, {})
    record = one("Piskvorky 15x15, 0:0, 0\n8,8,1\nA\nB\n7\nRenju\n")
    assert record.tags == {"PiskvorkCode": "7", "PiskvorkRemark": "Renju"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("11,10,5", "move 3: k11 is occupied"),
        ("21,1,0", "move 3: 21,1,0 is outside the board of 20 by 20"),
        ("0,1,0", "move 3: 0,1,0 is outside the board"),
    ],
)
def test_a_wrong_move_of_a_psq_costs_what_follows_it(line: str, reason: str) -> None:
    text = PSQ.replace("\r", "").replace("pbrain-one", f"{line}\n1,1,0\npbrain-one")
    (record,), (error,) = broken(text + text.replace(line, "3,3,3"))[0][:1], broken(text)[1]
    assert (error.line, error.keeps_game) == (4, True)
    assert reason in error.reason
    assert len(record.game.moves) == 2
    assert record.first == "pbrain-two.exe"  # and what is behind the moves is read
    records, errors = broken(text + PSQ)
    assert (len(records), len(errors)) == (2, 1)
    assert len(records[1].game.moves) == 2


def test_a_psq_without_a_board_is_no_game() -> None:
    for text, reason in (
        ("Piskvorky 2x2, 0:0, 0\n1,1,0\n", "width 2"),
        ("Piskvorky huge\n1,1,0\n", "'Piskvorky huge' is not a line such as"),
    ):
        records, (error,) = broken(text + PSQ)
        assert error.line == 1
        assert reason in error.reason
        assert len(records) == 1
    found = formats.read_text(PSQ, rules="gomoku")
    assert "a board of 20 by 20 is not that of gomoku" in str(found.errors[0])


SGF = r"""mail header
(;GM[4]FF[4]CA[UTF-8]SZ[15]PB[Ada]PW[Bo \[3 dan\]]EV[Club
evening]DT[2026-11-15]RE[B+R]RU[Renju]PC[Lyon]KM[0];B[hh]BL[299.5];W[ig]N[key]C[a \
remark:\: \\
more]V[-12](;B[hg]TE[1];W[hf])(;B[ih]C[or so](;W[gh])(;W[gi])))
"""


def test_sgf() -> None:
    record = one(SGF)
    assert record.game.rules == Rules.of("gomoku")
    assert [str(move) for move in record.game.moves] == ["h8", "i9", "h9", "h10"]
    assert (record.first, record.second) == ("Ada", "Bo [3 dan]")
    assert (record.event, record.date) == ("Club\nevening", "2026-11-15")
    assert record.tags == {"PC": "Lyon"}
    assert record.seconds_left == {1: 299.5}
    assert record.comments == {2: "key\na remark:: \\\nmore"}
    assert record.scores == {2: Heuristic(-12)}  # black is to move, and worse
    assert record.game.outcome().winner is FIRST
    assert record.game.outcome().termination is Termination.RESIGNATION
    (other,) = record.variations[2]
    assert str(other.game.moves[0]) == "i8"
    assert other.comments == {1: "or so"}
    assert [str(each.game.moves[0]) for each in other.variations[1]] == ["g7"]


def test_sgf_of_other_boards_and_ways() -> None:
    record = one("(;GM[4]SZ[7:6]RU[connect4];B[df];W[de])")
    assert record.game == Game("connect4", "44")
    white_first = one("(;GM[4]PB[b]PW[w]RE[W+];W[hh];B[h9])")
    assert (white_first.first, white_first.second) == ("w", "b")
    assert white_first.game.outcome().winner is FIRST
    set_up = one("(;GM[4]AB[aa:ba]AW[cc];W[dd])")
    assert set_up.game.start.text.startswith("xx13/15/2o12/")
    assert str(set_up.game.moves[0]) == "d12"
    assert one("(;GM[4];B[hh])", rules="gomoku-exact").game.rules.exact
    latin = "(;GM[4]CA[ISO-8859-2]PB[Černý];B[hh])".encode("iso-8859-2")
    assert one(latin).first == "Černý"
    assert one("(;GM[4]RE[0];B[hh])").game.outcome().winner is None
    assert one("(;GM[4]RE[Void];B[hh])").game.outcome() is None


GOOD_SGF = "(;GM[4];B[hh];W[ii])\n"


@pytest.mark.parametrize(
    ("text", "line", "reason", "kept"),
    [
        ("(;GM[1];B[hh])", 1, "GM[1] is another game", None),
        ("(;GM[4]SZ[x];B[hh])", 1, "'x' is not a size", None),
        ("(;GM[4]SZ[99];B[hh])", 1, "width 99", None),
        ("(;GM[4];B[hh];W[hh];B[ii])", 1, "move 2: h8 is occupied", "h8"),
        ("(;GM[4];B[hh]\n;B[ii])", 2, "i7 is not the first side's: they take turns", "h8"),
        ("(;GM[4];B[hh];W[tt])", 1, "a pass", "h8"),
        ("(;GM[4];B[hh];W[zz])", 1, "zz is outside the board", "h8"),
        ("(;GM[4];B[hh];W[?])", 1, "'?' is not a cell such as hh", "h8"),
        ("(;GM[4];B[hh]W[ii])", 1, "both sides move in one node", ""),
        ("(;GM[4];B[hh];AB[cc])", 1, "stones are set up behind the beginning", "h8"),
        ("(;GM[4];B[hh](;W[ii])\n(;W[hh];B[aa]))", 2, "move 2: h8 is occupied", "h8 i7"),
        ("(;GM[4]TAG[Result:x];B[hh])", 1, "'Result' cannot be the name", "h8"),
        ("(;GM[4];B[hh]\nC[no end;W)", 2, "the value that begins here has no end", None),
        ("\n(;GM[4];B[hh];W[ii]", 2, "the game that begins here has no end", None),
        ("(;GM[4];B[hh]?)", 1, "'?)\\n(;GM[4]", None),
        ("(;GM[4];B[hh]B[ii])", 1, "the property B is given twice", None),
        ("(;GM[4];[hh])", 1, "a value without a property", None),
        ("(;GM[4]AB[aa]AB[bb];B[hh])", 1, "the property AB is given twice", None),
        ("(;GM[4]AB[aa][bb][cc];B[hh])", 1, "cannot be: they move in turn", None),
    ],
)
def test_what_is_broken_in_an_sgf_is_all_that_is_lost(
    text: str, line: int, reason: str, kept: str | None
) -> None:
    records, (error,) = broken(f"{text}\n{GOOD_SGF}")
    assert error.line == line
    assert reason in error.reason
    assert error.keeps_game is (kept is not None)
    assert records[-1].game == Game("gomoku", "h8 i7")  # the next game is whole
    assert len(records) == (1 if kept is None else 2)
    if kept is not None:
        assert records[0].game == Game("gomoku", kept)


def test_a_result_that_the_board_does_not_show_is_told_and_the_game_kept() -> None:
    moves = ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]"
    (record,), (error,) = broken(f"(;GM[4]RE[W+]{moves})")
    assert "the result is W+, but on the board the first side wins" in error.reason
    assert record.game.is_over


def test_files_that_say_strange_things_stay_readable() -> None:
    record = one("(;GM[4];B[hh]V[0.35]C[x](;)(;W[ii]SCORE[draw]))")
    assert record.comments == {1: "x\nV: 0.35"}
    assert len(record.game.moves) == 1  # an empty node: the game ends here
    assert record.variations[1][0].scores == {1: Draw()}
    nested = "(;GM[4];B[aa]" + "".join(
        f"(;W[{a}{b}])(;W[{b}{a}];B[{c}{a}]" for a, b, c in zip("bcd", "efg", "hij", strict=True)
    )
    assert one(nested + "))))").variations[1][0].variations[2]


HEADER = renlib.MAGIC + bytes([3, 4]) + b"\xff" * 10


def test_renlib() -> None:
    content = HEADER + bytes([0x00, 0x08]) + b"root\x00\x00"
    content += bytes([0x78, 0x00])  # h8
    content += bytes([0x79, 0xC8]) + b"one\x08more\x00\x00"[:10]  # i8, a leaf with a sibling
    content += bytes([0x68, 0x41, 0x00, 0x01]) + b"A\x00"  # h9, with a text on the board
    record = one(content)
    assert [str(move) for move in record.game.moves] == ["h8", "i8"]
    assert record.comments == {0: "root", 2: "one\nmore"}
    (other,) = record.variations[1]
    assert [str(move) for move in other.game.moves] == ["h9"]
    assert other.comments == {1: "h9: A"}


def test_an_old_renlib() -> None:
    letters = b"h{j"
    old = (
        bytes([0x78, 0x20]) + letters[:-1] + bytes([letters[-1] | 0x80, 0x00]) + bytes([0x79, 0x40])
    )
    record = one(old, format="renlib")
    assert [str(move) for move in record.game.moves] == ["h8", "i8"]
    assert record.comments == {1: "häj"}


@pytest.mark.parametrize(
    ("content", "byte", "reason", "moves"),
    [
        (b"\xffRenLib\xff\x03", 9, "the file ends within its header", None),
        (
            renlib.MAGIC + bytes([4, 0]) + b"\xff" * 10,
            8,
            "version 4.0 of RenLib is not known",
            None,
        ),
        (HEADER + bytes([0, 0, 0x78, 0, 0x79]), 24, "the file ends within a move", "h8"),
        (HEADER + bytes([0, 0, 0x78, 8, 65]), 24, "the remark that begins here has no end", ""),
        (HEADER + bytes([0, 0, 0x78, 0, 0, 0x40]), 24, "a pass", "h8"),
        (HEADER + bytes([0, 0, 0x78, 0, 0xF1, 0x40]), 24, "0xf1 is not a cell", "h8"),
        (HEADER + bytes([0, 0, 0x78, 0, 0x78, 0x40]), 24, "move 2: h8 is occupied", "h8"),
        (HEADER + bytes([0, 0, 0x78, 0x21, 0, 1, 0xFF]), 27, "the remark that begins here", ""),
        (HEADER + bytes([0, 0, 0x78, 0x40, 0x79, 0x40]), 24, "nothing can follow", "h8"),
    ],
)
def test_a_broken_renlib_names_the_byte(
    content: bytes, byte: int, reason: str, moves: str | None
) -> None:
    records, (error,) = broken(content, file="x.lib")
    assert (error.byte, error.line) == (byte, 0)
    assert reason in error.reason
    assert str(error).startswith(f"x.lib: byte {byte}: ")
    assert [each.game for each in records] == ([] if moves is None else [Game("gomoku", moves)])


def test_a_library_with_one_broken_variation_has_the_others() -> None:
    """A pass among a hundred moves: what follows it is lost, and nothing else."""
    content = HEADER + bytes([0, 0, 0x78, 0x00])
    for cell in (0x79, 0x00, 0x7A):
        content += bytes([cell, 0x80 if cell != 0x7A else 0x00, 0x11, 0x40])
    (record,), (error,) = broken(content)
    assert "a pass" in error.reason
    assert [str(move) for move in record.game.moves] == ["h8", "i8", "a14"]
    assert [str(each.game.moves[0]) for each in record.variations[1]] == ["j8"]


def test_strings() -> None:
    assert one("h8i9 H10").game == Game("gomoku", "h8 i9 h10")
    assert one("https://gomocalc.com/#/h8i9").game == Game("gomoku", "h8 i9")
    assert one("c3d4", rules="9x9:5").game.rules == Rules(9, 9, 5)
    records, (error,) = broken("44455554221 -2\n4444 1\n8\n4444444\n12x\n")[0], broken("44\n8\n")[1]
    assert error.line == 2
    assert [each.scores for each in records] == [{11: Loss(28)}, {4: Win(37)}]
    found = formats.read_text("44\n8\n4444444\n12x\n4 99\n\n445\n")
    assert [each.line for each in found.errors] == [2, 3, 4, 5]
    assert len(found.records) == 2


def test_what_cannot_be_held_is_refused_or_left_out() -> None:
    start = Record(Game("gomoku", "h9", start="15/" * 7 + "7x7/" + "15/" * 6 + "15"))
    for name, record, reason in (
        ("psq", Record(Game("connect4", "4")), "psq cannot hold a game of connect4"),
        ("psq", start, "that does not start on the empty board"),
        ("gomocalc", start, "that does not start on the empty board"),
        ("columns", Record(Game("gomoku", "h8")), "only gravity and up to 9 columns"),
        ("renlib", Record(Game("gomoku", "h8")), "renlib is only read"),
    ):
        with pytest.raises(FormatError, match=reason):
            formats.text([record], name)
    with pytest.raises(FormatError, match="holds one game, and there are 2"):
        formats.text([Record(Game("gomoku", "h8"))] * 2, "psq")
    with pytest.raises(FormatError, match="'chess' is not a format: record, sgf, psq"):
        formats.named("chess")
    record = Record(Game("gomoku", "h8"), first="A", comments={1: "x"}, seconds={1: 1.0})
    record.add_variation(0, "i9").scores[1] = Draw()
    record.game.resign()
    held = formats.FORMATS["psq"]
    assert held.left_out(record) == ["end", "comments", "scores", "variations"]
    assert formats.FORMATS["sgf"].left_out(record) == []


def test_files_by_content_and_by_name(tmp_path: Path) -> None:
    record = Record(Game("gomoku", "h8 i9"), first="Ada", second="Bo")
    for name in ("game.sgf", "game.psq", "game.txt", "game.anything", "game.gomocalc"):
        path = tmp_path / name
        formats.write(path, [record])
        found = formats.read(path)
        assert found.errors == []
        assert found.records[0].game == record.game
    wrong = tmp_path / "wrong.sgf"
    wrong.write_text('[Rules "gomoku"]\n\n1. h8 *\n')  # called sgf, and a record
    assert formats.read(wrong).records[0].game == Game("gomoku", "h8")
    wrong.write_text("nothing")
    (error,) = formats.read(wrong).errors
    assert str(error) == f"{wrong}:1: there is no game, which begins with (;"
    empty = tmp_path / "empty"
    empty.write_bytes(b"\n")
    assert formats.read(empty) == ([], [])
    empty.write_bytes(b"\x01\x02")
    with pytest.raises(FormatError, match="this is in none of the formats"):
        formats.read(empty)


def test_variations_that_are_nested_too_deep_are_told() -> None:
    cells = [f"{a}{b}" for a in "abcdefghijklmno" for b in "abcdefghijklmno"]
    text = "(;GM[4]"
    for number in range(DEEPEST_NESTING + 3):
        colour = "BW"[number % 2]
        text += f"(;{colour}[{cells[200]}])(;{colour}[{cells[number]}]"
    (record,), (error,) = broken(text + ")" * (DEEPEST_NESTING + 4), rules="15x15:10")
    assert error.reason == "variations are nested more than 100 deep"
    assert record.variations

import random
import re
from pathlib import Path

import pytest

from enligne import FIRST, Game, IllegalMoveError, RecordError, Termination, record
from enligne.engines import Draw, Heuristic
from enligne.record import Record, Variation
from tests.naive import random_rules

TEXT = """\
[Event "Club evening"]
[Date "2026-11-15"]
[First "Ada"]
[Second "alphabeta:depth=6"]
[Rules "connect4"]
[Result "1-0"]
[Termination "run"]

1. d1 e1 2. d2 e2 3. d3 {the threat} e3 4. d4 1-0
"""


def test_a_record_reads_as_it_is_written() -> None:
    found = Record.parse(TEXT)
    assert found.game == Game("connect4", "4545454")
    assert (found.event, found.date, found.first) == ("Club evening", "2026-11-15", "Ada")
    assert found.second == "alphabeta:depth=6"
    assert found.comments == {5: "the threat"}
    assert found.text == TEXT


def test_what_is_not_known_is_left_out() -> None:
    lines = Record(Game("connect4", "4"), first="Ada").text.splitlines()
    assert lines == ['[First "Ada"]', '[Rules "connect4"]', '[Result "*"]', "", "1. d1 *"]


def test_moves_are_numbered_from_the_side_to_move() -> None:
    game = Game("connect4", "45", start="7/7/7/7/7/3x3 o")
    assert Record(game).text.splitlines()[-1] == "1... d2 2. e1 *"
    assert '[Start "7/7/7/7/7/3x3 o"]' in Record(game).text
    assert Record.parse(Record(game).text).game == game


def random_text(source: random.Random) -> str:
    alphabet = 'ab "\\{}[]().;#%\n\r\t1-0*é漢🎲\u2028\x85\ufeff\ufffd'
    return "".join(source.choices(alphabet, k=source.randrange(12)))


def random_record(source: random.Random) -> Record:
    game = Game(random_rules(source))
    if source.random() < 0.3 and len(game.legal_moves) > 1:
        game.push(source.choice(list(game.legal_moves)))
        game = Game(game.rules, start=game.position)
    for _ in range(source.randrange(60)):
        if game.outcome() is not None:
            break
        game.push(source.choice(list(game.legal_moves)))
    if game.outcome() is None and source.random() < 0.5:
        termination = source.choice([each for each in Termination if not each.is_on_board])
        game.end(source.choice([FIRST, FIRST.other, None]), termination)
    return Record(
        game,
        event=random_text(source),
        date=random_text(source),
        first=random_text(source),
        second=random_text(source),
        tags={"Opening": random_text(source), "X1": random_text(source)},
        comments={
            ply: random_text(source) for ply in range(len(game.moves) + 1) if source.random() < 0.2
        },
    )


def test_any_record_round_trips_alone_and_in_a_file(tmp_path: Path) -> None:
    source = random.Random(7)
    records = [random_record(source) for _ in range(500)]
    for each in records:
        assert Record.parse(each.text) == each
        assert Record.parse(each.text).text == each.text
        lines = [line for line in each.text.split("\n") if "{" not in line and line[:1] != "["]
        assert all(len(line) <= 80 for line in lines)
    path = tmp_path / "games.txt"
    record.write(path, records)
    found = record.read(path)
    assert found.errors == []
    assert found.records == records


ANNOTATED = """\
[First "Ada"]
[Rules "connect4"]
[Result "*"]

{the start} 1. d1 {[%eval -12] [%emt 0:00:01.5] [%clk 0:04:58.5] the middle}
(1. c1 {[%eval draw]} d1 (1... c2) 2. e1) 1... d2 ({better} 1... e1) 2. e1
(2... e2 {goes on}) *
"""


def test_variations_scores_and_times_read_as_they_are_written() -> None:
    found = Record.parse(ANNOTATED)
    assert found.game == Game("connect4", "445")
    assert found.comments == {0: "the start", 1: "the middle"}
    assert found.scores == {1: Heuristic(-12)}
    assert (found.seconds, found.seconds_left) == ({1: 1.5}, {1: 298.5})
    (instead,) = found.variations[0]
    assert instead.game == Game(found.game.start, "345")
    assert instead.scores == {1: Draw()}
    assert instead.variations[1][0].game == Game(instead.game.positions[1], "3")
    assert found.variations[1][0].comments == {0: "better"}
    (on,) = found.variations[3]  # behind the last move: how it might go on
    assert on.comments == {1: "goes on"}
    assert found.text.split() == ANNOTATED.split()


def test_variations_are_added_where_they_can_be_played() -> None:
    found = Record(Game("connect4", "445"))
    found.add_variation(1, "5 5").comments[2] = "a wall"
    assert "1. d1 d2 (1... e1 2. e2 {a wall}) 2. e1 *" in found.text
    assert Record.parse(found.text) == found
    with pytest.raises(IndexError, match="there is no move 4: 3 were played"):
        found.add_variation(4, "1")
    with pytest.raises(ValueError, match="a variation has at least one move"):
        found.add_variation(1, "")
    with pytest.raises(IllegalMoveError):
        found.add_variation(1, "d5")
    found.variations[0] = [Variation(Game("tictactoe", "b2"))]
    with pytest.raises(ValueError, match="a variation does not go on from move 0"):
        _ = found.text


def test_remarks_that_look_like_numbers_stay_remarks() -> None:
    for remark in ("[%eval draw] x", "[%clk 1]", "[%eval won]", "[%emt 1:2:3:4] ", ""):
        found = Record(Game("connect4", "4"), comments={1: remark}, scores={1: Draw()})
        assert Record.parse(found.text) == found
        found.scores.clear()
        assert Record.parse(found.text) == found
    odd = '[Rules "connect4"]\n\n1. d1 {[%eval perhaps] [%clk 0:01] x} *'
    assert Record.parse(odd).comments == {1: "[%eval perhaps] [%clk 0:01] x"}


@pytest.mark.parametrize(
    ("moves", "line", "reason"),
    [
        ("1. d1 d2 (1... d7 2. e1) 2. e1 *", 3, "move 2: d7 is outside"),
        ("1. d1 d2 (1... e1\n2. x1 (2. a1)) 2. e1 *", 4, "move 3: x1 is outside"),
        ("1. d1 d2 (3. e1) 2. e1 *", 3, "move number 3 where 2 is due"),
        ("1. d1 d2 () 2. e1 *", 3, "a variation has at least one move"),
        ("1. d1 d2 (1...) 2. e1 *", 3, "a variation has at least one move"),
        ("1. d1 d2 ((1... e1) 1... c1) 2. e1 *", 3, "a variation begins with a move"),
        ("1. d1 d2 (1... e1 1-0) 2. e1 *", 3, "a variation has no result such as 1-0"),
        ("1. d1 d2 (1... e1 } x) 2. e1 *", 3, "'}' has no meaning here"),
    ],
)
def test_a_broken_variation_is_all_that_is_lost(moves: str, line: int, reason: str) -> None:
    text = f'[Rules "connect4"]\n\n{moves}\n'
    error, kept = list(record.scan(text))
    assert isinstance(error, RecordError)
    assert (error.line, error.keeps_game) == (line, True)
    assert reason in error.reason
    assert isinstance(kept, Record)
    assert (kept.game, kept.variations) == (Game("connect4", "445"), {})
    with pytest.raises(RecordError, match=re.escape(reason)):
        Record.parse(text)


def test_a_variation_inside_a_broken_one_goes_with_it_and_its_neighbours_stay() -> None:
    text = '[Rules "connect4"]\n\n1. d1 (1. a1) (1. x1 (1. b1)) (1. c1 b1 (1... zz) (1... f1)) *'
    found = record.read_text(text)
    (kept,) = found.records
    assert [error.reason.partition(":")[0] for error in found.errors] == ["move 1", "move 2"]
    assert [str(each.game.moves[0]) for each in kept.variations[0]] == ["a1", "c1"]
    assert [str(each.game.moves[0]) for each in kept.variations[0][1].variations[1]] == ["f1"]


def test_variations_nest_only_so_deep() -> None:
    moves = "1. a1" + " (1. b1" * 5000 + ")" * 5000
    found = record.read_text(f'[Rules "connect4"]\n\n{moves} *')
    assert len(found.records) == 1
    assert found.errors[0].reason == "variations are nested more than 100 deep"


def test_windows_line_ends_and_hand_written_moves() -> None:
    text = '[Rules "connect4"]\r\n\r\n1.4 4 2.d\r\nd {a remark\r\nover two lines} *\r\n'
    found = Record.parse(text)
    assert found.game == Game("connect4", "4444")
    assert found.comments == {4: "a remark\nover two lines"}


BROKEN = [
    ('[Event "no rules"]\n\n*', 1, "the tag Rules is missing"),
    ("1. d1 *", 1, "the tag Rules is missing"),
    ('[Rules "chess"]\n\n*', 1, "'chess' is neither a preset"),
    ("[Rules connect4]\n\n*", 1, "is not a tag such as"),
    ('[Rules "connect4"]\n[Rules "connect4"]\n\n*', 2, "the tag Rules is given twice"),
    ('[Rules "connect4"]\n[Start "7/7"]\n\n*', 2, "2 rows instead of 6"),
    ('[Rules "connect4"]\n', 1, "there are no moves and no result"),
    ('[Rules "connect4"]\n\n1. d1 d3 *', 3, "move 2: d3 is in the air"),
    ('[Rules "connect4"]\n\n1. d1 d2\n2. ?? *', 4, "move 3: '??' is not a cell"),
    ('[Rules "connect4"]\n\n1. d1 d2 3. d3 *', 3, "move number 3 where 2 is due"),
    ('[Rules "connect4"]\n\n1. d1 d2', 3, "the result is missing after the moves"),
    ('[Rules "connect4"]\n\n1. d1 * d2', 3, "'d2' comes after the result"),
    (
        '[Rules "connect4"]\n\n1. d1 {never closed\n*\n',
        3,
        "the comment that begins here has no end",
    ),
    ('[Rules "connect4"]\n\n1. d1\n(1. e1 *', 4, "the variation that begins here has no end"),
    ('[Rules "connect4"]\n\n1. d1\n(1. x1 *', 4, "the variation that begins here has no end"),
    ('[Rules "connect4"]\n\n1. d1) *', 3, "')' ends no variation"),
    ('[Rules "connect4"]\n\n1. d1 * (1. e1)', 3, "a variation comes after the result"),
    ('[Rules "connect4"]\n\n1. d1 } *', 3, "'}' has no meaning here"),
    ('[Rules "connect4"]\n[Result "1-0"]\n\n1. d1 *', 2, "the tag Result says '1-0', the moves *"),
    ('[Rules "connect4"]\n\n1. 1 2 2. 1 2 3. 1 2 4. 1 0-1', 3, "but on the board the first side"),
    ('[Rules "connect4"]\n\n1. 1 2 2. 1 2 3. 1 2 4. 1 2', 3, "move 8: b4 cannot be played"),
    ('[Rules "connect4"]\n[Termination "magic"]\n\n1-0', 2, "'magic' is no termination"),
    ('[Rules "connect4"]\n[Termination "run"]\n\n1-0', 4, "the board does not show the end"),
    ('[Rules "connect4"]\n[Termination "time"]\n\n*', 4, "termination by time of a game without"),
    ('[Rules "connect4"]\n[First "\udcff"]\n\n*', 2, "this is not UTF-8 text"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BROKEN, ids=[each[2] for each in BROKEN])
def test_a_broken_record_says_why_and_leaves_its_neighbours_alone(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(text)
    assert caught.value.line == line
    assert reason in caught.value.reason
    path = tmp_path / "games.txt"
    content = TEXT + "\n" + text + "\n\n" + TEXT
    path.write_bytes(content.encode(errors="surrogateescape"))
    found = record.read(path)
    assert [each.text for each in found.records] == [TEXT, TEXT]
    assert len(found.errors) == 1
    assert str(found.errors[0]).startswith(f"{path}:")
    assert found.errors[0].line > TEXT.count("\n")


def test_no_game_or_several_are_not_one() -> None:
    for text, count in (("", 0), (TEXT + TEXT, 2)):
        with pytest.raises(RecordError, match=f"{count} games instead of one"):
            Record.parse(text)


def test_a_further_tag_needs_a_name_of_its_own() -> None:
    for name in ("Result", "two words", ""):
        with pytest.raises(ValueError, match="cannot be the name of a further tag"):
            Record(Game("connect4"), tags={name: "x"})

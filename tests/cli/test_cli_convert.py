"""``enligne convert``: one file to another, many to one, one to many, and what stops it."""

import json
from pathlib import Path

import pytest

from enligne import Game, Record, formats
from tests.programs import output, refusal, run


@pytest.fixture
def games(tmp_path: Path) -> list[Record]:
    """Three games of a file, one with a remark and a variation."""
    found = [Record(Game("gomoku", moves), first="Ada") for moves in ("h8 i9", "h8", "a1 b2 c3")]
    found[0].comments[1] = "the middle"
    found[0].add_variation(1, "j10")
    formats.write(tmp_path / "games.txt", found)
    return found


def test_to_other_files_and_back(games: list[Record], tmp_path: Path) -> None:
    assert output("convert", "games.txt", "games.sgf", folder=tmp_path) == ""
    assert formats.read(tmp_path / "games.sgf").records == games
    output("convert", "games.sgf", "again.txt", folder=tmp_path)
    assert (tmp_path / "again.txt").read_text() == (tmp_path / "games.txt").read_text()
    done = run("convert", "games.txt", "-", "--to", "gomocalc", folder=tmp_path)
    assert (done.code, done.output) == (0, "h8i9\nh8\na1b2c3\n")
    assert "gomocalc cannot hold names of 3 games, left out" in done.errors
    printed = output("convert", "-", "-", "--to", "sgf", "--rules", "6x5:4+gravity", stdin="1122\n")
    assert formats.read_text(printed).records[0].game == Game("6x5:4+gravity", "1122")


def test_many_to_one_and_one_to_many(games: list[Record], tmp_path: Path) -> None:
    done = run("convert", "games.txt", "each/", "--to", "psq", folder=tmp_path)
    assert done.code == 0
    assert done.errors == (
        "enligne: psq cannot hold comments of 1 game, left out\n"
        "enligne: psq cannot hold variations of 1 game, left out\n"
    )
    files = sorted(str(path) for path in (tmp_path / "each").iterdir())
    assert [Path(path).name for path in files] == ["0001.psq", "0002.psq", "0003.psq"]
    output("convert", *files, "all.sgf", folder=tmp_path)
    found = formats.read(tmp_path / "all.sgf").records
    assert [each.game for each in found] == [each.game for each in games]
    output("convert", "games.txt", "third.psq", "--game", "3", folder=tmp_path)
    assert formats.read(tmp_path / "third.psq").records[0].game == games[2].game


def test_a_file_is_not_written_over_by_what_could_be_read_of_it(tmp_path: Path) -> None:
    (tmp_path / "in.columns").write_text("44\n48\n")
    done = run("convert", "in.columns", "./in.columns", folder=tmp_path)
    assert (done.code, done.output) == (2, "")
    assert "in.columns would lose what could not be read" in done.errors
    assert (tmp_path / "in.columns").read_text() == "44\n48\n"
    (tmp_path / "in.columns").write_text("44\n")
    output("convert", "in.columns", "in.columns", folder=tmp_path)


def test_what_is_broken_is_told_and_the_rest_written(tmp_path: Path) -> None:
    (tmp_path / "in.columns").write_text("44\n48\n445\n")
    done = run("convert", "in.columns", "out.sgf", "--json", folder=tmp_path)
    assert done.code == 2
    assert "in.columns:2: move 2: 8 is outside the board" in done.errors
    told = json.loads(done.output)
    assert (told["games"], told["files"]) == (2, ["out.sgf"])
    (error,) = told["errors"]
    assert (error["line"], error["byte"], error["keeps_game"]) == (2, None, False)
    assert len(formats.read(tmp_path / "out.sgf").records) == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ["games.txt", "all.psq"],
            "holds one game, and there are 3: say --game N, or give a folder",
        ),
        (["games.txt", "x.columns"], "game 1: columns cannot hold a game of gomoku"),
        (["games.txt", "x.lib"], "renlib is only read"),
        (["games.txt", "x"], "x: in which format? Say --to record, sgf, psq"),
        (["games.txt", "x", "--to", "chess"], "'chess' is not a format"),
        (["games.txt", "x.sgf", "--from", "psq"], "is not a line such as Piskvorky"),
        (["games.txt", "x.sgf", "--game", "4"], "there is no game 4: 3 could be read"),
        (["games.txt", "-", "--to", "sgf", "--json"], "cannot both be written to stdout"),
        (["nowhere.txt", "x.sgf"], "nowhere.txt: No such file"),
        (["empty", "x.sgf"], "empty: there is no game"),
        (["games.txt", "x.sgf", "--rules", "chess"], "'chess' is neither a preset"),
    ],
)
def test_what_cannot_be_writes_nothing(
    games: list[Record], tmp_path: Path, words: list[str], reason: str
) -> None:
    del games
    (tmp_path / "empty").touch()
    before = sorted(path.name for path in tmp_path.iterdir())
    assert reason in refusal("convert", *words, folder=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == before

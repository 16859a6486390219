"""Files are written whole or not at all, and an error names the file."""

import os
from pathlib import Path

import pytest

from enligne import Game, record
from enligne.files import replace_file, user_data_folder
from tests.programs import output, python

#: Runs the command with room for 1000 bytes in each file, as on a full disk.
NO_ROOM = (
    "import resource, sys; from enligne.cli import main;"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)); sys.exit(main(sys.argv[1:]))"
)


def test_a_file_is_replaced_and_stays_as_readable_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    replace_file(path, "one")
    path.chmod(0o640)
    replace_file(str(path), b"two")
    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_link_points_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("real.txt")
    replace_file(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


def test_a_device_is_written_and_not_replaced() -> None:
    replace_file(os.devnull, "nothing")
    assert not Path(os.devnull).is_file()
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        replace_file("/dev/full", "too much")


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    for path in (tmp_path / "missing" / "file.txt", tmp_path):
        with pytest.raises(OSError, match=f": '{path}'$"):
            replace_file(path, "x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "gomoku", "h8", "--svg", "FILE"],
        ["trace", "connect4", "44", "--json", "FILE"],
        ["trace", "connect4", "44", "--svg", "FILE"],
    ],
    ids=" ".join,
)
def test_a_full_disk_leaves_the_old_file_and_says_which_it_is(
    arguments: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "old"
    path.write_text("precious")
    words = (str(path) if each == "FILE" else each for each in arguments)
    done = python("-c", NO_ROOM, *words)
    assert (done.code, done.output) == (2, "")
    last = done.errors.splitlines()[-1]
    assert last.startswith(f"enligne: error: {path}")
    assert last.endswith(": File too large")
    assert path.read_text() == "precious"
    assert not [each for each in tmp_path.iterdir() if each.name.endswith(".new")]


def test_a_tournament_on_a_full_disk_names_its_journal_and_goes_on_later(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    arguments = ["match", "greedy", "random", "--games", "10", "--processes", "1", "--quiet"]
    arguments += ["--rules", "tictactoe", "--out", str(folder)]
    done = python("-c", NO_ROOM, *arguments)
    assert done.code == 2
    assert done.errors == f"enligne: error: {folder / 'journal.jsonl'}: File too large\n"
    output(*arguments, "--resume")
    assert len(record.read(folder / "games.txt").records) == 10


def test_records_are_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    record.write(path, [record.Record(Game("tictactoe", "b2"))] * 2)
    assert len(record.read(path).records) == 2
    assert list(tmp_path.iterdir()) == [path]


def test_where_the_data_of_a_user_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for told, folder in (("", tmp_path / ".local/share"), ("/data", Path("/data"))):
        monkeypatch.setenv("XDG_DATA_HOME", told)
        monkeypatch.setattr("sys.platform", "linux")
        assert user_data_folder() == folder / "enligne"
    monkeypatch.setattr("sys.platform", "darwin")
    assert user_data_folder() == tmp_path / "Library/Application Support/enligne"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert user_data_folder() == Path("/local/enligne/enligne")

"""Bars on a terminal, as it shows them, and lines in a pipe."""

import io
import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

from enligne import progress
from enligne.cli import main
from enligne.progress import Bar
from tests.programs import PATIENCE

COLUMNS, ROWS = 100, 30


class Terminal(io.StringIO):
    """Remembers what was written, and can say what is seen of it."""

    def isatty(self) -> bool:
        return True

    @property
    def seen(self) -> list[str]:
        return seen(self.getvalue())


def seen(text: str) -> list[str]:
    """The lines of a screen after a text was written to it."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    stream.feed(text.replace("\r\n", "\n").replace("\n", "\r\n"))
    assert not screen.cursor.hidden
    return [line.rstrip() for line in screen.display if line.strip()]


@pytest.fixture(autouse=True)
def every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shows every step, on a terminal that is as wide as ours."""
    monkeypatch.setattr(progress, "_BETWEEN", 0.0)
    monkeypatch.setattr(progress, "_BETWEEN_LINES", 0.0)
    monkeypatch.setattr(progress, "_SHARE_BETWEEN_LINES", 0.0)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("TERM", "xterm")


def test_a_bar_shows_how_far_it_has_come() -> None:
    terminal = Terminal()
    bar = Bar(terminal, "games")
    bar.show(1, 4)
    bar.show(3, 4, "worst case 5 %")
    (line,) = terminal.seen
    assert "3/4 games, worst case 5 %" in line
    bar.clear()
    assert terminal.seen == []
    bar.clear()


def test_lines_of_output_have_room_above_a_bar() -> None:
    terminal = Terminal()
    with Bar(terminal, "lines") as bar:
        for number in range(1, 4):
            bar.clear()
            print(f"line {number}", file=terminal)
            bar.show(number)
        *lines, last = terminal.seen
        assert lines == ["line 1", "line 2", "line 3"]
        assert "3 lines" in last
    assert terminal.seen == ["line 1", "line 2", "line 3"]


def test_short_work_has_no_bar() -> None:
    terminal = Terminal()
    with Bar(terminal, "lines", seconds_before=3600) as bar:
        bar.show(1, 2)
    assert terminal.getvalue() == ""


def test_a_pipe_gets_lines() -> None:
    stream = io.StringIO()
    with Bar(stream, "games") as bar:
        bar.show(1, 2)
        bar.show(2, 2, "worst case 5 %")
    first, second = stream.getvalue().splitlines()
    assert first.startswith("1/2 games, ")
    assert second.startswith("2/2 games, worst case 5 %, ")


def test_hours_of_work_do_not_fill_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_BETWEEN_LINES", 2.0)
    monkeypatch.setattr(progress, "_SHARE_BETWEEN_LINES", 0.1)
    seconds = itertools.count()
    monkeypatch.setattr("enligne.progress.time.monotonic", lambda: next(seconds))
    stream = io.StringIO()
    with Bar(stream, "positions") as bar:
        for done in range(36_000):
            bar.show(done)
    lines = stream.getvalue().splitlines()
    assert lines[0].startswith("1 positions, 2 s")
    assert 50 < len(lines) < 200


def test_what_writes_lines_of_its_own_keeps_a_pipe_quiet() -> None:
    stream = io.StringIO()
    with Bar(stream, "lines", is_quiet=True) as bar:
        bar.show(1, 2)
    assert stream.getvalue() == ""


def test_checking_a_book_tells_a_pipe_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "check", "--positions", "3"]) == 0
    output, messages = capsys.readouterr()
    assert output == "3 of 3 positions agree\n"
    assert "2/3 positions, " in messages


def test_without_colours_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def colours() -> bool:
        terminal = Terminal()
        Bar(terminal, "games").show(1, 2)
        return "\x1b[3" in terminal.getvalue()

    assert colours()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colours()


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["menace", "train", "class-a", "--games", "30000"], "games, worst case"),
        (["menace", "compare", "her:coach", "--games", "300", "--seeds", "2"], "/2 machines"),
        (["solve", "--rules", "8x8:4+gravity", "--seconds", "2", ""], "0/1 lines, "),
        (["book", "build", "a.book", "--plies", "8", "--rules", "5x4:4+gravity"], "ply 8"),
    ],
)
def test_commands_show_their_progress_and_leave_no_bar(
    words: list[str], told: str, run_on_terminal: Callable[[list[str]], str]
) -> None:
    text = run_on_terminal(words)
    assert told in text
    assert not any("left:" in line for line in seen(text))


@pytest.fixture
def run_on_terminal(tmp_path: Path) -> Callable[[list[str]], str]:
    """Runs a command whose messages go to a terminal, and returns what was written there."""

    def run(words: list[str]) -> str:
        import pty

        ours, theirs = pty.openpty()
        store = {"ENLIGNE_BRAINS": str(tmp_path / "brains"), "COLUMNS": str(COLUMNS)}
        with subprocess.Popen(
            [sys.executable, "-m", "enligne", *words],
            stdout=subprocess.PIPE,
            stderr=theirs,
            cwd=tmp_path,
            env=os.environ | store,
        ) as program:
            os.close(theirs)
            written = b""
            while chunk := _read(ours):
                written += chunk
            output, _ = program.communicate(timeout=PATIENCE)
        os.close(ours)
        assert program.returncode in (0, 1)  # 1 where a line is not solved in time
        assert b"\x1b" not in output
        return written.decode()

    return run


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how a pseudo-terminal ends
        return b""

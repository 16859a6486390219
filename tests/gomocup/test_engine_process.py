"""The engine as a manager runs it: a process of its own, with pipes. ``enligne gomocup`` and the
program without Python are asked the same."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.programs import PATIENCE, Started, python, refusal, stand_alone_words

GOMOCUP = [sys.executable, "-m", "enligne", "gomocup"]


@pytest.fixture(params=["python", "alone"])
def words(request: pytest.FixtureRequest) -> list[str]:
    """The command of an engine."""
    return GOMOCUP if request.param == "python" else stand_alone_words()


class Engine:
    """A running engine; what it writes with DEBUG is left out."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def tell(self, *lines: str) -> None:
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def line(self) -> str:
        """The next line, DEBUG or not."""
        return self.process.stdout.readline().rstrip("\n")

    def answer(self, *lines: str) -> str:
        self.tell(*lines)
        while (line := self.line()).startswith("DEBUG"):
            pass
        return line


@contextmanager
def engine(words: list[str]) -> Iterator[Engine]:
    pipe = subprocess.PIPE
    with Started(words, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Engine(process)
        finally:
            process.kill()


def piped(words: list[str], text: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(words, input=text, capture_output=True, timeout=PATIENCE, check=False)


@pytest.mark.parametrize("is_closed", [False, True], ids=["END", "closed"])
def test_the_end_interrupts_a_thought(words: list[str], is_closed: bool) -> None:
    """The limit is far beyond the patience of this test; only a stop can end the search."""
    with engine(words) as one:
        assert one.answer("START 20") == "OK"
        one.tell("INFO timeout_turn 1000000", "INFO time_left 2147483647", "TURN 10,10")
        assert one.line().startswith("DEBUG depth ")  # it thinks
        if is_closed:
            one.process.stdin.close()
        else:
            one.tell("END")
        assert one.process.wait(PATIENCE) == 0


def test_commands_wait_while_it_thinks(words: list[str]) -> None:
    with engine(words) as one:
        assert one.answer("START 15") == "OK"
        one.tell("INFO timeout_turn 300", "TURN 7,7", "ABOUT", "DANCE", "RESTART", "BEGIN")
        replies = [one.answer() for _ in range(5)]
        assert "," in replies[0]
        assert replies[1].startswith("name=")
        assert replies[2].startswith("UNKNOWN")
        assert replies[3] == "OK"
        assert "," in replies[4]


def test_all_at_once_through_a_pipe(words: list[str]) -> None:
    done = piped(words, b"START 15\r\nINFO timeout_turn 100\r\nBEGIN\r\nEND\r\nABOUT\r\n")
    lines = [line for line in done.stdout.decode().splitlines() if not line.startswith("DEBUG")]
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[0] == "OK"
    assert len(lines) == 2  # nothing after END


def test_junk_of_every_kind(words: list[str]) -> None:
    junk = bytes(range(256)) * 40 + b"\n" + b"x" * 1_000_000 + b"\n\n\n" + b"TURN 1,1\n" * 1000
    done = piped(words, junk + b"START 15\nABOUT")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[-2:] == [b"OK", lines[-1]]
    assert lines[-1].startswith(b"name=")
    assert all(line.startswith((b"UNKNOWN ", b"ERROR ")) for line in lines[:-2])
    assert max(map(len, lines)) < 200


def test_nobody_listens(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE
    ) as process:
        os.close(writer)
        _, errors = process.communicate(b"ABOUT\n" * 100, timeout=PATIENCE)
    assert errors == b""


def test_a_listener_that_goes_away_ends_it(words: list[str]) -> None:
    """Though its input stays open."""
    with engine(words) as one:
        assert one.answer("START 15") == "OK"
        one.process.stdout.close()
        one.tell("INFO timeout_turn 1000000", "BEGIN")
        assert one.process.wait(PATIENCE) == 1


def test_more_commands_than_wait(words: list[str]) -> None:
    done = piped(words, b"ABOUT\n" * 25_000)
    assert done.stdout.count(b"name=") == 25_000


def test_both_have_one_name_and_version() -> None:
    assert piped(GOMOCUP, b"ABOUT").stdout == piped(stand_alone_words(), b"ABOUT").stdout


def test_the_program_alone_takes_no_arguments() -> None:
    done = piped([*stand_alone_words(), "--engine", "greedy"], b"")
    assert done.returncode == 2
    assert done.stderr.startswith(b"pbrain-enligne: it takes no arguments")


def test_starting_up_imports_only_what_it_needs() -> None:
    code = (
        "import sys; from enligne.cli import main; main(['gomocup']);"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = python("-c", code, stdin="INFO timeout_turn 1\nSTART 15\nBEGIN\n")
    assert "OK" in done.output
    heavy = {"asyncio", "matplotlib", "numpy", "socketio", "sqlalchemy", "starlette", "uvicorn"}
    loaded = done.errors.split()
    assert "enligne.gomocup.engine" in loaded
    assert heavy.isdisjoint(loaded)
    assert {"enligne.server", "enligne.players", "enligne.learning"}.isdisjoint(loaded)


def test_the_name_that_managers_look_for() -> None:
    code = "import sys; from enligne.cli import gomocup; sys.exit(gomocup.main())"
    done = python("-c", code, "--engine", "greedy", stdin="START 15\nEND\n")
    assert (done.code, done.output) == (0, "OK\n")


@pytest.mark.parametrize(
    ("text", "reason"),
    [("magic", "'magic' is not an engine; there are"), ("alphabeta:x=1", "has no option 'x=1'")],
)
def test_a_wrong_engine_is_one_line(text: str, reason: str) -> None:
    assert reason in refusal("gomocup", "--engine", text)

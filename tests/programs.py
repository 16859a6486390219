"""The command ``enligne``, here and as a process, other programs, and waiting for them."""

import contextlib
import io
import math
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import psutil
import pytest

from enligne.cli import main

#: How long anything may take before a test gives up: only one that fails waits this long.
PATIENCE = 300.0

TESTS = Path(__file__).parent
ROOT = TESTS.parent

#: A ConnectX file that plays everywhere.
FIRST_FREE = TESTS / "arena" / "first_free.py"


class Done(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    output: str
    errors: str


def python(*words: str, stdin: str = "", **settings: object) -> Done:
    """Runs Python as a process, to its end."""
    done = subprocess.run(  # type: ignore[call-overload]
        [sys.executable, *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        **settings,
    )
    return Done(done.returncode, done.stdout, done.stderr)


class Started(subprocess.Popen[str]):
    """A process that does not outlive the test that it fails."""

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, *rest)  # type: ignore[arg-type]


def start(*words: str, **settings: object) -> Started:
    """Starts Python as a process with pipes, unless told otherwise."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return Started(  # type: ignore[call-overload, no-any-return]
        [sys.executable, *words], text=True, **pipes | settings
    )


def run(*arguments: str, stdin: str = "", folder: Path | None = None) -> Done:
    """Runs the command in this process, which is quicker; in a folder, its brains are there too."""
    output, errors = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(
        io.BytesIO(stdin.encode(errors="surrogateescape")), "utf-8", "surrogateescape"
    )
    handler = signal.getsignal(signal.SIGINT)
    with contextlib.ExitStack() as stack:
        stack.callback(signal.signal, signal.SIGINT, handler)
        stack.enter_context(mock.patch("sys.stdin", typed))
        stack.enter_context(contextlib.redirect_stdout(output))
        stack.enter_context(contextlib.redirect_stderr(errors))
        # However busy the machine is, no progress is told among what is asked for.
        stack.enter_context(mock.patch("enligne.progress._BETWEEN_LINES", math.inf))
        if folder is not None:
            stack.enter_context(contextlib.chdir(folder))
            stack.enter_context(mock.patch.dict(os.environ, ENLIGNE_BRAINS=str(folder / "brains")))
        try:
            code = main(arguments)
        except SystemExit as leaving:  # help, or an argument that cannot be read
            code = int(leaving.code or 0)
    return Done(code, output.getvalue(), errors.getvalue())


def output(*arguments: str, stdin: str = "", folder: Path | None = None) -> str:
    """What the command prints when all is well."""
    done = run(*arguments, stdin=stdin, folder=folder)
    assert (done.code, done.errors) == (0, ""), arguments
    return done.output


def refusal(*arguments: str, stdin: str = "", folder: Path | None = None) -> str:
    """The one line that the command says of what is wrong."""
    done = run(*arguments, stdin=stdin, folder=folder)
    assert (done.code, done.output, done.errors.count("\n")) == (2, "", 1), done
    return done.errors


def stand_alone_words() -> list[str]:
    """The command of our Gomocup engine without Python, as ``make pbrain`` builds it. Where make
    runs the tests it names the program, which must be there."""
    named = os.environ.get("PBRAIN")
    program = Path(named or ROOT / "build" / "pbrain" / "pbrain-enligne")
    if named is None and not program.exists():
        pytest.skip("make pbrain builds the program")
    return [str(program)]


def peer_words(way: str = "") -> list[str]:
    """The command of a Gomocup engine that misbehaves in some way; see ``peer.py``."""
    peer = TESTS / "gomocup" / "peer.py"
    return [sys.executable, "-I", "-S", str(peer), *([way] if way else [])]


def peer(way: str = "") -> str:
    """The text of a player that misbehaves in some way."""
    return f"gomocup:{shlex.join(peer_words(way))}"


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def is_running(number: int) -> bool:
    """Whether a process is there, and not only its exit code."""
    try:
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_until_gone(*numbers: int) -> None:
    """Waits for processes to end."""
    wait_until(lambda: not any(map(is_running, numbers)))

"""Tries a wheel as somebody new would: in an empty environment, where no compiler and no Node is
found, first the library alone, then the server, on whose page a real browser wins a game.

    python -m release.trial dist/enligne-…-x86_64.whl --python python3.13
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import ARGUMENTS, BROWSERS
from tests.browser.person import Person, by

ROOT = Path(__file__).parents[1]

#: The most that the library alone may take, with all it needs, in MB.
LARGEST_LIBRARY = 15.0
_PATIENCE_MS = 120_000


class Environment:
    """An empty virtual environment, whose programs find nothing but each other."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        subprocess.run([python, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        self.variables = {
            "PATH": str(self.bin),
            "HOME": str(folder),
            # What opens a page writes down which one.
            "BROWSER": f"{_opener(folder)} %s",
        }

    def install(self, what: str) -> None:
        """Installs, never by compiling. Our own pip does it: it is no part of the environment."""
        words = ["-m", "pip", "--python", str(self.bin / "python"), "install", "--quiet"]
        settings = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        subprocess.run(
            [sys.executable, *words, "--only-binary", ":all:", what],
            env=self.variables | settings,
            check=True,
        )

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        program, *rest = words
        return subprocess.run(
            [self.bin / program, *rest],
            env=self.variables,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def megabytes(self) -> float:
        """All that is installed, compiled modules of Python among it."""
        (packages,) = (self.folder / "venv" / "lib").glob("python*/site-packages")
        return sum(each.stat().st_size for each in packages.rglob("*") if each.is_file()) / 1e6

    @property
    def packages(self) -> int:
        return len(list((self.folder / "venv" / "lib").glob("python*/site-packages/*.dist-info")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--python", default=sys.executable, help="default: this one")
    parser.add_argument("--library", action="store_true", help="try only the library")
    options = parser.parse_args()
    wheel: Path = options.wheel.absolute()
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        environment = Environment(Path(folder), options.python)
        version = environment.run("python", "-VV").stdout.strip()
        print(f"in an empty environment, {' '.join(version.split())}")
        try_library(environment, wheel)
        if not options.library:
            try_server(environment, wheel)


def try_library(environment: Environment, wheel: Path) -> None:
    for name in ("cc", "c++", "gcc", "g++", "clang", "cmake", "ninja", "node", "npm"):
        assert shutil.which(name, path=environment.variables["PATH"]) is None
    environment.install(str(wheel))
    size = environment.megabytes
    print(f"library: {size:.1f} MB, {environment.packages} packages")
    assert size < LARGEST_LIBRARY
    done = environment.run("python", ROOT / "release" / "library_trial.py")
    assert done.returncode == 0, done.stderr
    print(done.stdout, end="")
    done = environment.run("enligne")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"enligne: error: .*pip install 'enligne\[server\]'\n", done.stderr)
    print(f"enligne alone: {done.stderr}", end="")


def try_server(environment: Environment, wheel: Path) -> None:
    environment.install(f"{wheel}[server]")
    print(f"with the server: {environment.megabytes:.1f} MB, {environment.packages} packages")
    with subprocess.Popen(
        [environment.bin / "enligne"],
        env=environment.variables,
        cwd=environment.folder,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            greeting = server.stdout.readline()
            print(greeting, end="")
            address = greeting.split()[3].rstrip("/")
            print(f"a browser wins a game: {' '.join(map(str, won_game(address)))}")
        finally:
            server.send_signal(signal.SIGINT)
    assert server.returncode in (0, 130), server.returncode
    opened = (environment.folder / "opened").read_text().split()
    assert opened == [f"{address}/"], opened
    print(f"enligne opened {opened[0]}")


def won_game(address: str) -> list[object]:
    """The moves of a game of Connect 4 that is won on the page against the first level."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit(f"The trial needs a browser: one of {', '.join(BROWSERS)}")
    expect.set_options(timeout=_PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(_PATIENCE_MS)
        person = Person(context, address, "en")
        person.begin("connect4", level=1)
        game = person.play_to_the_end("connect4", by("alphabeta:depth=8"))
        expect(person.result).to_have_text(person.text("outcome.won"))
        assert person.problems == []
        context.close()
        browser.close()
    return list(game.moves)


def _opener(folder: Path) -> Path:
    opener = folder / "opener"
    opener.write_text(f'#!/bin/sh\necho "$1" >> "{folder}/opened"\n')
    opener.chmod(0o755)
    return opener


if __name__ == "__main__":
    main()

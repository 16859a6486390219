"""Looks inside a server of any build: a module that Python loads before the server's own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_CLOCK = """
import os, time
_time, _file = time.time, os.environ["BENCHMARK_CLOCK"]
def _shifted():
    with open(_file) as file:
        return _time() + float(file.read() or 0)
time.time = _shifted
"""
_STATEMENTS = """
import os, sqlite3
_connect, _file = sqlite3.connect, os.environ["BENCHMARK_STATEMENTS"]
def _note(statement):
    if statement.lstrip().upper().startswith("PRAGMA"):
        with open(_file, "a") as file:
            print(statement, file=file)
def _traced(*arguments, **options):
    connection = _connect(*arguments, **options)
    connection.set_trace_callback(_note)
    return connection
sqlite3.connect = sqlite3.dbapi2.connect = _traced
"""
_BROKEN = """
import hashlib, sys
_sha256 = hashlib.sha256
def _fail(*arguments, **options):
    if sys._getframe(1).f_globals.get("__name__", "").startswith("enligne.server."):
        raise RuntimeError("a failure of the server")
    return _sha256(*arguments, **options)
hashlib.sha256 = _fail
"""


class WallClock:
    """The time of day as a server sees it. Time that only goes on is left as it is."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._file.write_text("0")
        self.environment = _hook(folder, _CLOCK) | {"BENCHMARK_CLOCK": str(self._file)}

    def shift(self, seconds: float) -> None:
        """Sets it this far from the true time."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._file)


class Statements:
    """How a server sets up SQLite."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "statements"
        self.environment = _hook(folder, _STATEMENTS) | {"BENCHMARK_STATEMENTS": str(self._file)}

    @property
    def seen(self) -> list[str]:
        return self._file.read_text().splitlines() if self._file.exists() else []


class BrokenConnect:
    """A server whose own code fails when a page says who it is."""

    def __init__(self, folder: Path) -> None:
        self.environment = _hook(folder, _BROKEN)


def _hook(folder: Path, text: str) -> dict[str, str]:
    modules = folder / "hooks"
    modules.mkdir(exist_ok=True)
    (modules / "sitecustomize.py").write_text(text)
    path = os.pathsep.join(filter(None, [str(modules), os.environ.get("PYTHONPATH", "")]))
    return {"PYTHONPATH": path}

"""The journal of a tournament: a line for each game, on the disk before the next one counts.

The first line has the plan, each other one a game. A line is written whole and made safe at once,
so whenever the program ends, all that is lost is the games that were being played. A last line
that is not whole was being written then, and is dropped.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from enligne.arena.plan import Plan  # noqa: TC001  # msgspec reads it
from enligne.arena.results import Played
from enligne.errors import JournalError
from enligne.files import make_name_safe, naming, replace_file
from enligne.locks import FileLock

NAME = "journal.jsonl"
_LOCK = ".lock"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class _Header:
    journal: int
    plan: Plan


class Journal:
    """The journal in a folder, which only one program has at a time.

    Args:
        folder: made if it is not there.
        plan: what is played.
        resume: go on with a journal that is there already, also with more games than it was begun
            with; begin one if there is none.

    Raises:
        JournalError: there is one and it is not to be resumed, or cannot be read, or is of
            another plan, or someone else is at work on it.
        OSError: the folder cannot be written.
    """

    def __init__(self, folder: str | Path, plan: Plan, *, resume: bool = False) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._path = self.folder / NAME
        self._lock = FileLock(self.folder / _LOCK)
        try:
            self._lock.acquire()
        except TimeoutError:
            raise JournalError(f"{self.folder}: someone is playing there already") from None
        try:
            self.games = self._open(plan, resume=resume)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, plan: Plan, *, resume: bool) -> dict[int, Played]:
        path = self._path
        found = _read(path)
        if found is not None and not resume:
            raise JournalError(
                f"{self.folder} has games already: resume them, or take another folder"
            )
        if found is not None:
            if differences := list(found.plan.differences(plan)):
                raise JournalError(
                    f"{self.folder} was begun with other arguments: {'; '.join(differences)}"
                )
            os.truncate(path, found.size)
            if found.plan != plan:  # it goes on for longer
                games = path.read_bytes().partition(b"\n")[2]
                replace_file(path, _line(_Header(_VERSION, plan)) + games)
        self._file = path.open("wb" if found is None else "ab")
        if found is None:
            self._write(_Header(_VERSION, plan))
            make_name_safe(path)
            return {}
        return found.games

    def add(self, game: Played) -> None:
        """Writes a game down, and returns when it is safe."""
        self._write(game)
        self.games[game.pairing.number] = game

    def close(self) -> None:
        try:
            with naming(self._path):
                self._file.close()
        finally:
            self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, value: _Header | Played) -> None:
        with naming(self._path):
            self._file.write(_line(value))
            self._file.flush()
            os.fsync(self._file.fileno())


def _line(value: _Header | Played) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def plan_of(folder: str | Path) -> Plan:
    """The plan of the journal in a folder.

    Raises:
        JournalError: there is none, or it cannot be read.
        OSError: the folder cannot be read.
    """
    found = _read(Path(folder) / NAME)
    if found is None:
        raise JournalError(f"{folder} has no games to go on with")
    return found.plan


@dataclass(slots=True)
class _Found:
    plan: Plan
    games: dict[int, Played]
    size: int  # up to the end of the last line that is whole


def _read(path: Path) -> _Found | None:
    """What a journal holds; None if it is not there, or not even its first line is whole."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return None
    found = None
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            break
        try:
            if found is None:
                found = _Found(_header(line).plan, {}, 0)
            else:
                game = msgspec.json.decode(line, type=Played)
                found.games.setdefault(game.pairing.number, game)
        except (msgspec.DecodeError, ValueError) as error:
            raise JournalError(
                f"{path}:{number}: this is not a line of a journal: {error}"
            ) from None
        found.size += len(line)
    return found


def _header(line: bytes) -> _Header:
    header = msgspec.json.decode(line, type=_Header)
    if header.journal != _VERSION:
        raise ValueError(f"it is of version {header.journal}, and {_VERSION} is known")
    return header

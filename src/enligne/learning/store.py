"""Where brains are kept: a folder with a file for each."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.errors import BrainError
from enligne.files import replace_file, user_data_folder
from enligne.learning.brain import Brain, checked_name
from enligne.locks import FileLock
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.learning.machine_game import Change, MachineGame
    from enligne.move import Side

#: Names the folder of brains, instead of the one among the user's data.
VARIABLE = "ENLIGNE_BRAINS"
_SUFFIX = ".json"
#: The locks that a thread of this program holds, which it may take again.
_held = threading.local()


class Store:
    """A folder of brains.

    A brain is replaced by a new one in a single step: a reader finds the old one or the new one
    whole, even after a crash. A program that changes one holds its lock.

    Args:
        folder: among the user's data unless given, here or by ``ENLIGNE_BRAINS``.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        chosen = folder or os.environ.get(VARIABLE)
        self.folder = Path(chosen) if chosen else user_data_folder() / "brains"

    def names(self) -> list[str]:
        """The names of all brains, damaged ones too."""
        if not self.folder.is_dir():
            return []
        files = self.folder.glob(f"*{_SUFFIX}")
        return sorted(file.stem for file in files if not file.name.startswith("."))

    def __contains__(self, name: str) -> bool:
        return self.path(name).is_file()

    def path(self, name: str) -> Path:
        """The file of a brain, whether it exists or not.

        Raises:
            BrainError: there can be no such name.
        """
        return self.folder / f"{checked_name(name)}{_SUFFIX}"

    def load(self, name: str) -> Brain:
        """Reads a brain.

        Raises:
            BrainError: there is none of this name, or its file is damaged; the file is left alone.
        """
        path = self.path(name)
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            known = ", ".join(self.names()[:20]) or "none yet"
            raise BrainError(f"there is no brain {shortened(name)}; there are {known}") from None
        except UnicodeDecodeError as error:
            raise BrainError(f"{path}: damaged, left as it is: {error}") from None
        try:
            brain = Brain.from_json(text)
        except BrainError as error:
            raise BrainError(f"{path}: damaged, left as it is: {error}") from None
        brain.name = name  # as its file is called, which may have been renamed
        return brain

    def save(self, brain: Brain) -> None:
        """Writes a brain in place of the one of its name, if there is one.

        Raises:
            BrainError: another program is changing it.
            OSError: it cannot be written; the old one is as it was.
        """
        with self.lock(brain.name):
            path = self.path(brain.name)
            for left_over in self.folder.glob(f".{path.name}.????????.new"):
                left_over.unlink()  # by a program that was killed while it wrote
            replace_file(path, brain.to_json().encode())

    def create(self, brain: Brain) -> None:
        """Writes a brain of a new name.

        Raises:
            BrainError: there is one of this name already.
        """
        with self.lock(brain.name):
            if brain.name in self:
                raise BrainError(f"there is a brain {shortened(brain.name)} already")
            self.save(brain)

    def copy(self, name: str, new_name: str) -> Brain:
        """Gives a brain a twin of another name.

        Raises:
            BrainError: there is no such brain, or the new name is taken.
        """
        brain = self.load(name)
        brain.name = checked_name(new_name)
        self.create(brain)
        return brain

    def delete(self, name: str) -> None:
        """Removes a brain, damaged or not.

        Raises:
            BrainError: there is none of this name, or another program is changing it.
        """
        with self.lock(name):
            if name not in self:
                self.load(name)  # says so
            self.path(name).unlink()
            # While it is held: a program that waits for it sees that it is gone, and makes another.
            with suppress(OSError):
                self._lock_path(name).unlink()

    def teach(self, name: str, game: MachineGame, winner: Side | None) -> list[Change]:
        """Teaches the saved brain a game; what it has learnt since that game began is kept.

        Raises:
            BrainError: the brain is gone, damaged, of another kind, or being changed.
        """
        with self.lock(name, seconds=5):
            brain = self.load(name)
            machine = brain.machine
            if (machine.rules, machine.variant) != (game.machine.rules, game.machine.variant):
                raise BrainError(f"the brain {shortened(name)} is another machine by now")
            changes = game.learn(winner, machine)
            brain.curve.measure(machine)
            self.save(brain)
        return changes

    @contextmanager
    def lock(self, name: str, *, seconds: float = 0) -> Iterator[None]:
        """Keeps other programs from changing a brain meanwhile. May be nested.

        Raises:
            BrainError: another program holds it for longer than this may wait.
        """
        path = self._lock_path(name).absolute()
        held: set[Path] = vars(_held).setdefault("paths", set())
        if path in held:
            yield
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        try:
            lock.acquire(seconds)
        except TimeoutError:
            raise BrainError(
                f"another program is changing the brain {shortened(name)}: try again later"
            ) from None
        held.add(path)
        try:
            yield
        finally:
            held.remove(path)
            lock.release()

    def _lock_path(self, name: str) -> Path:
        return self.folder / f".{checked_name(name)}.lock"

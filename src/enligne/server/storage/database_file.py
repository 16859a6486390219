"""The file of an SQLite database while it is open: somebody may remove it or put another there."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, Any

from enligne.files import make_name_safe

if TYPE_CHECKING:
    from pathlib import Path


class LostError(OSError):
    """What is stored now would not be found again."""


class DatabaseFile:
    """A file that a connection has just opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity = _identity(path)

    @property
    def is_in_place(self) -> bool:
        """Whether the path still leads to the open file."""
        return _identity(self.path) == self._identity

    def write_again(self, connection: Any) -> None:
        """Writes a file that was removed anew, from the connection that still has it open.

        Args:
            connection: that of the module ``sqlite3``, outside any transaction.

        Raises:
            OSError, sqlite3.Error: it cannot be written, or another file is there by now.
        """
        path = self.path
        new = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
        try:
            connection.execute("VACUUM INTO ?", (str(new),))
            with new.open("rb+") as file:
                os.fsync(file.fileno())
            # What is left of the removed file does not belong to the new one.
            for rest in ("-wal", "-shm"):
                path.with_name(path.name + rest).unlink(missing_ok=True)
            path.hardlink_to(new)  # never in place of a file that somebody has restored
        finally:
            new.unlink(missing_ok=True)
        make_name_safe(path)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

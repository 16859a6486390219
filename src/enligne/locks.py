"""A lock that programs share: a file that one of them holds at a time. The system lets go of it
when its holder ends, however that happens."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_BETWEEN_TRIES = 0.05


class FileLock:
    """A lock by a file, which may be removed by its holder. Two of them exclude each other within
    a program, too.

    Args:
        path: of the file, made when the lock is taken; its folder is there already.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def acquire(self, seconds: float = 0.0) -> None:
        """Takes the lock.

        Raises:
            TimeoutError: someone else holds it for longer than this.
            OSError: the file cannot be made.
        """
        deadline = time.monotonic() + seconds
        while not self._try():
            if time.monotonic() >= deadline:
                raise TimeoutError(f"{self.path} is held by another program")
            time.sleep(_BETWEEN_TRIES)

    def release(self) -> None:
        """Lets go of the lock, if it is held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _try(self) -> bool:
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        with suppress(BlockingIOError):
            _take(descriptor)
            # Its last holder may have removed the file: then another one has its name.
            if os.fstat(descriptor).st_nlink:
                self._descriptor = descriptor
                return True
        os.close(descriptor)
        return False


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from None

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

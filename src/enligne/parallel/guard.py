"""The guard of a Ray cluster of our own: it ends with the process that started it, even if that is
killed, and leaves no files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from enligne.parallel import families

_MARK = "ENLIGNE_CLUSTER"


def command_of(module: str, *arguments: object) -> list[str]:
    """The command of a Python process that calls the ``main`` of a module of this package."""
    call = f"{module}.main({', '.join(map(repr, arguments))})"
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; from enligne.parallel import {module}; {call}"
    )
    return [sys.executable, "-c", program, f"enligne-{module}"]


class Guard:
    """A process that waits for the end of this one, or for :meth:`end`.

    Args:
        folder: of the cluster, to be removed.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        theirs, self._hold = os.pipe()
        self._process = subprocess.Popen(
            command_of("guard", theirs, os.getpid(), f"{_MARK}={folder}\0", folder),
            stdin=subprocess.DEVNULL,
            stdout=2,
            pass_fds=[theirs],
            start_new_session=True,
        )
        os.close(theirs)

    @property
    def mark(self) -> dict[str, str]:
        """What the processes of the cluster are to have in their environment."""
        return {_MARK: self._folder}

    def end(self) -> None:
        """Ends what is left of the cluster."""
        os.close(self._hold)
        self._process.wait()


def main(lifeline: int, owner: int, mark: str, folder: str) -> None:
    """The guard's life: until nobody holds the other end of a pipe."""
    os.read(lifeline, 1)
    # Some of Ray's processes write their titles over their environment, but all have logs.
    families.end_family(os.getpid(), mark, folder=folder, spared=owner)
    shutil.rmtree(folder, ignore_errors=True)

"""A worker: runs one task after the other until nobody has any more."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

from enligne.parallel import families
from enligne.parallel.loading import answer

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


def serve(connection: Connection, lifeline: int, mark: str) -> None:
    """Answers tasks until the pool closes its end.

    Args:
        lifeline: a pipe that closes when the keeper is gone, who would end this process.
        mark: what all that this process starts has in its environment.
    """
    threading.Thread(target=_watch, args=(lifeline, mark), daemon=True).start()
    while True:
        try:
            task = connection.recv_bytes()
        except (EOFError, OSError):
            return
        connection.send_bytes(answer(task))


def _watch(lifeline: int, mark: str) -> None:
    os.read(lifeline, 1)
    families.end_family(os.getpid(), mark)
    os.kill(os.getpid(), signal.SIGKILL)

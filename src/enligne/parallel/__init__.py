"""Work spread over processes, on this machine or on many.

>>> from math import factorial
>>> from enligne import parallel
>>> with parallel.create(processes=2) as pool:
...     sorted(pool.run(factorial, [3, 4, 5]))
[(0, 6), (1, 24), (2, 120)]
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from enligne import extras
from enligne.errors import ParallelError
from enligne.parallel.local import LocalWorkers
from enligne.parallel.pool import LATER, Later, Pool

if TYPE_CHECKING:
    from enligne.parallel.pool import Workers

__all__ = ["LATER", "Later", "Pool", "available_processes", "create"]

_ADDRESS = re.compile(r"(ray://)?[\w.-]+:\d{1,5}|(ray://)?\[[\da-fA-F:.]+\]:\d{1,5}")


def create(on: str | None = None, processes: int | None = None) -> Pool:
    """A pool of workers, to be used in a ``with`` statement.

    Args:
        on: None or ``local`` for processes of this machine; ``ray`` for the Ray cluster that is
            running here or in ``RAY_ADDRESS``, else for one that is started for this pool;
            ``host:port`` or ``ray://host:port`` for a cluster elsewhere.
        processes: how many work at the same time; as many as there are cores unless given.

    Raises:
        ParallelError: there is no such place, or no way to it.
        MissingExtraError: Ray is not installed.
    """
    if processes is not None and processes < 1:
        raise ParallelError(f"{processes} processes: there is at least one")
    return Pool(_workers(on, processes))


def _workers(on: str | None, processes: int | None) -> Workers:
    if on is None or on == "local":
        return LocalWorkers(processes or available_processes())
    if on != "ray" and not _ADDRESS.fullmatch(on):
        raise ParallelError(
            f"{on!r} is no place for workers: local, ray, HOST:PORT, ray://HOST:PORT"
        )
    extras.require("ray", f"work on {on}")
    if "ray" not in sys.modules:
        # It would write news of its processes among the output of ours. Read when it is loaded.
        os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
    from enligne.parallel.on_ray import RayWorkers

    return RayWorkers(None if on == "ray" else on, processes)


def available_processes() -> int:
    """How many processes can work on this machine at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

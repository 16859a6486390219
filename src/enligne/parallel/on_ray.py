"""Workers on the machines of a Ray cluster.

Ray finds a machine for each task and carries the bytes. There the task runs as it does here: in a
worker process that is ended with all it started, whatever happens to Ray's own process.
"""

from __future__ import annotations

import functools
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from enligne.errors import ParallelError
from enligne.parallel.cluster import Cluster, in_words
from enligne.parallel.local import MOST_DEATHS, DeathError, LocalWorkers

_ray: Any = ray  # half of it has no types


def run_there(function: bytes, task: bytes, folder: str) -> bytes | str:
    """Runs a task on a machine of the cluster: its answer, or how the last of the workers that died
    of it did."""
    try:
        return _workers(folder).run(function, task, threading.Event())
    except DeathError as death:
        return str(death)


@functools.lru_cache(maxsize=1)
def _workers(folder: str) -> LocalWorkers:
    """The one worker of this process of Ray. It ends with it."""
    return LocalWorkers(1, folder if Path(folder).is_dir() else None)


class RayWorkers:
    """Runs each task as a task of Ray, on one core of some machine.

    Args:
        address: of the cluster; None for the one that runs here, or else for one of our own.
        processes: how many at a time; as many as the cluster has cores unless given.

    Raises:
        ParallelError: there is no cluster at this address.
    """

    def __init__(self, address: str | None, processes: int | None) -> None:
        self._running: set[Any] = set()
        self._cluster = Cluster(address, processes)
        self.size = processes or self._cluster.cores
        if not self.size:
            self.close()
            raise ParallelError("the Ray cluster has no core to work on")
        self._run_there = _ray.remote(
            num_cpus=1,
            max_retries=MOST_DEATHS - 1,
            scheduling_strategy="SPREAD",  # over the machines rather than one after the other
            # A worker that Ray's process killed could not end what it had started.
            runtime_env={"env_vars": {"RAY_kill_child_processes_on_worker_exit": "0"}},
        )(run_there)

    def run(self, function: bytes, task: bytes, stopped: threading.Event) -> bytes:
        if stopped.is_set():
            raise DeathError("before it began")
        reference = self._run_there.remote(function, task, str(Path.cwd()))
        self._running.add(reference)
        try:
            answer = ray.get(reference)
        except RayTaskError as error:
            raise ParallelError(f"workers cannot be started: {in_words(error)}") from None
        except RayError as error:
            raise DeathError(f"with its machine or its process of Ray: {in_words(error)}") from None
        finally:
            self._running.discard(reference)
        if isinstance(answer, str):
            raise DeathError(answer)
        return answer  # type: ignore[no-any-return]

    def stop(self) -> None:
        for reference in list(self._running):
            with suppress(Exception):
                ray.cancel(reference, force=True)

    def close(self) -> None:
        self.stop()
        self._cluster.leave()

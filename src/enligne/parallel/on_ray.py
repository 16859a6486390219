"""Workers on the machines of a Ray cluster.

Ray finds a machine for each task and carries the bytes. There the task runs as it does here: in a
worker process that is ended with all it started, whatever happens to Ray's own process.
"""

from __future__ import annotations

import functools
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from enligne.errors import ParallelError
from enligne.parallel.cluster import Cluster, in_words
from enligne.parallel.local import DeathError, LocalWorkers
from enligne.processes import end_group

_ray: Any = ray  # half of it has no types
# How long to wait for an answer before looking whether the task was stopped.
_GLANCE = 0.1
_SECONDS_TO_END = 30.0


def run_there(function: bytes, task: bytes, folder: str, group: str) -> bytes | str:
    """Runs a task on a machine of the cluster: its answer, or how its worker died instead."""
    try:
        return _workers(folder, group).run(function, task)
    except DeathError as death:
        return str(death)


@functools.lru_cache(maxsize=1)
def _workers(folder: str, group: str) -> LocalWorkers:
    """The one worker of this process of Ray. It ends with it."""
    return LocalWorkers(1, folder if Path(folder).is_dir() else None, group)


class RayWorkers:
    """Runs each task as a task of Ray, on one core of some machine.

    Args:
        address: of the cluster; None for the one that runs here, or else for one of our own.
        processes: how many at a time; as many as the cluster has cores unless given.

    Raises:
        ParallelError: there is no cluster at this address.
    """

    def __init__(self, address: str | None, processes: int | None) -> None:
        self._cluster = Cluster(address, processes)
        self.size = processes or self._cluster.cores
        if not self.size:
            self._cluster.leave()
            raise ParallelError("the Ray cluster has no core to work on")
        self._group = secrets.token_hex(8)
        self._stops = 0
        self._run_there = _ray.remote(
            num_cpus=1,
            max_retries=0,
            scheduling_strategy="SPREAD",  # over the machines rather than one after the other
            # A worker that Ray's process killed could not end what it had started.
            runtime_env={"env_vars": {"RAY_kill_child_processes_on_worker_exit": "0"}},
        )(run_there)
        self._end_there = _ray.remote(num_cpus=0)(end_group)

    def run(self, function: bytes, task: bytes) -> bytes:
        stops = self._stops
        reference = self._run_there.remote(function, task, str(Path.cwd()), self._group)
        try:
            while not ray.wait([reference], timeout=_GLANCE)[0]:
                if stops != self._stops:
                    raise DeathError("with its pool")
            answer = ray.get(reference)
        except RayTaskError as error:
            raise ParallelError(f"workers cannot be started: {in_words(error)}") from None
        except RayError as error:
            raise DeathError(f"with its machine or its process of Ray: {in_words(error)}") from None
        if isinstance(answer, str):
            raise DeathError(answer)
        return answer  # type: ignore[no-any-return]

    def stop(self) -> None:
        # By a task on each machine. Not by ray.cancel: that aborts this process if a task finishes
        # at the same moment (seen with Ray 2.60).
        self._stops += 1
        ends = [
            self._end_there.options(
                scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            ).remote(self._group)
            for node in _ray.nodes()
            if node["Alive"]
        ]
        with suppress(RayError):
            ray.wait(ends, num_returns=len(ends), timeout=_SECONDS_TO_END)

    def close(self) -> None:
        if not self._cluster.has_joined:
            self.stop()
        self._cluster.leave()

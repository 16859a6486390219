"""Workers on the machines of a Ray cluster.

Ray finds a machine for each task and carries the bytes. There the task runs as it does here: in a
worker process that is ended with all it started, whatever happens to Ray's own process.
"""

from __future__ import annotations

import functools
import importlib.util
import logging
import os
import secrets
import shutil
import socket
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ray
from ray.exceptions import RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from enligne.errors import ParallelError
from enligne.parallel.local import DeathError, LocalWorkers
from enligne.processes import end_group

if TYPE_CHECKING:
    from collections.abc import Iterator

_ray: Any = ray  # half of it has no types
# How long to wait for an answer before looking whether the task was stopped.
_GLANCE = 0.1
_SECONDS_TO_END = 30.0
_STORE_BYTES = 80 << 20  # for what is under way; tasks and answers are small
_SECONDS_TO_ANSWER = 5.0
#: By which the processes of a cluster of our own know each other. Ray would keep one in the home
#: folder, by which it then changes how other clusters are started. It is read once a process.
_TOKEN = secrets.token_hex(32)


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
            raise ParallelError(f"workers cannot be started: {_in_words(error)}") from None
        except RayError as error:
            raise DeathError(
                f"with its machine or its process of Ray: {_in_words(error)}"
            ) from None
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


class Cluster:
    """The cluster that this process belongs to until :meth:`leave`.

    Args:
        address: of the cluster; None for the one that runs here, or else for one of our own.
        cores: of one of our own; as many as the machine has unless given.

    Raises:
        ParallelError: there is no cluster at this address.
    """

    def __init__(self, address: str | None, cores: int | None) -> None:
        self._folder: str | None = None  # of a cluster of our own
        self.has_joined = False  # by this object, which then leaves it
        if address is not None:
            _check(address)
            if ray.is_initialized():
                raise ParallelError(f"on {address}: this process is in a Ray cluster already")
        elif ray.is_initialized():
            return
        else:
            address = os.environ.get("RAY_ADDRESS") or _started_here()
        self.has_joined = True
        if address is None:
            self._start(cores)
        else:
            _join(address)

    @property
    def cores(self) -> int:
        return int(_ray.cluster_resources().get("CPU", 0))

    def leave(self) -> None:
        """Leaves a cluster that was joined, and ends one of our own."""
        if self.has_joined:
            self.has_joined = False
            ray.shutdown()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _start(self, cores: int | None) -> None:
        self._folder = tempfile.mkdtemp(prefix="enligne-", dir=_short_folder())
        try:
            with _environment(RAY_AUTH_TOKEN=_TOKEN):
                ray.init(
                    "local",
                    num_cpus=cores,
                    include_dashboard=False,
                    object_store_memory=_STORE_BYTES,
                    _temp_dir=self._folder,
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                )
        except Exception as error:
            self.leave()
            raise ParallelError(f"Ray does not start: {_in_words(error)}") from None


def _in_words(error: Exception) -> str:
    """The last line of an error of Ray, which says the most."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


def _join(address: str) -> None:
    _check(address)
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:
        ray.shutdown()
        raise ParallelError(
            f"no way into the Ray cluster at {address}: {_in_words(error)} (if it wants tokens, set"
            " RAY_AUTH_MODE=token)"
        ) from None


def _check(address: str) -> None:
    """Looks whether somebody answers at an address: Ray itself waits for many minutes.

    Raises:
        ParallelError: nobody does, or Ray is not able to ask.
    """
    if address.startswith("ray://") and importlib.util.find_spec("grpc") is None:
        raise ParallelError(f"Ray needs more to reach {address}: pip install 'ray[client]'")
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _SECONDS_TO_ANSWER).close()
    except (OSError, ValueError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ParallelError(f"no Ray cluster at {address}: {reason}") from None


def _started_here() -> str | None:
    """The address of the cluster that was last started on this machine by ``ray start``, if it
    still runs."""
    folder = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir())
    with suppress(OSError, ParallelError):
        address = (folder / "ray" / "ray_current_cluster").read_text().strip()
        _check(address)
        return address
    return None


def _short_folder() -> str | None:
    """Where a folder has a path so short that those of sockets in it are not too long."""
    return "/tmp" if len(tempfile.gettempdir()) > 20 and Path("/tmp").is_dir() else None


@contextmanager
def _environment(**variables: str) -> Iterator[None]:
    """Has some variables in the environment for a while; what else is set does not last, either."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)

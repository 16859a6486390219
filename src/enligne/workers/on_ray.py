"""Workers on the machines of a Ray cluster.

Ray finds the machines and carries the bytes. On each machine a task runs as it does at home, in a
process looked after by a keeper, so that nothing it started outlives it there either.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError

from enligne.errors import WorkersError
from enligne.workers.guard import Guard
from enligne.workers.loading import MainModule
from enligne.workers.local import LocalCrew
from enligne.workers.pool import Event, EventKind

_ray: Any = ray  # half of it has no types
_STORE_BYTES = 80 << 20  # for what is under way; tasks and answers are small
_SECONDS_TO_ANSWER = 5.0


class Seat:
    """A place on some machine of the cluster, with one worker.

    Args:
        folder: where the worker works, if there is such a folder.
    """

    def __init__(self, folder: str, module: str) -> None:
        self._crew = LocalCrew(
            1, folder=folder if Path(folder).is_dir() else None, main=MainModule()
        )
        self._module = module
        self._worker = self._crew.start(module)

    def is_ready(self) -> bool:
        return True

    def do(self, task: bytes) -> tuple[bytes, str]:
        """The answer of the worker, or in words how it died."""
        self._crew.send(self._worker, task)
        while True:
            for event in self._crew.events(None):
                if event.kind is EventKind.ANSWER:
                    return event.answer, ""
                if event.kind is EventKind.DEATH:
                    self._worker = self._crew.start(self._module)
                    return b"", event.reason


class RayCrew:
    """One worker for each seat that the cluster gives.

    Args:
        address: of the cluster; None for the one that runs here, or else for one of our own.
        processes: how many seats; as many as the cluster has cores unless given.

    Raises:
        WorkersError: there is no cluster at this address.
    """

    is_at_home = False

    def __init__(self, address: str | None, processes: int | None) -> None:
        self._guard: Guard | None = None  # of a cluster of our own
        self._has_joined = False
        self._count = 0
        self._seats: dict[int, Any] = {}
        self._free: list[Any] = []  # seats whose worker died, with a new one
        self._awaited: dict[Any, int] = {}
        if address is not None:
            _check(address)
            if ray.is_initialized():
                raise WorkersError(f"on {address}: this process is in a Ray cluster already")
        if not ray.is_initialized():
            self._has_joined = True
            self._join_or_start(address, processes)
        self.size = processes or int(_ray.cluster_resources().get("CPU", 0))
        if not self.size:
            self.close()
            raise WorkersError("the Ray cluster has no core to work on")
        self._seat = _ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Seat)

    def start(self, module: str) -> int:
        self._count += 1
        if self._free:
            seat = self._free.pop()
        else:  # spread over the machines rather than one after the other
            seat = self._seat.options(scheduling_strategy="SPREAD").remote(str(Path.cwd()), module)
        self._seats[self._count] = seat
        self._awaited[seat.is_ready.remote()] = self._count
        return self._count

    def send(self, worker: int, task: bytes) -> None:
        self._awaited[self._seats[worker].do.remote(task)] = worker

    def events(self, seconds: float | None) -> list[Event]:
        everything = list(self._awaited)
        if not everything:
            return []
        done, _ = ray.wait(everything, num_returns=1, timeout=seconds)
        if done:
            done, _ = ray.wait(everything, num_returns=len(everything), timeout=0)
        return [self._event(each) for each in done]

    def end(self) -> None:
        for seat in (*self._seats.values(), *self._free):
            with suppress(Exception):
                ray.kill(seat)
        self._seats.clear()
        self._free.clear()
        self._awaited.clear()

    def close(self) -> None:
        self.end()
        if self._has_joined:
            self._has_joined = False
            ray.shutdown()
        if self._guard is not None:
            self._guard.end()
            self._guard = None

    def _event(self, reference: Any) -> Event:
        worker = self._awaited.pop(reference)
        try:
            value = ray.get(reference)
        except RayError as error:
            seat = self._seats.pop(worker)
            with suppress(Exception):
                ray.kill(seat)
            return Event(EventKind.DEATH, worker, reason=_in_words(error))
        if value is True:
            return Event(EventKind.READY, worker)
        answer, reason = value
        if reason:
            self._free.append(self._seats.pop(worker))
            return Event(EventKind.DEATH, worker, reason=reason)
        return Event(EventKind.ANSWER, worker, answer)

    def _join_or_start(self, address: str | None, processes: int | None) -> None:
        common: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        if known := address or os.environ.get("RAY_ADDRESS"):
            _check(known)
            try:
                ray.init(known, **common)
            except Exception as error:
                ray.shutdown()
                raise WorkersError(f"no Ray cluster at {known}: {_in_words(error)}") from None
            return
        if started := _started_here():
            with suppress(Exception):  # it may be of yesterday
                _check(started)
                ray.init(started, **common)
                return
            ray.shutdown()
        folder = tempfile.mkdtemp(prefix="enligne-", dir=_short_folder())
        self._guard = Guard(folder)
        try:
            with self._guard.marking():
                ray.init(
                    "local",
                    num_cpus=processes,
                    include_dashboard=False,
                    object_store_memory=_STORE_BYTES,
                    _temp_dir=folder,
                    **common,
                )
        except Exception as error:
            self.close()
            raise WorkersError(f"Ray does not start: {_in_words(error)}") from None


def _check(address: str) -> None:
    """Looks whether somebody answers at an address: Ray itself waits for many minutes.

    Raises:
        WorkersError: nobody does, or Ray is not able to ask.
    """
    if address.startswith("ray://") and importlib.util.find_spec("grpc") is None:
        raise WorkersError(f"Ray needs more to reach {address}: pip install 'ray[client]'")
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _SECONDS_TO_ANSWER).close()
    except (OSError, ValueError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WorkersError(f"no Ray cluster at {address}: {reason}") from None


def _started_here() -> str | None:
    """The address of the cluster that was last started on this machine by ``ray start``."""
    folder = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir())
    try:
        return (folder / "ray" / "ray_current_cluster").read_text().strip() or None
    except OSError:
        return None


def _short_folder() -> str | None:
    """Where a folder has a path so short that those of sockets in it are not too long."""
    return "/tmp" if len(tempfile.gettempdir()) > 20 and Path("/tmp").is_dir() else None


def _in_words(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__

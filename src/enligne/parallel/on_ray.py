"""Workers on the machines of a Ray cluster.

Ray finds the machines and carries the bytes. On each machine a task runs as it does at home, in a
process looked after by a keeper, so that nothing it started outlives it there either.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError

from enligne.errors import WorkersError
from enligne.parallel.cluster import Cluster, in_words
from enligne.parallel.loading import MainModule
from enligne.parallel.local import LocalCrew
from enligne.parallel.pool import Event, EventKind

_ray: Any = ray  # half of it has no types


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
        self._count = 0
        self._seats: dict[int, Any] = {}
        self._free: list[Any] = []  # seats whose worker died, with a new one
        self._awaited: dict[Any, int] = {}
        self._cluster = Cluster(address, processes)
        self.size = processes or self._cluster.cores
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
        self._cluster.leave()

    def _event(self, reference: Any) -> Event:
        worker = self._awaited.pop(reference)
        try:
            value = ray.get(reference)
        except RayError as error:
            seat = self._seats.pop(worker)
            with suppress(Exception):
                ray.kill(seat)
            return Event(EventKind.DEATH, worker, reason=in_words(error))
        if value is True:
            return Event(EventKind.READY, worker)
        answer, reason = value
        if reason:
            self._free.append(self._seats.pop(worker))
            return Event(EventKind.DEATH, worker, reason=reason)
        return Event(EventKind.ANSWER, worker, answer)

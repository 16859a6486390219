"""What a server does under load, beside a bare Socket.IO echo in the same run.

    python -m benchmarks.server_load [--parts move rooms most shared idle] [--seconds 20]

* ``move``: the processor time of a move, 30 rooms of two people flat out.
* ``rooms``: how long an acknowledgement takes with 200, 400 and 700 rooms, a move every four
  seconds in each.
* ``most``: how many rooms until p95 passes 100 ms.
* ``shared``: the same for two processes on a real PostgreSQL and Redis; the people of a room are
  at different processes.
* ``idle``: what rooms cost in which nobody moves, on these two processes, and what pages cost that
  are only open.

Server and clients are processes of this machine and share its cores; the clients' share is told.
"""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.server_figures import milliseconds, percentile, seconds
from benchmarks.server_games import Plan, Played, run_people
from benchmarks.server_processes import (
    ECHO,
    Clients,
    Server,
    add_server_option,
    cpu_seconds,
    temporary_folder,
)
from benchmarks.server_services import PostgreSQL, Redis

if TYPE_CHECKING:
    from collections.abc import Sequence

    import psutil

PARTS = ("move", "rooms", "most", "shared", "idle")
FLAT_OUT = 30  # rooms
SETTLE = 4.0  # seconds before anything counts: a pause of every room
PAUSE = 4.0
LIMIT = 0.100  # seconds, of p95
MOST_ROOMS = 4000  # that are tried
PROCESSES = 2
# Of one move, both people told: what is promised.
MOST_COST, MOST_LATENESS = 4.0, 3.0


@dataclass(frozen=True)
class Run:
    """What one run showed."""

    seconds: float
    moves: int
    acknowledgements: Sequence[float]
    heard: Sequence[float]
    server_seconds: float  # of processor time
    other_seconds: float  # of PostgreSQL
    client_seconds: float
    memory_mb: float
    played: Played

    @property
    def p95(self) -> float:
        return percentile(self.acknowledgements, 0.95)

    @property
    def cost(self) -> float:
        """Processor seconds of the server for a move."""
        return self.server_seconds / max(1, self.moves)

    @property
    def cells(self) -> str:
        cores = (self.server_seconds, self.other_seconds, self.client_seconds)
        refused = sum(self.played.refusals.values()) + len(self.played.failures)
        return (
            f"{self.moves / self.seconds:.0f} | {milliseconds(self.acknowledgements)}"
            f" | {milliseconds(self.heard)} | {1000 * self.cost:.2f}"
            f" | {', '.join(f'{each / self.seconds:.2f}' for each in cores)}"
            f" | {self.memory_mb:.0f} | {refused}"
        )


HEADER = (
    "moves a second | acknowledgement, ms: p50 / p95 / worst | heard by the other"
    " | processor ms a move | cores of server, PostgreSQL, clients | MB | refused"
)
RULE = "| --- | --- | --- | --- | --- | --- | --- | --- |"


class Setting:
    """A server, or several that share rooms, started anew for each run."""

    def __init__(self, name: str, command: Sequence[str], *, is_shared: bool = False) -> None:
        self.name = name
        self.is_echo = command == ECHO
        self._command = command
        self._is_shared = is_shared

    def run(self, rooms: int, pause: float, length: float) -> Run:
        """Lets people play."""
        with ExitStack() as stack:
            servers, others = self.start(stack)
            ports = tuple(server.port for server in servers)
            plan = Plan(ports, rooms, pause=pause, is_echo=self.is_echo)
            clients = Clients(run_people, plan)
            stack.callback(clients.stop)
            clients.wait_until_ready()
            settle = SETTLE if pause else 1.0
            since = time.monotonic() + settle
            until = since + length
            clients.go(until)
            time.sleep(settle)

            def used() -> tuple[float, float, float]:
                return (
                    sum(server.cpu_seconds for server in servers),
                    cpu_seconds(others),
                    clients.cpu_seconds,
                )

            before = used()
            time.sleep(max(0.0, until - time.monotonic()))
            after = used()
            memory = sum(server.memory_mb for server in servers)
            played: Played = clients.report()
        return Run(
            length,
            sum(since <= came < until for _, came in played.acknowledgements),
            seconds(played.acknowledgements, since, until),
            seconds(played.heard, since, until),
            after[0] - before[0],
            after[1] - before[1],
            after[2] - before[2],
            memory,
            played,
        )

    def start(self, stack: ExitStack) -> tuple[list[Server], list[psutil.Process]]:
        """The servers, and processes of PostgreSQL beside them."""
        folder = stack.enter_context(temporary_folder())
        if self.is_echo:
            return [stack.enter_context(Server(self._command, folder, database=""))], []
        if not self._is_shared:
            return [stack.enter_context(Server(self._command, folder))], []
        postgresql = stack.enter_context(PostgreSQL())
        redis = stack.enter_context(Redis())
        database = postgresql.new_database()
        servers = [
            stack.enter_context(
                Server(self._command, folder, "--redis", redis.address, database=database)
            )
            for _ in range(PROCESSES)
        ]
        return servers, postgresql.family


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_server_option(parser)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--rooms", nargs="+", type=int, default=[200, 400, 700])
    parser.add_argument("--seconds", type=float, default=20, help="that count, of each run")
    parser.add_argument("--first", type=int, default=100, help="rooms with which a search begins")
    parser.add_argument("--idle-rooms", type=int, default=500)
    parser.add_argument("--idle-pages", type=int, default=1900)
    options = parser.parse_args()
    ours = Setting("Enligne, SQLite", options.server)
    echo = Setting("echo", ECHO)
    shared = Setting(
        f"Enligne, {PROCESSES} processes, PostgreSQL and Redis", options.server, is_shared=True
    )
    if "move" in options.parts:
        runs = print_runs(
            f"{FLAT_OUT} rooms flat out", [(each, FLAT_OUT) for each in (ours, echo)], 0, options
        )
        ratio = runs[0].cost / runs[1].cost
        print(f"\na move costs {ratio:.1f} times an echo (promised: {MOST_COST:.0f})\n", flush=True)
    if "rooms" in options.parts:
        pairs = [(each, rooms) for rooms in options.rooms for each in (ours, echo)]
        runs = print_runs(f"a move every {PAUSE:.0f} s a room", pairs, PAUSE, options)
        for rooms, run, beside in zip(options.rooms, runs[::2], runs[1::2], strict=True):
            print(
                f"\n{rooms} rooms: p95 {run.p95 / beside.p95:.1f} times the echo's (promised at"
                f" 400: {MOST_LATENESS:.0f}), processor {run.cost / beside.cost:.1f} times",
                flush=True,
            )
        print()
    if "most" in options.parts:
        search(ours, options)
        search(echo, options)
    if "shared" in options.parts:
        pairs = [(shared, rooms) for rooms in options.rooms]
        print_runs(f"a move every {PAUSE:.0f} s a room", pairs, PAUSE, options)
        search(shared, options)
    if "idle" in options.parts:
        print_idle(shared, options.idle_rooms, options.seconds)
        print_idle_pages(ours, options.idle_pages, options.seconds)


def print_runs(
    title: str, pairs: Sequence[tuple[Setting, int]], pause: float, options: argparse.Namespace
) -> list[Run]:
    print(f"| {title} | {HEADER} |\n{RULE}", flush=True)
    runs = []
    for setting, rooms in pairs:
        run = setting.run(rooms, pause, options.seconds)
        print(f"| {setting.name}, {rooms} rooms | {run.cells} |", flush=True)
        runs.append(run)
    return runs


def search(setting: Setting, options: argparse.Namespace) -> None:
    """Finds how many rooms there can be until p95 passes the limit: doubles, then halves."""
    print(f"\n{setting.name}: rooms until p95 passes {1000 * LIMIT:.0f} ms")
    good, bad, rooms = 0, None, options.first
    while bad is None or bad - good > max(25, good // 10):
        run = setting.run(rooms, PAUSE, options.seconds)
        is_good = run.p95 < LIMIT
        print(f"  {rooms} rooms: p95 {1000 * run.p95:,.0f} ms", flush=True)
        if is_good:
            good = rooms
        else:
            bad = rooms
        if bad is None:
            rooms = 2 * rooms
            if rooms > MOST_ROOMS:
                break
        else:
            rooms = (good + bad) // 2
    print(f"  the most: {good} rooms\n", flush=True)


def print_idle(setting: Setting, rooms: int, length: float) -> None:
    """What rooms cost in which two people sit and nobody moves."""
    with ExitStack() as stack:
        servers, others = setting.start(stack)
        time.sleep(SETTLE)
        empty = [_cost(servers, others, length)]
        clients = Clients(
            run_people, Plan(tuple(server.port for server in servers), rooms, pause=1e6)
        )
        stack.callback(clients.stop)
        clients.wait_until_ready()
        clients.go(time.monotonic() + 1e6)
        time.sleep(SETTLE)
        empty.append(_cost(servers, others, length))
    print(f"| {setting.name} | processes, % of a core | PostgreSQL |\n| --- | --- | --- |")
    for name, (cores, other) in zip(("nobody there", f"{rooms} idle rooms"), empty, strict=True):
        print(
            f"| {name} | {' + '.join(f'{100 * each:.1f}' for each in cores)} | {100 * other:.1f} |"
        )
    print(flush=True)


def print_idle_pages(setting: Setting, pages: int, length: float) -> None:
    """What pages cost that are open, in a room, and do nothing."""
    with ExitStack() as stack:
        servers, _ = setting.start(stack)
        time.sleep(SETTLE)
        before = servers[0].memory_mb
        clients = Clients(run_people, Plan((servers[0].port,), pages // 2, pause=1e6))
        stack.callback(clients.stop)
        clients.wait_until_ready()
        clients.go(time.monotonic() + 1e6)
        time.sleep(SETTLE)
        [cores], _ = _cost(servers, [], length)
        memory = servers[0].memory_mb
    print(
        f"{setting.name}: {pages} open pages, two in a room, cost {100 * cores:.1f} % of a core and"
        f" {1000 * (memory - before) / pages:.0f} kB each\n",
        flush=True,
    )


def _cost(
    servers: Sequence[Server], others: Sequence[psutil.Process], length: float
) -> tuple[list[float], float]:
    before, other = [each.cpu_seconds for each in servers], cpu_seconds(others)
    time.sleep(length)
    spent = [each.cpu_seconds - start for each, start in zip(servers, before, strict=True)]
    return [each / length for each in spent], (cpu_seconds(others) - other) / length


if __name__ == "__main__":
    main()

"""Whether games outlive what happens to a server: everything around it is killed while people play.

    python -m benchmarks.server_kill [--kinds server search postgresql redis disk file]
                                     [--rooms 50] [--seconds 40] [--kills 8]

* ``server``: kill -9, and started again on the same port and database at once.
* ``search``: kill -9 of a process in which players think.
* ``postgresql``, ``redis``: kill -9, and started again three seconds later; two processes.
* ``disk``: the file system of the database is full for five seconds.
* ``file``: the database file is removed.

People come back by themselves with the pauses of the page, join their room, and send a move again
that was not acknowledged; "stale" then means that it had been stored. At the end a server that is
started anew must have every acknowledged move in its place and none twice. Meanwhile the server is
asked ten times a second whether it is ready: "yes" is wrong while no move is acknowledged, "no"
while moves are. The exit code is 1 if a move was lost or played twice.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.server_figures import percentile
from benchmarks.server_games import Plan, Played, compare, run_people
from benchmarks.server_processes import (
    Clients,
    Server,
    add_server_option,
    free_port,
    temporary_folder,
)
from benchmarks.server_services import PostgreSQL, Redis

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PAUSE = 1.0  # seconds between two moves in a room
AWAY = 3.0  # seconds for which PostgreSQL or Redis is away
FULL = 5.0  # seconds for which the disk is full
DISK_MB = 8
NEAR = 1.0  # seconds: an acknowledgement this near shows that moves can be stored
THINKER = "alphabeta:seconds=0.3"


@dataclass
class Case:
    """A server that people play on, and what happens to it."""

    command: Sequence[str]
    stack: ExitStack
    folder: Path
    servers: list[Server] = field(default_factory=list)
    database: str | None = None
    #: When something was done, and when it was over.
    harms: list[tuple[float, float]] = field(default_factory=list)
    looks: list[tuple[float, int]] = field(default_factory=list)

    def start(self, count: int = 1) -> None:
        for _ in range(count):
            port = free_port()
            self.servers.append(
                Server(self.command, self.folder, database=self.database, port=port)
            )

    def watch(self, is_over: threading.Event) -> None:
        """Asks whether it is ready, for as long as it takes."""
        path = self.servers[0].health
        while not is_over.wait(0.1):
            server = self.servers[0]
            self.looks.append((time.monotonic(), server.fetch(path, 2)[0]))

    def stop(self) -> None:
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()
        self.servers.clear()


def prepare_server(case: Case) -> Callable[[], None]:
    case.start()

    def harm() -> None:
        (server,) = case.servers
        server.kill()
        case.servers[0] = Server(case.command, case.folder, port=server.port)

    return harm


def prepare_search(case: Case) -> Callable[[], None]:
    case.start()
    luck = random.Random(1)

    def harm() -> None:
        children = case.servers[0].family[1:]
        if children:
            with suppress(ProcessLookupError):
                luck.choice(children).kill()

    return harm


def prepare_postgresql(case: Case) -> Callable[[], None]:
    postgresql = _start_two(case)[0]

    def harm() -> None:
        postgresql.kill()
        time.sleep(AWAY)
        postgresql.start()

    return harm


def prepare_redis(case: Case) -> Callable[[], None]:
    redis = _start_two(case)[1]

    def harm() -> None:
        redis.kill()
        time.sleep(AWAY)
        redis.start()

    return harm


def _start_two(case: Case) -> tuple[PostgreSQL, Redis]:
    postgresql = case.stack.enter_context(PostgreSQL())
    redis = case.stack.enter_context(Redis())
    case.database = postgresql.new_database()
    case.command = [*case.command, "--redis", redis.address]
    case.start(count=2)
    return postgresql, redis


def prepare_disk(case: Case) -> Callable[[], None]:
    """A small file system in memory, which a process of its own holds: that needs no
    administrator."""
    disk = case.folder / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size={DISK_MB}m none {disk} && echo mounted && exec sleep 86400"
    holder = subprocess.Popen(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", mount], stdout=subprocess.PIPE
    )
    case.stack.callback(holder.wait)
    case.stack.callback(holder.kill)
    assert holder.stdout is not None
    if holder.stdout.readline() != b"mounted\n":
        raise RuntimeError("no file system can be mounted here")
    entering = ("nsenter", "--target", str(holder.pid), "--user", "--mount")
    case.command = [*entering, "--preserve-credentials", *case.command]
    case.database = f"sqlite:///{disk / 'rooms.sqlite3'}"
    case.start()
    filler = Path(f"/proc/{holder.pid}/root{disk}/filler")

    def harm() -> None:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        time.sleep(FULL)
        filler.unlink()

    return harm


def prepare_file(case: Case) -> Callable[[], None]:
    case.start()

    def harm() -> None:
        for file in case.folder.glob("rooms.sqlite3*"):
            file.unlink()

    return harm


KINDS: dict[str, Callable[[Case], Callable[[], None]]] = {
    "server": prepare_server,
    "search": prepare_search,
    "postgresql": prepare_postgresql,
    "redis": prepare_redis,
    "disk": prepare_disk,
    "file": prepare_file,
}


@dataclass(frozen=True)
class Result:
    """What a case showed."""

    kind: str
    played: Played
    harms: Sequence[tuple[float, float]]
    looks: Sequence[tuple[float, int]]
    lost: int
    strange: int

    @property
    def row(self) -> str:
        acknowledged = [came for _, came in self.played.acknowledgements if came < math.inf]
        wrong_yes = wrong_no = said_no = 0
        first, last = min(acknowledged, default=math.inf), max(acknowledged, default=0.0)
        for when, status in self.looks:
            if not first <= when <= last:
                continue  # nobody plays yet, or any more
            is_storing = any(abs(came - when) < NEAR for came in acknowledged)
            said_no += status not in (0, 200)
            wrong_yes += status == 200 and not is_storing
            # Just before or after, moves may well have been stored.
            is_steady = any(abs(came - when) < 0.1 for came in acknowledged)
            wrong_no += status not in (0, 200) and is_steady
        recoveries = [
            min((came for came in acknowledged if came > over), default=math.inf) - over
            for _, over in self.harms
        ]
        unanswered = sum(came == math.inf for _, came in self.played.replies)
        return (
            f"| {self.kind} | {len(self.harms)} | {len(acknowledged):,} | {self.lost}"
            f" | {self.strange} | {self.played.resent:,}, {self.played.found_stored:,}"
            f" | {len(self.played.replies):,}, {unanswered}"
            f" | {said_no}, {wrong_yes}, {wrong_no} of {len(self.looks)}"
            f" | {percentile(recoveries, 0.5):.2f} / {max(recoveries, default=math.nan):.2f} |"
        )


HEADER = (
    "| what | times | moves acknowledged | lost | rooms with others | sent again, of which stored"
    " | replies, unanswered | ready: no, wrong yes, wrong no | seconds to the first move again:"
    " p50 / worst |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def run(kind: str, options: argparse.Namespace) -> Result:
    luck = random.Random(options.seed)
    with temporary_folder() as folder, ExitStack() as stack:
        case = Case(options.server, stack, folder)
        harm = KINDS[kind](case)
        stack.callback(case.stop)
        plan = Plan(
            tuple(server.port for server in case.servers),
            options.rooms,
            machine_rooms=options.rooms // 5,
            player=THINKER if kind == "search" else "level:2",
            pause=PAUSE,
        )
        clients = Clients(run_people, plan)
        stack.callback(clients.stop)
        clients.wait_until_ready()
        is_over = threading.Event()
        watch = threading.Thread(target=case.watch, args=(is_over,), daemon=True)
        watch.start()
        moments = sorted(luck.uniform(0.1, 0.8) for _ in range(options.kills))
        if kind == "file":  # it takes with it what was acknowledged before: let that be nothing
            harm()
            moments = []
            case.harms.append((time.monotonic(), time.monotonic()))
        begin = time.monotonic()
        clients.go(begin + options.seconds)
        for moment in moments:
            time.sleep(max(0.0, begin + moment * options.seconds - time.monotonic()))
            start = time.monotonic()
            harm()
            case.harms.append((start, time.monotonic()))
        played: Played = clients.report()
        is_over.set()
        watch.join()
        case.stop()
        case.start()
        lost, strange = asyncio.run(compare(case.servers[0].port, played.ledger))
    return Result(kind, played, case.harms, case.looks, lost, strange)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_server_option(parser)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--kills", type=int, default=8, help="of each kind")
    parser.add_argument("--rooms", type=int, default=50, help="of two people; a fifth more alone")
    parser.add_argument("--seconds", type=float, default=40, help="over which the kills fall")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(HEADER, flush=True)
    is_good = True
    for kind in options.kinds:
        result = run(kind, options)
        print(result.row, flush=True)
        for failure in result.played.failures[:3]:
            print(f"  {failure}")
        is_good &= not result.lost and not result.strange
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()

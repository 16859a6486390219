"""Whether games outlive their server: it is killed with kill -9 at random moments while many rooms
play, and started again on the same port and database at once.

    python -m benchmarks.server_kill [--kills 20] [--rooms 200] [--seconds 100]

The load is that of :mod:`benchmarks.server_load`. Clients come back by themselves with the pauses
of the page, join their room, and send a move again that was not acknowledged; "stale" then means
that it had been stored. At each return, and at the end in all rooms, every acknowledged move must
be in its place, and none may have been played twice. The exit code is 1 if that ever fails.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.server_load import (
    MIDDLE,
    PROCESSES,
    Server,
    Tally,
    Task,
    client_processes,
    percentile,
    run_clients,
    shared_out,
)

LONGEST_START = 10.0  # seconds after which a killed server must be there again


def free_port(luck: random.Random) -> int:
    """A port that no client is given as its own: one of those could connect to itself while the
    server is away, and keep the port."""
    for port in luck.sample(range(20_000, 30_000), 100):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("there is no free port")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=100, help="over which the kills fall")
    parser.add_argument("--pause", type=float, default=1.0, help="mean, before a move, in seconds")
    parser.add_argument("--uncompressed", action="store_true", help="browsers compress")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    luck = random.Random(options.seed)
    failures: list[str] = []
    starts: list[float] = []
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder, client_processes() as processes:
        database = Path(folder) / "rooms.sqlite3"
        server = Server(database, free_port(luck))
        begin = time.time() + 2
        first = begin + 1 + options.rooms / 60
        task = Task(
            address=server.address,
            source=None,
            rooms=options.rooms,
            level=MIDDLE,
            analysts=0,
            pause=options.pause,
            begin=begin,
            measure=first,
            end=first + options.seconds + 5,
            is_compressed=not options.uncompressed,
            seed=options.seed,
        )
        moments = sorted(first + luck.uniform(0, options.seconds) for _ in range(options.kills))
        try:
            futures = [processes.submit(run_clients, each) for each in shared_out(task, PROCESSES)]
            for number, moment in enumerate(moments, 1):
                # Also soon after a start, while the clients come back.
                time.sleep(max(luck.uniform(0, 1), moment - time.time()))
                if server.process.poll() is not None:
                    failures.append(f"before kill {number} the server ended by itself")
                server.kill()
                start = time.perf_counter()
                port = server.port
                server = Server(database, port)
                starts.append(time.perf_counter() - start)
                if server.port != port:
                    failures.append(f"after kill {number} the server is on another port")
            for future in futures:
                tally.add(future.result())
        finally:
            server.stop()
    failures += tally.failures
    if starts and max(starts) > LONGEST_START:
        failures.append(f"a start took {max(starts):.1f} seconds")
    if tally.moves == 0:
        failures.append("no move was played")
    print(f"{options.rooms} rooms against {tally.level}; {os.cpu_count()} cores\n")
    print("| | |")
    print("| --- | --- |")
    for row, cell in (
        ("kills", f"{options.kills}"),
        ("games, of which finished", f"{tally.games:,}, {tally.finished:,}"),
        ("moves acknowledged", f"{tally.moves:,}"),
        ("moves lost", f"{tally.lost}"),
        ("moves played twice", f"{tally.twice}"),
        ("moves sent again, of which had been stored", f"{tally.resent:,}, {tally.found_stored:,}"),
        ("returns to a room, each compared", f"{tally.rejoined:,}"),
        ("seconds from the loss to the room again: p50 / p95 / most", times(tally.absences)),
        ("of these, for the start of the server: p50 / p95 / most", times(starts)),
        ("other failures", f"{len(failures)}"),
    ):
        print(f"| {row} | {cell} |")
    for failure in failures[:20]:
        print(failure)
    sys.exit(1 if failures or not tally.is_good else 0)


def times(values: list[float]) -> str:
    return " / ".join(f"{percentile(values, part):.2f}" for part in (0.5, 0.95, 1))


if __name__ == "__main__":
    main()

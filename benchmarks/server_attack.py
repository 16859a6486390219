"""What people notice of an attack: hostile visitors do their worst while others play.

    python -m benchmarks.server_attack [--seconds 120] [--rooms 100] [--hostile 50] [--kinds …]

Two people a room with a move every four seconds, and some rooms against ``level:2``, each person
from an address of their own; beside them hostile connections from ten addresses
(:mod:`benchmarks.server_hostile`). Both are processes of their own, so that neither is measured by
the delays of the other. It begins with ten quiet seconds, and a minute after the attack the memory
is looked at again. The exit code is 1 if the promises of the server are not kept: acknowledgements
and replies in time in every window, memory given back, ready at every moment.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from dataclasses import dataclass, field

from benchmarks.server_figures import milliseconds, percentile, seconds, windows
from benchmarks.server_games import Plan, Played, run_people
from benchmarks.server_hostile import ADDRESSES, KINDS, run_hostile
from benchmarks.server_processes import Clients, Server, add_server_option, temporary_folder

QUIET = 10.0  # seconds before the attack
WINDOW = 10.0
HEALTH_PATIENCE = 2.0  # seconds within which a healthy server says so
# What is promised.
MOST_ACKNOWLEDGEMENT = 0.150  # seconds, p95
MOST_REPLY = 0.300
MOST_MEMORY = 1.10  # of what it was before


@dataclass
class Watch:
    """Looks at a server once a second, in a thread."""

    server: Server
    memory: list[tuple[float, float]] = field(default_factory=list)
    health: list[tuple[float, int, float]] = field(default_factory=list)  # when, status, seconds
    _is_over: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        self._path = self.server.health
        self._threads = [
            threading.Thread(target=self._look, args=(each,), daemon=True)
            for each in (self._look_at_memory, self._look_at_health)
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _look(self, look: object) -> None:
        assert callable(look)
        while not self._is_over.wait(1):
            look()

    def _look_at_memory(self) -> None:
        self.memory.append((time.monotonic(), self.server.memory_mb))

    def _look_at_health(self) -> None:
        asked = time.monotonic()
        status, _ = self.server.fetch(self._path, HEALTH_PATIENCE)
        self.health.append((asked, status, time.monotonic() - asked))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_server_option(parser)
    parser.add_argument("--seconds", type=float, default=120, help="of the attack")
    parser.add_argument("--rooms", type=int, default=100, help="of two people")
    parser.add_argument("--machine-rooms", type=int, default=20, help="against level:2")
    parser.add_argument("--hostile", type=int, default=50, help="connections")
    parser.add_argument("--after", type=float, default=60, help="seconds of rest at the end")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    options = parser.parse_args()
    print(
        f"{options.rooms} rooms of two people and {options.machine_rooms} against level:2, a move"
        f" every 4 s; after {QUIET:.0f} s {options.hostile} hostile connections from {ADDRESSES}"
        f" addresses: {', '.join(options.kinds)}\n",
        flush=True,
    )
    with temporary_folder() as folder, Server(options.server, folder) as server:
        people = Clients(run_people, Plan((server.port,), options.rooms, options.machine_rooms))
        hostile = Clients(run_hostile, server.port, options.hostile, options.kinds)
        people.wait_until_ready()
        hostile.wait_until_ready()
        watch = Watch(server)
        watch.start()
        used = server.cpu_seconds
        begin = time.monotonic()
        attack, end = begin + QUIET, begin + QUIET + options.seconds
        people.go(end)
        time.sleep(QUIET)
        hostile.go(end)
        time.sleep(max(0.0, end - time.monotonic()))
        cores = [
            each / (end - begin)
            for each in (server.cpu_seconds - used, people.cpu_seconds, hostile.cpu_seconds)
        ]
        played: Played = people.report()
        begun, thrown_out, failed = hostile.report()
        time.sleep(max(0.0, end + options.after - time.monotonic()))
        watch.stop()
        after = server.memory_mb
    good = print_windows(played, watch, begin, end)
    memory_before = [mb for when, mb in watch.memory if when < attack]
    before = percentile(memory_before, 0.5)
    peak = max(mb for _, mb in watch.memory)
    print(
        f"\nmemory of the server and its processes, MB: {before:.0f} before, {peak:.0f} at most,"
        f" {after:.0f} {options.after:.0f} s after"
    )
    wrong = [each for each in watch.health if each[1] != 200]
    slowest = max(took for _, _, took in watch.health)
    print(
        f"health, asked every second: {len(wrong)} of {len(watch.health)} wrong or later than"
        f" {HEALTH_PATIENCE:.0f} s, the slowest {slowest:.2f} s"
    )
    print("cores used by server, people, hostile: " + ", ".join(f"{each:.2f}" for each in cores))
    print(f"people refused: {dict(played.refusals) or 'never'}; reconnected {played.reconnected}")
    print(f"attacks begun: {dict(begun)}")
    for reason, count in thrown_out.most_common(12):
        print(f"  thrown out {count} times: {reason}")
    for failure in played.failures + failed:
        print(f"  {failure}")
    promises = {
        f"acknowledgements under {1000 * MOST_ACKNOWLEDGEMENT:.0f} ms at p95 and replies under"
        f" {1000 * MOST_REPLY:.0f} ms in every window": good,
        "memory back within 10 %": after <= MOST_MEMORY * before,
        "ready at every moment": not wrong,
        "nobody's game failed": not played.failures,
    }
    print()
    for promise, is_kept in promises.items():
        print(f"{'kept  ' if is_kept else 'BROKEN'} {promise}")
    sys.exit(0 if all(promises.values()) else 1)


def print_windows(played: Played, watch: Watch, begin: float, end: float) -> bool:
    """A line for each window; whether both promises about time were kept in all of them."""
    print("| s | moves | acknowledgement, ms: p50 / p95 / worst | level:2 reply | MB | health |")
    print("| --- | --- | --- | --- | --- | --- |")
    is_good = True
    for since, until in windows(begin, end, WINDOW):
        moves = seconds(played.acknowledgements, since, until)
        replies = seconds(played.replies, since, until)
        memory = max((mb for when, mb in watch.memory if since <= when < until), default=0)
        looks = [status for when, status, _ in watch.health if since <= when < until]
        print(
            f"| {since - begin:.0f} to {until - begin:.0f} | {len(moves)} | {milliseconds(moves)}"
            f" | {milliseconds(replies)} | {memory:.0f} | {looks.count(200)} of {len(looks)} |"
        )
        is_good &= percentile(moves, 0.95) < MOST_ACKNOWLEDGEMENT
        is_good &= percentile(replies, 0.95) < MOST_REPLY
    return is_good


if __name__ == "__main__":
    main()

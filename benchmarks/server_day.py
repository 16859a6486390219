"""A day compressed: 200,000 rooms are made, played and swept in one run.

    python -m benchmarks.server_day [--rooms 200000] [--waves 10] [--pages 250]

Through the sockets of a real server, so that whatever might grow has its chance: pages make rooms
in which both seats are theirs. Of three rooms one is left unplayed, in one four moves are made, and
one game is played to its end. After each wave the time of day that the server sees goes on by 31
days, after which the rooms are due. Memory and file sizes after each wave stand beside those at the
start. A server that keeps finished games unless told otherwise is told so by its command:
``--server 'enligne serve --keep-finished-days 30'``.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from benchmarks.server_games import ME, Person, Played
from benchmarks.server_hooks import WallClock
from benchmarks.server_processes import (
    Clients,
    Server,
    add_server_option,
    raise_file_limit,
    temporary_folder,
)

if TYPE_CHECKING:
    from pathlib import Path

RULES = "tictactoe"
GAMES = ((), ("a1", "b1", "a2", "b2"), ("a1", "b1", "a2", "b2", "a3"))
SHIFT = 31 * 86400.0  # seconds
MOST_GROWTH = 1.10  # of memory, from the first wave to the last
MOST_SECONDS = 1200.0


def run_makers(pipe: Any, port: int, pages: int) -> None:
    """The work of a process of pages: makes and plays as many rooms as it is told, again and
    again, until it is told none."""
    raise_file_limit()
    asyncio.run(_run(pipe, port, pages))


async def _run(pipe: Any, port: int, pages: int) -> None:
    played = Played()
    people = [Person(number, port, played) for number in range(pages)]
    for person in people:
        await person.online()
    pipe.send(None)
    while rooms := await asyncio.to_thread(pipe.recv):
        left = iter(range(rooms))

        async def work(person: Person, left: Any = left) -> None:
            for number in left:
                await make_and_play(person, GAMES[number % len(GAMES)])

        await asyncio.gather(*map(work, people))
        pipe.send(played.refusals)
    for person in people:
        person.close()


async def make_and_play(person: Person, moves: tuple[str, ...]) -> None:
    made = await person.obtain("create", {"rules": RULES, "first": ME, "second": ME})
    room = {"room": made["room"]}
    if not moves:
        return
    await person.obtain("join", room)
    for ply, move in enumerate(moves):
        await person.obtain("move", room | {"ply": ply, "move": move})
    await person.obtain("leave", room)


def stored(file: Path) -> int:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM rooms").fetchone()[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_server_option(parser)
    parser.add_argument("--rooms", type=int, default=200_000)
    parser.add_argument("--waves", type=int, default=10)
    parser.add_argument("--pages", type=int, default=250, help="each from an address of its own")
    parser.add_argument("--patience", type=float, default=60, help="seconds for the last sweep")
    options = parser.parse_args()
    begin = time.monotonic()
    memories = []
    with temporary_folder() as folder:
        clock = WallClock(folder)
        with Server(options.server, folder, environment=clock.environment) as server:
            makers = Clients(run_makers, server.port, options.pages)
            makers.wait_until_ready()
            print("| rooms made | s | rooms stored | file, MB | memory, MB |")
            print("| --- | --- | --- | --- | --- |")

            def print_row(made: int) -> None:
                size = sum(each.stat().st_size for each in folder.glob(f"{server.file.name}*"))
                memories.append(server.memory_mb)
                print(
                    f"| {made:,} | {time.monotonic() - begin:.0f} | {stored(server.file):,}"
                    f" | {size / 1e6:.1f} | {memories[-1]:.0f} |",
                    flush=True,
                )

            print_row(0)
            for wave in range(1, options.waves + 1):
                makers.go(options.rooms // options.waves)
                refusals = makers.report()
                print_row(wave * (options.rooms // options.waves))
                clock.shift(wave * SHIFT)
            makers.go(0)
            give_up = time.monotonic() + options.patience
            while stored(server.file) and time.monotonic() < give_up:
                time.sleep(1)
            left = stored(server.file)
            time.sleep(5)  # for the file to shrink
            print_row(options.rooms)
            makers.stop()
    took = time.monotonic() - begin
    growth = memories[-1] / memories[1]
    print(
        f"\n{options.rooms / took:.0f} rooms a second, {took:.0f} s in all; {left:,} rooms left;"
        f" memory at the end {growth:.2f} times that after the first wave; refused"
        f" {dict(refusals) or 'never'}"
    )
    sys.exit(0 if not left and growth <= MOST_GROWTH and took <= MOST_SECONDS else 1)


if __name__ == "__main__":
    main()

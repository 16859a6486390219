"""``enligne perft``: how many positions there are at each depth, and how fast they are counted."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, add_json_option, print_json
from enligne.perft import leaves
from enligne.position import Position

if TYPE_CHECKING:
    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "perft",
        run,
        summary="count the positions at each depth, and how fast",
        details="Counts the positions 1 to DEPTH plies away, each way of reaching one counted,\n"
        "every one of them tested for a win. A finished game has nothing below it.",
        examples="  enligne perft connect4 8\n"
        "  enligne perft 15x15:5 3\n"
        '  enligne perft tictactoe 7 --position "x2/1o1/3 x"',
    )
    parser.add_argument("rules", metavar="RULES", help="a preset or rules text")
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help="plies, 1 or more")
    parser.add_argument(
        "--position", metavar="TEXT", help="position to start from instead of the empty board"
    )
    add_json_option(parser)


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= 999):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of plies from 1 to 999")
    return int(text)


def run(options: argparse.Namespace) -> int:
    position = Position(options.rules, options.position)
    if options.json:
        print_json([_counted(position, depth) for depth in range(1, options.depth + 1)])
        return 0
    print(
        f"{'depth':>5} {'positions':>20} {'wins':>16} {'draws':>14} {'seconds':>9}"
        f" {'per second':>12}"
    )
    for depth in range(1, options.depth + 1):
        start = time.perf_counter()
        found = leaves(position, depth)
        seconds = time.perf_counter() - start
        rate = f"{found.positions / seconds / 1e6:10.1f} M" if seconds >= 0.001 else "-"
        print(
            f"{depth:>5} {found.positions:>20,} {found.wins:>16,} {found.draws:>14,}"
            f" {seconds:>9.3f} {rate:>12}",
            flush=True,
        )
    return 0


def _counted(position: Position, depth: int) -> dict[str, int | float]:
    start = time.perf_counter()
    found = leaves(position, depth)
    counts = {"positions": found.positions, "wins": found.wins, "draws": found.draws}
    return {"depth": depth, **counts, "seconds": round(time.perf_counter() - start, 6)}

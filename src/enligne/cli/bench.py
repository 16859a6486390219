"""``enligne perft`` and ``enligne bench``: how many positions and nodes, and how fast."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command
from enligne.game import Game
from enligne.perft import leaves
from enligne.position import Position

if TYPE_CHECKING:
    from enligne.cli.commands import Commands

#: What is searched: engine, rules, moves. A change of any node count shows in the signature.
SEARCHES = [
    ("alphabeta:depth=10", "connect4", ""),
    ("alphabeta:depth=12", "connect4", "44444"),
    ("alphabeta:depth=12,evaluation=report", "connect4", "443"),
    ("alphabeta:depth=8,order=none", "connect4", "4354"),
    ("alphabeta:depth=9,evaluation=zero", "connect5", "5566"),
    ("alphabeta:depth=9", "tictactoe", ""),
    ("alphabeta:depth=7", "4x4:4", ""),
    ("alphabeta:depth=3", "gomoku", "h8 i9 h9"),
    ("alphabeta:depth=2", "gomoku19", "j10"),
    ("alphabeta:depth=6", "12x10:5+gravity+exact", "f g f"),
    ("minimax:depth=5", "connect4", "44"),
    ("solver", "connect4", "4453333217"),
    ("solver", "7x5:4+gravity", "4354"),
    ("solver", "6x6:4+gravity+exact", "341426"),
    ("solver", "5x5:4", ""),
]


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "perft",
        run_perft,
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
    add_command(
        commands,
        "bench",
        run_bench,
        summary="search a fixed set of positions; the node count is the signature",
        details="Searches a fixed set of positions with one thread. The total number of nodes is\n"
        "the signature: it is the same on every machine, and changes when a search does.",
        examples="  enligne bench",
    )


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= 999):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of plies from 1 to 999")
    return int(text)


def run_perft(options: argparse.Namespace) -> int:
    position = Position(options.rules, options.position)
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


def run_bench(options: argparse.Namespace) -> int:  # noqa: ARG001
    from enligne import engines

    total = 0
    seconds = 0.0
    for text, rules, moves in SEARCHES:
        engine = engines.create(text)
        position = Game(rules, moves).position
        start = time.perf_counter()
        found = engine.analyse(position)
        elapsed = time.perf_counter() - start
        total += found.nodes
        seconds += elapsed
        print(
            f"{text:<40} {rules:<22} {moves:<10} {found.nodes:>10,} nodes {elapsed:>7.3f} s"
            f"  {found.score}",
            flush=True,
        )
    print(f"\n{total / seconds:,.0f} nodes a second")
    print(f"signature {total}")
    return 0

"""``enligne bench``: how many nodes a fixed set of searches takes, and how fast."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, add_json_option, print_json
from enligne.game import Game

if TYPE_CHECKING:
    import argparse

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
    ("solver:book=none", "connect4", "4453333217"),
    ("solver", "7x5:4+gravity", "4354"),
    ("solver", "6x6:4+gravity+exact", "341426"),
    ("solver", "5x5:4", ""),
]


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "bench",
        run_bench,
        summary="search a fixed set of positions; the node count is the signature",
        details="Searches a fixed set of positions with one thread. The total number of nodes is\n"
        "the signature: it is the same on every machine, and changes when a search does.",
        examples="  enligne bench",
    )
    add_json_option(parser)


def run_bench(options: argparse.Namespace) -> int:
    from enligne import engines

    rows: list[dict[str, object]] = []
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
        rows.append(
            {
                "engine": text,
                "rules": rules,
                "moves": moves,
                "nodes": found.nodes,
                "seconds": round(elapsed, 6),
                "score": found.score.data,
            }
        )
        if options.json:
            continue
        print(
            f"{text:<40} {rules:<22} {moves:<10} {found.nodes:>10,} nodes {elapsed:>7.3f} s"
            f"  {found.score}",
            flush=True,
        )
    if options.json:
        print_json({"searches": rows, "signature": total, "nodes_per_second": total / seconds})
        return 0
    print(f"\n{total / seconds:,.0f} nodes a second")
    print(f"signature {total}")
    return 0

"""Nodes a second and depths of the Gomoku engine on ten openings, one thread, beside another
engine that tells its own.

    python -m benchmarks.gomoku_speed [--peer COMMAND] [--seconds 1 5]

The peer speaks the Gomocup protocol; what it says of nodes and depth in its messages is read as
``Node 261K`` and ``Depth 18-25``.
"""

from __future__ import annotations

import argparse
import re
import shlex
import statistics
import subprocess

from benchmarks.duel import openings
from enligne import Game, Limit, engines

RULES = "15x15:5"
UNITS = {"": 1, "K": 1_000, "M": 1_000_000}


def told_by(command: str, moves: str, seconds: float) -> tuple[float, int]:
    """The nodes and the depth that another engine tells of a position."""
    game = Game(RULES, moves)
    turns = len(game.moves)
    cells = [
        f"{move.column},{move.row},{1 if (turns - i) % 2 == 0 else 2}"
        for i, move in enumerate(game.moves)
    ]
    with subprocess.Popen(
        shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        milliseconds = int(seconds * 1000)
        head = ["START 15", f"INFO timeout_turn {milliseconds}", "INFO thread_num 1"]
        program.stdin.write("\n".join([*head, "BOARD", *cells, "DONE"]) + "\n")
        program.stdin.flush()
        nodes, depth = 0.0, 0
        for line in program.stdout:
            if re.fullmatch(r"\d+,\d+\s*", line):
                break
            if found := re.search(r"Node ([\d.]+)([KM]?)", line):
                nodes = float(found[1]) * UNITS[found[2]]
            if found := re.search(r"Depth (\d+)", line):
                depth = int(found[1])
        program.stdin.write("END\n")
        program.stdin.close()
        program.kill()
    return nodes, depth


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", metavar="COMMAND")
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 5.0])
    options = parser.parse_args()
    engine = engines.create("gomoku:table_mb=128")
    lines = openings(RULES, 10, 4)
    for seconds in options.seconds:
        ours, theirs = [], []
        for line in lines:
            found = engine.analyse(Game(RULES, line).position, Limit(seconds=seconds))
            ours.append((found.nodes / found.seconds, found.depth))
            if options.peer:
                nodes, depth = told_by(options.peer, line, seconds)
                theirs.append((nodes / seconds, depth))
        for name, all_told in (("gomoku", ours), ("the peer", theirs)):
            if all_told:
                speeds, depths = zip(*all_told, strict=True)
                print(
                    f"{seconds:g} s: {name}: {statistics.median(speeds):,.0f} nodes a second, "
                    f"depth {min(depths)} to {max(depths)}, median {statistics.median(depths):g}"
                )


if __name__ == "__main__":
    main()

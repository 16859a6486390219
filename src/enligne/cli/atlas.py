"""``enligne atlas``: solve board after board, and show what came of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, add_workers_options, positive_int
from enligne.progress import Bar

if TYPE_CHECKING:
    import argparse

    from enligne.atlas import Entry
    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "atlas",
        run,
        summary="the exact result of every board that can be solved",
        details="build: solves every board whose sides have at most the sum SUM and writes each\n"
        "to FILE as soon as it is solved: run the same command again to go on, or with\n"
        "more boards.\n"
        "show: the table of a file.",
        examples="  enligne atlas build small.atlas --sum 8\n"
        "  enligne atlas build small.atlas --sum 8 --free --cells 16 --runs 3 4\n"
        "  enligne atlas show small.atlas",
    )
    add = parser.add_argument
    add("action", choices=("build", "show"), help="what to do")
    add("file", metavar="FILE", type=Path, help="the atlas")
    add("--runs", metavar="N", type=positive_int, nargs="+", default=[4], help="default: 4")
    add("--sum", metavar="N", type=positive_int, default=10, help="width and height; default: 10")
    add("--cells", metavar="N", type=positive_int, default=10**6, help="the most cells")
    add("--free", action="store_true", help="without gravity")
    add("--table-mb", metavar="N", type=positive_int, default=1024, help="memory for each worker")
    add_workers_options(parser, usual="as many as there are cores")


def run(options: argparse.Namespace) -> int:
    return _build(options) if options.action == "build" else _show(options)


def _build(options: argparse.Namespace) -> int:
    from enligne import parallel
    from enligne.atlas import Atlas, boards

    atlas = Atlas(options.file)
    wanted = boards(
        options.runs, gravity=not options.free, most_sum=options.sum, most_cells=options.cells
    )
    with (
        Bar(sys.stderr, "boards") as bar,
        parallel.create(options.on, options.processes) as pool,
    ):

        def progress(entry: Entry, done: int, total: int) -> None:
            bar.clear()
            print(_line(entry), flush=True)
            bar.show(done, total, "")

        atlas.fill(wanted, pool, table_mb=options.table_mb, progress=progress)
    return 0


def _show(options: argparse.Namespace) -> int:
    from enligne.atlas import Atlas
    from enligne.rules import Rules

    atlas = Atlas(options.file)
    if not atlas.entries:
        raise ValueError(f"{options.file}: there is no board in it")
    for entry in sorted(
        atlas.entries.values(),
        key=lambda each: (
            (rules := Rules.of(each.rules)).gravity,
            rules.run,
            rules.width + rules.height,
            rules.width,
        ),
    ):
        print(_line(entry))
    return 0


def _line(entry: Entry) -> str:
    first = " ".join(entry.first)
    return (
        f"{entry.rules:<16} {entry.score!s:<12} {entry.nodes:>15,} nodes {entry.seconds:>10.2f} s"
        f"  {first}"
    )

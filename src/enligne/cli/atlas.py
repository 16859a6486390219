"""``enligne atlas``: solve board after board, and show what came of them."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from enligne import _core
from enligne.cli.commands import (
    add_command,
    add_json_option,
    add_workers_options,
    positive_int,
    print_json,
    remark,
)
from enligne.files import naming, replace_file
from enligne.progress import Bar
from enligne.rules import Rules

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
        details="An atlas tells of each board what the empty board is worth to the side that\n"
        "begins, the first moves that keep it, and what it took to find out.\n\n"
        "build  solves every board whose width and height add up to at most --sum, and writes\n"
        "       each to FILE as soon as it is solved. Run it again to go on after an\n"
        "       interruption, or with other options to add more boards.\n"
        "show   prints the boards of FILE, or without FILE those that come with the package:\n"
        "       rules, score in plies, nodes, seconds, best first moves.",
        examples="  enligne atlas build small.atlas --sum 8\n"
        "  enligne atlas build small.atlas --sum 8 --free --cells 16 --runs 3 4\n"
        "  enligne atlas show small.atlas\n"
        "  enligne atlas show --grid\n"
        "  enligne atlas show --picture atlas.svg",
    )
    add = parser.add_argument
    add("action", choices=("build", "show"), help="what to do")
    add("file", metavar="FILE", type=Path, nargs="?", help="the atlas")
    add(
        "--runs",
        metavar="N",
        type=positive_int,
        nargs="+",
        default=[4],
        help="build: how many in a row win; default: 4",
    )
    add(
        "--sum",
        metavar="N",
        type=positive_int,
        default=10,
        help="build: the most that width and height add up to; default: 10",
    )
    add(
        "--cells",
        metavar="N",
        type=positive_int,
        default=10**6,
        help="build: the most cells of a board; default: no limit but --sum",
    )
    add("--free", action="store_true", help="build: boards without gravity; default: with it")
    add(
        "--table-mb",
        metavar="N",
        type=positive_int,
        default=1024,
        help="build: memory of each worker; default: 1024",
    )
    add(
        "--grid",
        action="store_true",
        help="show: only who wins, by width and height: 1, 2 or = for a draw",
    )
    add_json_option(parser, "all boards")
    add("--picture", metavar="FILE", type=Path, help="show: the same drawn, .svg, .png or .pdf")
    add_workers_options(parser, usual="as many as there are cores")


def run(options: argparse.Namespace) -> int:
    return _build(options) if options.action == "build" else _show(options)


def _build(options: argparse.Namespace) -> int:
    from enligne import parallel
    from enligne.atlas import Atlas, boards

    if options.file is None:
        raise ValueError("build needs FILE, to which the boards are written")
    wanted = list(
        boards(
            options.runs, gravity=not options.free, most_sum=options.sum, most_cells=options.cells
        )
    )
    if not wanted:
        raise ValueError(
            "there is no such board: --sum or --cells is too small, or a run does not fit"
        )
    atlas = Atlas(options.file)
    if atlas.is_cut:
        remark(f"{options.file}: the last line was cut; its board is solved again if it is wanted")
    with (
        Bar(sys.stderr, "boards", is_quiet=True) as bar,
        parallel.create(options.on, options.processes) as pool,
    ):

        def progress(entry: Entry, done: int, total: int) -> None:
            bar.clear()
            if not options.json:
                print(_line(entry), flush=True)
            bar.show(done, total, "")

        atlas.fill(wanted, pool, table_mb=options.table_mb, progress=progress)
    if options.json:
        print_json([_as_json(entry) for entry in atlas.entries.values()])
    return 0


def _as_json(entry: Entry) -> dict[str, object]:
    return asdict(entry) | {"score": entry.score.data}


def _show(options: argparse.Namespace) -> int:
    from enligne.atlas import Atlas, shipped

    if options.file is None:
        entries = shipped()
    else:
        atlas = Atlas(options.file)
        entries = atlas.entries
        if atlas.is_cut:
            remark(f"{options.file}: the last line was cut; its board is left out")
    if not entries:
        raise ValueError(f"{options.file}: there is no board in it")
    if options.picture is not None:
        from enligne.atlas_picture import drawn
        from enligne.charts.paper import picture_path

        path = picture_path(options.picture)
        with naming(path):
            replace_file(path, drawn(entries.values(), path.suffix))
        return 0
    if options.json:
        print_json([_as_json(entry) for entry in entries.values()])
        return 0
    by_rules = {Rules.of(text): entry for text, entry in entries.items()}
    if options.grid:
        for gravity, run in sorted({(each.gravity, each.run) for each in by_rules}):
            kind = [each for each in by_rules if (each.gravity, each.run) == (gravity, run)]
            print(f"{run} in a row, {'with' if gravity else 'without'} gravity")
            print(_grid({(each.width, each.height): by_rules[each] for each in kind}))
        return 0
    for rules in sorted(
        by_rules, key=lambda each: (each.gravity, each.run, each.width + each.height, each.width)
    ):
        print(_line(by_rules[rules]))
    return 0


def _grid(entries: dict[tuple[int, int], Entry]) -> str:
    """Who wins, the height downwards and the width to the right: the side that begins, the other,
    or nobody."""
    widths = range(_core.SMALLEST_SIDE, max(width for width, _ in entries) + 1)
    heights = range(_core.SMALLEST_SIDE, max(height for _, height in entries) + 1)
    lines = ["height  " + " ".join(f"{width:>2}" for width in widths)]
    for height in heights:
        found = [entries.get((width, height)) for width in widths]
        results = ["." if each is None else _winner(each.verdict) for each in found]
        lines.append(f"{height:>6}  " + " ".join(f"{each:>2}" for each in results))
    return "\n".join(lines) + "\n"


def _winner(verdict: int) -> str:
    return "1" if verdict > 0 else "2" if verdict < 0 else "="


def _line(entry: Entry) -> str:
    first = " ".join(entry.first)
    return (
        f"{entry.rules:<16} {entry.score!s:<12} {entry.nodes:>15,} nodes {entry.seconds:>10.2f} s"
        f"  {first}"
    )

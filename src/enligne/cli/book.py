"""``enligne book``: build an opening book, or tell what one holds."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, add_workers_options, positive_int
from enligne.progress import Bar
from enligne.rules import Rules

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "book",
        run,
        summary="build an opening book, or tell what one holds",
        details="build: solves every position of at most PLIES stones that a follower of the book\n"
        "can meet, and writes the book to FILE. What is solved goes to FILE.journal at\n"
        "once: run the same command again to go on after an interruption, or with more\n"
        "plies to go deeper.\n"
        "show: tells the rules, depth and size of a book; without FILE, of the one that\n"
        "comes with the package.",
        examples="  enligne book build connect4.book --plies 2 --rules 5x4:4+gravity\n"
        "  enligne book show",
    )
    add = parser.add_argument
    add("action", choices=("build", "show"), help="what to do")
    add("file", metavar="FILE", nargs="?", type=Path, help="the book")
    add("--rules", metavar="R", default="connect4", help="default: connect4")
    add("--plies", metavar="N", type=positive_int, default=8, help="default: 8")
    add("--threads", metavar="N", type=positive_int, help="default: as many as there are cores")
    add("--table-mb", metavar="N", type=positive_int, default=256, help="memory for each thread")
    add_workers_options(parser, usual="threads of this one")


def run(options: argparse.Namespace) -> int:
    return _build(options) if options.action == "build" else _show(options)


def _show(options: argparse.Namespace) -> int:
    from enligne.engines.book import Book, shipped_book

    rules = Rules.of(options.rules)
    book = shipped_book(rules) if options.file is None else Book.load(options.file)
    if book is None:
        raise ValueError(f"no book of {rules} comes with the package")
    print(f"{book.rules}: {len(book):,} positions, complete to ply {book.plies}")
    return 0


def _build(options: argparse.Namespace) -> int:
    from enligne import parallel
    from enligne.engines.book_builder import BookBuilder
    from enligne.engines.searches import available_threads

    if options.file is None:
        raise ValueError("book build: which FILE?")
    start = time.monotonic()
    bar = Bar(sys.stderr, "positions")

    def progress(ply: int, done: int, total: int) -> None:
        if done < total:
            bar.show(done, total, f"ply {ply}")
            return
        bar.clear()
        text = f"ply {ply}: {done:,} of {total:,} positions, {time.monotonic() - start:.0f} s"
        print(text, file=sys.stderr, flush=True)

    # The journal has every position solved, so that an interruption costs no more than one each.
    with ExitStack() as stack:
        stack.enter_context(bar)
        pool = None
        if options.on is not None or options.processes is not None:
            if options.threads is not None:
                raise ValueError("book build: either --threads or workers, each of which has one")
            pool = stack.enter_context(parallel.create(options.on, options.processes))
        builder = BookBuilder(
            Rules.of(options.rules),
            options.file,
            threads=options.threads or available_threads(),
            table_mb=options.table_mb,
            pool=pool,
        )
        book = builder.build(options.plies, progress=progress)
    size = options.file.stat().st_size
    print(f"{options.file}: {len(book):,} positions to ply {book.plies}, {size:,} bytes")
    return 0

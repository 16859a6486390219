"""``enligne book``: build an opening book, or tell what one holds."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.cli.commands import (
    add_command,
    add_json_option,
    add_workers_options,
    positive_int,
    print_json,
    remark,
)
from enligne.progress import Bar
from enligne.rules import Rules

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.engines.book import Book


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "book",
        run,
        summary="build an opening book, check one, or tell what it holds",
        details="An opening book holds the exact score of every position of up to so many stones,\n"
        "so that nobody has to search for it.\n\n"
        "build  solves every position of --plies stones that needs a search, and writes the\n"
        "       book of all positions up to there to FILE. What is solved goes to\n"
        "       FILE.journal at once: run the same command again to go on after an\n"
        "       interruption.\n"
        "check  compares --positions scores of the book, drawn at random from all plies, with\n"
        "       those that the solver finds without a book. The exit code is 1 if one differs.\n"
        "show   tells the rules, depth and size of a book.\n\n"
        "Without FILE, check and show look at the book that comes with the package.\n"
        "Engines and players use a book of your own with the option book=FILE.",
        examples="  enligne book build small.book --plies 4 --rules 5x4:4+gravity\n"
        "  enligne book check small.book --positions 200\n"
        "  enligne book show",
    )
    add = parser.add_argument
    add("action", choices=("build", "check", "show"), help="what to do")
    add("file", metavar="FILE", nargs="?", type=Path, help="the book; see above for none")
    add(
        "--rules",
        metavar="R",
        default="connect4",
        help="of the book to build, or of the package's; default: connect4",
    )
    add("--plies", metavar="N", type=positive_int, default=8, help="to build; default: 8")
    add("--positions", metavar="N", type=positive_int, default=2000, help="to check; default: 2000")
    add("--seed", metavar="N", type=int, default=1, help="of the positions to check; default: 1")
    add(
        "--threads",
        metavar="N",
        type=positive_int,
        help="to build; default: as many as there are cores",
    )
    add(
        "--table-mb",
        metavar="N",
        type=positive_int,
        default=16,
        help="memory of each thread or process that builds; default: 16",
    )
    add_workers_options(parser, usual="threads of this one")
    add_json_option(parser, "what the book is, or how its scores compare,")


def run(options: argparse.Namespace) -> int:
    return {"build": _build, "check": _check, "show": _show}[options.action](options)


def _book(options: argparse.Namespace) -> Book:
    from enligne.engines.book import Book, shipped_book

    rules = Rules.of(options.rules)
    book = shipped_book(rules) if options.file is None else Book.load(options.file)
    if book is None:
        raise ValueError(f"no book of {rules} comes with the package")
    return book


def _show(options: argparse.Namespace) -> int:
    book = _book(options)
    if options.json:
        print_json(_as_json(book))
        return 0
    print(f"{book.rules}: complete to ply {book.plies}, {len(book):,} scores kept")
    return 0


def _as_json(book: Book) -> dict[str, object]:
    return {"rules": book.rules.text, "plies": book.plies, "scores": len(book)}


def _check(options: argparse.Namespace) -> int:
    from enligne.engines.book_builder import wrong_scores

    book = _book(options)
    with Bar(sys.stderr, "positions") as bar:
        wrong = wrong_scores(
            book,
            options.positions,
            seed=options.seed,
            progress=lambda done: bar.show(done, options.positions, ""),
        )
    if options.json:
        differing = [
            {"position": position.text, "book": kept, "solver": solved}
            for position, kept, solved in wrong
        ]
        print_json(_as_json(book) | {"checked": options.positions, "wrong": differing})
        return 1 if wrong else 0
    for position, kept, solved in wrong:
        print(f"{position}: the book has {kept}, the solver {solved}")
    print(f"{options.positions - len(wrong):,} of {options.positions:,} positions agree")
    return 1 if wrong else 0


def _build(options: argparse.Namespace) -> int:
    from enligne import parallel
    from enligne.engines.book_builder import build_book
    from enligne.engines.searches import available_threads

    if options.file is None:
        raise ValueError("book build: which FILE?")
    rules = Rules.of(options.rules)
    with ExitStack() as stack:
        bar = stack.enter_context(Bar(sys.stderr, "positions"))
        pool = None
        if options.on is not None or options.processes is not None:
            if options.threads is not None:
                raise ValueError("book build: either --threads or workers, each of which has one")
            pool = stack.enter_context(parallel.create(options.on, options.processes))
        book = build_book(
            rules,
            options.plies,
            options.file,
            threads=options.threads or available_threads(),
            table_mb=options.table_mb,
            pool=pool,
            progress=lambda done, total: bar.show(done, total, f"ply {options.plies}"),
            remark=remark,
        )
    size = options.file.stat().st_size
    if options.json:
        print_json(_as_json(book) | {"file": str(options.file), "bytes": size})
        return 0
    print(f"{options.file}: {book.rules} to ply {book.plies}, {len(book):,} scores, {size:,} bytes")
    return 0

"""What the groups of commands share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    *,
    summary: str,
    details: str,
    examples: str,
) -> argparse.ArgumentParser:
    """Adds a command with its help: a line for the list, then details and examples."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=details,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_workers_options(
    parser: argparse.ArgumentParser, *, usual: str = "as many as there are cores"
) -> None:
    """Adds ``--on`` and ``--processes``, which :func:`enligne.parallel.create` takes as they are.

    Args:
        usual: how many processes there are without the option, in words.
    """
    parser.add_argument(
        "--on",
        metavar="WHERE",
        help="where the work is done: local, ray, HOST:PORT or ray://HOST:PORT; default: local",
    )
    parser.add_argument(
        "--processes", metavar="N", type=positive_int, help=f"working at a time; default: {usual}"
    )


def positive_int(text: str) -> int:
    """Reads a whole number from 1."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def natural_int(text: str) -> int:
    """Reads a whole number from 0."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return int(text)


def positive_number(text: str) -> float:
    """Reads a number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value

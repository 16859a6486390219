"""What the groups of commands share."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from enligne.files import replace_file
from enligne.svg.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.record import Record, Records

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


def add_options_late(
    parser: argparse.ArgumentParser, add_options: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Gives a command its options when it is asked for: where they come from is not loaded for
    the others."""
    parse = parser.parse_known_args

    def parse_known_args(*arguments: Any, **options: Any) -> Any:
        parser.parse_known_args = parse  # type: ignore[method-assign]
        add_options(parser)
        return parse(*arguments, **options)

    parser.parse_known_args = parse_known_args  # type: ignore[method-assign]


def add_brain_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], **texts: str
) -> argparse.ArgumentParser:
    """Adds a command about one saved machine, whose name is its first argument."""
    parser = add_command(commands, name, run, **texts)
    parser.add_argument("name", metavar="NAME", help="of the brain")
    return parser


def add_position_arguments(parser: argparse.ArgumentParser, *, is_optional: bool = False) -> None:
    """Adds rules and what :meth:`enligne.Game.from_texts` takes."""
    parser.add_argument(
        "rules", metavar="RULES", nargs="?" if is_optional else None, help="a preset or rules text"
    )
    parser.add_argument(
        "text",
        metavar="POSITION|MOVES",
        nargs="*",
        help="a position text (it has slashes; quote it), then moves such as 4453 or h8 i9",
    )


def add_picture_options(parser: argparse.ArgumentParser) -> None:
    """Adds ``--svg``, for :func:`write_output`, and ``--theme``."""
    parser.add_argument("--svg", metavar="FILE", help="write a picture; - is stdout")
    parser.add_argument("--theme", choices=THEMES, default="light", help="of the picture")


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


def engine_text(text: str | None) -> str | None:
    """The text of an engine. Of the player ``perfect`` it is the engine that it asks.

    Raises:
        ValueError: it is another player, which has no opinion to tell.
    """
    from enligne.engines import ENGINES
    from enligne.players import PLAYERS
    from enligne.spec import split_text

    if text is None:
        return None
    name, options = split_text(text)
    if name == "perfect":
        return f"oracle:{options}" if options else "oracle"
    if name in PLAYERS and name not in ENGINES:
        raise ValueError(
            f"{text}: {name} is a player, which chooses moves; an engine is wanted here:"
            f" {', '.join(ENGINES)}, or perfect"
        )
    return text


def add_json_option(parser: argparse.ArgumentParser, what: str = "all of it") -> None:
    """Adds ``--json``, for :func:`print_json`."""
    parser.add_argument("--json", action="store_true", help=f"print {what} as JSON")


def print_json(value: object) -> None:
    import json

    print(json.dumps(value, indent=2))


def natural_int(text: str, least: int = 0) -> int:
    """Reads a whole number from 0."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and int(text) >= least):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least}")
    return int(text)


def positive_int(text: str) -> int:
    """Reads a whole number from 1."""
    return natural_int(text, 1)


def positive_number(text: str) -> float:
    """Reads a number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


def remark(words: str) -> None:
    """Says in a line what is worth knowing and stops nothing."""
    print(f"enligne: {words}", file=sys.stderr, flush=True)


def write_output(file: str, text: str) -> None:
    """Writes a text to a file, whole or not at all; ``-`` is standard output.

    Raises:
        OSError: the file cannot be written.
    """
    if file == "-":
        print(text)
    else:
        replace_file(file, f"{text}\n")


def read_records(
    path: str, number: int | None = None, *, form: str | None = None, rules: str | None = None
) -> Records:
    """The games of a file, ``-`` is stdin, or only the one of a number from 1.

    Args:
        form, rules: format and rules, see :func:`enligne.formats.read`.

    Raises:
        OSError: the file cannot be read.
        ValueError: there is no game of this number, or it is not known what the file is.
    """
    from enligne import formats
    from enligne.record import Records

    if path == "-":
        content = sys.stdin.buffer.read()
        found = formats.read_text(content, format=form, rules=rules, file="<stdin>")
    else:
        found = formats.read(path, format=form, rules=rules)
    if number is None:
        return found
    if not 1 <= number <= len(found.records):
        raise ValueError(f"there is no game {number}: {len(found.records)} could be read")
    return Records([found.records[number - 1]], found.errors)


def title(record: Record) -> str:
    """Who played, and where and when if that is known."""
    players = f"{record.first or '?'} - {record.second or '?'}"
    told = ", ".join(part for part in (players, record.event, record.date) if part)
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in told)


def complain_about(records: Records) -> int:
    """Says of each game that could not be read what was wrong, and returns the exit code."""
    for error in records.errors:
        print(f"enligne: error: {error}", file=sys.stderr)
    return 2 if records.errors else 0

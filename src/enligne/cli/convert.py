"""``enligne convert``: files of games from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from enligne.cli.commands import (
    add_command,
    add_json_option,
    complain_about,
    positive_int,
    print_json,
    read_records,
    remark,
)

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.formats import Format
    from enligne.record import Record, Records

_FORMATS = """\
  record    records of this program, .txt
  sgf       Smart Game Format, GM[4], .sgf
  psq       Piskvork and Gomocup, .psq; one game a file
  renlib    libraries of RenLib, .lib; only read
  columns   Connect 4 as columns, 44455554221, a game a line
  gomocalc  Gomoku as cells, h8i9h10, a game a line"""


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "convert",
        run,
        summary="games from one format of files to another",
        details="Reads the games of one or more files and writes them to another, or with a\n"
        "folder as OUT each to a file of its own. What a format cannot hold is left out, and\n"
        "said.\n"
        "A broken game, or a broken part of one, is reported with its line; the others are\n"
        f"written, and the exit code is 2.\n\n{_FORMATS}\n\n"
        "The format of IN is known by its content, that of OUT by its extension.",
        examples="  enligne convert game.psq game.sgf\n"
        "  enligne convert tournament/*.psq games.txt\n"
        "  enligne convert games.txt games/ --to psq\n"
        "  enligne convert games.txt - --to sgf --game 3\n"
        "  echo 44455554221 | enligne convert - game.sgf",
    )
    parser.add_argument("files", metavar="IN", nargs="+", help="files to read; - is stdin")
    parser.add_argument("out", metavar="OUT", help="the file, or the folder, to write; - is stdout")
    parser.add_argument("--from", dest="source", metavar="FORMAT", help="the format of IN")
    parser.add_argument("--to", dest="target", metavar="FORMAT", help="the format of OUT")
    parser.add_argument("--rules", metavar="RULES", help="of games that do not tell theirs")
    parser.add_argument("--game", metavar="N", type=positive_int, help="only the Nth game of IN")
    add_json_option(parser, "what was done")


def run(options: argparse.Namespace) -> int:
    found = _read(options)
    if not found.records:
        if not found.errors:
            raise ValueError(f"{', '.join(options.files)}: there is no game")
        return complain_about(found)
    form = _target(options)
    if found.errors and any(_is_same(each, options.out) for each in options.files):
        complain_about(found)
        raise ValueError(f"{options.out} would lose what could not be read: write to another file")
    if options.json and options.out == "-":
        raise ValueError("--json and the games cannot both be written to stdout")
    written = _write(form, found.records, options.out)
    left_out = _left_out(form, found.records)
    if options.json:
        print_json(
            {
                "format": form.name,
                "games": len(found.records),
                "files": written,
                "left_out": left_out,
                "errors": [
                    {
                        "file": each.file,
                        "line": each.line or None,
                        "byte": each.byte,
                        "reason": each.reason,
                        "keeps_game": each.keeps_game,
                    }
                    for each in found.errors
                ],
            }
        )
    for part, games in left_out.items():
        words = f"{part.replace('_', ' ')} of {games} game{'s' * (games > 1)}"
        remark(f"{form.name} cannot hold {words}, left out")
    return complain_about(found)


def _read(options: argparse.Namespace) -> Records:
    from enligne.record import Records

    every = Records([], [])
    for file in options.files:
        found = read_records(file, form=options.source, rules=options.rules)
        every.records.extend(found.records)
        every.errors.extend(found.errors)
    if options.game is None:
        return every
    if options.game > len(every.records):
        raise ValueError(f"there is no game {options.game}: {len(every.records)} could be read")
    return Records([every.records[options.game - 1]], every.errors)


def _is_same(file: str, other: str) -> bool:
    return "-" not in (file, other) and Path(other).exists() and Path(other).samefile(file)


def _target(options: argparse.Namespace) -> Format:
    from enligne import formats

    if options.target is not None:
        return formats.named(options.target)
    if found := formats.format_of(options.out):
        return found
    raise ValueError(f"{options.out}: in which format? Say --to {', '.join(formats.FORMATS)}")


def _write(form: Format, records: list[Record], out: str) -> list[str]:
    """Writes the games, and returns the names of the files."""
    from enligne.cli.commands import write_output
    from enligne.files import replace_file

    if out != "-" and (Path(out).is_dir() or out.endswith("/")):
        texts = [form.text([record]) for record in records]  # before anything is written
        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)
        digits = max(4, len(str(len(records))))
        names = [
            str(folder / f"{number:0{digits}}{form.extensions[0]}")
            for number in range(1, len(records) + 1)
        ]
        for name, text in zip(names, texts, strict=True):
            replace_file(name, text)
        return names
    if len(records) > 1 and not form.holds_many and form.write is not None:
        raise ValueError(
            f"a file of {form.name} holds one game, and there are {len(records)}:"
            " say --game N, or give a folder such as games/"
        )
    write_output(out, form.text(records).removesuffix("\n"))
    return [] if out == "-" else [out]


def _left_out(form: Format, records: list[Record]) -> dict[str, int]:
    """How many games have a part that the format cannot hold."""
    counts: dict[str, int] = {}
    for record in records:
        for part in form.left_out(record):
            counts[part] = counts.get(part, 0) + 1
    return counts

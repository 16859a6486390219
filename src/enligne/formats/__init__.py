"""Files of games as other programs write them, read and written as records.

>>> from enligne import formats
>>> found = formats.read_text("(;GM[4]SZ[15];B[hh];W[ig](;B[hg])(;B[ih]C[or so]))")
>>> formats.text(found.records, "gomocalc")
'h8i9h9\\n'
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from enligne.errors import FormatError
from enligne.files import replace_file
from enligne.formats import psq, renlib, sgf, strings
from enligne.formats.format import PARTS, Format
from enligne.record import Record, Records
from enligne.record import scan as scan_records
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from enligne.errors import RecordError

__all__ = [
    "FORMATS",
    "PARTS",
    "Format",
    "FormatError",
    "format_of",
    "known",
    "named",
    "read",
    "read_text",
    "scan",
    "text",
    "write",
]


def _scan_records(content: bytes, _: Rules | None) -> Iterator[Record | RecordError]:
    return scan_records(content.decode("utf-8", errors="surrogateescape"))


def _write_records(given: Iterable[Record]) -> str:
    return "\n".join(each.text for each in given)


def _knows_records(content: bytes) -> bool:
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")


_NOTHING: frozenset[str] = frozenset()

#: Every format by its name, in the order in which they are tried on an unknown text.
FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format(
            "record",
            "records of this program",
            (".txt", ".record"),
            frozenset(PARTS),
            True,
            _knows_records,
            _scan_records,
            _write_records,
        ),
        Format(
            "sgf",
            "Smart Game Format, GM[4]",
            (".sgf",),
            frozenset(PARTS),
            True,
            sgf.knows,
            sgf.scan,
            sgf.write,
        ),
        Format(
            "psq",
            "Piskvork and Gomocup",
            (".psq",),
            frozenset({"names", "seconds"}),
            False,
            psq.knows,
            psq.scan,
            psq.write,
            psq.refusal,
            psq.holds_end,
        ),
        Format(
            "renlib",
            "libraries of RenLib",
            (".lib",),
            frozenset({"comments", "variations"}),
            False,
            renlib.knows,
            renlib.scan,
            None,
        ),
        Format(
            "columns",
            "Connect 4 as columns, 44455554221",
            (".columns",),
            _NOTHING,
            True,
            strings.knows_columns,
            strings.scan_columns,
            strings.write_columns,
            strings.columns_refusal,
        ),
        Format(
            "gomocalc",
            "Gomoku as cells, h8i9h10",
            (".gomocalc",),
            _NOTHING,
            True,
            strings.knows_cells,
            strings.scan_cells,
            strings.write_cells,
            strings.cells_refusal,
        ),
    )
}


def named(name: str) -> Format:
    """The format of a name.

    Raises:
        FormatError: there is none.
    """
    if name not in FORMATS:
        raise FormatError(f"{shortened(name)} is not a format: {', '.join(FORMATS)} are")
    return FORMATS[name]


def format_of(path: str | Path) -> Format | None:
    """The format of a file by its extension; None where that tells nothing."""
    extension = Path(path).suffix.lower()
    return next((each for each in FORMATS.values() if extension in each.extensions), None)


def known(content: str | bytes) -> Format | None:
    """The format of what a file holds; None where it is not known."""
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    return next((each for each in FORMATS.values() if each.knows(content)), None)


def read(
    path: str | Path, *, format: str | None = None, rules: Rules | str | None = None
) -> Records:
    """Reads a file. What is broken is reported with its line and reason, and the rest kept.

    Args:
        format: its name; by content and extension unless given.
        rules: those of games that do not tell theirs; else by the size of the board, or Gomoku
            or Connect 4 where there is none.

    Raises:
        OSError: the file cannot be read.
        FormatError: there is no such format, or it is not known which it is.
        RulesError: the rules cannot be played.
    """
    return Records.of(scan(path, format=format, rules=rules))


def scan(
    path: str | Path, *, format: str | None = None, rules: Rules | str | None = None
) -> Iterator[Record | RecordError]:
    """The same one by one: in place of a broken game comes what is wrong with it, and before one of
    which a part is broken what is wrong with that.

    Raises:
        OSError, FormatError, RulesError: as there.
    """
    content = Path(path).read_bytes()
    return _scan(content, str(path), format, format_of(path), rules)


def read_text(
    text: str | bytes,
    *,
    format: str | None = None,
    rules: Rules | str | None = None,
    file: str = "<text>",
) -> Records:
    """Reads a text, or the bytes of a file, as :func:`read` does a file.

    Raises:
        FormatError, RulesError: as there.
    """
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return Records.of(_scan(content, file, format, None, rules))


def _scan(
    content: bytes, file: str, name: str | None, by_name: Format | None, rules: Rules | str | None
) -> Iterator[Record | RecordError]:
    given = None if rules is None else Rules.of(rules)
    # A file may be called anything, so that its content counts before its name.
    found = named(name) if name else known(content) or by_name
    if found is None:
        if not content.strip():
            return iter(())
        raise FormatError(f"{file}: this is in none of the formats {', '.join(FORMATS)}")
    return (
        each if isinstance(each, Record) else each.in_file(file)
        for each in found.scan(content, given)
    )


def text(given: Iterable[Record], format: str) -> str:
    """Records as the text of a file, with what the format can hold (:meth:`Format.left_out`).

    Raises:
        FormatError: there is no such format, or it cannot hold them.
    """
    return named(format).text(given)


def write(path: str | Path, given: Iterable[Record], *, format: str | None = None) -> None:
    """Writes a file, over what it held, whole or not at all.

    Args:
        format: its name; by the extension unless given, and else a file of records.

    Raises:
        OSError: the file cannot be written.
        FormatError: there is no such format, or it cannot hold them.
    """
    found = named(format) if format is not None else format_of(path) or FORMATS["record"]
    replace_file(path, found.text(given))

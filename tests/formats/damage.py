"""Files that are damaged at random, and what a reader has to make of them."""

from __future__ import annotations

import random

from enligne import Record, formats
from enligne.formats import Format
from tests.formats.made import library, random_record, rules_for

_PIECES = (
    *(b"(", b")", b";", b"[", b"]", b"\\", b"{", b"}", b"\n", b"\r", b" ", b":", b",", b"/", b"*"),
    *(b"\x00", b"\xff", b"\x80", b"0", b"1", b"9", b"-", b".", b"B", b"W", b"AB", b"GM[4]", b"C["),
    *(b"1.", b"1...", b"d1", b"hh", b"tt", b"1-0", b"Piskvorky ", b"(;", b"[%eval win in 3]"),
    *("é".encode(), "²".encode(), b"\xed\xa0\x80", b"99999999999999999999"),
)


class Damage:
    """Makes files of a format, mostly broken ones.

    Args:
        form: the format.
        seed: the same makes the same files.
    """

    def __init__(self, form: Format, seed: int) -> None:
        self._source = random.Random(seed)
        self._samples = [self._sample(form) for _ in range(60)]

    def _sample(self, form: Format) -> bytes:
        record = random_record(
            self._source, rules_for(form, self._source), most=12, in_library=form.write is None
        )
        if form.write is None:
            return library(record)
        return form.text([record] * (1 + form.holds_many)).encode()

    def file(self) -> bytes:
        """One file."""
        source = self._source
        if source.random() < 0.1:
            return b"".join(source.choices(_PIECES, k=source.randrange(30)))
        content = bytearray(source.choice(self._samples))
        for _ in range(source.choice([0, 1, 1, 2, 3, 8])):
            place = source.randrange(len(content) + 1)
            match source.randrange(5):
                case 0:
                    content[place:place] = source.choice(_PIECES)
                case 1:
                    del content[place : place + source.randrange(4)]
                case 2:
                    content[place : place + 1] = bytes([source.randrange(256)])
                case 3:
                    content[place:place] = content[:place][-source.randrange(1, 40) :]
                case 4:
                    del content[place:]
        return bytes(content)


def assert_is_read(content: bytes, form: Format) -> tuple[int, int]:
    """Reads a file: nothing is raised, every error says what and where, and every game is one that
    can be written down and read again. How many games and errors there were."""
    found = formats.read_text(content, format=form.name, file="damaged")
    lines = content.count(b"\n") + 1
    for error in found.errors:
        assert error.reason
        assert error.file == "damaged"
        if form.name == "renlib":
            assert error.byte is not None
            assert 0 <= error.byte <= len(content)
        else:
            assert 1 <= error.line <= lines
    for record in found.records:
        assert Record.parse(record.text) == record
    return len(found.records), len(found.errors)

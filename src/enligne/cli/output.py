"""Standard output that takes every text, whatever it is connected to."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys

#: What stands for a character where the output has none.
_PLAIN = {
    "∞": "inf",
    "…": "...",
    "±": "+-",
    "½": "1/2",
    "−": "-",
    "–": "-",
    "’": "'",
    "×": "x",
    "·": ".",
    "├": "|",
    "│": "|",
    "└": "`",
    "─": "-",
    "●": "x",
    "○": "o",
}


class _Closed(io.TextIOBase):
    """In the place of an output that was closed before the program began."""

    def write(self, _: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")


def prepare() -> None:
    """Makes sure that nothing that is printed is lost for a character that cannot be, and that an
    output which is closed is an error like others."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass  # else files of ours would get the numbers of those that are closed
    os.close(number)
    if sys.stdout is None:
        sys.stdout = _Closed()
    codecs.register_error("enligne", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="enligne")


def _plain(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    letters = error.object[error.start : error.end]
    return "".join(_PLAIN.get(each, "?") for each in letters), error.end

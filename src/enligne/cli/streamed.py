"""Lines of a pipe or a terminal, taken as they come."""

from __future__ import annotations

import codecs
import io
import os
import select
from collections import deque
from typing import TextIO

# How long to wait for a line before looking at other things.
_GLANCE = 0.01


class StreamedLines:
    """Lines of a stream, without waiting for more of them than there are: their writer may be
    waiting for an answer."""

    def __init__(self, stream: TextIO) -> None:
        self._file = stream.fileno()
        decoder = codecs.getincrementaldecoder(stream.encoding)(stream.errors or "strict")
        self._decoder = io.IncrementalNewlineDecoder(decoder, translate=True)
        self._lines: deque[str] = deque()
        self._rest = ""
        self._has_ended = False

    def take(self, most: int) -> list[str] | None:
        """At most so many lines; none if there are none yet, None if there are no more."""
        if not self._lines and not self._has_ended:
            self._read()
        if not self._lines and self._has_ended:
            return None
        return [self._lines.popleft() for _ in range(min(most, len(self._lines)))]

    def _read(self) -> None:
        if not select.select([self._file], [], [], _GLANCE)[0]:
            return
        data = os.read(self._file, 65536)
        *lines, self._rest = (self._rest + self._decoder.decode(data, not data)).split("\n")
        self._lines.extend(lines)
        if not data:
            self._has_ended = True
            if self._rest:
                self._lines.append(self._rest)

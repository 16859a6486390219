"""What the server and a search process say to each other: pickles, each with its length before it.

The server says *task*, *stop* and *heard*; the process *ready*, *news*, *done* and *failed*. One
task runs at a time and both sides read in the order in which the other wrote, so that nothing needs
a number.
"""

from __future__ import annotations

import pickle
import struct
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import asyncio
    import socket

Word = Literal["task", "stop", "heard", "ready", "news", "done", "failed"]
Said = tuple[Word, Any]

_LENGTH = struct.Struct("!I")
#: Far more than any answer has; what claims to be longer is no frame.
MOST_BYTES = 64 * 2**20


class FrameError(Exception):
    """What came is no frame."""


def packed(word: Word, value: object = None) -> bytes:
    """A frame.

    Raises:
        Exception: the value cannot be pickled, or is too long.
    """
    content = pickle.dumps((word, value), pickle.HIGHEST_PROTOCOL)
    if len(content) > MOST_BYTES:
        raise FrameError(f"{len(content):,} bytes are too long for a frame")
    return _LENGTH.pack(len(content)) + content


async def read(reader: asyncio.StreamReader) -> Said:
    """The next frame.

    Raises:
        asyncio.IncompleteReadError, OSError: the other side has ended.
        FrameError: it sent something else.
    """
    content = await reader.readexactly(_length(await reader.readexactly(_LENGTH.size)))
    return _unpacked(content)


def receive(line: socket.socket) -> Said:
    """The same for who may wait.

    Raises:
        EOFError, OSError: the other side has ended.
        FrameError: it sent something else.
    """
    return _unpacked(_received(line, _length(_received(line, _LENGTH.size))))


def _received(line: socket.socket, count: int) -> bytes:
    content = bytearray()
    while len(content) < count:
        part = line.recv(min(count - len(content), 2**20))
        if not part:
            raise EOFError
        content += part
    return bytes(content)


def _length(head: bytes) -> int:
    (length,) = _LENGTH.unpack(head)
    if length > MOST_BYTES:
        raise FrameError("it is too long")
    return int(length)


def _unpacked(content: bytes) -> Said:
    try:
        word, value = pickle.loads(content)
    except Exception as error:
        raise FrameError(f"it cannot be read: {error!r}") from error
    return word, value

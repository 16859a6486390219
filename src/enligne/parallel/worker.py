"""A worker: a process that runs one task after the other until its input ends.

Tasks come through its standard input, and answers leave through its standard output, each pickled.
"""

from __future__ import annotations

import functools
import os
import pickle
import queue
import sys
import threading
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import cloudpickle

from enligne import processes

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    Packed = tuple[bytes, bytes]  # a function, and what it is called with


def main() -> None:
    """The life of a worker."""
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # The pipes are for tasks and answers alone: a task reads nothing, and prints to standard error.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    waiting: queue.SimpleQueue[Packed] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(tasks, waiting), daemon=True)
    reader.start()
    with suppress(BrokenPipeError):  # nobody waits for answers any more
        _write(None, answers)  # it is ready
        while True:
            _write(answer(*waiting.get()), answers)
    reader.join()  # it ends this process, after all that it started


def _read(tasks: BinaryIO, waiting: queue.SimpleQueue[Packed]) -> None:
    """Reads tasks. The input ends with the process that the tasks come from, even if that is
    killed: then nobody waits for an answer."""
    try:
        while True:
            waiting.put(pickle.load(tasks))
    except (EOFError, OSError, pickle.UnpicklingError):
        processes.end_own_family()
    finally:
        os._exit(0)


def _write(value: object, answers: BinaryIO) -> None:
    pickle.dump(value, answers, pickle.HIGHEST_PROTOCOL)
    answers.flush()


def pack(value: object) -> bytes:
    """Anything that can be pickled, and functions and classes of scripts and notebooks besides."""
    return cloudpickle.dumps(value)  # type: ignore[no-any-return]


def answer(function: bytes, task: bytes) -> bytes:
    """Runs a task, and gives what :func:`result_of` reads."""
    try:
        return pack((_loaded(function)(pickle.loads(task)), None))
    except BaseException as error:
        return pack((None, packed_error(error)))


def result_of(packed: bytes) -> Any:
    """The result of a task.

    Raises:
        Exception: the error of the task.
    """
    result, error = pickle.loads(packed)
    if error is not None:
        raise unpacked_error(error)
    return result


@functools.lru_cache(maxsize=1)
def _loaded(function: bytes) -> Callable[[Any], Any]:
    return pickle.loads(function)  # type: ignore[no-any-return]


def packed_error(error: BaseException) -> bytes:
    """An error with all that it holds, or as much of it as can leave this process."""
    text = "".join(traceback.format_exception_only(error)).strip()
    error.add_note(f"In a worker:\n{''.join(traceback.format_exception(error))}".rstrip())
    notes = {"__notes__": error.__notes__}
    if isinstance(error, Exception):  # not SystemExit, which would end the caller
        kind = type(error)
        for candidate in (error, (kind, *error.__reduce__()[1:]), (kind, (text,), notes)):
            with suppress(Exception):
                packed = pack(candidate)
                unpacked_error(packed)
                return packed
    return pack((RuntimeError, (text,), notes))


def unpacked_error(packed: bytes) -> Exception:
    found = pickle.loads(packed)
    if isinstance(found, Exception):
        return found
    # Without __init__, of which it is not known what it wants.
    kind, args, *state = found
    error: Exception = kind.__new__(kind, *args)
    error.__dict__.update(*state)
    return error

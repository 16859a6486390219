"""Runs someone's ConnectX file in a process of its own: a line with a question in, a line with an
answer out. It is started as a script, and uses nothing of Enligne.

    python connectx_host.py FILE

Whatever the file prints goes to the standard error. The process ends when its input does, even
while the file's function is thinking.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import operator
import os
import queue
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "agent"
_MODULE = "connectx_file"
_LONGEST = 200  # characters of an answer or an error that are told


class Struct(dict[str, Any]):
    """A dictionary whose entries are attributes, too, as Kaggle hands them over."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def function_of(path: Path) -> Callable[..., object]:
    """The function that a file defines: ``agent``, else the last one.

    Raises:
        Exception: whatever the file raises.
        LookupError: it defines none.
    """
    spec = importlib.util.spec_from_file_location(_MODULE, path)
    if spec is None or spec.loader is None:
        raise LookupError(f"{path.name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[_MODULE] = module
    sys.path.insert(0, str(path.resolve().parent))
    spec.loader.exec_module(module)
    names = vars(module)
    if callable(named := names.get(_NAME)):
        return named  # type: ignore[no-any-return]
    own = [each for each in names.values() if inspect.isfunction(each)]
    own = [each for each in own if each.__module__ == _MODULE] or own
    if not own:
        raise LookupError(f"{path.name} defines no function")
    return own[-1]


def arguments_of(function: Callable[..., object]) -> int:
    """How many of observation and configuration it takes; one that tells nothing takes both."""
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        return 1
    except ValueError:
        return 2
    return 2


def answer(function: Callable[..., object], count: int, question: dict[str, Any]) -> object:
    """Asks the function; what it said, or how it failed."""
    both = [Struct(question["observation"]), Struct(question["configuration"])]
    try:
        move = function(*both[:count])
    except (Exception, SystemExit) as error:
        return failure(error)
    try:
        number = operator.index(move)  # type: ignore[arg-type]
    except TypeError:
        return {"answer": repr(move)[:_LONGEST]}
    return {"move": number} if abs(number) < 10**9 else {"answer": "a very large number"}


def failure(error: BaseException) -> dict[str, str]:
    traceback.print_exception(error)
    text = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    return {"error": text[:_LONGEST]}


def _questions(lines: TextIO) -> queue.SimpleQueue[str]:
    """The questions as they come. When there will be no more nobody waits for an answer either."""
    found: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in lines:
            if line.strip() == "END":
                break
            found.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return found


def main(path: str) -> None:
    sys.dont_write_bytecode = True
    # The pipes are kept for the questions and answers alone; what the file reads is empty, what it
    # prints is a complaint.
    with (
        os.fdopen(os.dup(0), encoding="utf-8") as lines,
        os.fdopen(os.dup(1), "w", encoding="utf-8") as answers,
    ):
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        sys.argv = [path]

        def say(value: object) -> None:
            answers.write(json.dumps(value) + "\n")
            answers.flush()

        questions = _questions(lines)
        try:
            function = function_of(Path(path))
            count = arguments_of(function)
        except (Exception, SystemExit) as error:
            say(failure(error))
            os._exit(1)
        say({"ready": True})
        while True:
            say(answer(function, count, json.loads(questions.get())))


if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this script, whose files are not the player's
    main(sys.argv[1])

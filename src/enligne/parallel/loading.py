"""Tasks and answers as bytes: functions by their names, errors with their own types."""

from __future__ import annotations

import io
import pickle
import runpy
import sys
import traceback
import types
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class MainModule:
    """What a process was started with: a module's name, or a script's path."""

    name: str | None = None
    path: str | None = None

    @classmethod
    def of_this_process(cls) -> MainModule:
        main = sys.modules["__main__"]
        spec = getattr(main, "__spec__", None)
        if spec is not None:
            return cls(name=spec.name)
        return cls(path=getattr(main, "__file__", None))


_main = MainModule()
_is_main_loaded = False
_is_loading = False


def set_main(main: MainModule) -> None:
    """Tells this worker what the main module is where its tasks come from."""
    global _main
    _main = main


def is_loading_main() -> bool:
    """Whether this is a worker that is running someone's script to find a function in it."""
    return _is_loading


def _load_main() -> None:
    """Makes the names of the main module known here, under the name that :mod:`multiprocessing`
    knows it by, so that results lead back to it."""
    global _is_main_loaded, _is_loading
    if _is_main_loaded or _main == MainModule():
        return
    _is_main_loaded = _is_loading = True
    try:
        if _main.name is not None:
            names = runpy.run_module(_main.name, run_name="__mp_main__", alter_sys=True)
        else:
            assert _main.path is not None
            names = runpy.run_path(_main.path, run_name="__mp_main__")
    finally:
        _is_loading = False
    module = types.ModuleType("__mp_main__")
    module.__dict__.update(names)
    sys.modules["__main__"] = sys.modules["__mp_main__"] = module


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == "__main__":  # most tasks need none of it
            _load_main()
        return super().find_class(module, name)


def answer(packed: bytes) -> bytes:
    """Runs a task, and gives what :func:`unpack_answer` reads."""
    try:
        function, task = _Unpickler(io.BytesIO(packed)).load()
        return pickle.dumps((True, function(task)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note(f"In a worker:\n{''.join(traceback.format_exception(error))}".rstrip())
        return pickle.dumps((False, _packed_error(error)), pickle.HIGHEST_PROTOCOL)


def unpack_answer(packed: bytes) -> Any:
    """The result of a task.

    Raises:
        Exception: the error of the task.
    """
    is_result, value = pickle.loads(packed)
    if is_result:
        return value
    raise _unpacked_error(value)


def _packed_error(error: Exception) -> tuple[Any, ...]:
    try:
        whole = pickle.dumps(error)
        pickle.loads(whole)
    except Exception:
        whole = b""  # many errors cannot be made again from what they say
    # The type and what it holds are tried one by one: one thing that cannot travel is no reason to
    # lose the others.
    return whole, *map(_packed, (type(error), error.args, vars(error))), _in_words(error)


def _packed(value: object) -> bytes:
    try:
        packed = pickle.dumps(value)
        pickle.loads(packed)
    except Exception:
        return b""
    return packed


def _in_words(error: Exception) -> str:
    return "".join(traceback.format_exception_only(error)).strip()


def _unpacked_error(packed: tuple[Any, ...]) -> Exception:
    whole, kind, args, state, words = packed
    try:
        if whole:
            error: Exception = pickle.loads(whole)
            return error
        type_ = pickle.loads(kind)
        error = type_.__new__(type_)
        error.args = pickle.loads(args) if args else (words,)
        error.__dict__.update(pickle.loads(state) if state else {})
    except Exception:
        return RuntimeError(words)  # its type is not known here
    return error

"""What search processes are made to do in tests."""

import os
import signal
import time

from enligne.players import PlayerSpec
from enligne.server.contract.refusals import RefusalError
from enligne.server.work.child import Context

_eaten: list[bytearray] = []


def add(_: Context, a: int, b: int) -> int:
    return a + b


def own_number(_: Context) -> tuple[int, int]:
    """The number of this process, and its niceness."""
    return os.getpid(), os.nice(0)


def long_answer(_: Context, length: int) -> bytes:
    return b"x" * length


def raise_error(_: Context, text: str) -> None:
    raise ValueError(text)


def refuse(_: Context) -> None:
    raise RefusalError("too_many_boxes", "they do not fit", most=7)


def answer_nonsense(_: Context) -> object:
    return lambda: None


def crash(*_: object) -> None:
    signal.raise_signal(signal.SIGSEGV)


def leave(_: Context) -> None:
    os._exit(3)


def eat(_: Context, megabytes: int) -> int:
    """Wants so much memory for a moment."""
    return len(bytearray(megabytes * 2**20))


def grow(_: Context, megabytes: int) -> int:
    """Keeps so much memory for good."""
    food = bytearray(megabytes * 2**20)
    food[::4096] = b"x" * len(food[::4096])
    _eaten.append(food)
    return os.getpid()


def wait_for_stop(context: Context) -> str:
    context.tell("begun")
    while not context.stop.is_set():
        time.sleep(0.005)
    return "stopped"


def never_stop(context: Context) -> None:
    context.tell(os.getpid())
    while True:
        time.sleep(1)


def count(context: Context, last: int) -> int:
    """Tells all numbers up to one as fast as it can, and then waits for a stop."""
    for number in range(last + 1):
        context.tell(number)
    while not context.stop.is_set():
        time.sleep(0.005)
    return last


def tell_late(context: Context) -> None:
    """Tells something right before its end."""
    for number in range(1000):
        context.tell(number)


def fill_table(context: Context, spec: PlayerSpec) -> None:
    """Keeps a player with so much memory as a full table has."""
    player = context.players.player(spec)
    player.table = bytearray(b"x" * (30 * 2**20))  # type: ignore[attr-defined]


def kept_players(context: Context) -> int:
    return len(context.players)

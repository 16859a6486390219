"""A Gomocup engine that misbehaves as it is told: ``python peer.py crash``.

It plays the first free cell from the top left unless told otherwise. Nothing of Enligne is used.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

FLOOD = 5_000_000

width = height = 0
taken: set[tuple[int, int]] = set()


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def free_cell() -> str:
    for y in range(height):
        for x in range(width):
            if (x, y) not in taken:
                taken.add((x, y))
                return f"{x},{y}"
    return "0,0"


def log(line: str) -> None:
    """Keeps the commands that came, for the test to look at."""
    if path := os.environ.get("PEER_LOG"):
        with open(path, "a") as file:  # noqa: PTH123
            file.write(f"{os.getpid()} {line}\n")


def move(way: str) -> None:
    match way:
        case "crash":
            sys.stderr.write("first complaint\nit all went wrong\n")
            sys.exit(3)
        case "killed":
            os.abort()
        case "hang":
            time.sleep(600)
        case "illegal":
            say("99,99")
        case "occupied":
            say("{},{}".format(*next(iter(taken))) if taken else free_cell())
        case "words":
            say("I would rather not")
        case "error":
            say("ERROR no such thing")
        case "unknown":
            say("UNKNOWN")
        case "remarks":
            say("MESSAGE I think")
            say("DEBUG depth 1 0,0")
            say("")
            say("message more")
            say(free_cell())
        case "suggest":
            say(f"SUGGEST {free_cell()}")
        case "flood":
            sys.stdout.write("x" * FLOOD)
            sys.stdout.flush()
            time.sleep(600)
        case "flood-lines":
            while True:
                sys.stdout.write("DEBUG nonsense\n" * 10_000)
        case "flood-then-move":
            sys.stdout.write("DEBUG nonsense\n" * (FLOOD // 15))
            say(free_cell())
        case "complain":
            sys.stderr.write("c" * FLOOD + "\nthe last complaint\n")
            sys.stderr.flush()
            say(free_cell())
        case "closes":
            os.close(1)
            time.sleep(600)
        case "late":
            time.sleep(0.3)
            say(free_cell())
        case _:
            say(free_cell())


def offspring() -> None:
    """Leaves processes behind that do not heed what ends their parent: one in the same group, one
    in a session of its own."""
    code = "import signal, time; signal.signal(signal.SIGHUP, signal.SIG_IGN); time.sleep(600)"
    for is_own_session in (False, True):
        child = subprocess.Popen([sys.executable, "-c", code], start_new_session=is_own_session)
        log(f"child {child.pid}")


def main(way: str) -> None:
    global width, height
    reads_board = False
    if way == "offspring":
        offspring()
    for raw in sys.stdin:
        line = raw.strip()
        log(line)
        word, _, rest = line.partition(" ")
        if reads_board:
            reads_board = word != "DONE"
            if reads_board:
                x, y, _ = line.split(",")
                taken.add((int(x), int(y)))
            else:
                move(way)
            continue
        match word:
            case "START" if way == "refuses":
                say("ERROR not that size")
            case "START":
                width = height = int(rest)
                taken.clear()
                say("OK")
            case "RECTSTART":
                width, height = map(int, rest.split(","))
                taken.clear()
                say("OK")
            case "RESTART" | "TAKEBACK" if way == "basic":
                say("UNKNOWN")
            case "RESTART":
                taken.clear()
                say("OK - here we go")
            case "TAKEBACK":
                x, y = map(int, rest.split(","))
                taken.discard((x, y))
                say("OK")
            case "BEGIN":
                move(way)
            case "TURN":
                x, y = map(int, rest.split(","))
                taken.add((x, y))
                move(way)
            case "PLAY":
                say(rest)
            case "BOARD":
                taken.clear()
                reads_board = True
            case "ABOUT":
                say("a peer")
            case "END" if way == "stubborn":
                time.sleep(600)
            case "END":
                return
            case "INFO":
                pass
            case _:
                say("UNKNOWN")


main(sys.argv[1] if len(sys.argv) > 1 else "")

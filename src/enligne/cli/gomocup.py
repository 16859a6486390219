"""``enligne gomocup``: an engine for Piskvork and other managers of the Gomocup protocol."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "gomocup",
        run,
        summary="an engine for Piskvork and other Gomocup managers",
        details="Answers the commands of the Gomocup protocol, line by line, until END or the end\n"
        "of the input. It plays rule 0 (five or more win) and rule 1 (exactly five win) on any\n"
        "size up to 26, and keeps the time and memory it is given. 'pbrain-enligne' is the same\n"
        "command under the name that managers look for.",
        examples="  enligne gomocup\n  enligne gomocup --engine alphabeta:threads=2",
    )
    parser.add_argument(
        "--engine",
        metavar="TEXT",
        help="an engine and its options (default: the best there is for the rules);"
        " 'enligne analyse gomoku --engine help' lists them",
    )


def run(options: argparse.Namespace) -> int:
    from enligne.engines import Stop
    from enligne.gomocup.engine import GomocupEngine
    from enligne.gomocup.engine_input import read_commands
    from enligne.gomocup.engine_search import EngineSearch

    # There is nothing to save or to say after Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    stop = Stop()
    answering = GomocupEngine(EngineSearch(options.engine, stop), _write)
    for command in read_commands(stop):
        answering.answer(command)
    return 0


def main() -> int:
    """The command ``pbrain-enligne``."""
    from enligne.cli import main as enligne

    return enligne(["gomocup", *sys.argv[1:]])


def _write(line: str) -> None:
    # Bytes: neither the encoding nor the line ends depend on the system, and a line goes at once.
    sys.stdout.buffer.write(line.encode("ascii", errors="backslashreplace") + b"\n")
    sys.stdout.buffer.flush()

"""``enligne ugi``: an engine for managers of the Universal Game Interface."""

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
        "ugi",
        run,
        summary="an engine for managers of the Universal Game Interface",
        details="Answers the commands of the Universal Game Interface, line by line, until quit\n"
        "or the end of the input. Moves are cells such as d1; with gravity a column such as d or\n"
        "4 will do. The manager may name the game and the player by options, too:\n"
        "'setoption name Rules value gomoku'. 'ugi:COMMAND' is another engine as a player here.",
        examples="  enligne ugi --rules gomoku\n  enligne ugi --rules connect4 --player level:5\n"
        "  enligne match level:5 'ugi:./my-engine --fast' --rules connect4",
    )
    parser.add_argument("--rules", default="connect4", help="a preset or rules text")
    parser.add_argument(
        "--player",
        metavar="TEXT",
        help="a player and its options (default: the best engine there is for the rules)",
    )


def run(options: argparse.Namespace) -> int:
    from enligne.adapters.ugi import UgiEngine

    # There is nothing to save or to say after Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    engine = UgiEngine(_write, options.player, options.rules)
    for line in sys.stdin.buffer:
        if not engine.answer(line.decode("utf-8", errors="replace")):
            return 0
    engine.close()
    return 0


def _write(line: str) -> None:
    # Bytes: neither the encoding nor the line ends depend on the system, and a line goes at once.
    sys.stdout.buffer.write(line.encode("ascii", errors="backslashreplace") + b"\n")
    sys.stdout.buffer.flush()

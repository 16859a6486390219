"""The command ``enligne``: its groups of commands, their help, and how they end."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from enligne.cli import (
    analyse,
    arena,
    atlas,
    backup,
    bench,
    book,
    connectx,
    convert,
    gomocup,
    menace,
    output,
    perft,
    play,
    puzzles,
    review,
    serve,
    show,
    solve,
    trace,
    ugi,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.cli.commands import Commands

#: In the order of the help.
_GROUPS = (
    *(
        serve,
        backup,
        play,
        puzzles,
        show,
        convert,
        analyse,
        review,
        trace,
        solve,
        book,
        atlas,
        menace,
    ),
    *(arena, gomocup, ugi, connectx, perft, bench),
)

_EPILOG = """\
examples:
  enligne                                the games in your browser
  enligne play gomoku                    a game in the terminal
  enligne puzzles show today             a position with one good move
  enligne rules                          what can be played, and how to write it
  enligne show connect4 44455554221      a game of Connect 4 as a board
  enligne show gomoku "h8 i9" --svg g.svg
  enligne analyse connect4 4444          what an engine makes of a position
  enligne review games.txt               each move of a game judged
  enligne convert game.psq game.sgf      files of other programs
  enligne trace tictactoe b2             every node of a search
  enligne solve 44455554221              its exact score
  enligne atlas show --grid              who wins on which board with best play
  enligne menace                         train a matchbox machine, and play it
  enligne match alphabeta greedy         how much stronger one player is
  enligne gomocup                        an engine for Gomocup managers
  enligne connectx export level:5 me.py  a player as a file for Kaggle
  enligne perft connect4 8               count positions, and how fast

'enligne COMMAND --help' tells more about each command.
"""


class _Overview(argparse.RawDescriptionHelpFormatter):
    """Keeps the longest command and its summary on one line."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = 14  # argparse forgets that commands are indented twice


class Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message} (see '{self.prog} --help')\n")


class _Version(argparse.Action):
    """Looks for the version when it is asked for: other commands do not wait for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import enligne

        print(f"enligne {enligne.__version__}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="enligne",
        description="Alignment games: tic-tac-toe, Connect 4, Gomoku and every m,n,k game,"
        " with or without gravity.\n"
        "Without a command: the server on this machine, with the page in the browser.",
        epilog=_EPILOG,
        formatter_class=_Overview,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show it and exit")
    commands: Commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=False, parser_class=Parser
    )
    # Without a command: the server on this machine, with the page in the browser.
    parser.set_defaults(run=serve.run_alone)
    for group in _GROUPS:
        group.add_to(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0, or 2 where the input was wrong."""
    output.prepare()
    parser = build_parser()
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output has closed it: there is nobody to tell anything.
        _discard_output()
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        place = error.filename
        if place is None and error.errno == errno.ENOSPC:  # files have names, see enligne.files
            place = "standard output"
            _discard_output()
        return complain(f"{place}: {error.strerror}" if place else error.strerror or str(error))
    except ValueError as error:
        return complain(str(error))
    return code


def _discard_output() -> None:
    """Makes what is left of the output vanish: Python would try again to write it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(reason: str) -> int:
    """Says in one line what was wrong, and returns the exit code for it."""
    print(f"enligne: error: {' '.join(reason.split())}", file=sys.stderr)
    return 2

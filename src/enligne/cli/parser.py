"""The commands, their arguments and their help."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from enligne import __version__
from enligne.cli import (
    analyse,
    bench,
    book,
    compliance,
    gomocup,
    match,
    menace,
    perft,
    play,
    review,
    rules,
    serve,
    show,
    solve,
    tournament,
    trace,
)

if TYPE_CHECKING:
    from enligne.cli.commands import Commands

_EPILOG = """\
examples:
  enligne play gomoku                    a game in the terminal
  enligne rules                          what can be played, and how to write it
  enligne show connect4 44455554221      a game of Connect 4 as a board
  enligne show gomoku "h8 i9" --svg g.svg
  enligne analyse connect4 4444          what an engine makes of a position
  enligne review games.txt               each move of a game judged
  enligne trace tictactoe b2             every node of a search
  enligne solve 44455554221              its exact score
  enligne menace                         train a matchbox machine, and play it
  enligne match alphabeta greedy         how much stronger one player is
  enligne gomocup                        an engine for Gomocup managers
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


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="enligne",
        description="Alignment games: tic-tac-toe, Connect 4, Gomoku and every m,n,k game,"
        " with or without gravity.",
        epilog=_EPILOG,
        formatter_class=_Overview,
    )
    parser.add_argument("--version", action="version", version=f"enligne {__version__}")
    commands: Commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=False, parser_class=Parser
    )
    # Without a command: the server on this machine, with the page in the browser.
    parser.set_defaults(run=serve.run_alone)
    for group in (
        serve,
        play,
        rules,
        show,
        analyse,
        review,
        trace,
        solve,
        book,
        menace,
        match,
        tournament,
        gomocup,
        compliance,
        perft,
        bench,
    ):
        group.add_to(commands)
    return parser

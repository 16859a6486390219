"""``enligne connectx``: players as files for Kaggle's ConnectX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, write_output

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "connectx",
        run,
        summary="a player as a file for Kaggle's ConnectX",
        details="Writes a player as one Python file that needs nothing else: it can be submitted\n"
        "to Kaggle's ConnectX, and plays on any board with gravity. That can be done for random,\n"
        "greedy, minimax, alphabeta, and level:1 to level:8. The file looks as far ahead as the\n"
        "player does, or as its time allows. 'connectx:FILE.py' is such a file as a player.",
        examples="  enligne connectx export level:8 submission.py\n"
        "  enligne connectx export alphabeta:seconds=1 -\n"
        "  enligne match connectx:submission.py level:5 --rules connect4",
    )
    parser.add_argument("what", choices=("export",), help="what to do")
    parser.add_argument("player", metavar="PLAYER", help="a player and its options")
    parser.add_argument("file", metavar="FILE", help="where to write it; - is stdout")


def run(options: argparse.Namespace) -> int:
    from enligne.adapters.connectx import exported

    write_output(options.file, exported(options.player).rstrip("\n"))
    return 0

"""``enligne match``: many games between two players, and how much stronger one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.cli.arena import DETAILS, add_arguments, run_plan
from enligne.cli.commands import add_command

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "match",
        run,
        summary="many games between two players, and how much stronger one is",
        details="Plays a match and prints wins, draws and losses, the Elo difference with its\n"
        "95 % interval from pairs of games, and the likelihood that the first is stronger.\n\n"
        + DETAILS,
        examples="  enligne match alphabeta:depth=4 greedy --games 20\n"
        "  enligne match solver random --rules tictactoe --openings none --games 10\n"
        "  enligne match alphabeta:depth=4 greedy --sprt 0,200,0.1,0.1 --games 1000\n"
        "  enligne match gomoku alphabeta --rules 9x9:5 --time 0.02 --games 2 --out duel",
    )
    parser.add_argument("players", metavar="PLAYER", nargs="*", help="the two players")
    add_arguments(parser, games=100, between="in all; with --sprt at most")
    parser.add_argument(
        "--sprt",
        metavar="TEST",
        default="",
        help="elo0,elo1,alpha,beta: stop as soon as it is decided whether the first player is"
        " stronger by elo1 rather than elo0",
    )


def run(options: argparse.Namespace) -> int:
    count = len(options.players)
    if count != 2 and not (options.resume and count == 0):
        raise ValueError(f"a match is between two players, not {count}")
    return run_plan(options, form="round robin", sprt=options.sprt)

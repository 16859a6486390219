"""``enligne tournament``: matches between many players, and a table."""

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
        "tournament",
        run,
        summary="matches between many players of any kind, and a table",
        details="Plays every player against every other, or the first against all others, and\n"
        "prints the table with ratings, and who beat whom.\n\n" + DETAILS,
        examples="  enligne tournament random greedy alphabeta:depth=4 --games 4\n"
        "  enligne tournament solver greedy random --rules tictactoe --gauntlet --out evening\n"
        "  enligne tournament --resume --out evening",
    )
    parser.add_argument("players", metavar="PLAYER", nargs="*", help="two players or more")
    add_arguments(parser, games=10, between="between each two players")
    parser.add_argument(
        "--gauntlet", action="store_true", help="only the first player meets the others"
    )


def run(options: argparse.Namespace) -> int:
    return run_plan(options, form="gauntlet" if options.gauntlet else "round robin")

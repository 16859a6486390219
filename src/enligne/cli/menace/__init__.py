"""``enligne menace``: matchbox machines, trained, played, kept and drawn; alone, a menu."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command
from enligne.cli.menace import brains, menu, pictures, play, train

if TYPE_CHECKING:
    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "menace",
        menu.run,
        summary="matchbox machines: train, play, look inside, keep, draw",
        details="A matchbox machine has a box of beads for every position and draws its moves\n"
        "from them; what wins gets more beads, what loses fewer. Saved ones are called brains.\n"
        "Without a command: a menu.",
        examples="  enligne menace\n"
        "  enligne menace train class-a --variant her --sparring coach --games 1500\n"
        "  enligne menace play class-a\n"
        "  enligne menace show class-a\n"
        '  enligne menace show class-a "3/1x1/2o x"\n'
        "  enligne menace curve class-a --svg class-a.svg\n"
        "  enligne menace compare her:coach her:random report:self --games 2000 --svg all.svg\n"
        "  enligne menace boxes class-a --pdf boxes.pdf\n"
        "  enligne menace list",
    )
    _add_store(parser, default=None)
    actions = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=False, parser_class=type(parser)
    )
    for group in (train, play, brains, pictures):
        group.add_to(actions)
    for action in actions.choices.values():
        # As good behind the command as before it.
        _add_store(action, default=argparse.SUPPRESS)


def _add_store(parser: argparse.ArgumentParser, *, default: object) -> None:
    parser.add_argument(
        "--store",
        metavar="PATH",
        default=default,
        help="the folder of brains; default: among your data, or ENLIGNE_BRAINS",
    )

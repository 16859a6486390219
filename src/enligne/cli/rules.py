"""``enligne rules``: what can be played, and how to write it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.cli.commands import add_command
from enligne.rules import PRESETS, Rules
from enligne.symmetry import symmetries

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands

_HOW_TO_WRITE = """\
Other rules are written WIDTHxHEIGHT:RUN, with +gravity and +exact as wanted:
  9x7:5             five in a row on 9 columns and 7 rows
  9x7:5+gravity     the same, and stones fall to the bottom of their column
  15x15:5+exact     a run of six or more does not win
Width and height are 3 to 26; the run is 3 to 10 and fits the longer side."""


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "rules",
        run,
        summary="list the presets, or describe given rules",
        details="Lists the presets and how to write other rules, or describes the rules given.",
        examples="  enligne rules\n  enligne rules connect4\n  enligne rules 9x7:5+gravity",
    )
    parser.add_argument("rules", metavar="RULES", nargs="?", help="a preset or rules text")


def run(options: argparse.Namespace) -> int:
    if options.rules is None:
        print("Presets:")
        for name, rules in PRESETS.items():
            print(f"  {name:<14}{rules.text:<16}{describe(rules)}")
        print()
        print(_HOW_TO_WRITE)
        return 0
    rules = Rules.of(options.rules)
    name = f" ({rules})" if str(rules) != rules.text else ""
    print(f"{rules.text}{name}")
    print(f"  {describe(rules)}")
    print(f"  {rules.cell_count} cells, {len(symmetries(rules))} symmetries")
    return 0


def describe(rules: Rules) -> str:
    """The rules in words."""
    wins = "exactly" if rules.exact else "at least"
    falls = ", stones fall" if rules.gravity else ""
    return f"{rules.width} by {rules.height}, {wins} {rules.run} in a row{falls}"

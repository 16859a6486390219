"""``enligne rules`` and ``enligne show``: what can be played, and a game as text or picture."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from enligne import _core, svg
from enligne.cli.commands import (
    add_command,
    add_json_option,
    add_picture_options,
    add_position_arguments,
    complain_about,
    print_json,
    read_records,
    title,
    write_output,
)
from enligne.game import Game
from enligne.notation import format_moves
from enligne.rules import PRESETS, Rules
from enligne.symmetry import symmetries

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands

_HOW_TO_WRITE = f"""\
Other rules are written WIDTHxHEIGHT:RUN, with +gravity and +exact as wanted:
  9x7:5             five in a row on 9 columns and 7 rows
  9x7:5+gravity     the same, and stones fall to the bottom of their column
  15x15:5+exact     a run of six or more does not win
Width and height are {_core.SMALLEST_SIDE} to {_core.LARGEST_SIDE}; the run is \
{_core.SHORTEST_RUN} to {_core.LONGEST_RUN} and fits the longer side."""


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "rules",
        run_rules,
        summary="list the presets, or describe given rules",
        details="Lists the presets and how to write other rules, or describes the rules given.",
        examples="  enligne rules\n  enligne rules connect4\n  enligne rules 9x7:5+gravity",
    )
    parser.add_argument("rules", metavar="RULES", nargs="?", help="a preset or rules text")
    add_json_option(parser)
    parser = add_command(
        commands,
        "show",
        run_show,
        summary="draw a position or a game, as text or as a picture",
        details="Draws the position after the moves, played from the empty board or from a\n"
        "position text, or the last position of each game in a file of records.",
        examples="  enligne show connect4 44455554221\n"
        "  enligne show gomoku h8 i9 h9\n"
        '  enligne show connect4 "7/7/7/7/3o3/3x3 x"\n'
        '  enligne show connect4 "pPpPpP1/7/7/7/7/7" 7 --svg board.svg\n'
        "  enligne show --record games.txt --game 3",
    )
    add_position_arguments(parser, is_optional=True)
    parser.add_argument(
        "--record", metavar="FILE", help="a file of game records instead; - is stdin"
    )
    parser.add_argument("--game", metavar="N", type=int, help="only the Nth game of the file")
    add_picture_options(parser)
    parser.add_argument("--numbers", action="store_true", help="number the stones in the picture")
    add_json_option(parser)


def run_rules(options: argparse.Namespace) -> int:
    if options.json:
        given = None if options.rules is None else Rules.of(options.rules)
        print_json(
            _rules_json(given) if given else [_rules_json(each) for each in PRESETS.values()]
        )
        return 0
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


def _rules_json(rules: Rules) -> dict[str, object]:
    return {
        "name": None if str(rules) == rules.text else str(rules),
        "text": rules.text,
        **asdict(rules),
        "cells": rules.cell_count,
        "symmetries": len(symmetries(rules)),
    }


def describe(rules: Rules) -> str:
    """The rules in words."""
    wins = "exactly" if rules.exact else "at least"
    falls = ", stones fall" if rules.gravity else ""
    return f"{rules.width} by {rules.height}, {wins} {rules.run} in a row{falls}"


def run_show(options: argparse.Namespace) -> int:
    if options.record is not None:
        return _show_records(options)
    if options.rules is None:
        raise ValueError("what to show? Give RULES, or --record FILE")
    if options.game is not None:
        raise ValueError("--game N goes with --record FILE")
    game = Game.from_texts(Rules.of(options.rules), options.text)
    if options.json:
        print_json(_as_json(game))
    else:
        _show(game, options)
    return 0


def _show_records(options: argparse.Namespace) -> int:
    if options.rules is not None:
        raise ValueError("either RULES or --record FILE, not both")
    found = read_records(options.record, options.game)
    if options.svg is not None and len(found.records) != 1:
        raise ValueError(f"--svg draws one game, and there are {len(found.records)}: say --game N")
    if options.json:
        print_json(
            [
                {"first": each.first, "second": each.second, **_as_json(each.game)}
                for each in found.records
            ]
        )
        return complain_about(found)
    for index, each in enumerate(found.records):
        if options.svg is None:
            print("\n" * (index > 0) + title(each))
        _show(each.game, options)
    return complain_about(found)


def _show(game: Game, options: argparse.Namespace) -> None:
    if options.svg is None:
        print(game)
        print(_status(game))
        print(f"position  {game.position.text}")
        if game.moves:
            print(f"moves     {format_moves(game.moves, game.rules)}")
        return
    picture = svg.board(
        game.position,
        last=game.moves[-1] if game.moves else None,
        numbers=game.moves if options.numbers else (),
        theme=options.theme,
    )
    write_output(options.svg, picture)


def _as_json(game: Game) -> dict[str, object]:
    outcome = game.outcome()
    ended = outcome and {
        "winner": None if outcome.winner is None else str(outcome.winner),
        "termination": outcome.termination.value,
        "result": outcome.result,
    }
    return {
        "rules": game.rules.text,
        "start": game.start.text if game.start.ply else None,
        "moves": [str(move) for move in game.moves],
        "position": game.position.text,
        "ply": game.position.ply,
        "side": str(game.side),
        "legal_moves": [str(move) for move in game.legal_moves],
        "outcome": ended,
        "winning_cells": [str(cell) for cell in game.position.winning_cells],
    }


def _status(game: Game) -> str:
    spelt = "" if str(game.rules) == game.rules.text else f" ({game.rules.text})"
    outcome = game.outcome()
    now = outcome or f"the {game.side} side ({'xo'[game.side]}) to move"
    return f"{game.rules}{spelt}, ply {game.position.ply}, {now}"

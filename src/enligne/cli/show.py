"""``enligne show``: a position or a game, as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from enligne import svg
from enligne.cli import records
from enligne.cli.commands import add_command
from enligne.game import Game
from enligne.notation import format_moves
from enligne.rules import Rules

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "show",
        run,
        summary="draw a position or a game, as text or as a picture",
        details="Draws the position after the moves, played from the empty board or from a\n"
        "position text, or the last position of each game in a file of records.",
        examples="  enligne show connect4 44455554221\n"
        "  enligne show gomoku h8 i9 h9\n"
        '  enligne show connect4 "7/7/7/7/3o3/3x3 x"\n'
        '  enligne show connect4 "pPpPpP1/7/7/7/7/7" 7 --svg board.svg\n'
        "  enligne show --record games.txt --game 3",
    )
    parser.add_argument("rules", metavar="RULES", nargs="?", help="a preset or rules text")
    parser.add_argument(
        "text",
        metavar="POSITION|MOVES",
        nargs="*",
        help="a position text (it has slashes; quote it), then moves such as 4453 or h8 i9",
    )
    parser.add_argument(
        "--record", metavar="FILE", help="a file of game records instead; - is stdin"
    )
    parser.add_argument("--game", metavar="N", type=int, help="only the Nth game of the file")
    parser.add_argument("--svg", metavar="FILE", help="write a picture; - is stdout")
    parser.add_argument("--theme", choices=svg.THEMES, default="light", help="of the picture")
    parser.add_argument("--numbers", action="store_true", help="number the stones in the picture")


def run(options: argparse.Namespace) -> int:
    if options.record is not None:
        return _show_records(options)
    if options.rules is None:
        raise ValueError("what to show? Give RULES, or --record FILE")
    if options.game is not None:
        raise ValueError("--game N goes with --record FILE")
    _show(Game.from_texts(Rules.of(options.rules), options.text), options)
    return 0


def _show_records(options: argparse.Namespace) -> int:
    if options.rules is not None:
        raise ValueError("either RULES or --record FILE, not both")
    found = records.read_records(options.record, options.game)
    if options.svg is not None and len(found.records) != 1:
        raise ValueError(f"--svg draws one game, and there are {len(found.records)}: say --game N")
    for index, each in enumerate(found.records):
        if options.svg is None:
            print("\n" * (index > 0) + records.title(each))
        _show(each.game, options)
    return records.complain_about(found)


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
    if options.svg == "-":
        print(picture)
    else:
        Path(options.svg).write_text(picture + "\n", encoding="utf-8")


def _status(game: Game) -> str:
    spelt = "" if str(game.rules) == game.rules.text else f" ({game.rules.text})"
    outcome = game.outcome()
    now = outcome or f"the {game.side} side ({'xo'[game.side]}) to move"
    return f"{game.rules}{spelt}, ply {game.position.ply}, {now}"

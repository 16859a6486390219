"""``enligne play``: a game in the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, positive_int, positive_number
from enligne.extras import require
from enligne.move import FIRST, SECOND, Side

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.game import Game
    from enligne.terminal.local_game import LocalGame
    from enligne.terminal.participants import First, Pair

_USUAL_RULES = "connect4"


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "play",
        run,
        summary="a game in the terminal",
        details="Plays against a player, with a friend at the same keyboard, or lets you watch\n"
        "two players. On a terminal it fills the screen: arrow keys, mouse, or type a cell; '?'\n"
        "helps. In a pipe, or with --plain, it takes a command a line; 'help' lists them.",
        examples="  enligne play\n"
        "  enligne play gomoku --first random\n"
        "  enligne play tictactoe --against perfect --first them\n"
        "  enligne play 9x7:5+gravity --two\n"
        "  enligne play connect4 --watch greedy alphabeta:depth=6",
    )
    add = parser.add_argument
    add(
        "rules",
        metavar="RULES",
        nargs="?",
        help=f"a preset or rules text; default: {_USUAL_RULES}",
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--against",
        metavar="PLAYER",
        help="a player and its options, such as alphabeta:depth=6; 'human' is as --two",
    )
    who.add_argument("--two", action="store_true", help="two people at one keyboard")
    who.add_argument(
        "--watch",
        metavar="PLAYER",
        nargs=2,
        help="two players; the first one begins",
    )
    add("--first", choices=("me", "them", "random"), help="who begins; default: me")
    add("--seconds", metavar="S", type=positive_number, help="time of a player for each move")
    add(
        "--position",
        metavar="TEXT",
        help="begin from a position text or after moves such as 4453 or 'h8 i9'",
    )
    add("--load", metavar="FILE", help="go on with a game that was saved")
    add("--game", metavar="N", type=positive_int, help="the Nth game of the file to load")
    add("--plain", action="store_true", help="lines instead of the full screen, as in a pipe")
    add("--theme", choices=("dark", "light"), help="of the full screen; default: the terminal's")


def run(options: argparse.Namespace) -> int:
    from enligne.terminal.thinking import Adviser

    local = _local_game(options)
    try:
        if options.plain or not _has_screen():
            from enligne.terminal.line_mode import run_lines

            return run_lines(local, Adviser())
        require("terminal", "the full screen (not --plain)")
        from enligne.terminal.app import run_screen

        return run_screen(local, Adviser(), theme=options.theme)
    finally:
        local.close()


def _has_screen() -> bool:
    """Whether people see the output, type the input, and the terminal is more than a printer."""
    is_able = sys.platform == "win32" or os.environ.get("TERM", "dumb") not in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and is_able


def _local_game(options: argparse.Namespace) -> LocalGame:
    from enligne.engines import Limit
    from enligne.game import Game
    from enligne.terminal.local_game import LocalGame, load

    limit = Limit(seconds=options.seconds) if options.seconds else None
    first: First = options.first or "me"
    if options.load is None:
        if options.game is not None:
            raise ValueError("--game N goes with --load FILE")
        game = Game.from_texts(options.rules or _USUAL_RULES, [options.position or ""])
        pair = _participants(options, game)
        return LocalGame(game, pair, first=first, limit=limit, begins_here=True)
    if options.rules is not None or options.position is not None:
        raise ValueError("--load FILE has its rules and its position: leave out others")
    kept = load(options.load, options.game)
    pair = _participants(options, kept.game, (kept.first, kept.second))
    # Of several games in a file, saving one would lose the others.
    path = Path(options.load) if options.game is None else None
    return LocalGame(kept.game, pair, first=first, limit=limit, path=path)


def _participants(
    options: argparse.Namespace, game: Game, named: tuple[str, str] = ("", "")
) -> Pair:
    """Who plays: as told, else as a record names them, else you and a usual opponent."""
    from enligne.terminal import participants

    is_two = options.two or options.against in ("human", "person")
    if options.first and (is_two or options.watch):
        raise ValueError("--first goes with one person who plays one player")
    if is_two:
        return participants.two_people(game.rules)
    if options.watch:
        first, second = options.watch
        return (
            participants.player(first, game.rules, FIRST),
            participants.player(second, game.rules, SECOND),
        )
    known = [participants.from_record(name, game.rules) for name in named]
    people = [side for side in Side if (who := known[side]) is not None and who.is_person]
    if not options.against and not options.first and known[0] and known[1]:
        return known[0], known[1]
    them = next((who for who in known if who is not None and not who.is_person), None)
    if options.against:
        wanted = {"me": game.side.other, "them": game.side}.get(options.first)
        them = participants.player(options.against, game.rules, wanted)
    them = them or participants.usual_opponent(game.rules)
    if len(people) == 1 and not options.first:
        return (participants.you(), them) if people[0] is FIRST else (them, participants.you())
    return participants.by_side(participants.you(), them, options.first or "me", game.side)

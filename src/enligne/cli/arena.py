"""``enligne match`` and ``enligne tournament``: many games, and how strong the players are."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from enligne import extras
from enligne.cli.commands import add_command, natural_int, positive_int, remark

if TYPE_CHECKING:
    import argparse

    from enligne.arena import Plan, Tournament
    from enligne.arena.live import View
    from enligne.arena.plan import Form
    from enligne.cli.commands import Commands

_DETAILS = """\
Every opening is played from both sides. A player that crashes, hangs or breaks the rules loses
the game, the record says why, and play goes on. Matchbox machines do not learn here.

With --out FOLDER each game is written down as soon as it is over, and at the end the folder has
games.txt, results.json and, with enligne[plots], report.html. Whatever ended it, --resume goes on
from there and loses at most the games that were being played; without players it takes all
arguments from the folder.

Players are texts: level:5, greedy, alphabeta:depth=6, solver, perfect, gomoku:nodes=10000,
menace:brain=NAME, gomocup:COMMAND, ugi:COMMAND, connectx:FILE.py, openspiel:mcts,
python:MODULE:NAME.

A machine that learned one side only has that side in all its games, and they begin on the empty
board; menace:brain=NAME,side=any lets it play the other one, too."""


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "match",
        run_match,
        summary="many games between two players, and how much stronger one is",
        details="Plays a match and prints wins, draws and losses, the Elo difference with its\n"
        "95 % interval from pairs of games, and the likelihood that the first is stronger.\n\n"
        + _DETAILS,
        examples="  enligne match alphabeta:depth=4 greedy --games 20\n"
        "  enligne match solver random --rules tictactoe --openings none --games 10\n"
        "  enligne match alphabeta:depth=4 greedy --sprt 0,200,0.1,0.1 --games 1000\n"
        "  enligne match gomoku alphabeta --rules 9x9:5 --time 0.02 --games 2 --out duel\n"
        "  enligne match --resume --out duel --games 4",
    )
    parser.add_argument("players", metavar="PLAYER", nargs="*", help="the two players")
    _add_arguments(parser, games=100, between="in all; with --sprt at most")
    parser.add_argument(
        "--sprt",
        metavar="TEST",
        default="",
        help="elo0,elo1,alpha,beta: stop as soon as it is decided whether the first player is"
        " stronger by elo1 rather than elo0",
    )
    parser = add_command(
        commands,
        "tournament",
        run_tournament,
        summary="matches between many players of any kind, and a table",
        details="Plays every player against every other, or the first against all others, and\n"
        "prints the table with ratings, and who beat whom.\n\n" + _DETAILS,
        examples="  enligne tournament random greedy alphabeta:depth=4 --games 4\n"
        "  enligne tournament solver greedy random --rules tictactoe --gauntlet --out evening\n"
        "  enligne tournament --resume --out evening",
    )
    parser.add_argument("players", metavar="PLAYER", nargs="*", help="two players or more")
    _add_arguments(parser, games=10, between="between each two players")
    parser.add_argument(
        "--gauntlet", action="store_true", help="only the first player meets the others"
    )


def _add_arguments(parser: argparse.ArgumentParser, *, games: int, between: str) -> None:
    """Adds the arguments that both commands have."""
    add = parser.add_argument
    add("--rules", metavar="R", default="connect4", help="default: connect4")
    add(
        "--games",
        metavar="N",
        type=positive_int,
        help=f"how many {between}, an even number (default: {games})",
    )
    add(
        "--openings",
        metavar="WHAT",
        default="usual",
        help="random: a few balanced plies; none; or a file with one on each line, or with records"
        " (default: random, or none where a machine plays that learned from the empty board)",
    )
    add("--plies", metavar="N", type=positive_int, help="of a random opening; else by the board")
    add("--seed", metavar="N", type=natural_int, default=1, help="of all that is drawn; default 1")
    add(
        "--time",
        metavar="T",
        default="",
        help="1 for a second a move, 60+0.5 for a minute a game and half a second more each move",
    )
    add("--nodes", metavar="N", type=positive_int, help="limit of each move")
    add("--depth", metavar="N", type=positive_int, help="limit of each move")
    add(
        "--adjudicate",
        metavar="WAY",
        default="off",
        help="end games whose outcome is known: by the solver, by agreement of both players'"
        " scores (scores, scores=2000), or solver,scores (default: off)",
    )
    add("--event", metavar="NAME", default="", help="its name in the records and the report")
    add("--out", metavar="FOLDER", help="where to keep the games; else nothing is kept")
    add(
        "--resume",
        action="store_true",
        help="go on with what --out has; with more --games also when it was finished",
    )
    add(
        "--on",
        metavar="PLACE",
        help="local (default), ray, or ray://HOST:PORT for a cluster",
    )
    add(
        "--processes", metavar="N", type=positive_int, help="games at the same time; else all cores"
    )
    add("--json", action="store_true", help="print all results as JSON")
    add("--quiet", action="store_true", help="say nothing while it runs")


def run_match(options: argparse.Namespace) -> int:
    count = len(options.players)
    if count != 2 and not (options.resume and count == 0):
        raise ValueError(f"a match is between two players, not {count}")
    return _run(options, games=100, form="round robin", sprt=options.sprt)


def run_tournament(options: argparse.Namespace) -> int:
    return _run(options, games=10, form="gauntlet" if options.gauntlet else "round robin")


def _run(options: argparse.Namespace, *, games: int, form: Form, sprt: str = "") -> int:
    """Plays what the arguments say, and prints the results."""
    from enligne.arena import Interrupted, play_plan
    from enligne.arena.live import watch
    from enligne.arena.output import as_json
    from enligne.arena.summary import summary

    if options.resume and options.out is None:
        raise ValueError("--resume needs --out, the folder to go on with")
    plan = _plan(options, games, form, sprt)
    is_interrupted = False
    with ExitStack() as stack:

        def watched(tournament: Tournament) -> View:
            view = watch(tournament, sys.stderr)
            stack.callback(view.close)
            return view

        try:
            results = play_plan(
                plan,
                folder=options.out,
                resume=options.resume,
                on=options.on,
                processes=options.processes,
                watch=None if options.quiet else watched,
            )
        except Interrupted as interrupt:
            results = interrupt.results
            is_interrupted = True
    print(as_json(results) if options.json else summary(results))
    if options.out is not None and not options.json:
        missing = extras.hint("plots", "report.html")
        print(f"\n{options.out}: games.txt, results.json{'' if missing else ', report.html'}")
        if missing:
            remark(missing)
    if is_interrupted:
        hint = "; --resume goes on" if options.out is not None else ""
        print(f"interrupted after {len(results.games)} games{hint}", file=sys.stderr)
    return 130 if is_interrupted else 0


def _plan(options: argparse.Namespace, games: int, form: Form, sprt: str) -> Plan:
    from enligne.arena import Plan
    from enligne.arena.journal import plan_of

    if options.resume and not options.players:
        plan = plan_of(options.out)
        return replace(plan, games=options.games or plan.games)
    return Plan.checked(
        options.players,
        options.rules,
        games=options.games or games,
        form=form,
        openings=options.openings,
        plies=options.plies,
        seed=options.seed,
        time=options.time,
        nodes=options.nodes,
        depth=options.depth,
        adjudicate=options.adjudicate,
        sprt=sprt,
        event=options.event,
    )

"""What ``enligne match`` and ``enligne tournament`` share."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from enligne.cli.commands import natural_int, positive_int

if TYPE_CHECKING:
    import argparse

    from enligne.arena import Plan, Tournament
    from enligne.arena.schedule import Form

DETAILS = """\
Every opening is played from both sides. A player that crashes, hangs or breaks the rules loses
the game, the record says why, and play goes on. Matchbox machines do not learn here.

With --out FOLDER each game is written down as soon as it is over, and at the end the folder has
games.txt, results.json and report.html. Whatever ended it, --resume goes on from there and loses
at most the games that were being played; without players it takes all arguments from the folder.

Players are texts: level:5, greedy, alphabeta:depth=6, solver, perfect, gomoku:nodes=10000,
menace:brain=NAME, gomocup:COMMAND, connectx:FILE.py."""


def add_arguments(parser: argparse.ArgumentParser, *, games: int, between: str) -> None:
    """Adds the arguments that both commands have."""
    add = parser.add_argument
    add("--rules", metavar="R", default="connect4", help="default: connect4")
    add(
        "--games",
        metavar="N",
        type=positive_int,
        default=games,
        help=f"how many {between}, an even number (default: {games})",
    )
    add(
        "--openings",
        metavar="WHAT",
        default="random",
        help="random (default): a few balanced plies; none; or a file with one on each line, or"
        " with records",
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
    add("--resume", action="store_true", help="go on with what --out has")
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


def run_plan(options: argparse.Namespace, *, form: Form, sprt: str = "") -> int:
    """Plays what the arguments say, and prints the results."""
    from enligne.arena import Tournament
    from enligne.arena.live import View, watch
    from enligne.arena.output import write_all

    if options.resume and options.out is None:
        raise ValueError("--resume needs --out, the folder to go on with")
    plan = _plan(options, form, sprt)
    with Tournament(plan, options.out, resume=options.resume) as tournament:
        interrupted = False
        with ExitStack() as stack:
            view: View | None = None
            if not options.quiet:
                view = watch(tournament, sys.stderr)
                stack.callback(view.close)
            try:
                tournament.run(on=options.on, processes=options.processes, listener=view)
            except KeyboardInterrupt:
                interrupted = True
        if options.out is not None:
            write_all(options.out, tournament)
        _print(tournament, options)
    if interrupted:
        hint = "; --resume goes on" if options.out is not None else ""
        print(f"interrupted after {tournament.played} games{hint}", file=sys.stderr)
    return 130 if interrupted else 0


def _plan(options: argparse.Namespace, form: Form, sprt: str) -> Plan:
    from enligne.arena import Plan
    from enligne.arena.journal import plan_of

    if options.resume and not options.players:
        return plan_of(options.out)
    return Plan.checked(
        options.players,
        options.rules,
        games=options.games,
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


def _print(tournament: Tournament, options: argparse.Namespace) -> None:
    from enligne.arena.output import as_json
    from enligne.arena.tables import summary

    results, verdict = tournament.results, tournament.verdict
    print(as_json(results, verdict) if options.json else summary(results, verdict))
    if options.out is not None and not options.json:
        print(f"\n{options.out}: games.txt, results.json, report.html")

"""``enligne menace curve | compare | boxes``: machines as pictures and on paper."""

from __future__ import annotations

import statistics
import sys
from typing import TYPE_CHECKING

from enligne.cli.commands import (
    add_brain_command,
    add_command,
    add_json_option,
    add_workers_options,
    natural_int,
    positive_int,
    print_json,
)
from enligne.move import FIRST, SECOND
from enligne.progress import Bar

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.learning import Curve


def add_to(commands: Commands) -> None:
    parser = add_brain_command(
        commands,
        "curve",
        run_curve,
        summary="draw how a machine learnt",
        details="Draws the exact probability of losing over the games a brain has played, or\n"
        "prints it as a table.",
        examples="  enligne menace curve class-a\n"
        "  enligne menace curve class-a --svg class-a.svg\n"
        "  enligne menace curve class-a --png class-a.png",
    )
    _add_files(parser)
    parser = add_command(
        commands,
        "compare",
        run_compare,
        summary="train several variants and partners, and draw them together",
        details="Trains a machine for each VARIANT:PARTNER and each seed, from nothing and\n"
        "without saving, and prints or draws the medians of their exact losses. A variant\n"
        "with changes and a partner are separated by '/': michie:loss=2/mix:0.5.",
        examples="  enligne menace compare her:coach her:random report:self --games 2000\n"
        "  enligne menace compare michie:random michie:loss=2/random --seeds 8 --svg loss.svg\n"
        "  enligne menace compare her:coach scroggs:mix:0.5 --side second --png both.png",
    )
    add = parser.add_argument
    add("pairs", metavar="VARIANT:PARTNER", nargs="+", help="such as her:coach or report:self")
    add("--rules", metavar="R", default="tictactoe", help="default: tictactoe")
    add("--side", choices=("first", "second", "random"), default="first", help="default: first")
    add("--games", metavar="N", type=positive_int, default=5000, help="default: 5000")
    add("--seeds", metavar="N", type=positive_int, default=5, help="machines of each; default: 5")
    add("--seed", metavar="N", type=natural_int, default=0, help="of the first; default: 0")
    _add_files(parser)
    add_workers_options(parser, usual="as many as there are cores, where it takes long")
    parser = add_brain_command(
        commands,
        "boxes",
        run_boxes,
        summary="print the boxes, for a class that builds them",
        details="Writes a PDF with the front of every box and the beads in it, to cut out and\n"
        "glue on matchboxes, and a page that says how to play.",
        examples="  enligne menace boxes class-a --pdf boxes.pdf",
    )
    parser.add_argument("--pdf", metavar="FILE", required=True, help="to write")
    parser.add_argument(
        "--side",
        choices=("first", "second"),
        help="whose boxes; default: of the side that the machine has",
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--svg", metavar="FILE", help="write a picture")
    parser.add_argument("--png", metavar="FILE", help="write a picture")
    add_json_option(parser, "the curves")


def _files(options: argparse.Namespace) -> list[str]:
    """The pictures asked for.

    Raises:
        ValueError: a name does not end in what it is to be, or JSON is asked for, too.
    """
    files = []
    for kind in ("svg", "png"):
        file = getattr(options, kind)
        if file is None:
            continue
        if not file.lower().endswith(f".{kind}"):
            raise ValueError(f"--{kind} {file}: its name ends in .{kind}")
        files.append(file)
    if options.json and files:
        raise ValueError("either --json or a picture")
    return files


def run_curve(options: argparse.Namespace) -> int:
    from enligne.cli.menace import words
    from enligne.learning import Store
    from enligne.learning.plots import plot_curve

    files = _files(options)
    brain = Store(options.store).load(options.name)
    if not brain.curve.games:
        raise ValueError(f"the brain {brain.name} has no curve: it was never measured in training")
    title = words.kind(brain)
    for file in files:
        plot_curve(brain.curve, file, title=title)
        print(f"{file}: {title}")
    if options.json:
        print_json({"name": brain.name, **_curve_as_json(brain.curve)})
    elif not files:
        _print_curve(brain.curve)
    return 0


def _curve_as_json(curve: Curve) -> dict[str, object]:
    return {
        "games": curve.games,
        "worst_case": curve.worst_case,
        "perfect": curve.perfect,
        "random": curve.random,
        "never_loses_from": curve.never_loses_from,
    }


def _print_curve(curve: Curve) -> None:
    from enligne.cli.menace import words

    print(f"{'games':>9}  {'worst case':>10}  {'perfect':>9}  {'random':>9}   (loses)")
    few = curve.thinned(20)
    for row in zip(few.games, few.worst_case, few.perfect, few.random, strict=True):
        worst, perfect, chance = map(words.percent, row[1:])
        print(f"{row[0]:>9,}  {worst:>10}  {perfect:>9}  {chance:>9}")
    if curve.never_loses_from is not None:
        print(f"It never loses from game {curve.never_loses_from:,} on.")


def run_compare(options: argparse.Namespace) -> int:
    from enligne.cli.menace import words
    from enligne.learning.training import Trainee, curves_of

    files = _files(options)
    seeds = range(options.seed, options.seed + options.seeds)
    pairs = {pair: _pair(pair) for pair in options.pairs}
    trainees = [
        Trainee(options.rules, variant, options.side, seed, sparring, options.games)
        for variant, sparring in pairs.values()
        for seed in seeds
    ]
    trained: dict[int, Curve] = {}
    with Bar(sys.stderr, "machines") as bar:
        for index, curve in curves_of(trainees, on=options.on, processes=options.processes):
            trained[index] = curve
            bar.show(len(trained), len(trainees))
    curves: dict[str, list[Curve]] = {}
    for index, trainee in enumerate(trainees):
        curves.setdefault(f"{trainee.variant}, {trainee.sparring}", []).append(trained[index])
    if options.json:
        print_json(
            {label: [_curve_as_json(curve) for curve in group] for label, group in curves.items()}
        )
        return 0
    rows = [(label, [curve.never_loses_from for curve in group]) for label, group in curves.items()]
    print(
        f"{options.rules}, side: {options.side}, {options.games:,} games, {options.seeds} seeds:"
        " median probability of losing"
    )
    width = max(len(label) for label, _ in rows)
    print(f"{'':<{width}}  {'worst case':>10}  {'perfect':>9}  {'random':>9}  never loses")
    for label, held in rows:
        cells = [
            words.percent(statistics.median(getattr(curve, name)[-1] for curve in curves[label]))
            for name in ("worst_case", "perfect", "random")
        ]
        known = [games for games in held if games is not None]
        when = f", from game {statistics.median(known):,.0f}" if known else ""
        print(
            f"{label:<{width}}  {cells[0]:>10}  {cells[1]:>9}  {cells[2]:>9}"
            f"  {len(known)} of {len(held)}{when}"
        )
    if files:
        from enligne.learning.plots import plot_comparison

        title = f"Matchbox machines, {options.rules}, {options.side} side"
        for file in files:
            plot_comparison(curves, file, title=title)
            print(f"{file}: {', '.join(curves)}")
    return 0


def _pair(text: str) -> tuple[str, str]:
    """``her:coach``, ``scroggs:mix:0.5`` or ``michie:loss=2/random``."""
    variant, slash, sparring = text.partition("/")
    if not slash:
        variant, _, sparring = text.partition(":")
    if not sparring:
        raise ValueError(f"{text!r}: write VARIANT:PARTNER, such as her:coach")
    return variant, sparring


def run_boxes(options: argparse.Namespace) -> int:
    from enligne.learning import Store
    from enligne.learning.sheets import write_sheets

    if not options.pdf.lower().endswith(".pdf"):
        raise ValueError(f"--pdf {options.pdf}: its name ends in .pdf")
    brain = Store(options.store).load(options.name)
    machine = brain.machine
    side = {"first": FIRST, "second": SECOND, None: machine.sides[0]}[options.side]
    pages = write_sheets(machine, options.pdf, title=brain.name, side=side)
    count = machine.box_count(side)
    print(f"{options.pdf}: {count:,} boxes of the {side} side on {pages} pages")
    return 0

"""``enligne menace train``: games against a sparring partner, saved on the way."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from enligne.cli.commands import (
    add_brain_command,
    add_json_option,
    natural_int,
    positive_int,
    print_json,
)
from enligne.progress import Bar
from enligne.rules import Rules

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.learning import Brain, Store

_SECONDS_BETWEEN_SAVES = 2.0


def add_to(commands: Commands) -> None:
    parser = add_brain_command(
        commands,
        "train",
        run,
        summary="play games from which a machine learns",
        details="Makes a machine, or goes on with the one of this name, and trains it. It is\n"
        "saved every few seconds and at the end; Ctrl-C ends early and loses nothing.\n"
        "'enligne menace variants' lists the variants and the sparring partners.",
        examples="  enligne menace train class-a --variant her --sparring coach --games 1500\n"
        "  enligne menace train class-b --variant report --sparring self --side random\n"
        "  enligne menace train tall --rules 4x4:4+gravity --games 50000\n"
        "  enligne menace train class-c --variant scroggs:loss=2 --sparring mix:0.5 --seed 7",
    )
    add = parser.add_argument
    add_machine_options(parser)
    add("--side", choices=("first", "second", "random"), help="default: first")
    add("--seed", metavar="N", type=natural_int, help="of its random numbers; default: 0")
    add("--sparring", metavar="PARTNER", default="coach", help="default: coach")
    add("--games", metavar="N", type=positive_int, default=1500, help="default: 1500")
    add(
        "--every",
        metavar="N",
        type=positive_int,
        help="measure after every N games; default: a hundred times in all",
    )
    add_json_option(parser, "what it became")


def add_machine_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="R", help="default: tictactoe")
    parser.add_argument("--variant", metavar="V", help="default: her")


def run(options: argparse.Namespace) -> int:
    from enligne.cli.menace import words
    from enligne.learning import Store

    store = Store(options.store)
    with store.lock(options.name):
        brain = load_or_make(store, options)
        train(store, brain, options.sparring, options.games, every=options.every)
    if options.json:
        print_json(words.as_json(brain))
    else:
        print(words.summary(brain))
    return 0


def load_or_make(store: Store, options: argparse.Namespace) -> Brain:
    """The brain of this name, or a new one.

    Raises:
        ValueError: there is one already, of another kind than asked for.
    """
    from enligne.learning import Brain, Menace, Variant

    if options.name not in store:
        machine = Menace(
            options.rules or "tictactoe",
            variant=options.variant or "her",
            side=options.side or "first",
            seed=options.seed or 0,
        )
        return Brain(options.name, machine)
    brain = store.load(options.name)
    machine = brain.machine
    for key, asked, has in (
        ("rules", options.rules and Rules.of(options.rules), machine.rules),
        ("variant", options.variant and Variant.of(options.variant).text, machine.variant.text),
        ("side", options.side, machine.side),
        ("seed", options.seed, machine.seed),
    ):
        if asked is not None and asked != has:
            raise ValueError(
                f"the brain {brain.name} has {key} {has}, not {asked}: take another name,"
                " or leave that out to go on with this one"
            )
    return brain


def train(
    store: Store, brain: Brain, sparring: str, games: int, *, every: int | None = None
) -> None:
    """Trains a brain and saves it on the way. Ctrl-C ends the training, not the program."""
    from enligne.cli.menace.words import percent
    from enligne.learning import Training

    machine, curve = brain.machine, brain.curve
    bar = Bar(sys.stderr, "games")
    try:
        start = last = time.monotonic()
        for done in Training(machine, sparring, curve).steps(games, every=every):
            bar.show(done, games, f"worst case {percent(curve.worst_case[-1])}")
            # A large machine takes long to write: most of the time is for training.
            if time.monotonic() - last > max(_SECONDS_BETWEEN_SAVES, 10 * (last - start)):
                start = time.monotonic()
                store.save(brain)
                last = time.monotonic()
    except KeyboardInterrupt:
        bar.clear()
        print(f"Stopped after {machine.games:,} games; what it learnt is kept.", file=sys.stderr)
    curve.measure(machine)
    bar.clear()
    store.save(brain)

"""``enligne menace play``: a person against a machine, its boxes open."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from enligne import text
from enligne.cli.commands import add_brain_command
from enligne.errors import IllegalMoveError, NotationError
from enligne.game import Game
from enligne.move import FIRST, SECOND, Side
from enligne.outcome import Termination

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.learning import Brain, Store

_SIDES = {"first": FIRST, "second": SECOND}


def add_to(commands: Commands) -> None:
    parser = add_brain_command(
        commands,
        "play",
        run,
        summary="play a game against a machine",
        details="You see the box it opens, the beads in it and the one it draws, and after the\n"
        "game what was added or taken. The game teaches it, unless told not to.",
        examples="  enligne menace play class-a\n"
        "  enligne menace play class-a --side second --no-learning",
    )
    parser.add_argument(
        "--side",
        choices=("first", "second"),
        help="yours; default: the one that the machine does not have",
    )
    parser.add_argument(
        "--no-learning", action="store_true", help="it learns nothing from this game"
    )


def run(options: argparse.Namespace) -> int:
    from enligne.learning import Store

    store = Store(options.store)
    play(
        store,
        store.load(options.name),
        person=_SIDES[options.side] if options.side else None,
        learns=not options.no_learning,
    )
    return 0


def play(store: Store, brain: Brain, *, person: Side | None, learns: bool) -> None:
    """One game. At the end of the input it is broken off, and nothing is learnt."""
    from enligne.cli.menace import words
    from enligne.learning import MachineGame

    machine = brain.machine
    machine.reseed(secrets.randbits(62))
    if person is None:
        person = (
            secrets.choice((FIRST, SECOND)) if machine.side == "random" else machine.sides[0].other
        )
    played = MachineGame(machine, person.other)
    game = Game(machine.rules)
    print(f"{machine.rules}: you have {'xo'[person]}, {brain.name} has {'xo'[person.other]}.")
    print("Type a move such as b2; 'moves' lists them, 'quit' breaks off.\n")
    while game.outcome() is None:
        if game.side is person:
            print(text.board(game.position, last=game.moves[-1] if game.moves else None))
            if not _person_moves(game):
                print("\nBroken off: nothing was learnt.")
                return
            print()
        elif (draw := played.draw(game.position)) is None:
            print("Its box for this position is empty: it resigns.\n")
            game.end(person, Termination.RESIGNATION)
        else:
            print(words.draw(draw) + "\n")
            game.push(draw.move)
    print(text.board(game.position))
    outcome = game.outcome()
    assert outcome is not None
    winner = outcome.winner
    end = "A draw." if winner is None else "You win." if winner is person else f"{brain.name} wins."
    print(f"{end}")
    if not learns:
        print("It learns nothing from this game.")
        return
    found = store.teach(brain.name, played, winner)
    print("What it learns:\n" + words.changes(found))


def _person_moves(game: Game) -> bool:
    """Asks until there is a legal move; False when there is no more input, or enough."""
    while True:
        try:
            typed = input(f"{'xo'[game.side]}> ").strip()
        except EOFError:
            return False
        if typed.lower() in ("quit", "q", "exit"):
            return False
        if typed.lower() in ("moves", "?", "help", ""):
            print(" ".join(map(str, game.legal_moves)))
            continue
        try:
            game.push(typed)
        except (IllegalMoveError, NotationError) as error:
            print(error)
            continue
        return True

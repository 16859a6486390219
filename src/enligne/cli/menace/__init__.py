"""``enligne menace``: matchbox machines, trained, played, kept and drawn; alone, the menu of the
student report, with all that came since."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command
from enligne.cli.menace import brains, pictures, play, train

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.cli.commands import Commands
    from enligne.learning import Brain, Store


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "menace",
        run,
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


def run(options: argparse.Namespace) -> int:
    from enligne.learning import Store

    try:
        return _Menu(Store(options.store)).run()
    except EOFError:
        print()
        return 0


class _Menu:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._name = ""

    def run(self) -> int:
        self._choose_machine()
        actions: list[tuple[str, Callable[[], None] | None]] = [
            ("train it", self._train),
            ("play a game against it", self._play),
            ("save it under another name", self._save),
            ("delete it", self._delete),
            ("quit", None),
            ("show how good it is", self._show),
            ("draw its learning curve", self._curve),
            ("print its boxes", self._boxes),
            ("another machine", self._choose_machine),
        ]
        menu = {str(number): action for number, action in enumerate(actions, 1)}
        while True:
            print("\n------------ MENU ------------")
            for number, (label, _) in menu.items():
                print(f"{number}  {label}")
            print("------------------------------")
            answer = _ask(f"{self._name}, 1 to 9", "5")
            if answer not in menu and answer not in ("q", "quit"):
                print(f"{answer!r} is not in the menu: 1 to 9.")
                continue
            act = menu[answer][1] if answer in menu else None
            if act is None:
                print(f"{self._name} is saved.")
                return 0
            try:
                act()
            except (ValueError, OSError) as error:
                print(f"That did not work: {error}")

    def _choose_machine(self) -> None:
        from enligne.cli.menace import words

        names = self._store.names()
        if names:
            print(f"Saved machines: {', '.join(names)}")
        while True:
            name = _ask("Name of a machine, saved or new", names[0] if names else "menace")
            try:
                brain = self._store.load(name) if name in self._store else self._make(name)
            except ValueError as error:
                print(f"That did not work: {error}")
                continue
            break
        self._name = name
        print(words.summary(brain))

    def _make(self, name: str) -> Brain:
        from enligne.learning import VARIANTS, Brain, Menace

        print(f"A new machine. Variants: {', '.join(VARIANTS)}, or changes such as michie:loss=2.")
        machine = Menace(
            _ask("Rules", "tictactoe"),
            variant=_ask("Variant", "her"),
            side=_ask("Its side: first, second or random", "first"),  # type: ignore[arg-type]
        )
        brain = Brain(name, machine)
        brain.curve.measure(machine)
        self._store.create(brain)
        return brain

    def _train(self) -> None:
        from enligne.cli.menace import words
        from enligne.learning import PARTNERS

        print("Sparring partners:")
        for name, about in PARTNERS.items():
            print(f"  {name:<10} {about}")
        sparring = _ask("Sparring partner", "coach")
        games = _ask("Games", "1500")
        if not games.isdecimal() or int(games) < 1:
            raise ValueError(f"{games!r} is not a number of games")
        with self._store.lock(self._name):
            brain = self._store.load(self._name)
            train.train(self._store, brain, sparring, int(games))
        print(words.summary(brain))

    def _play(self) -> None:
        play.play(self._store, self._store.load(self._name), person=None, learns=True)

    def _save(self) -> None:
        # What it learns is saved as it learns: only another copy needs asking for.
        print(f"{self._name} is saved in {self._store.path(self._name)}.")
        if name := _ask("Name of a copy, or nothing", ""):
            self._store.copy(self._name, name)
            print(f"{name} is a copy of {self._name}.")

    def _delete(self) -> None:
        if not brains.confirmed(self._name):
            print("Nothing was deleted.")
            return
        self._store.delete(self._name)
        print(f"{self._name} is deleted.")
        self._choose_machine()

    def _show(self) -> None:
        from enligne.cli.menace import words

        print(words.summary(self._store.load(self._name)))

    def _curve(self) -> None:
        file = _ask("File, .svg or .png", f"{self._name}.svg")
        kind = "png" if file.lower().endswith(".png") else "svg"
        asked = {"svg": None, "png": None} | {kind: file}
        pictures.run_curve(
            argparse.Namespace(store=self._store.folder, name=self._name, json=False, **asked)
        )

    def _boxes(self) -> None:
        file = _ask("File, .pdf", f"{self._name}.pdf")
        pictures.run_boxes(
            argparse.Namespace(store=self._store.folder, name=self._name, pdf=file, side=None)
        )


def _ask(question: str, default: str) -> str:
    """Asks for a line; an empty one means the default.

    Raises:
        EOFError: there is no more input.
    """
    shown = f" [{default}]" if default else ""
    sys.stdout.write(f"{question}{shown}: ")
    sys.stdout.flush()
    return input().strip() or default

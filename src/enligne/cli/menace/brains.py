"""``enligne menace variants | list | show | copy | delete | export | import``: saved machines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.cli.commands import add_brain_command, add_command, add_json_option, print_json
from enligne.errors import BrainError
from enligne.files import replace_file
from enligne.game import Game

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.learning import Brain, Store


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "variants",
        run_variants,
        summary="the kinds of machines and their sparring partners",
        details="Lists the variants, what can be changed in them, and the sparring partners.",
        examples="  enligne menace variants",
    )
    add_json_option(parser)
    parser = add_command(
        commands,
        "list",
        run_list,
        summary="the saved machines",
        details="Lists every brain with its games and how often it can lose.",
        examples="  enligne menace list",
    )
    add_json_option(parser)
    parser = add_brain_command(
        commands,
        "show",
        run_show,
        summary="what a machine is, how good it is, what is in a box",
        details="Tells about a brain: exact chances against a random, a perfect and a worst-case\n"
        "opponent, and whether it can still lose. With a position text or moves, opens the\n"
        "box for that position.",
        examples="  enligne menace show class-a\n"
        "  enligne menace show class-a a1 b2\n"
        '  enligne menace show class-a "3/1x1/2o x"',
    )
    parser.add_argument("text", metavar="POSITION|MOVES", nargs="*", help="opens this box")
    add_json_option(parser)
    parser = add_brain_command(
        commands,
        "copy",
        run_copy,
        summary="give a machine a twin of another name",
        details="Copies a brain.",
        examples="  enligne menace copy class-a class-a-before",
    )
    parser.add_argument("new_name", metavar="NEW", help="of the copy")
    parser = add_brain_command(
        commands,
        "delete",
        run_delete,
        summary="remove a machine; asks first",
        details="Removes a brain for good, after asking.",
        examples="  enligne menace delete class-a --yes",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser = add_brain_command(
        commands,
        "export",
        run_export,
        summary="write a machine to a file",
        details="Writes a brain as JSON, or with --report in the format of the student report:\n"
        "627 lines of digits, one for each box of tic-tac-toe. - is stdout.",
        examples="  enligne menace export class-a class-a.json\n"
        "  enligne menace export class-a AI.txt --report",
    )
    parser.add_argument("file", metavar="FILE", help="to write; - is stdout")
    parser.add_argument("--report", action="store_true", help="in the report's format")
    parser = add_command(
        commands,
        "import",
        run_import,
        summary="read a machine from a file",
        details="Saves what export wrote under a name, as JSON or in the report's format, which\n"
        "becomes a machine of the variant report. - is stdin.",
        examples="  enligne menace import class-a-again class-a.json\n"
        "  enligne menace import student AI.txt",
    )
    parser.add_argument("name", metavar="NAME", help="of the new brain")
    parser.add_argument("file", metavar="FILE", help="to read; - is stdin")
    add_json_option(parser, "what it is")


def run_variants(options: argparse.Namespace) -> int:
    from enligne.learning import PARTNERS, VARIANTS
    from enligne.learning.variant import OPTIONS

    if options.json:
        changes = {
            each.name: {"about": each.about, "choices": list(each.choices)} for each in OPTIONS
        }
        variants = {
            name: {"about": each.details, "text": each.text} for name, each in VARIANTS.items()
        }
        print_json({"variants": variants, "changes": changes, "partners": dict(PARTNERS)})
        return 0
    print("variants (--variant):")
    for name, variant in VARIANTS.items():
        print(f"  {name:<10} {variant.details}")
    print("\nwhat can be changed, as in michie:loss=2,empty=refill:")
    for option in OPTIONS:
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        print(f"  {option.name:<10} {option.about}{choices}")
    print("\nsparring partners (--sparring):")
    for name, about in PARTNERS.items():
        print(f"  {name:<10} {about}")
    print("  any player such as alphabeta:depth=2")
    return 0


def run_list(options: argparse.Namespace) -> int:
    from enligne.cli.menace import words
    from enligne.learning import Store

    store = Store(options.store)
    names = store.names()
    if options.json:
        return _list_as_json(store, names)
    if not names:
        print(f"No brains yet in {store.folder}: make one with 'enligne menace train NAME'.")
        return 0
    damaged = 0
    width = max(map(len, names))
    for name in names:
        try:
            brain = store.load(name)
        except BrainError as error:
            damaged += 1
            print(f"{name:<{width}}  damaged", flush=True)
            print(f"enligne: error: {error}", file=sys.stderr)
            continue
        machine = brain.machine
        worst = words.percent(brain.curve.worst_case[-1]) if brain.curve.games else "not measured"
        print(
            f"{name:<{width}}  {machine.rules!s:<10}  {machine.variant!s:<8} {machine.side:<6}"
            f"  {machine.games:>9,} games  worst case {worst}"
        )
    return 2 if damaged else 0


def _list_as_json(store: Store, names: list[str]) -> int:
    from enligne.cli.menace import words

    found: list[dict[str, object]] = []
    damaged = 0
    for name in names:
        try:
            found.append(words.as_json(store.load(name)))
        except BrainError as error:
            damaged += 1
            print(f"enligne: error: {error}", file=sys.stderr)
    print_json(found)
    return 2 if damaged else 0


def run_show(options: argparse.Namespace) -> int:
    from enligne.cli.menace import words
    from enligne.learning import Store

    brain = Store(options.store).load(options.name)
    if options.json:
        print_json(_box_as_json(brain, options.text) if options.text else words.as_json(brain))
        return 0
    if not options.text:
        print(words.summary(brain))
        return 0
    machine = brain.machine
    position = Game.from_texts(machine.rules, options.text).position
    found = machine.box(position)
    if found.is_forced:
        print(f"Only one move is left in {position.text}: no box is needed.")
        return 0
    side = f"{found.position.side} side, turn {found.turn}"
    print(f"box {found.number} of the {side}, {found.total} beads in all")
    if found.position != position:
        print("The front shows the position turned or mirrored.")
    print(words.box(found))
    return 0


def _box_as_json(brain: Brain, texts: list[str]) -> dict[str, object]:
    box = brain.machine.box(Game.from_texts(brain.machine.rules, texts).position)
    return {
        "number": box.number,
        "position": box.position.text,
        "turn": box.turn,
        "beads": {str(move): count for move, count in box.beads.items()},
    }


def run_copy(options: argparse.Namespace) -> int:
    from enligne.learning import Store

    copy = Store(options.store).copy(options.name, options.new_name)
    print(f"{copy.name} is a copy of {options.name}.")
    return 0


def run_delete(options: argparse.Namespace) -> int:
    from enligne.learning import Store

    store = Store(options.store)
    if options.name in store and not options.yes and not confirmed(options.name):
        print("Nothing was deleted.")
        return 1
    store.delete(options.name)
    print(f"{options.name} is deleted.")
    return 0


def confirmed(name: str) -> bool:
    """Asks whether a brain may be deleted; no answer means no."""
    try:
        answer = input(f"Delete the brain {name} for good? [y/N] ")
    except EOFError:
        print()
        return False
    return answer.strip().lower() in ("y", "yes", "o", "oui")


def run_export(options: argparse.Namespace) -> int:
    from enligne.learning import Store, report_format

    brain = Store(options.store).load(options.name)
    text = report_format.export(brain.machine) if options.report else brain.to_json()
    if options.file == "-":
        sys.stdout.write(text)
        return 0
    replace_file(options.file, text)
    print(f"{options.file}: {brain.name}, {len(text):,} characters")
    return 0


def run_import(options: argparse.Namespace) -> int:
    from enligne.cli.menace import words
    from enligne.learning import Brain, Menace, Store, report_format

    if options.file == "-":
        text = sys.stdin.read()
    else:
        try:
            text = Path(options.file).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise BrainError(f"{options.file}: it is not text: {error}") from None
    try:
        if text.lstrip().startswith("{"):
            brain = Brain.from_json(text)
            brain.name = options.name
        else:
            brain = Brain(options.name, Menace("tictactoe", variant="report", side="random"))
            report_format.import_into(brain.machine, text)
            brain.curve.measure(brain.machine)
    except BrainError as error:
        raise BrainError(f"{options.file}: {error}") from None
    Store(options.store).create(brain)
    if options.json:
        print_json(words.as_json(brain))
    else:
        print(words.summary(brain))
    return 0

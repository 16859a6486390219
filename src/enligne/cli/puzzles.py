"""``enligne puzzles``: mine positions with one good move, prove them again, and show them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, natural_int, positive_int, print_json, remark
from enligne.files import naming, replace_file
from enligne.progress import Bar
from enligne.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.cli.commands import Commands
    from enligne.position import Position
    from enligne.puzzles import Puzzle


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "puzzles",
        run,
        summary="positions with one move that wins or holds, proven",
        details="make   plays games between levels, takes the positions in which exactly one move\n"
        "       wins or holds, tries each on the ten levels, and writes them to FILE. Run it\n"
        "       again to go on after an interruption: FILE.journal has what was done.\n"
        "check  proves each puzzle of FILE again, or without FILE those of the package.\n"
        "show   prints the puzzle of a number, or of today, or what puzzles there are.",
        examples="  enligne puzzles show\n"
        "  enligne puzzles show today\n"
        "  enligne puzzles show 1200 --solution\n"
        "  enligne puzzles check\n"
        "  enligne puzzles make small.jsonl --of tictactoe=20 6x5:4+gravity=50 --seed 7",
    )
    add = parser.add_argument
    add("action", choices=("make", "check", "show"), help="what to do")
    add("what", metavar="FILE|N|today", nargs="?", help="the file, or for show which puzzle")
    add(
        "--of",
        metavar="RULES=N",
        type=_share,
        nargs="+",
        help="make: how many of which rules; default: those of the package",
    )
    add("--seed", metavar="N", type=natural_int, default=1, help="make: of the games; default: 1")
    add("--file", metavar="FILE", type=Path, help="show: of these instead of the package's")
    add("--solution", action="store_true", help="show: the solution too")
    add("--json", action="store_true", help="print the puzzles, their solutions too, as JSON")


def run(options: argparse.Namespace) -> int:
    return {"make": _make, "check": _check, "show": _show}[options.action](options)


def _share(text: str) -> tuple[str, int]:
    """Reads rules and a number of puzzles, as in ``connect4=100``."""
    rules, _, count = text.rpartition("=")
    if not rules:
        raise argparse.ArgumentTypeError(f"{text!r} is not rules and a number, as in connect4=100")
    return rules, positive_int(count)


def _make(options: argparse.Namespace) -> int:
    from enligne.puzzles import Prover
    from enligne.puzzles.journal import Journal
    from enligne.puzzles.mining import PLAN, Mine
    from enligne.puzzles.puzzle import encoded

    if options.what is None:
        raise ValueError("make needs FILE, to which the puzzles are written")
    path = Path(options.what)
    plan = dict(options.of) if options.of else PLAN
    for rules in plan:
        Prover(Rules.of(rules))  # before anything is written
    with (
        Journal(path.with_name(f"{path.name}.journal"), options.seed) as journal,
        Bar(sys.stderr, "puzzles") as bar,
    ):
        mine = Mine(plan, journal, options.seed)
        mine.dig(bar.show)
        replace_file(path, encoded(mine.puzzles))
        journal.remove()
    for rules, wanted, found in mine.shortfalls:
        remark(f"only {found} of {wanted} puzzles of {rules} were found")
    if options.json:
        print_json([_as_json(number, each) for number, each in enumerate(mine.puzzles, 1)])
    else:
        print(_overview(mine.puzzles), end="")
    return 0


def _check(options: argparse.Namespace) -> int:
    from enligne.errors import PuzzleError
    from enligne.puzzles import Prover

    puzzles, name = _puzzles(Path(options.what) if options.what else None)
    provers: dict[str, Prover] = {}
    seen: dict[Position, int] = {}
    failures = 0
    with Bar(sys.stderr, "puzzles") as bar:
        for number, puzzle in enumerate(puzzles, 1):
            position = puzzle.position
            if puzzle.rules not in provers:
                provers[puzzle.rules] = Prover(position.rules)
            try:
                same = seen.setdefault(position.canonical().position, number)
                if same != number:
                    raise PuzzleError(f"it is the same as number {same}, turned or mirrored")
                provers[puzzle.rules].check(puzzle)
            except PuzzleError as error:
                bar.clear()
                print(f"enligne: error: {name}:{number}: {error}", file=sys.stderr)
                failures += 1
            bar.show(number, len(puzzles))
    if options.json:
        print_json({"puzzles": len(puzzles), "proven": len(puzzles) - failures})
    else:
        print(f"{len(puzzles) - failures:,} of {len(puzzles):,} puzzles are proven")
    return 2 if failures else 0


def _show(options: argparse.Namespace) -> int:
    from enligne.puzzles import of_the_day

    puzzles, _ = _puzzles(options.file)
    if options.what is None:
        if options.json:
            print_json([_as_json(number, each) for number, each in enumerate(puzzles, 1)])
        else:
            print(_overview(puzzles), end="")
        return 0
    if options.what == "today":
        number = of_the_day(datetime.now(UTC).date(), puzzles)
    elif not options.what.isdecimal() or not 1 <= int(options.what) <= len(puzzles):
        raise ValueError(f"there is no puzzle {options.what}: they are 1 to {len(puzzles)}")
    else:
        number = int(options.what)
    puzzle = puzzles[number - 1]
    if options.json:
        print_json(_as_json(number, puzzle))
        return 0
    print(f"puzzle {number}, band {puzzle.band}: {puzzle.task}")
    print(puzzle.position)
    if options.solution:
        print(" ".join(map(str, puzzle.solution)))
        print(f"theme {puzzle.theme}; tries solved by level 1 to 10: {' '.join(puzzle.solved)}")
    return 0


def _as_json(number: int, puzzle: Puzzle) -> dict[str, object]:
    return {
        "number": number,
        "rules": puzzle.rules,
        "moves": puzzle.moves,
        "position": puzzle.position.text,
        "solution": [str(move) for move in puzzle.solution],
        "theme": puzzle.theme,
        "depth": puzzle.depth,
        "band": puzzle.band,
        "solved": [int(each) for each in puzzle.solved],
    }


def _puzzles(path: Path | None) -> tuple[Sequence[Puzzle], str]:
    """The puzzles of a file, or those of the package, with a name for where they are."""
    from enligne.puzzles.puzzle import read, shipped

    if path is None:
        return shipped(), "the package's puzzles"
    with naming(path):
        puzzles = read(path.read_bytes(), str(path))
    if not puzzles:
        raise ValueError(f"{path}: there is no puzzle in it")
    return puzzles, str(path)


def _overview(puzzles: Sequence[Puzzle]) -> str:
    """How many there are of each theme and of each band, rules by rules."""
    from enligne.puzzles import BANDS, THEMES

    columns = [*THEMES, *(f"band {band}" for band in BANDS)]
    lines = [f"{'':<16}{'puzzles':>9}" + "".join(f"{name:>{len(name) + 2}}" for name in columns)]
    for rules in dict.fromkeys(puzzle.rules for puzzle in puzzles):
        own = [puzzle for puzzle in puzzles if puzzle.rules == rules]
        count: Counter[str] = Counter(puzzle.theme for puzzle in own)
        count.update(f"band {puzzle.band}" for puzzle in own)
        figures = "".join(f"{count[name]:>{len(name) + 2}}" for name in columns)
        lines.append(f"{rules:<16}{len(own):>9,}{figures}")
    return "\n".join(lines) + "\n"

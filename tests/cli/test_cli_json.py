"""``--json`` on every command that tells something, with kinds and numbers."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from enligne.cli import build_parser
from tests.programs import run

#: Commands that go on until they are ended, or only do what they are told.
SILENT = {
    *("serve", "play", "gomocup", "menace", "menace play", "menace copy", "menace delete"),
    *("menace export", "menace boxes", "connectx", "ugi"),
}


def commands(parser: argparse.ArgumentParser, path: str = "") -> Iterator[tuple[str, set[str]]]:
    """Every command with the options it takes."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                full = f"{path} {name}".strip()
                options = {option for each in below._actions for option in each.option_strings}
                yield full, options
                yield from commands(below, full)


def test_every_command_that_tells_something_tells_it_as_json() -> None:
    found = dict(commands(build_parser()))
    assert {name for name, options in found.items() if "--json" not in options} == SILENT


def numbers_in(value: Any) -> int:
    """How many numbers there are in it."""
    if isinstance(value, dict):
        return sum(map(numbers_in, value.values()))
    if isinstance(value, list):
        return sum(map(numbers_in, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


#: In this order: some use what others made.
COMMANDS = (
    "rules connect4 --json",
    "show connect4 4455 --json",
    "convert game.txt game.sgf --json",
    "analyse tictactoe b2 --json",
    "review game.txt --json",
    "trace tictactoe b2 --engine minimax --depth 2 --json -",
    "solve --json 44455554",
    "book show --json",
    "book build small.book --rules 5x4:3+gravity --plies 2 --json",
    "book check small.book --positions 5 --json",
    "atlas show --json",
    "atlas build small.atlas --sum 6 --runs 3 --json",
    "puzzles show today --json",
    "puzzles make few.jsonl --of tictactoe=2 --json",
    "puzzles check few.jsonl --json",
    "menace --store brains train class-a --games 20 --json",
    "menace --store brains list --json",
    "menace --store brains show class-a --json",
    "menace --store brains curve class-a --json",
    "menace compare her:coach --games 10 --seeds 1 --json",
    "match greedy random --rules tictactoe --games 2 --json",
    "tournament greedy random --rules tictactoe --games 2 --json",
    "perft tictactoe 3 --json",
)


def test_what_is_printed_is_json_with_numbers(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text('[Rules "tictactoe"]\n\n1. a1 b2 2. c3 *\n')
    for command in COMMANDS:
        done = run(*command.split(), folder=tmp_path)
        assert done.code == 0, f"{command}: {done.errors}"
        assert numbers_in(json.loads(done.output)) > 0, command


def test_variants_are_told_by_name() -> None:
    found = json.loads(run("menace", "variants", "--json").output)
    assert "her" in found["variants"]
    assert "coach" in found["partners"]


def test_a_damaged_machine_hides_no_others(tmp_path: Path) -> None:
    train = ("menace", "--store", "brains", "train", "good", "--games", "1")
    assert run(*train, folder=tmp_path).code == 0
    (tmp_path / "brains" / "bad.json").write_text("{")
    done = run("menace", "--store", "brains", "list", "--json", folder=tmp_path)
    assert done.code == 2
    assert [each["name"] for each in json.loads(done.output)] == ["good"]
    assert "bad" in done.errors

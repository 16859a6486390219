"""What a developer who tried the library found wrong, and the tests that keep it mended.

The points are those of the first trial: twelve faults, and doors that were closed. Those without a
place of their own are tested here.
"""

import ast
import json

import pytest

from enligne import Game, arena
from enligne.arena.time_control import GameClock
from enligne.engines.solver import Solver
from tests.programs import ROOT, output, python

#: Which tests have which point.
GUARDS = {
    "1 a search that is alive aborts Python": ["test_leaving.py::test_the_end_is_quiet"],
    "2 a book of other rules, and one that is there": [
        "engines/test_book.py::test_a_journal_of_something_else_is_refused_and_kept",
        "engines/test_book.py::test_a_file_that_is_there_is_kept",
    ],
    "3 perfect loses on time": [
        "test_findings.py::test_tables_are_made_before_the_clock_runs",
        "arena/test_time_control.py::test_who_uses_all_of_every_limit_never_loses_on_time",
    ],
    "4 play and daemon threads complain on leaving": [
        "test_findings.py::test_a_game_in_the_terminal_ends_quietly",
        "test_leaving.py::test_the_end_is_quiet",
    ],
    "5 a machine that can never lose loses": [
        "arena/test_sides.py::test_a_machine_that_can_never_lose_never_does",
        "arena/test_sides.py::test_it_plays_the_other_side_only_when_told_to",
    ],
    "7 the solver does not know the book": [
        "test_findings.py::test_the_solver_looks_into_the_book",
        "test_findings.py::test_a_blank_line_stops_no_filter",
        "engines/test_book.py::test_a_book_of_ones_own_is_used_where_it_is_named",
        "server/test_one_truth.py::test_all_say_the_same",
    ],
    "8 a trace shows an empty root": [
        "cli/test_output.py::test_the_last_tree_that_was_finished_is_shown"
    ],
    "9 output that cannot be printed": [
        "cli/test_output.py::test_a_result_is_not_lost_where_the_output_has_no_such_letter",
        "cli/test_output.py::test_an_output_that_is_closed",
    ],
    "10 a full disk": [
        "test_files.py::test_a_full_disk_leaves_the_old_file_and_says_which_it_is",
        "cli/test_cli.py::test_output_that_has_no_room_is_named",
    ],
    "11 two verdicts on one screen": ["arena/test_cli.py::test_a_match_prints_its_table"],
    "12 a file that cannot be loaded plays on": [
        "players/test_own.py::test_a_file_that_cannot_be_loaded_stops_a_match"
    ],
    "own players and engines": [
        "players/test_own.py::test_in_a_match_on_many_processes",
        "players/test_own.py::test_a_package_announces_players",
        "players/test_own.py::test_an_engine_of_ones_own_does_all_that_engines_do",
    ],
    "falsy sides and limits": [
        "test_names.py::test_who_won_is_never_falsy",
        "engines/test_asynchronous.py::test_a_limit_is_never_falsy",
    ],
    "natural mistakes": [
        "test_names.py::test_natural_ways_to_write_it",
        "engines/test_asynchronous.py::test_what_is_no_limit",
    ],
    "copies, legal moves, actions, arrays, batches": [
        "test_names.py::test_copies_and_legal_moves",
        "test_arrays.py::test_actions",
        "test_arrays.py::test_planes_and_masks_are_those_of_the_position",
        "test_arrays.py::test_many_games_go_as_single_ones_do",
    ],
    "asyncio, with statements, pickles": [
        "engines/test_asynchronous.py::test_awaited_analyses",
        "engines/test_asynchronous.py::test_leaving_a_with_statement_ends_a_search",
        "engines/test_asynchronous.py::test_a_copy_says_the_same",
    ],
    "variations, evaluations and times in records": [
        "test_record.py::test_variations_scores_and_times_read_as_they_are_written",
        "test_record.py::test_a_broken_variation_is_all_that_is_lost",
    ],
    "names at the top, and their types": [
        "test_names.py::test_names_are_found_when_they_are_used",
        "test_names.py::test_a_user_has_every_public_name",
    ],
    "numbers in JSON": [
        "cli/test_output.py::test_json_of_everything",
        "cli/test_cli_json.py::test_every_command_that_tells_something_tells_it_as_json",
        "cli/test_cli_json.py::test_what_is_printed_is_json_with_numbers",
    ],
    "perfect as an engine": ["cli/test_output.py::test_an_engine_that_is_a_player"],
    "a finished match goes on": ["arena/test_sides.py::test_a_finished_match_is_extended"],
    "files of other programs": [
        "formats/test_round_trips.py::test_games_come_back",
        "formats/test_damage.py::test_damaged_files_are_read_as_far_as_they_can_be",
        "formats/test_files_of_others.py::test_what_is_broken_in_an_sgf_is_all_that_is_lost",
    ],
}


@pytest.mark.parametrize("point", GUARDS)
def test_every_point_has_its_tests(point: str) -> None:
    for guard in GUARDS[point]:
        file, _, name = guard.partition("::")
        tree = ast.parse((ROOT / "tests" / file).read_text())
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        names = {each.name for each in ast.walk(tree) if isinstance(each, functions)}
        assert name in names, guard


def test_tables_are_made_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of a gigabyte takes longer than a move may."""
    order: list[str] = []
    make, ask = Solver._core_for, GameClock.limit

    def made(solver: Solver, rules: object) -> object:
        is_new = rules not in solver._cores
        found = make(solver, rules)  # type: ignore[arg-type]
        order.extend(["table"] * is_new)
        return found

    def asked(clock: GameClock, position: object) -> object:
        order.append("clock")
        return ask(clock, position)  # type: ignore[arg-type]

    monkeypatch.setattr(Solver, "_core_for", made)
    monkeypatch.setattr(GameClock, "limit", asked)
    game = arena.play_game("perfect:table_mb=1,threads=1", "random", "4x4:3+gravity")
    assert game.game.is_over
    assert order[0] == "table"
    assert order.count("table") == 1


def test_a_game_in_the_terminal_ends_quietly() -> None:
    """Each way out, with an opponent whose engine is there."""
    for lines in ("d\nquit\n", "d\nhint\nscores\n", ""):
        done = python(
            *("-m", "enligne", "play", "connect4", "--plain", "--against", "alphabeta:depth=4"),
            *("--first", "me"),
            stdin=lines,
        )
        assert (done.code, done.errors) == (0, ""), lines


def test_the_solver_looks_into_the_book() -> None:
    assert output("solve", "") == " 1\n"
    found = json.loads(output("analyse", "connect4", "--engine", "solver", "--json"))
    assert (found["score"], found["nodes"]) == ({"kind": "win", "plies": 41}, 0)
    best = json.loads(output("analyse", "connect4", "--json"))
    assert best["score"] == found["score"]
    assert Solver().analyse(Game("connect4")).nodes == 0


def test_a_blank_line_stops_no_filter() -> None:
    """It is the empty board, which is known at once."""
    assert output("solve", stdin="4455\n\n121212\n") == "4455 18\n 1\n121212 18\n"

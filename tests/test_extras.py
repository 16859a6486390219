"""What works without any extra, and what else says which one to install."""

import json
import os
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from enligne.extras import MODULES, hint
from tests.programs import ROOT, Done, python

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

#: Runs commands one after the other, and prints how each ended.
RUN = """
import contextlib, io, json, sys
from enligne.cli import main
for line in sys.argv[1:]:
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            code = main(line.split())
        except SystemExit as leaving:
            code = leaving.code
    print(json.dumps([code, output.getvalue(), errors.getvalue()]))
"""


def distribution(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


BASE = {distribution(each) for each in PROJECT["dependencies"]}


def packages() -> dict[str, set[str]]:
    """The modules that are installed here, each with the packages that have it."""
    found = packages_distributions()
    return {name: {distribution(each) for each in found[name]} for name in found}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that hides everything but this package and what it always needs, from Python
    processes that have it in their path, and from all that those start."""
    folder = tmp_path_factory.mktemp("bare")
    kept = BASE | {"enligne"}
    hidden = [name for name, owners in packages().items() if not owners & kept]
    code = f"import sys; sys.modules.update(dict.fromkeys({hidden!r}))\n"
    (folder / "sitecustomize.py").write_text(code)
    return folder


def in_bare(bare: Path, *words: str, stdin: str = "") -> Done:
    environment = os.environ | {"PYTHONPATH": str(bare), "ENLIGNE_BRAINS": str(bare / "brains")}
    return python(*words, stdin=stdin, env=environment, cwd=bare)


def commands(bare: Path, *lines: str) -> list[tuple[str, Done]]:
    """Runs commands of ``enligne``; each with how it ended."""
    done = in_bare(bare, "-c", RUN, *lines, stdin="quit\n")
    assert done.code == 0, done.errors
    ended = [Done(*json.loads(each)) for each in done.output.splitlines()]
    return list(zip(lines, ended, strict=True))


def told(done: Done) -> str:
    """The extra that the one line of a refused command names; empty where it was not refused."""
    found = re.fullmatch(
        r'enligne: error: .* not installed: pip install "enligne\[(\w+)\]"\n', done.errors
    )
    return found[1] if found and (done.code, done.output) == (2, "") else done.errors


def test_the_library_needs_three_packages() -> None:
    assert len(BASE) <= 3


def test_every_extra_names_the_modules_of_its_packages() -> None:
    owners = packages()
    assert set(MODULES) <= set(EXTRAS)
    for extra, names in MODULES.items():
        wanted = {distribution(each) for each in EXTRAS[extra]}
        assert all(owners[name] & wanted for name in names), extra
        assert wanted == set().union(*(owners[name] for name in names)) & wanted, extra


def test_all_is_every_extra() -> None:
    (everything,) = EXTRAS["all"]
    named = set(re.findall(r"[\w-]+", everything)) - {"enligne"}
    assert set(MODULES) <= named <= set(EXTRAS)


def test_an_extra_that_is_there_is_not_asked_for() -> None:
    assert [hint(extra, "this") for extra in MODULES] == [""] * len(MODULES)


def test_every_module_of_the_library_can_be_imported(bare: Path) -> None:
    script = (
        "import importlib, pkgutil, enligne\n"
        "for found in pkgutil.walk_packages(enligne.__path__, 'enligne.'):\n"
        "    if found.name != 'enligne.__main__':\n"
        "        try: importlib.import_module(found.name)\n"
        "        except ImportError: print(found.name)\n"
    )
    done = in_bare(bare, "-c", script)
    assert (done.code, done.errors) == (0, "")
    beyond = r"enligne\.(adapters|server|terminal|arena\.report|parallel\.on_ray)(\..*)?"
    assert [name for name in done.output.split() if not re.fullmatch(beyond, name)] == []


def test_commands_of_the_library_need_no_extra(bare: Path) -> None:
    for command, done in commands(
        bare,
        "--help",
        "serve --help",
        "rules",
        "show connect4 4455 --svg board.svg",
        "analyse tictactoe b2",
        "solve 44455554221",
        "trace tictactoe b2",
        "puzzles show today",
        "atlas show --picture atlas.svg",
        "menace train class --games 20",
        "menace curve class --svg curve.svg",
        "match greedy random --games 2",
        "play tictactoe --against greedy --plain",
    ):
        assert (done.code, done.errors) == (0, ""), command


def test_a_match_without_a_report_says_why(bare: Path) -> None:
    ((_, done),) = commands(bare, "match greedy random --games 2 --out duel")
    assert done.errors == (
        'enligne: report.html needs packages that are not installed: pip install "enligne[plots]"\n'
    )
    assert done.output.endswith("duel: games.txt, results.json\n")
    kept = {path.name for path in (bare / "duel").iterdir()}
    assert {"games.txt", "results.json"} <= kept
    assert "report.html" not in kept


def test_commands_name_the_extra_they_need(bare: Path) -> None:
    needs = {
        "": "server",
        "serve": "server",
        "backup rooms.backup": "server",
        "restore rooms.backup": "server",
        "atlas show --picture atlas.png": "plots",
        "menace train other --games 20": "",
        "menace boxes other --pdf boxes.pdf": "plots",
        "match greedy random --games 2 --on ray": "ray",
    }
    for command, done in commands(bare, *needs):
        assert told(done) == needs[command], (command, done)


def test_functions_name_the_extra_they_need(bare: Path) -> None:
    script = """
from enligne import learning, parallel
from enligne.arena.report import html
from enligne.learning.sheets import write_sheets
for function in (
    lambda: html(None),
    lambda: write_sheets(learning.Menace("tictactoe"), "boxes.pdf", title="boxes"),
    lambda: parallel.create("ray"),
):
    try:
        function()
    except ImportError as error:
        print(error)
"""
    done = in_bare(bare, "-c", script)
    assert (done.code, done.errors) == (0, "")
    assert re.findall(r'not installed: pip install "enligne\[(\w+)\]"\n', done.output) == [
        "plots",
        "plots",
        "ray",
    ]


def test_the_full_screen_names_its_extra(bare: Path) -> None:
    script = (
        "import sys; from enligne.cli import main, play\n"
        "play._has_screen = lambda: True\n"
        "sys.exit(main(['play', 'tictactoe']))"
    )
    assert told(in_bare(bare, "-c", script)) == "terminal"


def test_the_server_names_the_extra_of_a_service(tmp_path: Path) -> None:
    code = "import sys; sys.modules['psycopg'] = sys.modules['redis'] = None"
    (tmp_path / "sitecustomize.py").write_text(code)
    database = "--database postgresql+psycopg://nobody@localhost/x"
    needs = {
        f"serve --port 0 {database}": "postgresql",
        f"backup rooms.backup {database}": "postgresql",
        "serve --port 0 --database sqlite:// --redis redis://localhost": "redis",
    }
    for command, done in commands(tmp_path, *needs):
        assert told(done) == needs[command], (command, done)

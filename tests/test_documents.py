"""What the documentation says is true: its code runs, its links lead somewhere."""

import ast
import re
import shlex
from pathlib import Path

import pytest
from docs import course

from tests.programs import ROOT, output, python

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
#: French pages have the code of the English ones.
WITH_CODE = [page for page in PAGES if not page.name.endswith(".fr.md")]
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in WITH_CODE
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL))
]
CONSOLES = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in WITH_CODE
    for number, block in enumerate(re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_python_runs_and_shows_what_it_says(block: str) -> None:
    """Runs a block; an expression that ends in ``# -> value`` must have that value."""
    names: dict[str, object] = {}
    lines = block.splitlines()
    checked = 0
    for statement in ast.parse(block).body:
        shown = lines[(statement.end_lineno or 1) - 1].partition("  # -> ")[2]
        if shown and isinstance(statement, ast.Expr):
            assert repr(eval(ast.unparse(statement.value), names)) == shown
            checked += 1
        else:
            exec(ast.unparse(statement), names)
    assert checked, "a block of an example shows at least one value"


@pytest.mark.parametrize("block", CONSOLES)
def test_commands_print_what_is_shown(block: str, tmp_path: Path) -> None:
    """Runs the commands of a block. What is shown is how their output begins; in it ``…`` stands
    for anything, and alone in a line for any number of lines."""
    for part in block.removeprefix("$ ").split("\n$ "):
        command, *shown = part.strip("\n").split("\n")
        name, *arguments = shlex.split(command)
        assert name == "enligne"
        text = output(*arguments, folder=tmp_path)
        pattern = "".join(
            r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n"
            for line in shown
        )
        printed = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
        assert re.match(pattern, printed), f"{command} printed\n{printed}"


def test_the_readme_has_an_example() -> None:
    assert any("README" in str(block.id) for block in BLOCKS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)|src(?:set)?=\"([^\"]+)\"", page.read_text()):
        link = target[0] or target[1]
        if not link.startswith("https://"):
            assert (page.parent / link).exists(), link


def skeleton(page: Path) -> list[str]:
    """What a translation of a page leaves as it is: code without remarks, the levels of headings,
    pictures, and where links lead."""
    text = page.read_text()
    code = re.findall(r"^```.*?^```", text, re.DOTALL | re.MULTILINE)
    plain = [re.sub(r" *# (?!->).*", "", block) for block in code]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    found = re.findall(r"^#+(?= )|(?<=\]\()[^)]+|srcset=\S+|src=\S+|`[^`]+`", prose, re.MULTILINE)
    return plain + [each for each in found if not re.fullmatch(r"README(\.fr)?\.md", each)]


def test_the_french_readme_says_the_same() -> None:
    assert skeleton(ROOT / "README.fr.md") == skeleton(ROOT / "README.md")


def test_what_is_made_from_the_course_is_up_to_date() -> None:
    for path, text in course.made().items():
        assert path.read_text() == text, f"{path.name} is out of date: run `make course`"


def test_every_make_target_in_the_pages_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"`make ([a-z]+)", page.read_text()))
        assert named <= targets, page


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_run(example: Path) -> None:
    done = python(str(example))
    assert (done.code, done.errors) == (0, "")
    assert done.output


def test_the_stub_of_the_core_is_that_of_the_binary(tmp_path: Path) -> None:
    path = tmp_path / "_core.pyi"
    python("-m", "nanobind.stubgen", "-q", "-m", "enligne._core", "-o", str(path))
    committed = ROOT / "src" / "enligne" / "_core.pyi"
    assert path.read_text() == committed.read_text(), "out of date: run `make stub`"

"""The notebooks run from top to bottom, and show what they say."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.programs import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text())["cells"]
    return found


def shown(cell: str, names: dict[str, Any]) -> object:
    """Runs a cell; what a notebook would show of it."""
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    return eval(ast.unparse(last), names) if last else None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that ends in ``# -> value`` has that value, as in the pages."""
    if path.stem == "pettingzoo":
        pytest.importorskip("enligne.adapters.pettingzoo", exc_type=ImportError)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells(path):
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            found = shown(source, names)
            _, says, value = source.splitlines()[-1].partition("  # -> ")
            assert not says or repr(found) == value


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_is_kept_of_a_notebook_is_what_was_written(path: Path) -> None:
    for cell in cells(path):
        assert not cell.get("outputs"), "clear the outputs before it is committed"


def test_the_gallery_has_every_notebook() -> None:
    gallery = (ROOT / "docs" / "gallery.md").read_text()
    for path in NOTEBOOKS:
        assert f"../examples/notebooks/{path.name}" in gallery

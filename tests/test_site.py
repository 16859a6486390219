"""The site of the documentation: whole, without a network, with every public name."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from sphinx.util.inventory import InventoryFile

from tests.programs import ROOT, Done, python
from tests.public import public_modules, public_objects

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Sphinx


def build(source: Path, target: Path) -> Done:
    """As ``make docs``, but notebooks are not run: ``test_notebooks`` does that."""
    strictly = ("--fail-on-warning", "--keep-going", "--fresh-env", "--quiet")
    unrun = ("-D", "nb_execution_mode=off")
    return python("-m", "sphinx", *strictly, *unrun, "-c", "docs", str(source), str(target))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    done = build(ROOT, target)
    assert (done.code, done.errors) == (0, "")
    return target


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(site.rglob("*.html")):
        yield path, path.read_text()


def test_every_page_of_the_repository_is_there(site: Path) -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/*.ipynb")]:
        assert (site / page.relative_to(ROOT)).with_suffix(".html").exists(), page


def test_links_lead_to_what_is_there(site: Path) -> None:
    """Asked of the pages as they are, whatever made them."""
    marks = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages(site)}
    for path, text in pages(site):
        for link in re.findall(r'\b(?:href|src)="([^"]+)"', text):
            if re.match(r"(https?|data):", link):
                continue
            address, _, mark = unquote(link).partition("#")
            target = (path.parent / address.partition("?")[0]).resolve() if address else path
            assert target.exists(), f"{path}: {link}"
            assert not mark or target.suffix != ".html" or mark in marks[target], f"{path}: {link}"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for path, text in pages(site):
        loaded = re.findall(
            r'<(?:script|img|link|iframe|source)\b[^>]*"((?:https?:)?//[^"]+)', text
        )
        assert not loaded, path
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", path.read_text()), path


def resolved(name: str) -> object:
    """The object that a full name names."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:cut]))
        except ImportError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part, None)
        return found
    return None


def test_the_reference_names_every_public_object(site: Path) -> None:
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    named = {
        name for kind, items in inventory.data.items() if kind.startswith("py:") for name in items
    }
    described = [resolved(name) for name in named]
    for module in public_modules():
        assert module.__name__ in named
        page = module.__name__.rpartition(".")[2]
        text = (site / "docs" / "reference" / f"{page}.html").read_text()
        for name in module.__all__:
            assert re.search(rf">(\w+\.)*{name}<", text), f"{page} does not name {name}"
    for name, found in public_objects().items():
        assert name in named or any(each is found for each in described), name


def test_what_is_missing_ends_the_build(tmp_path: Path) -> None:
    missing = {
        "docs/a.md": "[a page](docs/a.md)",
        "core/b.h": "[a file](core/b.h)",
        "'c'": "[a heading](#c)",
        "d.png": "![a picture](d.png)",
        "enligne.E": "{py:class}`enligne.E`",
    }
    (tmp_path / "README.md").write_text("\n\n".join(["# Home", *missing.values()]))
    done = build(tmp_path, tmp_path / "site")
    assert done.code != 0
    for name in missing:
        assert name in done.errors

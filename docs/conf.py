"""The site of the documentation, for Sphinx: ``make docs``.

It is made from the repository as it lies: its home is the README, and the lists of links there are
its menu. A reference that leads nowhere is a warning, and warnings end the build.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from docs.source_pages import source_of

import enligne

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Element, TextElement
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_ROOT = Path(__file__).parents[1]

project = "Enligne"
author = project_copyright = "The Enligne authors"
release = version = enligne.__version__

extensions = [
    "docs.source_pages",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.linkcode",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
root_doc = "README"
include_patterns = ["*.md", "docs/*.md", "docs/reference/*.rst", "examples/notebooks/*.ipynb"]
exclude_patterns = [".*", "build", "core", "src", "tests", "web"]
source_suffix = {".md": "myst-nb", ".rst": "restructuredtext", ".ipynb": "myst-nb"}

nitpicky = True
# Of Python and NumPy, whose sites cannot be reached; variables of types; the compiled module.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|concurrent|datetime|numpy|pathlib|random|typing)\..*"),
    ("py:.*", r"Path|date|(dict|Mapping)\[.*|NDArray|ArrayLike|bool_|u?int[0-9]+"),
    ("py:.*", r"Task|Result|(enligne\.)?_core\..*"),
]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]

nb_execution_mode = "cache"
nb_execution_cache_path = str(_ROOT / "build" / "notebooks")
nb_execution_raise_on_error = True
nb_execution_timeout = 300

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
linkcode_resolve = source_of

# The colours of the page.
_ACCENT = re.search(r"--accent: light-dark\((.+), (.+)\)", (_ROOT / "web/src/app.css").read_text())
assert _ACCENT is not None
html_theme = "furo"
html_theme_options = {
    f"{mode}_css_variables": {f"color-brand-{name}": colour for name in ("primary", "content")}
    for mode, colour in zip(("light", "dark"), _ACCENT.groups(), strict=True)
}
html_logo = "../web/src/icon.svg"
html_favicon = "../web/public/favicon.ico"
html_title = f"Enligne {version}"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # a browser does not read other pages of a folder
maximum_signature_line_length = 88
copybutton_prompt_text = "$ "

#: Pages whose lists of links are a menu.
_MENUS = ("README", "docs/gallery")
#: Pages that are reached from others, and not by the menu.
_ORPHANS = ("README.fr",)
_PICTURE = re.compile(
    r'<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">'
    r'\s*<img src="([^"]+)" alt="([^"]+)">\s*</picture>'
)


def _prepare(_app: Sphinx, page: str, source: list[str]) -> None:
    """Makes a page of the site from one of the repository: pictures follow the theme that the
    reader chose, and lists of links become the menu."""
    text = _PICTURE.sub(r"![\3](\2){.only-light}\n![\3](\1){.only-dark}", source[0])
    if page in _MENUS:
        text += "".join(_menus(text))
    if page in _ORPHANS:
        text = f"---\norphan: true\n---\n{text}"
    source[0] = text


def _menus(text: str) -> Iterator[str]:
    for section in re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]:
        caption, _, content = section.partition("\n")
        pages = re.findall(r"^- \[[^]]+\]\(([^)#]+\.(?:md|rst|ipynb))\)", content, re.MULTILINE)
        if pages:
            yield "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", *pages, "```"])


def _find_anywhere(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: TextElement
) -> Element | None:
    """A name of the library without its module: many types are imported for checkers alone."""
    if node["refdomain"] != "py":
        return None
    node["refspecific"] = True
    domain, page = env.domains.python_domain, node["refdoc"]
    return domain.resolve_xref(
        env, page, app.builder, node["reftype"], node["reftarget"], node, text
    )


def _open_at_the_readme(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        shutil.copy(app.outdir / "README.html", app.outdir / "index.html")


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.connect("source-read", _prepare)
    app.connect("missing-reference", _find_anywhere)
    app.connect("build-finished", _open_at_the_readme)

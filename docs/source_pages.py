"""An extension of Sphinx: the files and folders of the repository that pages link to are pages of
the site, so that it is whole without a network. What is missing is left to Sphinx, which warns."""

from __future__ import annotations

import inspect
import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

_ROOT = Path(__file__).parents[1]

# What pages link to, as they are read: a build begins with nothing and reads them all.
_linked: set[str] = set()


def _page(path: str) -> str:
    return f"source/{path}"


class SourceLinks(SphinxTransform):
    """Lets links to files and folders that are no pages lead to their source."""

    default_priority = 400  # before anything is copied

    def apply(self, **_: Any) -> None:
        links = [
            *self.document.findall(addnodes.download_reference),
            *self.document.findall(addnodes.pending_xref),
        ]
        for link in links:
            if link.get("reftype") != "myst" or link.get("refdomain") is not None:
                continue
            relative, path = self.env.relfn2path(link["reftarget"], self.env.docname)
            if not Path(path).exists():
                continue
            _linked.add(relative)
            target = self.app.builder.get_relative_uri(self.env.docname, _page(relative))
            link.replace_self(nodes.reference("", "", *link.children, refuri=target))


def source_of(_domain: str, name: dict[str, str]) -> str | None:
    """Where a page of the reference finds the code of what it describes."""
    found: Any = sys.modules.get(name["module"])
    for part in name["fullname"].split("."):
        found = getattr(found, part, None)
    if isinstance(found, property):
        found = found.fget
    try:
        found = inspect.unwrap(found)
        path, line = inspect.getsourcefile(found), inspect.getsourcelines(found)[1]
    except (TypeError, OSError):
        return None  # a constant, or compiled
    if path is None or not Path(path).is_relative_to(_ROOT / "src"):
        return None
    relative = Path(path).relative_to(_ROOT).as_posix()
    _linked.add(relative)
    return f"../../{_page(relative)}.html#line-{line}"


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Every linked file as a page, and every folder with its files."""
    waiting = sorted(_linked)
    for relative in waiting:
        path = Path(app.srcdir) / relative
        if path.is_dir():
            inside = [each for each in sorted(path.iterdir()) if not each.name.startswith("__pyc")]
            names = [each.relative_to(app.srcdir).as_posix() for each in inside]
            waiting += [name for name in names if name not in waiting]
            body = _listing(app, relative, names)
        else:
            body = _highlighted(path)
        title = escape(relative)
        yield _page(relative), {"title": title, "body": f"<h1>{title}</h1>{body}"}, "page.html"


def _listing(app: Sphinx, folder: str, names: list[str]) -> str:
    items = "".join(
        f'<li><a href="{app.builder.get_relative_uri(_page(folder), _page(name))}">'
        f"{escape(Path(name).name)}</a></li>"
        for name in names
    )
    return f"<ul>{items}</ul>"


def _highlighted(path: Path) -> str:
    text = path.read_text()
    try:
        lexer = get_lexer_for_filename(path.name, text)
    except ClassNotFound:
        lexer = TextLexer()
    return str(highlight(text, lexer, HtmlFormatter(linenos="inline", lineanchors="line")))


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.add_transform(SourceLinks)
    app.connect("html-collect-pages", _pages)
    return {"parallel_read_safe": False, "parallel_write_safe": True}

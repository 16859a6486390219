"""What is installed besides the library itself, and what is said where it is missing.

``pip install enligne`` brings little. What else some parts need is in extras, such as
``enligne[server]``; such a part asks for its extra before it imports anything of it.
"""

from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING

from enligne.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The modules of each extra that ours import, as ``pyproject.toml`` names their packages.
MODULES = {
    "plots": ("jinja2", "markupsafe", "matplotlib"),
    "postgresql": ("psycopg",),
    "ray": ("ray",),
    "redis": ("redis",),
    "server": (
        *("alembic", "prometheus_client", "resvg_py", "socketio", "sqlalchemy", "starlette"),
        *("uvicorn", "websockets"),
    ),
    "terminal": ("rich", "textual"),
}


def require(extra: str, purpose: str) -> None:
    """Makes sure that an extra is installed.

    Args:
        purpose: what needs it, as the beginning of a sentence.

    Raises:
        MissingExtraError: it is not; the text is :func:`hint`.
    """
    if sentence := hint(extra, purpose):
        raise MissingExtraError(sentence, name=next(_missing(extra)))


def missing(package: str, extra: str) -> MissingExtraError:
    """The error of a module that found one package of its extra missing, as it tells it."""
    return MissingExtraError(f"{package} is not installed: {_command(extra)}")


def hint(extra: str, purpose: str) -> str:
    """How to install an extra, in a sentence; empty where it is installed."""
    if has(extra):
        return ""
    return f"{purpose} needs packages that are not installed: {_command(extra)}"


def _command(extra: str) -> str:
    # Every shell takes these quotes.
    return f'pip install "enligne[{extra}]"'


def has(extra: str) -> bool:
    """Whether an extra is installed."""
    return next(_missing(extra), None) is None


def _missing(extra: str) -> Iterator[str]:
    return (name for name in MODULES[extra] if not _is_installed(name))


def _is_installed(name: str) -> bool:
    if name in sys.modules:
        return sys.modules[name] is not None
    return importlib.util.find_spec(name) is not None

"""Databases of both kinds."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Makes the address of a new database of a kind."""
    made = iter(range(1000))

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / 'folder' / f'rooms{next(made)}.sqlite3'}"
        new_database: Callable[[], str] = request.getfixturevalue("postgresql")
        return new_database()

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, new_address: Callable[[str], str]) -> str:
    """A new database."""
    return new_address(request.param)
